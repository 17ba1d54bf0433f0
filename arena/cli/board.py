"""How is a city drawn in a terminal? Walls as heavy lines, open sides as gaps, guards as G.

Each square is four characters wide: the kind in two letters and the price. Columns and rows carry the numbers that actions use.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from rich.text import Text

from arena.drawing import tile_label
from arena.rules import Placed, Tile

_SQUARE_WIDTH: Final = 4
_MARGIN: Final = 4
# By the walls that meet at a corner: 1 goes up, 2 right, 4 down, 8 left.
_CORNERS: Final = "·╹╺┗╻┃┏┣╸┛━┻┓┫┳╋"
_STYLES: Final = {
    "pavilion": "bold blue",
    "seraglio": "bold red",
    "arcades": "bold yellow",
    "chambers": "bold white",
    "garden": "bold green",
    "tower": "bold magenta",
}
_MARK_STYLE: Final = "bold cyan"
_GUARD: Final = "G"


def tile_style(tile: Tile) -> str:
    """The colour of a tile's kind."""
    return _STYLES.get(tile.kind, "bold")


def city_drawings(
    city: Sequence[Placed],
    corners: Mapping[tuple[int, int], str],
    width: int,
    guards: Mapping[tuple[int, int], str] | None = None,
) -> list[list[Text]]:
    """The lines of a city, north at the top, with a letter at each marked corner and on each side where a guard stands.

    A city that is too wide for the terminal is drawn in several pieces from west to east.
    """
    columns = [placed.x for placed in city]
    west, east = min(columns), max(columns)
    step = max(1, (width - _MARGIN - 1) // (_SQUARE_WIDTH + 1))
    return [
        _Drawing(city, corners, guards or {}, first, min(first + step - 1, east)).lines()
        for first in range(west, east + 1, step)
    ]


class _Drawing:
    def __init__(
        self,
        city: Sequence[Placed],
        corners: Mapping[tuple[int, int], str],
        guards: Mapping[tuple[int, int], str],
        west: int,
        east: int,
    ) -> None:
        self._guards: Final = guards
        self._tiles: Final = {(placed.x, placed.y): placed.tile for placed in city}
        self._corners: Final = corners
        self._west: Final = west
        self._east: Final = east

    def lines(self) -> list[Text]:
        """All lines, from north to south, then the numbers of the columns."""
        rows = [y for _, y in self._tiles]
        lines: list[Text] = []
        for y in range(max(rows), min(rows) - 1, -1):
            lines += (self._line_above(y), self._line_of(y))
        return [*lines, self._line_above(min(rows) - 1), self._line_of_columns()]

    def _line_of(self, y: int) -> Text:
        line = Text(f"{y:{_MARGIN - 1}} ", style="dim")
        for x in range(self._west, self._east + 2):
            wall = _GUARD if self._guarded((x, y, "W"), (x - 1, y, "E")) else "┃"
            line.append(wall if self._wall_west_of(x, y) else " ", style="not dim")
            if x <= self._east:
                tile = self._tiles.get((x, y))
                label = " " * _SQUARE_WIDTH if tile is None else tile_label(tile)
                line.append(label, style="" if tile is None else f"not dim {tile_style(tile)}")
        return line

    def _line_above(self, y: int) -> Text:
        line = Text(" " * _MARGIN)
        for x in range(self._west - 1, self._east + 1):
            mark = self._corners.get((x, y))
            line.append(mark or self._corner(x, y), style=_MARK_STYLE if mark else "")
            if x < self._east:
                wall = ("━" if self._wall_north_of(x + 1, y) else " ") * _SQUARE_WIDTH
                guarded = self._guarded((x + 1, y, "N"), (x + 1, y + 1, "S"))
                line.append(f"{wall[0]}{_GUARD}{wall[2:]}" if guarded else wall)
        return line

    def _line_of_columns(self) -> Text:
        numbers = "".join(f" {x:^{_SQUARE_WIDTH}}" for x in range(self._west, self._east + 1))
        return Text(f"{'':{_MARGIN}}{numbers} ", style="dim")

    def _corner(self, x: int, y: int) -> str:
        """The corner at the north-east of a square."""
        around = [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)]
        if not any(square in self._tiles for square in around):
            return " "
        up, down = self._wall_west_of(x + 1, y + 1), self._wall_west_of(x + 1, y)
        left, right = self._wall_north_of(x, y), self._wall_north_of(x + 1, y)
        return _CORNERS[up + 2 * right + 4 * down + 8 * left]

    def _wall_west_of(self, x: int, y: int) -> bool:
        return self._marked(x, y, "W") or self._marked(x - 1, y, "E")

    def _wall_north_of(self, x: int, y: int) -> bool:
        return self._marked(x, y, "N") or self._marked(x, y + 1, "S")

    def _guarded(self, *sides: tuple[int, int, str]) -> bool:
        return any(side in self._guards.get((x, y), "") for x, y, side in sides)

    def _marked(self, x: int, y: int, side: str) -> bool:
        tile = self._tiles.get((x, y))
        return tile is not None and side in tile.walls
