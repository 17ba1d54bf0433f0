"""One file of records: written whole, checked, and named by its content.

The name ends with a digest of all bytes, so that a change of any bit is found, even where the checksums of Parquet's
pages do not cover.
"""

import io
import re
from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq

from arena.record import GameRecord
from arena.store.folder import StoreError
from arena.store.schema import (
    OLDER,
    SCHEMA,
    VERSION,
    VERSION_KEY,
    from_older,
    from_row,
    has_holes,
    to_table,
)
from arena.untrusted import one_line

SUFFIX: Final = ".parquet"
_NAME: Final = re.compile(r"games-\d{20}-([0-9a-f]{32})\.parquet")


def encode(records: list[GameRecord]) -> bytes:
    """Records as the content of a part."""
    return encoded(to_table(records))


def join(parts: Iterable[tuple[str, bytes]]) -> bytes:
    """The records of several parts as the content of one; a record that is in more than one of them is in it once."""
    whole = pa.concat_tables([_checked(path, content, SCHEMA.names) for path, content in parts])
    rows: dict[bytes, list[int]] = {}
    for row, seal in enumerate(whole.column("seal").to_pylist()):
        known = rows.setdefault(seal, [])
        # A seal says what a record should be; only one that is so in every field is the same.
        if not any(whole.slice(one, 1).to_pylist() == whole.slice(row, 1).to_pylist() for one in known):
            known.append(row)
    return encoded(whole.take(pa.array(sorted(row for known in rows.values() for row in known), pa.int64())))


def name_of(content: bytes, written_ns: int) -> str:
    """The name of a part with this content: sorted by time, and shared only by a part with the very same content."""
    return f"games-{written_ns:020}-{_digest(content)}{SUFFIX}"


def decode(path: str, content: bytes, game: int | None = None, decisions: bool = True) -> list[GameRecord]:
    """The records of a part, or only those of one game number; with or without decisions."""
    table = _checked(path, content, [name for name in SCHEMA.names if decisions or name != "decisions"])
    if game is not None:
        numbers: list[int] = table.column("game").to_pylist()
        rows = [row for row, number in enumerate(numbers) if number == game]
        table = table.take(pa.array(rows, pa.int64()))
    return [from_row(row) for row in table.to_pylist()]


def columns(path: str, content: bytes, names: Sequence[str]) -> Any:
    """Some columns that the records of all versions have alike, as an Arrow table; `seats.version` is a field of a list."""
    return _checked(path, content, names, as_today=False)


def encoded(table: Any) -> bytes:
    """A table of records as the content of a part."""
    content = io.BytesIO()
    pq.write_table(table, content, compression="zstd", write_page_checksum=True)
    return content.getvalue()


def _checked(path: str, content: bytes, names: Sequence[str], as_today: bool = True) -> Any:
    named = _NAME.fullmatch(path.rpartition("/")[2])
    if named is None:
        raise StoreError(f"{path}: not a part of a store of games")
    if named[1] != _digest(content):
        raise StoreError(f"{path}: damaged, its {len(content)} bytes are not what was written")
    try:
        return _table(path, content, names, as_today)
    except (pa.ArrowException, OSError) as wrong:
        raise StoreError(f"{path}: not readable as Parquet ({one_line(str(wrong))})") from None


def _table(path: str, content: bytes, names: Sequence[str], as_today: bool) -> Any:
    # Without threads of pyarrow's own: a part is small, and a process that ends while they do can be aborted.
    file = pq.ParquetFile(pa.BufferReader(content), page_checksum_verification=True, pre_buffer=False)
    schema = file.schema_arrow
    version = (schema.metadata or {}).get(VERSION_KEY)
    if version is None:
        raise StoreError(f"{path}: not a part of a store of games")
    older = version in OLDER and schema.equals(OLDER[version])
    if not older and (version != VERSION or not schema.equals(SCHEMA)):
        raise StoreError(
            f"{path}: records of version {version.decode(errors='replace')}, but this arena reads {min(OLDER).decode()} to {VERSION.decode()}"
        )
    present = [name for name in names if name.partition(".")[0] in schema.names]
    # In the file the entries of a list have a name of their own.
    table = file.read(columns=[name.replace(".", ".list.element.") for name in present], use_threads=False)
    table.validate(full=True)  # texts that are none, lists that end before they begin
    if hole := next((name for name in table.column_names if has_holes(table.column(name))), None):
        raise StoreError(f"{path}: {hole}: is missing in a record")
    return from_older(table, version) if older and as_today else table


def _digest(content: bytes) -> str:
    return sha256(content).hexdigest()[:32]
