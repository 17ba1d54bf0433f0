"""Medina: the player with the fewest craftsmen's quarters loses points (rule 16)."""

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64

from arena.rules.cells import TILE
from arena.rules.components import TileBook, tiles_of
from arena.rules.hooks import Module

if TYPE_CHECKING:
    from arena.rules.scoring import Sheet
    from arena.rules.state import State

MEDINA: Final = "medina"

_MEDINAS: Final = tiles_of("medina")
FIRST: Final[i64] = _MEDINAS[0].id
LAST: Final[i64] = _MEDINAS[-1].id
PRICE_RANGE: Final = 64  # above every price, so that count and dearest price make one number


class Medina(Module):
    """Adds tiles and a row on the sheet, and has nothing that changes."""

    def __init__(self) -> None:
        super().__init__(MEDINA, ("medina",), -1, 0)
        self.row = self.name

    def score(self, state: "State", scoring: i64, sheet: "Sheet") -> None:
        standing = vec[i64]([0] * sheet.width)
        seat: i64
        for seat in range(len(state.players)):
            city = state.players[seat].city
            for spot in city.spots:
                tile = (city.cells[spot] & TILE) - 1
                if tile >= FIRST:
                    standing[seat] = _counted(state.book, standing[seat], tile)
        for tile in state.dirk:
            standing[sheet.width - 1] = _counted(state.book, standing[sheet.width - 1], tile)
        row = sheet.row_of(self.name)
        column: i64
        for column in range(sheet.width):
            sheet.add(row, column, -loss(standing, column, scoring))


def _counted(book: TileBook, standing: i64, tile: i64) -> i64:
    """A standing is the number of medinas and then the price of the dearest."""
    if tile < FIRST or tile > LAST:
        return standing
    dearest = max(standing % PRICE_RANGE, book.price[tile])
    return (standing // PRICE_RANGE + 1) * PRICE_RANGE + dearest


def loss(standing: vec[i64], column: i64, scoring: i64) -> i64:
    """What a column loses in a scoring (16.2 to 16.4)."""
    own = standing[column]
    none: i64 = 0
    fewer: i64 = 0
    for other in standing:
        if other == 0:
            none += 1
        if other < own:
            fewer += 1
    if own > 0:
        # Those without a medina take up the first ranks, so two of them leave the third and three leave none.
        return _rank_loss(fewer, scoring)
    if none == 1:
        return _rank_loss(0, scoring) + scoring
    ranks: i64 = min(none, 3)
    shared: i64 = 0
    rank: i64
    for rank in range(ranks):
        shared += _rank_loss(rank, scoring)
    return (shared + none - 1) // none + scoring


def _rank_loss(rank: i64, scoring: i64) -> i64:
    """3 for the last rank that this scoring punishes, 3 more for each before it (16.2)."""
    return 3 * (scoring - rank) if rank < scoring else 0
