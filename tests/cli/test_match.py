"""Does `arena match` answer as it should, right and wrong?"""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from arena.store import Store
from tests.match.matches import FAKES, needs_root

ARENA = [sys.executable, "-c", "from arena.cli import main; main()"]
SHORT = ["--rules", "classic,turn_limit=6", "--time", "20+1", "--start-s", "30"]


def arena(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*ARENA, *arguments], check=False, capture_output=True, text=True, timeout=120)


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["nowhere", str(FAKES)], "no such folder"),
        ([str(FAKES)], "players"),
        ([str(FAKES)] * 7, "players"),
        ([str(FAKES), str(FAKES), "--time", "5"], "time"),
        ([str(FAKES), str(FAKES), "--rules", "classic+dragons"], "dragons"),
        ([str(FAKES), str(FAKES), "--rules", "classic,players=3"], "2 bots for a game of 3"),
        ([str(FAKES), str(FAKES), "--jobs", "500"], "--force-jobs"),
        ([str(FAKES), str(FAKES), "--games", "-2"], "games"),
        ([str(FAKES), str(FAKES), "--sprt", "20,0"], "--sprt"),
        ([str(FAKES), str(FAKES), "--memory-mb", "1"], "memory_mb"),
        (["remote:me", str(FAKES)], "--listen"),
        (["remote:me", str(FAKES), "--listen", "localhost"], "HOST:PORT"),
    ],
)
def test_a_mistake_is_one_sentence_and_exit_code_2(arguments: list[str], word: str) -> None:
    ended = arena("match", *arguments)
    assert ended.returncode == 2
    assert word in ended.stderr
    assert ended.stderr.count("\n") == 1
    assert "Traceback" not in ended.stderr


def test_the_table_and_the_json_say_the_same(tmp_path: Path) -> None:
    command = [
        "match",
        str(FAKES),
        str(FAKES),
        "--games",
        "4",
        "--no-sandbox",
        *SHORT,
        "--out",
        str(tmp_path / "run"),
    ]
    shown = arena(*command)
    assert shown.returncode == 0, shown.stderr
    assert "4 games in 2 whole sets" in shown.stdout
    assert "tier 3 (no sandbox)" in shown.stdout
    found = json.loads(arena(*command, "--json").stdout)
    assert found["games"] == 4
    assert found["sets"] == 2
    assert found["duels"][0]["pentanomial"] == [0, 0, 2, 0, 0]
    assert [row["name"] for row in found["rows"]] == ["fake #1", "fake #2"]


@needs_root
def test_killed_and_started_again(tmp_path: Path) -> None:
    """SIGKILL in the middle: no process is left, nothing recorded is lost, and the same command goes on."""
    out = str(tmp_path / "run")
    command = ["match", str(FAKES), str(FAKES), "--games", "6", *SHORT, "--out", out]
    running = subprocess.Popen([*ARENA, *command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and not list(Path(out).glob("*.parquet")):
        time.sleep(0.05)
    os.kill(running.pid, signal.SIGKILL)
    running.wait()
    kept = {record.game for record in Store.open(out).games()}
    assert kept
    ended = arena(*command, "--json")
    assert ended.returncode == 0, ended.stderr
    assert json.loads(ended.stdout)["games"] == 6
    games = [record.game for record in Store.open(out).games()]
    assert sorted(games) == [1, 2, 3, 4, 5, 6]
    assert kept <= set(games)
