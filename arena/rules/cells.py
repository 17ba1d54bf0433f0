"""What does a cell of a city hold? Its tile, what its neighbours require and which are taken, in one number.

    bits  0-7    tile id + 1, or 0 for an empty square
    bits  8-11   marked sides of that tile: walls, or bastions
    bit   12     how it joins: ON_FOOT or BY_BASTION
    bit   13     other tiles are reached on foot only through it (connectivity.py)
    bits 16-19   sides that a tile joining on foot must have marked here
    bits 20-23   sides that it must have open (both: it cannot stand here)
    bits 24-31   the same for a tile joining by bastions
    bits 32-39   which of the squares N, NE, E, SE, S, SW, W, NW are taken
    bits 40-     steps from the fountain, while connectivity.py walks; else 0

Sides are four bits: N, E, S and W from the lowest. *Asks* are eight: the sides to be marked, then those to be open. A side of a
city is one number too: its cell times four plus 0 to 3 for N, E, S, W.
"""

from typing import Final

from mypy_extensions import i64

from arena.rules.bits import BYTE, BYTE_MASK
from arena.rules.components import BY_BASTION, ON_FOOT

TILE: Final = 0xFF
WALLS_SHIFT: Final = 8
JOIN_SHIFT: Final = 12
NEEDED: Final = 0x2000
NO_TILE: Final = ~0x3FFF  # everything but what concerns its own tile
WALL_ASKED_SHIFT: Final = 16
OPEN_ASKED_SHIFT: Final = 20
BASTION_ASKED_SHIFT: Final = 24
PLAIN_ASKED_SHIFT: Final = 28  # of a camp's sides, those without a bastion are plain
RING_SHIFT: Final = 32
DEPTH_SHIFT: Final = 40
UNWALKED: Final = (1 << DEPTH_SHIFT) - 1  # everything but the steps of the walk

ALL_SIDES: Final = 0xF
TO_BE_OPEN_SHIFT: Final = 4  # in asks
SIDE_BITS: Final = 2
SIDE_MASK: Final = 3

# Made of constants of this file alone, since mypyc works out no others before the game runs.
ANY_OPEN_ASKED: Final = ALL_SIDES << OPEN_ASKED_SHIFT
ANY_BASTION_ASKED: Final = ALL_SIDES << BASTION_ASKED_SHIFT
RING_ORTHOGONAL: Final = 0x55  # of the eight squares around one, those that share a side with it
BESIDE: Final = RING_ORTHOGONAL << RING_SHIFT
TAKEN_NE: Final = 1 << RING_SHIFT + 1
TAKEN_SE: Final = 1 << RING_SHIFT + 3
TAKEN_SW: Final = 1 << RING_SHIFT + 5
TAKEN_NW: Final = 1 << RING_SHIFT + 7


def laid(tile: i64, marks: i64, join: i64) -> i64:
    """A tile as the bits of its cell."""
    return (tile + 1) | (marks << WALLS_SHIFT) | (join << JOIN_SHIFT)


def tile_on(cell: i64) -> i64:
    """The id of its tile, or -1."""
    return (cell & TILE) - 1


def walls_of(cell: i64) -> i64:
    """The marked sides of its tile: walls, or bastions."""
    return (cell >> WALLS_SHIFT) & ALL_SIDES


def has_wall(cell: i64, side: i64) -> bool:
    """Whether side 0..3 of its tile is marked."""
    return (cell >> (WALLS_SHIFT + side)) & 1 == 1


def join_of(cell: i64) -> i64:
    """How its tile joins."""
    return (cell >> JOIN_SHIFT) & 1


def is_on_foot(cell: i64) -> bool:
    """Whether a tile stands there that joins on foot."""
    return cell & TILE != 0 and (cell >> JOIN_SHIFT) & 1 == ON_FOOT


def asks_of(cell: i64, join: i64) -> i64:
    """What its neighbours ask of a tile that joins like this."""
    return (cell >> (WALL_ASKED_SHIFT + BYTE * join)) & BYTE_MASK


def denied_asks(marks: i64) -> i64:
    """What a tile with these marked sides does not give, of all that can be asked (8.2, 13.2)."""
    return (marks ^ ALL_SIDES) | (marks << TO_BE_OPEN_SHIFT)


def joined_sides(cell: i64, join: i64) -> i64:
    """The sides on which a tile that joins like this would join its neighbours: open ones, or bastions on a wall (8.3, 13.2)."""
    if join == BY_BASTION:
        return (cell >> BASTION_ASKED_SHIFT) & ALL_SIDES
    return (cell >> OPEN_ASKED_SHIFT) & ALL_SIDES


def ring_of(cell: i64) -> i64:
    """Which of the eight squares around it are taken."""
    return (cell >> RING_SHIFT) & BYTE_MASK
