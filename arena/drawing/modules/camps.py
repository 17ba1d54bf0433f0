"""The camps in the picture of a table."""

from typing import Final

from arena.drawing.modules.drawn import ModuleDrawing, TileSign
from arena.rules import Tile


def _sign(tile: Tile) -> TileSign:
    return TileSign(f"Ca{tile.price:2}", "Camp")


CAMPS_DRAWING: Final = ModuleDrawing(signs={"camp": _sign})
