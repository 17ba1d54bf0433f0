"""Where in a city can tiles go, and which can be removed? (rules 6, 8, 13.2)"""

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from arena.rules.bits import BYTE, BYTE_MASK, SIGN
from arena.rules.cells import (
    BESIDE,
    JOIN_SHIFT,
    NEEDED,
    RING_SHIFT,
    TILE,
    WALL_ASKED_SHIFT,
)
from arena.rules.codes import ASKS_SHIFT, FITS_HIGH, FITS_LOW, CellList
from arena.rules.compact import TILE_SHIFT
from arena.rules.components import BY_BASTION, FOUNTAIN
from arena.rules.connectivity import find_needed_tiles
from arena.rules.squares import NO_HOLE

if TYPE_CHECKING:
    from arena.rules.city import City

FOUNTAIN_CELL: Final[i64] = FOUNTAIN.id + 1


def survey_frontier(city: "City", sites: CellList, joining: i64, join: i64) -> None:
    """Collect the empty cells that a tile joining like this could go to: those with any of the bits `joining`."""
    cells = city.cells
    items = sites.room_for(len(city.frontier))
    no_hole = NO_HOLE
    fits_low = FITS_LOW
    fits_high = FITS_HIGH
    squares = city.squares
    asked = WALL_ASKED_SHIFT + BYTE * join
    found: i64 = 0
    low: i64 = 0
    high: i64 = 0
    for index in city.frontier:
        cell = cells[index]
        asks = (cell >> asked) & BYTE_MASK
        # Without branches, since nobody can foresee which cells are kept: -1 for those, 0 for others.
        kept = -no_hole[(cell >> RING_SHIFT) & BYTE_MASK] & (-(cell & joining) >> SIGN)
        items[found] = (asks << ASKS_SHIFT) + squares[index]
        found -= kept
        low += fits_low[asks] & kept
        high += fits_high[asks] & kept
    sites.count = found
    sites.low = low
    sites.high = high


def survey_tiles(city: "City") -> None:
    """Collect the stands, and the tiles that may leave (6.2): no other is reached through them, no hole stays behind, no camp falls."""
    if not city.walked:
        find_needed_tiles(city)
    cells = city.cells
    stands = city.stands.room_for(len(city.spots))
    loose = city.loose.room_for(len(city.spots))
    fits_low = FITS_LOW
    fits_high = FITS_HIGH
    squares = city.squares
    camps = city.camps > 0
    found: i64 = 0
    found_loose: i64 = 0
    low: i64 = 0
    high: i64 = 0
    for index in city.spots:
        cell = cells[index]
        tile = cell & TILE
        if tile != FOUNTAIN_CELL and (cell >> JOIN_SHIFT) & 1 != BY_BASTION:
            asks = (cell >> WALL_ASKED_SHIFT) & BYTE_MASK
            stands[found] = (asks << ASKS_SHIFT) + squares[index]
            found += 1
            low += fits_low[asks]
            high += fits_high[asks]
        free = (-(~cell & BESIDE) >> SIGN) & ~(-(cell & NEEDED) >> SIGN)  # -1 or 0
        if camps and free and city.holds_up_camp(index):
            free = 0
        loose[found_loose] = (tile - 1) << TILE_SHIFT
        found_loose -= free
    city.stands.count = found
    city.stands.low = low
    city.stands.high = high
    city.loose.count = found_loose
