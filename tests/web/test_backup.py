"""Is everything back after a restore, and nothing told that should not be?"""

import os
import tarfile
import tempfile
from pathlib import Path

import pytest
from sqlalchemy import select

from arena.web.backup import BackupError, _add, restore_backup, write_backup
from arena.web.event_context import EventContext
from arena.web.models import Base, LiveGameRow, LoginSession, Worker
from arena.web.organise import announce
from arena.web.people import by_token
from arena.web.standings_cache import StandingsCache
from tests.web.events import CODE, Cast, bot_archive, cast, event_toml

TRANSIENT = {table.__tablename__ for table in (LiveGameRow, LoginSession, Worker)}


def rows(context: EventContext) -> dict[str, list[str]]:
    with context.database.reading() as session:
        return {
            table.name: sorted(map(str, session.execute(select(table)).all()))
            for table in Base.metadata.sorted_tables
            if table.name not in TRANSIENT
        }


def used(folder: Path) -> Cast:
    stage = cast(folder)
    stage.context.ladder_folder.secret()  # is drawn when it is first asked for
    with stage.client() as client:
        client.post(
            "/api/v1/submissions?name=a.tar.gz", content=bot_archive("x"), headers=stage.headers("member")
        )
    return stage


def test_what_was_saved_comes_back(tmp_path: Path) -> None:
    stage = used(tmp_path / "first")
    write_backup(stage.context, tmp_path / "all.tar.gz")
    again = EventContext.open(event_toml(tmp_path / "second"))
    assert restore_backup(again, tmp_path / "all.tar.gz") > 10
    assert rows(again) == rows(stage.context)
    assert [one.seal for one in again.ladder_folder.games.games()] == [
        one.seal for one in stage.context.ladder_folder.games.games()
    ]
    assert again.ladder_folder.roster.versions() == stage.context.ladder_folder.roster.versions()
    assert again.ladder_folder.secret() == stage.context.ladder_folder.secret()
    assert (again.logs / f"{stage.match}-0-lion-1.stderr.txt").read_text() == "what the lion said"
    caches = [StandingsCache(one.event.ladder, one.ladder_folder) for one in (again, stage.context)]
    for cache in caches:
        cache.refresh()
    assert caches[0].snapshot.rows == caches[1].snapshot.rows
    with again.database.session() as session:
        assert by_token(session, stage.tokens["member"]) is not None
    other = Cast(again, stage.tokens, stage.match, stage.live)
    with other.client() as client:  # and it goes on from there
        answer = client.post(
            "/api/v1/submissions?name=b.tar.gz", content=bot_archive("y"), headers=stage.headers("member")
        )
        assert answer.json()["id"] == 2


def test_nothing_is_restored_over_something(tmp_path: Path) -> None:
    stage = used(tmp_path / "first")
    write_backup(stage.context, tmp_path / "all.tar.gz")
    with pytest.raises(BackupError, match="already; restore into an empty one"):
        restore_backup(stage.context, tmp_path / "all.tar.gz")
    for content in (b"", b"no archive"):
        (tmp_path / "bad.tar.gz").write_bytes(content)
        with pytest.raises(BackupError, match="not readable"):
            restore_backup(EventContext.open(event_toml(tmp_path / "empty")), tmp_path / "bad.tar.gz")


