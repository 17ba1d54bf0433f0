"""How fast is the rules engine? Random playouts, compiled and interpreted, next to OpenSpiel's.

Every engine is measured in a process of its own, one after the other and several times over; the table shows the median. The ratios
below it compare two things in one process, slice by slice in turn, so that what slows the machine for longer than a slice slows both:
each is the median over all pairs of slices, with the middle half of them. Processor time is counted, not wall time, and on a busy
machine only these ratios mean anything.

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
BASE = "classic,players=2"
ROUNDS = 5
SLICE_SECONDS = 0.05
SLICES = 12  # of either side, a round
INTERPRETED = "compiled / interpreted, base, 2 players"
RATIOS = {  # what takes longer, and over what
    "base / OpenSpiel gin_rummy, 2 players": ("gin_rummy", BASE),
    "playout / clone, base, 2 players": (BASE, f"clone {BASE}"),
    **{
        f"all modules / base, {players} players": (f"{ALL},players={players}", f"classic,players={players}")
        for players in range(2, 7)
    },
    **{
        f"Red Palace / all modules, {players} players": (
            f"{PALACE},players={players}",
            f"{ALL},players={players}",
        )
        for players in range(2, 7)
    },
}


class Job:
    """Something to be done again and again, in batches."""

    def __init__(self, batch: Callable[[int], object], size: int) -> None:
        self.batch = batch
        self.size = size
        self.done = 0

    def seconds(self, least: float) -> float:
        """Processor seconds that it takes once, measured for as long as this or somewhat longer."""
        batches = 0
        start = time.process_time()
        while time.process_time() - start < least:
            self.batch(self.done)
            self.done += 1
            batches += 1
        return (time.process_time() - start) / (batches * self.size)


def job(name: str) -> Job:
    """What a name stands for: a game of OpenSpiel, "clone" and a configuration, or the playouts of one."""
    if name in GAMES:
        return open_spiel_job(name)
    from arena.rules import GameConfig, Rng, new_game

    start = new_game(GameConfig.parse(name.removeprefix("clone ")), 1)
    if name.startswith("clone "):
        return Job(lambda _: [start.clone() for _ in range(100)], 100)
    return Job(lambda i: start.clone().playout(Rng(i)), 1)


def open_spiel_job(name: str) -> Job:
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
    return Job(lambda _: bot.step(state), rollouts * simulations)


def measure_engine(text: str, seconds: float) -> dict[str, float]:
    """One configuration on the tree that this process was started with."""
    from arena.rules import GameConfig, Rng, new_game
    from arena.rules.codes import ActionCodes

    start = new_game(GameConfig.parse(text), 1)
    decisions = 0
    games = 20
    for i in range(games):
        state = start.clone()
        state.forget_history()
        rng = Rng(i)
        codes = ActionCodes()
        while not state.is_over:
            state.legal_codes(codes)
            state.step(codes.items[rng.below(codes.count)])
            decisions += 1
    return {
        "playout": job(text).seconds(seconds),
        "decisions": decisions / games,
        "clone": job(f"clone {text}").seconds(seconds / 5),
        "observe": Job(lambda _: [start.observe(0) for _ in range(100)], 100).seconds(seconds / 5),
    }


def measure_ratio(long: Job, short: Job) -> list[float]:
    """How many times the time of one job another takes, in pairs of slices; which comes first changes."""
    ratios: list[float] = []
    for i in range(SLICES):
        first, second = (long, short) if i % 2 == 0 else (short, long)
        seconds = {id(first): first.seconds(SLICE_SECONDS), id(second): second.seconds(SLICE_SECONDS)}
        ratios.append(seconds[id(long)] / seconds[id(short)])
    return ratios


def in_process(tree: str, *arguments: str) -> Any:
    """The same measurements in a fresh process on one tree, by its name or path."""
    environment = {**os.environ, "PYTHONPATH": str(TREES.get(tree, tree)), "PYTHONSAFEPATH": "1"}
    command = [sys.executable, str(Path(__file__).resolve()), *arguments]
    output = subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout
    return json.loads(output)


def medians(runs: list[dict[str, float]]) -> dict[str, float]:
    """The median of every figure."""
    return {key: statistics.median(run[key] for run in runs) for key in runs[0]}


def in_turn(tasks: list[tuple[str, str, list[str]]], rounds: int, seconds: float) -> dict[str, list[Any]]:
    """Each task (name, tree, arguments) once a round, so that noise falls on all alike."""
    measured: dict[str, list[Any]] = {name: [] for name, _, _ in tasks}
    for _ in track(range(rounds), description="rounds", console=Console(stderr=True)):
        for name, tree, arguments in tasks:
            measured[name].append(in_process(tree, *arguments, "--seconds", str(seconds)))
    return measured


def measure(rounds: int, seconds: float) -> tuple[dict[str, dict[str, float]], dict[str, list[float]]]:
    """All rows of the table, and all ratios."""
    tasks: list[tuple[str, str, list[str]]] = []
    for modules in ("classic", ALL, PALACE):
        for players in range(2, 7):
            text = f"{modules},players={players}"
            tasks += [(f"{tree} {text}", tree, ["--one", text]) for tree in TREES]
    tasks += [(f"open_spiel {name}", "compiled", ["--spiel", name]) for name in GAMES]
    compared = [(name, "compiled", ["--ratio", long, short]) for name, (long, short) in RATIOS.items()]
    measured = in_turn(tasks + compared, rounds, seconds)
    found = {name: medians(measured[name]) for name, _, _ in tasks}
    ratios = {INTERPRETED: quotients(measured[f"interpreted {BASE}"], measured[f"compiled {BASE}"])}
    return found, ratios | {name: [ratio for run in measured[name] for ratio in run] for name in RATIOS}


def quotients(longer: list[dict[str, float]], shorter: list[dict[str, float]]) -> list[float]:
    """Round by round, how many times the playout of one process that of another took."""
    return [long["playout"] / short["playout"] for long, short in zip(longer, shorter, strict=True)]


def compare(before: Path, rounds: int, seconds: float) -> dict[str, list[float]]:
    """By configuration: how many times the playouts of an earlier build each round's took, the two measured one right after the other."""
    texts = [
        f"{modules},players={players}" for modules in ("classic", ALL, PALACE) for players in range(2, 7)
    ]
    trees = (str(before), "compiled")
    measured = in_turn(
        [(f"{tree} {text}", tree, ["--playout", text]) for text in texts for tree in trees], rounds, seconds
    )
    return {text: quotients(measured[f"compiled {text}"], measured[f"{before} {text}"]) for text in texts}


