"""Does the scheduler of the continuous format learn faster than chance, without spoiling the intervals?"""

import math
from collections import Counter

import numpy as np
import pytest

from arena.ladder.continuous import Continuous, Match
from arena.ladder.information import NEWCOMER_NATS, IndependentKnowledge, Knowledge, knowledge_of
from arena.ladder.pairing import HOUSE, Entrant
from arena.ladder.plan import PlanQuestion, Simulation, Stage, needs, simulate
from arena.rating import rate
from arena.rating.arrays import Ints
from arena.rating.elo import ELO_PER_NAT
from arena.rating.simulate import simulate_games


def field(count: int, owners: int | None = None) -> list[Entrant]:
    return [Entrant(f"v{n}", f"bot{n}", f"owner{n % (owners or count)}") for n in range(count)]


def scheduler(
    bots: list[Entrant],
    knowledge: Knowledge | IndependentKnowledge,
    seats: int = 2,
    sets: dict[str, int] | None = None,
) -> Continuous:
    rows = {one.version: row for row, one in enumerate(bots)}
    played = sets if sets is not None else {one.version: 100 for one in bots}
    return Continuous(bots, rows, knowledge, played, Counter(), Match(seats, 1, 2 * seats), 10)


def known(nats: list[float], deviation: list[float]) -> Knowledge:
    covariance = np.diag(np.array(deviation) ** 2)
    return Knowledge(np.array(nats), covariance, np.ones(len(nats), np.bool_), 1.0)


def test_what_is_known_least_is_played() -> None:
    bots = field(5)
    pairing = scheduler(bots, known([0, 0, 0, 0, 0], [0, 0.1, 0.5, 0.1, 0.4])).next()
    assert pairing is not None
    assert "v2" in pairing.table
    assert pairing.reason.startswith("tells most: takes ")


def test_a_game_between_unequals_tells_little() -> None:
    """Bot 1 is as unknown as bot 2, but so much stronger than bot 3 that a game would be no news."""
    pairing = scheduler(field(4), known([0, 6, 0.1, 0], [0, 0.3, 0.3, 0.3])).next()
    assert pairing is not None
    assert set(pairing.table) == {"v2", "v3"}


def test_the_gain_is_what_the_variances_lose() -> None:
    """Each weighed by its cube, so that the widest count most."""
    rng = np.random.default_rng(1)
    root = rng.normal(size=(5, 5))
    whole = Knowledge(rng.normal(size=5), root @ root.T, np.ones(5, np.bool_), 0.7)
    gain = float(whole.gains(np.array([1]), np.array([3]), 10, 2)[0])
    before = np.diag(whole.covariance)
    assert whole.uncertainty == pytest.approx(float((before**4).sum()))
    whole.expect(1, 3, 10, 2)
    assert float(before**3 @ (before - np.diag(whole.covariance))) == pytest.approx(gain)


def test_a_sketch_says_what_a_diagonal_covariance_says() -> None:
    """Of bots other than the anchor, whose error would be in all."""
    variance, nats = np.array([0.0, 0.3, 0.2, 0.5]), np.array([0.0, 1.0, 0.5, -0.5])
    everyone = np.ones(4, np.bool_)
    whole = Knowledge(nats, np.diag(variance), everyone, 0.7)
    sketch = IndependentKnowledge(nats, variance.copy(), everyone, 0.7, 0, np.zeros(4, np.int64))
    first, second = np.array([1, 1, 2]), np.array([2, 3, 3])
    assert sketch.gains(first, second, 10, 4) == pytest.approx(whole.gains(first, second, 10, 4))
    sketch.expect(1, 3, 10, 4)
    whole.expect(1, 3, 10, 4)
    assert sketch.variance == pytest.approx(np.diag(whole.covariance))
    assert sketch.uncertainty < (variance**4).sum()
    assert sketch.potential[1] == pytest.approx(sketch.variance[1] ** 5)


def test_retired_bots_do_not_count() -> None:
    knowledge = known([0, 0, 0, 0], [0, 0.3, 0.3, 0.2])
    knowledge.wanted[1] = False
    bots = field(4)
    chosen = Continuous(
        bots[2:], {one.version: row for row, one in enumerate(bots)}, knowledge, {"v2": 99, "v3": 99}, Counter(),
        Match(2, 1, 2), 10,
    ).next()  # fmt: skip
    assert chosen is not None
    assert set(chosen.table) == {"v2", "v3"}


