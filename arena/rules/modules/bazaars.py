"""The Bazaars: tiles sold beside the market that score what stands around them (rule 14)."""

from typing import TYPE_CHECKING, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from arena.rules.bits import bit
from arena.rules.cells import TILE
from arena.rules.city import City
from arena.rules.components import KINDS, TILES, TileBook, tiles_of
from arena.rules.hooks import SELLS, Module, ModuleView, numbers
from arena.rules.values import contains, inserted, left_out

if TYPE_CHECKING:
    from arena.rules.scoring import Sheet
    from arena.rules.state import State

BAZAARS: Final = "bazaars"

_BAZAARS: Final = tiles_of("bazaar")
FIRST: Final[i64] = _BAZAARS[0].id
LAST: Final[i64] = _BAZAARS[-1].id
LAST_SCORING: Final = 3
NO_KIND: Final = -1


def _kind_masks() -> vec[i64]:
    masks = vec[i64]()
    for tile in _BAZAARS:
        masks = append(masks, sum(int(bit(KINDS.index(kind))) for kind in tile.kinds))
    return masks


KIND_MASKS: Final = _kind_masks()


class BazaarsView(ModuleView):
    """The bazaars that lie beside the market (14.1)."""

    def __init__(self, facts: tuple[int, ...]) -> None:
        super().__init__(BAZAARS, facts)
        self.offered: Final = tuple([TILES[tile] for tile in facts])

    def rows(self) -> list[tuple[str, str]]:
        return [("bazaars", ", ".join([tile.name for tile in self.offered]) or "none on offer")]


class Bazaars(Module):
    """Which bazaars lie beside the market (14.1)."""

    def __init__(self, offered: vec[i64]) -> None:
        super().__init__(BAZAARS, ("bazaar",), -1, SELLS)
        self.row = self.name
        self.offered = offered

    def clone(self) -> Module:
        return Bazaars(self.offered)

    def facts(self) -> vec[i64]:
        return self.offered

    def restore(self, facts: vec[i64]) -> bool:
        self.offered = facts
        return all(FIRST <= tile <= LAST for tile in facts)

    def view(self) -> BazaarsView:
        return BazaarsView(numbers(self.offered))

    def lay_beside(self, tile: i64) -> bool:
        if tile < FIRST or tile > LAST:
            return False
        self.offered = inserted(self.offered, tile)
        return True

    def on_offer(self) -> vec[i64]:
        return self.offered

    def tiles_kept(self) -> vec[i64]:
        return self.offered

    def offer_taken(self, tile: i64) -> None:
        if contains(self.offered, tile):
            self.offered = left_out(self.offered, tile)

    def score(self, state: "State", scoring: i64, sheet: "Sheet") -> None:
        if scoring == LAST_SCORING:
            row = sheet.row_of(self.name)
            seat: i64
            for seat in range(len(state.players)):
                sheet.add(row, seat, bazaar_points(state.book, state.players[seat].city))


def bazaar_points(book: TileBook, city: City) -> i64:
    """For each bazaar the buildings of its kinds around it times the number of its kinds there (14.4)."""
    points: i64 = 0
    for spot in city.spots:
        tile = (city.cells[spot] & TILE) - 1
        if FIRST <= tile <= LAST:
            points += _around(book, city, spot, KIND_MASKS[tile - FIRST], NO_KIND)
    return points


def bazaar_gain(book: TileBook, city: City, index: i64, tile: i64) -> i64:
    """What a tile on an empty square adds to these points: its own as a bazaar, or those of the bazaars around it."""
    if FIRST <= tile <= LAST:
        return _around(book, city, index, KIND_MASKS[tile - FIRST], NO_KIND)
    kind = book.kind[tile]
    if kind < 0:
        return 0
    one: i64 = 1
    width = one << city.span
    gain: i64 = 0
    row: i64
    for row in range(-1, 2):
        column: i64
        for column in range(-1, 2):
            beside = index + row * width + column
            bazaar = (city.cells[beside] & TILE) - 1
            if FIRST <= bazaar <= LAST:
                wanted = KIND_MASKS[bazaar - FIRST]
                if (wanted >> kind) & 1:
                    gain += _around(book, city, beside, wanted, kind)
                    gain -= _around(book, city, beside, wanted, NO_KIND)
    return gain


def _around(book: TileBook, city: City, index: i64, wanted: i64, more: i64) -> i64:
    """The points of a bazaar on a square, with one more building of a kind beside it."""
    one: i64 = 1
    width = one << city.span
    buildings: i64 = 0
    found: i64 = 0
    if more != NO_KIND:
        buildings = 1
        found = one << more
    row: i64
    for row in range(-1, 2):
        column: i64
        for column in range(-1, 2):
            tile = (city.cells[index + row * width + column] & TILE) - 1
            if tile >= 0 and book.kind[tile] >= 0 and (wanted >> book.kind[tile]) & 1:
                buildings += 1
                found |= one << book.kind[tile]
    kinds: i64 = 0
    while found:
        kinds += found & 1
        found >>= 1
    return buildings * kinds
