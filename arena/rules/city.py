"""Where may a tile stand? A player's city on a grid without edge (rules 6.4, 8, 13.2, 13.3).

The grid is a square window that doubles when a tile comes near its border. Every cell knows, besides its own tile,
what its four neighbours ask of a tile laid there and which of the eight squares around it are taken. Both are kept up
when a tile comes or goes, so that whether a tile fits is one look at one cell.

A cell is packed into one number:

    bits  0-7    tile id + 1, or 0 for an empty square
    bits  8-11   marked sides of that tile: walls, or bastions
    bit   12     how it joins: ON_FOOT or BY_BASTION
    bits 16-19   sides that a tile joining on foot must have marked here
    bits 20-23   sides that it must have open (both: it cannot stand here)
    bits 24-31   the same for a tile joining by bastions
    bits 32-39   which of the squares N, NE, E, SE, S, SW, W, NW are taken
"""

from typing import Final

from librt.vecs import append, remove, vec
from mypy_extensions import i64, u8

from arena.rules.components import BOOK, BY_BASTION, FOUNTAIN, TileBook
from arena.rules.money import Codes
from arena.rules.squares import ASKS, FORGET, NO_HOLE, RING_ORTHOGONAL
from arena.rules.values import contains, insert
from arena.rules.walk import find_loose_cells

FIRST_SPAN: Final = 4  # the first window is 16 x 16
TILE: Final = 0xFF
NO_SQUARE: Final = -1
ON_FOOT_OPEN: Final = 0xF << 20
BASTION_ASKED: Final = 0xF << 24
SQUARE_BITS: Final = 0xFFFF << 14
ONE_UP_AND_RIGHT: Final = 1 << 14 | 1 << 22  # in the bits of a compact action
UNKNOWN: Final = -1
FOUNTAIN_CELL: Final[i64] = FOUNTAIN.id + 1

# Ring bits, by the direction in which the taken square lies.
_TAKEN_N: Final = 1 << 32
_TAKEN_NE: Final = 1 << 33
_TAKEN_E: Final = 1 << 34
_TAKEN_SE: Final = 1 << 35
_TAKEN_S: Final = 1 << 36
_TAKEN_SW: Final = 1 << 37
_TAKEN_W: Final = 1 << 38
_TAKEN_NW: Final = 1 << 39


