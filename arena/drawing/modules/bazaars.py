"""The bazaars in the picture of a table."""

from typing import Final

from arena.drawing.modules.drawn import Fields, ModuleDrawing, Offer, TileSign
from arena.drawing.modules.holdings import held
from arena.rules import CURRENCIES, Observation, Tile


def _offers(seen: Observation) -> list[Offer]:
    return [] if seen.bazaars is None else [_offer(seen, tile) for tile in seen.bazaars.offered]


def _offer(seen: Observation, bazaar: Tile) -> Offer:
    """A bazaar costs what the tile in the slot of its currency does (14.2)."""
    beside = seen.market[CURRENCIES.index(bazaar.currency)]
    return Offer(bazaar, 0 if beside is None else beside.price)


def _frame(seen: Observation) -> Fields:
    return {"beside": [{"tile": tile.name, "price": price} for tile, price in _offers(seen)]}


def _counts(seen: Observation) -> dict[str, list[float]]:
    return {"bazaars": held(seen, "bazaar", dirk=False)}


def _sign(tile: Tile) -> TileSign:
    kinds = " ".join([kind[0].upper() for kind in tile.kinds])
    return TileSign(f"Bz {CURRENCIES.index(tile.currency) + 1}", f"the {tile.currency} bazaar ({kinds})", "B")


BAZAARS_DRAWING: Final = ModuleDrawing(offers=_offers, signs={"bazaar": _sign}, frame=_frame, counts=_counts)
