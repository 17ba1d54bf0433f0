"""How long should a playout be? The error and the spread of the evaluation, by turns played.

Positions of games that the heuristic plays, two players, greedy's best actions in each: every action is played on to the end many
times, what is hidden shuffled anew each time, and judged on the way. Differences between actions are what a search decides by.
"""

import argparse
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
from rich.table import Table

from arena.rules import GameConfig, Rng, State, new_game
from arena.search.evaluation import Evaluation
from arena.search.greedy import action_values
from arena.search.playout import Playout
from arena.search.settings import Settings

TURNS = (2, 4, 8, 12, 20, 1000)
ACTIONS = 3
EACH = 20  # one turn in twenty is looked at
TRIES = (50, 200, 800)
MONEY_CARDS = 36
SEEDS = 30_000_000  # away from those of every match


def shuffled(state: State, rng: Rng) -> State:
    """The same game with bag and money in another order; scoring cards stay where they are."""
    other = state.clone()
    other.bag = rng.shuffled(state.bag[state.bag_next :])
    other.bag_next = 0
    deck = state.deck[state.deck_next :]
    money = iter(rng.shuffled(vec[i64]([card for card in deck if card < MONEY_CARDS])))
    other.deck = vec[i64]([next(money) if card < MONEY_CARDS else card for card in deck])
    other.deck_next = 0
    return other


def lead(state: State, seat: int, evaluation: Evaluation) -> float:
    """Points ahead of the other player: expected, or in the end."""
    if state.depth > 0:
        evaluation.look(state)
        return evaluation.scores[seat] - evaluation.scores[1 - seat]
    scores = state.scores()
    return float(scores[seat] - scores[1 - seat])


def judged(state: State, playouts: int, rng: Rng) -> np.ndarray | None:
    """By action, turns and playout the lead as judged; None if there is little to choose from."""
    legal, seat = state.legal_actions(), state.seat
    if len(legal) < ACTIONS:
        return None
    values = action_values(state.observe(seat), legal)
    best = sorted(range(len(legal)), key=lambda index: -values[index])[:ACTIONS]
    playout, evaluation = Playout(Settings().noise), Evaluation(2)
    found = np.zeros((ACTIONS, len(TURNS), playouts))
    for number in range(playouts):
        guess = shuffled(state, rng)
        for row, index in enumerate(best):
            game = guess.clone()
            game.step(legal[index].code)
            for column, turns in enumerate(TURNS):
                playout.play(game, state.turn + 1 + turns, rng)
                found[row, column, number] = lead(game, seat, evaluation)
    return found


def collected(positions: int, playouts: int) -> dict[int, list[np.ndarray]]:
    """What was judged, by scorings held."""
    found: dict[int, list[np.ndarray]] = {0: [], 1: [], 2: []}
    playout = Playout(Settings().noise)
    number = 0
    while sum(map(len, found.values())) < positions:
        number += 1
        rng = Rng(number, "horizon")
        state = new_game(GameConfig.parse("classic,players=2"), SEEDS + number)
        while True:
            playout.play(state, state.turn + 1, rng)
            if state.is_over:
                break
            if rng.below(EACH) == 0:
                looked = judged(state, playouts, rng)
                if looked is not None:
                    found[min(len(state.scorings), 2)].append(looked)
    return found


def main() -> None:
    """Play and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--playouts", type=int, default=120)
    arguments = parser.parse_args()
    table = Table(title="points by which differences between actions are wrong")
    for name in ("held", "turns", "wrong", "scatter", *(f"{tries} tries" for tries in TRIES)):
        table.add_column(name, justify="right")
    for held, found in collected(arguments.positions, arguments.playouts).items():
        leads = np.array(found)
        for column, turns in enumerate(TURNS):
            off = leads[:, :, column] - leads[:, :, -1]  # from the end of the very same game
            mean = off.mean(-1) - off.mean((1, 2))[:, None]
            chance = off.var(-1).mean() / arguments.playouts * (1 - 1 / ACTIONS)
            wrong = float(np.sqrt(max((mean**2).mean() - chance, 0)))
            scatter = float(np.sqrt(leads[:, :, column].var(-1).mean()))
            errors = (f"{np.sqrt(wrong**2 + scatter**2 / tries):.2f}" for tries in TRIES)
            name = "to the end" if turns == TURNS[-1] else str(turns)
            table.add_row(str(held), name, f"{wrong:.2f}", f"{scatter:.1f}", *errors)
        table.add_section()
    Console().print(table)


if __name__ == "__main__":
    main()
