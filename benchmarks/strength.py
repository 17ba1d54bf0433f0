"""Which settings of the search play better? Duplicate deals inside one process.

    python benchmarks/strength.py mcts:time=0.05 greedy --sets 50
    python benchmarks/strength.py mcts:iterations=500,turns=0 mcts:iterations=500 --rules classic,players=3

The first player sits on each seat of a deal in turn, the second on all others. Thinking time is processor time, so a busy machine
does no harm. `cheat` is the search with the true state instead of guesses: the price of hidden cards is what it wins by.
`openspiel:iterations=100` is OpenSpiel's ISMCTS on the same rules, with random playouts and the settings of its own examples:

    python benchmarks/strength.py mcts:iterations=100 openspiel:iterations=100 --sets 10
"""

import argparse
import dataclasses
import math
import os
import statistics
import sys
import time
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).parent.parent
if not os.environ.get("PYTHONPATH"):
    sys.path.insert(0, str(ROOT / "build" / "compiled"))

import numpy as np

from arena.rules import Action, GameConfig, State, compiled, new_game
from arena.search.greedy import choose
from arena.search.root_choice import best_root_action
from arena.search.seat_search import Limit, SeatSearch, root_actions
from arena.search.settings import Settings

EXPLORATION = 2.0  # of OpenSpiel's examples
Player = Callable[[State, list[Action]], int]


def greedy(state: State, legal: list[Action]) -> int:
    """What greedy plays."""
    return choose(state.observe(state.seat), legal)


class Searcher:
    """The search as a player of one game."""

    def __init__(
        self, settings: Settings, seconds: float, iterations: int, cheats: bool, seed: bytes
    ) -> None:
        self.seat_search = SeatSearch(settings, seed)
        self.seconds = seconds
        self.iterations = iterations
        self.cheats = cheats
        self.tried = 0
        self.asked = 0

    def __call__(self, state: State, legal: list[Action]) -> int:
        seat = state.seat
        stop_ns = time.process_time_ns() + int(self.seconds * 1e9)
        limit = Limit(self.iterations, stop_ns, time.process_time_ns)
        guess = (lambda _: state.clone()) if self.cheats else None
        observation = state.observe(seat)
        search = self.seat_search.think(observation, state.history(seat), legal, limit, guess)
        self.tried += int(search.iterations)
        self.asked += 1
        return best_root_action(root_actions(search, observation, legal))


class OpenSpielSearcher:
    """OpenSpiel's own search as a player; it sees the game through arena.env.openspiel alone."""

    def __init__(self, iterations: int, exploration: float, seed: bytes) -> None:
        self.iterations = iterations
        self.exploration = exploration
        self.random = np.random.RandomState(int.from_bytes(sha256(seed).digest()[:4], "big"))

    def __call__(self, state: State, _legal: list[Action]) -> int:
        import pyspiel
        from open_spiel.python.algorithms.ismcts import ISMCTSBot
        from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

        from arena.env.openspiel import Dealt

        config = state.config
        game = pyspiel.load_game(
            "python_alhambra",
            {
                "rules": "+".join((config.edition, *config.modules)),
                "players": config.players,
                "deal": config.deal,
                "turn_limit": config.turn_limit,
            },
        )
        position = game.new_initial_state()
        position.dealt = Dealt(state.clone())
        evaluator = RandomRolloutEvaluator(1, self.random)
        bot = ISMCTSBot(game, evaluator, self.exploration, self.iterations, random_state=self.random)
        return int(bot.step(position))


def player(text: str, seed: bytes) -> Player:
    """A player from its description, fresh for a game."""
    name, _, rest = text.partition(":")
    if name == "greedy":
        return greedy
    given = dict(part.split("=") for part in rest.split(",") if part)
    seconds = float(given.pop("time", 0))
    iterations = int(given.pop("iterations", 0))
    if name == "openspiel":
        return OpenSpielSearcher(iterations or 100, float(given.pop("exploration", EXPLORATION)), seed)
    kinds = {field.name: type(getattr(Settings(), field.name)) for field in dataclasses.fields(Settings)}
    settings = Settings(**{key: kinds[key](float(value)) for key, value in given.items()})
    return Searcher(settings, seconds, iterations, name == "cheat", seed)


def play(config: GameConfig, seed: int, players: list[Player]) -> State:
    """One game to its end."""
    state = new_game(config, seed)
    while not state.is_over:
        legal = state.legal_actions()
        chosen = 0 if len(legal) == 1 else players[state.seat](state, legal)
        state.apply(legal[chosen])
    return state


def half(figures: list[float]) -> float:
    """Half of the 95 % interval of a mean."""
    return 1.96 * statistics.stdev(figures) / math.sqrt(len(figures)) if len(figures) > 1 else math.nan


def main() -> None:
    """Play the sets and print the result as it grows."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("first")
    parser.add_argument("second")
    parser.add_argument("--rules", default="classic,players=2")
    parser.add_argument("--sets", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    config = GameConfig.parse(arguments.rules)
    wins: list[float] = []
    margins: list[float] = []
    tried = asked = 0
    for number in range(arguments.sets):
        won = lead = 0.0
        for own in range(config.players):
            names = [arguments.first if seat == own else arguments.second for seat in range(config.players)]
            players = [player(name, f"{number} {seat}".encode()) for seat, name in enumerate(names)]
            state = play(config, arguments.seed * 1_000_000 + number, players)
            scores = state.scores()
            others = max(score for seat, score in enumerate(scores) if seat != own)
            won += (scores[own] > others) + (scores[own] == others) * 0.5
            lead += scores[own] - others
            searcher = players[own]
            if isinstance(searcher, Searcher):
                tried += searcher.tried
                asked += searcher.asked
        wins.append(won / config.players)
        margins.append(lead / config.players)
    print(
        f"{arguments.first} against {arguments.second}, {config}, {len(wins)} sets, "
        f"{'compiled' if compiled else 'interpreted'}: wins {100 * statistics.mean(wins):.1f} ± {100 * half(wins):.1f} %, "
        f"margin {statistics.mean(margins):+.1f} ± {half(margins):.1f}, {tried / max(asked, 1):.0f} iterations a decision"
    )


if __name__ == "__main__":
    main()
