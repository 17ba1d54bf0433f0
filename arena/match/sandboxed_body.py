"""How is a bot's process frozen, thawed and ended? With a deadline in its own time, and without holding up anybody."""

import asyncio
import time

from arena.sandbox import Process, Reluctance, Sandbox, SandboxError, wait_until
from arena.units import SECOND_NS

LONGEST_WORDS = 200  # characters
TOLD_LAST = ("Traceback (most recent call last)", "usage: ")  # whose last line says it all
AT_ONCE_S = 0.0005  # nearly always enough to stand still, and too short to hold up anybody
QUICK_S = 0.05
LOOK_S = 0.01
# To stand still, in time of its own: once, and in a life. What is honest takes a few milliseconds, or half a second when
# a child with much memory ends just then.
OWN_NS = 1 * SECOND_NS
OWN_LIFE_NS = 5 * SECOND_NS
# The same asleep where nothing wakes it, in a life. Others can make it sleep there: a disk that is busy, and a kernel
# that waits for the end of some other program's long call. So it is not held against it once unless it goes on when a
# process of ours has obeyed.
OWN_LIFE_ASLEEP_NS = 20 * SECOND_NS
# A bot that only waits for a processor on which to stop harms nobody, so the game goes on after a while.
WAIT_S = 3.0
LEAVE_LOOK_S = 0.1
LEAVE_MORE_S = 10.0
# Of the processors that it may use, while a process of ours that does not obey waits for one of them.
HOGGED = 0.5


class SandboxedBody:
    """A sandboxed process as the referee sees it."""

    def __init__(self, sandbox: Sandbox, process: Process) -> None:
        self._sandbox = sandbox
        self.process = process
        self._own_life_ns = 0
        self._asleep_life_ns = 0
        self._unseen: Reluctance | None = None  # since it was told to stand still and not seen to

    async def freeze(self) -> str | None:
        """Stop it; None, or what it did instead if it does not stand still and that is its own doing.

        SandboxError if a process of ours does not stand still either.
        """
        if wait_until(self.process.stop, AT_ONCE_S) or await self._stands_still(QUICK_S):
            self._unseen = None
            return None
        reluctance = self.process.reluctance()
        disobeyed = await self._watched(reluctance)
        if self._unseen is None:
            self._remember(reluctance)
        return disobeyed

    async def thaw(self) -> str | None:
        """Let it run; None, or what it did if it did not stand still until now."""
        unseen, self._unseen = self._unseen, None
        disobeyed = None
        if unseen is not None:
            unseen.work()
            if self._works_too_long(unseen):
                disobeyed = await self._testified(str(unseen), "stand still")
            self._remember(unseen)
        self.process.thaw()
        return disobeyed

    async def leaves(self, patience_s: float) -> bool:
        """Whether it ends by itself in time; what the host takes from it does not count, but it may not take for ever."""
        began_s, taken_ns = time.monotonic(), self.process.stolen_ns() or 0
        while await asyncio.to_thread(self.process.wait_gone, min(patience_s, LEAVE_LOOK_S)) is None:
            passed_s = time.monotonic() - began_s
            taken_s = ((self.process.stolen_ns() or taken_ns) - taken_ns) / SECOND_NS
            if passed_s - min(taken_s, LEAVE_MORE_S) > patience_s:
                return False
        return True

    async def end(self) -> str | None:
        """End it; None, or what it did instead. What does not die in time is left to the sandbox."""
        evidence = await asyncio.to_thread(self.process.kill)
        if evidence.gone or not evidence.reluctance:
            return None
        disobeyed = await self._testified(evidence.reluctance, "end")
        if evidence.asleep and (await asyncio.to_thread(self.process.kill)).gone:
            return None
        return disobeyed

    def cpu_ns(self) -> int:
        return self.process.cpu_ns()

    def stolen_ns(self) -> int | None:
        return self.process.stolen_ns()

    def disk_ns(self) -> int:
        return self.process.disk_ns()

    @property
    def guessed(self) -> bool:
        return self.process.guessed

    @property
    def weighted(self) -> bool:
        return self.process.weighted

    def memory_exceeded(self) -> bool:
        return bool(self.process.memory_kills())

    def exited(self) -> bool:
        return self.process.exited()

    def last_words(self) -> str:
        lines = [line.strip() for line in self.process.stderr.log().text().split("\n") if line.strip()]
        if any(line.startswith(TOLD_LAST) for line in lines):
            lines = lines[-1:]
        return " / ".join(lines)[-LONGEST_WORDS:]

    async def _stands_still(self, patience_s: float) -> bool:
        """Whether it does in time; others have their turn meanwhile."""
        deadline = time.monotonic() + patience_s
        pause_s = 0.0
        while not self.process.stop():
            if time.monotonic() > deadline:
                return False
            await asyncio.sleep(pause_s)
            pause_s = min(pause_s * 1.5 + 0.00002, LOOK_S)
        return True

    async def _watched(self, reluctance: Reluctance) -> str | None:
        """Wait until it stands still, or has only waited for long; what it did instead if that is its own doing."""
        deadline = time.monotonic() + WAIT_S
        while not await self._stands_still(LOOK_S):
            own_ns = reluctance.look()
            works, sleeps = self._works_too_long(reluctance), self._sleeps_too_long(reluctance)
            if own_ns > OWN_NS or works or sleeps:
                disobeyed = await self._testified(str(reluctance), "stand still")
                return disobeyed if works or sleeps or not self.process.stop() else None
            if time.monotonic() > deadline + own_ns / SECOND_NS:
                self._unseen = reluctance
                return None
        return None

    def _works_too_long(self, reluctance: Reluctance) -> bool:
        return reluctance.work_ns > OWN_NS or self._own_life_ns + reluctance.work_ns > OWN_LIFE_NS

    def _sleeps_too_long(self, reluctance: Reluctance) -> bool:
        return self._asleep_life_ns + reluctance.asleep_ns > OWN_LIFE_ASLEEP_NS

    def _remember(self, reluctance: Reluctance) -> None:
        self._own_life_ns += reluctance.work_ns
        self._asleep_life_ns += reluctance.asleep_ns

    async def _testified(self, deed: str, told: str) -> str:
        """What it did, with what a process of ours did that was told the same. SandboxError if that did not obey either.

        Unless it is the bot that keeps ours from obeying: a long call in the kernel can hold a processor until it ends.
        """
        began_ns, used_ns = time.monotonic_ns(), self.process.cpu_ns()
        said = f"It did not {told} when it was told to: {deed}."
        try:
            report = await asyncio.to_thread(self._sandbox.hear_witness, self.process)
        except SandboxError:
            took_ns, used_ns = time.monotonic_ns() - began_ns, self.process.cpu_ns() - used_ns
            if used_ns < HOGGED * took_ns * len(self.process.cpus):
                raise
            return f"{said} It held its processor, so that a process of ours beside it could not either."
        took_s = report.gone_s if told == "end" else report.still_s
        return f"{said} A process of ours beside it did after {took_s * 1e3:.0f} ms."
