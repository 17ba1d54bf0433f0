"""Where do the weights of the evaluation come from? A least squares fit to the ends of many games.

Prints the weights that arena/search/evaluation.py holds, in its order, and how much of the variance they explain.
"""

import argparse
import os
import sys
from pathlib import Path

import numpy as np

ROOT = Path(__file__).parent.parent
if not os.environ.get("PYTHONPATH"):
    sys.path.insert(0, str(ROOT / "build" / "compiled"))

from arena.rules import GameConfig, Rng, new_game
from arena.search.evaluation import FEATURES, Evaluation
from arena.search.playout import Playout
from arena.search.settings import Settings

GAMES = {2: 30_000, 3: 12_000, 4: 8_000}
EACH = 6  # one turn in six is looked at
RIDGE = 200.0
KEPT = 5  # one game in five is not fitted to, but shows how good the fit is
SEEDS = 10_000_000  # away from those of every match


def positions(players: int, games: int) -> list[tuple[int, float, np.ndarray, np.ndarray, bool]]:
    """Scorings held, what is left of deck or bag, features and points to come by seat, both less their means, and whether kept."""
    found = []
    config = GameConfig.parse(f"classic,players={players}")
    evaluation = Evaluation(players)
    playout = Playout(Settings().noise)
    for number in range(games):
        rng = Rng(number, "collect")
        state = new_game(config, SEEDS + number)
        state.forget_history()
        seen = []
        while True:
            playout.play(state, state.turn + 1, rng)
            if state.is_over:
                break
            if rng.below(EACH) == 0:
                evaluation.read(state)
                rows = np.array(list(evaluation.features)).reshape(players, FEATURES)
                seen.append(
                    (min(len(state.scorings), 2), evaluation.left, rows, np.array(state.scores(), float))
                )
        final = np.array(state.scores(), float)
        for held, left, rows, scores in seen:
            to_come = final - scores
            kept = number % KEPT == 0
            found.append((held, left, rows - rows.mean(0), to_come - to_come.mean(), kept))
    return found


def fitted(columns: np.ndarray, target: np.ndarray) -> np.ndarray:
    """Weights by least squares."""
    square = columns.T @ columns + RIDGE * np.eye(columns.shape[1])
    return np.linalg.solve(square, columns.T @ target)


def explained(columns: np.ndarray, target: np.ndarray, weights: np.ndarray) -> float:
    """The share of the variance that the weights explain."""
    rest = target - columns @ weights
    return 1 - float((rest**2).mean() / (target**2).mean())


def main() -> None:
    """Play, fit, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--share", type=float, default=1.0, help="of the games, to have it sooner")
    share = parser.parse_args().share
    found = [row for players, games in GAMES.items() for row in positions(players, int(games * share))]
    print(f"# {len(found)} positions")
    for held in range(3):
        chosen = [row for row in found if row[0] == held]
        columns = np.vstack([np.hstack([rows, left * rows]) for _, left, rows, _, _ in chosen])
        target = np.concatenate([points for _, _, _, points, _ in chosen])
        kept = np.concatenate([[kept] * len(points) for _, _, _, points, kept in chosen])
        weights = fitted(columns[~kept], target[~kept])
        rest = target - columns @ weights
        print(
            f"# {held} held: {explained(columns[kept], target[kept], weights):.1%} of the variance of games not fitted to, "
            f"{np.std(rest):.1f} points out"
        )
        print(f"    ({', '.join(f'{weight:.3g}' for weight in weights)}),")


if __name__ == "__main__":
    main()
