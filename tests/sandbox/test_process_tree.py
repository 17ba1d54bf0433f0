"""Is the processor time of a tree of processes exact, complete and cheap to read?"""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from arena.sandbox import procfs
from arena.sandbox.process_tree import ProcessTree

MILLISECOND = 1_000_000
# Does what it is told, line by line, and says after each line what it has used itself.
PROGRAM = """
import os, subprocess, sys, time

def burn(ms):
    end = time.process_time_ns() + ms * 1_000_000
    while time.process_time_ns() < end:
        pass

def fork(ms):
    if os.fork() == 0:
        burn(ms)
        print("child", flush=True)
        time.sleep(60)
        os._exit(0)

def reap(ms):
    if (pid := os.fork()) == 0:
        burn(ms)
        os._exit(0)
    os.waitpid(pid, 0)
    print("child", flush=True)

for line in sys.stdin:
    deed, ms = line.split()
    globals()[deed](int(ms))
    print(time.process_time_ns(), flush=True)
"""


class Told:
    """A process that does as it is told, and the tree below it."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process
        self.tree = ProcessTree()
        self.tree.adopt(process.pid)

    def do(self, deed: str, ms: int, children: int = 0) -> int:
        """What it says that it has used itself, once it and the children of this deed are done."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{deed} {ms}\n")
        self._process.stdin.flush()
        lines = [self._process.stdout.readline().strip() for _ in range(1 + children)]
        return int(next(line for line in lines if line != "child"))


@contextmanager
def told() -> Iterator[Told]:
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        one = Told(process)
        one.do("burn", 0)
        try:
            yield one
        finally:
            one.tree.kill()
            process.wait()
            one.tree.remove()


def test_the_time_of_one_process_is_exact() -> None:
    """A tick of /proc is 10 ms: this would not be seen in ticks."""
    with told() as one:
        before_ns = one.tree.cpu_ns()
        said_before_ns = one.do("burn", 0)
        said_ns = one.do("burn", 3)
        used_ns = one.tree.cpu_ns() - before_ns
        assert said_ns - said_before_ns <= used_ns
        assert used_ns % (10 * MILLISECOND) != 0
        assert one.tree.cpu_ns() >= said_ns


@pytest.mark.parametrize("deed", ["fork", "reap"])
def test_children_count_while_they_live_and_when_they_were_waited_for(deed: str) -> None:
    with told() as one:
        before_ns = one.tree.cpu_ns()
        own_before_ns = one.do("burn", 0)
        own_ns = one.do(deed, 100, children=1) - own_before_ns
        in_children_ns = one.tree.cpu_ns() - before_ns - own_ns
        assert in_children_ns >= 80 * MILLISECOND


def test_the_tree_is_read_when_something_was_born_and_not_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[int] = []
    born = 1000
    descendants = procfs.descendants

    def watched(pid: int) -> list[int]:
        read.append(pid)
        return descendants(pid)

    monkeypatch.setattr(procfs, "descendants", watched)
    monkeypatch.setattr(procfs, "last_born", lambda: born)
    with told() as one:
        first_ns = one.tree.cpu_ns()
        read.clear()
        one.do("burn", 1)
        assert one.tree.cpu_ns() > first_ns
        assert read == []
        born += 1
        one.tree.cpu_ns()
        assert len(read) == 1
        born = 0  # a kernel that does not tell
        one.tree.cpu_ns()
        one.tree.cpu_ns()
        assert len(read) == 3


def test_a_new_process_is_the_last_born() -> None:
    before = procfs.last_born()
    child = subprocess.Popen(["true"])
    child.wait()
    assert procfs.last_born() != before


def test_a_process_that_is_gone_has_no_time() -> None:
    child = subprocess.Popen(["true"])
    child.wait()
    assert procfs.cpu_ns(child.pid) == 0
    assert procfs.stat(child.pid) is None
