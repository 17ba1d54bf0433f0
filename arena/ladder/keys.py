"""How are the keys of a TOML table read? Each is checked once and named in the error if it is wrong."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Final, TypeVar

from arena.untrusted import Unreadable, read_limited, shown, shown_key, toml_table, why_unread

Checked = TypeVar("Checked")
LONGEST_TEXT: Final = 500
LONGEST_PROSE: Final = 20_000
YEARS: Final = range(2000, 9000)  # a date near the ends of the calendar has none in another zone


class LadderError(ValueError):
    """A ladder that cannot be run as its file asks; the text names the key."""


def load_toml(path: Path, check: Callable[[dict[str, Any], Path], Checked]) -> Checked:
    """What `check` makes of a TOML file; whatever is wrong names the file."""
    try:
        table = toml_table(read_limited(path))
    except OSError as error:
        raise LadderError(f"{path}: {why_unread(error)}") from None
    except Unreadable as error:
        raise LadderError(f"{path}: {error}") from None
    try:
        return check(table, path)
    except LadderError as error:
        raise LadderError(f"{path}: {error}") from None


_NONE: object = object()


class Keys:
    """The keys of one table; `done` finds those that nobody asked for."""

    def __init__(self, table: object, prefix: str = "") -> None:
        self._prefix = prefix
        if not isinstance(table, Mapping):
            raise LadderError(f"{prefix.rstrip('.')}: must be a table, not {shown(table)}")
        self._table = table
        self._asked: set[str] = set()

    def text(self, key: str, default: str | None = None) -> str:
        value = self._value(key, default)
        if value == default == "":
            return default
        if not isinstance(value, str) or not value or not value.isprintable() or len(value) > LONGEST_TEXT:
            raise self._wrong(key, f"must be one line of text, not {shown(value)}")
        return value

    def prose(self, key: str) -> str:
        """A text of any number of lines; empty if there is none."""
        value = self._value(key, "")
        if not isinstance(value, str) or len(value) > LONGEST_PROSE or "\0" in value:
            raise self._wrong(
                key, f"must be a text of at most {LONGEST_PROSE} characters, not {shown(value)}"
            )
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        value = self._value(key, [])
        if not isinstance(value, list) or not all(isinstance(item, str) and item for item in value):
            raise self._wrong(key, "must be a list of texts")
        return tuple(value)

    def choice(self, key: str, among: Sequence[str], default: str | None = None) -> str:
        value = self._value(key, default)
        if value not in among:
            raise self._wrong(key, f"{shown(value)} is not one of {', '.join(among)}")
        return str(value)

    def whole(self, key: str, low: int, high: int, default: int | None = None) -> int:
        value = self._value(key, default)
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise self._wrong(key, f"must be a whole number from {low} to {high}, not {shown(value)}")
        return value

    def number(self, key: str, low: float, high: float, default: float) -> float:
        value = self._value(key, default)
        if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
            raise self._wrong(key, f"must be a number from {low:g} to {high:g}, not {shown(value)}")
        return float(value)

    def flag(self, key: str, default: bool) -> bool:
        value = self._value(key, default)
        if not isinstance(value, bool):
            raise self._wrong(key, f"must be true or false, not {shown(value)}")
        return value

    def moment(self, key: str) -> datetime | None:
        """A date with its time and zone; None if there is none."""
        if not self.has(key):
            self._asked.add(key)
            return None
        value = self._value(key, None)
        if not isinstance(value, datetime) or value.tzinfo is None or value.year not in YEARS:
            raise self._wrong(
                key, f"must be a date with time and zone, such as 2026-05-01T09:00:00Z, not {shown(value)}"
            )
        return value

    def tables(self, key: str) -> Sequence[object]:
        value = self._value(key, [])
        if not isinstance(value, list):
            raise self._wrong(key, "must be a list of tables")
        return value

    def table(self, key: str) -> object:
        return self._value(key, {})

    def has(self, key: str) -> bool:
        return key in self._table

    def done(self) -> None:
        """Every key was asked for, or it is a slip of the keyboard."""
        for key in self._table:
            if key not in self._asked:
                raise self._wrong(key, f"no such key; there are {', '.join(sorted(self._asked))}")

    def _value(self, key: str, default: object) -> object:
        self._asked.add(key)
        value = self._table.get(key, _NONE)
        if value is not _NONE:
            return value
        if default is None:
            raise self._wrong(key, "is missing")
        return default

    def _wrong(self, key: str, what: str) -> LadderError:
        return LadderError(f"{self._prefix}{shown_key(key)}: {what}")
