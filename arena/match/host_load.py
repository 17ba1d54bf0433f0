"""Is this host busy with other things? What is seen of it, and a line that says so."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from arena.operating_system import usable_cpus

WAITING: Final = 0.20  # of the last ten seconds, in which some program waited for a processor
STEAL: Final = 0.05  # of all processors' time, taken by the hypervisor
LOOK_S: Final = 1.0
_PROC: Final = Path("/proc")
_STEAL_FIELD: Final = 7  # of the line `cpu` of /proc/stat, counted after its name
_LEAST_TICKS: Final = 50  # below, a tick more or less would be a large share


@dataclass(frozen=True, slots=True)
class HostLoad:
    """What other programs do to this host; to be looked at before games are begun, since games are a load too."""

    waiting: float  # share of the last ten seconds in which some program waited for a processor
    load: float  # programs that ran or waited, averaged over a minute
    steal: float  # share of the processors' time that the hypervisor took since the last look
    cores: int

    @property
    def busy(self) -> bool:
        """Whether it is more than a match can be played beside without being disturbed."""
        return self.waiting > WAITING or self.load > self.cores or self.steal > STEAL

    def __str__(self) -> str:
        parts = []
        if self.load > self.cores:
            parts.append(f"a load of {self.load:.1f} on {self.cores} processors")
        if self.waiting > WAITING:
            parts.append(f"programs wait for a processor {self.waiting:.0%} of the time")
        if self.steal > STEAL:
            parts.append(f"the hypervisor takes {self.steal:.0%} of the processors")
        return ", ".join(parts)


class HostWatch:
    """Looks at the host again and again."""

    def __init__(self, proc: Path = _PROC) -> None:
        self._proc = proc
        self._ticks = self._read_ticks()

    def look(self) -> HostLoad:
        """How busy the host is now."""
        before, self._ticks = self._ticks, self._read_ticks()
        total = self._ticks[0] - before[0]
        steal = (self._ticks[1] - before[1]) / total if total >= _LEAST_TICKS else 0.0
        load = float((self._proc / "loadavg").read_text().split()[0])
        return HostLoad(self._waiting(), load, steal, len(usable_cpus()))

    def _waiting(self) -> float:
        try:
            text = (self._proc / "pressure/cpu").read_text()
        except OSError:  # a kernel without pressure
            return 0.0
        return float(text.split("avg10=", 1)[1].split()[0]) / 100

    def _read_ticks(self) -> tuple[int, int]:
        """All ticks of all processors so far, and those that were stolen."""
        words = [int(word) for word in (self._proc / "stat").read_text().split("\n", 1)[0].split()[1:9]]
        return sum(words), words[_STEAL_FIELD]


async def quiet_moment(patience_s: float, look: Callable[[], HostLoad] | None = None) -> bool:
    """Wait until no other program waits for a processor; whether that happened in time."""
    look = look or HostWatch().look
    deadline = time.monotonic() + patience_s
    while not (quiet := _quiet(look())) and time.monotonic() < deadline:
        await asyncio.sleep(LOOK_S)
    return quiet


def _quiet(load: HostLoad) -> bool:
    """The load average says what was a minute ago, and is not asked."""
    return load.waiting <= WAITING and load.steal <= STEAL


def busy_line(load: HostLoad, tier: int) -> str:
    """What a busy host does, how much, and what that does to the games; "" if it is not busy."""
    return f"the host is busy ({load}): {what_it_does(tier)}" if load.busy else ""


def what_it_does(tier: int) -> str:
    """What a busy host does to the games played in this tier."""
    if tier == 1:
        return "games take longer, and what others take from a bot is not charged"
    return "games take longer, and bots are charged for time that others take from them"
