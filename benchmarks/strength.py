"""Which settings of the search play better? Duplicate deals inside one process.

    python benchmarks/strength.py mcts:time=0.05 greedy --sets 50
    python benchmarks/strength.py mcts:iterations=500,turns=0 mcts:iterations=500 --rules classic,players=3
    python benchmarks/strength.py greedy greedy:random=0.1 --sets 1000

The first player sits on each seat of a deal in turn, the second on all others. Thinking time is processor time, so a busy machine
does no harm. `cheat` is the search with the true state instead of guesses: the price of hidden cards is what it wins by.
`greedy:last` takes the last of several equally good actions in place of the first, `greedy:random=0.1` any action in one
decision of ten. The last figure is how many games on deals of their own a game of these sets was worth.
`openspiel:iterations=100` is OpenSpiel's ISMCTS on the same rules, with random playouts and the settings of its own examples:

    python benchmarks/strength.py mcts:iterations=100 openspiel:iterations=100 --sets 10
"""

import argparse
import dataclasses
import math
import os
import random
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

from arena.rating import saved_by_duplicates
from arena.rules import Action, GameConfig, State, compiled, new_game
from arena.search.greedy import action_values, choose
from arena.search.root_choice import best_root_action
from arena.search.seat_search import Limit, SeatSearch, root_actions
from arena.search.settings import Settings

EXPLORATION = 2.0  # of OpenSpiel's examples
Player = Callable[[State, list[Action]], int]


def greedy(state: State, legal: list[Action]) -> int:
    """What greedy plays."""
    return choose(state.observe(state.seat), legal)


def last_greedy(state: State, legal: list[Action]) -> int:
    """The last of the actions that greedy holds to be best."""
    values = action_values(state.observe(state.seat), legal)
    return len(values) - 1 - values[::-1].index(max(values))


class CarelessGreedy:
    """Greedy that plays anything now and then."""

    def __init__(self, share: float, seed: bytes) -> None:
        self.share = share
        self.rng = random.Random(seed)

    def __call__(self, state: State, legal: list[Action]) -> int:
        return self.rng.randrange(len(legal)) if self.rng.random() < self.share else greedy(state, legal)


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
    if text in ("greedy", "greedy:last"):
        return greedy if text == "greedy" else last_greedy
    given = dict(part.split("=") for part in rest.split(",") if part)
    if name == "greedy":
        return CarelessGreedy(float(given["random"]), seed)
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
    by_order: list[list[float]] = []
    tried = asked = 0
    told_s = time.monotonic()
    for number in range(arguments.sets):
        if time.monotonic() > told_s + 10.0:
            print(f"  {number} of {arguments.sets} sets", file=sys.stderr, flush=True)
            told_s = time.monotonic()
        points: list[float] = []
        lead = 0.0
        for own in range(config.players):
            names = [arguments.first if seat == own else arguments.second for seat in range(config.players)]
            players = [player(name, f"{number} {seat}".encode()) for seat, name in enumerate(names)]
            state = play(config, arguments.seed * 1_000_000 + number, players)
            scores = state.scores()
            others = max(score for seat, score in enumerate(scores) if seat != own)
            points.append((scores[own] > others) + (scores[own] == others) * 0.5)
            lead += scores[own] - others
            searcher = players[own]
            if isinstance(searcher, Searcher):
                tried += searcher.tried
                asked += searcher.asked
        wins.append(statistics.mean(points))
        by_order.append(points)
        margins.append(lead / config.players)
    saved = saved_by_duplicates(np.array(by_order))
    print(
        f"{arguments.first} against {arguments.second}, {config}, {len(wins)} sets, "
        f"{'compiled' if compiled else 'interpreted'}: wins {100 * statistics.mean(wins):.1f} ± {100 * half(wins):.1f} %, "
        f"margin {statistics.mean(margins):+.1f} ± {half(margins):.1f}, {tried / max(asked, 1):.0f} iterations a decision, "
        f"a game worth {saved.value:.2f} [{saved.low:.2f}, {saved.high:.2f}] on fresh deals".replace(
            "inf", "∞"
        )
    )


if __name__ == "__main__":
    main()
