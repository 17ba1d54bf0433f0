"""Where may a tile stand? A player's city on a grid without edges (rules 6.4, 8, 13.2, 13.3).

The grid is a square window that doubles when a tile comes near its border. Every cell knows, besides its own tile,
what its four neighbours ask of a tile laid there and which of the eight squares around it are taken (cells.py). Both are kept up
when a tile comes or goes, so that whether a tile fits is one look at one cell.
"""

from typing import Final

from librt.vecs import append, remove, vec
from mypy_extensions import i64

from arena.rules.bits import BYTE, BYTE_MASK, bit, byte_at
from arena.rules.cells import (
    ALL_SIDES,
    ANY_BASTION_ASKED,
    ANY_OPEN_ASKED,
    BASTION_ASKED_SHIFT,
    BESIDE,
    NEEDED,
    NO_TILE,
    PLAIN_ASKED_SHIFT,
    TAKEN_NE,
    TAKEN_NW,
    TAKEN_SE,
    TAKEN_SW,
    TILE,
    WALL_ASKED_SHIFT,
    asks_of,
    denied_asks,
    join_of,
    joined_sides,
    laid,
    ring_of,
    tile_on,
)
from arena.rules.codes import UNKNOWN, ActionCodes, CellList
from arena.rules.compact import ONE_UP_AND_RIGHT, ORIGIN, TILE_SHIFT, X_SHIFT, Y_SHIFT
from arena.rules.components import BOOK, BY_BASTION, FOUNTAIN, ON_FOOT, TileBook
from arena.rules.sites import survey_frontier, survey_tiles
from arena.rules.squares import ASKS, FORGET, NO_HOLE
from arena.rules.values import insert

FIRST_SPAN: Final = 4  # the first window is 16 x 16
NO_SQUARE: Final = -1

_SQUARES: Final[list[vec[i64]]] = []  # by span, as far as there was a window so wide
# One tile of a kind, as in the counts of a city.
ONE_OF: Final = vec[i64]([bit(BYTE * kind) for kind in range(6)])


