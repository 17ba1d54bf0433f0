"""What does /proc say about one process?"""

import os
from dataclasses import dataclass
from pathlib import Path

PROC = Path("/proc")
_TICK_NS = 1_000_000_000 // os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, slots=True)
class Stat:
    """The fields of /proc/PID/stat that we use."""

    state: str
    cpu_ns: int
    start_ticks: int

    @property
    def dead(self) -> bool:
        return self.state in "ZX"


def stat(pid: int) -> Stat | None:
    """None when there is no such process."""
    try:
        text = (PROC / str(pid) / "stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return None
    # The name in parentheses may hold anything, also spaces and parentheses.
    fields = text.rpartition(")")[2].split()
    ticks = sum(int(field) for field in fields[11:15])
    return Stat(state=fields[0], cpu_ns=ticks * _TICK_NS, start_ticks=int(fields[19]))


def children(pid: int) -> list[int]:
    """Direct children of every thread of the process."""
    found: list[int] = []
    try:
        for task in (PROC / str(pid) / "task").iterdir():
            found.extend(int(child) for child in (task / "children").read_text().split())
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
