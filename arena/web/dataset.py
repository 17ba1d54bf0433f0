"""The games of an event as a data set: Parquet files, standings, a card that explains them, and checksums."""

import hashlib
import tarfile
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from arena import __version__
from arena.ladder import LadderFile, LadderFolder, LadderState, standings_rows, table_bytes
from arena.rules import RULES_VERSION
from arena.web.event_context import EventContext

COLUMNS: Final = {
    "match": "name of the match",
    "game": "number of the game in its match, from 1",
    "set": "number of the set; its games share a deal where deals are duplicated",
    "rules": "edition, modules and options",
    "rules_version": "version of the rules and of the component tables",
    "generator": "version of the random generator",
    "seed": "what the deal came from: with rules and decisions it gives the whole game",
    "salt": "with the seed it gives the commitment",
    "commitment": "what the bots were told before the game",
    "time_control": "seconds in the bank + seconds a decision",
    "limits": "limits of memory, processes, cores and disk",
    "tier": "protection of the sandbox; 1 is the best",
    "started_ns": "when it began, in nanoseconds since 1970",
    "seats": "list by seat: bot, version (content hash), termination, and five times in nanoseconds",
    "decisions": "list in order: seat, action, five times in nanoseconds, house, id, info",
    "scores": "points by seat",
    "ranks": "rank by seat; 1 is the winner",
    "void": "whether the host broke it; such a game does not count",
    "void_reason": "why it is void",
    "events_digest": "digest of all events, secrets included",
    "record_version": "version of these columns",
    "seal": "digest of every field as it was written",
    "annulled": "why it counts no more; empty if it counts",
}
"""The columns of the Parquet files; all but the last as in a store (docs/records.md)."""
PRIVATE: Final = "sentence"  # what went wrong in a bot is for its team
_SCHEMA_SEAT: Final = "seats"


def write_dataset(context: EventContext, out: Path) -> dict[str, int]:
    """Write the data set as a .tar, whole or not at all: the number of games of each file."""
    out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=out.parent, prefix=".dataset-") as work:
        folder = Path(work)
        counts: dict[str, int] = {}
        for name, ladder, ladder_folder in _ladders(context):
            ladder_state = LadderState(ladder, ladder_folder)
            ladder_state.refresh()
            counts[f"{name}.parquet"] = _write_games(ladder_state, ladder_folder, folder / f"{name}.parquet")
            standings = table_bytes(standings_rows(ladder_state), "csv")
            (folder / f"{name}-standings.csv").write_bytes(standings)
        (folder / "README.md").write_text(_card(context, counts), encoding="utf-8")
        sums = [f"{_digest(path)}  {path.name}\n" for path in sorted(folder.iterdir())]
        (folder / "SHA256SUMS").write_text("".join(sums), encoding="utf-8")
        unfinished = folder / ".tar"
        with tarfile.open(unfinished, "w") as tar:
            for path in sorted(folder.iterdir()):
                if path != unfinished:
                    tar.add(path, f"{context.event.path.stem}-games/{path.name}", filter=_plain)
        unfinished.replace(out)
    return counts


def _ladders(context: EventContext) -> Iterator[tuple[str, LadderFile, LadderFolder]]:
    yield "ladder", context.event.ladder, context.ladder_folder
    if context.event.final is not None and context.final_folder is not None:
        yield "finals", context.event.final, context.final_folder


def _write_games(ladder_state: LadderState, ladder_folder: LadderFolder, path: Path) -> int:
    """All games of a ladder, part by part: a ladder may have more than fits into memory."""
    reasons = {
        (one.match, one.game, one.started_ns): annulment.reason
        for one, annulment in ladder_state.results.annulled()
    }
    names = [name for name in COLUMNS if name != "annulled"]
    store, told, count = ladder_folder.games, set[bytes](), 0
    writer: Any = None
    try:
        for _, table in store.unread(set(), lambda part: store.columns(part, names)):
            fresh = [seal not in told for seal in table.column("seal").to_pylist()]
            told.update(table.column("seal").to_pylist())
            shown = _shown(table.filter(pa.array(fresh)), reasons)
            writer = writer or pq.ParquetWriter(path, shown.schema, compression="zstd")
            writer.write_table(shown)
            count += shown.num_rows
        if writer is None:
            empty = pa.schema([(name, pa.string()) for name in COLUMNS])
            pq.write_table(empty.empty_table(), path)
    finally:
        if writer is not None:
            writer.close()
    return count


def _shown(table: Any, reasons: dict[tuple[str, int, int], str]) -> Any:
    """A table without what is a team's own, and with why a game counts no more."""
    lists = table.column(_SCHEMA_SEAT).combine_chunks()
    inner = pc.list_flatten(lists)
    fields = [field for field in inner.type if field.name != PRIVATE]
    seats = pa.StructArray.from_arrays([pc.struct_field(inner, one.name) for one in fields], fields=fields)
    ends = pc.cumulative_sum(pc.list_value_length(lists))
    offsets = pa.concat_arrays([pa.array([0], ends.type), ends])
    at = table.column_names.index(_SCHEMA_SEAT)
    table = table.set_column(at, _SCHEMA_SEAT, pa.ListArray.from_arrays(offsets.cast(pa.int32()), seats))
    keys = zip(*(table.column(name).to_pylist() for name in ("match", "game", "started_ns")), strict=True)
    annulled = pa.array([reasons.get(key, "") for key in keys], pa.string())
    return table.append_column("annulled", annulled).replace_schema_metadata(None)


def _card(context: EventContext, counts: dict[str, int]) -> str:
    event = context.event
    licence = (
        f"{event.licence}."
        if event.licence
        else "The organiser has stated none: ask before you publish the games elsewhere."
    )
    files = "\n".join(f"| `{name}` | {count} games, one row each |" for name, count in counts.items())
    tables = "\n".join(f"| `{name}` | {meaning} |" for name, meaning in COLUMNS.items())
    return f"""# Games of {event.title}

Written {datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")} by arena {__version__}, rules {RULES_VERSION}.
The rules played: `{event.ladder.settings.config}`, with {event.ladder.settings.control} seconds for a bot.

| file | what is in it |
|---|---|
{files}
| `*-standings.csv` | rating, interval, team and version of every bot; `version` joins it to `seats` |
| `SHA256SUMS` | checksums: `sha256sum --check SHA256SUMS` |

## Licence
{licence}

## Columns
| column | meaning |
|---|---|
{tables}

Leave out games with `void` or `annulled` when you count results.

## Reading it
```python
import pyarrow.parquet as pq
games = pq.read_table("ladder.parquet")
print(games.num_rows, games["scores"][0])
```

```python
import duckdb
seats = "SELECT unnest(seats) AS seat, unnest(ranks) AS rank FROM 'ladder.parquet' WHERE NOT void"
print(duckdb.sql(f"SELECT seat.bot, count(*), avg((rank = 1)::INT) FROM ({{seats}}) GROUP BY ALL"))
```
"""


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _plain(entry: tarfile.TarInfo) -> tarfile.TarInfo:
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = ""
    entry.mode = 0o644
    return entry
