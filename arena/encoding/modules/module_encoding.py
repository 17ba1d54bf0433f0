"""What a module can add to the arrays: planes, places for tiles, qualities of tiles, rows of cards and numbers."""

from mypy_extensions import i64

from arena.encoding.fields import Field
from arena.encoding.page import Page
from arena.rules import State


class Columns:
    """Where the parts that a module added begin."""

    def __init__(self) -> None:
        self.plane: i64 = 0  # of a seat's planes
        self.planes: i64 = 0  # planes of each seat
        self.place: i64 = 0
        self.quality: i64 = 0
        self.card_row: i64 = 0


class ModuleEncoding:
    """Adds nothing; a module that shows more than tiles overrides what it needs."""

    def planes(self) -> list[Field]:
        """Planes of each city, one a field."""
        return []

    def places(self) -> list[Field]:
        """Columns that say where a tile is."""
        return []

    def qualities(self) -> list[Field]:
        """Other columns of a tile, which `write` sets."""
        return []

    def card_rows(self, players: int) -> list[Field]:
        """Rows of cards, one for each number of a field."""
        return []

    def numbers(self, players: int) -> list[Field]:
        """Numbers, in the order in which `write` writes them."""
        return []

    def write(self, state: State, index: i64, viewer: i64, page: Page, columns: Columns) -> None:
        """Write all of them for the module of this index; the numbers come next."""
