"""How fast is the search? Iterations per second, next to the package `mcts` and OpenSpiel's ISMCTS.

Every searcher is measured in a process of its own, one after the other and several times over. The table shows the median of the
rounds, the lines below it the median of the ratios within each round, with the lowest and the highest. Processor time is counted, not
wall time, and on a busy machine only the ratios mean anything.

    python benchmarks/search.py --before TREE

compares instead, in turn, with the compiled package of an earlier commit, in games with and without modules: did a change make the
search slower?
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
OPENING, MIDDLE = 0, 45  # decisions made before
MODES: dict[str, dict[str, Any]] = {
    "default": {},
    "full playouts": {"turns": 0},
    "random playouts": {"turns": 0, "noise": 0},
}
SPIEL = ("gin_rummy", "hearts")
ROUNDS = 5
EDITIONS = {
    "base": "classic",
    "all": "classic+vizier+camps+bazaars+falconers+medina",
    "palace": "red-palace",
    "palace, all": "red-palace+camps+bazaars+medina",
}
COMPARED = {
    f"{name}, {players} seats": f"{rules},players={players}"
    for name, rules in EDITIONS.items()
    for players in range(2, 7)
}
COMPARED_DECISIONS, COMPARED_ITERATIONS = 20, 3_000


def iterations_per_second(work: Callable[[int], None], seconds: float) -> float:
    """How often a second one iteration is done, in processor time; `work` does as many as it is told."""
    done, batch = 0, 2  # OpenSpiel's search of a single iteration finds nothing
    start = time.process_time()
    while time.process_time() - start < seconds:
        work(batch)
        done += batch
        batch = min(batch * 2, 256)
    return done / (time.process_time() - start)


def asked_position(decisions: int, rules: str = "classic,players=2") -> Any:
    """A game that greedy has played so far, with a real choice to make."""
    from arena.rules import GameConfig, new_game
    from arena.search.greedy import choose

    state = new_game(GameConfig.parse(rules), 3)
    made = 0
    while made < decisions or state.decision != "act" or len(state.legal_actions()) < 8:
        legal = state.legal_actions()
        state.apply(legal[choose(state.observe(state.seat), legal)])
        made += 1
    return state


def measure_search(mode: str, decisions: int, seconds: float) -> float:
    """Our search in one of its modes."""
    return iterations_per_second(begun_search(asked_position(decisions), mode).iterate, seconds)


def measure_iterations(rules: str) -> float:
    """Processor seconds of a number of iterations, the same in every tree, so that all grow the same search tree."""
    search = begun_search(asked_position(COMPARED_DECISIONS, rules), "default")
    start = time.process_time()
    search.iterate(COMPARED_ITERATIONS)
    return time.process_time() - start


def begun_search(state: Any, mode: str) -> Any:
    """A search of this position that has made its first iteration."""
    from arena.search.seat_search import Limit, SeatSearch
    from arena.search.settings import Settings

    seat_search = SeatSearch(Settings(**MODES[mode]), b"benchmark")
    legal, seat = state.legal_actions(), state.seat
    return seat_search.think(state.observe(seat), state.history(seat), legal, Limit(1, 0, time.monotonic_ns))


def measure_package(playouts: str, decisions: int, seconds: float) -> float:
    """The package's search of one determinization after the other, as bots/mcts uses it or with our random playouts."""
    sys.path.append(str(ROOT / "bots" / "mcts"))
    from ensemble import EveryoneForThemselves, Position

    from arena.rules import Determinizer, Rng

    state = asked_position(decisions)
    determinizer = Determinizer(state.observe(state.seat), state.history(state.seat))
    rng = Rng(1)

    def played_out(position: Position) -> list[float]:
        state = position.state.clone()
        state.playout(rng)
        return Position(state).getReward()

    policy = {"rolloutPolicy": played_out} if playouts == "compiled playouts" else {}

    def search(iterations: int) -> None:
        guess = determinizer.sample(rng)
        guess.forget_history()
        EveryoneForThemselves(iterationLimit=iterations, **policy).search(Position(guess))

    return iterations_per_second(search, seconds)


