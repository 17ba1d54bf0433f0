"""How many games does pairing by expected information save, and do the intervals stay honest?

    python benchmarks/scheduler.py [--ladders 40] [--coverage 1200]

Ladders are simulated with the real scheduler and the real ratings (`arena/ladder/plan.py`). The games until all intervals are narrow enough are
compared, ladder by ladder, with those that pairing at random needs; and for a fixed number of matches it is counted how often the
true strengths lie inside the 95 % intervals.
"""

import argparse
import math
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import numpy as np

from arena.ladder.plan import PlanQuestion, Simulation
from arena.rating.arrays import Ints
from arena.rating.elo import ELO_PER_NAT
from arena.rating.student import t_quantile

RACES = {
    "two players, 16 bots, until ±50": PlanQuestion(16, 50.0, 2, 2, 10),
    "tables of four, 16 bots, until ±50": PlanQuestion(16, 50.0, 4, 2, 10),
}
COVERAGE = {
    "two players, 8 bots, 96 matches of one set": (PlanQuestion(8, 1.0, 2, 1, 10, spread_elo=174.0, luck=0.6), 96, 1),
    "two players, 8 bots, 40 matches of five sets": (PlanQuestion(8, 1.0, 2, 5, 10, spread_elo=174.0, luck=0.6), 40, 2),
    "tables of four, 10 bots, 40 matches of two sets": (PlanQuestion(10, 1.0, 4, 2, 6, spread_elo=174.0, luck=0.6), 40, 2),
}  # fmt: skip


class Chance:
    """Tables drawn at random, the yardstick."""

    def __init__(self, question: PlanQuestion, seed: int) -> None:
        self._rng = np.random.default_rng([seed, 1])
        self._question = question

    def __call__(self, matches: int) -> Ints:
        bots, seats = self._question.bots, self._question.seats
        return np.array([self._rng.permutation(bots)[:seats] for _ in range(matches)])


def games_until(question: PlanQuestion, seed: int, informed: bool) -> int:
    tables = None if informed else Chance(question, seed)
    simulation = Simulation(question, np.random.default_rng(seed), tables)
    while True:
        simulation.play(8)
        if simulation.stage().half_elo[-1] <= question.precision_elo:
            return simulation.games


def race(name: str, question: PlanQuestion, ladders: int) -> None:
    games = np.array(
        [[games_until(question, seed, informed) for informed in (True, False)] for seed in range(ladders)],
        float,
    )
    ratio = np.log(games[:, 1] / games[:, 0])
    arm = float(t_quantile(0.975, ladders - 1.0)) * ratio.std(ddof=1) / math.sqrt(ladders)
    low, mean, high = np.exp([ratio.mean() - arm, ratio.mean(), ratio.mean() + arm])
    informed, chance = games.mean(axis=0)
    print(f"| {name} | {informed:,.0f} | {chance:,.0f} | {mean:.2f} [{low:.2f}, {high:.2f}] |", flush=True)


def cover(name: str, question: PlanQuestion, matches: int, batch: int, ladders: int) -> None:
    below, above = [], []
    for seed in range(ladders):
        simulation = Simulation(question, np.random.default_rng(seed))
        while simulation.games < matches * question.games_a_match:
            simulation.play(batch)
        truth = ELO_PER_NAT * (simulation.nats - simulation.nats[0])
        below.append(float((truth < simulation.ratings.low)[1:].mean()))
        above.append(float((truth > simulation.ratings.high)[1:].mean()))
    inside = 1.0 - np.array(below) - np.array(above)
    # Intervals of one ladder share its anchor, so it is ladders that are independent.
    error = inside.std(ddof=1) / math.sqrt(ladders)
    print(
        f"| {name} | {100 * inside.mean():.1f} ± {196 * error:.1f} % "
        f"| {100 * np.mean(below):.1f} % | {100 * np.mean(above):.1f} % |",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--ladders", type=int, default=40)
    parser.add_argument("--coverage", type=int, default=1200)
    options = parser.parse_args()
    if options.ladders > 1:
        print("| ladder | games, scheduler | games, chance | ratio |\n|---|---|---|---|")
        for name, question in RACES.items():
            race(name, question, options.ladders)
    if options.coverage > 1:
        print("\n| ladder | inside | truth below | truth above |\n|---|---|---|---|")
        for name, (question, matches, batch) in COVERAGE.items():
            cover(name, question, matches, batch, options.coverage)


if __name__ == "__main__":
    main()
