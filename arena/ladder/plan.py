"""How much play does a ladder need? A simulation with the real scheduler and the real ratings.

Strengths are drawn, games follow the model of the ratings, and part of their chance belongs to the deal, which the games of a duplicate
set share.
What is not simulated is bots that come and go, and results that no one number explains.
"""

import math
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from arena.ladder.continuous import Continuous, Match, games_until_rated
from arena.ladder.information import Knowledge
from arena.ladder.pairing import Entrant
from arena.match import Dealing, seat_orders
from arena.rating import ELO_PER_NAT, Depth, Floats, Games, Ints, Ratings, rate, simulate_games

MOST_BOTS = 10_000
GROWTH = 0.15
"""Games after which ratings are computed anew; a real ladder does it sooner, which changes little."""
QUICK_BOTS = 300
"""Beyond this the errors of opponents are taken as independent, which is right to some per cent where bots meet many of many."""
QUANTILES = (0.5, 0.95, 1.0)
BOTS_SIMULATED = 200
"""A ladder of few bots is simulated several times, with other strengths each time: a single one of ten bots says little."""


@dataclass(frozen=True, slots=True)
class PlanQuestion:
    """A ladder to be planned."""

    bots: int
    precision_elo: float
    seats: int
    sets: int
    newcomer_sets: int
    spread_elo: float = 200.0
    luck: float = 0.5
    most_games: int = 20_000_000
    deals: Dealing = Dealing.DUPLICATE

    @property
    def games_a_match(self) -> int:
        return self.sets * len(seat_orders(self.seats))


@dataclass(frozen=True, slots=True)
class Stage:
    """How far the ladder had come after a number of games: half the width of the median, of 95 % and of all intervals."""

    games: int
    half_elo: tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Need:
    """What it takes until this share of the bots is known well enough; None if that was not reached."""

    share: float
    games: int | None


@dataclass(frozen=True, slots=True)
class Plan:
    """What a ladder takes, on average over some simulated ones."""

    needs: list[Need]
    stages: list[Stage]  # of the first
    ladders: int


class Simulation:
    """A ladder of bots that are nothing but numbers; `tables` may choose who meets instead of the real scheduler."""

    def __init__(
        self,
        question: PlanQuestion,
        rng: np.random.Generator,
        tables: Callable[[int], Ints] | None = None,
        depth: Depth | None = None,
    ) -> None:
        self._question = question
        self._rng = rng
        self._tables = tables or _Scheduler(question, self).next
        quick = question.bots > QUICK_BOTS
        self._columns = _Columns(question.bots, depth or (Depth.QUICK if quick else Depth.VARIANCES))
        self.nats = rng.normal(0.0, question.spread_elo / ELO_PER_NAT, question.bots)
        self.ratings = self._columns.rate()

    @property
    def games(self) -> int:
        return self._columns.games

    def play(self, matches: int) -> None:
        """Choose a number of matches at once, play them, and rate."""
        tables = self._tables(matches)
        # Of three all six orders are played, which is two rotations.
        each = self._question.games_a_match // tables.shape[1]
        tables = np.repeat(tables, each, axis=0)
        duplicates = self._question.deals is Dealing.DUPLICATE
        self._columns.add(
            simulate_games(self._rng, self.nats, tables, luck=self._question.luck, duplicates=duplicates)
        )
        self.ratings = self._columns.rate()

    def stage(self) -> Stage:
        """How far it has come."""
        half: Floats = 0.5 * (self.ratings.high - self.ratings.low)
        median, most, all = np.quantile(half[1:], QUANTILES, method="higher").tolist()
        return Stage(self.games, (median, most, all))