def measure_open_spiel(name: str, seconds: float) -> float:
    """OpenSpiel's C++ ISMCTSBot with one random rollout an iteration, from the first real choice of a game."""
    import pyspiel

    game = pyspiel.load_game(name)
    state = game.new_initial_state()
    while state.is_chance_node() or len(state.legal_actions()) < 2:
        state.apply_action(state.legal_actions()[0])
    evaluator = pyspiel.RandomRolloutEvaluator(1, 7)
    policy = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT

    def search(iterations: int) -> None:
        pyspiel.ISMCTSBot(7, evaluator, 2.0, iterations, -1, policy, False, False).step(state)

    return iterations_per_second(search, seconds)


def measure_memory(decisions: int) -> float:
    """Megabytes in use along a long game, in which all seats search with small trees."""
    from arena.rules import GameConfig, new_game
    from arena.search.root_choice import best_root_action
    from arena.search.seat_search import Limit, SeatSearch, root_actions
    from arena.search.settings import Settings

    state = new_game(GameConfig.parse("classic,players=2"), 3)
    searches = [SeatSearch(Settings(max_nodes=5_000), b"benchmark") for _ in range(2)]
    for _ in range(decisions):
        if state.is_over:
            state = new_game(GameConfig.parse("classic,players=2"), 4)
        legal, seat, seen = state.legal_actions(), state.seat, state.observe(state.seat)
        limit = Limit(1_500, 0, time.monotonic_ns)
        search = searches[seat].think(seen, state.history(seat), legal, limit)
        state.apply(legal[best_root_action(root_actions(search, seen, legal))])
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def measure(what: str, seconds: float) -> float:
    """One figure, in the process that was started for it."""
    kind, _, rest = what.partition(":")
    if kind == "spiel":
        return measure_open_spiel(rest, seconds)
    if kind == "iterations":
        return measure_iterations(rest)
    if kind == "memory":
        return measure_memory(int(rest))
    mode, _, decisions = rest.partition("@")
    if kind == "package":
        return measure_package(mode, int(decisions), seconds)
    return measure_search(mode, int(decisions), seconds)


def in_process(tree: str, what: str, seconds: float) -> float:
    """The same in a fresh process on one tree."""
    environment = {**os.environ, "PYTHONPATH": str(TREES[tree]), "PYTHONSAFEPATH": "1"}
    command = [sys.executable, str(Path(__file__).resolve()), "--one", what, "--seconds", str(seconds)]
    output = subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout
    return float(output)


def jobs() -> dict[str, tuple[str, str]]:
    """What is measured, by the name of its row: tree and description."""
    positions = {"opening": OPENING, "middle": MIDDLE}
    root_actions = {
        f"{tree}, {mode}, {position}": (tree, f"search:{mode}@{decisions}")
        for tree in TREES
        for mode in MODES
        for position, decisions in positions.items()
    }
    for position, number in positions.items():
        root_actions[f"package, {position}"] = ("compiled", f"package:own@{number}")
        name = f"package, compiled playouts, {position}"
        root_actions[name] = ("compiled", f"package:compiled playouts@{number}")
    return root_actions | {f"OpenSpiel {name}": ("compiled", f"spiel:{name}") for name in SPIEL}


def rows(rounds: int, seconds: float) -> dict[str, list[float]]:
    """Iterations per second, round by round, measured in turn so that noise falls on all alike."""
    measured: dict[str, list[float]] = {name: [] for name in jobs()}
    for _ in track(range(rounds), description="rounds", console=Console(stderr=True)):
        for name, (tree, what) in jobs().items():
            measured[name].append(in_process(tree, what, seconds))
    return measured


