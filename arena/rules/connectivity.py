"""Which tiles must stay in a city? Those that connect others to the fountain (rules 6.2, 8.3)."""

from typing import TYPE_CHECKING

from librt.vecs import vec
from mypy_extensions import i64

from arena.rules.bits import bit
from arena.rules.cells import ALL_SIDES, DEPTH_SHIFT, NEEDED, OPEN_ASKED_SHIFT, UNWALKED

if TYPE_CHECKING:
    from arena.rules.city import City


def find_needed_tiles(city: "City") -> None:
    """Mark the cells of such tiles, the fountain's too (6.4)."""
    cells = city.cells
    fountain = city.index(0, 0)
    _visit(cells, bit(city.span), fountain, ALL_SIDES, 1)
    cells[fountain] |= NEEDED
    for spot in city.spots:
        cells[spot] &= UNWALKED
    city.walked = True


def _visit(cells: vec[i64], width: i64, index: i64, ways: i64, depth: i64) -> i64:
    """Walk on from a cell, through those of the sides given on which it joins another tile (8.3).

    Returns the least depth, in steps of the walk, at which a tile seen from here or beyond was first reached.
    """
    one: i64 = 1
    cell = cells[index]
    cells[index] = (cell & ~NEEDED) | (depth << DEPTH_SHIFT)
    ways &= cell >> OPEN_ASKED_SHIFT
    if ways == 0:
        return depth
    least = depth
    needed = False
    side: i64
    for side in range(4):
        if (ways >> side) & 1:
            step = width if side & 1 == 0 else one
            beside = index - step if side & 2 else index + step
            reached = cells[beside] >> DEPTH_SHIFT
            if reached == 0:
                reached = _visit(cells, width, beside, ALL_SIDES ^ (one << (side ^ 2)), depth + 1)
                if reached >= depth:
                    needed = True
            if reached < least:
                least = reached
    if needed:
        cells[index] |= NEEDED
    return least
