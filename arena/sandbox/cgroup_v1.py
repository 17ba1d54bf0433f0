"""A version 1 control group for a bot: one directory in each hierarchy."""

import os
from collections.abc import Callable, Mapping
from pathlib import Path

from arena.sandbox.cgroup_files import (
    any_runnable,
    flat_keyed,
    format_cpus,
    kill_each,
    number_after,
    parse_cpus,
    pids_in,
    remove_directory,
)
from arena.sandbox.errors import SandboxError
from arena.sandbox.group import Usage
from arena.sandbox.limits import Limits
from arena.sandbox.own_group import OwnGroup, join
from arena.sandbox.stolen_time import StolenTime
from arena.units import MIB

V1_CONTROLLERS = ("memory", "pids", "cpuacct", "cpuset", "freezer")
# Not needed to hold a bot, but to be fair to it: weight against other programs, and pressure, which only version 2 keeps.
WEIGHT, PRESSURE = "cpu", "pressure"
HIGHEST_SHARES = "102400"  # a hundred times an ordinary group's, like the highest weight of version 2

# bwrap's two own processes are in the group, but not the bot's.
OWN_PROCESSES = 2


class V1Hierarchies:
    """Our groups stand below the group of this process, so that its limits still bind the bots."""

    version = 1
    pins = True

    def __init__(self, parents: Mapping[str, Path], own_weight: Path | None = None) -> None:
        self._parents = parents
        self._own_weight = own_weight  # the group in the hierarchy of weights that this process is in

    def usable(self) -> str | None:
        for controller, parent in self._parents.items():
            if controller not in V1_CONTROLLERS:
                continue
            if not os.access(parent, os.W_OK):
                return f"the {controller} control group {parent} cannot be written: start arena as root, outside a container"
        return None

    def cpus(self) -> tuple[int, ...]:
        return parse_cpus((self._parents["cpuset"] / "cpuset.effective_cpus").read_text())

    def create(
        self,
        name: str,
        limits: Limits,
        cpus: tuple[int, ...],
        register: Callable[[Path], None],
        weighted: bool = True,
    ) -> "V1Group":
        directories = {controller: parent / name for controller, parent in self._parents.items()}
        try:
            for directory in dict.fromkeys(directories.values()):
                register(directory)
                directory.mkdir()
            _set_limits(directories, self._parents["cpuset"], limits, cpus)
            if weighted and WEIGHT in directories:
                _weigh(directories[WEIGHT])
        except OSError as error:
            for directory in directories.values():
                remove_directory(directory, timeout_s=0)
            raise SandboxError(f"control group {name} could not be made: {error}") from error
        return V1Group(directories, cpus)

    def join(self, name: str, register: Callable[[Path, Path], None]) -> OwnGroup | None:
        if WEIGHT not in self._parents or self._own_weight is None:
            return None
        return join(self._parents[WEIGHT] / name, self._own_weight, _weigh, register)


def _weigh(directory: Path) -> None:
    (directory / "cpu.shares").write_text(HIGHEST_SHARES)


def _set_limits(
    directories: Mapping[str, Path], cpuset_parent: Path, limits: Limits, cpus: tuple[int, ...]
) -> None:
    memory = directories["memory"]
    (memory / "memory.limit_in_bytes").write_text(str(limits.memory_mb * MIB))
    with_swap = memory / "memory.memsw.limit_in_bytes"
    if with_swap.exists():
        with_swap.write_text(str(limits.memory_mb * MIB))
    else:
        (memory / "memory.swappiness").write_text("0")
    (directories["pids"] / "pids.max").write_text(str(limits.processes + OWN_PROCESSES))
    (directories["cpuset"] / "cpuset.mems").write_text(
        (cpuset_parent / "cpuset.effective_mems").read_text().strip()
    )
    (directories["cpuset"] / "cpuset.cpus").write_text(format_cpus(cpus))


class V1Group:
    """One bot's directories."""

    def __init__(self, directories: Mapping[str, Path], cpus: tuple[int, ...]) -> None:
        self._directories = directories
        self._state_fd = os.open(directories["freezer"] / "freezer.state", os.O_RDWR | os.O_CLOEXEC)
        self._cpu_fd = os.open(directories["cpuacct"] / "cpuacct.usage", os.O_RDONLY | os.O_CLOEXEC)
        self._memory_fd = os.open(directories["memory"] / "memory.oom_control", os.O_RDONLY | os.O_CLOEXEC)
        self.stolen = StolenTime.of_group(directories.get(PRESSURE), cpus, self.cpu_ns)

    def entrances(self) -> tuple[Path, ...]:
        # Not cgroup.procs where it can be helped: moving oneself as one thread spares the kernel a lock that costs 20 ms.
        entrances = {
            controller: directory / ("cgroup.procs" if controller == PRESSURE else "tasks")
            for controller, directory in self._directories.items()
        }
        return tuple(dict.fromkeys(entrances.values()))

    def adopt(self, pid: int) -> None:
        pass

    def freeze(self) -> bool:
        os.pwrite(self._state_fd, b"FROZEN", 0)
        return os.pread(self._state_fd, 16, 0).startswith(b"FROZEN")

    def thaw(self) -> None:
        os.pwrite(self._state_fd, b"THAWED", 0)

    def runnable(self) -> bool:
        return any_runnable(self._directories["freezer"] / "tasks")

    def cpu_ns(self) -> int:
        return int(os.pread(self._cpu_fd, 32, 0))

    @property
    def weighted(self) -> bool:
        return WEIGHT in self._directories

    def stand_back(self) -> None:
        if WEIGHT in self._directories:
            (self._directories[WEIGHT] / "cpu.shares").write_text("1024")

    def memory_kills(self) -> int | None:
        return number_after(b"oom_kill", self._memory_fd)

    def usage(self) -> Usage:
        memory = self._directories["memory"]
        return Usage(
            cpu_ns=self.cpu_ns(),
            memory_peak_bytes=int((memory / "memory.max_usage_in_bytes").read_text()),
            memory_kills=self.memory_kills(),
            forks_refused=flat_keyed((self._directories["pids"] / "pids.events").read_text()).get("max"),
        )

    def kill(self) -> None:
        # Told to stop first, so that little can fork away from the list; SIGKILL lands at the thaw.
        self.freeze()
        kill_each(pids_in(self._directories["freezer"]))
        self.thaw()

    def empty(self) -> bool:
        return not pids_in(self._directories["freezer"])

    def remove(self) -> None:
        for fd in (self._state_fd, self._cpu_fd, self._memory_fd):
            os.close(fd)
        self.stolen.close()
        for directory in dict.fromkeys(self._directories.values()):
            if not remove_directory(directory):
                raise SandboxError(f"control group {directory} could not be removed: it is still in use")
