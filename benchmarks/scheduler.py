"""Does the scheduler of a ladder tell more than others, and do the intervals hold the truth with it?

    python benchmarks/scheduler.py [--ladders 8] [--sizes 16,40,160] [--games 60,200] [--models model,loops,deal,drift,late,versions] [--seats 2,4]
    python benchmarks/scheduler.py --design NEAR=1,HALF_NEAR=20   (other constants of arena/ladder/continuous.py)

Ladders are simulated with the real scheduler and the real ratings, and beside it, in the same run and with bots of the same
strengths, with other ways to pair: at random, in rounds at random, Swiss (the nearest who have not met), nearest in the
table, and as Battlecode does, where a round is a graph in which each has four opponents within four places of its own. After a
number of games a bot it is counted how often the true strengths lie in the 95 % intervals, and how far the ratings are off,
against the anchor and between two bots. The models beside the true one are wrong on purpose:

    loops   every two bots have an edge of 50 Elo over each other that no strength explains; the truth is what all against all would give
    deal    duplicate deals, which decide half of a game's chance
    drift   every bot's strength wanders, 20 Elo from one tenth of the games to the next; the truth is its mean
    late    a quarter of the bots enters when half of the games are played
    versions  the same, and for each of them another bot retires, as when new versions are submitted
"""

import argparse
import math
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import numpy as np

from arena.ladder import continuous
from arena.ladder.continuous import Continuous, Match, games_until_rated
from arena.ladder.information import Knowledge
from arena.ladder.pairing import Entrant
from arena.match import seat_orders
from arena.rating import Depth, Floats, Games, Ints, Ratings, rate
from arena.rating.elo import ELO_PER_NAT
from arena.rating.simulate import rotations, simulate_games
from arena.rating.student import t_quantile

SPREAD_NATS = 200.0 / ELO_PER_NAT
EDGE_NATS = 50.0 / ELO_PER_NAT
DRIFT_NATS = 20.0 / ELO_PER_NAT
NEWCOMER_SETS = 10


@dataclass(frozen=True)
class Question:
    """A ladder to be simulated."""

    bots: int
    seats: int
    games_a_bot: int
    sets: int
    model: str

    @property
    def games_a_match(self) -> int:
        return self.sets * len(seat_orders(self.seats))

    @property
    def matches(self) -> int:
        return max(1, round(self.games_a_bot * self.bots / self.seats / self.games_a_match))