class City:
    """One player's tiles. Clones of a game share it; before one of them changes it, `State.own_city` makes a copy for that game."""

    def __init__(self, span: i64, cells: vec[i64], frontier: vec[i64], spots: vec[i64], counts: i64) -> None:
        self.span = span  # the window is 2**span squares wide
        self.squares: vec[i64] = _square_codes(span)  # by cell
        self.cells = cells
        self.frontier = frontier  # empty cells beside a tile, ascending
        self.spots = spots  # taken cells, ascending
        self.counts = counts  # tiles of each kind (9.5), eight bits each
        self.camps: i64 = 0  # tiles that join by bastions
        self.shared = False
        # Of the longest wall (wall.py) what is known: its length, or else the length before the newest tile came, if that is of use.
        self.wall: i64 = UNKNOWN
        self.wall_before: i64 = UNKNOWN
        self.newest: i64 = NO_SQUARE
        self.walked = False  # whether NEEDED is right in all cells
        # Worked out when asked for, and known until the next change.
        self.sites: CellList = CellList()  # empty cells that some tile on foot could join
        self.camp_sites: CellList = CellList()  # the same for tiles that join by bastions
        self.stands: CellList = CellList()  # tiles on foot, but the fountain
        self.loose: CellList = CellList()  # removable tiles, by their number alone
        self.corners: CellList = (
            CellList()
        )  # where four tiles meet, and the kinds that do; a module that asks fills it in
        # For search (wall_runs.py): how often it has changed, walls beyond each of its sites, longest runs by walls of a tile.
        self.changes: i64 = 1
        self.beyond: vec[i64] = vec[i64]()
        self.runs: vec[i64] = vec[i64]()

    def copy(self) -> "City":
        """A city of its own with the same tiles, of which little is worked out yet."""
        city = City(self.span, self.cells[:], self.frontier[:], self.spots[:], self.counts)
        city.camps = self.camps
        city.walked = self.walked
        city.wall = self.wall
        city.wall_before = self.wall_before
        city.newest = self.newest
        return city

    def index(self, x: i64, y: i64) -> i64:
        """The cell of a square, or NO_SQUARE if it lies outside the window (so no tile is near)."""
        half = bit(self.span - 1)
        if x < 1 - half or y < 1 - half or x >= half - 1 or y >= half - 1:
            return NO_SQUARE
        return ((y + half) << self.span) + x + half

    def x_of(self, index: i64) -> i64:
        """The column of a cell; the fountain's is 0."""
        return (index & (bit(self.span) - 1)) - bit(self.span - 1)

    def y_of(self, index: i64) -> i64:
        """The row of a cell; the fountain's is 0."""
        return (index >> self.span) - bit(self.span - 1)

    def square_code(self, index: i64) -> i64:
        """The square of a cell as the bits of a compact action."""
        return self.squares[index]

    def index_of(self, code: i64) -> i64:
        """The cell of the square of a compact action, which must lie in the window."""
        square = code - self.corner_code()
        return ((square >> X_SHIFT) & BYTE_MASK) + (((square >> Y_SHIFT) & BYTE_MASK) << self.span)

    def corner_code(self) -> i64:
        """The square of cell 0 as the bits of a compact action."""
        return (ORIGIN - bit(self.span - 1)) * ONE_UP_AND_RIGHT

    def tile_at(self, x: i64, y: i64) -> i64:
        """The id of the tile on a square, or -1."""
        index = self.index(x, y)
        return -1 if index < 0 else tile_on(self.cells[index])

    def cell_of(self, tile: i64) -> i64:
        """The cell of a tile, or NO_SQUARE if the city does not hold it."""
        for spot in self.spots:
            if tile_on(self.cells[spot]) == tile:
                return spot
        return NO_SQUARE

    def count_of(self, kind: i64) -> i64:
        """How many tiles of a kind it has (9.5)."""
        return byte_at(self.counts, kind)

    def put(self, book: TileBook, tile: i64, x: i64, y: i64) -> None:
        """Lay a tile on an empty square."""
        margin = bit(self.span - 1) - 3
        if x < -margin or y < -margin or x > margin or y > margin:
            self._widen()
        index = self.index(x, y)
        marks = book.marks[tile]
        join = book.join[tile]
        wall = self.wall
        if self.camps > 0 or (self.cells[index] >> WALL_ASKED_SHIFT) & ALL_SIDES:
            wall = UNKNOWN  # it may cover walls
        self.spots = insert(self.spots, index)
        self._frontier_before_put(index)
        self.cells[index] |= laid(tile, marks, join)
        self._tell_neighbours(index, marks, join)
        if join != BY_BASTION:
            self._walk_after_put(index)
        self._recount(book.kind[tile], 1)
        self.wall_before = wall
        self.newest = index
        self.camps += join

    def take(self, book: TileBook, index: i64) -> i64:
        """Lift the tile from a cell; returns its id."""
        cell = self.cells[index]
        tile = tile_on(cell)
        self.cells[index] = cell & NO_TILE
        self._silence_neighbours(index)
        self.spots = remove(self.spots, index)
        self._frontier_after_take(index)
        self._recount(book.kind[tile], -1)
        self.camps -= book.join[tile]
        self.walked = self.walked and book.join[tile] == BY_BASTION
        return tile

    def swap(self, book: TileBook, tile: i64, index: i64) -> i64:
        """Lay a tile instead of another that joins alike; returns the old one's id (6.3)."""
        cell = self.cells[index]
        old = tile_on(cell)
        marks = book.marks[tile]
        join = book.join[tile]
        self.cells[index] = (cell & (NO_TILE | NEEDED)) | laid(tile, marks, join)
        self._silence_neighbours(index)
        self._tell_neighbours(index, marks, join)
        self._recount(book.kind[old], -1)
        self._recount(book.kind[tile], 1)
        return old

    def fits(self, index: i64, marks: i64, join: i64) -> bool:
        """Whether a tile may be laid on an empty cell (8.2 to 8.6, 13.2)."""
        cell = self.cells[index]
        if asks_of(cell, join) & denied_asks(marks):
            return False
        return joined_sides(cell, join) != 0 and cell & TILE == 0 and NO_HOLE[ring_of(cell)] == 1

    def fits_instead(self, index: i64, marks: i64, join: i64) -> bool:
        """Whether a tile may be laid instead of the one on a taken cell (6.3).

        Only one that joins alike can: a city tile has an open side towards the city where a camp asks for walls alone.
        Touching sides stay as they were, so whatever could be reached on foot still can.
        """
        cell = self.cells[index]
        return join_of(cell) == join and asks_of(cell, join) & denied_asks(marks) == 0

    def add_fitting(self, action: i64, marks: i64, join: i64, out: ActionCodes) -> None:
        """Add the action with the square of every empty cell that a tile fits (8)."""
        if join == BY_BASTION:
            if self.camp_sites.count == UNKNOWN:
                survey_frontier(self, self.camp_sites, ANY_BASTION_ASKED, BY_BASTION)
            out.add_fitting(action, self.camp_sites, marks)
        else:
            out.add_fitting(action, self.surveyed_sites(), marks)

    def surveyed_sites(self) -> CellList:
        """The empty cells that some tile on foot could join (8)."""
        if self.sites.count == UNKNOWN:
            survey_frontier(self, self.sites, ANY_OPEN_ASKED, ON_FOOT)
        return self.sites

    def surveyed_stands(self) -> CellList:
        """The tiles on foot that can be exchanged for another, if it fits (6.3, 6.4)."""
        if self.stands.count == UNKNOWN:
            survey_tiles(self)
        return self.stands

    def add_camps_instead(self, action: i64, marks: i64, out: ActionCodes) -> None:
        """Add the action with the square of every camp that can be exchanged for another (6.3)."""
        if self.camps == 0:
            return
        for index in self.spots:
            if self.fits_instead(index, marks, BY_BASTION):
                out.add(action | self.square_code(index))

    def add_removable(self, action: i64, out: ActionCodes) -> None:
        """Add the action with the tile of every cell whose tile may go to the reserve (6.2)."""
        if self.loose.count == UNKNOWN:
            survey_tiles(self)
        out.add_group(action, self.loose.items, self.loose.count, 0)

    def removable(self) -> vec[i64]:
        """The cells whose tile may go to the reserve (6.2)."""
        if self.loose.count == UNKNOWN:
            survey_tiles(self)
        found = vec[i64]()
        i: i64
        for i in range(self.loose.count):
            found = append(found, self.cell_of(self.loose.items[i] >> TILE_SHIFT))
        return found

    def opens_hole(self, index: i64) -> bool:
        """Whether an empty square here would be cut off from the outside (8.5)."""
        return self.cells[index] & BESIDE == BESIDE

    def holds_up_camp(self, index: i64) -> bool:
        """Whether a camp beside this tile would lose its only bastion on a wall (13.2)."""
        cell = self.cells[index]
        if join_of(cell) == BY_BASTION:
            return False
        # Only a bastion beside a cell asks it both for a wall and for no bastion.
        bastions = (cell >> WALL_ASKED_SHIFT) & (cell >> BASTION_ASKED_SHIFT) & (cell >> PLAIN_ASKED_SHIFT)
        if bastions & ALL_SIDES == 0:
            return False
        side: i64
        for side in range(4):
            cell = self.cells[self.neighbour(index, side)]
            if cell & TILE and join_of(cell) == BY_BASTION:
                joined = joined_sides(cell, BY_BASTION)
                if joined & (joined - 1) == 0 and joined == bit((side + 2) & 3):
                    return True
        return False

    def neighbour(self, index: i64, side: i64) -> i64:
        """The cell across side 0..3 (N, E, S, W)."""
        one: i64 = 1
        step = one << self.span if side & 1 == 0 else one
        return index - step if side & 2 else index + step

    def _tell_neighbours(self, index: i64, marks: i64, join: i64) -> None:
        cells = self.cells
        side: i64
        for side in range(4):
            cells[self.neighbour(index, side)] |= ASKS[join * 8 + ((marks >> side) & 1) * 4 + side]
        north = self.neighbour(index, 0)
        south = self.neighbour(index, 2)
        cells[north + 1] |= TAKEN_SW
        cells[south + 1] |= TAKEN_NW
        cells[south - 1] |= TAKEN_NE
        cells[north - 1] |= TAKEN_SE

    def _silence_neighbours(self, index: i64) -> None:
        cells = self.cells
        side: i64
        for side in range(4):
            cells[self.neighbour(index, side)] &= FORGET[side]
        north = self.neighbour(index, 0)
        south = self.neighbour(index, 2)
        cells[north + 1] &= ~TAKEN_SW
        cells[south + 1] &= ~TAKEN_NW
        cells[south - 1] &= ~TAKEN_NE
        cells[north - 1] &= ~TAKEN_SE

    def _walk_after_put(self, index: i64) -> None:
        """A tile with one way in makes the one behind it needed and changes nothing else; else all must be walked again."""
        ways = joined_sides(self.cells[index], ON_FOOT)
        if ways == 0 or ways & (ways - 1):
            self.walked = False
            return
        side: i64
        for side in range(4):
            if (ways >> side) & 1:
                self.cells[self.neighbour(index, side)] |= NEEDED

    def _frontier_before_put(self, index: i64) -> None:
        frontier = self.frontier
        if self.cells[index] & BESIDE:
            frontier = remove(frontier, index)
        side: i64
        for side in range(4):
            beside = self.neighbour(index, side)
            if self.cells[beside] & (BESIDE | TILE) == 0:
                frontier = insert(frontier, beside)
        self.frontier = frontier

    def _frontier_after_take(self, index: i64) -> None:
        frontier = self.frontier
        side: i64
        for side in range(4):
            beside = self.neighbour(index, side)
            if self.cells[beside] & (BESIDE | TILE) == 0:
                frontier = remove(frontier, beside)
        if self.cells[index] & BESIDE:
            frontier = insert(frontier, index)
        self.frontier = frontier

    def _recount(self, kind: i64, change: i64) -> None:
        self.wall = UNKNOWN
        self.wall_before = UNKNOWN
        self.sites.count = UNKNOWN
        self.camp_sites.count = UNKNOWN
        self.stands.count = UNKNOWN
        self.loose.count = UNKNOWN
        self.corners.count = UNKNOWN
        self.changes += 1
        if kind >= 0:
            self.counts += change * ONE_OF[kind]

    def _widen(self) -> None:
        wider = City(self.span + 1, _blank(self.span + 1), self.frontier, self.spots, self.counts)
        index: i64
        for index in range(len(self.cells)):
            if self.cells[index]:
                wider.cells[wider.index(self.x_of(index), self.y_of(index))] = self.cells[index]
        wider.frontier = _moved(self, wider, self.frontier)
        wider.spots = _moved(self, wider, self.spots)
        self.span = wider.span
        self.squares = wider.squares
        self.cells = wider.cells
        self.frontier = wider.frontier
        self.spots = wider.spots


def new_city() -> City:
    """A city of the fountain alone (1.4)."""
    city = City(FIRST_SPAN, _blank(FIRST_SPAN), vec[i64](), vec[i64](), 0)
    city.put(BOOK, FOUNTAIN.id, 0, 0)
    return city


def _square_codes(span: i64) -> vec[i64]:
    """By cell of a window: its square as the bits of a compact action."""
    while len(_SQUARES) <= span:
        width = 1 << len(_SQUARES)
        corner = (ORIGIN - width // 2) * ONE_UP_AND_RIGHT
        cells = [(row << Y_SHIFT) + (column << X_SHIFT) for row in range(width) for column in range(width)]
        _SQUARES.append(vec[i64]([corner + cell for cell in cells]))
    return _SQUARES[span]


def _blank(span: i64) -> vec[i64]:
    return vec[i64]([0] * bit(2 * span))


def _moved(old: City, new: City, indices: vec[i64]) -> vec[i64]:
    result = vec[i64]()
    for index in indices:
        result = append(result, new.index(old.x_of(index), old.y_of(index)))
    return result
