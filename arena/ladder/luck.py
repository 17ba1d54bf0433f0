"""How lucky was a seat? What the draws offered it, minus what they would offer on average.

At the end of a turn market and display are filled for the seat that is due next. That seat is known before the draw, and every card
and tile left is equally likely, so the difference to their mean has mean zero whoever sits there and however they play; so has the sum
over a game. Numbers of the deal itself, such as the first hand, cancel within a set and are left out.
"""

from collections.abc import Callable, Iterable, Sequence

import numpy as np

from arena.ladder.results import Result
from arena.rating import Floats
from arena.record import GameRecord, replay
from arena.rules import CARDS, DRAWN, FILLED, LAID_BESIDE, PREVIEWED, RESHUFFLED, TILES, State

KINDS = ("money", "tiles")
"""Kinds of luck: values of cards, prices of tiles."""


def luck_of(record: GameRecord) -> Floats:
    """One row a seat, one column a kind."""
    luck = np.zeros((len(record.seats), len(KINDS)))
    before: tuple[list[int], list[int], int, int] | None = None
    for state, decision in replay(record):
        if before is not None:
            _count(luck, state, *before)
        due = (decision.seat + 1) % len(record.seats)
        before = _money_left(state), _tiles_left(state), due, state.log_size
    return luck


def _count(luck: Floats, state: State, deck: list[int], bag: list[int], due: int, seen: int) -> None:
    """Add what was drawn since `seen`, one after the other: each draw is from what the one before left."""
    for event in state.log[seen : state.log_size]:
        if event.kind == RESHUFFLED:
            deck = [CARDS[card].value for card in state.deck]
        elif event.kind == DRAWN:
            value = CARDS[event.cards[0]].value
            luck[due, 0] += value - sum(deck) / len(deck)
            deck.remove(value)
        elif (
            event.kind in (FILLED, LAID_BESIDE, PREVIEWED) and event.tile in bag
        ):  # not if it was laid out before
            luck[due, 1] += TILES[event.tile].price - sum(TILES[tile].price for tile in bag) / len(bag)
            bag.remove(event.tile)


def _money_left(state: State) -> list[int]:
    return [CARDS[card].value for card in state.deck[state.deck_next :] if card < len(CARDS)]


def _tiles_left(state: State) -> list[int]:
    return [int(tile) for tile in state.bag[state.bag_next :]]


def luck_column(
    results: Sequence[Result], records: Callable[[Iterable[Result]], Iterable[GameRecord]]
) -> Floats:
    """Luck of every seat of these games, in their order; a void game has none."""
    played = {record.seal: luck_of(record) for record in records(one for one in results if not one.void)}
    rows = (played.get(one.seal, np.zeros((len(one.versions), len(KINDS)))) for one in results)
    return np.concatenate([np.zeros((0, len(KINDS))), *rows])
