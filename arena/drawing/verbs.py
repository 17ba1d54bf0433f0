"""How are the actions of the base game told and offered? Verb by verb, with those of the modules after them."""

from collections.abc import Mapping
from typing import Final

from arena.drawing.modules import DRAWINGS
from arena.drawing.modules.drawn import Path, TableWords, VerbDrawing
from arena.drawing.phrases import cards_words, square_words
from arena.drawing.purchases import bought, offer_price, purchase_label, purchase_path
from arena.rules import Action
from arena.rules.engine import FIRST_MODULE_VERB, verb_of


def verb_drawing(action: Action) -> VerbDrawing:
    """How actions like this one are told and offered; one that nobody has described keeps its canonical text."""
    key = action.ending or action.verb
    for drawing in DRAWINGS.values():
        if key in drawing.verbs:
            return drawing.verbs[key]
    return _PLAIN if verb_of(action.code) >= FIRST_MODULE_VERB else _VERBS[key]


def _take(_: TableWords, __: int, action: Action) -> str:
    return f"<take> {cards_words(action.cards)}"


def _buy(words: TableWords, _: int, action: Action) -> str:
    return f"<buy> {bought(words, action)}"


def _where(action: Action) -> str:
    x, y = action.square or (0, 0)
    return square_words(x, y)


def _build(words: TableWords, _: int, action: Action) -> str:
    return f"<build> {words.tile(action.tile)} from the reserve {_where(action)}"


def _remove(words: TableWords, _: int, action: Action) -> str:
    return f"<take> {words.tile(action.tile)} out of the city"


def _exchange(words: TableWords, seat: int, action: Action) -> str:
    old = next(
        placed.tile.name for placed in words.seen.seats[seat].city if (placed.x, placed.y) == action.square
    )
    return f"<put> {words.tile(action.tile)} in the place of {words.tile(old)}"


def _place(words: TableWords, _: int, action: Action) -> str:
    return f"<place> {words.tile(action.tile)} {_where(action)}"


def _reserve(words: TableWords, _: int, action: Action) -> str:
    return f"<put> {words.tile(action.tile)} into the reserve"


def _give(words: TableWords, _: int, action: Action) -> str:
    return f"<give> {words.tile(action.tile)} to Dirk"


def _pass(_: TableWords, __: int, ___: Action) -> str:
    return "<can> do nothing and <pass>"


def _plain(_: TableWords, __: int, action: Action) -> str:
    return str(action)


def _cards_path(_: TableWords, __: int, action: Action) -> Path:
    return [("cards", "+".join(action.cards))]


def _square(action: Action) -> str:
    x, y = action.square or (0, 0)
    return f"{x},{y}"


def _build_path(_: TableWords, __: int, action: Action) -> Path:
    return [("reserve", action.tile), ("square", _square(action))]


def _exchange_path(_: TableWords, __: int, action: Action) -> Path:
    return [("reserve", action.tile), ("city", _square(action))]


def _remove_path(words: TableWords, seat: int, action: Action) -> Path:
    x, y = next(
        (placed.x, placed.y) for placed in words.seen.seats[seat].city if placed.tile.name == action.tile
    )
    return [("city", f"{x},{y}"), ("button", "remove")]


def _place_path(_: TableWords, __: int, action: Action) -> Path:
    return [("aside", action.tile), ("square", _square(action))]


def _aside_button(_: TableWords, __: int, action: Action) -> Path:
    return [("aside", action.tile), ("button", action.verb)]


def _button(_: TableWords, __: int, action: Action) -> Path:
    return [("button", action.verb)]


def _plain_button(_: TableWords, __: int, action: Action) -> Path:
    return [("button", str(action))]


_PLAIN: Final = VerbDrawing(_plain, _plain_button, lambda _, action: str(action))
_VERBS: Final[Mapping[str, VerbDrawing]] = {
    "take": VerbDrawing(_take, _cards_path, lambda _, action: cards_words(action.cards)),
    "buy": VerbDrawing(_buy, purchase_path, purchase_label, offer_price),
    "build": VerbDrawing(_build, _build_path),
    "remove": VerbDrawing(_remove, _remove_path, lambda _, __: "Into the reserve"),
    "exchange": VerbDrawing(_exchange, _exchange_path),
    "place": VerbDrawing(_place, _place_path),
    "reserve": VerbDrawing(_reserve, _aside_button, lambda _, __: "Keep in reserve"),
    "give": VerbDrawing(_give, _aside_button, lambda _, __: "Give to Dirk"),
    "pass": VerbDrawing(_pass, _button, lambda _, __: "Pass"),
}
