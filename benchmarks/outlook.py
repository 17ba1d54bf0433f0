"""Where do the weights of the outlook come from? Games played by instinct, and a least squares fit to how they ended.

Prints the weights that arena/search/outlook.py holds, in its order, and how much of the variance they explain.
"""

import argparse
import os
import sys
from pathlib import Path

import numpy as np

ROOT = Path(__file__).parent.parent
if not os.environ.get("PYTHONPATH"):
    sys.path.insert(0, str(ROOT / "build" / "compiled"))

from arena.rules import GameConfig, Rng, State, new_game
from arena.rules.money import purse_size, purse_total
from arena.rules.scoring import filled_sheet
from arena.rules.wall import longest_wall
from arena.search.outlook import BAG
from arena.search.playout import Playout
from arena.search.settings import Settings

NAMES = ("scoring 1", "scoring 2", "scoring 3", "wall", "coin", "card", "tile", "reserve", "turn order")
GAMES = {2: 6000, 3: 3000, 4: 2500}
EACH = 6  # one turn in so many is looked at
RIDGE = 200.0
SEEDS = 10_000_000  # away from those of every match


def features(state: State, seat: int) -> list[float]:
    """What the outlook looks at, of one seat."""
    player = state.players[seat]
    wall = longest_wall(player.city)
    return [
        *(float(filled_sheet(state, scoring).total(seat) - wall) for scoring in (1, 2, 3)),
        float(wall),
        float(sum(purse_total(player.hand[slot]) for slot in range(4))),
        float(sum(purse_size(player.hand[slot]) for slot in range(4))),
        float(len(player.city.spots) - 1),
        float(len(player.reserve)),
        (seat - state.seat) % len(state.players) / len(state.players),
    ]


def positions(players: int, games: int) -> list[tuple[int, float, np.ndarray, np.ndarray]]:
    """Scorings held, share of the bag, features and points to come by seat; both less their means over the seats."""
    found = []
    config = GameConfig.parse(f"classic,players={players}")
    for number in range(games):
        rng = Rng(number, "collect")
        state = new_game(config, SEEDS + number)
        state.forget_history()
        playout = Playout(Settings().noise)
        seen = []
        while not state.is_over:
            playout.play(state, state.turn + 1, rng)
            if not state.is_over and rng.below(EACH) == 0:
                bag = (len(state.bag) - int(state.bag_next)) / BAG
                rows = np.array([features(state, seat) for seat in range(players)])
                seen.append((min(len(state.scorings), 2), bag, rows, np.array(state.scores(), float)))
        final = np.array(state.scores(), float)
        for held, bag, rows, scores in seen:
            to_come = final - scores
            found.append((held, bag, rows - rows.mean(0), to_come - to_come.mean()))
    return found


def fitted(columns: np.ndarray, target: np.ndarray) -> tuple[np.ndarray, float]:
    """Weights, and the share of the variance that they explain."""
    square = columns.T @ columns + RIDGE * np.eye(columns.shape[1])
    weights = np.linalg.solve(square, columns.T @ target)
    rest = target - columns @ weights
    return weights, 1 - float((rest**2).mean() / (target**2).mean())


def main() -> None:
    """Play, fit, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--share", type=float, default=1.0, help="of the games, to have it sooner")
    share = parser.parse_args().share
    found = [row for players, games in GAMES.items() for row in positions(players, int(games * share))]
    print(f"{len(found)} positions; weights of {', '.join(NAMES)}")
    for held in range(3):
        chosen = [row for row in found if row[0] == held]
        columns = np.vstack([rows for _, _, rows, _ in chosen])
        columns[:, :held] = 0  # these scorings are over
        target = np.concatenate([points for *_, points in chosen])
        if held == 2:
            bag = np.concatenate([[share] * len(points) for _, share, _, points in chosen])
            columns = np.hstack([columns, columns * bag[:, None]])
        weights, explained = fitted(columns, target)
        print(f"{held} held, {explained:.1%} of the variance:", *(f"{weight:.2f}" for weight in weights))


if __name__ == "__main__":
    main()