def test_newcomers_first_and_why() -> None:
    bots = field(4)
    knowledge = known([0, 0, 0, 0], [0, 0.6, 0.6, NEWCOMER_NATS])
    chosen = scheduler(bots, knowledge, sets={"v0": 50, "v1": 50, "v2": 50, "v3": 3}).next()
    assert chosen is not None
    assert "v3" in chosen.table
    assert chosen.reason.startswith("newcomer bot3 with 3 sets")


def test_matches_under_way_are_not_chosen_again_and_again() -> None:
    bots = field(6)
    choosing = scheduler(bots, known([0] * 6, [0, 0.5, 0.5, 0.5, 0.5, 0.5]))
    tables = [choosing.next() for _ in range(3)]
    seen = Counter(version for one in tables if one is not None for version in one.table)
    assert max(seen.values()) <= 2
    assert len({one.table for one in tables if one is not None}) == 3


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_one_owner_has_one_bot_at_a_table(seats: int) -> None:
    bots = field(14, owners=7)
    choosing = scheduler(bots, known([0] * 14, [0.5] * 14), seats)
    owner = {one.version: one.owner for one in bots}
    for _ in range(20):
        pairing = choosing.next()
        assert pairing is not None
        assert len({owner[version] for version in pairing.table}) == seats


def test_two_of_one_owner_may_meet_in_games_of_two() -> None:
    assert scheduler(field(2, owners=1), known([0, 0], [0.5, 0.5])).next() is not None


def test_house_bots_fill_a_table_that_has_too_few() -> None:
    bots = [Entrant("v0", "random", HOUSE), Entrant("v1", "greedy", HOUSE), Entrant("v2", "mine", "me")]
    pairing = scheduler(bots, known([0, 0, 0], [0, 0.5, 0.5]), 5).next()
    assert pairing is not None
    assert Counter(pairing.table) == {"v0": 2, "v1": 2, "v2": 1}
    lonely = [Entrant("v0", "a", "one"), Entrant("v1", "b", "one")]
    assert scheduler(lonely, known([0, 0], [0, 0.5]), 4).next() is None


