"""What can be done with a running bot, and what is known about one that ended?"""

import os
import select
import threading
import time
from contextlib import suppress
from dataclasses import dataclass

from arena.sandbox import procfs
from arena.sandbox.group import ProcessGroup, Usage, wait_until
from arena.sandbox.logs import Capture
from arena.sandbox.reluctance import Reluctance
from arena.sandbox.seats import SandboxSeat
from arena.sandbox.spawner import Spawner
from arena.sandbox.tier import Tier
from arena.units import SECOND_NS

# To end, in all and in time of its own: to give memory back takes a while, and on a busy host many times that.
_DEATH_S = 10.0
_OWN_DEATH_NS = 1 * SECOND_NS
_OWN_DEATH_NS_A_BYTE = 0.5
_FREEZE_S = 3.0


@dataclass(frozen=True, slots=True)
class Evidence:
    """What is known of a bot that was ended. Only `usage` counts: a bot can forge its own exit status."""

    exit_status: int | None
    killed_by_us: bool
    usage: Usage
    gone: bool = True
    reluctance: str = ""  # what it did instead of ending, if that took too much of its own time
    asleep: bool = False  # whether most of that was sleep, into which others may have put it

    @property
    def ran_out_of_memory(self) -> bool:
        return bool(self.usage.memory_kills)


class Process:
    """One bot: the same in every tier. A bot runs from the start; whoever asks it questions freezes and thaws it."""

    def __init__(
        self,
        seat: SandboxSeat,
        tier: Tier,
        pid: int,
        pidfd: int,
        cpus: tuple[int, ...],
        group: ProcessGroup,
        spawner: Spawner,
        logs: tuple[Capture, Capture],
    ) -> None:
        self.seat = seat
        self.tier = tier
        self.pid = pid
        self.cpus = cpus
        self.stdout, self.stderr = logs
        self._pidfd = pidfd
        self._init_pidfds: list[int] = []
        self._group = group
        self._spawner = spawner
        self._lock = threading.RLock()
        self._evidence: Evidence | None = None
        self._survivor: Evidence | None = None
        self._killed_by_us = False

    def jail_is_ready(self) -> None:
        """Told when the jail stands. Its init is the last process to go, after the outer one that waits for it."""
        self._group.adopt(self.pid)
        if self.tier.number == 3:
            return
        for child in procfs.children(self.pid):
            with suppress(ProcessLookupError):
                self._init_pidfds.append(os.pidfd_open(child))

    def freeze(self, patience_s: float = _FREEZE_S) -> bool:
        """Stop every process of the bot; whether all were seen to stand still in time (a bot that is gone does)."""
        return wait_until(self.stop, patience_s)

    def stop(self) -> bool:
        """Tell every process of the bot to stop, again if it was told before; whether all stand still. Waits for nothing."""
        with self._lock:
            return True if self._evidence else self._group.freeze()

    def reluctance(self) -> Reluctance:
        """A measure of what the bot does from now on instead of what it was told."""
        return Reluctance(self._group)

    def thaw(self) -> None:
        """Let the bot run."""
        with self._lock:
            if not self._evidence:
                self._group.thaw()

    def cpu_ns(self) -> int:
        """Processor time of the bot and all its children so far."""
        with self._lock:
            return self._evidence.usage.cpu_ns if self._evidence else self._group.cpu_ns()

    def stolen_ns(self) -> int | None:
        """What others took of the bot's processors so far; None where this host cannot tell, or the bot is gone."""
        with self._lock:
            stolen = None if self._evidence else self._group.stolen
            return None if stolen is None else stolen.ns()

    def disk_ns(self) -> int:
        """What the bot has waited for a disk so far; 0 where this host cannot tell, or the bot is gone."""
        with self._lock:
            stolen = None if self._evidence else self._group.stolen
            return 0 if stolen is None else stolen.disk_ns()

    @property
    def guessed(self) -> bool:
        """Whether what others took is guessed from what they used, for want of a kernel that tells."""
        return self._group.stolen is not None and self._group.stolen.guessed

    @property
    def weighted(self) -> bool:
        """Whether the bot goes before the other programs of this host."""
        return self._group.weighted

    def memory_kills(self) -> int | None:
        """Processes killed for memory so far: the bot broke its limit, even if it still runs. None if nobody counts."""
        with self._lock:
            return self._evidence.usage.memory_kills if self._evidence else self._group.memory_kills()

    def usage(self) -> Usage:
        """Everything counted so far."""
        with self._lock:
            return self._evidence.usage if self._evidence else self._group.usage()

    def exited(self) -> bool:
        """Whether the bot ended by itself or was killed."""
        with self._lock:
            return self._evidence is not None or _ended(self._pidfd, 0)

    def wait_gone(self, timeout_s: float) -> Evidence | None:
        """Wait for the bot to end by itself; None if it did not. With evidence, not a process of it is left."""
        with self._lock:
            if self._evidence is not None:
                return self._evidence
            # A copy, since another thread may kill the bot and close ours while this one waits.
            pidfd = os.dup(self._pidfd)
        try:
            return self._bury() if _ended(pidfd, timeout_s) else None
        finally:
            os.close(pidfd)

    def kill(self) -> Evidence:
        """End the bot, frozen or not, and wait until not a process of it is left, but only for so long.

        Evidence that it is not gone comes at once when it is asked for again, after another try.
        """
        with self._lock:
            if self._evidence is None and not self.exited():
                self._killed_by_us = True
            return self._bury()

    def _bury(self) -> Evidence:
        with self._lock:
            if self._evidence is None and not self._ended_within(0.0 if self._survivor else _DEATH_S):
                assert self._survivor is not None
                return self._survivor
            evidence = self._evidence = self._evidence or self._buried()
        for log in (self.stdout, self.stderr):
            log.finished.wait(1.0)
        return evidence

    def _ended_within(self, patience_s: float) -> bool:
        """Whether all of the bot ends in time; if not, what it did instead is kept."""
        # Also after an exit: bwrap returns before the bot's last process is gone.
        if wait_until(self._end, min(patience_s, 0.1)):
            return True
        if patience_s == 0.0:
            return False
        usage = self._group.usage()
        most_ns = _OWN_DEATH_NS + _OWN_DEATH_NS_A_BYTE * (usage.memory_peak_bytes or 0)
        reluctance, deadline = self.reluctance(), time.monotonic() + patience_s
        while time.monotonic() < deadline and reluctance.look() < most_ns:
            if wait_until(self._end, 0.02):
                return True
        deed = str(reluctance) if reluctance.look() >= most_ns else ""
        self._group.stand_back()
        asleep = reluctance.asleep_ns > reluctance.work_ns
        self._survivor = Evidence(None, self._killed_by_us, usage, gone=False, reluctance=deed, asleep=asleep)
        return False

    def _end(self) -> bool:
        """Send everything its end once more; whether nothing is left."""
        self._group.kill()
        return all(_ended(pidfd, 0) for pidfd in (self._pidfd, *self._init_pidfds)) and self._group.empty()

    def _buried(self) -> Evidence:
        status = self._spawner.reap(self.pid)
        evidence = Evidence(status, self._killed_by_us, self._group.usage())
        self._group.remove()
        for pidfd in (self._pidfd, *self._init_pidfds):
            os.close(pidfd)
        return evidence


def _ended(pidfd: int, timeout_s: float) -> bool:
    poller = select.poll()
    poller.register(pidfd, select.POLLIN)
    return bool(poller.poll(timeout_s * 1000))
