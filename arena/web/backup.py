"""How is an event backed up and restored? As one file with the database, the store and the logs.

The database is read first, in one transaction. The store only grows, and what the database speaks of was in the store before: so
a backup made while everything runs is whole.
"""

import base64
import io
import json
import tarfile
import time
import zlib
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from pyarrow import fs
from sqlalchemy import JSON, Connection, LargeBinary, Table, func, insert, inspect, select, text
from sqlalchemy.exc import SQLAlchemyError

from arena.ladder import LadderState, games_rows, load_toml, standings_rows, table_bytes
from arena.store import Folder, StoreError, owners_only
from arena.units import MIB
from arena.untrusted import json_value, shown
from arena.web.event_context import EventContext
from arena.web.models import Base, LiveGameRow, LoginSession, Worker

VERSION = 1
TRANSIENT = {LiveGameRow.__tablename__, LoginSession.__tablename__, Worker.__tablename__}
SECRET = {"hash", "seed", "csrf", "email"}
SECRET_KEYS = {"codes", "database", "mail", "seed", "store"}  # of an event file; URLs may hold passwords
MOST_ROW_BYTES = 64 * MIB
KEPT = {
    "annulled",
    "bots",
    "disqualified",
    "draw",
    "games",
    "matches",
    "retired",
    "suspended",
    "tables",
    "versions",
}  # of a store, in a download


class BackupError(Exception):
    """A backup that cannot be made or restored; one sentence says why."""


def write_backup(context: EventContext, out: Path) -> int:
    """Write everything to a file, whole or not at all; its size."""
    unfinished = out.with_name(f".{out.name}.unfinished")
    try:
        with (
            open(unfinished, "wb", opener=owners_only) as file,
            tarfile.open(fileobj=file, mode="w:gz", compresslevel=3) as tar,
        ):
            _add(tar, "arena-event.json", json.dumps({"version": VERSION, "made": time.time()}).encode())
            _add(tar, "database.jsonl", "".join(_rows(context)).encode())
            for name, url in _stores(context):
                for path, content in _files(url):
                    _add(tar, f"{name}/{path}", content)
            for log in sorted(context.logs.glob("*.txt")):
                _add(tar, f"logs/{log.name}", log.read_bytes())
        unfinished.rename(out)
    finally:
        unfinished.unlink(missing_ok=True)
    return out.stat().st_size


def restore_backup(context: EventContext, source: Path) -> int:
    """Bring a backup back into an event that has nothing yet; how many rows and files that were."""
    if any(True for _ in _rows(context)) or any(True for _, url in _stores(context) for _ in _names(url)):
        raise BackupError(
            "the event has something in its database or store already; restore into an empty one"
        )
    count = 0
    stores = dict(_stores(context))
    try:
        with tarfile.open(source, "r:gz") as tar:
            if not _begins_a_backup(tar):
                raise BackupError(f"{source}: is no backup of an event")
            for member in islice(tar, 1, None):
                if not member.isreg() or member.name.startswith("/") or ".." in member.name.split("/"):
                    raise BackupError(f"{source}: {member.name!r} does not belong into a backup")
                kind, _, path = member.name.partition("/")
                if member.name == "database.jsonl":
                    count += _load(context, _read(tar, member).decode())
                elif kind == "logs":
                    context.logs.mkdir(mode=0o700, parents=True, exist_ok=True)
                    (context.logs / path).write_bytes(_read(tar, member))
                elif kind in stores:
                    folder, _, name = path.rpartition("/")
                    private = path.split("/")[0] not in KEPT
                    Folder.open(stores[kind]).inner(folder, private).write(name, _read(tar, member))
                    count += 1
                else:
                    raise BackupError(f"{source}: {member.name!r} does not belong here")
    except (tarfile.TarError, zlib.error, OSError, EOFError, ValueError, StoreError) as error:
        raise BackupError(f"{source}: not readable as a backup: {error}") from None
    return count


def _begins_a_backup(tar: tarfile.TarFile) -> bool:
    first = tar.next()
    if first is None or first.name != "arena-event.json" or not first.isreg():
        return False
    head = json_value(_read(tar, first))
    return isinstance(head, dict) and head.get("version") == VERSION


def write_download(context: EventContext, out: Path) -> int:
    """Everything for who wants to work with it: standings and games as CSV, records, versions, people without secrets."""
    ladders = [("", context.event.ladder, context.ladder_folder)]
    if context.event.final is not None and context.final_folder is not None:
        ladders.append(("final-", context.event.final, context.final_folder))
    with tarfile.open(out, "w:gz", compresslevel=3) as tar:
        for prefix, ladder, ladder_folder in ladders:
            ladder_state = LadderState(ladder, ladder_folder)
            ladder_state.refresh()
            _add(tar, f"{prefix}standings.csv", table_bytes(standings_rows(ladder_state), "csv"))
            _add(tar, f"{prefix}games.csv", table_bytes(games_rows(ladder_state), "csv"))
        _add(tar, "event.json", _event_json(context))
        people = [json.loads(line) for line in _rows(context)]
        for row in people:
            row["row"] = {key: value for key, value in row["row"].items() if key not in SECRET}
        _add(
            tar,
            "people.json",
            json.dumps([row for row in people if row["table"] not in ("tokens", "codes")], indent=1).encode(),
        )
        for name, url in _stores(context):
            for path, content in _files(url):
                if path.split("/")[0] in KEPT:
                    _add(tar, f"{name}/{path}", content)
    return out.stat().st_size