@pytest.mark.parametrize(("bots", "matches"), [(4, 1), (180, 20)])
def test_groups_that_never_met_are_joined(bots: int, matches: int) -> None:
    """Half of the bots met only each other: they are joined to the anchor's half at once, or soon in a large field."""
    rng = np.random.default_rng(1)
    half = bots // 2
    pairs = np.array([(one, (one + step) % half) for one in range(half) for step in (1, half // 3 or 1)])
    pairs = np.repeat(np.concatenate([pairs, pairs + half])[:: 1 if half > 2 else 2], 10, axis=0)
    ratings = rate(simulate_games(rng, np.zeros(bots), pairs), 0)
    assert not ratings.connected.all()
    choosing = scheduler(field(bots), knowledge_of(ratings, np.ones(bots, np.bool_)))
    tables = [pairing.table for _ in range(matches) if (pairing := choosing.next()) is not None]
    assert any(len({int(version[1:]) < half for version in table}) == 2 for table in tables)


def test_nobody_to_play() -> None:
    assert scheduler(field(1), known([0], [0])).next() is None


class Chance:
    """Pairs drawn at random, the yardstick."""

    def __init__(self, bots: int, seed: int) -> None:
        self._rng = np.random.default_rng(seed)
        self._bots = bots

    def __call__(self, matches: int) -> Ints:
        return np.array([self._rng.permutation(self._bots)[:2] for _ in range(matches)])


def games_until(question: PlanQuestion, seed: int, informed: bool) -> int:
    tables = None if informed else Chance(question.bots, seed)
    simulation = Simulation(question, np.random.default_rng(seed), tables)
    while True:
        simulation.play(4)
        if simulation.stage().half_elo[-1] <= question.precision_elo:
            return simulation.games


def saving(question: PlanQuestion, ladders: int) -> float:
    """Games that chance needs for the same precision, over those that the scheduler needs."""
    totals = {
        informed: sum(games_until(question, seed, informed) for seed in range(ladders))
        for informed in (True, False)
    }
    return totals[False] / totals[True]


def test_it_needs_fewer_games_than_chance() -> None:
    assert saving(PlanQuestion(10, 70.0, 2, 2, 4), 2) > 1.2


@pytest.mark.soak
def test_it_needs_fewer_games_than_chance_published() -> None:
    """The figure of docs/ladder.md."""
    assert saving(PlanQuestion(16, 50.0, 2, 2, 10), 20) > 1.4


def coverage(question: PlanQuestion, matches: int, batch: int, ladders: int) -> tuple[float, float]:
    """How often the truth lies below and above the intervals."""
    below = above = total = 0
    for seed in range(ladders):
        simulation = Simulation(question, np.random.default_rng(seed))
        while simulation.games < matches * question.games_a_match:
            simulation.play(batch)
        truth = ELO_PER_NAT * (simulation.nats - simulation.nats[0])
        below += int((truth < simulation.ratings.low)[1:].sum())
        above += int((truth > simulation.ratings.high)[1:].sum())
        total += question.bots - 1
    return below / total, above / total


def test_the_intervals_still_hold_the_truth() -> None:
    """By chance alone the share moves by 0.8 %."""
    below, above = coverage(PlanQuestion(8, 1.0, 2, 5, 10, spread_elo=174.0, luck=0.6), 40, 4, 100)
    assert 0.93 <= 1.0 - below - above <= 0.97


@pytest.mark.soak
@pytest.mark.parametrize(
    ("question", "matches", "batch"),
    [
        (PlanQuestion(8, 1.0, 2, 1, 10, spread_elo=174.0, luck=0.6), 96, 1),
        (PlanQuestion(8, 1.0, 2, 5, 10, spread_elo=174.0, luck=0.6), 40, 2),
        (PlanQuestion(10, 1.0, 4, 2, 6, spread_elo=174.0, luck=0.6), 40, 2),
    ],
    ids=["single sets", "matches of five sets", "tables of four"],
)
def test_the_intervals_still_hold_the_truth_published(
    question: PlanQuestion, matches: int, batch: int
) -> None:
    """The figures of docs/ladder.md; by chance alone the share moves by 0.2 %."""
    below, above = coverage(question, matches, batch, 1200)
    assert 0.94 <= 1.0 - below - above <= 0.96


def test_a_plan_reaches_its_precision() -> None:
    question = PlanQuestion(30, 80.0, 2, 5, 10)
    stages = simulate(question)
    found = needs(question, stages)
    assert [need.share for need in found] == [0.5, 0.95, 1.0]
    games = [need.games for need in found]
    assert None not in games
    assert games == sorted(games, key=lambda count: count or 0)
    assert stages[-2].games < (games[-1] or 0) <= stages[-1].games


def test_needs_are_read_off_between_the_stages() -> None:
    """Half the width falls with the root of the games: from 40 to 20 Elo between 1,000 and 4,000 games, and to 30 after 1,778."""
    question = PlanQuestion(30, 30.0, 2, 5, 10)
    stages = [Stage(1000, (40.0, math.inf, math.inf)), Stage(4000, (20.0, 20.0, 31.0))]
    assert [need.games for need in needs(question, stages)] == [1778, 4000, None]
    assert [need.games for need in needs(question, stages[1:])] == [4000, 4000, None]


def test_a_plan_of_many_bots_does_without_the_covariance() -> None:
    """Beyond the whole covariance the anchor still gets the games that all others' ratings hang on."""
    question = PlanQuestion(200, 100.0, 2, 5, 10)
    stages = simulate(question)
    assert stages[-1].half_elo[-1] <= 100.0
    assert stages[-1].games < 200 * 150


@pytest.mark.soak
def test_a_plan_of_ten_thousand_bots() -> None:
    """A minute or two; the games of a bot are as many as on a ladder of hundreds."""
    question = PlanQuestion(10_000, 25.0, 2, 5, 10)
    stages = simulate(question)
    everyone = needs(question, stages)[-1].games
    assert everyone is not None
    assert 400 < 2 * everyone / question.bots < 1_000


def test_tables_of_three_are_played_in_all_six_orders() -> None:
    simulation = Simulation(PlanQuestion(6, 50.0, 3, 1, 2), np.random.default_rng(1))
    simulation.play(2)
    assert simulation.games == 12
