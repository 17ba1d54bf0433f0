"""How does an action travel? As the fields that its verb needs, and as its canonical text."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from arena.proto import arena_pb2 as pb
from arena.rules import CARDS, CURRENCIES, TILES, Action, ActionError, Card
from arena.wire import values
from arena.wire.encoding import card_fields, sized, tag
from arena.wire.error import WireError
from arena.wire.words import CURRENCIES as WORDS
from arena.wire.words import VERBS

_KEPT: Final = 1 << 16
_USING_WORD: Final = "using "
_CARD_IDS: Final = {card.name: card.id for card in CARDS}
_TILE_IDS: Final = {tile.name: tile.id for tile in TILES}
_CARD_FIELDS: Final = card_fields(pb.Action.CARDS_FIELD_NUMBER)
_LEGAL: Final = tag(pb.Decision.LEGAL_FIELD_NUMBER)
_legal_fields: Final[dict[int, bytes]] = {}  # by code; there are dozens to a decision, so every step counts

_NOTHING: Final[frozenset[str]] = frozenset()
_CARDS: Final = frozenset({"cards"})
_TILE: Final = frozenset({"tile"})
_TILE_AT: Final = frozenset({"tile", "square"})
_SLOT_PAID: Final = frozenset({"slot", "cards"})
_TILE_PAID: Final = frozenset({"tile", "cards"})
_FALCON: Final = frozenset({"name", "square", "cards"})
_USING: Final = frozenset({"slot", "cards", "using"})
_NUMBER: Final = frozenset({"number"})
_TILE_SIDE: Final = frozenset({"tile", "side"})
_NAME: Final = frozenset({"name"})
_EXCHANGER: Final = frozenset({"tile", "slot", "cards"})
_SCOUT: Final = frozenset({"number", "cards", "fee"})
_FORMS: Final[dict[str, tuple[frozenset[str], ...]]] = {
    "take": (_CARDS,),
    "buy": (_SLOT_PAID, _TILE_PAID, _USING),
    "build": (_TILE_AT,),
    "remove": (_TILE,),
    "exchange": (_TILE_AT,),
    "pass": (_NOTHING,),
    "place": (_TILE_AT,),
    "reserve": (_TILE,),
    "give": (_TILE,),
    "wake": (_NOTHING,),
    "favour": (_SLOT_PAID, _TILE_PAID),
    "decline": (_NOTHING,),
    "falcon": (_FALCON,),
    "done": (_NOTHING,),
    "choose": (_NUMBER,),
    "end": (_NOTHING,),
    "pay": (_TILE_SIDE,),
    "post": (_TILE_SIDE,),
    "wall": (_TILE_SIDE,),
    "mason": (_NOTHING,),
    "teller": (_CARDS,),
    "paver": (_NOTHING,),
    "captain": (_TILE_SIDE,),
    "architect": (_NAME,),
    "exchanger": (_EXCHANGER,),
    "scout": (_SCOUT,),
}


def action_to_wire(action: Action) -> pb.Action:
    """An action as a message."""
    return pb.Action.FromString(action_bytes(action))


def action_bytes(action: Action) -> bytes:
    """The same, encoded."""
    return _encoded(action.code)


def action_from_wire(message: pb.Action) -> Action:
    """The action that a message means; its text, if it has one, must say the same as its fields."""
    word = VERBS.word(message.verb, "Action.verb")
    given = _given(message)
    if given not in _FORMS[word]:
        wanted = " or ".join(_listed(form) for form in _FORMS[word])
        raise WireError(f"Action: {word} has {wanted}, but this one has {_listed(given)}")
    try:
        action = Action.parse(_text(word, given, message))
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
        verb=VERBS.numbers[action.verb],
        slot=action.slot,
        text=str(action),
        number=action.number,
        side=action.side,
        using=action.ending.removeprefix(_USING_WORD),
    )
    if action.fee:
        fee = CARDS[_CARD_IDS[action.fee]]
        message.fee.currency = WORDS.numbers[fee.currency]
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


def _given(message: pb.Action) -> frozenset[str]:
    names = {field.name for field, _ in message.ListFields()}
    return frozenset(names - {"verb", "text"})


def _listed(names: frozenset[str]) -> str:
    return " and ".join(sorted(names)) or "no fields"


def _text(word: str, given: frozenset[str], message: pb.Action) -> str:
    """The fields as a text, which the rules then read: there is one reader of actions."""
    if given == _NOTHING:
        return word
    if given == _NUMBER:
        return f"{word} {message.number}"
    if given == _NAME:
        return f"{word} {_plain(message.name, 'name')}"
    cards = values.cards(message.cards, "Action.cards")
    if given == _CARDS:
        return f"{word} {'+'.join(card.name for card in cards)}"
    if given == _FALCON:
        if len(cards) != 1:
            raise WireError(f"Action.cards: a falcon is paid with one card, not {len(cards)}")
        return f"{word} {_plain(message.name, 'name')} at {_square(message)} for {cards[0].name}"
    if given in (_SLOT_PAID, _USING):
        if not 1 <= message.slot <= len(CURRENCIES):
            raise WireError(f"Action.slot: {message.slot} is not from 1 to 4")
        paid = f"{word} {message.slot} with {_payment(cards, CURRENCIES[message.slot - 1])}"
        return paid if given == _SLOT_PAID else f"{paid} {_USING_WORD}{_plain(message.using, 'using')}"
    if given == _SCOUT:
        fee = values.card(message.fee, "Action.fee")
        return f"{word} {message.number} with {'+'.join(card.name for card in cards)} for {fee.name}"
    tile = values.tile(message.tile, "Action.tile")
    if given == _TILE_PAID:
        return f"{word} {tile.name} with {_payment(cards, tile.currency)}"
    if given == _TILE_SIDE:
        return f"{word} {tile.name} {_plain(message.side, 'side')}"
    if given == _EXCHANGER:
        if len(cards) != 1:
            raise WireError(f"Action.cards: the exchanger is paid with one card, not {len(cards)}")
        return f"{word} {tile.name} {message.slot} for {cards[0].name}"
    return f"{word} {tile.name}" if given == _TILE else f"{word} {tile.name} at {_square(message)}"


def _plain(word: str, field: str) -> str:
    if " " in word:
        raise WireError(f"Action.{field}: there is no {word!r}")
    return word


def _square(message: pb.Action) -> str:
    x, y = values.square(message.square.x, message.square.y, "Action.square")
    return f"{x},{y}"


def _payment(cards: tuple[Card, ...], currency: str) -> str:
    for card in cards:
        if currency and card.currency != currency:
            raise WireError(f"Action.cards: {card.name} is not in {currency}, which this purchase is paid in")
    return "+".join(str(card.value) for card in cards)
