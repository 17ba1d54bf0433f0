"""What is a city worth to the greedy policy, and where would a tile fit? (docs/greedy.md)"""

from typing import Final

from librt.vecs import append, pop, vec
from mypy_extensions import i64

from arena.rules import Placed
from arena.rules.engine import BY_BASTION, TileBook

NOTHING: Final = -1  # an empty square


class CitySketch:
    """A city on a grid with a margin of two empty squares, so that every neighbour of a neighbour is on it."""

    def __init__(self, city: tuple[Placed, ...], book: TileBook) -> None:
        self.book: Final = book
        west: i64 = 0
        east: i64 = 0
        south: i64 = 0
        north: i64 = 0
        for placed in city:
            x: i64 = placed.x
            y: i64 = placed.y
            west = min(west, x)
            east = max(east, x)
            south = min(south, y)
            north = max(north, y)
        self.width: i64 = east - west + 5
        self.origin: i64 = (2 - south) * self.width + 2 - west
        self.cells: vec[i64] = vec[i64]([-1] * (self.width * (north - south + 5)))
        self.spots: vec[i64] = vec[i64]()
        self.steps: vec[i64] = vec[i64]([self.width, 1, -self.width, -1])  # to the north, east, south, west
        for placed in city:
            self.put(self.square(placed.x, placed.y), placed.tile.id)

    def square(self, x: i64, y: i64) -> i64:
        """The number of a square."""
        return self.origin + y * self.width + x

    def put(self, square: i64, tile: i64) -> None:
        """Lay a tile on an empty square."""
        self.cells[square] = tile
        self.spots = append(self.spots, square)

    def lift(self, square: i64) -> None:
        """Take the tile of a square away."""
        self.cells[square] = NOTHING
        self.spots, last = pop(self.spots)
        i: i64
        for i in range(len(self.spots)):
            if self.spots[i] == square:
                self.spots[i] = last

    def where(self, tile: i64) -> i64:
        """The square of a tile of the city."""
        for square in self.spots:
            if self.cells[square] == tile:
                return square
        return NOTHING

    def frontier(self) -> vec[i64]:
        """The empty squares beside a tile."""
        squares = vec[i64]()
        seen = self.cells[:]
        for spot in self.spots:
            side: i64
            for side in range(4):
                beside = spot + self.steps[side]
                if seen[beside] == NOTHING:
                    seen[beside] = 0
                    squares = append(squares, beside)
        return squares

    def fits(self, square: i64, tile: i64) -> bool:
        """Whether a tile agrees with its neighbours there and joins one of them (8.2, 8.3, 13.2); holes are not looked for."""
        joins = False
        side: i64
        for side in range(4):
            other = self.cells[square + self.steps[side]]
            if other == NOTHING:
                continue
            mark = (self.book.marks[tile] >> side) & 1
            camps = self.book.join[tile] + self.book.join[other]
            if mark != (self.book.marks[other] >> (side ^ 2)) & 1 or (camps > 0 and mark != camps & 1):
                return False
            if camps < 2 and mark == self.book.join[tile]:
                joins = True
        return joins

    def longest_wall(self) -> i64:
        """The longest run of walls along the outline (9.4)."""
        longest: i64 = 0
        for square in self.spots:
            tile = self.cells[square]
            if self.book.join[tile] == BY_BASTION:
                continue
            marks = self.book.marks[tile]
            side: i64
            for side in range(4):
                if (marks >> side) & 1:
                    if not self.solid(square + self.steps[side]) and not self._wall_before(square, side):
                        longest = max(longest, self._run(square, side))
        return longest

    def solid(self, square: i64) -> bool:
        """Whether a tile that is not a camp lies there."""
        tile = self.cells[square]
        return tile != NOTHING and self.book.join[tile] != BY_BASTION

    def _wall_before(self, square: i64, side: i64) -> bool:
        """Whether the outline side that comes before this one, clockwise, is a wall."""
        turn = (side + 3) & 3
        behind = square + self.steps[turn]
        if self.solid(behind):
            if self.solid(behind + self.steps[side]):
                square = behind + self.steps[side]
                turn = (side + 1) & 3
            else:
                square = behind
                turn = side
        return (self.book.marks[self.cells[square]] >> turn) & 1 == 1

    def _run(self, square: i64, side: i64) -> i64:
        """How many walls follow each other clockwise from here."""
        length: i64 = 0
        while (self.book.marks[self.cells[square]] >> side) & 1:
            length += 1
            turn = (side + 1) & 3
            ahead = square + self.steps[turn]
            if not self.solid(ahead):
                side = turn
            elif self.solid(ahead + self.steps[side]):
                square = ahead + self.steps[side]
                side = (side + 3) & 3
            else:
                square = ahead
        return length
