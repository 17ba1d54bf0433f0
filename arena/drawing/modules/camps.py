"""The camps in the picture of a table."""

from typing import Final

from arena.drawing.modules.drawn import ModuleDrawing, TileSign
from arena.drawing.modules.holdings import held
from arena.rules import Observation, Tile


def _sign(tile: Tile) -> TileSign:
    return TileSign(f"Ca{tile.price:2}", f"camp {tile.price}", "K")


def _counts(seen: Observation) -> dict[str, list[float]]:
    return {"camps": held(seen, "camp", dirk=False)}


CAMPS_DRAWING: Final = ModuleDrawing(signs={"camp": _sign}, counts=_counts)
