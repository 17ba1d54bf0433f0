"""Do the live ratings move as Elo's do?"""

import numpy as np
import pytest

from arena.rating.arrays import Floats
from arena.rating.games import Games
from arena.rating.online import ONLINE_LABEL, after_game
from arena.rating.simulate import simulate_games
from tests.rating.ladders import round_robin


def after_games(elo: Floats, games: Games) -> Floats:
    """All ratings after these games, in the order of their numbers."""
    ends = np.append(games.starts, len(games.game))
    for begin, end in zip(ends[:-1].tolist(), ends[1:].tolist(), strict=True):
        elo = after_game(elo, games.bot[begin:end], games.rank[begin:end])
    return elo


def test_win_between_equals_moves_half_of_k() -> None:
    found = after_game(np.zeros(3), np.array([0, 2]), np.array([1.0, 2.0]), k_factor=24.0)
    assert found.tolist() == [12.0, 0.0, -12.0]


def test_favourite_gains_little() -> None:
    """400 Elo ahead it expects 10/11 and gets 1: 24/11."""
    found = after_game(np.array([400.0, 0.0]), np.array([0, 1]), np.array([1.0, 2.0]), k_factor=24.0)
    np.testing.assert_allclose(found, [400.0 + 24.0 / 11.0, -24.0 / 11.0])


def test_shared_win_between_equals_moves_nothing() -> None:
    assert after_game(np.zeros(2), np.array([0, 1]), np.array([1.0, 1.0])).tolist() == [0.0, 0.0]


def test_table_of_three_shares_the_k_factor() -> None:
    found = after_game(np.zeros(3), np.array([2, 0, 1]), np.array([1.0, 2.0, 3.0]), k_factor=24.0)
    np.testing.assert_allclose(found, [0.0, -12.0, 12.0])


def test_nothing_is_created_or_lost() -> None:
    games = simulate_games(np.random.default_rng(0), np.linspace(0, 2, 6), np.tile(np.arange(6), (30, 1)))
    assert after_games(np.zeros(6), games).sum() == pytest.approx(0.0, abs=1e-9)


def test_order_comes_out_in_the_end() -> None:
    nats = np.array([0.0, 1.0, 2.0])
    found = after_games(np.zeros(3), simulate_games(np.random.default_rng(1), nats, round_robin(3, 200)))
    assert found[0] < found[1] < found[2]
    assert "live" in ONLINE_LABEL
