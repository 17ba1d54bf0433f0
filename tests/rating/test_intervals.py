"""Do the ends of an interval lie where the results put them?"""

import numpy as np
import pytest

from arena.rating import Games, rate
from arena.rating.simulate import simulate_games
from tests.rating.ladders import round_robin


def games_of(bots: int, *results: tuple[int, int]) -> Games:
    """Games of two, each a set of its own: winner and loser."""
    seats = np.array(results).ravel()
    game = np.repeat(np.arange(len(results)), 2)
    return Games.of(bots, game=game, deal=game, bot=seats, rank=np.tile([1, 2], len(results)))


def test_even_match_has_equal_arms() -> None:
    ratings = rate(games_of(2, *[(0, 1)] * 30, *[(1, 0)] * 30), anchor=1)
    assert ratings.elo[0] == pytest.approx(0.0, abs=1e-6)
    assert ratings.high[0] == pytest.approx(-ratings.low[0], rel=1e-6)
    # 60 games between equals: 1.96 * 2 / sqrt(60) log-odds, and a little for the shape.
    assert ratings.high[0] == pytest.approx(1.96 * 2.0 / np.sqrt(60.0) * 173.72, rel=0.05)


def test_winner_of_nearly_all_has_a_longer_upper_arm() -> None:
    ratings = rate(games_of(2, *[(0, 1)] * 29, (1, 0)), anchor=1)
    assert ratings.high[0] - ratings.elo[0] > 1.5 * (ratings.elo[0] - ratings.low[0])


def test_all_wins_bound_from_below_only() -> None:
    """Twenty wins to nil: the exact binomial 97.5 % bound is a score of 0.832, that is +278."""
    ratings = rate(games_of(2, *[(0, 1)] * 20), anchor=1)
    assert ratings.high[0] == np.inf
    assert ratings.low[0] == pytest.approx(278.0, abs=40.0)


def test_chain_of_points_bounds_through_others() -> None:
    """0 beats all; 1 and 2 took points off each other; 3 lost to all; the anchor is 1."""
    ratings = rate(
        games_of(4, *[(0, 1), (0, 2)] * 5, *[(1, 2), (2, 1)] * 5, *[(1, 3), (2, 3), (0, 3)] * 5), anchor=1
    )
    assert np.isfinite(ratings.low).tolist() == [True, True, True, False]
    assert np.isfinite(ratings.high).tolist() == [False, True, True, True]


def test_bounds_are_relative_to_the_anchor() -> None:
    """With the unbeaten bot as anchor every other is unbounded from below."""
    ratings = rate(games_of(3, *[(0, 1), (0, 2)] * 5, *[(1, 2), (2, 1)] * 5), anchor=0)
    assert ratings.low.tolist() == [0.0, -np.inf, -np.inf]
    assert np.isfinite(ratings.high).all()


def test_interval_shrinks_with_the_root_of_the_games() -> None:
    rng = np.random.default_rng(0)
    nats = np.array([0.0, 0.5, -0.5])
    few, many = (
        rate(simulate_games(rng, nats, round_robin(3, sets), luck=0.5), anchor=0) for sets in (50, 800)
    )
    ratio = (few.high - few.low)[1:] / (many.high - many.low)[1:]
    np.testing.assert_allclose(ratio, 4.0, rtol=0.15)
