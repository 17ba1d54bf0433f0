"""The Camps: tiles outside the wall that score lines of tiles (rules 13.1, 13.4).

Where a camp may stand is part of the building rules: see city.py.
"""

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from arena.rules.city import TILE, City
from arena.rules.components import BY_BASTION, ON_FOOT, TileBook
from arena.rules.hooks import Module

if TYPE_CHECKING:
    from arena.rules.scoring import Sheet
    from arena.rules.state import State

CAMPS: Final = "camps"


class Camps(Module):
    """Adds tiles and a row on the sheet, and has nothing that changes."""

    def __init__(self) -> None:
        super().__init__(CAMPS, ("camp",), -1, 0)
        self.row = self.name

    def score(self, state: "State", scoring: i64, sheet: "Sheet") -> None:
        row = sheet.row_of(self.name)
        seat: i64
        for seat in range(len(state.players)):
            sheet.add(row, seat, camp_points(state.players[seat].city))


def camp_points(city: City) -> i64:
    """One point for each tile in the lines that the arrows of a city's camps point at (13.4)."""
    points: i64 = 0
    for spot in city.spots:
        cell = city.cells[spot]
        if (cell >> 12) & 1 == BY_BASTION:
            side: i64
            for side in range(4):
                if (cell >> (8 + side)) & 1:
                    points += _line(city, spot, side)
    return points


def camp_gain(book: TileBook, city: City, index: i64, tile: i64) -> i64:
    """What a tile on an empty square adds to these points: its own lines as a camp, or longer lines of other camps."""
    gain: i64 = 0
    side: i64
    if book.join[tile] == BY_BASTION:
        for side in range(4):
            if (book.marks[tile] >> side) & 1:
                gain += _line(city, index, side)
    elif city.camps > 0:
        for side in range(4):
            start = city.neighbour(index, side ^ 2)
            while city.cells[start] & TILE and (city.cells[start] >> 12) & 1 == ON_FOOT:
                start = city.neighbour(start, side ^ 2)
            cell = city.cells[start]
            if cell & TILE and (cell >> (8 + side)) & 1:
                gain += 1 + _line(city, index, side)
    return gain


def _line(city: City, index: i64, side: i64) -> i64:
    length: i64 = 0
    index = city.neighbour(index, side)
    while city.cells[index] & TILE and (city.cells[index] >> 12) & 1 == ON_FOOT:
        length += 1
        index = city.neighbour(index, side)
    return length
