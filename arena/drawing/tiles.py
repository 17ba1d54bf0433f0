"""What is a tile called where there is little room? By its kind, or by the sign that its module gives it."""

from typing import Final

from arena.drawing.modules import DRAWINGS
from arena.drawing.modules.drawn import TileSign
from arena.rules import Tile

_FOUNTAIN: Final = TileSign("Lion", "the fountain", "")


def tile_label(tile: Tile) -> str:
    """A tile in four characters."""
    sign = _sign(tile)
    return f"{tile.kind[:2].capitalize()}{tile.price:2}" if sign is None else sign.label


def tile_phrase(tile: Tile) -> str:
    """A tile as sentences call it: tower 9."""
    sign = _sign(tile)
    return f"{tile.kind or tile.group} {tile.price}" if sign is None else sign.phrase


def tile_letter(tile: Tile) -> str:
    """The letter that goes with a tile's colour and icon; a floor tile has that of its piece."""
    sign = _sign(tile)
    return tile.kind[:1].upper() if sign is None else sign.letter


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
