"""How are several numbers kept in one? Single bits, bytes and the sign of a whole number of 64 bits.

What the bits of a number mean is said where the number belongs: cells in cells.py, compact actions in compact.py, steps in
steps.py, purses in money.py, choices in codes.py.
"""

from typing import Final

from mypy_extensions import i64

BYTE: Final = 8
BYTE_MASK: Final = 0xFF
SIGN: Final = 63  # shifted right so far, a number is -1 if it was below 0, else 0


def bit(n: i64) -> i64:
    """The number that has bit n alone, n up to 62."""
    return _shifted(1, n)


def _shifted(number: i64, n: i64) -> i64:
    """A number that is passed has 64 bits when it is compiled; a constant that is shifted is a C int."""
    return number << n


def byte_at(number: i64, i: i64) -> i64:
    """Byte i of a number, counted from the lowest."""
    return (number >> (BYTE * i)) & BYTE_MASK
