"""Does `arena ladder plan` promise what happens? Games that are planned until ratings are known, and games that it takes.

    python benchmarks/plan.py [--bots 10,40,160] [--precision 60] [--ladders 8] [--seats 2]

A plan is made as the command makes it. Beside it ladders of other strengths are simulated that are rated as often and as fully as real
ones, and stop where these would. Told is the mean of the games that they needed, with its 95 % interval, and the plan as a
multiple of it: until the median bot, 95 % of the bots and all of them are known to the precision.
"""

import argparse
import math
import os
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import numpy as np

from arena.ladder.plan import PlanQuestion, needs, planned, simulate
from arena.match import Dealing
from arena.rating.student import t_quantile

FIRST_SEED = 1000
WHO = ("median bot", "95 %", "all")


def games_of(question: PlanQuestion, seed: int) -> list[int]:
    """What one ladder needed."""
    found = needs(question, simulate(question, seed, exact=True))
    return [need.games or question.most_games for need in found]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--bots", default="10,40,160")
    parser.add_argument("--precision", type=float, default=60.0)
    parser.add_argument("--ladders", type=int, default=8, help="of 160 bots, and more of fewer")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--sets", type=int, default=5)
    options = parser.parse_args()
    print("| bots | until | planned | needed | planned / needed |")
    print("|---|---|---|---|---|", flush=True)
    for bots in map(int, options.bots.split(",")):
        began = time.perf_counter()
        question = PlanQuestion(
            bots, options.precision, options.seats, options.sets, 10, deals=Dealing.FRESH, luck=0.0
        )
        plan = [need.games or question.most_games for need in planned(question).needs]
        ladders = max(3, round(options.ladders * min(4.0, 160 / bots)))
        rows = np.array([games_of(question, FIRST_SEED + number) for number in range(ladders)], float)
        mean = rows.mean(axis=0)
        arm = float(t_quantile(0.975, ladders - 1.0)) * rows.std(axis=0, ddof=1) / math.sqrt(ladders)
        for index, who in enumerate(WHO):
            print(
                f"| {bots:,} | {who} | {plan[index]:,} | {mean[index]:,.0f} ± {arm[index]:,.0f} "
                f"| {plan[index] / mean[index]:.2f} |",
                flush=True,
            )
        print(
            f"  {time.perf_counter() - began:.0f} s, {ladders} ladders, load {os.getloadavg()[0]:.0f}",
            file=sys.stderr,
            flush=True,
        )


if __name__ == "__main__":
    main()
