"""The bazaars in the picture of a table."""

from typing import Final

from arena.drawing.modules.drawn import ModuleDrawing, Offer, TileSign
from arena.rules import CURRENCIES, Observation, Tile


def _offers(seen: Observation) -> list[Offer]:
    return [] if seen.bazaars is None else [_offer(seen, tile) for tile in seen.bazaars.offered]


def _offer(seen: Observation, bazaar: Tile) -> Offer:
    """A bazaar costs what the tile in the slot of its currency does (14.2)."""
    beside = seen.market[CURRENCIES.index(bazaar.currency)]
    return Offer(bazaar, "not for sale" if beside is None else f"for {beside.price} {bazaar.currency}")


def _sign(tile: Tile) -> TileSign:
    return TileSign(f"Bz {CURRENCIES.index(tile.currency) + 1}", "Baz")


BAZAARS_DRAWING: Final = ModuleDrawing(offers=_offers, signs={"bazaar": _sign})
