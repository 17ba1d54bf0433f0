"""What would more time gain? How much worse the choices of a short search are than those of a very long one.

Positions of games of two that a short search plays. In each a long one, its playouts to the end and its exploration wide, says what every
action is worth; then short ones choose, with processor time as their clock. The regret of a choice is what the long search thinks
it gives away, in points of lead near an even score; a choice that the long search hardly tried is played out many times, and so is the long search's
own. The best of several noisy values looks better than it is, so a regret of 0 is out of reach.
"""

import argparse
import dataclasses
import math
import os
import statistics
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parent.parent
if not os.environ.get("PYTHONPATH"):
    sys.path.insert(0, str(ROOT / "build" / "compiled"))

from librt.vecs import vec
from rich.console import Console
from rich.progress import track
from rich.table import Table

from arena.rules import Action, Determinizer, GameConfig, Rng, State, new_game
from arena.search.playout import FOREVER, Playout
from arena.search.reward import rewards
from arena.search.root_choice import best_root_action
from arena.search.seat_search import Limit, SeatSearch, root_actions
from arena.search.settings import Settings
from arena.search.tree import NONE, key_of

EACH = 10  # one decision in ten is looked at
PLAYED = 250  # iterations of the search that plays on
KNOWN = 300  # visits from which the long search is believed about an action
PLAYOUTS = 4_000  # of an action that it does not know
MARGIN = 20.0
LONG = Settings(top_two=False, turns=0, exploration=1.0, temperature=60.0, win=0.0, margin=MARGIN)
POINT = 0.5 / MARGIN  # what a point of lead is worth near an even score
SEEDS = 70_000_000  # away from those of every match


@dataclass(frozen=True)
class Position:
    """A decision, and what the long search thinks of its actions; None of those it hardly tried."""

    state: State
    legal: list[Action]
    worth: list[float | None]
    played: dict[int, float] = field(default_factory=dict)  # what playouts brought, by index

    def regret(self, chosen: int) -> float:
        """Points given away."""
        known = [-1.0 if worth is None else worth for worth in self.worth]
        best = known.index(max(known))
        if self.worth[chosen] is not None:
            return (known[best] - known[chosen]) / POINT
        return (self._played_out(best) - self._played_out(chosen)) / POINT

    def _played_out(self, index: int) -> float:
        """What an action is worth if the heuristic plays on."""
        if index not in self.played:
            seat = self.state.seat
            guesses = Determinizer(self.state.observe(seat), self.state.history(seat), recording=False)
            playout, rng, value = Playout(LONG.noise), Rng(0, "played out"), vec[float]([0.0, 0.0])
            total = 0.0
            for _ in range(PLAYOUTS):
                guess = guesses.sample(rng)
                guess.forget_history()
                guess.step(self.legal[index].code)
                playout.play(guess, FOREVER, rng)
                rewards(vec[float](map(float, guess.scores())), LONG.win, LONG.margin, value)
                total += value[seat]
            self.played[index] = total / PLAYOUTS
        return self.played[index]


def iterations(number: int) -> Limit:
    return Limit(number, 0, time.process_time_ns)


def seconds(number: float) -> Limit:
    return Limit(0, time.process_time_ns() + int(number * 1e9), time.process_time_ns)


def choice(seat_search: SeatSearch, state: State, legal: list[Action], limit: Limit) -> int:
    observation = state.observe(state.seat)
    search = seat_search.think(observation, state.history(state.seat), legal, limit)
    return best_root_action(root_actions(search, observation, legal))


def judged(state: State, legal: list[Action], length: int) -> Position:
    """The position, thought over for long."""
    seat = state.seat
    observation = state.observe(seat)
    tree = SeatSearch(LONG, b"long").think(observation, state.history(seat), legal, iterations(length)).tree
    worth: list[float | None] = []
    for action in legal:
        node = tree.child(0, key_of(state.market, action.code))
        worth.append(None if node == NONE or tree.visits[node] < KNOWN else tree.mean(node, seat))
    return Position(state.clone(), legal, worth)


def collected(number: int, length: int) -> Iterator[Position]:
    """So many positions with at least two actions that the long search knows."""
    done = 0
    game = 0
    while done < number:
        game += 1
        rng = Rng(game, "regret")
        state = new_game(GameConfig.parse("classic,players=2"), SEEDS + game)
        searches = [SeatSearch(Settings(), f"{game} {seat}".encode()) for seat in range(2)]
        while not state.is_over and done < number:
            legal = state.legal_actions()
            if len(legal) > 2 and rng.below(EACH) == 0:
                position = judged(state, legal, length)
                if sum(worth is not None for worth in position.worth) > 1:
                    done += 1
                    yield position
            chosen = 0
            if len(legal) > 1:
                chosen = choice(searches[state.seat], state, legal, iterations(PLAYED))
            state.apply(legal[chosen])


def main() -> None:
    """Collect positions, choose in them, print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--positions", type=int, default=120)
    parser.add_argument("--length", type=int, default=50_000, help="iterations of the long search")
    parser.add_argument("--times", default="0.05,0.1,0.2,0.4", help="seconds of the short ones")
    parser.add_argument("--tries", type=int, default=2, help="choices for each position and time")
    parser.add_argument("--settings", default="", help="of the short search, such as turns=20,win=0")
    arguments = parser.parse_args()
    given = dict(part.split("=") for part in arguments.settings.split(",") if part)
    kinds = {field.name: type(getattr(Settings(), field.name)) for field in dataclasses.fields(Settings)}
    settings = Settings(**{key: kinds[key](float(value)) for key, value in given.items()})
    stderr = Console(stderr=True)
    collecting = collected(arguments.positions, arguments.length)
    positions = list(track(collecting, "positions", total=arguments.positions, console=stderr))
    table = Table(title=f"points given away a decision, {len(positions)} positions")
    for column in ("seconds", "regret", "± (95 %)", "same choice as the long search, %"):
        table.add_column(column, justify="right")
    for text in track(arguments.times.split(","), "times", console=stderr):
        regrets: list[float] = []
        for position in positions:
            for number in range(arguments.tries):
                seat_search = SeatSearch(settings, f"short {number}".encode())
                chosen = choice(seat_search, position.state, position.legal, seconds(float(text)))
                regrets.append(position.regret(chosen))
        half = 1.96 * statistics.stdev(regrets) / math.sqrt(len(regrets) / arguments.tries)
        same = 100 * sum(regret == 0 for regret in regrets) / len(regrets)
        table.add_row(text, f"{statistics.mean(regrets):.3f}", f"{half:.3f}", f"{same:.0f}")
    Console().print(table)


if __name__ == "__main__":
    main()
