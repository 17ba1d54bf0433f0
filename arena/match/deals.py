"""Which deal does each game of a match have, and who sits where? Fresh deals, or duplicates in sets."""

import secrets
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from hashlib import sha256
from itertools import count, permutations
from typing import Final

SETS_AT_A_TIME: Final = 5  # fewer: more restarts; more: sets are completed later


class Dealing(StrEnum):
    """How the games of a match are dealt."""

    FRESH = "fresh"  # every game has a deal of its own
    DUPLICATE = "duplicate"  # every deal is played in each seat order


@dataclass(frozen=True, slots=True)
class Seating:
    """One game of a match: its number, its set, which bot sits where, and its chance."""

    game: int
    set: int  # number of the set that it belongs to
    order: tuple[int, ...]  # by seat: the bot's position in the command
    seed: bytes
    salt: bytes
    open: tuple[int, ...] = ()  # other games of this deal that are still to be played


def seat_orders(bots: int) -> list[tuple[int, ...]]:
    """Who sits where in the games of a set: both orders of two, all six of three, the rotations of four to six."""
    if bots <= 3:
        return list(permutations(range(bots)))
    return [tuple((seat + shift) % bots for seat in range(bots)) for shift in range(bots)]


def set_number(game: int, bots: int) -> int:
    """The number, from 1, of the set that a game belongs to, whether its games share a deal or not."""
    return (game - 1) // len(seat_orders(bots)) + 1


def fresh_deals(bots: int, games: int, match_seed: bytes, used: Collection[bytes] = ()) -> list[Seating]:
    """The games of a match in the order of play, each with a deal that is not among those used before; seat orders take turns."""
    orders = seat_orders(bots)
    found = []
    for game in range(1, games + 1):
        seeds = (_seed(b"arena-game", match_seed, f"{game}\0{attempt}") for attempt in count())
        seed = next(seed for seed in seeds if seed not in used)
        found.append(
            Seating(game, set_number(game, bots), orders[(game - 1) % len(orders)], seed, new_salt())
        )
    return found


def duplicate_deals(
    bots: int, games: int, match_seed: bytes, known: Mapping[int, bytes] | None = None
) -> list[Seating]:
    """The games of a match in the order of play; the last set may be cut short.

    `known` are seeds of sets that were begun before. A bot must not see a deal twice in one life (bot_process.py), so sets are
    played a few at a time: all of them in one seat order, then all in the next, and the bots start afresh in between.
    """
    orders = seat_orders(bots)
    begun = known or {}
    planned = []
    for game in range(1, games + 1):
        set = set_number(game, bots)
        seed = begun.get(set, _seed(b"arena-set", match_seed, str(set)))
        planned.append(Seating(game, set, orders[(game - 1) % len(orders)], seed, new_salt()))
    return sorted(
        planned, key=lambda game: ((game.set - 1) // SETS_AT_A_TIME, orders.index(game.order), game.set)
    )


def missing_games(planned: list[Seating], done: Collection[int], deals: Dealing) -> list[Seating]:
    """The games that are not done, each with the other games of its deal that are not."""
    missing = [seating for seating in planned if seating.game not in done]
    if deals is Dealing.FRESH:
        return missing
    return [replace(seating, open=_others(seating, done)) for seating in missing]


def new_salt() -> bytes:
    """What is hashed with the seed, so that nobody can try seeds against the commitment: random, whatever the seed comes from."""
    return secrets.token_bytes(16)


def _others(seating: Seating, done: Collection[int]) -> tuple[int, ...]:
    """The other games of a set, those beyond a set that is cut short included: they may be asked for later."""
    size = len(seat_orders(len(seating.order)))
    first = (seating.game - 1) // size * size + 1
    return tuple(game for game in range(first, first + size) if game != seating.game and game not in done)


def _seed(kind: bytes, match_seed: bytes, number: str) -> bytes:
    return sha256(kind + b"\0" + match_seed + b"\0" + number.encode()).digest()[:16]
