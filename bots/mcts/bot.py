"""Which action does a search choose? Tree search over information sets (docs/mcts.md), as a bot."""

import argparse
import math
import sys
import time
from importlib.util import find_spec
from types import ModuleType

from crew import Crew, Task, processors

from arena.botkit import Info, Request, run
from arena.rules import Rng
from arena.search import (
    Limit,
    Pace,
    Search,
    SeatSearch,
    Settings,
    best_root_action,
    expected_line,
    explanation,
    greedy,
    root_actions,
)


class Player:
    """One seat in one game after the other."""

    def __init__(self, options: argparse.Namespace, package: ModuleType | None) -> None:
        self._options = options
        self._package = package
        self._game = 0
        self._search: Search | None = None  # of this decision
        self._info = Info()  # of this decision too
        self._settings = Settings(max_nodes=max(options.max_nodes // options.workers, 1))
        self._crew = Crew(options.workers - 1, self._settings, time.monotonic_ns)
        self._begin(b"")

    def _begin(self, seed: bytes) -> None:
        self._seed = seed
        self._decisions = 0
        self._seat_search = SeatSearch(self._settings, seed)
        self._pace = Pace(int(self._options.move_time * 1e9))

    def choose(self, request: Request) -> tuple[int, Info]:
        """The place of the action that did best, greedy's if there is no time to try any; and what was found out."""
        asked_ns = time.monotonic_ns()
        if request.game != self._game:
            self._game = request.game
            seed = self._options.seed
            self._begin(request.commitment if seed is None else f"{seed} game {request.game}".encode())
        clock = request.clock
        stop_ns = self._pace.stop_ns(asked_ns, clock.bank_ns, clock.increment_ns, clock.budget_ns())
        choice = 0
        self._info = Info()
        if request.choices > 1:
            self._decisions += 1
            # A guess and a single iteration may take longer than there is, so with no time nothing is tried.
            hurried = stop_ns <= asked_ns and not self._options.iterations
            best = None if hurried else self._searched(request, stop_ns)
            choice = greedy.choose(request.observation, request.legal) if best is None else best
            if self._options.explain:
                self._explain(request, choice)
        self._pace.answered(time.monotonic_ns())
        return choice, self._info

    def _searched(self, request: Request, stop_ns: int) -> int | None:
        """The place of the action that did best; None if none was tried."""
        iterations = math.ceil(self._options.iterations / self._options.workers)
        rng = Rng(self._seed, f"guess {self._decisions}")
        if self._package is not None:
            counts: list[int] = self._package.visits(request, self._options.iterations, stop_ns, rng)
            return counts.index(max(counts)) if any(counts) else None
        if self._options.workers > 1:
            guess = request.determinize(rng).to_bytes()
            task = Task(request.game, self._decisions, self._seed, request.seat, guess, iterations, stop_ns)
            self._crew.start(task)
        limit = Limit(iterations, stop_ns, time.monotonic_ns)
        search = self._seat_search.think(request.observation, request.history, request.legal, limit)
        self._search = search
        tried = self._crew.collect(root_actions(search, request.observation, request.legal))
        if not any(one.visits for one in tried):
            return None
        best = best_root_action(tried)
        visits = sum(one.visits for one in tried)
        line = tuple(expected_line(search)) if search.iterations else ()
        self._info = Info(value=tried[best].total / tried[best].visits, iterations=visits, line=line)
        return best

    def _explain(self, request: Request, choice: int) -> None:
        lines = [f"game {request.game}, turn {request.observation.turn}: {request.legal[choice]}"]
        if self._search is not None:
            lines += explanation(self._search)
        sys.stderr.write("\n".join(lines) + "\n")
        sys.stderr.flush()
        self._search = None


def read_options() -> argparse.Namespace:
    """What was asked for on the command line."""
    parser = argparse.ArgumentParser(description="Tree search over information sets.", allow_abbrev=False)
    add = parser.add_argument
    add(
        "--move-time",
        type=_seconds,
        default=0.0,
        metavar="S",
        help="seconds for each decision, not by the clock",
    )
    add("--iterations", type=_count, default=0, metavar="N", help="iterations for each decision, not by time")
    add("--seed", type=int, help="of the bot's own chance; from the game's commitment if not given")
    add(
        "--max-nodes",
        type=_count,
        default=Settings().max_nodes,
        metavar="N",
        help="size of all trees together",
    )
    add(
        "--workers",
        type=_count,
        metavar="N",
        help="trees searched side by side; as many as processors if not given",
    )
    add("--searcher", choices=("ismcts", "package"), default="ismcts", help="which search")
    add("--explain", action="store_true", help="say on stderr what was found")
    options = parser.parse_args()
    if options.searcher == "package" and find_spec("mcts") is None:
        parser.error("--searcher package: the package mcts is not installed")
    if options.workers is None:
        # With fixed iterations the same game must come out whatever the number of processors.
        options.workers = 1 if options.iterations else processors()
    return options


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0 < seconds < 1e6:
        raise argparse.ArgumentTypeError(f"must be a number of seconds above 0, not {text!r}")
    return seconds


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"must be a whole number above 0, not {text!r}")
    return int(text)


def main() -> None:
    """Play a match."""
    options = read_options()
    package: ModuleType | None = None
    if options.searcher == "package":
        import ensemble  # noqa: PLC0415 - needs a package that may not be there

        package = ensemble
    run(Player(options, package).choose, "mcts")


if __name__ == "__main__":
    main()
