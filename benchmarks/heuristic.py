"""Where do the weights of the heuristic come from? An evolution strategy that keeps what wins games.

Every generation tries some lists of weights near the mean, each in the same deals on every seat against the mean of some
generations before, and moves the mean towards those that did best. Spreads follow what was good (separable CMA-ES, Ros and
Hansen 2008). At the end the mean plays greedy's weights on fresh deals.

    python benchmarks/heuristic.py --generations 60
"""

import argparse
import math
import os
import sys
from pathlib import Path

import numpy as np

ROOT = Path(__file__).parent.parent
if not os.environ.get("PYTHONPATH"):
    sys.path.insert(0, str(ROOT / "build" / "compiled"))

from librt.vecs import vec
from mypy_extensions import i64
from rich.console import Console
from rich.progress import track

from arena.rules import GameConfig, Rng, new_game
from arena.search.playout import Playout
from arena.search.weights import BAZAAR, CAMP, GREEDY, MEDINA, TUNED, WALL

SEEDS = 20_000_000  # away from those of every match
TABLES = {2: 0.5, 3: 0.3, 4: 0.2}  # share of the games by players
UNIT = WALL + 2  # this one stays: a wall point in the last scoring is worth a point
MODULES = {"medina": MEDINA, "camps": CAMP, "bazaars": BAZAAR}  # so do those of modules that are not played
SHARP = 1  # no noise: the weights decide
LEAD = 40.0  # points ahead that are worth as much as a win
FRESH = 8  # generations after which the opponent is the new mean


def play(config: GameConfig, seed: int, own: int, playouts: tuple[Playout, Playout]) -> tuple[float, float]:
    """One game with the first weights on one seat and the second on all others: win and lead."""
    state = new_game(config, seed)
    state.forget_history()
    rng = Rng(seed, "tune")
    while state.depth > 0:
        state.step(playouts[state.seat != own].choice(state, rng))
    scores = state.scores()
    best = max(score for seat, score in enumerate(scores) if seat != own)
    lead = scores[own] - best
    return (1.0 if lead > 0 else 0.5 if lead == 0 else 0.0), float(lead)


def contest(
    first: np.ndarray, second: np.ndarray, rules: str, games: int, seed: int
) -> tuple[float, float, float]:
    """Share of the sets' fair share won, mean lead, and half of its 95 % interval."""
    playouts = Playout(SHARP, rounded(first)), Playout(SHARP, rounded(second))
    wins, leads = [], []
    for players, share in TABLES.items():
        config = GameConfig.parse(f"{rules},players={players}")
        for number in range(int(games * share / players)):
            found = [play(config, SEEDS + seed * 100_000 + number, own, playouts) for own in range(players)]
            wins.append(sum(won for won, _ in found) / 2)
            leads.append(sum(lead for _, lead in found) / players)
    half = 1.96 * float(np.std(leads)) / math.sqrt(len(leads))
    return float(np.mean(wins)), float(np.mean(leads)), half


def rounded(weights: np.ndarray) -> vec[i64]:
    """Weights as whole numbers."""
    return vec[i64]([round(weight) for weight in weights])


def evolved(
    start: np.ndarray, rules: str, generations: int, brood: int, games: int, seed: int, step: float
) -> np.ndarray:
    """The mean after these generations."""
    chance = np.random.default_rng(seed)
    size = len(start)
    parents = brood // 2
    shares = math.log(parents + 0.5) - np.log(np.arange(1, parents + 1))
    shares /= shares.sum()
    effective = 1 / float((shares**2).sum())
    rate = min(1.0, (size + 2) / 3 * 2 / ((size + 1.3) ** 2 + effective) * 4)
    unit = np.maximum(np.abs(start) * step, 8 * step)
    unit[UNIT] = 0
    for module, place in MODULES.items():
        if module not in rules:
            unit[place] = 0
    mean, spread, opponent = start.copy(), np.ones(size), start.copy()
    for generation in track(range(generations), console=Console(stderr=True), description="generations"):
        if generation % FRESH == 0:
            opponent = mean.copy()
        steps = chance.standard_normal((brood, size)) * spread
        worth = []
        for tried in steps:
            won, lead, _ = contest(mean + tried * unit, opponent, rules, games, seed * 1000 + generation)
            worth.append(won + lead / LEAD)
        best = steps[np.argsort(worth)[::-1][:parents]]
        mean += (shares @ best) * unit
        spread = np.sqrt((1 - rate) * spread**2 + rate * (shares @ best**2))
        print(f"{generation}: best {max(worth):.3f}, {list(rounded(mean))}", file=sys.stderr)
    return mean


def main() -> None:
    """Evolve, print the weights and what they win."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rules", default="classic", help="without the number of players")
    parser.add_argument("--generations", type=int, default=60)
    parser.add_argument("--brood", type=int, default=14)
    parser.add_argument("--games", type=int, default=600, help="of each list of weights in a generation")
    parser.add_argument("--step", type=float, default=0.25, help="spread at first, as a share of each weight")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--from-greedy", action="store_true", help="start from greedy's weights, not the last"
    )
    arguments = parser.parse_args()
    greedy = np.array([int(weight) for weight in GREEDY], float)
    start = greedy.copy() if arguments.from_greedy else np.array([int(weight) for weight in TUNED], float)
    mean = start
    if arguments.generations:
        mean = evolved(
            start,
            arguments.rules,
            arguments.generations,
            arguments.brood,
            arguments.games,
            arguments.seed,
            arguments.step,
        )
    print(", ".join(str(int(weight)) for weight in rounded(mean)))
    won, lead, half = contest(mean, greedy, arguments.rules, 6000, 99)
    print(f"against greedy's weights: {won:.3f} of a fair share of one half, {lead:+.1f} ± {half:.1f} points")


if __name__ == "__main__":
    main()
