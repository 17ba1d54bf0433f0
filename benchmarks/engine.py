"""How fast is the rules engine? Random playouts, compiled and interpreted, beside OpenSpiel's in the same run.

Every engine is measured in a process of its own, one after the other and several times over; the table shows the median. Processor
time is counted, not wall time, and on a busy machine only the ratios mean anything.

    python benchmarks/engine.py --before TREE

compares instead, in the same manner, with the compiled package of an earlier commit: did a change make the game slower?
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import track
from rich.table import Table

ROOT = Path(__file__).parent.parent
TREES = {"compiled": ROOT / "build" / "compiled", "interpreted": ROOT}
ALL = "classic+vizier+camps+bazaars+falconers+medina"
PALACE = "red-palace"
GAMES = ("gin_rummy", "backgammon", "quoridor")
ROUNDS = 5


def timed(work: Callable[[int], None], seconds: float) -> float:
    """Processor seconds that one call takes."""
    calls = 0
    start = time.process_time()
    while time.process_time() - start < seconds:
        work(calls)
        calls += 1
    return (time.process_time() - start) / calls


def measure_engine(text: str, seconds: float) -> dict[str, float]:
    """One configuration on the tree that this process was started with."""
    from arena.rules import GameConfig, Rng, new_game
    from arena.rules.codes import Codes

    start = new_game(GameConfig.parse(text), 1)

    def playout(i: int) -> None:
        start.clone().playout(Rng(i))

    decisions = 0
    games = 20
    for i in range(games):
        state = start.clone()
        state.forget_history()
        rng = Rng(i)
        codes = Codes()
        while not state.is_over:
            state.legal_codes(codes)
            state.step(codes.items[rng.below(codes.count)])
            decisions += 1
    return {
        "playout": timed(playout, seconds),
        "decisions": decisions / games,
        "clone": timed(lambda _: [start.clone() for _ in range(100)] and None, seconds / 5) / 100,
        "observe": timed(lambda _: [start.observe(0) for _ in range(100)] and None, seconds / 5) / 100,
    }


def measure_open_spiel(name: str, seconds: float) -> dict[str, float]:
    """OpenSpiel's own C++ random rollouts from the first decision of a game."""
    import pyspiel

    game = pyspiel.load_game(name)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    # A search of few simulations with many rollouts each is nothing but rollouts.
    rollouts, simulations = 20, 5
    evaluator = pyspiel.RandomRolloutEvaluator(rollouts, 7)
    if game.get_type().information == pyspiel.GameType.Information.PERFECT_INFORMATION:
        bot = pyspiel.MCTSBot(game, evaluator, 2.0, simulations, 100, False, 7, False)
    else:
        policy = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
        bot = pyspiel.ISMCTSBot(7, evaluator, 2.0, simulations, -1, policy, False, False)
    return {"playout": timed(lambda _: bot.step(state), seconds) / (rollouts * simulations)}


def in_process(tree: str, *arguments: str) -> dict[str, float]:
    """The same measurements in a fresh process on one tree, by its name or path."""
    environment = {**os.environ, "PYTHONPATH": str(TREES.get(tree, tree)), "PYTHONSAFEPATH": "1"}
    command = [sys.executable, str(Path(__file__).resolve()), *arguments]
    output = subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout
    measured: dict[str, float] = json.loads(output)
    return measured


def medians(runs: list[dict[str, float]]) -> dict[str, float]:
    """The median of every figure."""
    return {key: statistics.median(run[key] for run in runs) for key in runs[0]}


def in_turn(
    jobs: list[tuple[str, str, list[str]]], rounds: int, seconds: float
) -> dict[str, list[dict[str, float]]]:
    """Each job (name, tree, arguments) once a round, so that noise falls on all alike."""
    measured: dict[str, list[dict[str, float]]] = {name: [] for name, _, _ in jobs}
    for _ in track(range(rounds), description="rounds", console=Console(stderr=True)):
        for name, tree, arguments in jobs:
            measured[name].append(in_process(tree, *arguments, "--seconds", str(seconds)))
    return measured


def rows(rounds: int, seconds: float) -> dict[str, dict[str, float]]:
    """All rows of the table."""
    jobs: list[tuple[str, str, list[str]]] = []
    for modules in ("classic", ALL, PALACE):
        for players in range(2, 7):
            text = f"{modules},players={players}"
            jobs += [(f"{tree} {text}", tree, ["--one", text]) for tree in TREES]
    jobs += [(f"open_spiel {name}", "compiled", ["--spiel", name]) for name in GAMES]
    return {name: medians(runs) for name, runs in in_turn(jobs, rounds, seconds).items()}


