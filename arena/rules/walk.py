"""Which tiles may leave a city? Those on which no other depends (rules 6.2, 8.3, 8.5, 13.2)."""

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from arena.rules.squares import RING_ORTHOGONAL

if TYPE_CHECKING:
    from arena.rules.city import City

NEEDED: Final = 128  # above every depth of a walk, since no city has so many tiles
NO_PARENT: Final = -1


def find_loose_cells(city: "City") -> None:
    """Note in a city the cells whose tile can go, ascending; never the fountain's (6.4)."""
    one: i64 = 1
    cells = city.cells
    spots = city.spots
    if len(city.depths) != len(cells):
        city.depths = vec[u8]([0] * (one << (2 * city.span)))
    # By cell: how many steps the walk had taken when it first came here, and NEEDED if a tile beyond is reached only through here.
    depths = city.depths
    if len(city.loose) < len(spots):
        city.loose = vec[i64]([0] * (len(spots) + 8))
    loose = city.loose
    camps = city.camps > 0
    fountain = city.index(0, 0)
    _visit(cells, depths, one << city.span, fountain, NO_PARENT, 1)
    depths[fountain] |= NEEDED
    found: i64 = 0
    for spot in spots:
        depth = depths[spot]
        depths[spot] = 0
        if depth < NEEDED and (cells[spot] >> 32) & RING_ORTHOGONAL != RING_ORTHOGONAL:
            if not camps or not city.holds_up_camp(spot):
                loose[found] = spot
                found += 1
    city.loose_count = found


def _visit(cells: vec[i64], depths: vec[u8], width: i64, index: i64, parent: i64, depth: i64) -> i64:
    """Walk on from a cell on foot (8.3); returns the least depth at which a tile seen from here or beyond was reached."""
    depths[index] = u8(depth)
    one: i64 = 1
    least = depth
    doors = (cells[index] >> 20) & 15
    side: i64
    for side in range(4):
        if (doors >> side) & 1:
            step = width if side & 1 == 0 else one
            beside = index - step if side & 2 else index + step
            reached = i64(depths[beside] & (NEEDED - 1))
            if reached == 0:
                reached = _visit(cells, depths, width, beside, index, depth + 1)
                if reached >= depth:
                    depths[index] |= NEEDED
            if beside != parent and reached < least:
                least = reached
    return least
