"""What does a tile require of the squares around it? Tables for the building rules (8.2, 8.5, 13.2).

The bits are those of a cell (cells.py).
"""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from arena.rules.bits import bit
from arena.rules.cells import (
    BASTION_ASKED_SHIFT,
    OPEN_ASKED_SHIFT,
    PLAIN_ASKED_SHIFT,
    RING_ORTHOGONAL,
    RING_SHIFT,
    WALL_ASKED_SHIFT,
)

# What the side N of a cell can be asked; shifted by 1 to 3, the sides E, S and W.
_WALL: Final = 1 << WALL_ASKED_SHIFT
_OPEN: Final = 1 << OPEN_ASKED_SHIFT
_BASTION: Final = 1 << BASTION_ASKED_SHIFT
_PLAIN: Final = 1 << PLAIN_ASKED_SHIFT


def _ask_table() -> vec[i64]:
    """What a side asks of the neighbour across, and that it is taken, as bits of the neighbour's cell: by join, marked or not, and side."""
    open_side = _OPEN | _BASTION | _PLAIN  # open too; a bastion or plain camp side may not touch it (13.2)
    wall = _WALL | _BASTION  # another wall, or a bastion
    plain = _WALL | _OPEN | _PLAIN  # of a camp: only the plain side of another camp
    bastion = _WALL | _BASTION | _PLAIN  # a wall, not another bastion
    table = vec[i64]()
    for asks in (open_side, wall, plain, bastion):
        for side in range(4):
            facing = (side + 2) % 4
            table = append(table, asks << facing | bit(RING_SHIFT + 2 * facing))
    return table


def _forget_table() -> vec[i64]:
    """By side: all bits of the neighbour's cell but those that the side can ask, and that it is taken."""
    table = vec[i64]()
    for side in range(4):
        facing = (side + 2) % 4
        asks = (_WALL | _OPEN | _BASTION | _PLAIN) << facing
        table = append(table, ~(asks | bit(RING_SHIFT + 2 * facing)))
    return table


ASKS: Final = _ask_table()
FORGET: Final = _forget_table()


def _hole_table() -> vec[i64]:
    """For each ring of taken squares: 1 if a tile in the middle leaves the empty squares beside it in one piece (8.5).

    All empty squares hang together before, and the city does too; then the empty squares next to the middle still hang
    together exactly if they do so round the ring. Two separate arcs of the ring cannot meet again elsewhere: the way round would
    cut the city in two.
    """
    table = vec[i64]()
    for ring in range(256):
        arcs = 0
        for i in range(8):
            if not ring >> i & 1 and ring >> (i + 7) % 8 & 1:
                arc = 0
                j = i
                while not ring >> j % 8 & 1:
                    arc |= bit(j % 8)
                    j += 1
                arcs += 1 if arc & RING_ORTHOGONAL else 0
        table = append(table, 1 if arcs <= 1 else 0)
    return table


NO_HOLE: Final = _hole_table()
