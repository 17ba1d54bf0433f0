"""What is drawn of a game, for the terminal and for pages alike: rows of text, marks, signs and frames.

Nothing here prints, and nothing here knows HTML. What a module adds stands in one file of `arena.drawing.modules`.
"""

from arena.drawing.choices import TriedTurn, action_path, question, refusal_fields
from arena.drawing.frames import FORMAT, GameFrames, frame_of, frames_of_record, result_of
from arena.drawing.merge_patch import patch_between, patched
from arena.drawing.modules.drawn import Offer, Rows, Square
from arena.drawing.phrases import listed
from arena.drawing.sentences import action_sentence, action_words, table_words
from arena.drawing.standalone_page import board_page, board_script, notebook_html, record_page
from arena.drawing.table import corner_marks, dressed, guarded_sides, market_offers, seat_rows, table_rows
from arena.drawing.tiles import kind_is_hidden, tile_label

__all__ = [
    "FORMAT",
    "GameFrames",
    "Offer",
    "Rows",
    "Square",
    "TriedTurn",
    "action_path",
    "action_sentence",
    "action_words",
    "board_page",
    "board_script",
    "corner_marks",
    "dressed",
    "frame_of",
    "frames_of_record",
    "guarded_sides",
    "kind_is_hidden",
    "listed",
    "market_offers",
    "notebook_html",
    "patch_between",
    "patched",
    "question",
    "record_page",
    "refusal_fields",
    "result_of",
    "seat_rows",
    "table_rows",
    "table_words",
    "tile_label",
]
