"""How is a probe run in a sandbox, and how is its answer read?"""

import json
import platform
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from arena.sandbox import Evidence, Launch, Limits, Mount, Process, Protection, Sandbox, SandboxSeat
from arena.sandbox.interpreter import interpreter_for, python_command
from arena.sandbox.seccomp import MACHINES, NUMBERS
from tests.patience import patience

ROOT = Path(__file__).parents[2]
PROBES = Path(__file__).parent / "probes"
_IN_JAIL = "/opt/probes"
SMALL = Limits(memory_mb=128, processes=32, scratch_mb=8, log_kb=64)

# The calls that a probe makes by number, beyond those that the filter knows by name.
_EXTRA_CALLS = {"futex": (202, 98)}


@dataclass(frozen=True)
class Outcome:
    """What a probe answered to each thing it was told to try, and what became of it."""

    answers: dict[str, str]
    evidence: Evidence
    errors: str

    def __getitem__(self, wanted: str) -> str:
        assert wanted in self.answers, f"no answer to {wanted}: {self.answers} {self.evidence} {self.errors}"
        return self.answers[wanted]


@dataclass(frozen=True)
class Prober:
    """Runs probes in one sandbox."""

    sandbox: Sandbox
    limits: Limits = SMALL
    without: frozenset[Protection] = frozenset()
    folder: Path = PROBES
    mounts: tuple[Mount, ...] = ()

    def start(self, seat: SandboxSeat, program: str, *wanted: str, with_socket: bool = False) -> Process:
        python = interpreter_for(self.sandbox.tier)
        probes = Mount(PROBES, f"{_IN_JAIL}/{PROBES.relative_to(ROOT)}")
        search = str(ROOT) if self.sandbox.tier.number == 3 else _IN_JAIL
        launch = Launch(
            python_command(*module(program), *wanted),
            self.folder,
            mounts=(*python.mounts, probes, *self.mounts),
            env=python.env | {"PROBE_CALLS": json.dumps(_calls()), "PYTHONPATH": search},
            limits=self.limits,
            with_socket=with_socket,
            working_directory="/bot",
            without=self.without,
        )
        return self.sandbox.launch(seat, launch)

    def run(self, program: str, *wanted: str, timeout_s: float = 30.0) -> Outcome:
        with self.seat() as seat:
            return finish(self.start(seat, program, *wanted), timeout_s)

    @contextmanager
    def running(self, program: str, *wanted: str) -> Iterator[Process]:
        """A probe that has said that it is holding something, or has ended."""
        with self.seat() as seat:
            process = self.start(seat, program, *wanted)
            assert wait_for(lambda: "holding" in answers(process) or process.exited(), 30)
            yield process

    @contextmanager
    def seat(self) -> Iterator[SandboxSeat]:
        seat = self.sandbox.take_seat()
        try:
            yield seat
        finally:
            self.sandbox.give_back(seat)


def module(program: str) -> tuple[str, ...]:
    """Arguments for Python to run a probe; without `site`, which takes as long as the rest."""
    return ("-S", "-m", f"tests.sandbox.probes.{program}")


def finish(process: Process, timeout_s: float = 30.0) -> Outcome:
    evidence = process.wait_gone(patience(timeout_s)) or process.kill()
    return Outcome(answers(process), evidence, process.stderr.log().text())


def answers(process: Process) -> dict[str, str]:
    """The whole lines that a probe has written so far."""
    lines = process.stdout.log().head.split(b"\n")[:-1]
    return dict(json.loads(line) for line in lines)


def wait_for(condition: Callable[[], bool], timeout_s: float) -> bool:
    """Whether it becomes true in this time, or in more on a slow host."""
    deadline = time.monotonic() + patience(timeout_s)
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.005)
    return True


def _calls() -> dict[str, int]:
    column = MACHINES[platform.machine()].column
    found = {name: numbers[column] for name, numbers in (NUMBERS | _EXTRA_CALLS).items()}
    return {name: number for name, number in found.items() if number is not None}
