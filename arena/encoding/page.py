"""The numbers of a batch of games, and how one game writes into its part of them.

They are a `vec` that is written here and read elsewhere through its buffer, without a copy. Each game has one row, with the
arrays of the layout one after the other. What a game wrote is cleared before it writes again, so that nothing costs more than
what lies on the table.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64, u8

from arena.rules.engine import COPIES_BITS, COPIES_MASK, VALUES, TileBook, empty_pile

BAG: Final = 0  # the first column of a tile: it has not been drawn
FOUNTAIN_MARK: Final = 1  # on a plane of a city; the tile of row r is r + 2
FIRST_TILE_MARK: Final = 2
CARDS_PER_ROW: Final = 36
MOST: Final = 32767
KINDS_COUNTED: Final = 6
SIDES_COUNTED: Final = 4


class PageSizes:
    """How large the arrays of one game are."""

    def __init__(
        self,
        window: int,
        planes: int,
        rows: vec[i64],
        columns: int,
        qualities: int,
        card_rows: int,
        purse: int,
        numbers: int,
        limit: int,
        features: int,
    ) -> None:
        self.window: Final[i64] = window
        self.planes: Final[i64] = planes  # of all seats together
        self.rows: Final = rows  # by tile: its row, or -1
        self.tile_rows: Final[i64] = len([row for row in rows if row >= 0])
        self.columns: Final[i64] = columns
        self.qualities: Final[i64] = qualities  # the column where price, kind and walls begin
        self.card_rows: Final[i64] = card_rows
        self.purse: Final[i64] = purse  # all cards of a currency
        self.numbers: Final[i64] = numbers
        self.limit: Final[i64] = limit
        self.features: Final[i64] = features


class Page:
    """All numbers of all games; `turn_to` says whose row is written next."""

    def __init__(self, sizes: PageSizes, games: i64, printed: vec[i64]) -> None:
        self.sizes: Final = sizes
        self.half: Final = sizes.window // 2
        self.area: Final = sizes.window * sizes.window
        # Where the arrays begin in a row.
        self.tiles_start: Final = sizes.planes * self.area
        self.cards_start: Final = self.tiles_start + sizes.tile_rows * sizes.columns
        self.numbers_start: Final = self.cards_start + sizes.card_rows * CARDS_PER_ROW
        self.actions_start: Final = self.numbers_start + sizes.numbers
        self.mask_start: Final = self.actions_start + sizes.limit * sizes.features
        self.width: Final = self.mask_start + sizes.limit
        self.values: Final = vec[i16]([0] * (games * self.width))
        self.mask: Final = vec[u8]([0] * (games * sizes.limit))  # the masks once more, as bytes
        self._written: Final = vec[i64]([0] * (games * self.tiles_start))  # squares that are not 0
        self._squares: Final = vec[i64]([0] * games)  # how many of them each game has
        self._where: Final = vec[i64](
            [BAG] * (games * sizes.tile_rows)
        )  # the column that says where a tile is
        self._dressed: Final[list[TileBook | None]] = [None] * games  # the book that the tiles of a game show
        self.offered: Final = vec[i64]([0] * games)  # how many actions each game has
        self.codes: Final = vec[i64]([0] * (games * sizes.limit))  # the actions themselves
        self._left: Final = empty_pile()  # the cards that no row of this game has yet
        self.game: i64 = 0
        self.at: i64 = 0  # the next number
        self.actions_at: i64 = 0
        self._city_at: i64 = 0
        self._tile_at: i64 = 0
        self._card_at: i64 = 0
        self.outside: i64 = 0  # squares beyond the window since somebody set it to 0
        game: i64
        i: i64
        for game in range(games):
            for i in range(len(printed)):
                self.values[game * self.width + self.tiles_start + i] = i16(printed[i])

    def turn_to(self, game: i64) -> None:
        """Write the row of this game, from the beginning."""
        sizes = self.sizes
        row = game * self.width
        self.game = game
        self.at = row + self.numbers_start
        self.actions_at = row + self.actions_start
        self._city_at = row
        self._tile_at = row + self.tiles_start
        self._card_at = row + self.cards_start
        currency: i64
        for currency in range(4):
            self._left[currency] = sizes.purse
        values = self.values
        written = self._written
        first = game * self.tiles_start
        i: i64
        for i in range(first, first + self._squares[game]):
            values[written[i]] = 0
        self._squares[game] = 0
        where = self._where
        first = game * sizes.tile_rows
        at = self._tile_at
        for i in range(first, first + sizes.tile_rows):
            if where[i] != BAG:
                values[at + where[i]] = 0
                values[at + BAG] = 1
                where[i] = BAG
            at += sizes.columns

    def number(self, value: i64) -> None:
        """Write the next number."""
        if value > MOST:
            value = MOST
        elif value < -MOST:
            value = -MOST
        self.values[self.at] = i16(value)
        self.at += 1

    def one_of(self, size: i64, which: i64) -> None:
        """Write as many numbers, all 0 but for one; none is 1 if `which` is below 0."""
        values = self.values
        at = self.at
        i: i64
        for i in range(size):
            values[at + i] = 0
        if which >= 0:
            values[at + which] = 1
        self.at = at + size

    def bits(self, size: i64, bits: i64) -> None:
        """Write as many numbers, each a bit, the lowest first."""
        i: i64
        for i in range(size):
            self.number((bits >> i) & 1)

    def square(self, plane: i64, x: i64, y: i64, mark: i64) -> None:
        """Write on a plane; what lies beyond the window is counted in `outside`. North is at the top."""
        half = self.half
        if x < -half or x > half or y < -half or y > half:
            self.outside += 1
            return
        index = self._city_at + plane * self.area + (half - y) * self.sizes.window + half + x
        self.values[index] = i16(mark)
        self._written[self.game * self.tiles_start + self._squares[self.game]] = index
        self._squares[self.game] += 1

    def mark_of(self, tile: i64) -> i64:
        """What stands for a tile on a plane and in an action."""
        return self.sizes.rows[tile] + FIRST_TILE_MARK

    def place(self, tile: i64, column: i64) -> None:
        """Say where a tile is."""
        row = self.sizes.rows[tile]
        at = self._tile_at + row * self.sizes.columns
        values = self.values
        values[at + BAG] = 0
        values[at + column] = 1
        self._where[self.game * self.sizes.tile_rows + row] = column

    def quality(self, tile: i64, column: i64, value: i64) -> None:
        """Write something else about a tile."""
        self.values[self._tile_at + self.sizes.rows[tile] * self.sizes.columns + column] = i16(value)

    def dress(self, book: TileBook) -> None:
        """Write kinds and walls of all tiles as this game's own book has them."""
        if self._dressed[self.game] is book:
            return
        self._dressed[self.game] = book
        sizes = self.sizes
        values = self.values
        tile: i64
        i: i64
        for tile in range(len(sizes.rows)):
            row = sizes.rows[tile]
            if row >= 0:
                at = self._tile_at + row * sizes.columns + sizes.qualities + 1
                kind = book.kind[tile]
                for i in range(KINDS_COUNTED):
                    values[at + i] = 1 if kind == i else 0
                at += KINDS_COUNTED
                for i in range(SIDES_COUNTED):
                    values[at + i] = i16((book.marks[tile] >> i) & 1)

    def card_row(self, row: i64, pile: vec[i64], first: i64) -> None:
        """Write the four purses that begin at index `first` of a list, and take them from what is left."""
        left = self._left
        currency: i64
        for currency in range(4):
            purse = pile[first + currency]
            left[currency] -= purse
            self._purse(row, currency, purse)

    def card_rest(self, row: i64) -> None:
        """Write what no other row has."""
        currency: i64
        for currency in range(4):
            self._purse(row, currency, self._left[currency])

    def _purse(self, row: i64, currency: i64, purse: i64) -> None:
        values = self.values
        at = self._card_at + row * CARDS_PER_ROW + currency * VALUES
        i: i64
        for i in range(at, at + VALUES):
            values[i] = i16(purse & COPIES_MASK)
            purse >>= COPIES_BITS

    def offer(self, count: i64) -> None:
        """Say how many actions the game has, and set its mask; features of actions that are no longer there become 0."""
        sizes = self.sizes
        before = self.offered[self.game]
        at = self.game * sizes.limit
        row = self.game * self.width + self.mask_start
        mask = self.mask
        values = self.values
        i: i64
        for i in range(count, before):
            mask[at + i] = 0
            values[row + i] = 0
        for i in range(before, count):
            mask[at + i] = 1
            values[row + i] = 1
        self.offered[self.game] = count
        for i in range(self.actions_at + count * sizes.features, self.actions_at + before * sizes.features):
            values[i] = 0

    def memory(self) -> memoryview:
        """The numbers of all games, whole numbers of 16 bits: one row a game."""
        return memoryview(self.values)

    def mask_memory(self) -> memoryview:
        """The masks of all games, one byte an action."""
        return memoryview(self.mask)
