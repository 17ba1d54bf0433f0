"""What is drawn of a game, for the terminal and for pages alike: rows of text, marks and signs.

Nothing here prints, and nothing here knows HTML. What a module adds stands in one file of `arena.drawing.modules`.
"""

from arena.drawing.modules.drawn import Mark, Offer, Rows, Square
from arena.drawing.table import corner_marks, dressed, guarded_sides, market_offers, seat_rows, table_rows
from arena.drawing.tiles import kind_is_hidden, tile_label, tile_word

__all__ = [
    "Mark",
    "Offer",
    "Rows",
    "Square",
    "corner_marks",
    "dressed",
    "guarded_sides",
    "kind_is_hidden",
    "market_offers",
    "seat_rows",
    "table_rows",
    "tile_label",
    "tile_word",
]