def test_a_download_has_everything_but_secrets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The one of the admin page, which is that of the command line."""
    stage = used(tmp_path)
    path = stage.context.event.path
    path.write_text(path.read_text().replace('seed = "test"', 'seed = "the seed of all deals"'))
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    with stage.client() as client:
        answer = client.get("/admin/download", headers=stage.headers("organiser"))
    assert answer.headers["content-disposition"] == 'attachment; filename="event.tar.gz"'
    (tmp_path / "all.tar.gz").write_bytes(answer.content)
    assert list((tmp_path / "temporary").iterdir()) == []
    with tarfile.open(tmp_path / "all.tar.gz") as tar:
        names = tar.getnames()
        file = tar.extractfile("people.json")
        assert file is not None
        people = file.read().decode()
        whole = b"".join(read.read() for name in names if (read := tar.extractfile(name)) is not None)
    for secret in (CODE, "the seed of all deals", "sqlite:", *stage.tokens.values()):
        assert secret.encode() not in whole, secret
    assert b"Test <i>Open</i>" in whole
    assert {"standings.csv", "games.csv", "event.json", "people.json"} <= set(names)
    assert any(name.startswith("ladder/games/") for name in names)
    assert not [name for name in names if "/secret/" in name or "/uploads/" in name]
    assert "Lions" in people
    assert "hash" not in people


def test_secrets_database_and_backup_are_for_their_owner_alone(tmp_path: Path) -> None:
    """Whatever the umask says; a backup restored from elsewhere included."""
    mask = os.umask(0)
    try:
        stage = used(tmp_path / "first")
        write_backup(stage.context, tmp_path / "all.tar.gz")
        again = EventContext.open(event_toml(tmp_path / "second"))
        restore_backup(again, tmp_path / "all.tar.gz")
        with again.database.session() as session:
            assert by_token(session, stage.tokens["member"]) is not None
        modes = {
            path.relative_to(tmp_path).as_posix(): path.stat().st_mode & 0o777
            for path in (tmp_path / "all.tar.gz", *tmp_path.glob("*/run/**/*"))
            if path.is_file()
        }
        runs = [(tmp_path / name / "run").stat().st_mode & 0o777 for name in ("first", "second")]
    finally:
        os.umask(mask)
    private = {
        name: mode
        for name, mode in modes.items()
        if "/secret/" in name or "/uploads/" in name or "event.sqlite" in name or name == "all.tar.gz"
    }
    assert len(private) >= 9
    assert {name.partition("event.sqlite")[2] for name in private} == {"", "-wal", "-shm"}
    assert set(private.values()) == {0o600}
    assert runs == [0o700, 0o700]
    assert set(modes.values()) == {0o600, 0o666}  # the control: all other files follow the umask


def test_a_database_that_others_could_read_is_closed_to_them(tmp_path: Path) -> None:
    path = event_toml(tmp_path)
    EventContext.open(path).close()
    (tmp_path / "run" / "event.sqlite").chmod(0o644)
    EventContext.open(path).close()
    assert (tmp_path / "run" / "event.sqlite").stat().st_mode & 0o777 == 0o600


def test_what_is_no_backup_is_refused_in_a_sentence(tmp_path: Path) -> None:
    stage = used(tmp_path / "first")
    announce(stage.context, "Olga", "one\u2028line")
    write_backup(stage.context, tmp_path / "all.tar.gz")
    again = EventContext.open(event_toml(tmp_path / "again"))
    restore_backup(again, tmp_path / "all.tar.gz")
    assert rows(again) == rows(stage.context)
    for number, (name, content) in enumerate(
        [
            ("database.jsonl", b'{"table": "teams"}\n'),
            ("database.jsonl", b'{"table": "nowhere", "row": {}}\n'),
            ("database.jsonl", b'{"table": "teams", "row": {"id": [1]}}\n'),
            ("database.jsonl", b'{"table": "teams", "row": {"id": 1}}\n'),
            ("database.jsonl", b"[]\n"),
            ("database.jsonl", b"[" * 5000 + b"\n"),
            ("database.jsonl", b"\xff\n"),
            ("ladder/../../x", b""),
            ("elsewhere", b""),
        ]
    ):
        empty = EventContext.open(event_toml(tmp_path / f"empty{number}"))
        bad = tmp_path / f"bad{number}.tar.gz"
        with tarfile.open(bad, "w:gz") as tar:
            _add(tar, "arena-event.json", b'{"version": 1}')
            _add(tar, name, content)
        with pytest.raises(BackupError):
            restore_backup(empty, bad)
