"""What can a player do, and how is it written? Actions as small values with a canonical text.

An action is one number (`code`, compact.py) for the engine and the search, and a text for people: `buy 2 with 4+6`. The verb says
which parts the number has. Modules add verbs of their own with `add_verb`.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from arena.rules.bits import BYTE_MASK
from arena.rules.compact import (
    CARD_BITS,
    CARD_MASK,
    CARDS_MASK,
    CARDS_SHIFT,
    CURRENCY_MASK,
    CURRENCY_SHIFT,
    FEE_SHIFT,
    NUMBER_MASK,
    NUMBER_SHIFT,
    ORIGIN,
    PAYMENT_SHIFT,
    PURSE_MASK,
    SIDE_MASK,
    TILE_SHIFT,
    VERB_MASK,
    X_SHIFT,
    Y_SHIFT,
)
from arena.rules.components import CARDS, CURRENCIES, SIDES, TILES

FAR: Final = 127  # the farthest square that can be written; no city of 85 tiles gets there

WORD: Final = 0
CARD_LIST: Final = 1
SLOT_PAID: Final = 2
TILE_PAID: Final = 3
TILE_AT: Final = 4
TILE_ALONE: Final = 5
NAMED_AT_FOR: Final = 6
NUMBER: Final = 7
TILE_SIDE: Final = 8
NAME: Final = 9
TILE_NUMBER_FOR: Final = 10
NUMBER_PAID_FOR: Final = 11

# What the text says after the verb, by shape. Words in braces are parts of the action.
TEMPLATES: Final = (
    "",  # pass
    "{cards}",  # take denar-2+florin-3
    "{slot} with {values}",  # buy 2 with 4+6
    "{tile} with {values}",  # buy bazaar-... with 4+6
    "{tile} at {square}",  # place tower-9-NE at -1,2
    "{tile}",  # reserve tower-9-NE
    "{name} at {square} for {card}",  # falcon falcon-... at 1,0 for denar-3
    "{number}",  # choose 2
    "{tile} {side}",  # wall tower-9-NE S
    "{name}",  # architect garden
    "{tile} {slot} for {card}",  # exchanger floor-5-NW 2 for denar-3
    "{number} with {payment} for {fee}",  # scout 2 with denar-4+denar-6 for florin-3
)

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
    """A verb, the shape of what follows it, the names that a part `name` can take, and the words at its end."""

    def __init__(self, number: int, word: str, shape: int, names: list[str], ending: str) -> None:
        self.number: Final = number
        self.word: Final = word
        self.shape: Final = shape
        self.names: Final = names
        self.ending: Final = ending  # after a space
        self.template: Final = TEMPLATES[shape].split()
        self.parts: Final = tuple([part[1:-1] for part in self.template if part.startswith("{")])

    def text(self, parts: dict[str, str]) -> str:
        """The canonical text of an action with these parts."""
        words = [parts[word[1:-1]] if word.startswith("{") else word for word in self.template]
        return " ".join([self.word, *words, self.ending] if self.ending else [self.word, *words])


_VERBS: Final[dict[int, Verb]] = {}
SHAPE_OF: Final = vec[i64]([WORD] * 64)  # by verb


def add_verb(number: int, word: str, shape: int, names: list[str] | None = None, ending: str = "") -> None:
    """Make a verb known. Two verbs may share a word if their shapes or their endings differ."""
    _VERBS[number] = Verb(number, word, shape, names or [], ending)
    SHAPE_OF[number] = shape


def remove_verb(number: int) -> None:
    """Forget a verb."""
    del _VERBS[number]


def all_verbs() -> list[Verb]:
    """Every verb of every module."""
    return list(_VERBS.values())


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
    return code & VERB_MASK


def tile_of(code: i64) -> i64:
    """Its tile."""
    return (code >> TILE_SHIFT) & BYTE_MASK


def x_of(code: i64) -> i64:
    """The column of its square."""
    return ((code >> X_SHIFT) & BYTE_MASK) - ORIGIN


def y_of(code: i64) -> i64:
    """The row of its square."""
    return ((code >> Y_SHIFT) & BYTE_MASK) - ORIGIN


def slot_of(code: i64) -> i64:
    """Its market slot, counted from 0."""
    return ((code >> NUMBER_SHIFT) & NUMBER_MASK) - 1


def purse_of(code: i64) -> i64:
    """Its payment."""
    return (code >> PAYMENT_SHIFT) & PURSE_MASK


def currency_of(code: i64) -> i64:
    """The currency of its payment."""
    return (code >> CURRENCY_SHIFT) & CURRENCY_MASK


def card_of(code: i64) -> i64:
    """Its single card."""
    return (code >> PAYMENT_SHIFT) & CARD_MASK


def number_of(code: i64) -> i64:
    """The number that it names, from 1 on; 0 if there is none."""
    return (code >> NUMBER_SHIFT) & NUMBER_MASK


def side_of(code: i64) -> i64:
    """The side that it names, 0 to 3 (N, E, S, W)."""
    return (code >> X_SHIFT) & SIDE_MASK


def fee_of(code: i64) -> i64:
    """The single card beside its payment."""
    return (code >> FEE_SHIFT) & CARD_MASK


def at(verb: i64, tile: i64, x: i64, y: i64) -> i64:
    """The compact form of a verb with tile and square."""
    return verb | (tile << TILE_SHIFT) | ((x + ORIGIN) << X_SHIFT) | ((y + ORIGIN) << Y_SHIFT)


def paid_slot(verb: i64, slot: i64) -> i64:
    """The compact form, without its payment, of a purchase from a slot counted from 0."""
    return verb | ((slot + 1) << NUMBER_SHIFT) | (slot << CURRENCY_SHIFT)


def paid_tile(verb: i64, tile: i64, currency: i64) -> i64:
    """The compact form, without its payment, of the purchase of a tile beside the market."""
    return verb | (tile << TILE_SHIFT) | (currency << CURRENCY_SHIFT)


def on_side(verb: i64, tile: i64, side: i64) -> i64:
    """The compact form of a verb with a tile and one of its sides."""
    return verb | (tile << TILE_SHIFT) | (side << X_SHIFT)


class Action:
    """One action, equal to another if they mean the same."""

    def __init__(self, code: int) -> None:
        self.code: Final[i64] = code

    @staticmethod
    def parse(text: str) -> "Action":
        """Read a canonical text; ActionError says what is wrong with it."""
        from arena.rules.wording import parsed  # noqa: PLC0415 - wording is made of codes

        return Action(parsed(text))

    @property
    def verb(self) -> str:
        """The first word of the text."""
        return _known(self.code).word

    @property
    def tile(self) -> str:
        """The name of the tile (or of another thing with a name), or ""."""
        verb = _known(self.code)
        if "name" in verb.parts:
            return verb.names[tile_of(self.code)]
        return TILES[tile_of(self.code)].name if "tile" in verb.parts else ""

    @property
    def square(self) -> tuple[int, int] | None:
        """The square (or corner) named, if any."""
        if "square" not in _known(self.code).parts:
            return None
        return int(x_of(self.code)), int(y_of(self.code))

    @property
    def slot(self) -> int:
        """The market slot 1 to 4, or 0."""
        return int(number_of(self.code)) if "slot" in _known(self.code).parts else 0

    @property
    def number(self) -> int:
        """What the verb counts, from 1 on, if it is not a market slot; else 0."""
        return int(number_of(self.code)) if "number" in _known(self.code).parts else 0

    @property
    def side(self) -> str:
        """The side of the tile, N, E, S or W, or ""."""
        return SIDES[side_of(self.code)] if "side" in _known(self.code).parts else ""

    @property
    def fee(self) -> str:
        """The card paid beside the price, or ""."""
        return CARDS[fee_of(self.code)].name if "fee" in _known(self.code).parts else ""

    @property
    def ending(self) -> str:
        """What the text says after all that, such as "using haggler", or ""."""
        return _known(self.code).ending

    @property
    def cards(self) -> list[str]:
        """The cards taken or paid, by name."""
        parts = _known(self.code).parts
        if "cards" in parts:
            return [CARDS[card].name for card in listed_cards(self.code)]
        if "values" in parts or "payment" in parts:
            currency = CURRENCIES[currency_of(self.code)]
            return [f"{currency}-{value}" for value in _values(purse_of(self.code))]
        return [CARDS[card_of(self.code)].name] if "card" in parts else []

    def __str__(self) -> str:
        try:
            return self._text()
        except (KeyError, IndexError):
            return f"number {int(self.code)}, which is no action"

    def _text(self) -> str:
        verb = _known(self.code)
        return verb.text({part: self._part(part) for part in verb.parts})

    def _part(self, part: str) -> str:
        """One part of the text."""
        if part == "tile" or part == "name":
            return self.tile
        if part == "square":
            return f"{x_of(self.code)},{y_of(self.code)}"
        if part == "values":
            return "+".join([str(value) for value in _values(purse_of(self.code))])
        if part == "slot" or part == "number":
            return str(number_of(self.code))
        if part == "side":
            return self.side
        return self.fee if part == "fee" else "+".join(self.cards)

    def __repr__(self) -> str:
        return f"Action.parse({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Action) and self.code == other.code

    def __hash__(self) -> int:
        return hash(int(self.code))

    def __reduce__(self) -> tuple[object, ...]:
        return Action, (int(self.code),)


def is_action(code: int) -> bool:
    """Whether a number is exactly what its own text stands for."""
    from arena.rules.wording import parsed  # noqa: PLC0415 - wording is made of codes

    try:
        return code >= 0 and parsed(str(Action(code))) == code
    except ActionError:
        return False


def listed_cards(code: i64) -> list[int]:
    """The cards of a CARD_LIST action."""
    cards: list[int] = []
    rest = (code >> CARDS_SHIFT) & CARDS_MASK
    while rest:
        cards.append(int(rest & CARD_MASK) - 1)
        rest >>= CARD_BITS
    return cards


def cards_code(verb: i64, cards: list[int]) -> i64:
    """The compact form of a CARD_LIST action; the cards ascend."""
    code = verb
    shift: i64 = CARDS_SHIFT
    for card in cards:
        code |= (card + 1) << shift
        shift += CARD_BITS
    return code


def _known(code: i64) -> Verb:
    return _VERBS[int(code & VERB_MASK)]


def _values(purse: i64) -> list[int]:
    return [value for value in range(1, 10) for _ in range((purse >> (2 * (value - 1))) & 3)]
