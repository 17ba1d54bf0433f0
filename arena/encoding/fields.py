"""A field: some numbers of an array that belong together, with their name, range and meaning."""

from typing import Final


class Field:
    """One entry of a layout. `start` is its first column, once a layout has given it one."""

    def __init__(self, name: str, size: int, low: int, high: int, meaning: str) -> None:
        self.name: Final = name
        self.size: Final = size
        self.low: Final = low
        self.high: Final = high
        self.meaning: Final = meaning
        self.start = 0

    def __repr__(self) -> str:
        return f"<Field {self.name}: {self.start} to {self.start + self.size - 1}>"


def flag(name: str, meaning: str) -> Field:
    """A number that is 0 or 1."""
    return Field(name, 1, 0, 1, meaning)


def flags(name: str, size: int, meaning: str) -> Field:
    """Numbers that are 0 or 1 each."""
    return Field(name, size, 0, 1, meaning)


def arranged(fields: list[Field]) -> list[Field]:
    """The fields one after the other."""
    start = 0
    for field in fields:
        field.start = start
        start += field.size
    return fields


def width_of(fields: list[Field]) -> int:
    """How many numbers the fields have together."""
    return sum([field.size for field in fields])
