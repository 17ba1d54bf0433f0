"""Is a record unchanged? A short digest of every field finds damage and names the field."""

import json
from collections.abc import Iterator
from dataclasses import fields, replace
from hashlib import sha256
from typing import Any, Final

from arena.record.game import RECORD_VERSION, DecisionRecord, GameRecord, SeatRecord
from arena.untrusted import json_value

_DIGEST_BYTES: Final = 8
_TABLES: Final[dict[str, tuple[str, ...]]] = {
    "seats": tuple(field.name for field in fields(SeatRecord)),
    "decisions": tuple(field.name for field in fields(DecisionRecord)),
}
# What records of earlier versions did not have, and their seals do not cover.
_SINCE_VERSION_2: Final = frozenset(
    {
        "record_version",
        *(f"seats.{name}" for name in ("wall_ns", "cpu_ns", "stolen_ns", "charged_ns")),
        *(f"decisions.{name}" for name in ("stolen_ns", "charged_ns")),
    }
)
_SINCE_VERSION_3: Final = frozenset({"decisions.info", "decisions.disk_ns", "seats.disk_ns"})


def sealed(record: GameRecord) -> GameRecord:
    """The record with its seal."""
    return replace(record, seal=b"".join([digest for _, digest in _digests(record)]))


def broken_fields(record: GameRecord) -> list[str]:
    """The fields that are not what was sealed, such as `scores` or `decisions.wall_ns`."""
    digests = list(_digests(record))
    if len(record.seal) != len(digests) * _DIGEST_BYTES:
        others = (replace(record, record_version=version) for version in range(1, RECORD_VERSION + 1))
        fits = any(len(record.seal) == len(list(_digests(other))) * _DIGEST_BYTES for other in others)
        return ["record_version" if fits else "seal"]
    return [
        name
        for i, (name, digest) in enumerate(digests)
        if record.seal[i * _DIGEST_BYTES : (i + 1) * _DIGEST_BYTES] != digest
    ]


def to_plain(record: GameRecord) -> dict[str, Any]:
    """The record as JSON has it; bytes are written in hexadecimal digits."""
    plain: dict[str, Any] = {}
    for field in fields(GameRecord):
        value = getattr(record, field.name)
        if field.name in _TABLES:
            value = [_plain_row(row, _TABLES[field.name]) for row in value]
        plain[field.name] = value.hex() if isinstance(value, bytes) else value
    return plain


def _plain_row(row: object, names: tuple[str, ...]) -> dict[str, Any]:
    plain = {name: getattr(row, name) for name in names}
    if "info" in plain:
        plain["info"] = _plain_info(plain["info"])
    return plain


def _plain_info(text: str) -> object:
    """What a bot told; as it stands if no referee wrote it, which `verify` tells."""
    try:
        return json_value(text.encode()) if text else None
    except ValueError:
        return text


def _digests(record: GameRecord) -> Iterator[tuple[str, bytes]]:
    for name, value in _sealed_values(record):
        later = (record.record_version < 2 and name in _SINCE_VERSION_2) or (
            record.record_version < 3 and name in _SINCE_VERSION_3
        )
        if not later:
            yield name, _digest(name, value)


def _sealed_values(record: GameRecord) -> Iterator[tuple[str, object]]:
    for field in fields(GameRecord):
        value = getattr(record, field.name)
        if field.name in _TABLES:
            for name in _TABLES[field.name]:
                yield f"{field.name}.{name}", [getattr(row, name) for row in value]
        elif field.name != "seal":
            yield field.name, value


def _digest(name: str, value: object) -> bytes:
    text = json.dumps([name, value], default=bytes.hex, separators=(",", ":"))
    return sha256(text.encode("ascii")).digest()[:_DIGEST_BYTES]
