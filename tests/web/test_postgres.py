"""Does an event live in PostgreSQL as it does in SQLite? On a server that is really started, for this test alone."""

import os
import shutil
import signal
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import inspect, select

from arena.web.backup import restore_backup, write_backup
from arena.web.database import Database
from arena.web.event_context import EventContext
from arena.web.models import Base, Submission
from arena.web.work.work_queue import claim
from tests.conftest import free_port
from tests.web.events import Cast, ask_oddly, bot_archive, cast, event_toml
from tests.web.test_backup import rows


def programs() -> Path | None:
    """Where initdb and postgres are; Debian keeps them off the path."""
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    found = shutil.which("initdb")
    folders += [Path(found).parent] if found else []
    return next((one for one in folders if (one / "initdb").exists() and (one / "postgres").exists()), None)


PROGRAMS = programs()
needs_postgres = pytest.mark.skipif(
    PROGRAMS is None, reason="there is no PostgreSQL: scripts/debian-packages tests"
)


def plain_user() -> list[str]:
    """PostgreSQL does not run as root."""
    return [] if os.getuid() else ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of a database."""
    assert PROGRAMS is not None
    folder = tmp_path_factory.mktemp("pg")
    data = folder / "data"
    if not os.getuid():
        for parent in (folder, *folder.parents):
            if parent.stat().st_uid == 0 and not parent.stat().st_mode & 0o001:
                parent.chmod(parent.stat().st_mode | 0o011)
        shutil.chown(folder, "nobody", "nogroup")
    options = ["--auth=trust", "--username=arena", "--no-sync", "--encoding=UTF8", "--locale=C"]
    subprocess.run(
        [*plain_user(), PROGRAMS / "initdb", "-D", data, *options], check=True, capture_output=True, cwd="/"
    )
    port = free_port()
    settings = [
        "-c",
        "listen_addresses=127.0.0.1",
        "-c",
        f"port={port}",
        "-c",
        "unix_socket_directories=",
        "-c",
        "fsync=off",
    ]
    process = subprocess.Popen(
        [*plain_user(), PROGRAMS / "postgres", "-D", data, *settings],
        stderr=subprocess.PIPE,
        text=True,
        cwd="/",
    )
    assert process.stderr is not None
    for line in process.stderr:
        if "ready to accept connections" in line:
            break
    drain = threading.Thread(target=process.stderr.read, daemon=True)
    drain.start()
    yield f"postgresql+psycopg://arena@127.0.0.1:{port}/postgres"
    process.send_signal(signal.SIGINT)  # without waiting for connections to end
    process.wait(30)
    drain.join(10)
    process.stderr.close()


@pytest.fixture
def url(server: str) -> str:
    """A database without tables."""
    database = Database.open(server)
    Base.metadata.drop_all(database.engine)
    with database.engine.begin() as connection:
        connection.exec_driver_sql("DROP TABLE IF EXISTS alembic_version")
    database.close()
    return server


def differences(database: Database) -> list[object]:
    """What the migrations made otherwise than the tables are declared."""
    with database.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        return list(compare_metadata(context, Base.metadata))


def test_the_migrations_make_the_tables_as_declared_in_sqlite(tmp_path: Path) -> None:
    database = Database.open(f"sqlite:///{tmp_path}/a/b.sqlite")
    assert differences(database) == []
    assert len(inspect(database.engine).get_table_names()) > 10
    Database.open(f"sqlite:///{tmp_path}/a/b.sqlite").close()
    database.close()


@needs_postgres
def test_the_migrations_make_the_tables_as_declared(url: str) -> None:
    opened: list[Database] = []
    threads = [threading.Thread(target=lambda: opened.append(Database.open(url))) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(opened) == 3
    assert differences(opened[0]) == []
    for one in opened:
        one.close()


@needs_postgres
def test_an_event_lives_there(url: str, tmp_path: Path) -> None:
    stage = cast(tmp_path / "first", database=url)
    with stage.client(raise_server_exceptions=False) as client:
        assert ask_oddly(stage, client) == {}
        for number in range(3):
            answer = client.post(
                f"/api/v1/submissions?name={number}.tar.gz",
                content=bot_archive(f"x{number}"),
                headers=stage.headers("member"),
            )
            assert answer.status_code == 201
        assert "lion" in client.get("/leaderboard").text
        assert client.get(f"/games/{stage.live}/1").status_code == 200
        assert client.get("/health").status_code == 503  # nobody is at work
    _claim_from_many_sides(stage)
    kept = rows(stage.context)
    write_backup(stage.context, tmp_path / "all.tar.gz")
    light = EventContext.open(event_toml(tmp_path / "light"))  # from PostgreSQL to SQLite
    restore_backup(light, tmp_path / "all.tar.gz")
    assert rows(light) == kept
    stage.context.close()
    light.close()


def _claim_from_many_sides(stage: Cast) -> None:
    """Every submission is claimed by exactly one of many."""
    claimed: list[int] = []

    def work(name: str) -> None:
        for _ in range(5):
            with stage.context.database.session() as session:
                id = claim(session, Submission, name)
            if id is not None:
                claimed.append(id)

    threads = [threading.Thread(target=work, args=(f"w{number}",)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with stage.context.database.reading() as session:
        assert sorted(claimed) == sorted(session.scalars(select(Submission.id)))


@needs_postgres
def test_a_backup_of_sqlite_goes_to_postgresql_and_counts_on(url: str, tmp_path: Path) -> None:
    stage = cast(tmp_path / "light")
    write_backup(stage.context, tmp_path / "all.tar.gz")
    heavy = EventContext.open(event_toml(tmp_path / "heavy", database=url))
    restore_backup(heavy, tmp_path / "all.tar.gz")
    assert rows(heavy) == rows(stage.context)
    other = Cast(heavy, stage.tokens, stage.match, stage.live)
    with other.client() as client:
        answer = client.post(
            "/api/v1/submissions?name=b.tar.gz", content=bot_archive("y"), headers=stage.headers("member")
        )
        assert answer.status_code == 201
    heavy.close()
    stage.context.close()