def _event_json(context: EventContext) -> bytes:
    """The event file without its secrets: invitation codes, the database's address, and what the deals come from."""
    table = load_toml(context.event.path, lambda table, _: table)
    plain = {key: value for key, value in table.items() if key not in SECRET_KEYS}
    for key in ("ladder", "finals"):
        if key in plain:
            plain[key] = {inner: value for inner, value in plain[key].items() if inner not in SECRET_KEYS}
    return json.dumps(plain, indent=1, ensure_ascii=False, default=str).encode()


def _stores(context: EventContext) -> list[tuple[str, str]]:
    final = context.event.final
    return [("ladder", context.event.ladder.store)] + ([] if final is None else [("final", final.store)])


def _tables() -> list[Table]:
    return [table for table in Base.metadata.sorted_tables if table.name not in TRANSIENT]


def _rows(context: EventContext) -> Iterator[str]:
    """Every row of every table that lasts, a line of JSON each."""
    engine = context.database.engine
    if not context.database.is_sqlite:  # where a transaction sees one moment anyway
        engine = engine.execution_options(isolation_level="REPEATABLE READ")
    with engine.connect() as connection:
        for table in _tables():
            key = inspect(table).primary_key.columns.values()
            for row in connection.execute(select(table).order_by(*key)).mappings():
                plain = {name: _plain(value) for name, value in row.items()}
                yield json.dumps({"table": table.name, "row": plain}, ensure_ascii=False) + "\n"


def _load(context: EventContext, lines: str) -> int:
    tables = {table.name: table for table in _tables()}
    count = 0
    with context.database.session() as session:
        connection = session.connection()
        for line in lines.split("\n")[:-1]:  # a text may hold other ends of lines
            found = json_value(line.encode(), MOST_ROW_BYTES)
            try:
                table = tables[found["table"]]
                row = {key: _value(table, key, one) for key, one in found["row"].items()}
                connection.execute(insert(table).values(row))
            except (KeyError, TypeError, AttributeError, SQLAlchemyError) as error:
                raise BackupError(f"row {count + 1} of its database does not fit: {shown(error)}") from None
            count += 1
        if not context.database.is_sqlite:
            _set_sequences(connection)
    return count


def _set_sequences(connection: Connection) -> None:
    """PostgreSQL counts ids by itself and has to know where to go on."""
    for table in _tables():
        if "id" in table.c:
            most = connection.execute(select(func.max(table.c.id))).scalar() or 0
            statement = text("SELECT setval(pg_get_serial_sequence(:name, 'id'), :next, false)")
            connection.execute(statement, {"name": table.name, "next": most + 1})


def _plain(value: object) -> object:
    return {"base64": base64.b64encode(value).decode()} if isinstance(value, bytes) else value


def _value(table: Table, key: str, value: Any) -> Any:
    kind = table.c[key].type
    if isinstance(kind, LargeBinary) and isinstance(value, dict):
        return base64.b64decode(value["base64"])
    if isinstance(value, dict | list) and not isinstance(kind, JSON):
        raise TypeError(f"{table.name}.{key}")
    return value


def _located(url: str) -> tuple[Any, str]:
    if len(urlsplit(url).scheme) <= 1:
        return fs.LocalFileSystem(), url
    filesystem, path = fs.FileSystem.from_uri(url)
    return filesystem, path


def _names(url: str) -> list[str]:
    filesystem, root = _located(url)
    found = filesystem.get_file_info(fs.FileSelector(root, recursive=True, allow_not_found=True))
    names = [info.path.removeprefix(f"{root}/") for info in found if info.type == fs.FileType.File]
    return sorted(
        name
        for name in names
        if not name.rpartition("/")[2].startswith(".") and name.split("/")[0] != "runners"
    )


def _files(url: str) -> Iterator[tuple[str, bytes]]:
    """Every file; those that are joined to larger ones while we read are found in them at the second look."""
    filesystem, root = _located(url)
    known: set[str] = set()
    for _ in range(2):
        for name in _names(url):
            if name in known:
                continue
            try:
                with filesystem.open_input_stream(f"{root}/{name}", compression=None) as stream:
                    content: bytes = stream.read()
            except FileNotFoundError:
                continue
            known.add(name)
            yield name, content


def _add(tar: tarfile.TarFile, name: str, content: bytes) -> None:
    info = tarfile.TarInfo(name)
    info.size, info.mtime = len(content), int(time.time())
    tar.addfile(info, io.BytesIO(content))


def _read(tar: tarfile.TarFile, member: tarfile.TarInfo) -> bytes:
    file = tar.extractfile(member)
    assert file is not None
    return file.read()
