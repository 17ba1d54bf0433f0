"""Does the scheduler of the continuous format learn faster than chance, without spoiling the intervals?"""

import math
from collections import Counter

import numpy as np
import pytest

from arena.ladder.continuous import Continuous, Match, rated_games
from arena.ladder.information import Knowledge
from arena.ladder.pairing import HOUSE, Entrant
from arena.ladder.plan import PlanQuestion, Simulation, Stage, needs, simulate
from arena.match import Dealing
from arena.rating import rate
from arena.rating.arrays import Ints
from arena.rating.elo import ELO_PER_NAT
from arena.rating.simulate import simulate_games


def field(count: int, owners: int | None = None) -> list[Entrant]:
    return [Entrant(f"v{n}", f"bot{n}", f"owner{n % (owners or count)}") for n in range(count)]


def scheduler(
    bots: list[Entrant],
    knowledge: Knowledge,
    seats: int = 2,
    sets: dict[str, int] | None = None,
) -> Continuous:
    rows = {one.version: row for row, one in enumerate(bots)}
    played = sets if sets is not None else {one.version: 100 for one in bots}
    return Continuous(bots, rows, knowledge, played, Counter(), Match(seats, 1, 2 * seats), 10)


def known(nats: list[float], information: list[float]) -> Knowledge:
    return Knowledge(np.array(nats, float), np.array(information, float), 0, np.zeros(len(nats), np.int64))


def tables(choosing: Continuous, matches: int) -> list[tuple[str, ...]]:
    return [pairing.table for _ in range(matches) if (pairing := choosing.next()) is not None]


def test_what_is_known_least_is_played() -> None:
    pairing = scheduler(field(5), known([0, 0, 0, 0, 0], [90, 30, 4, 30, 40])).next()
    assert pairing is not None
    assert "v2" in pairing.table
    assert pairing.reason == "least is known of bot2, 0 Elo apart"


def test_opponents_are_near_more_often_than_chance_and_far_ones_come_too() -> None:
    """Twenty bots in a row, 40 Elo apart: chance has a mean of 280 Elo, and nobody meets neighbours only."""
    choosing = scheduler(field(20), known([0.23 * n for n in range(20)], [9000.0] + [500.0] * 19))
    apart = [40 * abs(int(one[1:]) - int(other[1:])) for one, other in tables(choosing, 400)]
    assert 150 < float(np.mean(apart)) < 245
    assert max(apart) > 500


def test_all_get_as_much_play_and_the_anchor_more() -> None:
    """A quarter of the bots had less before: they catch up, and the anchor has half the root of 64 as much as others."""
    choosing = scheduler(field(64), known([0.0] * 64, [10.0] * 48 + [5.0] * 16))
    played = Counter(version for table in tables(choosing, 2000) for version in table)
    # A match of four games between equals tells 1 of each; the anchor's 10 count as 2.5.
    late, early = ([played[f"v{n}"] for n in numbers] for numbers in (range(48, 64), range(1, 48)))
    assert float(np.mean(late)) - float(np.mean(early)) == pytest.approx(5.0, abs=2.0)
    assert played["v0"] == pytest.approx(4 * (float(np.mean(early)) + 10) - 10, rel=0.1)
    assert max(early) - min(early) <= 12


def test_a_bot_that_nobody_comes_near_does_not_get_all_the_play() -> None:
    """Bot 9 is 1,400 Elo behind: a game tells next to nothing of it, and counts for a little all the same."""
    choosing = scheduler(field(10), known([0.0] * 9 + [-8.0], [20.0] * 10))
    played = Counter(version for table in tables(choosing, 300) for version in table)
    assert played["v9"] < 6 * played["v5"]


def test_a_match_adds_what_it_tells() -> None:
    """Four games between equals tell 4 · ¼; far apart they count as a twentieth each."""
    knowledge = known([0, 0, 9], [1, 2, 3])
    knowledge.expect(0, 1, 4, 2)
    assert knowledge.information == pytest.approx([2, 3, 3])
    knowledge.expect(0, 2, 4, 2)
    assert knowledge.information == pytest.approx([2.2, 3, 3.2])