class City:
    """One player's tiles. Copied only when it changes while shared: see `own` in state.py."""

    def __init__(
        self, span: i64, cells: vec[i64], frontier: vec[i64], spots: vec[i64], counts: vec[i64]
    ) -> None:
        self.span = span  # the window is 2**span squares wide
        self.cells = cells
        self.frontier = frontier  # empty cells beside a tile, ascending
        self.spots = spots  # taken cells, ascending
        self.counts = counts  # tiles of each kind (9.5)
        self.camps: i64 = 0  # tiles that join by bastions
        self.shared = False
        self.wall: i64 = -1  # longest wall, once it was asked for
        # Worked out when asked for, and known until the next change. The lists keep their memory; only the first so many count.
        self.loose: vec[i64] = vec[i64]()  # removable cells
        self.loose_count: i64 = UNKNOWN
        self.depths: vec[u8] = vec[u8]()  # by cell, for the walk that finds them: all zero between walks
        self.sites: vec[i64] = vec[i64]()  # empty cells that some tile on foot could join, and what they ask
        self.site_count: i64 = UNKNOWN
        self.stands: vec[i64] = vec[i64]()  # tiles on foot, but the fountain, and what their cells ask
        self.stand_count: i64 = UNKNOWN
        self.camp_sites: vec[i64] = vec[i64]()  # the same as sites, for tiles that join by bastions
        self.camp_site_count: i64 = UNKNOWN
        self.runs: vec[i64] = vec[i64]()  # for search, by walls of a tile: the longest run that it could join

    def copy(self) -> "City":
        """A city of its own with the same tiles, of which nothing is worked out yet."""
        city = City(self.span, self.cells[:], self.frontier[:], self.spots[:], self.counts[:])
        city.camps = self.camps
        return city

    def index(self, x: i64, y: i64) -> i64:
        """The cell of a square, or NO_SQUARE if it lies outside the window (so no tile is near)."""
        one: i64 = 1
        half = one << (self.span - 1)
        if x < 1 - half or y < 1 - half or x >= half - 1 or y >= half - 1:
            return NO_SQUARE
        return ((y + half) << self.span) + x + half

    def x_of(self, index: i64) -> i64:
        """The column of a cell; the fountain's is 0."""
        one: i64 = 1
        return (index & ((one << self.span) - 1)) - (one << (self.span - 1))

    def y_of(self, index: i64) -> i64:
        """The row of a cell; the fountain's is 0."""
        one: i64 = 1
        return (index >> self.span) - (one << (self.span - 1))

    def square_code(self, index: i64) -> i64:
        """The square of a cell as the bits of a compact action (action.py)."""
        one: i64 = 1
        mask = (one << self.span) - 1
        return ((index & mask) << 14) + ((index >> self.span) << 22) + self.corner_code()

    def corner_code(self) -> i64:
        """The square of cell 0 as the bits of a compact action."""
        one: i64 = 1
        return (128 - (one << (self.span - 1))) * ONE_UP_AND_RIGHT

    def tile_at(self, x: i64, y: i64) -> i64:
        """The id of the tile on a square, or -1."""
        index = self.index(x, y)
        return -1 if index < 0 else (self.cells[index] & TILE) - 1

    def cell_of(self, tile: i64) -> i64:
        """The cell of a tile, or NO_SQUARE if the city does not hold it."""
        for spot in self.spots:
            if (self.cells[spot] & TILE) - 1 == tile:
                return spot
        return NO_SQUARE

    def put(self, book: TileBook, tile: i64, x: i64, y: i64) -> None:
        """Lay a tile on an empty square."""
        one: i64 = 1
        margin = (one << (self.span - 1)) - 3
        if x < -margin or y < -margin or x > margin or y > margin:
            self._widen()
        index = self.index(x, y)
        marks = book.marks[tile]
        join = book.join[tile]
        self.cells[index] |= (tile + 1) | (marks << 8) | (join << 12)
        self._tell_neighbours(index, marks, join)
        self.spots = insert(self.spots, index)
        self._frontier_after_put(index)
        self._recount(book.kind[tile], 1)
        self.camps += join

    def take(self, book: TileBook, index: i64) -> i64:
        """Lift the tile from a cell; returns its id."""
        cell = self.cells[index]
        tile = (cell & TILE) - 1
        self.cells[index] = cell & ~0x1FFF
        self._silence_neighbours(index)
        self.spots = remove(self.spots, index)
        self._frontier_after_take(index)
        self._recount(book.kind[tile], -1)
        self.camps -= book.join[tile]
        return tile

    def swap(self, book: TileBook, tile: i64, index: i64) -> i64:
        """Put a tile in the place of another that joins alike; returns the old one's id (6.3)."""
        cell = self.cells[index]
        old = (cell & TILE) - 1
        marks = book.marks[tile]
        join = book.join[tile]
        self.cells[index] = (cell & ~0x1FFF) | (tile + 1) | (marks << 8) | (join << 12)
        self._silence_neighbours(index)
        self._tell_neighbours(index, marks, join)
        self._recount(book.kind[old], -1)
        self._recount(book.kind[tile], 1)
        return old

    def fits(self, index: i64, marks: i64, join: i64) -> bool:
        """Whether a tile may be laid on an empty cell (8.2 to 8.6, 13.2)."""
        cell = self.cells[index]
        asks = cell >> (16 + 8 * join)
        marked = asks & 15
        open = (asks >> 4) & 15
        if marks & open or marks & marked != marked:
            return False
        joined = marked if join == BY_BASTION else open
        return joined != 0 and cell & TILE == 0 and NO_HOLE[(cell >> 32) & 255] == 1

    def fits_instead(self, index: i64, marks: i64, join: i64) -> bool:
        """Whether a tile may take the place of the one on a taken cell (6.3).

        Only one that joins alike can: a city tile has an open side towards the city where a camp asks for walls alone.
        Touching sides stay as they were, so whatever could be reached on foot still can.
        """
        cell = self.cells[index]
        if (cell >> 12) & 1 != join:
            return False
        asks = cell >> (16 + 8 * join)
        marked = asks & 15
        return marks & ((asks >> 4) & 15) == 0 and marks & marked == marked

    def add_fitting(self, action: i64, marks: i64, join: i64, out: Codes) -> None:
        """Add the action with the square of every empty cell that a tile fits (8)."""
        if join == BY_BASTION:
            if self.camp_site_count == UNKNOWN:
                self._survey_for_camps()
            _add_matching(self.camp_sites, self.camp_site_count, action, marks, out)
        else:
            if self.site_count == UNKNOWN:
                self._survey_frontier()
            _add_matching(self.sites, self.site_count, action, marks, out)

    def add_fitting_instead(self, action: i64, marks: i64, join: i64, out: Codes) -> None:
        """Add the action with the square of every tile that can be exchanged for another (6.3, 6.4)."""
        if join == BY_BASTION:
            if self.camps == 0:
                return
            for index in self.spots:
                if self.fits_instead(index, marks, join):
                    out.add(action | self.square_code(index))
            return
        if self.stand_count == UNKNOWN:
            self._survey_tiles()
        _add_matching(self.stands, self.stand_count, action, marks, out)

    def _survey_frontier(self) -> None:
        """Collect sites: what a cell asks in the low eight bits, its square as in an action."""
        cells = self.cells
        sites = _room_for(self.frontier, self.sites)
        one: i64 = 1
        span = self.span
        mask = (one << span) - 1
        corner = self.corner_code()
        found: i64 = 0
        for index in self.frontier:
            cell = cells[index]
            if cell & ON_FOOT_OPEN and NO_HOLE[(cell >> 32) & 255]:
                sites[found] = (
                    ((cell >> 16) & 255) + ((index & mask) << 14) + ((index >> span) << 22) + corner
                )
                found += 1
        self.sites = sites
        self.site_count = found

    def _survey_for_camps(self) -> None:
        """Collect the sites that a bastion could join."""
        sites = _room_for(self.frontier, self.camp_sites)
        found: i64 = 0
        for index in self.frontier:
            cell = self.cells[index]
            if cell & BASTION_ASKED and NO_HOLE[(cell >> 32) & 255]:
                sites[found] = ((cell >> 24) & 255) | self.square_code(index)
                found += 1
        self.camp_sites = sites
        self.camp_site_count = found

    def _survey_tiles(self) -> None:
        """Collect stands, written as sites are."""
        cells = self.cells
        stands = _room_for(self.spots, self.stands)
        one: i64 = 1
        span = self.span
        mask = (one << span) - 1
        corner = self.corner_code()
        found: i64 = 0
        for index in self.spots:
            cell = cells[index]
            if (cell >> 12) & 1 != BY_BASTION and cell & TILE != FOUNTAIN_CELL:
                stands[found] = (
                    ((cell >> 16) & 255) + ((index & mask) << 14) + ((index >> span) << 22) + corner
                )
                found += 1
        self.stands = stands
        self.stand_count = found

    def removable(self) -> vec[i64]:
        """The cells whose tile may go to the reserve, ascending (6.2)."""
        if self.loose_count == UNKNOWN:
            find_loose_cells(self)
        return self.loose[: self.loose_count]

    def add_removable(self, action: i64, out: Codes) -> None:
        """Add the action with the tile of every cell whose tile may go to the reserve (6.2)."""
        if self.loose_count == UNKNOWN:
            find_loose_cells(self)
        cells = self.cells
        loose = self.loose
        i: i64
        for i in range(self.loose_count):
            out.add(action | (((cells[loose[i]] & TILE) - 1) << 6))

    def opens_hole(self, index: i64) -> bool:
        """Whether an empty square here would be cut off from the outside (8.5)."""
        return (self.cells[index] >> 32) & RING_ORTHOGONAL == RING_ORTHOGONAL

    def holds_up_camp(self, index: i64) -> bool:
        """Whether a camp beside this tile would lose its only bastion on a wall (13.2)."""
        own = self.cells[index]
        # Only a bastion beside a cell asks it both for a wall and for no bastion.
        if (own >> 12) & 1 == BY_BASTION or (own >> 16) & (own >> 24) & (own >> 28) & 15 == 0:
            return False
        side: i64
        for side in range(4):
            cell = self.cells[self.neighbour(index, side)]
            if cell & TILE and (cell >> 12) & 1 == BY_BASTION:
                joined = (cell >> 24) & 15
                if joined & (joined - 1) == 0 and joined == self._facing(side):
                    return True
        return False

    def neighbour(self, index: i64, side: i64) -> i64:
        """The cell across side 0..3 (N, E, S, W)."""
        one: i64 = 1
        step = one << self.span if side & 1 == 0 else one
        return index - step if side & 2 else index + step

    def _facing(self, side: i64) -> i64:
        one: i64 = 1
        return one << ((side + 2) & 3)

    def _tell_neighbours(self, index: i64, marks: i64, join: i64) -> None:
        cells = self.cells
        side: i64
        for side in range(4):
            cells[self.neighbour(index, side)] |= ASKS[join * 8 + ((marks >> side) & 1) * 4 + side]
        north = self.neighbour(index, 0)
        south = self.neighbour(index, 2)
        cells[north] |= _TAKEN_S
        cells[north + 1] |= _TAKEN_SW
        cells[index + 1] |= _TAKEN_W
        cells[south + 1] |= _TAKEN_NW
        cells[south] |= _TAKEN_N
        cells[south - 1] |= _TAKEN_NE
        cells[index - 1] |= _TAKEN_E
        cells[north - 1] |= _TAKEN_SE

    def _silence_neighbours(self, index: i64) -> None:
        cells = self.cells
        side: i64
        for side in range(4):
            cells[self.neighbour(index, side)] &= FORGET[side]
        north = self.neighbour(index, 0)
        south = self.neighbour(index, 2)
        cells[north] &= ~_TAKEN_S
        cells[north + 1] &= ~_TAKEN_SW
        cells[index + 1] &= ~_TAKEN_W
        cells[south + 1] &= ~_TAKEN_NW
        cells[south] &= ~_TAKEN_N
        cells[south - 1] &= ~_TAKEN_NE
        cells[index - 1] &= ~_TAKEN_E
        cells[north - 1] &= ~_TAKEN_SE

    def _frontier_after_put(self, index: i64) -> None:
        frontier = self.frontier
        if contains(frontier, index):
            frontier = remove(frontier, index)
        side: i64
        for side in range(4):
            beside = self.neighbour(index, side)
            if self.cells[beside] & TILE == 0 and not contains(frontier, beside):
                frontier = insert(frontier, beside)
        self.frontier = frontier

    def _frontier_after_take(self, index: i64) -> None:
        frontier = self.frontier
        side: i64
        for side in range(4):
            beside = self.neighbour(index, side)
            cell = self.cells[beside]
            if cell & TILE == 0 and (cell >> 32) & RING_ORTHOGONAL == 0:
                frontier = remove(frontier, beside)
        if (self.cells[index] >> 32) & RING_ORTHOGONAL:
            frontier = insert(frontier, index)
        self.frontier = frontier

    def _recount(self, kind: i64, change: i64) -> None:
        self.wall = -1
        self.loose_count = UNKNOWN
        self.site_count = UNKNOWN
        self.stand_count = UNKNOWN
        self.camp_site_count = UNKNOWN
        self.runs = vec[i64]()
        if kind >= 0:
            self.counts[kind] += change

    def _widen(self) -> None:
        wider = City(self.span + 1, _blank(self.span + 1), self.frontier, self.spots, self.counts)
        index: i64
        for index in range(len(self.cells)):
            if self.cells[index]:
                wider.cells[wider.index(self.x_of(index), self.y_of(index))] = self.cells[index]
        wider.frontier = _moved(self, wider, self.frontier)
        wider.spots = _moved(self, wider, self.spots)
        self.span = wider.span
        self.cells = wider.cells
        self.frontier = wider.frontier
        self.spots = wider.spots


def new_city() -> City:
    """A city of the fountain alone (1.4)."""
    city = City(FIRST_SPAN, _blank(FIRST_SPAN), vec[i64](), vec[i64](), vec[i64]([0] * 6))
    city.put(BOOK, FOUNTAIN.id, 0, 0)
    return city


def _blank(span: i64) -> vec[i64]:
    one: i64 = 1
    return vec[i64]([0] * (one << (2 * span)))


def _room_for(items: vec[i64], used: vec[i64]) -> vec[i64]:
    """A list as long as `items` or longer: the one used so far if that will do."""
    size: i64 = len(items)
    return used if len(used) >= size else vec[i64]([0] * (size + 8))


def _add_matching(places: vec[i64], count: i64, action: i64, marks: i64, out: Codes) -> None:
    """Add the action with the square of every place that asks nothing which a tile with these marks denies."""
    denied = (marks ^ 15) | (marks << 4)
    i: i64
    for i in range(count):
        place = places[i]
        if place & denied == 0:
            out.add(action | (place & SQUARE_BITS))


def _moved(old: City, new: City, indices: vec[i64]) -> vec[i64]:
    result = vec[i64]()
    for index in indices:
        result = append(result, new.index(old.x_of(index), old.y_of(index)))
    return result
