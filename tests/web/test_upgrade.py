"""Is an event of the first release still one? Its database is brought up to date, with everything in it, and once."""

from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine, inspect, text

from arena.web.database import MIGRATIONS, Database
from arena.web.event_context import EventContext
from arena.web.membership import everybody
from arena.web.people import by_token, hashed
from tests.conftest import arena
from tests.web.events import event_toml

FIRST = "0001"
TOKEN = "arena_of-the-first-release"
ROWS = [
    "INSERT INTO teams (id, name, folded, created, consents, disqualified) VALUES (1, 'Lions', 'lions', 1.0, 1, '')",
    "INSERT INTO members (id, name, folded, role, team_id, created) VALUES (1, 'Ada', 'ada', 'participant', 1, 1.0)",
    "INSERT INTO codes (id, hash, team, member, uses_left, created) VALUES (1, X'00', 'Lions', '', 1, 1.0)",
    "INSERT INTO announcements (id, text, created) VALUES (1, 'Welcome', 1.0)",
]


def first_release(path: Path) -> None:
    """A database as the first release made it, with a person in it."""
    engine = create_engine(f"sqlite:///{path}")
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, FIRST)
        for row in ROWS:
            connection.execute(text(row))
        connection.execute(
            text(
                "INSERT INTO tokens (id, member_id, hash, label, created) VALUES (1, 1, :hash, 'first', 1.0)"
            ),
            {"hash": hashed(TOKEN)},
        )
    engine.dispose()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    made = event_toml(tmp_path)
    (tmp_path / "run").mkdir()
    first_release(tmp_path / "run" / "event.sqlite")
    return made


def test_a_database_of_the_first_release_is_brought_up_to_date(file: Path) -> None:
    for _ in range(2):  # the second time there is nothing to do
        context = EventContext.open(file)
        (ada,) = everybody(context)
        assert (ada.name, ada.team, ada.captain, ada.email, ada.tokens) == ("Ada", "Lions", True, "", 1)
        with context.database.reading() as session:
            person = by_token(session, TOKEN)
            assert person is not None
            assert person.team == "Lions"
        context.close()


def test_what_was_saved_before_an_upgrade_comes_back_after_it(file: Path, tmp_path: Path) -> None:
    """As docs/organising.md says to do it."""
    assert arena("event", "backup", file, tmp_path / "before.tar.gz").returncode == 0
    again = event_toml(tmp_path / "again")
    ran = arena("event", "restore", again, tmp_path / "before.tar.gz")
    assert (ran.returncode, ran.stderr) == (0, "")
    context = EventContext.open(again)
    assert [one.name for one in everybody(context)] == ["Ada"]
    context.close()


def test_a_new_database_and_an_old_one_have_the_same_tables(file: Path, tmp_path: Path) -> None:
    old = EventContext.open(file).database
    new = Database.open(f"sqlite:///{tmp_path}/new.sqlite")
    columns = [
        {
            (table, one["name"])
            for table in inspect(engine).get_table_names()
            for one in inspect(engine).get_columns(table)
        }
        for engine in (old.engine, new.engine)
    ]
    assert columns[0] == columns[1]
    for one in (old, new):
        one.close()


def test_a_plan_adds_up(tmp_path: Path) -> None:
    dates = "opens = 2030-01-01T00:00:00Z\nfinal = 2030-01-02T00:00:00Z"
    path = event_toml(tmp_path, head=dates, text="[finals]\nbest = 4\nsets = 3\n")
    words = (
        "event",
        "plan",
        path,
        "--teams",
        "6",
        "--versions",
        "2",
        "--precision",
        "120",
        "--game-s",
        "10",
        "--cores",
        "2",
    )
    ran = arena(*words)
    assert ran.returncode == 0, ran.stderr
    rows = {line[:18].strip(): line[18:].split() for line in ran.stdout.splitlines()}
    games = {
        what: int(rows[what][0].replace(",", ""))
        for what in ("first versions", "later versions", "finals", "in all")
    }
    assert games["finals"] == 3 * 3 * 2  # three meetings of three sets, each of two games
    assert games["first versions"] > 0
    assert "From the opening to the finals there are 1.00 days: enough." in ran.stdout
    slow = arena(*words[:-3], "100000", "--cores", "1")
    assert "NOT enough" in slow.stdout
