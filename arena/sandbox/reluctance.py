"""How long does a bot take to obey? In its own time: it works or sleeps on; waiting for a processor does not count.

Whoever is told to stand still or to end needs a processor for it, and on a busy host that can take seconds which are
nobody's fault. A bot that stays in the kernel instead either uses processor time there or sleeps where nothing wakes it.
"""

import time

from arena.sandbox.group import ProcessGroup
from arena.units import SECOND_NS

# Whoever looks waits for a processor on a busy host too, and a bot that slept at two looks need not have slept all the
# while between them.
_MOST_BETWEEN_NS = SECOND_NS // 20


class Reluctance:
    """Counts from the moment it is made."""

    def __init__(self, group: ProcessGroup) -> None:
        self._group = group
        self._cpu_before_ns = group.cpu_ns()
        self._begun_ns = self._looked_ns = time.monotonic_ns()
        self._asleep = False
        self.work_ns = 0  # until the last look, as far as it was processor time
        self.asleep_ns = 0  # the same, as far as it was sleep

    def look(self) -> int:
        """Own time until now, in ns. To be asked often: sleep counts between two looks that find it, and not for long."""
        before_ns, self._looked_ns = self._looked_ns, time.monotonic_ns()
        before, self._asleep = self._asleep, not self._group.runnable()
        if before and self._asleep:
            self.asleep_ns += min(self._looked_ns - before_ns, _MOST_BETWEEN_NS)
        return self.work() + self.asleep_ns

    def work(self) -> int:
        """The processor time among it, in ns."""
        self.work_ns = self._group.cpu_ns() - self._cpu_before_ns
        return self.work_ns

    def __str__(self) -> str:
        wall_s = (time.monotonic_ns() - self._begun_ns) / SECOND_NS
        return (
            f"in {wall_s:.1f} s it used {self.work_ns / 1e6:.0f} ms of processor time "
            f"and slept for {self.asleep_ns / SECOND_NS:.1f} s where it cannot be woken"
        )
