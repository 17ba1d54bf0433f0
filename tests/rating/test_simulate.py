"""Do simulated games follow the model that they claim to?"""

import math

import numpy as np
import pytest

from arena.rating.arrays import Floats
from arena.rating.pairs import pairs_of
from arena.rating.simulate import rotations, simulate_games


def share(nats: Floats, tables: int, luck: float, shared: float = 0.0) -> float:
    """How often bot 0 stood above bot 1."""
    seated = np.tile(np.arange(len(nats)), (tables, 1))
    pairs = pairs_of(simulate_games(np.random.default_rng(0), nats, seated, luck=luck, shared=shared))
    both = (pairs.bot[pairs.first] == 0) & (pairs.bot[pairs.second] == 1)
    return float(pairs.result[both].mean())


def test_rotations_seat_everyone_everywhere() -> None:
    bots, deal = rotations(np.array([[3, 1, 2]]))
    assert bots.tolist() == [[3, 1, 2], [1, 2, 3], [2, 3, 1]]
    assert deal.tolist() == [0, 0, 0]


@pytest.mark.parametrize("luck", [0.0, 0.7])
@pytest.mark.parametrize("shared", [0.0, 0.9])
def test_two_seats_follow_bradley_and_terry(luck: float, shared: float) -> None:
    assert share(np.array([1.0, 0.0]), 15_000, luck=luck, shared=shared) == pytest.approx(
        1 / (1 + math.exp(-1)), abs=0.012
    )


def test_pairs_at_a_table_do_too_whoever_else_sits_there() -> None:
    assert share(np.array([1.0, 0.0, 3.0, -2.0]), 8_000, luck=0.5) == pytest.approx(
        1 / (1 + math.exp(-1)), abs=0.012
    )


def test_luck_sets_games_of_a_set_against_each_other() -> None:
    """Correlation of two results between equals: -2/π asin(luck)."""
    games = simulate_games(np.random.default_rng(1), np.zeros(2), np.tile([0, 1], (20_000, 1)), luck=0.6)
    won = (games.rank[games.bot == 0] == 1.0).reshape(-1, 2).astype(float)
    assert np.corrcoef(won.T)[0, 1] == pytest.approx(-2 / math.pi * math.asin(0.6), abs=0.03)


def test_shared_wins_happen() -> None:
    games = simulate_games(np.random.default_rng(1), np.zeros(2), np.tile([0, 1], (5_000, 1)), shared=0.4)
    assert np.mean(games.rank == 1.5) == pytest.approx(0.4, abs=0.02)
