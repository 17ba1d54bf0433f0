"""How does an event travel? As one flat message with the fields of its kind."""

from functools import lru_cache
from typing import Final

from arena.proto import arena_pb2 as pb
from arena.rules import MAX_PLAYERS, Event
from arena.wire import values
from arena.wire.action import action_bytes, action_from_wire
from arena.wire.encoding import card_fields, sized, tag
from arena.wire.error import WireError
from arena.wire.words import EVENT_WORDS

_KEPT: Final = 1 << 14
_ACTION: Final = tag(pb.Event.ACTION_FIELD_NUMBER)
_CARD_FIELDS: Final = card_fields(pb.Event.CARDS_FIELD_NUMBER)

# For each kind the fields that it has, and those that it can have.
_FIELDS: Final[dict[str, tuple[frozenset[str], frozenset[str]]]] = {
    kind: (frozenset(must.split()), frozenset(must.split()) | frozenset(may.split()))
    for kind, must, may in [
        ("dealt", "seat number", "cards private"),
        ("starts", "seat", ""),
        ("acted", "seat action", "private"),
        ("filled", "slot tile", ""),
        ("laid beside", "tile", ""),
        ("drawn", "cards", ""),
        ("scoring card", "number", ""),
        ("scored", "number name points", ""),
        ("dirk", "tile", ""),
        ("reshuffled", "number", ""),
        ("awarded", "slot tile", "seat"),
        ("returned", "seat name", ""),
        ("over", "points", ""),
        ("set", "number cards", ""),
        ("previewed", "slot tile", ""),
        ("piece", "tile name", ""),
        ("manned", "seat tile number", ""),
        ("stationed", "number", ""),
        ("points paid", "seat number", ""),
    ]
}


def event_to_wire(event: Event) -> pb.Event:
    """An event as a message."""
    return pb.Event.FromString(event_bytes(event))


def event_bytes(event: Event) -> bytes:
    """The same, encoded."""
    encoded = _plain_fields(
        event.kind, event.seat, event.slot, event.tile, event.number, event.name, event.points, event.private
    )
    if event.action is not None:
        encoded += _ACTION + sized(action_bytes(event.action))
    if event.cards:
        encoded += b"".join([_CARD_FIELDS[card] for card in event.cards])
    return encoded


@lru_cache(_KEPT)
def _plain_fields(
    kind: str, seat: int, slot: int, tile: int, number: int, name: str, points: tuple[int, ...], private: bool
) -> bytes:
    message = pb.Event(
        kind=EVENT_WORDS.numbers[kind],
        seat=None if seat < 0 else seat,
        slot=slot,
        tile=None if tile < 0 else tile,
        number=number,
        name=name,
        points=points,
        private=private,
    )
    return message.SerializeToString()


def event_from_wire(message: pb.Event) -> Event:
    """The event that a message means."""
    kind = EVENT_WORDS.word(message.kind, "Event.kind")
    given = {field.name for field, _ in message.ListFields()} - {"kind"}
    must, may = _FIELDS[kind]
    if not must <= given <= may:
        wrong = sorted(must - given) or sorted(given - may)
        raise WireError(f"Event.{wrong[0]}: {'missing' if must - given else 'not a field'} in {kind!r}")
    if message.slot > 4:
        raise WireError(f"Event.slot: {message.slot} is not from 1 to 4")
    return Event(
        kind,
        seat=values.seat(message.seat, MAX_PLAYERS, "Event.seat") if "seat" in given else -1,
        action=action_from_wire(message.action) if "action" in given else None,
        slot=message.slot,
        tile=values.tile(message.tile, "Event.tile").id if "tile" in given else -1,
        cards=tuple([card.id for card in values.cards(message.cards, "Event.cards")]),
        number=message.number,
        name=message.name,
        points=tuple(message.points),
        private=message.private,
    )