def compare(before: Path, rounds: int, seconds: float) -> dict[str, list[float]]:
    """By configuration: how many times the playouts of an earlier build each round's took, the two measured one right after the other."""
    texts = [f"{modules},players={players}" for modules in ("classic", ALL) for players in range(2, 7)]
    jobs = [(f"{tree} {text}", tree, ["--one", text]) for text in texts for tree in (str(before), "compiled")]
    measured = in_turn(jobs, rounds, seconds)
    return {
        text: [
            now["playout"] / then["playout"]
            for now, then in zip(measured[f"compiled {text}"], measured[f"{before} {text}"], strict=True)
        ]
        for text in texts
    }


def print_comparison(found: dict[str, list[float]]) -> None:
    """The ratios: their median, and the middle half of them; last over all configurations."""
    table = Table(title="time of a playout, over that of before", box=SIMPLE_HEAD, pad_edge=False)
    for column in ("game", "ratio", "middle half"):
        table.add_column(column, justify="left" if column == "game" else "right", no_wrap=True)
    overall = [ratio for ratios in found.values() for ratio in ratios]
    for text, ratios in [*found.items(), ("all of these", overall)]:
        low, middle, high = statistics.quantiles(ratios, n=4, method="inclusive")
        name = text if text not in found else label("compiled", text).removesuffix(", compiled")
        table.add_row(name, f"{middle:.3f}", f"{low:.3f}–{high:.3f}")
    Console().print(table)


def label(tree: str, text: str) -> str:
    """A row's name, short enough for a terminal."""
    if tree == "open_spiel":
        return f"OpenSpiel {text}"
    modules = "all" if text.startswith(ALL) else "palace" if text.startswith(PALACE) else "base"
    return f"{modules}, {text[-1]} seats, {'compiled' if tree == 'compiled' else 'interp.'}"


def print_table(found: dict[str, dict[str, float]]) -> None:
    """The figures, and the ratios that they are for."""
    gin = found["open_spiel gin_rummy"]["playout"]
    table = Table(title="random playouts, one core", box=SIMPLE_HEAD, pad_edge=False, collapse_padding=True)
    columns = (
        "game",
        "playouts\na second",
        "decisions\na second",
        "clone\nµs",
        "observe\nµs",
        "times\ninterp.",
        "times\ngin",
    )
    for column in columns:
        table.add_column(column, justify="left" if column == "game" else "right", no_wrap=True)
    for name, figures in found.items():
        tree, _, text = name.partition(" ")
        cells = [label(tree, text), f"{1 / figures['playout']:,.0f}"]
        if tree == "open_spiel":
            cells += ["", "", "", ""]
        else:
            other = found[f"interpreted {text}"]["playout"]
            cells += [
                f"{figures['decisions'] / figures['playout']:,.0f}",
                f"{figures['clone'] * 1e6:.2f}",
                f"{figures['observe'] * 1e6:.1f}",
                f"{other / figures['playout']:.1f}",
            ]
        table.add_row(*cells, f"{gin / figures['playout']:.2f}")
    console = Console()
    console.print(table)
    base = found["compiled classic,players=2"]
    console.print(
        f"compiled / interpreted, two players, base: {found['interpreted classic,players=2']['playout'] / base['playout']:.1f}"
    )
    console.print(f"base / OpenSpiel gin_rummy: {gin / base['playout']:.2f}")
    console.print(f"playout / clone: {base['playout'] / base['clone']:.0f}")
    for players in range(2, 7):
        cost = found[f"compiled {ALL},players={players}"]["playout"]
        ratio = cost / found[f"compiled classic,players={players}"]["playout"]
        console.print(f"all modules / base, {players} players: {ratio:.2f}")


def main() -> None:
    """Measure everything, or with --one or --spiel one thing for the parent process."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--seconds", type=float, default=0.4, help="processor time for each figure and round")
    parser.add_argument("--json", action="store_true", help="print the figures instead of the table")
    parser.add_argument("--before", type=Path, help="a build/compiled of an earlier commit to compare with")
    parser.add_argument("--one", help=argparse.SUPPRESS)
    parser.add_argument("--spiel", help=argparse.SUPPRESS)
    arguments: Any = parser.parse_args()
    if arguments.one:
        print(json.dumps(measure_engine(arguments.one, arguments.seconds)))
    elif arguments.spiel:
        print(json.dumps(measure_open_spiel(arguments.spiel, arguments.seconds)))
    elif arguments.before is not None:
        found = compare(arguments.before.resolve(), arguments.rounds, arguments.seconds)
        print(json.dumps(found, indent=2)) if arguments.json else print_comparison(found)
    elif arguments.json:
        print(json.dumps(rows(arguments.rounds, arguments.seconds), indent=2))
    else:
        print_table(rows(arguments.rounds, arguments.seconds))


if __name__ == "__main__":
    main()
