"""How much of a bot's time did the host take? Pressure of its control group, and steal of its processors.

Where the kernel keeps no pressure it is guessed from what others used of the bot's processors. That holds a bot's sleep beside
busy programs for stolen time, so whoever asks gives little of it back.
"""

import os
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from arena.sandbox import procfs
from arena.units import SECOND_NS

# They are counted in ticks of 10 ms, and reading them takes longer than everything else here together.
_FRESH_NS = SECOND_NS // 20
_FIELDS = 8  # of a line of /proc/stat, that of the guests left out: they are in that of users


class StolenTime:
    """What others took of one group's processors since it was made: it only grows."""

    guessed = False

    def __init__(self, pressure_fd: int, disk_fd: int | None, cpus: Iterable[int]) -> None:
        self._fd = pressure_fd
        self._disk_fd = disk_fd
        self._cpus = tuple(cpus)

    @classmethod
    def of_group(
        cls, directory: Path | None, cpus: Iterable[int], used_ns: Callable[[], int]
    ) -> "StolenTime | OthersTime":
        """A guess where the kernel keeps no pressure for the group: it is off, or older than 5.13."""
        fd = None if directory is None else _pressure_fd(directory / "cpu.pressure")
        if directory is None or fd is None:
            return OthersTime(cpus, used_ns)
        return cls(fd, _pressure_fd(directory / "io.pressure"), cpus)

    def ns(self) -> int:
        """Time in which a process of the group wanted to run and none did, and what the hypervisor took."""
        return _full_ns(self._fd) + steal_ns(self._cpus)

    def disk_ns(self) -> int:
        """Time in which all of the group waited for a disk. A bot can bring that about at will, so nothing is given back for it."""
        return 0 if self._disk_fd is None else _full_ns(self._disk_fd)

    def close(self) -> None:
        os.close(self._fd)
        if self._disk_fd is not None:
            os.close(self._disk_fd)


class OthersTime:
    """What others used of one group's processors since it was made, as a guess at what they took from it."""

    guessed = True

    def __init__(self, cpus: Iterable[int], used_ns: Callable[[], int]) -> None:
        self._cpus = tuple(cpus)
        self._used_ns = used_ns
        self._most_ns = 0

    def ns(self) -> int:
        """It only grows, though one of the two is counted in ticks and the other is not."""
        self._most_ns = max(self._most_ns, busy_ns(self._cpus) - self._used_ns())
        return self._most_ns

    def disk_ns(self) -> int:
        """Nobody knows."""
        return 0

    def close(self) -> None:
        """Nothing is held."""


def _pressure_fd(path: Path) -> int | None:
    """None if the kernel does not tell how long all of a group waited."""
    try:
        fd = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        _full_ns(fd)
    except (OSError, ValueError):
        os.close(fd)
        return None
    return fd


def steal_ns(cpus: Iterable[int]) -> int:
    """What the hypervisor took of these processors since the host started; up to 50 ms old."""
    by_cpu = _ticks.read()
    return sum(by_cpu[cpu].steal_ns for cpu in cpus if cpu in by_cpu)


def busy_ns(cpus: Iterable[int]) -> int:
    """What anybody used of these processors since the host started, the hypervisor included; up to 50 ms old."""
    by_cpu = _ticks.read()
    return sum(by_cpu[cpu].busy_ns for cpu in cpus if cpu in by_cpu)


def _full_ns(fd: int) -> int:
    """The total of the line `full`: on one processor, nobody in the group ran though somebody wanted to."""
    text = os.pread(fd, 512, 0)
    at = text.index(b"total=", text.index(b"full"))
    return int(text[at + 6 :]) * 1000


@dataclass(frozen=True, slots=True)
class _Used:
    """One processor."""

    busy_ns: int
    steal_ns: int


class _Ticks:
    def __init__(self) -> None:
        self._read_ns = -SECOND_NS
        self._by_cpu: dict[int, _Used] = {}

    def read(self) -> dict[int, _Used]:
        now_ns = time.monotonic_ns()
        if now_ns - self._read_ns > _FRESH_NS:
            self._read_ns = now_ns
            self._by_cpu = dict(_used(os.pread(_stat_fd(), 1 << 16, 0)))
        return self._by_cpu


def _used(text: bytes) -> Iterable[tuple[int, _Used]]:
    for line in text.split(b"\n")[1:]:
        if not line.startswith(b"cpu"):
            return
        name, *words = line.split()
        user, nice, system, _, _, irq, soft_irq, steal = (
            int(word) * procfs.TICK_NS for word in words[:_FIELDS]
        )
        yield int(name[3:]), _Used(user + nice + system + irq + soft_irq + steal, steal)


@cache
def _stat_fd() -> int:
    return os.open(f"{procfs.PROC}/stat", os.O_RDONLY | os.O_CLOEXEC)


_ticks = _Ticks()
