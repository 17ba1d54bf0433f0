"""How do the additions of Der Rote Palast travel? By name for bots, and as facts to rebuild the state."""

from collections.abc import Iterable, Mapping
from typing import Final, cast

from librt.vecs import vec
from mypy_extensions import i64

from arena.proto import arena_pb2 as pb
from arena.rules import KINDS, TILES, Card, GameConfig, Tile
from arena.rules.engine import new_modules
from arena.wire.error import WireError
from arena.wire.words import CURRENCIES
from arena.wire.words import KINDS as KIND_WORDS

PALACE: Final = "red-palace"
_IDS: Final = {tile.name: tile.id for tile in TILES}


def palace_to_wire(extras: Mapping[str, object]) -> pb.Palace:
    """What an observation shows of the edition, as a message."""
    message = pb.Palace(
        pieces_left=[cast(Mapping[str, int], extras["pieces_left"])[kind] for kind in KINDS],
        wall_pieces_left=cast(int, extras["wall_pieces_left"]),
        wall_piece_held=cast(bool, extras["wall_piece_held"]),
        plazas_left=cast(int, extras["plazas_left"]),
        guard_supply=cast(int, extras["guard_supply"]),
        stands=cast(tuple[int, ...], extras["stands"]),
        guards_on_stands=cast(int, extras["guards_on_stands"]),
        guard_points=cast(int, extras["guard_points"]),
        abilities=cast(tuple[str, ...], extras["abilities"]),
        abilities_used=cast(tuple[str, ...], extras["abilities_used"]),
    )
    for tile in cast(tuple[Tile | None, ...], extras["preview"]):
        message.preview.add(tile=None if tile is None else tile.id)
    for name, kind in cast(Mapping[str, str], extras["pieces"]).items():
        message.pieces.add(tile=_IDS[name], kind=KIND_WORDS.numbers[kind])
    for name, side in cast(tuple[tuple[str, str], ...], extras["wall_pieces"]):
        message.wall_pieces.add(tile=_IDS[name], side=side)
    for name, sides in cast(Mapping[str, str], extras["guards"]).items():
        for side in sides:
            message.guards.add(tile=_IDS[name], side=side)
    for kind, seat in cast(Mapping[str, int], extras["half_buildings"]).items():
        message.half_buildings.add(kind=KIND_WORDS.numbers[kind], seat=seat)
    for order in cast(tuple[tuple[str, ...], ...], extras["strips"]):
        message.strips.add(kinds=[KIND_WORDS.numbers[kind] for kind in order])
    for number, cards in cast(Mapping[int, tuple[Card, ...]], extras["sets"]).items():
        message.sets.add(number=number, cards=_cards(cards))
    return message


def _cards(cards: Iterable[Card]) -> list[pb.Card]:
    return [pb.Card(currency=CURRENCIES.numbers[card.currency], value=card.value) for card in cards]


def palace_extras(message: pb.Observation, config: GameConfig) -> dict[str, object]:
    """The same by name, worked out from the facts; the message must say just that."""
    palace = new_modules(config)[0]
    if not palace.restore(vec[i64](message.facts[0].numbers)):
        raise WireError(f"facts: {PALACE} cannot be so")
    extras = palace.view()
    if message.palace != palace_to_wire(extras):
        raise WireError("palace: does not say what the facts do")
    return extras