def test_ratings_for_pairing_are_taken_at_fixed_counts() -> None:
    """After a game a bot, and later after every twentieth; seldom enough that all ratings cost in proportion to the games."""
    assert [rated_games(games, 8) for games in (0, 7, 8, 15, 16, 100)] == [0, 0, 8, 8, 16, 96]
    assert [rated_games(games, 1) for games in (0, 1, 19, 41, 42)] == [0, 1, 19, 40, 42]
    counts = sorted({rated_games(games, 8) for games in range(30_000)})
    assert sum(counts) < 25 * 30_000
    assert all(rated_games(count + 1, 8) == count for count in counts)


@pytest.mark.parametrize("seats", [2, 4])
def test_one_runner_or_many_choose_the_same(seats: int) -> None:
    """Chosen one after the other, or each by a runner that has just begun and is told of those before."""
    bots, sets = field(12), {f"v{n}": n % 3 for n in range(12)}
    information = [float(n) for n in range(12)]
    together = scheduler(bots, known([0.1 * n for n in range(12)], information), seats, sets)
    met: Counter[tuple[str, ...]] = Counter()
    rows = {one.version: row for row, one in enumerate(bots)}
    chosen: list[tuple[str, ...]] = []
    for _ in range(40):
        fresh = known([0.1 * n for n in range(12)], information)
        alone = Continuous(bots, rows, fresh, sets, met, Match(seats, 1, 2 * seats), 10)
        for table in sorted(chosen):
            alone.expect(table, 2 * seats)
        pairing, same = alone.next(), together.next()
        assert pairing is not None
        assert pairing == same
        met[tuple(sorted(pairing.table))] += 1
        sets = {version: count + (version in pairing.table) for version, count in sets.items()}
        chosen.append(pairing.table)


def test_newcomers_first_and_why() -> None:
    bots = field(4)
    knowledge = known([0, 0, 0, 0], [9, 3, 3, 30])
    chosen = scheduler(bots, knowledge, sets={"v0": 50, "v1": 50, "v2": 50, "v3": 3}).next()
    assert chosen is not None
    assert "v3" in chosen.table
    assert chosen.reason.startswith("newcomer bot3 with 3 sets")


def test_matches_under_way_are_not_chosen_again_and_again() -> None:
    bots = field(6)
    choosing = scheduler(bots, known([0] * 6, [5, 1, 1, 1, 1, 1]))
    chosen = [choosing.next() for _ in range(3)]
    seen = Counter(version for one in chosen if one is not None for version in one.table)
    assert max(seen.values()) <= 2
    expecting = scheduler(bots, known([0] * 6, [5, 5, 5, 1, 5, 5]))
    for _ in range(5):
        expecting.expect(["v3", "v5"], 4)
    pairing = expecting.next()
    assert pairing is not None
    assert pairing.reason.startswith("least is known of bot0"), "the anchor counts as known less"


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_one_owner_has_one_bot_at_a_table(seats: int) -> None:
    bots = field(14, owners=7)
    choosing = scheduler(bots, known([0] * 14, [4] * 14), seats)
    owner = {one.version: one.owner for one in bots}
    for _ in range(20):
        pairing = choosing.next()
        assert pairing is not None
        assert len({owner[version] for version in pairing.table}) == seats


def test_two_of_one_owner_may_meet_in_games_of_two() -> None:
    assert scheduler(field(2, owners=1), known([0, 0], [4, 4])).next() is not None


def test_house_bots_fill_a_table_that_has_too_few() -> None:
    bots = [Entrant("v0", "random", HOUSE), Entrant("v1", "greedy", HOUSE), Entrant("v2", "mine", "me")]
    pairing = scheduler(bots, known([0, 0, 0], [4, 4, 4]), 5).next()
    assert pairing is not None
    assert Counter(pairing.table) == {"v0": 2, "v1": 2, "v2": 1}
    lonely = [Entrant("v0", "a", "one"), Entrant("v1", "b", "one")]
    assert scheduler(lonely, known([0, 0], [4, 4]), 4).next() is None


