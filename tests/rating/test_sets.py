"""Does a match say what its sets say?"""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.rating import Games, duel, duels, pentanomial, rate, saved_by_duplicates, set_scores, standings
from arena.rating.arrays import Floats
from arena.rating.simulate import simulate_games
from tests.rating.ladders import round_robin

SETS = np.repeat(np.arange(10), 2)


def table_of_three() -> Games:
    """One set of three games, with a shared win in the second and a fault of bot 0 in the third."""
    return Games.of(
        3,
        game=np.repeat(np.arange(3), 3),
        deal=np.zeros(9, int),
        bot=np.tile(np.arange(3), 3),
        rank=np.array([1, 2, 3, 1, 1, 3, 1, 2, 3]),
        faulted=np.array([False] * 6 + [True, False, False]),
    )


def test_three_to_one_by_hand() -> None:
    """Fifteen of twenty games is 15.5 to 5.5 with the drawn game: 400 log10(31/11) = 179.99."""
    found = duel(np.repeat([1.0, 0.0], [15, 5]), SETS)
    assert (found.games, found.sets, found.wins, found.shared, found.losses) == (20, 10, 15, 0, 5)
    assert found.elo.value == pytest.approx(179.9876, abs=1e-3)
    assert found.score.value == pytest.approx(15.5 / 21.0)
    assert found.pentanomial == (2, 0, 1, 0, 7)
    assert found.points == 15.0


def test_match_is_a_ladder_of_two() -> None:
    games = simulate_games(
        np.random.default_rng(0), np.array([0.3, 0.0]), round_robin(2, 30), luck=0.6, shared=0.1
    )
    ratings = rate(games, anchor=1)
    found = duels(games)[0, 1]
    assert found.elo.value == pytest.approx(ratings.elo[0])
    assert (found.elo.low, found.elo.high) == pytest.approx((ratings.low[0], ratings.high[0]))


def test_won_to_nil() -> None:
    """20 wins: a finite estimate, open above; between equals as rare as 20 equal tosses of a coin."""
    found = duel(np.ones(20), SETS)
    assert found.elo.value == pytest.approx(645.1135, abs=1e-3)
    assert found.elo.high == math.inf
    assert 230.0 < found.elo.low < 330.0
    assert found.score.high == 1.0
    assert 1e-8 < 1.0 - found.superiority < 1e-4


def test_one_set_says_little() -> None:
    found = duel(np.ones(2), np.zeros(2, int))
    assert found.elo.low < -100.0
    assert 0.5 < found.superiority < 0.98


def test_no_games_say_nothing() -> None:
    found = duel(np.zeros(0), np.zeros(0, int))
    assert (found.elo.value, found.elo.low, found.elo.high) == (0.0, -math.inf, math.inf)
    assert found.superiority == 0.5


@settings(max_examples=50, deadline=None)
@given(st.lists(st.sampled_from([0.0, 0.5, 1.0]), min_size=1, max_size=24))
def test_other_side_sees_the_mirror_image(points: list[float]) -> None:
    deal = np.arange(len(points)) // 2
    one, other = duel(np.array(points), deal), duel(1.0 - np.array(points), deal)
    assert one.elo.value == pytest.approx(-other.elo.value, abs=1e-6)
    assert one.elo.low == pytest.approx(-other.elo.high, abs=1e-3)
    assert one.superiority + other.superiority == pytest.approx(1.0)
    assert one.pentanomial == other.pentanomial[::-1]


