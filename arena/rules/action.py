"""What can a player do, and how is it written? Actions as small values with a canonical text.

An action is one number (`code`) for the engine and the search, and a text for people: `buy 2 with 4+6`. The verb says
which parts the number has. Modules add verbs of their own with `add_verb`.

    bits  0-5    verb
    bits  6-13   tile (or falcon), bits 14-21 and 22-29 its square x + 128, y + 128;
                 for the shape CARDS instead four cards of six bits each, id + 1, ascending
    bits 30-32   market slot, 1 to 4
    bits 33-50   payment: a purse (money.py)
    bits 51-52   currency of that payment; for a single card (FOR_CARD) bits 33-38 hold its id
"""

from typing import Final

from mypy_extensions import i64

from arena.rules.components import CARDS, CURRENCIES, TILES, card_named, tile_named

FAR: Final = 127  # the farthest square that can be written; no city of 85 tiles gets there

WORD: Final = 0  # pass
CARD_LIST: Final = 1  # take denar-2+florin-3
SLOT_PAID: Final = 2  # buy 2 with 4+6
TILE_PAID: Final = 3  # buy bazaar-... with 4+6
TILE_AT: Final = 4  # place tower-9-NE at -1,2
TILE_ALONE: Final = 5  # reserve tower-9-NE
NAMED_AT_FOR: Final = 6  # falcon falcon-... at 1,0 for denar-3

TAKE: Final = 1
BUY: Final = 2
BUILD: Final = 3
REMOVE: Final = 4
EXCHANGE: Final = 5
PASS: Final = 6
PLACE: Final = 7
RESERVE: Final = 8
GIVE: Final = 9
BUY_OFFER: Final = 10
FIRST_MODULE_VERB: Final = 16  # a module owns the eight verbs from a multiple of eight on


class ActionError(ValueError):
    """A text that is no action; it says what is wrong with it."""


class Verb:
    """A verb, the shape of what follows it, and the names that a NAMED_AT_FOR verb can take."""

    def __init__(self, number: int, word: str, shape: int, names: list[str]) -> None:
        self.number: Final = number
        self.word: Final = word
        self.shape: Final = shape
        self.names: Final = names


_VERBS: Final[dict[int, Verb]] = {}


def add_verb(number: int, word: str, shape: int, names: list[str] | None = None) -> None:
    """Make a verb known. Two verbs may share a word if their shapes differ."""
    _VERBS[number] = Verb(number, word, shape, names or [])


add_verb(TAKE, "take", CARD_LIST)
add_verb(BUY, "buy", SLOT_PAID)
add_verb(BUILD, "build", TILE_AT)
add_verb(REMOVE, "remove", TILE_ALONE)
add_verb(EXCHANGE, "exchange", TILE_AT)
add_verb(PASS, "pass", WORD)
add_verb(PLACE, "place", TILE_AT)
add_verb(RESERVE, "reserve", TILE_ALONE)
add_verb(GIVE, "give", TILE_ALONE)
add_verb(BUY_OFFER, "buy", TILE_PAID)


def verb_of(code: i64) -> i64:
    """The verb of a compact action."""
    return code & 63


def tile_of(code: i64) -> i64:
    """Its tile."""
    return (code >> 6) & 255


def x_of(code: i64) -> i64:
    """The column of its square."""
    return ((code >> 14) & 255) - 128


def y_of(code: i64) -> i64:
    """The row of its square."""
    return ((code >> 22) & 255) - 128


def slot_of(code: i64) -> i64:
    """Its market slot, counted from 0."""
    return ((code >> 30) & 7) - 1


def purse_of(code: i64) -> i64:
    """Its payment."""
    return (code >> 33) & 0x3FFFF


def currency_of(code: i64) -> i64:
    """The currency of its payment."""
    return (code >> 51) & 3


def card_of(code: i64) -> i64:
    """Its single card."""
    return (code >> 33) & 63


