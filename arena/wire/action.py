"""How does an action travel? As the fields that its verb needs, and as its canonical text."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from arena.proto import arena_pb2 as pb
from arena.rules import CARDS, CURRENCIES, TILES, Action, ActionError, Card
from arena.rules.engine import Verb, all_verbs
from arena.wire import values
from arena.wire.encoding import card_fields, sized, tag
from arena.wire.error import WireError
from arena.wire.words import CURRENCY_WORDS, VERB_WORDS

_KEPT: Final = 1 << 16
_USING_WORD: Final = "using "
_CARD_IDS: Final = {card.name: card.id for card in CARDS}
_TILE_IDS: Final = {tile.name: tile.id for tile in TILES}
_CARD_FIELDS: Final = card_fields(pb.Action.CARDS_FIELD_NUMBER)
_LEGAL: Final = tag(pb.Decision.LEGAL_FIELD_NUMBER)
_legal_fields: Final[dict[int, bytes]] = {}  # by code; there are dozens to a decision, so every step counts

# The field of a message that holds a part of an action (TEMPLATES in arena/rules/action.py), where it has another name.
_FIELDS: Final = {"card": "cards", "payment": "cards", "values": "cards"}


def action_to_wire(action: Action) -> pb.Action:
    """An action as a message."""
    return pb.Action.FromString(action_bytes(action))


def action_bytes(action: Action) -> bytes:
    """The same, encoded."""
    return _encoded(action.code)


def action_from_wire(message: pb.Action) -> Action:
    """The action that a message means; its text, if it has one, must say the same as its fields."""
    verb = _verb_of(message)
    parts = {part: _part(part, message, verb) for part in verb.parts}
    try:
        # There is one reader of actions, which reads texts.
        action = Action.parse(verb.text(parts))
    except ActionError as wrong:
        raise WireError(f"Action: {wrong}") from None
    if message.text and message.text != str(action):
        raise WireError(f"Action.text: {message.text!r}, but the fields say {str(action)!r}")
    return action


def legal_fields(actions: Sequence[Action]) -> list[bytes]:
    """Each action as one of the legal ones of a decision, with tag and length."""
    fields: list[bytes] = []
    for action in actions:
        code = int(action.code)
        field = _legal_fields.get(code)
        if field is None:
            if len(_legal_fields) >= _KEPT:
                _legal_fields.clear()
            field = _legal_fields[code] = _LEGAL + sized(_encoded(code))
        fields.append(field)
    return fields


@lru_cache(_KEPT)
def _encoded(code: int) -> bytes:
    action = Action(code)
    named = action.tile
    message = pb.Action(
        verb=VERB_WORDS.numbers[action.verb],
        slot=action.slot,
        text=str(action),
        number=action.number,
        side=action.side,
        using=action.ending.removeprefix(_USING_WORD),
    )
    if action.fee:
        fee = CARDS[_CARD_IDS[action.fee]]
        message.fee.currency = CURRENCY_WORDS.numbers[fee.currency]
        message.fee.value = fee.value
    if named in _TILE_IDS:
        message.tile = _TILE_IDS[named]
    else:
        message.name = named
    if action.square is not None:
        x, y = action.square
        message.square.SetInParent()
        message.square.x = x
        message.square.y = y
    return message.SerializeToString() + b"".join([_CARD_FIELDS[_CARD_IDS[name]] for name in action.cards])


def _verb_of(message: pb.Action) -> Verb:
    """The verb that has the word and just the fields of a message."""
    word = VERB_WORDS.word(message.verb, "Action.verb")
    given = {field.name for field, _ in message.ListFields()} - {"verb", "text"}
    ending = f"{_USING_WORD}{message.using}" if message.using else ""
    forms: list[str] = []
    for verb in all_verbs():
        if verb.word == word:
            fields = {_FIELDS.get(part, part) for part in verb.parts} | ({"using"} if verb.ending else set())
            if fields == given and verb.ending == ending:
                return verb
            if _listed(fields) not in forms:
                forms.append(_listed(fields))
    if _listed(given) in forms:
        raise WireError(f"Action.using: there is no {message.using!r}")
    raise WireError(f"Action: {word} has {' or '.join(forms)}, but this one has {_listed(given)}")


def _listed(names: set[str]) -> str:
    return " and ".join(sorted(names)) or "no fields"


def _part(part: str, message: pb.Action, verb: Verb) -> str:
    """One part of an action as its text has it."""
    if part == "square":
        x, y = values.square(message.square.x, message.square.y, "Action.square")
        return f"{x},{y}"
    if part == "tile":
        return values.tile(message.tile, "Action.tile").name
    if part == "name":
        return _plain(message.name, part)
    if part == "side":
        return _plain(message.side, part)
    if part == "number":
        return str(message.number)
    if part == "slot":
        return str(_slot(message))
    if part == "fee":
        return values.card(message.fee, "Action.fee").name
    cards = values.cards(message.cards, "Action.cards")
    if part == "card" and len(cards) != 1:
        raise WireError(f"Action.cards: {verb.word} is paid with one card, not {len(cards)}")
    if part == "values":
        if "tile" in verb.parts:
            return _payment(cards, values.tile(message.tile, "Action.tile").currency)
        return _payment(cards, CURRENCIES[_slot(message) - 1])
    return "+".join(card.name for card in cards)


def _slot(message: pb.Action) -> int:
    if not 1 <= message.slot <= len(CURRENCIES):
        raise WireError(f"Action.slot: {message.slot} is not from 1 to 4")
    return message.slot


def _plain(word: str, field: str) -> str:
    if " " in word:
        raise WireError(f"Action.{field}: there is no {word!r}")
    return word


def _payment(cards: tuple[Card, ...], currency: str) -> str:
    for card in cards:
        if currency and card.currency != currency:
            raise WireError(f"Action.cards: {card.name} is not in {currency}, which this purchase is paid in")
    return "+".join(str(card.value) for card in cards)
