"""How fast are the environments? Steps a second with tensors, next to PettingZoo's and RLCard's card and board games.

    python benchmarks/env.py --rounds 9

Every environment steps with random legal actions in this one process, a slice at a time in turn, so that what slows the machine slows
all of them. A step is one decision with the observation of whoever decides next. Processor time is counted. What encoding costs is
told apart: the same games without it.
"""

import argparse
import os
import statistics
import sys
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
if not os.environ.get("PYTHONPATH"):
    sys.path.insert(0, str(ROOT / "build" / "compiled"))
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import numpy as np
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from arena.env import AlhambraVectorEnv, alhambra_v0
from arena.rules import GameConfig, Rng, compiled, new_game

BASE = "classic,players=2"
ALL = "classic+vizier+camps+bazaars+falconers+medina,players=4"
PALACE = "red-palace,players=3"
GAMES = 64
SLICE_SECONDS = 0.25
Job = Callable[[float], tuple[int, float]]


def main() -> None:
    """Measure all of them in turn and print a table."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--rounds", type=int, default=9, help="slices of each, in turn")
    arguments.add_argument("--seconds", type=float, default=SLICE_SECONDS, help="processor time of a slice")
    given = arguments.parse_args()
    jobs = {**ours(), **theirs()}
    rates: dict[str, list[float]] = {name: [] for name in jobs}
    for job in jobs.values():
        job(given.seconds)  # caches, imports, first games
    for _ in range(given.rounds):
        for name, job in jobs.items():
            steps, seconds = job(given.seconds)
            rates[name].append(steps / seconds)
    show(rates)


def show(rates: dict[str, list[float]]) -> None:
    """Median and middle half of each."""
    form = "compiled" if compiled else "interpreted"
    table = Table(title=f"steps a second, arena {form}, load {os.getloadavg()[0]:.1f}", box=SIMPLE_HEAD)
    for heading in ("environment", "steps/s", "middle half", "µs a step"):
        table.add_column(heading, justify="left" if heading == "environment" else "right")
    for name, found in rates.items():
        low, middle, high = statistics.quantiles(found, n=4) if len(found) > 1 else found * 3
        table.add_row(name, f"{middle:,.0f}", f"{low:,.0f} to {high:,.0f}", f"{1e6 / middle:.2f}")
    Console(width=110).print(table)


def ours() -> dict[str, Job]:
    """The environments of this package."""
    jobs: dict[str, Job] = {"rules alone: playouts, base": playouts(BASE)}
    for title, rules in (
        ("base, 2 seats", BASE),
        ("all modules, 4 seats", ALL),
        ("Red Palace, 3 seats", PALACE),
    ):
        jobs[f"vector of {GAMES}, in place, {title}"] = vector(rules, copy=False)
    jobs[f"vector of {GAMES}, copied, base, 2 seats"] = vector(BASE, copy=True)
    for title, rules in (
        ("base, 2 seats", BASE),
        ("all modules, 4 seats", ALL),
        ("Red Palace, 3 seats", PALACE),
    ):
        jobs[f"alhambra_v0.raw_env, {title}"] = aec(alhambra_v0.raw_env(rules=rules))
    jobs["alhambra_v0.env with wrappers, base, 2 seats"] = aec(alhambra_v0.env(rules=BASE))
    return jobs


def theirs() -> dict[str, Job]:
    """Others' environments, as far as they are installed."""
    jobs: dict[str, Job] = {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            from pettingzoo.classic import connect_four_v3, texas_holdem_v4

            jobs["PettingZoo connect_four_v3.raw_env"] = aec(connect_four_v3.raw_env())
            jobs["PettingZoo texas_holdem_v4.raw_env"] = aec(texas_holdem_v4.raw_env())
        except ImportError as missing:
            print(f"PettingZoo's games are left out: {missing}")
        try:
            import rlcard

            jobs["RLCard gin-rummy"] = rlcard_job(rlcard.make("gin-rummy"))
        except ImportError as missing:
            print(f"RLCard is left out: {missing}")
    return jobs


def playouts(rules: str) -> Job:
    """Random games without any observation."""
    config = GameConfig.parse(rules)
    rng = Rng(1)
    per_game = decisions_of(config)

    def run(seconds: float) -> tuple[int, float]:
        began = time.process_time()
        games = 0
        while time.process_time() - began < seconds:
            for _ in range(10):
                new_game(config, rng.key()).playout(rng)
            games += 10
        return int(games * per_game), time.process_time() - began

    return run


def decisions_of(config: GameConfig) -> float:
    """How many decisions a random game has, on average over a hundred."""
    rng = Rng(2)
    made = 0
    for seed in range(100):
        state = new_game(config, seed)
        while not state.is_over:
            legal = state.legal_actions()
            state.apply(legal[int(rng.below(len(legal)))])
            made += 1
    return made / 100


def vector(rules: str, copy: bool) -> Job:
    """Many games, each with a random legal action; choosing it is counted."""
    env = AlhambraVectorEnv(GAMES, rules, copy=copy)
    rng = np.random.default_rng(1)
    _, start = env.reset(seed=1)
    info = start
    legal = env.layout.parts["numbers"].start + env.layout.field("numbers", "legal").start

    def run(seconds: float) -> tuple[int, float]:
        nonlocal info
        rows, _, _, _, info = env.step(choice(info["action_mask"].sum(axis=1)))
        began = time.process_time()
        steps = 0
        while time.process_time() - began < seconds:
            rows, _, _, _, info = env.step(choice(rows[:, legal]))
            steps += GAMES
        return steps, time.process_time() - began

    def choice(counts: Any) -> Any:
        return (rng.random(GAMES) * np.maximum(np.minimum(counts, env.layout.limit), 1)).astype(np.int64)

    return run


def aec(env: Any) -> Job:
    """One PettingZoo environment: `last` and `step`, a random action of the mask."""
    rng = np.random.default_rng(1)
    env.reset(seed=1)

    def run(seconds: float) -> tuple[int, float]:
        began = time.process_time()
        steps = 0
        while True:
            observation, _, termination, truncation, info = env.last()
            if termination or truncation:
                env.reset()
                if time.process_time() - began > seconds:
                    return steps, time.process_time() - began
                continue
            mask = info["action_mask"] if "action_mask" in info else observation["action_mask"]
            legal = mask.nonzero()[0]
            env.step(int(legal[int(rng.random() * len(legal))]))
            steps += 1

    return run


def rlcard_job(env: Any) -> Job:
    """One RLCard environment: `step`, a random legal action."""
    rng = np.random.default_rng(1)

    def run(seconds: float) -> tuple[int, float]:
        began = time.process_time()
        steps = 0
        while time.process_time() - began < seconds:
            state, _ = env.reset()
            while not env.is_over():
                legal = list(state["legal_actions"])
                state, _ = env.step(legal[int(rng.random() * len(legal))])
                steps += 1
        return steps, time.process_time() - began

    return run


if __name__ == "__main__":
    main()