def middle_half(ratios: list[float]) -> tuple[float, float, float]:
    """The quartiles: the median is the second."""
    low, middle, high = statistics.quantiles(ratios, n=4, method="inclusive")
    return low, middle, high


def print_comparison(found: dict[str, list[float]]) -> None:
    """The ratios: their median, and the middle half of them; last over all configurations."""
    table = Table(title="time of a playout, over that of before", box=SIMPLE_HEAD, pad_edge=False)
    for column in ("game", "ratio", "middle half"):
        table.add_column(column, justify="left" if column == "game" else "right", no_wrap=True)
    overall = [ratio for ratios in found.values() for ratio in ratios]
    for text, ratios in [*found.items(), ("all of these", overall)]:
        low, middle, high = middle_half(ratios)
        name = text if text not in found else label("compiled", text).removesuffix(", compiled")
        table.add_row(name, f"{middle:.3f}", f"{low:.3f}–{high:.3f}")
    Console().print(table)


def label(tree: str, text: str) -> str:
    """A row's name, short enough for a terminal."""
    if tree == "open_spiel":
        return f"OpenSpiel {text}"
    modules = "all" if text.startswith(ALL) else "palace" if text.startswith(PALACE) else "base"
    return f"{modules}, {text[-1]} seats, {'compiled' if tree == 'compiled' else 'interp.'}"


def print_table(found: dict[str, dict[str, float]], ratios: dict[str, list[float]]) -> None:
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
    for name, pairs in ratios.items():
        low, middle, high = middle_half(pairs)
        console.print(f"{name}: {middle:.2f} (middle half {low:.2f}–{high:.2f})", highlight=False)


def main() -> None:
    """Measure everything, or one thing for the parent process."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--seconds", type=float, default=0.4, help="processor time for each figure and round")
    parser.add_argument("--json", action="store_true", help="print the figures instead of the table")
    parser.add_argument("--before", type=Path, help="a build/compiled of an earlier commit to compare with")
    parser.add_argument("--one", help=argparse.SUPPRESS)
    parser.add_argument("--playout", help=argparse.SUPPRESS)
    parser.add_argument("--spiel", help=argparse.SUPPRESS)
    parser.add_argument("--ratio", nargs=2, help=argparse.SUPPRESS)
    arguments: Any = parser.parse_args()
    if arguments.one:
        print(json.dumps(measure_engine(arguments.one, arguments.seconds)))
    elif arguments.playout or arguments.spiel:
        print(json.dumps({"playout": job(arguments.playout or arguments.spiel).seconds(arguments.seconds)}))
    elif arguments.ratio:
        long, short = arguments.ratio
        print(json.dumps(measure_ratio(job(long), job(short))))
    elif arguments.before is not None:
        found = compare(arguments.before.resolve(), arguments.rounds, arguments.seconds)
        print(json.dumps(found, indent=2)) if arguments.json else print_comparison(found)
    else:
        rows, ratios = measure(arguments.rounds, arguments.seconds)
        if arguments.json:
            print(json.dumps({"figures": rows, "ratios": ratios}, indent=2))
        else:
            print_table(rows, ratios)


if __name__ == "__main__":
    main()
