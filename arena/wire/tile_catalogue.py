"""Which tiles are there? The catalogue each bot is sent once, so that a tile travels as its number."""

from functools import cache

from arena.proto import arena_pb2 as pb
from arena.rules import TILES, Tile
from arena.wire.words import CURRENCY_WORDS, GROUP_WORDS, KIND_WORDS


@cache
def catalogue() -> tuple[pb.Tile, ...]:
    """All tiles, by id."""
    return tuple([_tile(tile) for tile in TILES])


def _tile(tile: Tile) -> pb.Tile:
    return pb.Tile(
        id=tile.id,
        name=tile.name,
        group=GROUP_WORDS.numbers[tile.group],
        kind=KIND_WORDS.numbers[tile.kind] if tile.kind else None,
        price=tile.price,
        walls=tile.walls,
        currency=CURRENCY_WORDS.numbers[tile.currency] if tile.currency else None,
        kinds=[KIND_WORDS.numbers[kind] for kind in tile.kinds],
        towers=tile.towers,
    )
