"""What are the Parquet columns of a record? One row for each game, with lists of seats and decisions."""

from typing import Any, Final

import pyarrow as pa

from arena.record import RECORD_VERSION, DecisionRecord, GameRecord, SeatRecord

VERSION_KEY: Final = b"arena.record"
VERSION: Final = str(RECORD_VERSION).encode()

_TIMES: Final = ("wall_ns", "cpu_ns", "stolen_ns", "charged_ns", "disk_ns")
_SEAT: Final = pa.struct(
    [
        ("bot", pa.string()),
        ("version", pa.string()),
        ("termination", pa.string()),
        ("sentence", pa.string()),
        *((name, pa.int64()) for name in _TIMES),
    ]
)
_DECISION: Final = pa.struct(
    [
        ("seat", pa.int8()),
        ("action", pa.string()),
        *((name, pa.int64()) for name in _TIMES),
        ("house", pa.bool_()),
        ("id", pa.int64()),
        ("info", pa.string()),
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
        ("record_version", pa.int8()),
        ("seal", pa.binary()),
    ],
    metadata={VERSION_KEY: VERSION},
)


def _without(struct: Any, *names: str) -> Any:
    return pa.struct([field for field in struct if field.name not in names])


_FIRST_SEAT: Final = _without(_SEAT, *_TIMES)
_FIRST_DECISION: Final = _without(_DECISION, "stolen_ns", "charged_ns", "info", "disk_ns")
_SECOND_SEAT: Final = _without(_SEAT, "disk_ns")
_SECOND_DECISION: Final = _without(_DECISION, "info", "disk_ns")


def _older(types: dict[str, Any], without: str = "") -> Any:
    return pa.schema(
        [(field.name, types.get(field.name, field.type)) for field in SCHEMA if field.name != without]
    )


# By version, the schema of records before today's.
OLDER: Final = {
    b"1": _older(
        {"seats": pa.list_(_FIRST_SEAT), "decisions": pa.list_(_FIRST_DECISION)}, without="record_version"
    ),
    b"2": _older({"seats": pa.list_(_SECOND_SEAT), "decisions": pa.list_(_SECOND_DECISION)}),
}


def to_table(records: list[GameRecord]) -> Any:
    """Records as an Arrow table."""
    return pa.Table.from_pylist([_row(record) for record in records], schema=SCHEMA)


def from_older(table: Any, version: bytes) -> Any:
    """A table of an older version in the columns of today: the first charged what passed, neither has info or waits for disks."""
    rows = table.to_pylist()
    for row in rows:
        if version == b"1":
            row["record_version"] = 1
        if "seats" in row:
            row["seats"] = [{**dict.fromkeys(_TIMES, 0), **seat} for seat in row["seats"]]
        if "decisions" in row:
            row["decisions"] = [
                {"stolen_ns": 0, "charged_ns": one["wall_ns"], **one, "info": "", "disk_ns": 0}
                for one in row["decisions"]
            ]
    columns = [field for field in SCHEMA if field.name in ("record_version", *table.column_names)]
    return pa.Table.from_pylist(rows, schema=pa.schema(columns, metadata=SCHEMA.metadata))


def has_holes(array: Any) -> bool:
    """Whether a value is missing anywhere in a column, which no record of ours has."""
    if array.null_count:
        return True
    kind = array.type
    if not pa.types.is_list(kind) and not pa.types.is_struct(kind):
        return False
    for chunk in array.chunks if isinstance(array, pa.ChunkedArray) else [array]:
        inner = chunk.flatten()
        if any(has_holes(one) for one in (inner if pa.types.is_struct(kind) else [inner])):
            return True
    return False


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
