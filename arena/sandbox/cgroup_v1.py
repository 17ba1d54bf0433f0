"""A version 1 control group for a bot: one directory in each of five hierarchies."""

import os
from collections.abc import Callable, Mapping
from pathlib import Path

from arena.sandbox.cgroup_files import (
    flat_keyed,
    format_cpus,
    kill_each,
    number_after,
    parse_cpus,
    pids_in,
    remove_directory,
)
from arena.sandbox.errors import SandboxError
from arena.sandbox.group import FREEZE_S, Usage, wait_until
from arena.sandbox.limits import Limits
from arena.units import MIB

V1_CONTROLLERS = ("memory", "pids", "cpuacct", "cpuset", "freezer")

# bwrap's two own processes are in the group, but not the bot's.
OWN_PROCESSES = 2


class V1Hierarchies:
    """Our groups stand below the group of this process, so that its limits still bind the bots."""

    version = 1

    def __init__(self, parents: Mapping[str, Path]) -> None:
        self._parents = parents

    def usable(self) -> str | None:
        for controller, parent in self._parents.items():
            if not os.access(parent, os.W_OK):
                return f"the {controller} control group {parent} cannot be written: start arena as root, outside a container"
        return None

    def cpus(self) -> tuple[int, ...]:
        return parse_cpus((self._parents["cpuset"] / "cpuset.effective_cpus").read_text())

    def create(
        self, name: str, limits: Limits, cpus: tuple[int, ...], register: Callable[[Path], None]
    ) -> "V1Group":
        directories = {controller: parent / name for controller, parent in self._parents.items()}
        try:
            for directory in directories.values():
                register(directory)
                directory.mkdir()
            _set_limits(directories, self._parents["cpuset"], limits, cpus)
        except OSError as error:
            for directory in directories.values():
                remove_directory(directory, timeout_s=0)
            raise SandboxError(f"control group {name} could not be made: {error}") from error
        return V1Group(directories)


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
    """One bot's five directories."""

    def __init__(self, directories: Mapping[str, Path]) -> None:
        self._directories = directories
        self._state_fd = os.open(directories["freezer"] / "freezer.state", os.O_RDWR | os.O_CLOEXEC)
        self._cpu_fd = os.open(directories["cpuacct"] / "cpuacct.usage", os.O_RDONLY | os.O_CLOEXEC)
        self._memory_fd = os.open(directories["memory"] / "memory.oom_control", os.O_RDONLY | os.O_CLOEXEC)

    def entrances(self) -> tuple[Path, ...]:
        # Not cgroup.procs: moving oneself as one thread spares the kernel a lock that costs 20 ms.
        return tuple(directory / "tasks" for directory in self._directories.values())

    def adopt(self, pid: int) -> None:
        pass

    def freeze(self) -> bool:
        os.pwrite(self._state_fd, b"FROZEN", 0)
        return wait_until(lambda: os.pread(self._state_fd, 16, 0).startswith(b"FROZEN"), FREEZE_S)

    def thaw(self) -> None:
        os.pwrite(self._state_fd, b"THAWED", 0)

    def cpu_ns(self) -> int:
        return int(os.pread(self._cpu_fd, 32, 0))

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
        # Frozen first, so that nothing can fork away from the list; SIGKILL lands at the thaw.
        self.freeze()
        kill_each(pids_in(self._directories["freezer"]))
        self.thaw()

    def empty(self) -> bool:
        return not pids_in(self._directories["freezer"])

    def remove(self) -> None:
        for fd in (self._state_fd, self._cpu_fd, self._memory_fd):
            os.close(fd)
        for directory in self._directories.values():
            if not remove_directory(directory):
                raise SandboxError(f"control group {directory} could not be removed: it is still in use")
