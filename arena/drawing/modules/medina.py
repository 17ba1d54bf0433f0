"""The medinas in the picture of a table."""

from typing import Final

from arena.drawing.modules.drawn import ModuleDrawing, TileSign
from arena.rules import Tile


def _sign(tile: Tile) -> TileSign:
    return TileSign(f"Me{tile.price:2}", "Med")


MEDINA_DRAWING: Final = ModuleDrawing(signs={"medina": _sign})
