"""How much does a bot gain that tries to look starved? What it is not charged, beyond what others really took."""

import os
import time
from dataclasses import dataclass
from pathlib import Path

from arena.record import Allowance
from arena.referee.stopwatch import Stopwatch
from arena.sandbox import Launch, Limits, Process, Sandbox, procfs
from arena.sandbox.interpreter import interpreter_for, python_command
from arena.units import SECOND_NS
from tests.sandbox.probing import wait_for

FAKES = Path(__file__).parents[1] / "fakes"
_TICK_NS = SECOND_NS // os.sysconf("SC_CLK_TCK")
_ALLOWANCE = Allowance(3600 * SECOND_NS)


@dataclass(frozen=True)
class Measured:
    """What a trick brought in one stretch of time, in seconds."""

    wall_s: float
    cpu_s: float
    stolen_s: float
    charged_s: float
    others_s: float  # what everybody else used of the bot's processors, steal included
    waited_s: float  # by all its threads together: what a naive referee would give back

    @property
    def gain(self) -> float:
        """Time of its own that was not charged, as a share of what passed."""
        return max(0.0, self.wall_s - self.charged_s - self.others_s) / self.wall_s

    @property
    def computing_gain(self) -> float:
        """Processor time that was not charged, as a share of what passed."""
        return max(0.0, min(self.wall_s, self.cpu_s) - self.charged_s) / self.wall_s

    @property
    def naive_gain(self) -> float:
        """What a referee gives away beyond ours that gives back what threads waited, or charges processor time only."""
        refunds = max(min(self.wall_s, self.waited_s), self.wall_s - min(self.wall_s, self.cpu_s))
        return max(0.0, refunds - self.stolen_s) / self.wall_s


def measure(sandbox: Sandbox, trick: str, seconds: float = 0.5, cores: int = 1) -> Measured:
    """Let a bot do a trick and look at its clock as the referee does."""
    seat = sandbox.take_seat()
    try:
        process = _begun(sandbox, seat, trick, cores)
        cpus = tuple(sorted(os.sched_getaffinity(bot_of(process))))
        watch = Stopwatch(process, time.monotonic_ns)
        others_ns, waited_ns = _busy_ns(cpus), _waited_ns(process)
        watch.look()
        watch.start()
        time.sleep(seconds)
        spent = watch.spent()
        others_ns, waited_ns = _busy_ns(cpus) - others_ns, _waited_ns(process) - waited_ns
    finally:
        sandbox.give_back(seat)
    charged_ns = _ALLOWANCE.charged_ns(spent)
    return Measured(
        wall_s=spent.wall_ns / 1e9,
        cpu_s=spent.cpu_ns / 1e9,
        stolen_s=spent.stolen_ns / 1e9,
        charged_s=charged_ns / 1e9,
        others_s=max(0, others_ns - spent.cpu_ns) / 1e9,
        waited_s=max(0, waited_ns) / 1e9,
    )


def _begun(sandbox: Sandbox, seat: object, trick: str, cores: int) -> Process:
    python = interpreter_for(sandbox.tier)
    launch = Launch(
        python_command("starved.py", trick),
        FAKES,
        mounts=python.mounts,
        env=python.env,
        limits=Limits(memory_mb=256, processes=48, cores=cores),
        working_directory="/bot",
    )
    process = sandbox.launch(seat, launch)  # type: ignore[arg-type]  # a seat of this sandbox
    assert wait_for(lambda: b"\n" in process.stdout.log().head, 60), process.stderr.log().text()
    time.sleep(0.2)
    assert not process.exited(), process.stderr.log().text()
    return process


def bot_of(process: Process) -> int:
    """The process that the command became."""
    return procfs.descendants(process.pid)[-1]


def _busy_ns(cpus: tuple[int, ...]) -> int:
    """What was used of these processors, by anyone and by the hypervisor."""
    total = 0
    for line in Path("/proc/stat").read_text().splitlines():
        name, *words = line.split()
        if name.startswith("cpu") and name[3:] and int(name[3:]) in cpus:
            user, nice, system, _, _, irq, soft, steal = (int(word) for word in words[:8])
            total += user + nice + system + irq + soft + steal
    return total * _TICK_NS


def _waited_ns(process: Process) -> int:
    """What all threads of the bot waited for a processor."""
    total = 0
    for pid in procfs.descendants(process.pid):
        for task in Path(f"/proc/{pid}/task").glob("*/schedstat"):
            try:
                total += int(task.read_text().split()[1])
            except (OSError, IndexError):  # it ended just now
                continue
    return total