def test_duplicates_narrow_the_interval() -> None:
    """The same 60 % score, once from sets that all ended 1-1 or 2-0, once from unrelated games."""
    points = np.tile([1.0, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 1.0], 12)
    paired = duel(points, np.arange(120) // 2)
    alone = duel(points, np.arange(120))
    assert paired.elo.value == alone.elo.value
    assert paired.elo.high - paired.elo.low < 0.75 * (alone.elo.high - alone.elo.low)
    assert paired.superiority > alone.superiority


def test_superiority_is_uniform_between_equals() -> None:
    rng = np.random.default_rng(2)
    likely = [
        duels(simulate_games(rng, np.zeros(2), round_robin(2, 25), luck=0.5, shared=0.1))[0, 1].superiority
        for _ in range(300)
    ]
    assert np.mean(np.array(likely) > 0.95) == pytest.approx(0.05, abs=0.035)
    assert np.mean(likely) == pytest.approx(0.5, abs=0.05)


def test_pentanomial_leaves_out_incomplete_sets() -> None:
    points = np.array([1.0, 1.0, 0.5, 1.0, 0.5, 0.5, 0.0, 0.5, 0.0, 0.0, 1.0])
    assert pentanomial(points, np.array([0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5])) == (1, 1, 1, 1, 1)


def test_other_points_are_refused() -> None:
    with pytest.raises(ValueError, match="points has values other than"):
        duel(np.array([2.0]), np.array([0]))


def test_standings_of_three() -> None:
    first, second, third = standings(table_of_three())
    assert (first.wins, first.shared_wins, first.faults) == (1, 1, 1)
    assert (second.wins, second.shared_wins, second.faults) == (1, 1, 0)
    assert (third.wins, third.shared_wins) == (0, 0)
    assert first.rank.value == pytest.approx((1.0 + 1.5 + 3.0) / 3.0)
    assert second.rank.value == pytest.approx((2.0 + 1.5 + 1.0) / 3.0)
    assert third.rank.value == pytest.approx((3.0 + 3.0 + 2.0) / 3.0)
    assert first.share.value == pytest.approx((1.0 + 0.75 + 0.0) / 3.0)
    assert (first.rank.low, first.rank.high) == (1.0, 3.0)


def test_set_scores_of_three() -> None:
    np.testing.assert_allclose(set_scores(table_of_three(), 0, 3), [1.75 / 3.0])
    assert len(set_scores(table_of_three(), 0, 6)) == 0


def test_mean_rank_covers_at_four_seats() -> None:
    """Bot 0 is 1 log-odds above three equals: its true mean rank is 1 + 3 (1 - p)."""
    rng = np.random.default_rng(3)
    truth = 1.0 + 3.0 / (1.0 + math.e)
    inside = 0
    for _ in range(200):
        games = simulate_games(rng, np.array([1.0, 0.0, 0.0, 0.0]), np.tile(np.arange(4), (15, 1)), luck=0.6)
        found = standings(games)[0].rank
        inside += found.low <= truth <= found.high
    assert inside / 200 == pytest.approx(0.95, abs=0.04)


def pair_points(rng: np.random.Generator, sets: int, luck: float) -> Floats:
    games = simulate_games(rng, np.zeros(2), np.tile([0, 1], (sets, 1)), luck=luck)
    return np.asarray(2.0 - games.rank[games.bot == 0]).reshape(sets, 2)


def test_independent_games_save_nothing() -> None:
    found = saved_by_duplicates(pair_points(np.random.default_rng(0), 1000, luck=0.0))
    assert found.low < 1.0 < found.high
    assert found.value == pytest.approx(1.0, abs=0.1)


def test_saving_by_hand() -> None:
    """Forty sets, half 1-1 and a quarter each 2-0 and 0-2.

    A single game varies by 1/4 and a set mean by 1/8; two independent games would too: nothing saved. With
    all of the sets at 1-1 but two, 1 - ε: a game still varies by 1/4, two games by (2/40)/4 * 2 = 1/40: ten
    times less.
    """
    even = np.repeat([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0], [0.0, 0.0]], 10, axis=0)
    assert saved_by_duplicates(even).value == pytest.approx(1.0)
    dealt = np.concatenate([np.repeat([[1.0, 0.0], [0.0, 1.0]], 19, axis=0), [[1.0, 1.0], [0.0, 0.0]]])
    # One independent set is mixed in: (40 + 1) * 1/4 over 40 * 1/40 + 1/4.
    assert saved_by_duplicates(dealt).value == pytest.approx(41.0 / 4.0 / 1.25)


def test_seat_advantage_alone_saves_nothing() -> None:
    """The first seat always wins: alternating seats on any deals would be as good as on the same."""
    assert saved_by_duplicates(np.tile([1.0, 0.0], (50, 1))).value == 1.0


@pytest.mark.parametrize(("luck", "truth"), [(0.6, 1.694), (0.9, 3.483)])
def test_saving_is_found_and_covered(luck: float, truth: float) -> None:
    """Between equals results of a set have the correlation r = -2/π asin(luck); the factor is 1 / (1 + r)."""
    assert truth == pytest.approx(1.0 / (1.0 - 2.0 / math.pi * math.asin(luck)), abs=1e-3)
    rng = np.random.default_rng(4)
    found = [saved_by_duplicates(pair_points(rng, 60, luck)) for _ in range(150)]
    assert np.median([saved.value for saved in found]) == pytest.approx(truth, rel=0.06)
    assert np.mean([saved.low <= truth <= saved.high for saved in found]) > 0.9


def test_saving_at_a_table_of_four() -> None:
    rng = np.random.default_rng(5)
    games = simulate_games(rng, np.zeros(4), np.tile(np.arange(4), (200, 1)), luck=0.6)
    found = saved_by_duplicates(games.rank.reshape(200, 4, 4))
    assert found.low > 1.2
    assert found.value == pytest.approx(1.0 / rate(games, anchor=0).set_factor, rel=0.1)


def test_saving_of_few_sets_is_open() -> None:
    assert saved_by_duplicates(np.zeros((1, 2))).high == math.inf
    assert saved_by_duplicates(np.zeros((0, 2))).high == math.inf
    assert saved_by_duplicates(np.tile([1.0, 0.0], (10, 1))).high == math.inf
