"""Does a ladder run on a real Ray cluster, survive the death of one of its workers, and leave nothing behind?"""

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from arena.ladder.ladder_folder import LadderFolder
from arena.ladder.ladder_state import LadderState
from arena.record import verify
from arena.sandbox import procfs
from tests.ladder.ladders import GREEDY, RANDOM, ladder_file
from tests.match.matches import needs_root

pytest.importorskip("ray")

ALONE = ["unshare", "--net", sys.executable, "-m", "tests.ladder.alone"]


def ray_workers(parent: int) -> list[int]:
    """Processes below this one that are playing a match."""
    found = []
    for pid in procfs.descendants(parent):
        try:
            command = Path(f"/proc/{pid}/cmdline").read_bytes()
        except OSError:
            continue
        if command.startswith(b"ray::_play"):
            found.append(pid)
    return found


@needs_root
def test_a_worker_is_killed_in_the_middle(tmp_path: Path) -> None:
    """Two workers; one dies while it plays. Its match goes on from the games that were reported, and all count once.

    There is no network but loopback, and nobody asks for one.
    """
    bots = [str(RANDOM), str(GREEDY)]
    ladder = ladder_file(tmp_path, "[limits]\nstart_s = 60\nmemory_mb = 256\n", bots=bots, sets=3, tier=1)
    environment = {key: value for key, value in os.environ.items() if key != "RAY_ADDRESS"}
    heard = tmp_path / "heard"
    command = [
        *ALONE,
        str(heard),
        "ladder",
        "run",
        str(tmp_path / "ladder.toml"),
        "--matches",
        "2",
        "--executor",
        "ray",
    ]
    with subprocess.Popen(
        [*command, "--jobs", "2"],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as running:
        killed = None
        deadline = time.monotonic() + 180
        while killed is None and running.poll() is None and time.monotonic() < deadline:
            time.sleep(0.05)
            if list((tmp_path / "store" / "games").glob("*.parquet")) and (found := ray_workers(running.pid)):
                killed = found[0]
                os.kill(killed, signal.SIGKILL)
        output, _ = running.communicate(timeout=240)
    assert running.returncode == 0, output
    assert not heard.exists(), heard.read_text(encoding="utf-8")
    assert killed is not None, output
    ladder_folder = LadderFolder.open(ladder.store)
    ladder_state = LadderState(ladder, ladder_folder)
    ladder_state.refresh()
    assert ladder_state.finished == 2
    records = list(ladder_folder.games.games())
    assert set(Counter((one.match, one.game) for one in records).values()) == {1}
    assert len(records) == 12
    assert {one.tier for one in records} == {1}, "the sandbox is that of the ladder on the workers too"
    assert [problem for record in records for problem in verify(record)] == []


def test_games_under_way_and_logs_come_back_and_nothing_outlives_the_runner(tmp_path: Path) -> None:
    """As with workers of this host: each game is seen, what the bots wrote is kept, and a kill ends all that Ray had begun."""
    command = [sys.executable, "-m", "tests.ladder.ray_order", str(tmp_path)]
    environment = {key: value for key, value in os.environ.items() if key != "RAY_ADDRESS"}
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as running:
        assert running.stdout is not None
        told = running.stdout.readline()
        begun = procfs.descendants(running.pid)
        running.kill()
    assert told.startswith("{'GamePlayed': 2, 'GameSeen': "), told
    assert told.endswith("'OrderEnded': 1}\n")
    assert {path.name.split("-")[-2] for path in tmp_path.glob("*.stderr.txt")} == {"one", "two"}
    assert len(begun) >= 3, "Ray runs in processes of its own"
    assert _left(begun, 30.0) == []


def _left(begun: list[int], patience_s: float) -> list[str]:
    """The commands of those processes that do not end."""
    deadline = time.monotonic() + patience_s
    while (left := [pid for pid in begun if _runs(pid)]) and time.monotonic() < deadline:
        time.sleep(0.2)
    return [Path(f"/proc/{pid}/cmdline").read_text(encoding="utf-8") for pid in left]


def _runs(pid: int) -> bool:
    try:
        return ") Z " not in Path(f"/proc/{pid}/stat").read_text(encoding="utf-8")
    except OSError:
        return False
