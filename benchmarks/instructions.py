"""How many instructions do a playout and an iteration take? Counted by valgrind, whatever else the machine does.

    python benchmarks/instructions.py --before TREE

compares with the compiled package of an earlier commit. The counts are the same in every run, so that one is enough, and a change of
one part in a thousand shows. They are not times: what a processor does beside them, such as waiting for memory, is not counted.
"""

import argparse
import os
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import track
from rich.table import Table

ROOT = Path(__file__).parent.parent
ENGINE: Any = import_module("engine")  # the benchmark beside this one, which is in no package
ALL, PALACE = ENGINE.ALL, ENGINE.PALACE
PLAYOUT, ITERATE = "CPyDef_state___State___playout", "CPyDef_ismcts___Search___iterate"
COUNTED = {  # what is done, a playout or iterations after a number of decisions; in which game; how often
    "playout, base, 2 seats": ("playout", "classic,players=2", 60),
    "playout, base, 6 seats": ("playout", "classic,players=6", 60),
    "playout, all modules, 2 seats": ("playout", f"{ALL},players=2", 30),
    "playout, all modules, 4 seats": ("playout", f"{ALL},players=4", 30),
    "playout, all modules, 6 seats": ("playout", f"{ALL},players=6", 30),
    "playout, Red Palace, 2 seats": ("playout", f"{PALACE},players=2", 30),
    "playout, Red Palace, 4 seats": ("playout", f"{PALACE},players=4", 30),
    "iteration, base, 2 seats, opening": ("0", "classic,players=2", 200),
    "iteration, base, 4 seats": ("20", "classic,players=4", 200),
    "iteration, all modules, 3 seats": ("20", f"{ALL},players=3", 200),
    "iteration, all modules, 4 seats": ("20", f"{ALL},players=4", 200),
    "iteration, all modules, 6 seats": ("20", f"{ALL},players=6", 200),
    "iteration, Red Palace, 3 seats": ("20", f"{PALACE},players=3", 150),
}


def run_once(what: str, rules: str, times: int) -> None:
    """The work itself, in a process that valgrind watches."""
    if what == "playout":
        from arena.rules import GameConfig, Rng, new_game

        start = new_game(GameConfig.parse(rules), 1)
        for i in range(times):
            start.clone().playout(Rng(i))
        return
    search: Any = import_module("search")
    search.begun_search(search.asked_position(int(what), rules), "default").iterate(times)


def instructions(tree: Path, what: str, rules: str, times: int) -> float:
    """Instructions of one playout or iteration, without what led up to it."""
    counted = PLAYOUT if what == "playout" else ITERATE
    command = [
        "valgrind",
        "--tool=callgrind",
        "--callgrind-out-file=/dev/null",
        f"--toggle-collect={counted}",
    ]
    command += [sys.executable, str(Path(__file__).resolve()), "--one", what, rules, str(times)]
    environment = {**os.environ, "PYTHONPATH": str(tree), "PYTHONHASHSEED": "0"}
    told = subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stderr
    collected = re.search(r"Collected : (\d+)", told)
    if collected is None:
        raise SystemExit(f"valgrind did not say how many instructions it counted:\n{told}")
    return int(collected[1]) / (times if what == "playout" else times + 1)  # a search begins with one


def main() -> None:
    """Count everything, or with --one do one thing for the parent process."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--before", type=Path, help="a build/compiled of an earlier commit to compare with")
    parser.add_argument("--one", nargs=3, help=argparse.SUPPRESS)
    arguments: Any = parser.parse_args()
    if arguments.one:
        what, rules, times = arguments.one
        run_once(what, rules, int(times))
        return
    table = Table(title="instructions", box=SIMPLE_HEAD, title_justify="left")
    for column in ("what", "before", "now", "before / now") if arguments.before else ("what", "now"):
        table.add_column(column, justify="left" if column == "what" else "right")
    for name, (what, rules, times) in track(COUNTED.items(), console=Console(stderr=True)):
        now = instructions(ROOT / "build" / "compiled", what, rules, times)
        if arguments.before:
            before = instructions(arguments.before.resolve(), what, rules, times)
            table.add_row(name, f"{before:,.0f}", f"{now:,.0f}", f"{before / now:.3f}")
        else:
            table.add_row(name, f"{now:,.0f}")
    Console().print(table)


if __name__ == "__main__":
    main()
