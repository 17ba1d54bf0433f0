"""Is the table a pure function of the records, and right at the edges?"""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.rating import Depth, Games, Ratings, rate
from arena.rating.simulate import simulate_games
from tests.rating.ladders import random_tables, round_robin

FLOATS = ("elo", "low", "high", "error", "degrees", "points")
COUNTS = ("games", "sets", "faults", "voids")


@st.composite
def ladders(draw: st.DrawFn) -> Games:
    """Small ladders with tables of two to four, shared places, faults and void games."""
    bots = draw(st.integers(2, 6))
    game, deal, bot, rank, faulted, void = [], [], [], [], [], []
    for number in range(draw(st.integers(1, 14))):
        seats = draw(st.lists(st.integers(0, bots - 1), min_size=2, max_size=min(4, bots), unique=True))
        broken = draw(st.integers(0, 7)) == 0
        here = draw(st.integers(0, 5))
        for seat in seats:
            game.append(number)
            deal.append(here)
            bot.append(seat)
            rank.append(draw(st.integers(1, 3)))
            faulted.append(draw(st.integers(0, 9)) == 0)
            void.append(broken)
    columns = {"game": game, "deal": deal, "bot": bot, "rank": rank, "faulted": faulted, "void": void}
    return Games.of(bots, **{name: np.array(column) for name, column in columns.items()})


def columns(games: Games) -> dict[str, np.ndarray]:
    return {name: getattr(games, name) for name in ("game", "deal", "bot", "rank", "faulted", "void")}


def same(one: Ratings, other: Ratings, atol: float = 1e-6) -> None:
    for name in (*FLOATS, *COUNTS):
        np.testing.assert_allclose(getattr(one, name), getattr(other, name), atol=atol, err_msg=name)


@settings(max_examples=60, deadline=None)
@given(ladders(), st.integers(0, 2**32))
def test_order_of_records_changes_not_one_bit(games: Games, seed: int) -> None:
    order = np.random.default_rng(seed).permutation(len(games.game))
    shuffled = Games.of(games.bots, **{name: column[order] for name, column in columns(games).items()})
    one, other = rate(games, anchor=0), rate(shuffled, anchor=0)
    for name in (*FLOATS, *COUNTS, "covariance"):
        np.testing.assert_array_equal(getattr(one, name), getattr(other, name))


@settings(max_examples=40, deadline=None)
@given(ladders(), st.integers(0, 2**32))
def test_names_do_not_matter(games: Games, seed: int) -> None:
    """Other numbers for bots, games and deals give the same ratings under the new numbers."""
    rng = np.random.default_rng(seed)
    bot, game, deal = rng.permutation(games.bots), rng.permutation(100), rng.permutation(100) - 50
    renamed = Games.of(
        games.bots,
        game=game[games.game],
        deal=deal[games.deal],
        bot=bot[games.bot],
        rank=games.rank,
        faulted=games.faulted,
        void=games.void,
    )
    one, other = rate(games, anchor=0), rate(renamed, anchor=int(bot[0]))
    inside = one.connected
    for name in FLOATS:
        np.testing.assert_allclose(getattr(one, name)[inside], getattr(other, name)[bot][inside], atol=1e-6)
    np.testing.assert_allclose(one.superiority(), other.superiority()[np.ix_(bot, bot)], atol=1e-9)


@settings(max_examples=40, deadline=None)
@given(ladders(), st.integers(0, 5))
def test_anchor_only_moves_the_zero(games: Games, number: int) -> None:
    anchor = number % games.bots
    one, other = rate(games, anchor=0), rate(games, anchor=anchor)
    assert other.elo[anchor] == other.low[anchor] == other.high[anchor] == 0.0
    shift = (one.elo - other.elo)[one.connected & other.connected]
    np.testing.assert_allclose(shift, shift[0] if len(shift) else 0.0, atol=1e-6)
    np.testing.assert_array_equal(one.group, other.group)


@settings(max_examples=40, deadline=None)
@given(ladders())
def test_results_turned_round_turn_the_ratings_round(games: Games) -> None:
    plain = Games.of(
        games.bots, game=games.game, deal=games.deal, bot=games.bot, rank=np.minimum(games.rank, 9)
    )
    turned = Games.of(
        games.bots, game=games.game, deal=games.deal, bot=games.bot, rank=-np.minimum(games.rank, 9)
    )
    one, other = rate(plain, anchor=0), rate(turned, anchor=0)
    np.testing.assert_allclose(one.elo, -other.elo, atol=1e-6)
    np.testing.assert_allclose(one.low, -other.high, atol=1e-4)
    np.testing.assert_allclose(one.error, other.error, atol=1e-6)
    np.testing.assert_allclose(one.superiority() + other.superiority(), 1.0, atol=1e-9)


@settings(max_examples=40, deadline=None)
@given(ladders())
def test_table_makes_sense(games: Games) -> None:
    ratings = rate(games, anchor=0)
    assert np.all(ratings.low <= ratings.elo)
    assert np.all(ratings.elo <= ratings.high)
    assert np.isfinite(ratings.elo).all()
    assert np.all(np.isfinite(ratings.error) == ratings.connected)
    likely = ratings.superiority()
    np.testing.assert_allclose(likely + likely.T, 1.0)
    np.testing.assert_array_equal(np.diag(likely), 0.5)
    assert ratings.points.sum() == pytest.approx(ratings.games.sum() / 2.0)