def simulate(
    question: PlanQuestion,
    seed: int = 1,
    report: Callable[[Stage], bool] = lambda _: True,
    exact: bool = False,
) -> list[Stage]:
    """Run the ladder until all intervals are narrow enough, or `report` says to stop.

    If `exact`, it is rated as often and as fully as a real ladder, which takes long.
    """
    depth = Depth.VARIANCES if exact else None
    simulation = Simulation(question, np.random.default_rng(seed), depth=depth)
    stages: list[Stage] = []
    while True:
        if exact:
            more = math.ceil(games_until_rated(simulation.games, question.bots) / question.games_a_match)
        else:
            more = int(GROWTH * simulation.games / question.games_a_match)
            more = max(1, question.bots // (2 * question.seats), more)
        simulation.play(more)
        stages.append(simulation.stage())
        enough = stages[-1].half_elo[-1] <= question.precision_elo
        if enough or simulation.games >= question.most_games or not report(stages[-1]):
            return stages


def planned(question: PlanQuestion, report: Callable[[Stage], bool] = lambda _: True) -> Plan:
    """Simulate as many ladders as it takes to say something, and take the mean of what they needed."""
    ladders = max(1, math.ceil(BOTS_SIMULATED / question.bots))
    every = [simulate(question, seed, report) for seed in range(1, ladders + 1)]
    found = [needs(question, stages) for stages in every]
    return Plan([_mean(list(alike)) for alike in zip(*found, strict=True)], every[0], ladders)


def _mean(alike: list[Need]) -> Need:
    games = [need.games for need in alike if need.games is not None]
    return Need(alike[0].share, round(sum(games) / len(games)) if len(games) == len(alike) else None)


def needs(question: PlanQuestion, stages: list[Stage]) -> list[Need]:
    """Games until the median, 95 % and all of the intervals are narrow enough."""
    found = []
    for index, share in enumerate(QUANTILES):
        curve = [(stage.games, stage.half_elo[index]) for stage in stages]
        reached = next((n for n, (_, half) in enumerate(curve) if half <= question.precision_elo), None)
        if reached is None:
            found.append(Need(share, None))
        else:
            found.append(
                Need(share, _crossing(question.precision_elo, *curve[max(0, reached - 1) : reached + 1]))
            )
    return found


def _crossing(precision_elo: float, before: tuple[int, float], after: tuple[int, float] | None = None) -> int:
    """After how many games a curve fell to the precision: between two stages it is a straight line of logarithms."""
    if after is None or not math.isfinite(before[1]):
        return (after or before)[0]
    way = math.log(before[1] / precision_elo) / math.log(before[1] / after[1])
    return math.ceil(before[0] * math.exp(way * math.log(after[0] / before[0])))


class _Scheduler:
    """The scheduler of a real ladder."""

    def __init__(self, question: PlanQuestion, simulation: Simulation) -> None:
        self._question = question
        self._simulation = simulation
        self._field = [Entrant(str(bot), str(bot), f"owner {bot}") for bot in range(question.bots)]
        self._rows = {one.version: bot for bot, one in enumerate(self._field)}
        self._sets: Counter[str] = Counter()
        self._met: Counter[tuple[str, ...]] = Counter()

    def next(self, matches: int) -> Ints:
        """The tables of the next matches."""
        question = self._question
        scheduler = Continuous(
            self._field,
            self._rows,
            Knowledge.of(self._simulation.ratings),
            self._sets,
            self._met,
            Match(question.seats, question.sets, question.games_a_match),
            question.newcomer_sets,
        )
        tables = []
        for _ in range(matches):
            pairing = scheduler.next()
            assert pairing is not None
            self._met[tuple(sorted(pairing.table))] += 1
            for version in pairing.table:
                self._sets[version] += question.sets
            tables.append([int(version) for version in pairing.table])
        return np.array(tables, np.int64)


class _Columns:
    """Games as they come, joined when they are rated."""

    def __init__(self, bots: int, depth: Depth) -> None:
        self._depth = depth
        nothing = np.zeros(0, np.int64)
        self._whole = Games.of(bots, game=nothing, deal=nothing, bot=nothing, rank=nothing)
        self.games = 0

    def add(self, more: Games) -> None:
        first = self._whole
        games, deals = (int(column.max(initial=-1)) + 1 for column in (first.game, first.deal))
        self._whole = Games.of(
            first.bots,
            game=np.concatenate([first.game, more.game + games]),
            deal=np.concatenate([first.deal, more.deal + deals]),
            bot=np.concatenate([first.bot, more.bot]),
            rank=np.concatenate([first.rank, more.rank]),
        )
        self.games += len(more.starts)

    def rate(self) -> Ratings:
        return rate(self._whole, 0, depth=self._depth)
