"""How is the text of an action parsed, and what is wrong with a text that names none?"""

from typing import Final

from arena.rules import action as a
from arena.rules.action import FAR, ActionError, Verb, all_verbs
from arena.rules.compact import CURRENCY_SHIFT, FEE_SHIFT, NUMBER_SHIFT, PAYMENT_SHIFT, TILE_SHIFT
from arena.rules.components import CURRENCIES, SIDES, TILES, card_named, tile_named
from arena.rules.money import COPIES_MASK, card_bit, copies_in

_SIGNS: Final = {
    "cards": "CARD+CARD",
    "slot": "SLOT",
    "values": "VALUE+VALUE",
    "tile": "TILE",
    "square": "X,Y",
    "name": "NAME",
    "card": "CARD",
    "number": "NUMBER",
    "side": "SIDE",
    "payment": "CARD+CARD",
    "fee": "CARD",
}
_SETS: Final = 6  # numbers go as far as there can be players


def parsed(text: str) -> int:
    """The compact form of a canonical text; ActionError says what is wrong with it."""
    words = text.split(" ")
    candidates = [verb for verb in all_verbs() if verb.word == words[0]]
    if not candidates:
        raise ActionError(f"{words[0]!r} is not an action; the actions are {', '.join(_words())}")
    for verb in candidates:
        if _shape_matches(verb, words):
            return _parse_as(verb, words, text)
    raise ActionError(f"{text!r} is not complete; write {' or '.join(_pattern(verb) for verb in candidates)}")


def _words() -> list[str]:
    return sorted({verb.word for verb in all_verbs()})


def _pattern(verb: Verb) -> str:
    """The text of a verb with a sign in capitals for each part."""
    return f'"{verb.text(_SIGNS)}"'


def _shape_matches(verb: Verb, words: list[str]) -> bool:
    expected = [verb.word, *verb.template, *verb.ending.split()]
    if len(words) != len(expected):
        return False
    if any(word[0] != "{" and word != given for word, given in zip(expected, words, strict=True)):
        return False
    # A tile of the market is bought by its slot, one beside it by its name.
    return "values" not in verb.parts or words[1].isdecimal() == ("slot" in verb.parts)


def _parse_as(verb: Verb, words: list[str], text: str) -> int:
    number = verb.number
    shape = verb.shape
    if shape == a.WORD:
        return number
    if shape == a.CARD_LIST:
        return int(a.cards_code(number, _parse_cards(words[1])))
    if shape == a.SLOT_PAID:
        slot = _parse_number(words[1], 4, "slot", text)
        return int(a.paid_slot(number, slot - 1)) | _parse_values(words[3]) << PAYMENT_SHIFT
    if shape == a.NUMBER:
        return number | _parse_number(words[1], _SETS, "number", text) << NUMBER_SHIFT
    if shape == a.NUMBER_PAID_FOR:
        return _parse_paid_number(number, words, text)
    if shape in (a.NAMED_AT_FOR, a.NAME):
        if words[1] not in verb.names:
            raise ActionError(f"{text!r}: there is no {words[1]!r}")
        name = verb.names.index(words[1])
        if shape == a.NAME:
            return number | name << TILE_SHIFT
        x, y = _parse_square(words[3])
        return int(a.at(number, name, x, y)) | _parse_card(words[5]) << PAYMENT_SHIFT
    return _parse_tile_action(number, shape, words, text)


def _parse_tile_action(number: int, shape: int, words: list[str], text: str) -> int:
    tile = _parse_tile(words[1])
    if shape == a.TILE_ALONE:
        return number | tile << TILE_SHIFT
    if shape == a.TILE_SIDE:
        if len(words[2]) != 1 or words[2] not in SIDES:
            raise ActionError(f"{text!r}: side {words[2]} is not one of N, E, S, W")
        return int(a.on_side(number, tile, SIDES.index(words[2])))
    if shape == a.TILE_NUMBER_FOR:
        slot = _parse_number(words[2], 4, "slot", text)
        card = _parse_card(words[4])
        return number | tile << TILE_SHIFT | slot << NUMBER_SHIFT | card << PAYMENT_SHIFT
    if shape == a.TILE_PAID:
        currency = TILES[tile].currency
        if not currency:
            raise ActionError(f"{text!r}: {words[1]} is bought from its market slot, by number")
        code = int(a.paid_tile(number, tile, CURRENCIES.index(currency)))
        return code | _parse_values(words[3]) << PAYMENT_SHIFT
    x, y = _parse_square(words[3])
    return int(a.at(number, tile, x, y))


def _parse_paid_number(number: int, words: list[str], text: str) -> int:
    """A payment in a currency that the cards name, and one card more."""
    cards = words[3].split("+")
    currency = _parse_card(cards[0]) // 9
    if any(_parse_card(card) // 9 != currency for card in cards):
        raise ActionError(f"{text!r}: the price is paid in one currency")
    purse = _parse_values("+".join(card.rpartition("-")[2] for card in cards))
    field = _parse_number(words[1], _SETS, "number", text)
    fee = _parse_card(words[5])
    code = number | field << NUMBER_SHIFT | purse << PAYMENT_SHIFT
    return code | currency << CURRENCY_SHIFT | fee << FEE_SHIFT


def _parse_number(word: str, most: int, what: str, text: str) -> int:
    if len(word) != 1 or word not in "123456789"[:most]:
        raise ActionError(f"{text!r}: {what} {word} is not from 1 to {most}")
    return int(word)


def _parse_tile(name: str) -> int:
    try:
        return tile_named(name).id
    except KeyError:
        raise ActionError(f"there is no tile {name!r}") from None


def _parse_card(name: str) -> int:
    try:
        return card_named(name).id
    except KeyError:
        raise ActionError(f"there is no card {name!r}") from None


def _parse_cards(text: str) -> list[int]:
    cards = sorted(_parse_card(name) for name in text.split("+"))
    if len(cards) > 4:
        raise ActionError(f"{text!r}: the display has four cards, not {len(cards)}")
    return cards


def _parse_values(text: str) -> int:
    purse = 0
    for word in text.split("+"):
        if len(word) != 1 or word not in "123456789":
            raise ActionError(f"{word!r} is not the value of a card, 1 to 9")
        value = int(word) - 1
        if copies_in(purse, value) == COPIES_MASK:
            raise ActionError(f"{text!r}: there are only three cards of each value and currency")
        purse += int(card_bit(value))
    return purse


def _parse_square(text: str) -> tuple[int, int]:
    x, comma, y = text.partition(",")
    if not comma or not _is_whole(x) or not _is_whole(y):
        raise ActionError(f"{text!r} is not a square; write X,Y in whole numbers")
    square = int(x), int(y)
    if max(abs(square[0]), abs(square[1])) > FAR:
        raise ActionError(f"square {text} is farther than {FAR} from the fountain")
    return square


def _is_whole(text: str) -> bool:
    digits = text.removeprefix("-")
    return digits.isascii() and digits.isdecimal() and len(digits) <= 9 and str(int(text)) == text
