"""How are the actions of Der Rote Palast told and offered? Abilities, guards and sets of cards."""

from collections.abc import Mapping
from typing import Final

from arena.drawing.modules.drawn import Path, TableWords, VerbDrawing
from arena.drawing.phrases import SIDE_WORDS, card_words, cards_words, paid_words
from arena.drawing.purchases import bought, offer_price, purchase_label, purchase_path
from arena.rules import Action


def _choose(words: TableWords, _: int, action: Action) -> str:
    palace = words.seen.palace
    cards = () if palace is None else palace.sets.get(action.number, ())
    return f"<take> set {action.number}: {cards_words(card.name for card in cards)}"


def _end(_: TableWords, __: int, ___: Action) -> str:
    return "<use> no more abilities"


def _on(words: TableWords, action: Action) -> str:
    """A side of a tile."""
    return f"the {SIDE_WORDS[action.side]} wall of {words.tile(action.tile)}"


def _pay(words: TableWords, _: int, action: Action) -> str:
    return f"<pay> with the guard on {_on(words, action)}"


def _post(words: TableWords, _: int, action: Action) -> str:
    return f"<move> the guard to {_on(words, action)}"


def _wall(words: TableWords, _: int, action: Action) -> str:
    return f"<attach> a wall piece to the {SIDE_WORDS[action.side]} side of {words.tile(action.tile)}"


def _captain(words: TableWords, _: int, action: Action) -> str:
    return f"<use> the captain, to move the guard on {_on(words, action)}"


def _mason(_: TableWords, __: int, ___: Action) -> str:
    return "<use> the mason, for a wall piece"


def _paver(_: TableWords, __: int, ___: Action) -> str:
    return "<use> the paver, for a plaza"


def _teller(_: TableWords, __: int, action: Action) -> str:
    return f"<use> the teller and <take> {cards_words(action.cards)}"


def _architect(_: TableWords, __: int, action: Action) -> str:
    return f"<use> the architect, for half a {action.tile}"


def _exchanger(words: TableWords, _: int, action: Action) -> str:
    other = words.seen.market[action.slot - 1]
    theirs = "" if other is None else words.dressed(other.name).kind
    own = words.dressed(action.tile)
    return (
        f"<use> the exchanger for {card_words(action.cards[0])}: <put> the {theirs} of slot {action.slot} "
        f"on {words.tile(action.tile)}, and the {own.kind} in its place"
    )


def _scouted(words: TableWords, action: Action) -> str:
    palace = words.seen.palace
    tile = None if palace is None else palace.preview[action.number - 1]
    return "" if tile is None else tile.name


def _scout_price(words: TableWords, action: Action) -> int:
    name = _scouted(words, action)
    return words.dressed(name).price if name else 0


def _scout(words: TableWords, _: int, action: Action) -> str:
    tile = words.tile(_scouted(words, action))
    price = paid_words(action.cards, _scout_price(words, action))
    return f"<use> the scout for {card_words(action.fee)}: <buy> {tile} of the preview for {price}"


def _haggling(words: TableWords, _: int, action: Action) -> str:
    return f"<buy> {bought(words, action)} with the haggler, so that it counts as exact"


def _gambling(words: TableWords, _: int, action: Action) -> str:
    return f"<buy> {bought(words, action)} with the gambler, for another piece on it"


def _both(words: TableWords, _: int, action: Action) -> str:
    return f"<buy> {bought(words, action)} with haggler and gambler"


def _used(ability: str) -> VerbDrawing:
    """A purchase with an ability."""

    def label(words: TableWords, action: Action) -> str:
        goes_on = ": you go on" if "haggler" in ability else ""
        return f"{purchase_label(words, action)}, with the {ability}{goes_on}"

    say = {"haggler": _haggling, "gambler": _gambling}.get(ability, _both)
    return VerbDrawing(say, purchase_path, label, offer_price)


def _guard(_: TableWords, __: int, action: Action) -> Path:
    return [("guard", f"{action.tile} {action.side}")]


def _free(_: TableWords, __: int, action: Action) -> Path:
    return [("post", f"{action.tile} {action.side}")]


def _side(_: TableWords, __: int, action: Action) -> Path:
    return [("aside", action.tile), ("side", action.side)]


def _ability(_: TableWords, __: int, action: Action) -> Path:
    first: Path = [("ability", action.verb)]
    if action.verb == "teller":
        return [*first, ("cards", action.cards[0])]
    if action.verb == "captain":
        return [*first, ("guard", f"{action.tile} {action.side}")]
    if action.verb == "architect":
        return [*first, ("kind", action.tile)]
    if action.verb == "exchanger":
        return [*first, ("aside", action.tile), ("slot", action.slot), ("pay", action.cards[0])]
    if action.verb == "scout":
        return [*first, ("preview", action.number), ("pay", "+".join(action.cards)), ("pay", action.fee)]
    return first


def _set(_: TableWords, __: int, action: Action) -> Path:
    return [("set", action.number)]


def _button(_: TableWords, __: int, action: Action) -> Path:
    return [("button", action.verb)]


def _first_card(_: TableWords, action: Action) -> str:
    return card_words(action.cards[0])


PALACE_VERBS: Final[Mapping[str, VerbDrawing]] = {
    "choose": VerbDrawing(_choose, _set, lambda _, action: f"Take set {action.number}"),
    "end": VerbDrawing(_end, _button, lambda _, __: "Go on"),
    "pay": VerbDrawing(_pay, _guard),
    "post": VerbDrawing(_post, _free),
    "wall": VerbDrawing(_wall, _side, lambda _, action: SIDE_WORDS[action.side]),
    "mason": VerbDrawing(_mason, _ability),
    "teller": VerbDrawing(_teller, _ability, _first_card),
    "paver": VerbDrawing(_paver, _ability),
    "captain": VerbDrawing(_captain, _ability),
    "architect": VerbDrawing(_architect, _ability, lambda _, action: action.tile),
    "exchanger": VerbDrawing(_exchanger, _ability, _first_card),
    "scout": VerbDrawing(_scout, _ability, lambda _, action: card_words(action.fee), _scout_price),
    "using haggler": _used("haggler"),
    "using gambler": _used("gambler"),
    "using haggler+gambler": _used("haggler and the gambler"),
}