def at(verb: i64, tile: i64, x: i64, y: i64) -> i64:
    """The compact form of a verb with tile and square."""
    return verb | (tile << 6) | ((x + 128) << 14) | ((y + 128) << 22)


def paid_slot(verb: i64, slot: i64) -> i64:
    """The compact form, without its payment, of a purchase from a slot counted from 0."""
    return verb | ((slot + 1) << 30) | (slot << 51)


def paid_tile(verb: i64, tile: i64, currency: i64) -> i64:
    """The compact form, without its payment, of the purchase of a tile beside the market."""
    return verb | (tile << 6) | (currency << 51)


PAYMENT_SHIFT: Final = 33


class Action:
    """One action, equal to another if they mean the same."""

    def __init__(self, code: int) -> None:
        self.code: Final[i64] = code

    @staticmethod
    def parse(text: str) -> "Action":
        """Read a canonical text; ActionError says what is wrong with it."""
        return Action(_parse(text))

    @property
    def verb(self) -> str:
        """The first word of the text."""
        return _known(self.code).word

    @property
    def tile(self) -> str:
        """The name of the tile (or falcon) named, or ""."""
        verb = _known(self.code)
        if verb.shape == NAMED_AT_FOR:
            return verb.names[tile_of(self.code)]
        return TILES[tile_of(self.code)].name if verb.shape in (TILE_PAID, TILE_AT, TILE_ALONE) else ""

    @property
    def square(self) -> tuple[int, int] | None:
        """The square (or corner) named, if any."""
        if _known(self.code).shape not in (TILE_AT, NAMED_AT_FOR):
            return None
        return int(x_of(self.code)), int(y_of(self.code))

    @property
    def slot(self) -> int:
        """The market slot 1 to 4, or 0."""
        return int((self.code >> 30) & 7) if _known(self.code).shape == SLOT_PAID else 0

    @property
    def cards(self) -> list[str]:
        """The cards taken or paid, by name."""
        shape = _known(self.code).shape
        if shape == CARD_LIST:
            return [CARDS[card].name for card in listed_cards(self.code)]
        if shape in (SLOT_PAID, TILE_PAID):
            currency = CURRENCIES[currency_of(self.code)]
            return [f"{currency}-{value}" for value in _values(purse_of(self.code))]
        return [CARDS[card_of(self.code)].name] if shape == NAMED_AT_FOR else []

    def __str__(self) -> str:
        try:
            return self._text()
        except (KeyError, IndexError):
            return f"number {int(self.code)}, which is no action"

    def _text(self) -> str:
        verb = _known(self.code)
        shape = verb.shape
        if shape == WORD:
            return verb.word
        if shape == CARD_LIST:
            return f"{verb.word} {'+'.join(self.cards)}"
        if shape == TILE_ALONE:
            return f"{verb.word} {self.tile}"
        if shape in (SLOT_PAID, TILE_PAID):
            what = str(self.slot) if shape == SLOT_PAID else self.tile
            return f"{verb.word} {what} with {'+'.join(str(v) for v in _values(purse_of(self.code)))}"
        text = f"{verb.word} {self.tile} at {x_of(self.code)},{y_of(self.code)}"
        return text if shape == TILE_AT else f"{text} for {self.cards[0]}"

    def __repr__(self) -> str:
        return f"Action.parse({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Action) and self.code == other.code

    def __hash__(self) -> int:
        return hash(int(self.code))

    def __reduce__(self) -> tuple[object, ...]:
        return Action, (int(self.code),)


def shape_of(code: i64) -> int:
    """What follows the verb."""
    return _known(code).shape


def is_action(code: int) -> bool:
    """Whether a number is exactly what its own text stands for."""
    try:
        return code >= 0 and _parse(str(Action(code))) == code
    except ActionError:
        return False