class Ladder:
    """A ladder of bots that are nothing but numbers."""

    def __init__(self, question: Question, seed: int) -> None:
        self.question = question
        self.rng = np.random.default_rng([seed, question.bots, question.seats])
        bots = question.bots
        self.nats = self.rng.normal(0.0, SPREAD_NATS, bots)
        self.edge = np.triu(self.rng.choice([-EDGE_NATS, EDGE_NATS], (bots, bots)), 1)
        self.edge -= self.edge.T
        self.wander = np.cumsum(self.rng.normal(0.0, DRIFT_NATS, (10, bots)), axis=0)
        self.chosen = 0
        self.met: Counter[tuple[int, int]] = Counter()
        self._games: list[Games] = []
        self.ratings = rate(self._whole(), 0, depth=Depth.STRENGTHS)

    @property
    def present(self) -> Ints:
        """The bots that have entered; the anchor is always there."""
        question = self.question
        every, some = np.arange(question.bots), question.bots // 4
        if question.model not in ("late", "versions"):
            return every
        if 2 * self.chosen < question.matches:
            return every[: question.bots - some]
        retired = every[question.bots - 2 * some : question.bots - some]
        return np.delete(every, retired) if question.model == "versions" else every

    @property
    def batch(self) -> int:
        """Matches until a real ladder would be rated again for pairing; all of them are chosen before their results are seen."""
        each = self.question.games_a_match
        return math.ceil(games_until_rated(self.chosen * each, len(self.present)) / each)

    @property
    def truth(self) -> Floats:
        """What the ratings should say, in Elo."""
        nats = self.nats
        if self.question.model == "loops":
            nats = nats + self.edge.mean(axis=1)
        if self.question.model == "drift":
            nats = nats + self.wander.mean(axis=0)
        return np.asarray(ELO_PER_NAT * (nats - nats[0]))

    def play(self, tables: Ints, rating: bool = True) -> None:
        """Play these tables and rate, if that is for the next to be chosen."""
        question = self.question
        for row in tables.tolist():
            self.met.update((one, other) for one in row for other in row if one != other)
        each = np.repeat(tables, question.games_a_match // question.seats, axis=0)
        if question.model == "loops":
            self._games.append(self._with_edges(each))
        else:
            nats = self.nats
            if question.model == "drift":
                nats = nats + self.wander[min(9, 10 * self.chosen // question.matches)]
            deal = question.model == "deal"
            self._games.append(
                simulate_games(self.rng, nats, each, luck=0.5 if deal else 0.0, duplicates=deal)
            )
        self.chosen += len(tables)
        if rating:
            self.ratings = rate(self._whole(), 0, depth=Depth.STRENGTHS)

    def _with_edges(self, tables: Ints) -> Games:
        """Games of two that no strengths explain."""
        bots, _ = rotations(tables)
        lead = self.nats[bots[:, 0]] - self.nats[bots[:, 1]] + self.edge[bots[:, 0], bots[:, 1]]
        won = self.rng.random(len(bots)) < 1.0 / (1.0 + np.exp(-lead))
        game = np.repeat(np.arange(len(bots)), 2)
        rank = np.stack([2 - won, 1 + won], axis=1).ravel()
        return Games.of(self.question.bots, game=game, deal=game, bot=bots.ravel(), rank=rank)

    def final(self) -> Ratings:
        return rate(self._whole(), 0)

    def _whole(self) -> Games:
        columns: dict[str, list[Ints | Floats]] = {"game": [], "deal": [], "bot": [], "rank": []}
        first = {"game": 0, "deal": 0, "bot": 0, "rank": 0}
        for part in self._games:
            for name, parts in columns.items():
                parts.append(getattr(part, name) + first[name])
            for name in ("game", "deal"):
                first[name] += int(getattr(part, name).max()) + 1
        nothing = np.zeros(0, np.int64)
        joined = {name: np.concatenate([nothing, *parts]) for name, parts in columns.items()}
        return Games.of(self.question.bots, **joined)


Policy = Callable[[Ladder, int], Ints]


class Ours:
    """The scheduler of a real ladder."""

    def __init__(self) -> None:
        self._sets: Counter[str] = Counter()
        self._met: Counter[tuple[str, ...]] = Counter()

    def __call__(self, ladder: Ladder, matches: int) -> Ints:
        question = ladder.question
        field = [Entrant(str(bot), str(bot), f"owner {bot}") for bot in ladder.present.tolist()]
        scheduler = Continuous(
            field,
            {str(bot): bot for bot in range(question.bots)},
            Knowledge.of(ladder.ratings),
            self._sets,
            self._met,
            Match(question.seats, question.sets, question.games_a_match),
            NEWCOMER_SETS,
        )
        tables = []
        for _ in range(matches):
            pairing = scheduler.next()
            assert pairing is not None
            self._met[tuple(sorted(pairing.table))] += 1
            self._sets.update(dict.fromkeys(pairing.table, question.sets))
            tables.append([int(version) for version in pairing.table])
        return np.array(tables, np.int64)


def at_random(ladder: Ladder, matches: int) -> Ints:
    """Every table drawn by itself."""
    return np.array([ladder.rng.permutation(ladder.present)[: ladder.question.seats] for _ in range(matches)])


def in_rows(ladder: Ladder, matches: int, order: Callable[[], Ints]) -> Ints:
    """Neighbours in an order, round after round."""
    seats = ladder.question.seats
    tables: list[list[int]] = []
    while len(tables) < matches:
        row = order()
        row = row[ladder.rng.integers(0, len(row) % seats + 1) :]
        whole = row[: len(row) // seats * seats].reshape(-1, seats)
        tables += ladder.rng.permutation(whole).tolist()
    return np.array(tables[:matches], np.int64)


def rounds(ladder: Ladder, matches: int) -> Ints:
    """All bots once a round, at random."""
    return in_rows(ladder, matches, lambda: ladder.rng.permutation(ladder.present))


def nearest(ladder: Ladder, matches: int) -> Ints:
    """Neighbours in the table."""
    return in_rows(ladder, matches, lambda: _by_rating(ladder))


def swiss(ladder: Ladder, matches: int) -> Ints:
    """From the top down: each with the nearest that it has met least."""
    tables: list[list[int]] = []
    while len(tables) < matches:
        free = _by_rating(ladder)[::-1].tolist()
        while len(free) >= ladder.question.seats and len(tables) < matches:
            table = [free.pop(0)]
            while len(table) < ladder.question.seats:
                other = min(free[:16], key=lambda bot: sum(ladder.met[bot, one] for one in table))
                free.remove(other)
                table.append(other)
            tables.append(table)
    return np.array(tables, np.int64)


def battlecode(ladder: Ladder, matches: int) -> Ints:
    """A round is a graph in which everybody has four opponents, all within four places."""
    row = _by_rating(ladder)
    order = row[np.argsort(np.arange(len(row)) + 2.0 * ladder.rng.random(len(row)))]
    steps = [order[[at, (at + step) % len(order)]] for step in (1, 2) for at in range(len(order))]
    return np.resize(ladder.rng.permutation(np.array(steps)), (matches, 2))


def _by_rating(ladder: Ladder) -> Ints:
    present = ladder.present
    return np.asarray(
        present[np.argsort(ladder.ratings.elo[present] + 1e-6 * ladder.rng.random(len(present)))]
    )


POLICIES: dict[str, Callable[[], Policy]] = {
    "ours": Ours,
    "random": lambda: at_random,
    "random rounds": lambda: rounds,
    "Swiss": lambda: swiss,
    "nearest": lambda: nearest,
    "Battlecode": lambda: battlecode,
}


def simulated(question: Question, policy: Policy, seed: int) -> tuple[float, float, float, float]:
    """Share of intervals that hold the truth, squared errors against the anchor and between bots, and the slope on the truth."""
    ladder = Ladder(question, seed)
    while ladder.chosen < question.matches:
        tables = policy(ladder, min(ladder.batch, question.matches - ladder.chosen))
        ladder.play(
            tables,
            rating=policy not in (at_random, rounds) and ladder.chosen + len(tables) < question.matches,
        )
    found, truth = ladder.final(), ladder.truth
    error = found.elo - truth
    inside = ((truth >= found.low) & (truth <= found.high))[1:]
    between = 2.0 * float(np.var(error, ddof=1))
    return (
        float(inside.mean()),
        float(np.mean(error[1:] ** 2)),
        between,
        float(np.polyfit(truth, found.elo, 1)[0]),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--ladders", type=int, default=8, help="of each kind, and more of small ones")
    parser.add_argument("--sizes", default="16,40,160")
    parser.add_argument("--games", default="60,200")
    parser.add_argument("--models", default="model")
    parser.add_argument("--seats", default="2")
    parser.add_argument("--sets", type=int, default=1, help="of a match")
    parser.add_argument("--policies", default=",".join(POLICIES))
    parser.add_argument(
        "--seed", type=int, default=1, help="the first; choose a design on some and measure on others"
    )
    parser.add_argument(
        "--design", default="", help="constants of the scheduler, such as NEAR=1,HALF_NEAR=20"
    )
    options = parser.parse_args()
    for part in filter(None, options.design.split(",")):
        name, value = part.split("=")
        setattr(continuous, name, type(getattr(continuous, name))(value))
    print(
        "| bots | seats | games a bot | model | pairing | inside | error against the anchor | × random | error between bots | × random | slope |"
    )
    print("|---|---|---|---|---|---|---|---|---|---|---|", flush=True)
    for model in options.models.split(","):
        for seats, bots, games in (
            (int(seats), int(bots), int(games))
            for seats in options.seats.split(",")
            for bots in options.sizes.split(",")
            for games in options.games.split(",")
        ):
            compare(Question(bots, seats, games, options.sets, model), options)


def ratio(ours: Floats, theirs: Floats) -> str:
    """The root of the ratio of two mean squares, of ladders with the same bots, and half of its 95 % interval by the delta method."""
    count = len(ours)
    value = math.sqrt(ours.mean() / theirs.mean())
    apart = ours / ours.mean() - theirs / theirs.mean()
    arm = 0.5 * value * float(t_quantile(0.975, count - 1.0)) * float(apart.std(ddof=1)) / math.sqrt(count)
    return f"{value:.2f} ± {arm:.2f}"


def compare(question: Question, options: argparse.Namespace) -> None:
    """One row a policy, all on bots of the same strengths."""
    ladders = max(2, round(options.ladders * max(1.0, 160 / question.bots)))
    names = [name for name in options.policies.split(",") if question.seats == 2 or name != "Battlecode"]
    names = sorted(names, key=lambda name: name != "random")
    yardstick: Floats | None = (
        None  # of each ladder paired at random: squared errors against the anchor and between bots
    )
    for name in names:
        began = time.perf_counter()
        rows = np.array([simulated(question, POLICIES[name](), options.seed + k) for k in range(ladders)])
        inside, slope = rows[:, 0].mean(), rows[:, 3].mean()
        # Intervals of one ladder share its anchor, so it is ladders that are independent.
        arm = float(t_quantile(0.975, ladders - 1.0)) * rows[:, 0].std(ddof=1) / math.sqrt(ladders)
        anchor, between = np.sqrt(rows[:, 1:3].mean(axis=0))
        yardstick = rows[:, 1:3] if yardstick is None else yardstick
        ratios = [ratio(rows[:, 1 + k], yardstick[:, k]) for k in (0, 1)]
        print(
            f"| {question.bots:,} | {question.seats} | {question.games_a_bot} | {question.model} | {name} "
            f"| {100 * inside:.1f} ± {100 * arm:.1f} % | {anchor:.1f} | {ratios[0]} "
            f"| {between:.1f} | {ratios[1]} | {slope:.2f} |",
            flush=True,
        )
        print(f"  {time.perf_counter() - began:.0f} s, {ladders} ladders", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