def ratio(root_actions: dict[str, list[float]], one: str, other: str) -> str:
    """How many times as many iterations one does as the other: median of the rounds, and range."""
    ratios = [a / b for a, b in zip(root_actions[one], root_actions[other], strict=True)]
    return f"{statistics.median(ratios):.1f} ({min(ratios):.1f} to {max(ratios):.1f}) × {other}"


def print_table(measured: dict[str, list[float]]) -> None:
    """The figures, and the ratios that they are for."""
    root_actions = {name: statistics.median(runs) for name, runs in measured.items()}
    table = Table(title="iterations of the search, one core, two players, base game")
    for column in ("search", "iterations/s", "× package", "× gin"):
        table.add_column(column, justify="left" if column == "search" else "right", no_wrap=True)
    gin = root_actions["OpenSpiel gin_rummy"]
    for name, speed in root_actions.items():
        package = root_actions["package, middle" if name.endswith("middle") else "package, opening"]
        beside = "" if name.startswith("OpenSpiel") else f"{speed / package:.1f}"
        table.add_row(name, f"{speed:,.0f}", beside, f"{speed / gin:.1f}")
    console = Console()
    console.print(table)
    for position in ("opening", "middle"):
        full = f"compiled, full playouts, {position}"
        for other in (
            f"package, {position}",
            "OpenSpiel gin_rummy",
            f"interpreted, full playouts, {position}",
        ):
            console.print(f"{full}: {ratio(measured, full, other)}", soft_wrap=True)


def compare(before: Path, rounds: int) -> dict[str, list[float]]:
    """By game: how much faster than an earlier commit the search is, round by round and in turn."""
    TREES["before"] = before
    ratios: dict[str, list[float]] = {name: [] for name in COMPARED}
    for number in track(range(rounds), description="rounds", console=Console(stderr=True)):
        for name, rules in COMPARED.items():
            turn = ("before", "compiled") if number % 2 else ("compiled", "before")
            seconds = {tree: in_process(tree, f"iterations:{rules}", 0) for tree in turn}
            ratios[name].append(seconds["before"] / seconds["compiled"])
    return ratios


def print_comparison(ratios: dict[str, list[float]]) -> None:
    """The median of each game, and its lowest and highest round."""
    title = f"speed of the search, {COMPARED_ITERATIONS:,} iterations: now / before, above 1 is faster"
    table = Table(title=title, box=SIMPLE_HEAD, title_justify="left")
    for column in ("game", "median", "range"):
        table.add_column(column, justify="left" if column == "game" else "right")
    for name, found in [*ratios.items(), ("all of these", [one for many in ratios.values() for one in many])]:
        table.add_row(name, f"{statistics.median(found):.3f}", f"{min(found):.3f}–{max(found):.3f}")
    Console().print(table)


def print_memory() -> None:
    """Whether a search grows while a game goes on."""
    sizes = {decisions: in_process("compiled", f"memory:{decisions}", 0) for decisions in (10, 40, 160)}
    text = ", ".join(f"{size:.0f} MB after {decisions} decisions" for decisions, size in sizes.items())
    Console().print(f"memory with 5,000 nodes: {text}", soft_wrap=True)


def main() -> None:
    """Measure everything, or with --one one thing for the parent process."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--seconds", type=float, default=0.5, help="processor time for each figure and round")
    parser.add_argument(
        "--json", action="store_true", help="print the figures of each round instead of the table"
    )
    parser.add_argument("--before", type=Path, help="a build/compiled of an earlier commit to compare with")
    parser.add_argument("--one", help=argparse.SUPPRESS)
    arguments: Any = parser.parse_args()
    if arguments.one:
        print(measure(arguments.one, arguments.seconds))
    elif arguments.before is not None:
        found = compare(arguments.before.resolve(), arguments.rounds)
        print(json.dumps(found, indent=2)) if arguments.json else print_comparison(found)
    elif arguments.json:
        print(json.dumps(rows(arguments.rounds, arguments.seconds), indent=2))
    else:
        print_table(rows(arguments.rounds, arguments.seconds))
        print_memory()


if __name__ == "__main__":
    main()
