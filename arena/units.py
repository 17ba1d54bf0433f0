"""Units: what a second and a mebibyte are made of."""

from typing import Final

SECOND_NS: Final = 1_000_000_000
MIB: Final = 1024 * 1024
