"""Does bots/mcts play a match as it is started, with each of its options?"""

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from arena.match.manifest import Bot
from arena.record import GameRecord, Termination, TimeControl
from arena.rules import GameConfig
from arena.sandbox import Limits
from tests.match.matches import needs_root, plan_of, play_match

BOTS = Path(__file__).parents[2] / "bots"
ALL = "classic+vizier+camps+bazaars+falconers+medina"


def match(
    options: str,
    rules: str = "classic,players=2,turn_limit=4",
    logs: Path | None = None,
    cores: int = 0,
    time: str = "20+1",
) -> list[GameRecord]:
    """Two games against greedy; without the sandbox if no cores are given."""
    bots = (
        Bot.parse(f"{BOTS / 'mcts'} {options}"),
        *[Bot.load(BOTS / "greedy")] * (int(rules.split("players=")[1][0]) - 1),
    )
    plan = plan_of(*bots, logs=logs, no_sandbox=cores == 0)
    limits = Limits(memory_mb=512, start_s=30, cores=max(cores, 1))
    control = TimeControl.parse(time)
    settings = replace(plan.settings, config=GameConfig.parse(rules), limits=limits, control=control)
    records = play_match(replace(plan, settings=settings))
    assert {seat.termination for record in records for seat in record.seats} == {Termination.NORMAL}
    return records


def actions(records: list[GameRecord]) -> list[list[str]]:
    return [[decision.action for decision in record.decisions] for record in records]


def test_the_same_iterations_give_the_same_games() -> None:
    """The number of trees is part of it, the number of processors is not."""
    assert actions(match("--iterations 8 --seed 3")) == actions(match("--iterations 8 --seed 3"))
    assert actions(match("--iterations 8 --seed 4 --workers 2")) == actions(
        match("--iterations 8 --seed 4 --workers 2")
    )


@pytest.mark.parametrize(
    ("options", "rules"),
    [
        (
            "--move-time 0.02",
            f"{ALL},players=3,deal=closed,turn_limit=6",
        ),
        ("--searcher package --iterations 8", "classic,players=2,turn_limit=2"),
        ("--max-nodes 20 --iterations 12", "classic,players=2,turn_limit=4"),
    ],
)
def test_it_plays(options: str, rules: str) -> None:
    match(options, rules)


@pytest.mark.parametrize(
    "options",
    [
        "--workers 2",
        pytest.param("--move-time 0.3", marks=pytest.mark.soak),
        pytest.param("--searcher package", marks=pytest.mark.soak),
    ],
)
def test_it_is_in_time_on_a_loaded_machine(options: str) -> None:
    """Two busy processes beside it on each processor, and a clock that allows for next to no search."""
    busy = [
        subprocess.Popen([sys.executable, "-c", "while True: pass"])
        for _ in range(2 * len(os.sched_getaffinity(0)))
    ]
    try:
        match(options, f"{ALL},players=2,turn_limit=12", time="0.5+0.02")
    finally:
        for process in busy:
            process.kill()
            process.wait()


@needs_root
def test_it_uses_the_processors_that_the_sandbox_grants(tmp_path: Path) -> None:
    match("--move-time 0.05 --explain", logs=tmp_path, cores=2)
    texts = [path.read_text(encoding="utf-8") for path in tmp_path.glob("*mcts*.stderr.txt")]
    assert texts
    assert all("iterations" in text and "expected: " in text for text in texts)


@pytest.mark.parametrize(
    ("options", "word"),
    [
        (["--move-time", "0"], "--move-time"),
        (["--iterations", "few"], "--iterations"),
        (["--searcher", "luck"], "--searcher"),
        (["--max-nodes", "-1"], "--max-nodes"),
        (["--cheat"], "--cheat"),
    ],
)
def test_a_wrong_option_is_named(options: list[str], word: str) -> None:
    command = [sys.executable, str(BOTS / "mcts" / "bot.py"), *options]
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONSAFEPATH"}
    ended = subprocess.run(command, check=False, capture_output=True, text=True, timeout=60, env=environment)
    assert ended.returncode == 2
    assert word in ended.stderr
