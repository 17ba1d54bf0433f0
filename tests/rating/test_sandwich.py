"""Is the scatter of the strengths counted over sets, and is it right when there are few?"""

import numpy as np
import pytest

from arena.rating import sandwich
from arena.rating.arrays import Floats
from arena.rating.bradley_terry import most_likely
from arena.rating.elo import logistic
from arena.rating.games import Games
from arena.rating.pairs import meetings_of, pairs_of
from arena.rating.sandwich import Depth, Spread, spread
from arena.rating.simulate import simulate_games
from tests.rating.ladders import random_tables, round_robin


def of(games: Games, anchor: int = 0, depth: Depth = Depth.VARIANCES) -> Spread:
    pairs = pairs_of(games)
    meetings = meetings_of(pairs)
    return spread(pairs, meetings, most_likely(meetings, anchor), anchor, depth)


def two_bots(points: Floats) -> Games:
    """Sets of two games; a row has what bot 1 got in each."""
    game = np.repeat(np.arange(points.size), 2)
    rank = np.stack([1.0 + points.ravel(), 2.0 - points.ravel()], axis=1).ravel()
    return Games.of(2, game=game, deal=game // 2, bot=np.tile([0, 1], points.size), rank=rank)


def test_ten_sets_of_one_all_by_hand() -> None:
    """Ten sets that all ended 1-1: their own slopes are nil, so everything is borrowed.

    Information 20/4 = 5, so the trust is 1/2. A set's leverage is 0.5/5.25 = 2/21. The set factor is
    (0 + 10) / (10/(1 - 1/21) + 10) = 20/41. The variance is (1/2 * 20/41 * 5 + 1/4) / 5.25^2.
    """
    found = of(two_bots(np.tile([1.0, 0.0], (10, 1))))
    assert found.set_factor == pytest.approx(20.0 / 41.0)
    assert found.variance[1] == pytest.approx((0.5 * 20.0 / 41.0 * 5.0 + 0.25) / 5.25**2)
    assert found.degrees[1] == pytest.approx(9.0 / 0.25)


def test_ten_sets_won_or_lost_whole_by_hand() -> None:
    """Five sets 2-0 and five 0-2: the slope of a set is 1, the other numbers are as above.

    Squared and without leverage a slope is 21/19, twice in each of ten sets, so the set factor is
    (420/19 + 10) / (10.5 + 10). The variance is (1/2 * 210/19 + 1/2 * factor * 5 + 1/4) / 5.25^2.
    """
    found = of(two_bots(np.repeat([[1.0, 1.0], [0.0, 0.0]], 5, axis=0)))
    factor = (420.0 / 19.0 + 10.0) / 20.5
    assert found.set_factor == pytest.approx(factor)
    assert found.variance[1] == pytest.approx((0.5 * 210.0 / 19.0 + 0.5 * factor * 5.0 + 0.25) / 5.25**2)


def test_many_sets_give_the_textbook_error() -> None:
    """With 4,000 sets the error is the standard error of the mean set score, carried over to log-odds."""
    rng = np.random.default_rng(0)
    games = simulate_games(rng, np.array([0.0, 0.4]), round_robin(2, 4000), luck=0.8, shared=0.1)
    rank = games.rank.reshape(-1, 2)
    score = (0.5 + 0.5 * (rank[:, 0] - rank[:, 1])).reshape(-1, 2).mean(axis=1)
    slope = score.mean() * (1.0 - score.mean())
    textbook = score.std(ddof=1) / np.sqrt(len(score)) / slope
    assert np.sqrt(of(games).variance[1]) == pytest.approx(textbook, rel=0.01)


def test_duplicates_are_seen_as_such() -> None:
    """When the deal decides, games of one set oppose each other, and pairing them up at random does not."""
    rng = np.random.default_rng(1)
    games = simulate_games(rng, np.zeros(6), round_robin(6, 40), luck=0.8)
    apart = Games.of(6, game=games.game, deal=games.game, bot=games.bot, rank=games.rank)
    assert of(games).set_factor < 0.6
    assert of(apart).set_factor == pytest.approx(1.0, abs=0.01)
    assert np.all(of(games).variance[1:] < 0.75 * of(apart).variance[1:])


def test_same_game_played_twice_counts_once() -> None:
    """Two bots without chance repeat themselves: a set of twice the same game tells what one game tells."""
    rng = np.random.default_rng(2)
    once = (rng.random((400, 1)) < 0.6).astype(float)
    twice = of(two_bots(np.repeat(once, 2, axis=1)))
    single = two_bots(np.concatenate([once, once], axis=1))
    alone = Games.of(2, game=single.game, deal=single.game, bot=single.bot, rank=single.rank)
    assert twice.set_factor > 1.8
    assert twice.variance[1] == pytest.approx(2.0 * of(alone).variance[1], rel=0.03)


@pytest.mark.parametrize("seats", [3, 4, 6])
def test_tables_of_independent_games_have_factor_one(seats: int) -> None:
    rng = np.random.default_rng(seats)
    games = simulate_games(rng, rng.normal(0, 0.5, 8), random_tables(rng, 8, seats, 3000))
    assert of(games).set_factor == pytest.approx(1.0, abs=0.04)


@pytest.mark.parametrize("seats", [2, 4])
def test_variance_is_that_of_repeated_ladders(seats: int) -> None:
    """The mean variance found is the variance of the strengths over 300 ladders of the same bots."""
    rng = np.random.default_rng(seats)
    truth, found, claimed = np.linspace(0.0, 1.5, 6), [], []
    for _ in range(300):
        games = simulate_games(rng, truth, random_tables(rng, 6, seats, 120), luck=0.6)
        found.append(most_likely(meetings_of(pairs_of(games)), 0).nats)
        claimed.append(of(games).variance)
    ratio = np.mean(claimed, axis=0)[1:] / np.var(found, axis=0, ddof=1)[1:]
    assert np.mean(ratio) == pytest.approx(1.0, abs=0.1)


def test_covariance_does_not_depend_on_the_anchor() -> None:
    rng = np.random.default_rng(4)
    games = simulate_games(rng, rng.normal(0, 1, 7), round_robin(7, 6), luck=0.5)
    one, other = of(games, 0).covariance, of(games, 3).covariance

    def of_differences(covariance: Floats) -> Floats:
        own = np.diag(covariance)
        return np.asarray(own[:, None] + own[None, :] - 2.0 * covariance)

    np.testing.assert_allclose(of_differences(one), of_differences(other), atol=1e-12)


def test_quick_errors_are_close_in_a_big_ladder() -> None:
    rng = np.random.default_rng(6)
    games = simulate_games(rng, rng.normal(0, 1, 150), random_tables(rng, 150, 2, 3000), luck=0.5)
    full, quick = of(games), of(games, depth=Depth.QUICK)
    np.testing.assert_allclose(np.sqrt(quick.variance[1:]), np.sqrt(full.variance[1:]), rtol=0.1)
    assert quick.covariance.shape == (0, 0)
    assert quick.variance[0] == 0.0


@pytest.mark.parametrize("seats", [2, 4])
def test_sampled_errors_are_those_of_the_whole_covariance(
    seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To about 1 / (8 sqrt(k)) of themselves where a bot has k opponents: 1.3 % with 90."""
    rng = np.random.default_rng(4)
    tables = np.array([rng.permutation(400)[:seats] for _ in range(36_000 // seats**2)])
    games = simulate_games(rng, rng.normal(0.0, 1.0, 400), tables, luck=0.5, duplicates=seats == 2)
    full = of(games)
    monkeypatch.setattr(sandwich, "WHOLE_BOTS", 100)
    sampled = of(games)
    assert sampled.covariance.shape == (0, 0)
    assert sampled.variance[0] == 0.0
    ratio = np.sqrt(sampled.variance[1:] / full.variance[1:])
    assert abs(float(ratio.mean()) - 1.0) < 0.01
    assert float(ratio.std()) < 0.025
    np.testing.assert_array_equal(sampled.variance, of(games).variance)


def test_in_a_chain_nothing_is_sampled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots that met only their neighbours are not mixed: the whole covariance is computed all the same."""
    rng = np.random.default_rng(5)
    first = np.repeat(np.arange(299), 6)
    games = simulate_games(rng, np.zeros(300), np.stack([first, first + 1], axis=1))
    full = of(games)
    monkeypatch.setattr(sandwich, "WHOLE_BOTS", 100)
    np.testing.assert_array_equal(of(games).variance, full.variance)


def test_one_deal_for_the_whole_ladder_is_one_cluster() -> None:
    """All against all on each deal: clusters of five bots, whose slopes add up as they do by hand."""
    rng = np.random.default_rng(8)
    games = simulate_games(rng, np.zeros(5), round_robin(5, 30))
    deal = games.deal // 10
    together = Games.of(5, game=games.game, deal=deal, bot=games.bot, rank=games.rank)
    found = of(together)
    pairs = pairs_of(together)
    nats = most_likely(meetings_of(pairs), 0).nats
    surplus = pairs.result - logistic(nats[pairs.bot[pairs.first]] - nats[pairs.bot[pairs.second]])
    slope = np.zeros((30, 5))
    np.add.at(slope, (pairs.deal[pairs.first], pairs.bot[pairs.first]), surplus)
    np.add.at(slope, (pairs.deal[pairs.second], pairs.bot[pairs.second]), -surplus)
    by_game = pairs.by_seat(surplus)
    assert found.set_factor == pytest.approx((slope**2).sum() / (by_game**2).sum(), rel=0.35)
    assert np.all(np.linalg.eigvalsh(found.covariance) > -1e-12)


def test_degrees_are_those_of_whoever_played_less() -> None:
    """Bot 3 has 12 sets, the others hundreds: seen from it, or looking at it, its few sets decide."""
    rng = np.random.default_rng(9)
    fresh = np.tile([0, 3], (12, 1))
    games = simulate_games(rng, np.zeros(4), np.concatenate([round_robin(3, 300), fresh]))
    seen, seeing = of(games, anchor=1).degrees, of(games, anchor=3).degrees
    # Information 24/4 = 6 or a little less, trust 6/11: 11 / (6/11)^2 = 37.
    assert seen[3] == pytest.approx(37.0, rel=0.08)
    np.testing.assert_allclose(seeing[:3], seen[3], rtol=0.05)
    assert seen[0] > 500.0
