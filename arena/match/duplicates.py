"""Which games share a deal? Those of a duplicate set, in which every bot plays every seat."""

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from itertools import permutations
from typing import Final

SETS_AT_A_TIME: Final = 5  # fewer: more restarts; more: sets are completed later


@dataclass(frozen=True, slots=True)
class Seating:
    """One game of a match: its number, its set, which bot sits where, and its chance."""

    game: int
    set: int
    order: tuple[int, ...]  # by seat: the bot's position in the command
    seed: bytes
    salt: bytes


def seat_orders(bots: int) -> list[tuple[int, ...]]:
    """The games of a set: both orders of two, all six of three, the rotations of four to six."""
    if bots <= 3:
        return list(permutations(range(bots)))
    return [tuple((seat + shift) % bots for seat in range(bots)) for shift in range(bots)]


def seatings(
    bots: int, games: int, match_seed: bytes, known: Mapping[int, bytes] | None = None
) -> list[Seating]:
    """The games of a match in the order of play; the last set may be cut short.

    `known` are seeds of sets that were begun before. A bot must not see a deal twice in one life (bot_process.py), so sets are
    played a few at a time: all of them in one seat order, then all in the next, and the bots start afresh in between.
    """
    orders = seat_orders(bots)
    begun = known or {}
    planned = []
    for number in range(games):
        set = number // len(orders) + 1
        seed = begun.get(set, game_seed(match_seed, set))
        salt = game_salt(match_seed, number + 1)
        planned.append(Seating(number + 1, set, orders[number % len(orders)], seed, salt))
    return sorted(
        planned, key=lambda game: ((game.set - 1) // SETS_AT_A_TIME, orders.index(game.order), game.set)
    )


def game_seed(match_seed: bytes, set: int) -> bytes:
    """The seed of all games of a set."""
    return sha256(b"arena-set\0" + match_seed + f"\0{set}".encode()).digest()[:16]


def game_salt(match_seed: bytes, game: int) -> bytes:
    """What is hashed with the seed, so that nobody can try seeds against the commitment."""
    return sha256(b"arena-salt\0" + match_seed + f"\0{game}".encode()).digest()[:16]
