"""Is luck taken out without favouring anyone, and its worth told honestly?"""

import numpy as np
import pytest

from arena.rating import Games, centred_by_seat
from arena.rating.arrays import Floats
from arena.rating.bradley_terry import most_likely
from arena.rating.luck import Adjustment, adjust
from arena.rating.pairs import meetings_of, pairs_of
from arena.rating.simulate import simulate_games
from tests.rating.ladders import random_tables, round_robin


def adjusted(games: Games) -> Adjustment:
    pairs = pairs_of(games)
    return adjust(pairs, most_likely(meetings_of(pairs), 0).nats)


def with_luck(games: Games, luck: Floats) -> Games:
    return Games.of(games.bots, game=games.game, deal=games.deal, bot=games.bot, rank=games.rank, luck=luck)


def test_known_luck_saves_games_on_single_deals() -> None:
    rng = np.random.default_rng(0)
    games = simulate_games(rng, rng.normal(0, 1, 8), round_robin(8, 30), luck=0.5, duplicates=False)
    found = adjusted(games)
    assert found.saved.low > 1.2
    assert found.multiples[0] > 0.1
    assert found.worthwhile


def test_what_it_saves_is_what_it_says() -> None:
    """Over 150 ladders the strengths really scatter less by the published factor."""
    rng = np.random.default_rng(1)
    truth, plain, better, said = np.linspace(0, 1, 5), [], [], []
    for _ in range(150):
        pairs = pairs_of(simulate_games(rng, truth, round_robin(5, 12), luck=0.6, duplicates=False))
        plain.append(most_likely(meetings_of(pairs), 0).nats)
        found = adjust(pairs, plain[-1])
        better.append(most_likely(meetings_of(found.pairs), 0).nats)
        said.append(found.saved.value)
    real = np.var(plain, axis=0)[1:].sum() / np.var(better, axis=0)[1:].sum()
    assert real == pytest.approx(np.mean(said), rel=0.2)
    assert real > 1.3


def test_adjustment_has_mean_zero() -> None:
    """What is taken from one bot's points over many ladders averages out, also for the strongest."""
    rng = np.random.default_rng(2)
    taken = []
    for _ in range(200):
        pairs = pairs_of(
            simulate_games(rng, np.array([0.0, 0.5, 2.0]), round_robin(3, 10), luck=0.5, duplicates=False)
        )
        found = adjust(pairs, most_likely(meetings_of(pairs), 0).nats)
        taken.append(np.bincount(pairs.bot, pairs.by_seat(found.pairs.points - pairs.points), 3))
    mean, error = np.mean(taken, axis=0), np.std(taken, axis=0) / np.sqrt(200)
    assert np.all(np.abs(mean) < 3.5 * error)
    assert np.all(error > 0.0)


def test_irrelevant_number_saves_nothing_and_is_left_off() -> None:
    rng = np.random.default_rng(3)
    games = simulate_games(rng, rng.normal(0, 1, 6), round_robin(6, 20), luck=0.5, duplicates=False)
    found = adjusted(with_luck(games, rng.normal(size=len(games.game))))
    assert found.saved.value == pytest.approx(1.0, abs=0.02)
    assert found.saved.low < 1.0
    assert not found.worthwhile


def test_many_irrelevant_numbers_do_not_feign_a_saving() -> None:
    """Thirty numbers fitted to the games that they adjust would seem to save; fitted to others, no."""
    rng = np.random.default_rng(7)
    games = simulate_games(rng, rng.normal(0, 1, 6), round_robin(6, 10), luck=0.5, duplicates=False)
    assert adjusted(with_luck(games, rng.normal(size=(len(games.game), 30)))).saved.value < 1.0


def test_deal_numbers_cancel_in_complete_sets() -> None:
    rng = np.random.default_rng(4)
    for seats in (2, 4):
        games = simulate_games(rng, rng.normal(0, 1, 6), random_tables(rng, 6, seats, 60), luck=0.7)
        found = adjusted(with_luck(games, 1e6 * games.luck))
        assert found.multiples.tolist() == [0.0]
        assert (found.saved.value, found.saved.low, found.saved.high) == (1.0, 1.0, 1.0)


def test_luck_during_the_game_helps_complete_sets_too() -> None:
    """A number that is not the deal's: it differs between the games of a set and does not cancel."""
    rng = np.random.default_rng(5)
    games = simulate_games(rng, rng.normal(0, 1, 6), round_robin(6, 30), luck=0.0)
    won = np.where(games.rank == 1.0, 1.0, -1.0)
    found = adjusted(with_luck(games, 0.5 * won + rng.normal(size=len(won))))
    assert found.worthwhile


def test_several_kinds_of_luck_are_told_apart() -> None:
    rng = np.random.default_rng(6)
    games = simulate_games(rng, np.zeros(4), round_robin(4, 60), luck=0.5, duplicates=False)
    noise = rng.normal(size=len(games.game))
    found = adjusted(with_luck(games, np.stack([noise, games.luck[:, 0], 2.0 * games.luck[:, 0]], axis=1)))
    assert abs(found.multiples[0]) < 0.03
    assert found.multiples[1] + 2.0 * found.multiples[2] == pytest.approx(
        adjusted(games).multiples[0], abs=0.01
    )


def test_no_luck_known() -> None:
    games = simulate_games(np.random.default_rng(0), np.zeros(3), round_robin(3, 10))
    found = adjusted(with_luck(games, np.zeros((len(games.game), 0))))
    np.testing.assert_array_equal(found.pairs.points, found.pairs.result)
    assert not found.worthwhile


def test_numbers_of_the_deal_are_centred_by_seat() -> None:
    """Seat 0 has 10 and 20 on deals 1 and 2, the latter played twice; seat 1 has 1 and 3."""
    found = centred_by_seat(
        np.array([10.0, 1.0, 20.0, 3.0, 20.0, 3.0]),
        seat=np.array([0, 1, 0, 1, 0, 1]),
        table=np.full(6, 2),
        deal=np.array([1, 1, 2, 2, 2, 2]),
    )
    assert found.ravel().tolist() == [-5.0, -1.0, 5.0, 1.0, 5.0, 1.0]
