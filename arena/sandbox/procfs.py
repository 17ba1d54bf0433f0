"""What does /proc say about one process?"""

import os
import time
from dataclasses import dataclass
from functools import cache
from io import FileIO
from pathlib import Path

from arena.operating_system import CAN_RUN_BOTS
from arena.units import SECOND_NS

PROC = Path("/proc")
TICK_NS = SECOND_NS // (os.sysconf("SC_CLK_TCK") if CAN_RUN_BOTS else 100)
_PROCESS_CLOCK = 2  # of the kinds of clock that a process has, the one with the scheduler's own nanoseconds


@dataclass(frozen=True, slots=True)
class Stat:
    """The fields of /proc/PID/stat that we use."""

    state: str
    reaped_ns: int  # processor time of the children that it waited for, in whole ticks
    start_ticks: int

    @property
    def dead(self) -> bool:
        return self.state in "ZX"


def stat(pid: int) -> Stat | None:
    """None when there is no such process."""
    try:
        text = _read(f"{PROC}/{pid}/stat")
    except (FileNotFoundError, ProcessLookupError):
        return None
    # The name in parentheses may hold anything, also spaces and parentheses.
    fields = text.rpartition(b")")[2].split()
    reaped_ticks = int(fields[13]) + int(fields[14])
    return Stat(state=fields[0].decode(), reaped_ns=reaped_ticks * TICK_NS, start_ticks=int(fields[19]))


def runnable(thread: int) -> bool:
    """Whether a thread runs or waits for a processor."""
    found = stat(thread)
    return found is not None and found.state == "R"


def cpu_ns(pid: int) -> int:
    """Processor time of all threads of a process, also of those that ended; 0 when there is no such process."""
    try:
        return time.clock_gettime_ns(~pid << 3 | _PROCESS_CLOCK)  # as clock_getcpuclockid(3) makes it
    except OSError:
        return 0


def last_born() -> int:
    """The process or thread that was started last on this host; 0 where the kernel does not tell."""
    return int(os.pread(_loadavg(), 128, 0).rpartition(b" ")[2])


def threads(pid: int) -> list[int]:
    """The threads of a process; none when there is no such process."""
    try:
        return [int(name) for name in os.listdir(f"{PROC}/{pid}/task")]  # noqa: PTH208 - paths as objects take four times as long
    except (FileNotFoundError, ProcessLookupError):
        return []


def children(pid: int) -> list[int]:
    """Direct children of every thread of the process."""
    found: list[int] = []
    try:
        for thread in threads(pid):
            found.extend(map(int, _read(f"{PROC}/{pid}/task/{thread}/children").split()))
    except (FileNotFoundError, ProcessLookupError):
        pass
    return found


def descendants(pid: int) -> list[int]:
    """The process and everything below it, parents first."""
    found = [pid]
    for ancestor in found:
        found.extend(children(ancestor))
    return found


def status(pid: int) -> dict[str, str]:
    """Lines of /proc/PID/status by name."""
    lines = (PROC / str(pid) / "status").read_text().splitlines()
    return {key: value.strip() for key, _, value in (line.partition(":") for line in lines)}


def file_systems(pid: int) -> set[str]:
    """The kinds of file system that are mounted where a process is."""
    lines = (PROC / str(pid) / "mountinfo").read_text().splitlines()
    return {line.partition(" - ")[2].split()[0] for line in lines}


@cache
def _loadavg() -> int:
    """Kept open: without control groups it is read at every decision of a game, and opening takes longer than reading."""
    return os.open(f"{PROC}/loadavg", os.O_RDONLY | os.O_CLOEXEC)


def _read(path: str) -> bytes:
    with FileIO(path) as file:
        return file.readall()
