"""What can be done with a running bot, and what is known about one that ended?"""

import os
import select
import threading
from contextlib import suppress
from dataclasses import dataclass

from arena.sandbox import procfs
from arena.sandbox.errors import SandboxError
from arena.sandbox.group import ProcessGroup, Usage, wait_until
from arena.sandbox.logs import Capture
from arena.sandbox.seats import SandboxSeat
from arena.sandbox.spawner import Spawner
from arena.sandbox.tier import Tier

_DEATH_S = 10.0


@dataclass(frozen=True, slots=True)
class Evidence:
    """What is known of a bot that is gone. Only `usage` counts: a bot can forge its own exit status."""

    exit_status: int | None
    killed_by_us: bool
    usage: Usage

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
        group: ProcessGroup,
        spawner: Spawner,
        logs: tuple[Capture, Capture],
    ) -> None:
        self.seat = seat
        self.tier = tier
        self.pid = pid
        self.stdout, self.stderr = logs
        self._pidfd = pidfd
        self._init_pidfds: list[int] = []
        self._group = group
        self._spawner = spawner
        self._lock = threading.RLock()
        self._evidence: Evidence | None = None
        self._killed_by_us = False

    def jail_is_ready(self) -> None:
        """Told when the jail stands. Its init is the last process to go, after the outer one that waits for it."""
        self._group.adopt(self.pid)
        if self.tier.number == 3:
            return
        for child in procfs.children(self.pid):
            with suppress(ProcessLookupError):
                self._init_pidfds.append(os.pidfd_open(child))

    def freeze(self) -> bool:
        """Stop every process of the bot; whether all were seen to stand still in time (a bot that is gone does)."""
        with self._lock:
            return True if self._evidence else self._group.freeze()

    def thaw(self) -> None:
        """Let the bot run."""
        with self._lock:
            if not self._evidence:
                self._group.thaw()

    def cpu_ns(self) -> int:
        """Processor time of the bot and all its children so far."""
        with self._lock:
            return self._evidence.usage.cpu_ns if self._evidence else self._group.cpu_ns()

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
        """End the bot, frozen or not, and wait until not a process of it is left."""
        with self._lock:
            if self._evidence is None and not self.exited():
                self._killed_by_us = True
            return self._bury()

    def _bury(self) -> Evidence:
        with self._lock:
            if self._evidence is not None:
                return self._evidence
            # Also after an exit: bwrap returns before the bot's last process is gone.
            self._group.kill()
            ended = all(_ended(pidfd, _DEATH_S) for pidfd in (self._pidfd, *self._init_pidfds))
            if not ended or not wait_until(self._group.empty, _DEATH_S):
                raise SandboxError(f"process {self.pid} or a child of it survived SIGKILL for {_DEATH_S:g} s")
            status = self._spawner.reap(self.pid)
            self._evidence = Evidence(status, self._killed_by_us, self._group.usage())
            self._group.remove()
            for pidfd in (self._pidfd, *self._init_pidfds):
                os.close(pidfd)
        for log in (self.stdout, self.stderr):
            log.finished.wait(1.0)
        return self._evidence


def _ended(pidfd: int, timeout_s: float) -> bool:
    poller = select.poll()
    poller.register(pidfd, select.POLLIN)
    return bool(poller.poll(timeout_s * 1000))
