"""Is it the host, or is it the bot? A process of ours beside it is frozen and killed too.

The witness works without end in a group of the same kind, on the same processors. If it obeys, a bot that does not is at
fault, whatever it is doing; only if it does not obey either is it the host that failed.
"""

import os
import time
from collections.abc import Callable
from dataclasses import dataclass

from arena.sandbox.errors import SandboxError
from arena.sandbox.group import ProcessGroup, wait_until
from arena.sandbox.limits import Limits
from arena.sandbox.spawner import Spawner, SpawnOrder

WITNESS_LIMITS = Limits(memory_mb=64, processes=8)
# Patient: on a busy host it waits for a processor as anybody does, and what it says decides whether a game is void.
_PATIENCE_S = 30.0
_COMMAND = ("/bin/sh", "-c", "while :; do :; done")


@dataclass(frozen=True, slots=True)
class WitnessReport:
    """How long the witness took to obey."""

    still_s: float
    gone_s: float


def hear_witness(spawner: Spawner, group: ProcessGroup, cpus: tuple[int, ...]) -> WitnessReport:
    """Start a witness in an empty group of its own, freeze it, kill it; SandboxError if it does not obey."""
    null = os.open(os.devnull, os.O_RDWR | os.O_CLOEXEC)
    try:
        entrances = [str(path) for path in group.entrances()]
        order = SpawnOrder(_COMMAND, {"PATH": "/usr/bin:/bin"}, cpus, entrances=entrances)
        pid, pidfd = spawner.spawn(order, {0: null, 1: null, 2: null})
    finally:
        os.close(null)
    try:
        group.adopt(pid)
        wait_until(lambda: group.cpu_ns() > 0, 1.0)
        still_s = _took(group.freeze)
        group.kill()
        gone_s = _took(lambda: _gone(group))
        if still_s is None or gone_s is None:
            told = "stand still" if still_s is None else "end"
            raise SandboxError(
                f"this host holds no process: one of ours did not {told} within {_PATIENCE_S:g} s either"
            )
        spawner.reap(pid)
        group.remove()
    finally:
        os.close(pidfd)
    return WitnessReport(still_s, gone_s)


def _gone(group: ProcessGroup) -> bool:
    group.kill()
    return group.empty()


def _took(obeys: Callable[[], bool]) -> float | None:
    started = time.monotonic()
    return time.monotonic() - started if wait_until(obeys, _PATIENCE_S) else None
