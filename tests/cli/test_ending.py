"""Does a command leave no thread at work when the interpreter goes? One that is can abort the process when all is done."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from arena.store import Store
from tests.match.matches import FAKES
from tests.record.records import played_record

THREADS = """
import pathlib, time

def name_of(task):
    "A thread's name; none once it has gone, and none for one of the memory allocator that touches nothing of ours."
    try:
        name = pathlib.Path(f"/proc/self/task/{task}/comm").read_text().strip()
    except OSError:
        return None
    return None if name == "jemalloc_bg_thd" else name

def threads(patience_s=1.0):
    "Names of all threads of the kernel but the first. One that was joined is seen there for a moment longer."
    until = time.monotonic() + patience_s
    while True:
        tasks = sorted(int(task.name) for task in pathlib.Path("/proc/self/task").iterdir())
        names = [name for name in map(name_of, tasks[1:]) if name]
        if not names or time.monotonic() > until:
            return names
        time.sleep(0.01)
"""
COMMAND = """
import atexit, json, sys
atexit.register(lambda: sys.stderr.write(json.dumps(threads()) + "\\n"))
from arena.cli import main
main()
"""
WORKER = """
import gc, json, multiprocessing, sys
from arena.match.deals import duplicate_deals
from arena.match.local_executor import work
from tests.match.matches import fake, plan_of

gc.disable()  # or it would be a matter of luck
if sys.argv[1] == "careless":
    gc.collect = lambda: None
ours, theirs = multiprocessing.Pipe()
plan = plan_of(fake("one"), fake("two"), games=1)
ours.send(plan.order(duplicate_deals(2, 1, b"seed")[0]))
ours.send(None)
work(theirs, watched=False)
played, _ = ours.recv()
assert not played.record.void
print(json.dumps(threads()))
"""


ONE_THREAD_OF_NUMPY = {"OPENBLAS_NUM_THREADS": "1"}


def python(program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    ran = subprocess.run(
        [sys.executable, "-c", THREADS + program, *arguments],
        check=False,
        capture_output=True,
        text=True,
        timeout=120,
        env={**os.environ, **ONE_THREAD_OF_NUMPY},
    )
    assert ran.returncode == 0, ran.stderr
    return ran


@pytest.mark.parametrize(
    "command",
    [
        ["replay", "verify", "RUN"],
        ["replay", "show", "RUN", "--game", "1"],
        ["bot", "check", str(FAKES), "--no-sandbox", "--rules", "classic,turn_limit=4"],
        ["match", str(FAKES), str(FAKES), "--no-sandbox", "--games", "1", "--rules", "classic,turn_limit=4"],
    ],
    ids=lambda command: " ".join(command[:2]) if command[0] != "match" else "match",
)
def test_only_the_first_thread_is_left(tmp_path: Path, command: list[str]) -> None:
    Store.open(tmp_path).append([played_record("classic,players=2,turn_limit=4")])
    ran = python(COMMAND, *(str(tmp_path) if word == "RUN" else word for word in command))
    assert json.loads(ran.stderr.splitlines()[-1]) == []


def test_a_worker_ends_without_threads_of_grpc() -> None:
    assert json.loads(python(WORKER, "careful").stdout) == []


def test_threads_of_grpc_would_be_seen() -> None:
    """Control: a worker that does not collect what it dropped leaves them."""
    assert json.loads(python(WORKER, "careless").stdout) != []
