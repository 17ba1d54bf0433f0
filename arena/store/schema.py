"""What are the Parquet columns of a record? One row for each game, with lists of seats and decisions."""

from typing import Any, Final

import pyarrow as pa

from arena.record import DecisionRecord, GameRecord, SeatRecord

VERSION_KEY: Final = b"arena.record"
VERSION: Final = b"1"

_SEAT: Final = pa.struct(
    [
        ("bot", pa.string()),
        ("version", pa.string()),
        ("termination", pa.string()),
        ("sentence", pa.string()),
    ]
)
_DECISION: Final = pa.struct(
    [
        ("seat", pa.int8()),
        ("action", pa.string()),
        ("wall_ns", pa.int64()),
        ("cpu_ns", pa.int64()),
        ("house", pa.bool_()),
        ("id", pa.int64()),
    ]
)
SCHEMA: Final = pa.schema(
    [
        ("match", pa.string()),
        ("game", pa.int64()),
        ("set", pa.int64()),
        ("rules", pa.string()),
        ("rules_version", pa.string()),
        ("generator", pa.string()),
        ("seed", pa.binary()),
        ("salt", pa.binary()),
        ("commitment", pa.binary()),
        ("time_control", pa.string()),
        ("limits", pa.string()),
        ("tier", pa.int8()),
        ("started_ns", pa.int64()),
        ("seats", pa.list_(_SEAT)),
        ("decisions", pa.list_(_DECISION)),
        ("scores", pa.list_(pa.int32())),
        ("ranks", pa.list_(pa.int8())),
        ("void", pa.bool_()),
        ("void_reason", pa.string()),
        ("events_digest", pa.binary()),
        ("seal", pa.binary()),
    ],
    metadata={VERSION_KEY: VERSION},
)


def to_table(records: list[GameRecord]) -> Any:
    """Records as an Arrow table."""
    return pa.Table.from_pylist([_row(record) for record in records], schema=SCHEMA)


def from_row(row: dict[str, Any]) -> GameRecord:
    """The record of one row."""
    row = dict(row)
    row["seats"] = tuple([SeatRecord(**seat) for seat in row["seats"]])
    row["decisions"] = tuple([DecisionRecord(**decision) for decision in row.get("decisions", ())])
    row["scores"] = tuple(row["scores"])
    row["ranks"] = tuple(row["ranks"])
    return GameRecord(**row)


def _row(record: GameRecord) -> dict[str, Any]:
    row = {name: getattr(record, name) for name in SCHEMA.names}
    row["seats"] = [_fields(seat, _SEAT) for seat in record.seats]
    row["decisions"] = [_fields(decision, _DECISION) for decision in record.decisions]
    return row


def _fields(value: object, struct: Any) -> dict[str, Any]:
    return {field.name: getattr(value, field.name) for field in struct}