@pytest.mark.parametrize("bots", [4, 180])
def test_groups_that_never_met_are_joined_at_once(bots: int) -> None:
    """Half of the bots met only each other."""
    rng = np.random.default_rng(1)
    half = bots // 2
    pairs = np.array([(one, (one + step) % half) for one in range(half) for step in (1, half // 3 or 1)])
    pairs = np.repeat(np.concatenate([pairs, pairs + half])[:: 1 if half > 2 else 2], 10, axis=0)
    ratings = rate(simulate_games(rng, np.zeros(bots), pairs), 0)
    assert not ratings.connected.all()
    pairing = scheduler(field(bots), Knowledge.of(ratings)).next()
    assert pairing is not None
    assert len({int(version[1:]) < half for version in pairing.table}) == 2
    assert pairing.reason.startswith("joins bot")


def test_nobody_to_play() -> None:
    assert scheduler(field(1), known([0], [4])).next() is None


class Chance:
    """Pairs drawn at random, the yardstick."""

    def __init__(self, bots: int, seed: int) -> None:
        self._rng = np.random.default_rng(seed)
        self._bots = bots

    def __call__(self, matches: int) -> Ints:
        return np.array([self._rng.permutation(self._bots)[:2] for _ in range(matches)])


def test_its_errors_against_the_anchor_are_smaller_than_those_of_chance() -> None:
    """After as many games, on twelve ladders of 40 bots."""
    question = PlanQuestion(40, 1.0, 2, 1, 10, deals=Dealing.FRESH)
    errors = {}
    for informed in (True, False):
        squares = []
        for seed in range(12):
            chance = None if informed else Chance(40, seed)
            simulation = Simulation(question, np.random.default_rng(seed), chance)
            for _ in range(40):
                simulation.play(20)
            truth = ELO_PER_NAT * (simulation.nats - simulation.nats[0])
            squares.append(float(np.mean((simulation.ratings.elo - truth)[1:] ** 2)))
        errors[informed] = math.sqrt(float(np.mean(squares)))
    assert errors[True] < 0.95 * errors[False]


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


@pytest.mark.parametrize("deals", Dealing)
def test_the_intervals_still_hold_the_truth(deals: Dealing) -> None:
    """Over 400 ladders with fresh deals it was 96.3 %; by chance alone the share of a hundred moves by 0.9 %."""
    question = PlanQuestion(8, 1.0, 2, 5, 10, spread_elo=174.0, luck=0.6, deals=deals)
    below, above = coverage(question, 40, 4, 100)
    assert 0.93 <= 1.0 - below - above <= 0.985


@pytest.mark.soak
@pytest.mark.parametrize(
    ("question", "matches", "batch"),
    [
        (PlanQuestion(8, 1.0, 2, 1, 10, spread_elo=174.0, luck=0.6), 96, 1),
        (PlanQuestion(8, 1.0, 2, 5, 10, spread_elo=174.0, luck=0.6), 40, 2),
        (PlanQuestion(10, 1.0, 4, 2, 6, spread_elo=174.0, luck=0.6), 40, 2),
        (PlanQuestion(8, 1.0, 2, 5, 10, spread_elo=174.0, luck=0.6, deals=Dealing.FRESH), 40, 2),
        (PlanQuestion(10, 1.0, 4, 2, 6, spread_elo=174.0, luck=0.6, deals=Dealing.FRESH), 40, 2),
    ],
    ids=["single sets", "matches of five sets", "tables of four", "fresh deals", "fresh deals for four"],
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


def test_a_plan_with_fresh_deals_needs_more_games_if_the_deal_decides_much() -> None:
    """Where it decides nothing, both need as many, which is what real matches are like."""
    games = {
        (deals, luck): simulate(PlanQuestion(20, 80.0, 2, 5, 10, luck=luck, deals=deals))[-1].games
        for deals in Dealing
        for luck in (0.0, 0.8)
    }
    assert games[Dealing.FRESH, 0.8] > 1.3 * games[Dealing.DUPLICATE, 0.8]
    assert 0.7 < games[Dealing.FRESH, 0.0] / games[Dealing.DUPLICATE, 0.0] < 1.4


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
