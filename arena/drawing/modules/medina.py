"""The medinas in the picture of a table."""

from typing import Final

from arena.drawing.modules.drawn import ModuleDrawing, TileSign
from arena.drawing.modules.holdings import held
from arena.rules import Observation, Tile


def _sign(tile: Tile) -> TileSign:
    return TileSign(f"Me{tile.price:2}", f"medina {tile.price}", "M")


def _counts(seen: Observation) -> dict[str, list[float]]:
    return {"medina": held(seen, "medina", dirk=True)}


MEDINA_DRAWING: Final = ModuleDrawing(signs={"medina": _sign}, counts=_counts)
