"""A version 2 control group for a bot: one directory for everything."""

import errno
import os
from collections.abc import Callable, Sequence
from contextlib import suppress
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
from arena.sandbox.cgroup_v1 import OWN_PROCESSES
from arena.sandbox.errors import SandboxError
from arena.sandbox.group import Usage
from arena.sandbox.limits import Limits
from arena.sandbox.own_group import OwnGroup, join
from arena.sandbox.stolen_time import StolenTime
from arena.units import MIB

V2_CONTROLLERS = ("memory", "pids", "cpuset")
WEIGHT = "cpu"  # not needed to hold a bot, but to be fair to it
HIGHEST_WEIGHT = "10000"


class V2Hierarchy:
    """Root's groups stand at the top of what is mounted, the only group that may hold processes and other groups."""

    version = 2

    def __init__(
        self,
        parent: Path,
        own: Path | None = None,
        controllers: Sequence[str] = V2_CONTROLLERS,
        weights: bool = True,
    ) -> None:
        self._parent = parent
        self._own = own or parent  # the group that this process is in
        self._controllers = controllers
        self._weights = weights  # of use only beside the other programs of the host
        self.pins = "cpuset" in controllers

    def usable(self) -> str | None:
        try:
            self._enable()
            if not os.access(self._parent, os.W_OK):
                raise PermissionError(errno.EROFS, os.strerror(errno.EROFS))
        except OSError as error:
            return (
                f"the control group {self._parent} cannot pass on {', '.join(self._controllers)} ({error.strerror}): "
                "start arena as root; inside a container, with all its processes in a group below the top one"
            )
        return None

    def cpus(self) -> tuple[int, ...]:
        if not self.pins:
            return tuple(sorted(os.sched_getaffinity(0)))
        return parse_cpus((self._parent / "cpuset.cpus.effective").read_text())

    def create(
        self,
        name: str,
        limits: Limits,
        cpus: tuple[int, ...],
        register: Callable[[Path], None],
        weighted: bool = True,
    ) -> "V2Group":
        directory = self._parent / name
        try:
            self._enable()
            register(directory)
            directory.mkdir()
            _set_limits(directory, limits, cpus if self.pins else ())
            if weighted:
                with suppress(FileNotFoundError):
                    _weigh(directory)
        except OSError as error:
            remove_directory(directory, timeout_s=0)
            raise SandboxError(f"control group {name} could not be made: {error}") from error
        return V2Group(directory, cpus)

    def join(self, name: str, register: Callable[[Path, Path], None]) -> OwnGroup | None:
        if not self._weights:
            return None
        with suppress(OSError):
            self._enable()
        return join(self._parent / name, self._own, _weigh, register)

    def _enable(self) -> None:
        switch = self._parent / "cgroup.subtree_control"
        if self._weights and WEIGHT not in switch.read_text().split():
            with suppress(OSError):
                switch.write_text(f"+{WEIGHT}")
        missing = [
            controller for controller in self._controllers if controller not in switch.read_text().split()
        ]
        if missing:
            switch.write_text(" ".join(f"+{controller}" for controller in missing))


def _weigh(directory: Path) -> None:
    weight = directory / "cpu.weight"
    if not weight.exists():
        raise FileNotFoundError(errno.ENOENT, "no controller of weights", str(weight))
    weight.write_text(HIGHEST_WEIGHT)


def _set_limits(directory: Path, limits: Limits, cpus: tuple[int, ...]) -> None:
    (directory / "memory.max").write_text(str(limits.memory_mb * MIB))
    swap = directory / "memory.swap.max"
    if swap.exists():
        swap.write_text("0")
    (directory / "memory.oom.group").write_text("1")
    (directory / "pids.max").write_text(str(limits.processes + OWN_PROCESSES))
    if cpus:
        (directory / "cpuset.cpus").write_text(format_cpus(cpus))


class V2Group:
    """One bot's directory."""

    def __init__(self, directory: Path, cpus: tuple[int, ...] = ()) -> None:
        self._directory = directory
        self._freeze_fd = os.open(directory / "cgroup.freeze", os.O_RDWR | os.O_CLOEXEC)
        self._events_fd = os.open(directory / "cgroup.events", os.O_RDONLY | os.O_CLOEXEC)
        self._cpu_fd = os.open(directory / "cpu.stat", os.O_RDONLY | os.O_CLOEXEC)
        memory = directory / "memory.events"
        self._memory_fd = os.open(memory, os.O_RDONLY | os.O_CLOEXEC) if memory.exists() else None
        self.stolen = StolenTime.of_group(directory, cpus, self.cpu_ns)

    def entrances(self) -> tuple[Path, ...]:
        return (self._directory / "cgroup.procs",)

    def adopt(self, pid: int) -> None:
        pass

    def freeze(self) -> bool:
        os.pwrite(self._freeze_fd, b"1", 0)
        return self._event("frozen") == 1

    def thaw(self) -> None:
        os.pwrite(self._freeze_fd, b"0", 0)

    def runnable(self) -> bool:
        return any_runnable(self._directory / "cgroup.threads")

    def cpu_ns(self) -> int:
        used_us = number_after(b"usage_usec", self._cpu_fd)
        assert used_us is not None
        return used_us * 1000

    @property
    def weighted(self) -> bool:
        return (self._directory / "cpu.weight").exists()

    def stand_back(self) -> None:
        if self.weighted:
            (self._directory / "cpu.weight").write_text("100")

    def memory_kills(self) -> int | None:
        if self._memory_fd is None:
            return None
        return number_after(b"oom_kill", self._memory_fd)

    def usage(self) -> Usage:
        peak = self._directory / "memory.peak"
        return Usage(
            cpu_ns=self.cpu_ns(),
            memory_peak_bytes=int(peak.read_text()) if peak.exists() else None,
            memory_kills=self.memory_kills(),
            forks_refused=self._keyed("pids.events").get("max"),
        )

    def kill(self) -> None:
        if (self._directory / "cgroup.kill").exists():
            (self._directory / "cgroup.kill").write_text("1")
        else:
            # Kernels before 5.14: told to stop, so that little can fork away from the list.
            self.freeze()
            kill_each(pids_in(self._directory))

    def empty(self) -> bool:
        return self._event("populated") == 0 and not pids_in(self._directory)

    def remove(self) -> None:
        for fd in (self._freeze_fd, self._events_fd, self._cpu_fd, self._memory_fd):
            if fd is not None:
                os.close(fd)
        self.stolen.close()
        if not remove_directory(self._directory):
            raise SandboxError(f"control group {self._directory} could not be removed: it is still in use")

    def _event(self, key: str) -> int:
        return flat_keyed(os.pread(self._events_fd, 4096, 0).decode())[key]

    def _keyed(self, name: str) -> dict[str, int]:
        path = self._directory / name
        return flat_keyed(path.read_text()) if path.exists() else {}
