"""The interface of a process group: what the sandbox needs from whatever holds a bot's processes."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from arena.sandbox.stolen_time import OthersTime, StolenTime


@dataclass(frozen=True, slots=True)
class Usage:
    """What a bot's processes used together; None where this host cannot tell."""

    cpu_ns: int
    memory_peak_bytes: int | None
    memory_kills: int | None
    forks_refused: int | None


class ProcessGroup(Protocol):
    """All processes of one bot: a cgroup (v1 or v2), or without root the tree below the first process."""

    def entrances(self) -> tuple[Path, ...]:
        """Files into which a process writes 0 to join, before it becomes the bot."""

    def adopt(self, pid: int) -> None:
        """Told when the first process exists, and again when its jail is set up."""

    def freeze(self) -> bool:
        """Tell every process to stop, again if it was told before; whether all of them stand still. Waits for nothing."""

    def thaw(self) -> None:
        """Let every process run again."""

    def runnable(self) -> bool:
        """Whether a thread runs or waits for a processor; the others sleep."""

    def cpu_ns(self) -> int:
        """Processor time of all processes that ever were in the group."""

    @property
    def stolen(self) -> StolenTime | OthersTime | None:
        """What others took of the group's processors so far; None where this host cannot tell. Cheap, as it is asked twice a decision."""

    @property
    def weighted(self) -> bool:
        """Whether the group goes before the other programs of this host."""

    def stand_back(self) -> None:
        """Go before nobody any more: take the weight of an ordinary program."""

    def memory_kills(self) -> int | None:
        """Processes that were killed for memory; None where this host cannot tell. Cheap: it is asked after every decision."""

    def usage(self) -> Usage:
        """Everything that is counted, for the record."""

    def kill(self) -> None:
        """Send every process its end, frozen or not, and again if it was sent before; waits for nothing."""

    def empty(self) -> bool:
        """Whether no process is left."""

    def remove(self) -> None:
        """Give back what the empty group holds on the host."""


def wait_until(condition: Callable[[], bool], timeout_s: float) -> bool:
    """Poll, quickly at first: what is waited for here takes microseconds and, rarely, seconds."""
    deadline = time.monotonic() + timeout_s
    pause_s = 0.00002
    while not condition():
        if time.monotonic() >= deadline:
            return False
        time.sleep(pause_s)
        pause_s = min(pause_s * 1.5, 0.01)
    return True