@settings(max_examples=25, deadline=None)
@given(ladders())
def test_void_games_count_for_nothing(games: Games) -> None:
    ratings = rate(games, anchor=0)
    without = rate(games.rated(), anchor=0)
    for name in FLOATS:
        np.testing.assert_array_equal(getattr(ratings, name), getattr(without, name))
    assert ratings.voids.sum() == games.void.sum()
    assert without.voids.sum() == 0


def test_strength_is_relative() -> None:
    """The same chance and all strengths moved by a constant: the same games, the same table."""
    tables = round_robin(5, 4)
    nats = np.array([0.0, 0.3, -1.0, 0.8, 2.0])
    one, other = (
        rate(simulate_games(np.random.default_rng(1), nats + by, tables, luck=0.4), anchor=2)
        for by in (0.0, 7.0)
    )
    same(one, other)


def test_faulted_game_is_a_loss_and_shown() -> None:
    """Bot 0 won all four games on the board, but broke off two of them."""
    game = np.repeat(np.arange(4), 2)
    faulted = np.array([True, False, True, False, False, False, False, False])
    games = Games.of(
        2, game=game, deal=game // 2, bot=np.tile([0, 1], 4), rank=np.tile([1, 2], 4), faulted=faulted
    )
    ratings = rate(games, anchor=1)
    assert ratings.elo[0] == pytest.approx(0.0, abs=1e-9)
    assert ratings.points.tolist() == [2.0, 2.0]
    assert ratings.faults.tolist() == [2, 0]


def test_fault_at_a_table_of_four_is_the_last_rank() -> None:
    games = Games.of(
        4,
        game=np.zeros(4, int),
        deal=np.zeros(4, int),
        bot=np.arange(4),
        rank=np.array([1, 2, 3, 4]),
        faulted=np.array([True, False, False, False]),
    )
    ratings = rate(games, anchor=1)
    assert np.argsort(-ratings.elo).tolist() == [1, 2, 3, 0]
    assert ratings.points.tolist() == pytest.approx([0.0, 1.0, 2.0 / 3.0, 1.0 / 3.0])


def test_ladder_of_one_bot() -> None:
    none = np.zeros(0, int)
    ratings = rate(Games.of(1, game=none, deal=none, bot=none, rank=none), anchor=0)
    assert ratings.elo.tolist() == ratings.low.tolist() == ratings.high.tolist() == [0.0]
    assert ratings.superiority().tolist() == [[0.5]]


def test_groups_that_never_met_are_not_compared() -> None:
    """0 and 1 met, 2 and 3 met, 4 has not played."""
    rng = np.random.default_rng(0)
    games = simulate_games(rng, np.zeros(5), np.array([[0, 1], [2, 3]] * 20), luck=0.5)
    ratings = rate(games, anchor=0)
    assert ratings.group.tolist() == [0, 0, 2, 2, 4]
    assert ratings.connected.tolist() == [True, True, False, False, False]
    assert (
        np.isfinite(ratings.low).tolist()
        == np.isfinite(ratings.high).tolist()
        == [True, True, False, False, False]
    )
    likely = ratings.superiority()
    assert likely[0, 2] == likely[4, 1] == likely[2, 4] == 0.5
    assert likely[2, 3] != 0.5


def test_six_player_table_in_order_is_rated_in_order() -> None:
    tables = np.tile(np.arange(6), (10, 1))
    ratings = rate(simulate_games(np.random.default_rng(0), np.linspace(4.0, 0.0, 6), tables), anchor=5)
    assert np.all(np.diff(ratings.elo) < 0.0)
    assert ratings.games.tolist() == [60] * 6
    assert ratings.sets.tolist() == [10] * 6


def test_tables_of_mixed_sizes_are_rated_together() -> None:
    rng = np.random.default_rng(9)
    nats = np.array([0.0, 0.5, 1.0, -0.5, -1.0, 0.2])
    parts = [
        simulate_games(rng, nats, random_tables(rng, 6, seats, 400 // seats), luck=0.5)
        for seats in (2, 3, 4, 6)
    ]
    offset = 10_000 * np.arange(4)
    games = Games.of(
        6,
        game=np.concatenate([part.game + by for part, by in zip(parts, offset, strict=True)]),
        deal=np.concatenate([part.deal + by for part, by in zip(parts, offset, strict=True)]),
        bot=np.concatenate([part.bot for part in parts]),
        rank=np.concatenate([part.rank for part in parts]),
    )
    ratings = rate(games, anchor=0)
    truth = 173.7178 * nats
    assert np.all(np.abs(ratings.elo - truth)[1:] < 3.5 * ratings.error[1:])
    alone = rate(parts[0], anchor=0)
    assert np.all(ratings.error[1:] < 0.7 * alone.error[1:])


def test_quick_rating_has_no_covariance() -> None:
    games = simulate_games(np.random.default_rng(0), np.zeros(4), round_robin(4, 5))
    quick = rate(games, anchor=0, depth=Depth.QUICK)
    np.testing.assert_array_equal(quick.elo, rate(games, anchor=0).elo)
    with pytest.raises(ValueError, match="superiority needs the covariance"):
        quick.superiority()
