"""How is a tile called where there is little room? By its kind, or by the sign that its module gives it."""

from typing import Final

from arena.drawing.modules import DRAWINGS
from arena.drawing.modules.drawn import TileSign
from arena.rules import Tile

_FOUNTAIN: Final = TileSign("Lion", "Lions")
_SHORT: Final = 3


def tile_label(tile: Tile) -> str:
    """A tile in four characters."""
    sign = _sign(tile)
    return f"{tile.kind[:2].capitalize()}{tile.price:2}" if sign is None else sign.label


def tile_word(tile: Tile) -> str:
    """A tile in a short word, without its price."""
    sign = _sign(tile)
    return tile.kind[:_SHORT].capitalize() if sign is None else sign.word


def kind_is_hidden(tile: Tile) -> bool:
    """Whether the name of a tile does not tell the kind that it has."""
    return bool(tile.kind) and not tile.name.startswith(tile.kind)


def _sign(tile: Tile) -> TileSign | None:
    if tile.group == "fountain":
        return _FOUNTAIN
    for drawing in DRAWINGS.values():
        if tile.group in drawing.signs:
            return drawing.signs[tile.group](tile)
    return None
