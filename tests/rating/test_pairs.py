"""Is every pair counted once, with the result and the weight that it should have?"""

import itertools

import numpy as np
import pytest

from arena.rating.bradley_terry import most_likely
from arena.rating.games import Games
from arena.rating.pairs import head_to_head, meetings_of, pairs_of, table_weight
from arena.rating.simulate import simulate_games
from tests.rating.ladders import random_tables


def test_table_of_three_gives_three_pairs() -> None:
    games = Games.of(
        4, game=np.array([5] * 3), deal=np.array([8] * 3), bot=np.array([3, 0, 1]), rank=np.array([1, 2, 2])
    )
    pairs = pairs_of(games)
    rows = zip(pairs.bot[pairs.first], pairs.bot[pairs.second], pairs.result, pairs.weight, strict=True)
    assert sorted(rows) == [(0, 1, 0.5, 0.75), (0, 3, 0.0, 0.75), (1, 3, 0.0, 0.75)]


def test_two_faulted_seats_are_level_and_behind() -> None:
    games = Games.of(
        3,
        game=np.zeros(3, int),
        deal=np.zeros(3, int),
        bot=np.arange(3),
        rank=np.array([1, 2, 3]),
        faulted=np.array([True, True, False]),
    )
    pairs = pairs_of(games)
    assert pairs.result.tolist() == [0.5, 0.0, 0.0]


def test_bot_against_itself_tells_nothing() -> None:
    games = Games.of(
        2, game=np.zeros(3, int), deal=np.zeros(3, int), bot=np.array([0, 0, 1]), rank=np.array([1, 3, 2])
    )
    pairs = pairs_of(games)
    assert pairs.result.tolist() == [1.0, 0.0]
    assert meetings_of(pairs).weight.tolist() == [1.5]


def test_head_to_head_counts_both_sides() -> None:
    games = Games.of(
        3,
        game=np.array([0, 0, 1, 1, 1]),
        deal=np.zeros(5, int),
        bot=np.array([0, 1, 0, 1, 2]),
        rank=np.array([1, 2, 1, 1, 3]),
    )
    points, met = head_to_head(pairs_of(games))
    np.testing.assert_array_equal(points, [[0, 1.5, 1], [0.5, 0, 1], [0, 0, 0]])
    np.testing.assert_array_equal(met, [[0, 2, 1], [2, 0, 1], [1, 1, 0]])


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_weight_makes_slope_and_curvature_agree(seats: int) -> None:
    """Between equals, over all orders: the variance of the weighted scores equals their curvature."""
    orders = np.array(list(itertools.permutations(range(seats))))
    surplus = (seats - 1 - orders) - (seats - 1) / 2.0
    variance = table_weight(seats) ** 2 * (surplus.T @ surplus) / len(orders)
    curvature = table_weight(seats) * 0.25 * (seats * np.eye(seats) - 1.0)
    np.testing.assert_allclose(variance, curvature, atol=1e-12)


@pytest.mark.parametrize("seats", [3, 6])
def test_weight_is_the_best_for_adding_up_tables(seats: int) -> None:
    """Tables of this size and games of two together: other weights scatter the strengths more."""
    rng = np.random.default_rng(seats)
    bots, scatter = 6, {0.33: 0.0, 1.0: 0.0, 3.0: 0.0}
    for _ in range(250):
        big = simulate_games(rng, np.zeros(bots), random_tables(rng, bots, seats, 5))
        small = simulate_games(rng, np.zeros(bots), random_tables(rng, bots, 2, 15))
        parts = [meetings_of(pairs_of(games)) for games in (big, small)]
        for factor in scatter:
            weight, points = np.zeros(bots**2), np.zeros(bots**2)
            for part, scale in zip(parts, (factor, 1.0), strict=True):
                cell = part.first * bots + part.second
                weight[cell] += scale * part.weight
                points[cell] += scale * part.points
            met = np.flatnonzero(weight)
            meetings = parts[0].__class__(
                bots,
                met // bots,
                met % bots,
                points[met],
                weight[met],
                met > 0,
                met > 0,
                np.zeros(0, np.int64),
            )
            nats = most_likely(meetings, 0).nats
            scatter[factor] += float(np.var(nats))
    assert scatter[1.0] < scatter[0.33]
    assert scatter[1.0] < scatter[3.0]
