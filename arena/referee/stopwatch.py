"""What does a decision take of a bot's time, and what does the host take of it?"""

import time
from collections.abc import Callable
from typing import Final, Protocol

from arena.record import NOTHING_SPENT, TimeSpent
from arena.referee.own_delay import Waiting, own_delay

# Whoever keeps the referee busy, with messages for instance, makes it late. So its lateness counts only while it has
# next to nothing to do, and never as a reason for a void game.
_OWN_WORK_NS: Final = 20_000_000
_OWN_WORK_SHARE: Final = 50  # 2 % of the time that passed
_WORTH_A_LOOK_AT_DISKS_NS: Final = 20_000_000
_MOST_GUESSED_NS: Final = 1_000_000_000  # a decision
_WORTH_A_LOOK_NS: Final = 200_000  # a look takes a tenth of that, and most answers come sooner


class Measured(Protocol):
    """A process whose time is measured."""

    def cpu_ns(self) -> int:
        """Processor time that it has used."""

    def stolen_ns(self) -> int | None:
        """What others took of its processors so far; None where that is not measured."""

    def disk_ns(self) -> int:
        """What it waited for a disk so far; 0 where that is not measured."""

    @property
    def guessed(self) -> bool:
        """Whether what others took is only guessed from what they used."""


class Stopwatch:
    """Measures one decision after the other."""

    def __init__(self, measured: Measured, now_ns: Callable[[], int]) -> None:
        self._measured = measured
        self._now_ns = now_ns
        self._started_ns = 0
        self._cpu_ns = 0
        self._stolen_ns: int | None = 0
        self._disk_ns = 0
        self._waited: Waiting = {}
        self._worked_ns = 0
        self.last = NOTHING_SPENT  # what was spent when it was last looked at: a verdict is about that
        self.last_taken = NOTHING_SPENT  # the same without the referee's lateness

    def look(self) -> None:
        """What was used so far; to be called while the bot stands still."""
        self._cpu_ns = self._measured.cpu_ns()
        self._stolen_ns = self._measured.stolen_ns()
        if self._stolen_ns is not None:
            self._disk_ns = self._measured.disk_ns()
            self._waited = own_delay().recent()
            self._worked_ns = time.process_time_ns()

    def start(self) -> None:
        """From now on the time counts."""
        self._started_ns = self._now_ns()

    def wall_ns(self) -> int:
        """What has passed."""
        return self._now_ns() - self._started_ns

    def spent(self, until_ns: int | None = None) -> TimeSpent:
        """What was spent until a time, by default until now."""
        wall_ns = max(0, (self._now_ns() if until_ns is None else until_ns) - self._started_ns)
        cpu_ns = max(0, self._measured.cpu_ns() - self._cpu_ns)
        # Threads of the referee wait while the bot works, too: what the bot used was not taken from it.
        most_ns = max(0, wall_ns - cpu_ns)
        taken_ns = late_ns = disk_ns = 0
        if most_ns > _WORTH_A_LOOK_NS:
            taken_ns, late_ns = self._taken_ns(), self._own_lateness_ns(wall_ns)
        if most_ns > _WORTH_A_LOOK_AT_DISKS_NS and self._stolen_ns is not None:
            disk_ns = min(most_ns, max(0, self._measured.disk_ns() - self._disk_ns))
        self.last = TimeSpent(wall_ns, cpu_ns, min(most_ns, taken_ns + late_ns), disk_ns)
        self.last_taken = TimeSpent(wall_ns, cpu_ns, min(most_ns, taken_ns))
        return self.last

    def _taken_ns(self) -> int:
        """What others took of the bot's processors."""
        now_ns = None if self._stolen_ns is None else self._measured.stolen_ns()
        if now_ns is None or self._stolen_ns is None:
            return 0
        taken_ns = max(0, now_ns - self._stolen_ns)
        return min(taken_ns, _MOST_GUESSED_NS) if self._measured.guessed else taken_ns

    def _own_lateness_ns(self, wall_ns: int) -> int:
        """What the referee's own threads waited; nothing where the bot's time is not measured."""
        if self._stolen_ns is None:
            return 0
        worked_ns = time.process_time_ns() - self._worked_ns
        if worked_ns >= _OWN_WORK_NS + wall_ns // _OWN_WORK_SHARE:
            return 0
        return own_delay().ns_since(self._waited)
