"""Cards, tiles, seats and squares of a message, checked as they are read."""

from collections.abc import Iterable
from typing import Final

from arena.proto import arena_pb2 as pb
from arena.rules import CARDS, CURRENCIES, TILES, Card, Tile
from arena.wire.error import WireError

FAR: Final = 127  # the farthest square that an action can name
CARD_VALUES: Final = 9


def card(message: pb.Card, field: str) -> Card:
    """The card that a message means."""
    currency = message.currency
    if not 1 <= currency <= len(CURRENCIES):
        raise WireError(
            f"{field}.currency: {currency or 'unset'} is not from 1 to 4 ({', '.join(CURRENCIES)})"
        )
    if not 1 <= message.value <= CARD_VALUES:
        raise WireError(f"{field}.value: {message.value or 'unset'} is not from 1 to 9")
    return CARDS[(currency - 1) * CARD_VALUES + message.value - 1]


def cards(messages: Iterable[pb.Card], field: str) -> tuple[Card, ...]:
    """The cards that messages mean."""
    return tuple([card(message, field) for message in messages])


def tile(id: int, field: str) -> Tile:
    """The tile of an id."""
    if not 0 <= id < len(TILES):
        raise WireError(f"{field}: there is no tile {id}; the catalogue ends at {len(TILES) - 1}")
    return TILES[id]


def tiles(ids: Iterable[int], field: str) -> tuple[Tile, ...]:
    """The tiles of ids."""
    return tuple([tile(id, field) for id in ids])


def seat(number: int, players: int, field: str) -> int:
    """A seat of a game with this many players."""
    if not 0 <= number < players:
        raise WireError(f"{field}: seat {number} is not from 0 to {players - 1}")
    return number


def square(x: int, y: int, field: str) -> tuple[int, int]:
    """A square or corner."""
    if max(abs(x), abs(y)) > FAR:
        raise WireError(f"{field}: square {x},{y} is farther than {FAR} from the fountain")
    return x, y