def listed_cards(code: i64) -> list[int]:
    """The cards of a CARD_LIST action."""
    cards: list[int] = []
    rest = (code >> 6) & 0xFFFFFF
    while rest:
        cards.append(int(rest & 63) - 1)
        rest >>= 6
    return cards


def cards_code(verb: i64, cards: list[int]) -> i64:
    """The compact form of a CARD_LIST action; the cards ascend."""
    code = verb
    shift: i64 = 6
    for card in cards:
        code |= (card + 1) << shift
        shift += 6
    return code


def _known(code: i64) -> Verb:
    return _VERBS[int(code & 63)]


def _values(purse: i64) -> list[int]:
    return [value for value in range(1, 10) for _ in range((purse >> (2 * (value - 1))) & 3)]


def _parse(text: str) -> int:
    words = text.split(" ")
    candidates = [verb for verb in _VERBS.values() if verb.word == words[0]]
    if not candidates:
        raise ActionError(f"{words[0]!r} is not an action; the actions are {', '.join(_words())}")
    for verb in candidates:
        if _shape_matches(verb, words):
            return _parse_as(verb, words, text)
    raise ActionError(f"{text!r} is not complete; write {' or '.join(_pattern(verb) for verb in candidates)}")


def _words() -> list[str]:
    return sorted({verb.word for verb in _VERBS.values()})


def _pattern(verb: Verb) -> str:
    tail = {
        WORD: "",
        CARD_LIST: " CARD+CARD",
        SLOT_PAID: " SLOT with VALUE+VALUE",
        TILE_PAID: " TILE with VALUE+VALUE",
        TILE_AT: " TILE at X,Y",
        TILE_ALONE: " TILE",
        NAMED_AT_FOR: " NAME at X,Y for CARD",
    }[verb.shape]
    return f'"{verb.word}{tail}"'


def _shape_matches(verb: Verb, words: list[str]) -> bool:
    shape = verb.shape
    if shape in (SLOT_PAID, TILE_PAID):
        return len(words) == 4 and words[2] == "with" and (words[1].isdecimal() == (shape == SLOT_PAID))
    if shape == TILE_AT:
        return len(words) == 4 and words[2] == "at"
    if shape == NAMED_AT_FOR:
        return len(words) == 6 and words[2] == "at" and words[4] == "for"
    return len(words) == (1 if shape == WORD else 2)


def _parse_as(verb: Verb, words: list[str], text: str) -> int:
    number = verb.number
    shape = verb.shape
    if shape == WORD:
        return number
    if shape == CARD_LIST:
        return int(cards_code(number, _parse_cards(words[1])))
    if shape == SLOT_PAID:
        if words[1] not in ("1", "2", "3", "4"):
            raise ActionError(f"{text!r}: slot {words[1]} is not from 1 to 4")
        return int(paid_slot(number, int(words[1]) - 1)) | _parse_values(words[3]) << PAYMENT_SHIFT
    if shape == NAMED_AT_FOR:
        if words[1] not in verb.names:
            raise ActionError(f"{text!r}: there is no {words[1]!r}")
        x, y = _parse_square(words[3])
        return int(at(number, verb.names.index(words[1]), x, y)) | _parse_card(words[5]) << PAYMENT_SHIFT
    tile = _parse_tile(words[1])
    if shape == TILE_ALONE:
        return number | tile << 6
    if shape == TILE_PAID:
        currency = TILES[tile].currency
        if not currency:
            raise ActionError(f"{text!r}: {words[1]} is bought from its market slot, by number")
        code = int(paid_tile(number, tile, CURRENCIES.index(currency)))
        return code | _parse_values(words[3]) << PAYMENT_SHIFT
    x, y = _parse_square(words[3])
    return int(at(number, tile, x, y))


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
        shift = 2 * (int(word) - 1)
        if purse >> shift & 3 == 3:
            raise ActionError(f"{text!r}: there are only three cards of each value and currency")
        purse += 1 << shift
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
