"""Are the strengths those of paper and pencil?"""

import math

import numpy as np
import pytest

from arena.rating.arrays import Floats
from arena.rating.bradley_terry import Strengths, most_likely, with_prior
from arena.rating.elo import ELO_PER_NAT, logistic
from arena.rating.pairs import Meetings, meetings_of, pairs_of
from arena.rating.simulate import simulate_games
from tests.rating.ladders import random_tables, round_robin


def meetings(bots: int, *rows: tuple[int, int, float, float]) -> Meetings:
    """Rows of first, second, the first one's points, games."""
    first, second, points, weight = (np.array(column) for column in zip(*rows, strict=True))
    none = np.zeros(0, np.int64)
    return Meetings(
        bots, first, second, points.astype(float), weight.astype(float), points > 0, points < weight, none
    )


def elo(strengths: Strengths) -> Floats:
    return ELO_PER_NAT * strengths.nats


def test_two_bots_get_half_a_game_each() -> None:
    """3 to 1 with a drawn game added is 3.5 to 1.5: 400 log10(7/3) = 147.19."""
    found = elo(most_likely(meetings(2, (0, 1, 3.0, 4.0)), anchor=1))
    np.testing.assert_allclose(found, [147.1907, 0.0], atol=1e-3)


def test_all_win_bot_is_finite() -> None:
    """20 to 0 counts as 20.5 to 0.5: 400 log10(41) = 645.11."""
    assert elo(most_likely(meetings(2, (0, 1, 20.0, 20.0)), anchor=1))[0] == pytest.approx(645.1135, abs=1e-3)


def test_shared_wins_count_half() -> None:
    half = most_likely(meetings(2, (0, 1, 2.5, 4.0)), anchor=1).nats[0]
    assert half == pytest.approx(math.log(3.0 / 2.0))


def test_chain_of_three_adds_up() -> None:
    """Two like pairs share two drawn games: each is 3.5 to 1.5, and the ends are twice that apart."""
    found = elo(most_likely(meetings(3, (0, 1, 3.0, 4.0), (1, 2, 3.0, 4.0)), anchor=2))
    np.testing.assert_allclose(found, [294.3814, 147.1907, 0.0], atol=1e-3)


def test_circle_is_level() -> None:
    found = elo(most_likely(meetings(3, (0, 1, 5.0, 5.0), (1, 2, 5.0, 5.0), (0, 2, 0.0, 5.0)), anchor=0))
    np.testing.assert_allclose(found, 0.0, atol=1e-6)


def test_prior_is_one_drawn_game_a_difference() -> None:
    many = meetings_of(
        pairs_of(simulate_games(np.random.default_rng(0), np.linspace(0, 3, 9), round_robin(9, 3)))
    )
    assert most_likely(many, 0).prior.sum() == pytest.approx(8.0)
    assert most_likely(many, 0, prior_draws=0.1).prior.sum() == pytest.approx(0.8)


def test_prior_goes_where_the_games_tell_most() -> None:
    """Two equals that beat a third 99 to 1: their own pair tells 25, each of the others about 1.

    The equals' shares go to their pair by 25/26 each, the third one's by halves: 2/3 * 50/26 and 2/3 * (1/26
    + 1/2).
    """
    strengths = most_likely(
        meetings(3, (0, 1, 50.0, 100.0), (0, 2, 99.0, 100.0), (1, 2, 99.0, 100.0)), anchor=0
    )
    np.testing.assert_allclose(strengths.prior, [1.282, 0.359, 0.359], atol=0.03)


def test_nothing_is_left_to_gain() -> None:
    """At the maximum every bot scores what its strength and the prior expect."""
    rng = np.random.default_rng(5)
    met = meetings_of(pairs_of(simulate_games(rng, rng.normal(0, 2, 12), random_tables(rng, 12, 4, 25))))
    strengths = most_likely(met, 3)
    points, weight = with_prior(met, strengths.prior)
    left = points - weight * logistic(strengths.nats[met.first] - strengths.nats[met.second])
    slope = np.bincount(met.first, left, 12) - np.bincount(met.second, left, 12)
    np.testing.assert_allclose(slope, 0.0, atol=1e-9)


def test_disconnected_groups_have_their_own_zero() -> None:
    strengths = most_likely(meetings(5, (0, 1, 3.0, 4.0), (2, 3, 1.0, 4.0)), anchor=1)
    assert strengths.group.tolist() == [0, 0, 2, 2, 4]
    np.testing.assert_allclose(elo(strengths), [147.1907, 0.0, 0.0, 147.1907, 0.0], atol=1e-3)


def test_sparse_solver_finds_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(2)
    met = meetings_of(pairs_of(simulate_games(rng, rng.normal(0, 1, 40), random_tables(rng, 40, 2, 300))))
    dense = most_likely(met, 0).nats
    monkeypatch.setattr("arena.rating.laplacian.DENSE_BOTS", 0)
    np.testing.assert_allclose(most_likely(met, 0).nats, dense, atol=1e-9)


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_truth_is_found_with_many_games(seats: int) -> None:
    rng = np.random.default_rng(seats)
    truth = np.array([0.0, 0.5, 1.0, -1.0, 2.0, -0.3, 0.1])
    met = meetings_of(
        pairs_of(simulate_games(rng, truth, random_tables(rng, 7, seats, 12000 // seats), luck=0.5))
    )
    np.testing.assert_allclose(most_likely(met, 0).nats, truth, atol=0.09)


def test_lopsided_strength_is_not_biased() -> None:
    """A lead of 3 from 60 games (p = 0.953): the likelihood alone is often highest at infinity."""
    rng = np.random.default_rng(1)
    wins = rng.binomial(60, float(logistic(np.array(3.0))), 2000)
    found = [most_likely(meetings(2, (0, 1, float(won), 60.0)), anchor=1).nats[0] for won in np.unique(wins)]
    count = np.unique(wins, return_counts=True)[1]
    assert np.average(found, weights=count) == pytest.approx(3.0, abs=0.06)


def test_wrong_arguments_are_named() -> None:
    with pytest.raises(ValueError, match="anchor is bot 2, but there are 2 bots"):
        most_likely(meetings(2, (0, 1, 3.0, 4.0)), anchor=2)
    with pytest.raises(ValueError, match="prior_draws is 0"):
        most_likely(meetings(2, (0, 1, 3.0, 4.0)), anchor=0, prior_draws=0)
