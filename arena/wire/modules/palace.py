"""Der Rote Palast on the wire: preview, pieces, guards, abilities, strips and sets."""

from typing import Final

from arena.proto import arena_pb2 as pb
from arena.rules import KINDS, TILES, Observation, PalaceView
from arena.wire.words import CURRENCY_WORDS, KIND_WORDS

_IDS: Final = {tile.name: tile.id for tile in TILES}


def write_palace(seen: Observation, message: pb.Observation) -> None:
    """Add the edition to a message."""
    if seen.palace is not None:
        message.palace.CopyFrom(_palace(seen.palace))


def _palace(seen: PalaceView) -> pb.Palace:
    message = pb.Palace(
        pieces_left=[seen.pieces_left[kind] for kind in KINDS],
        wall_pieces_left=seen.wall_pieces_left,
        wall_piece_held=seen.wall_piece_held,
        plazas_left=seen.plazas_left,
        guard_supply=seen.guard_supply,
        stands=seen.stands,
        guards_on_stands=seen.guards_on_stands,
        guard_points=seen.guard_points,
        abilities=seen.abilities,
        abilities_used=seen.abilities_used,
    )
    for tile in seen.preview:
        message.preview.add(tile=None if tile is None else tile.id)
    for name, kind in seen.pieces.items():
        message.pieces.add(tile=_IDS[name], kind=KIND_WORDS.numbers[kind])
    for name, side in seen.wall_pieces:
        message.wall_pieces.add(tile=_IDS[name], side=side)
    for name, sides in seen.guards.items():
        for side in sides:
            message.guards.add(tile=_IDS[name], side=side)
    for kind, seat in seen.half_buildings.items():
        message.half_buildings.add(kind=KIND_WORDS.numbers[kind], seat=seat)
    for order in seen.strips:
        message.strips.add(kinds=[KIND_WORDS.numbers[kind] for kind in order])
    for number, cards in seen.sets.items():
        paid = [pb.Card(currency=CURRENCY_WORDS.numbers[card.currency], value=card.value) for card in cards]
        message.sets.add(number=number, cards=paid)
    return message
