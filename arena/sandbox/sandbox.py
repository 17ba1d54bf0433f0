"""How is an untrusted process started, and how is everything it leaves removed?"""

import itertools
import os
import select
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Literal

from arena.operating_system import CAN_RUN_BOTS, NEEDS_LINUX
from arena.sandbox import cgroups, jail, tier
from arena.sandbox.delegation import hierarchy_around
from arena.sandbox.errors import LimitError, SandboxError, SandboxRefused
from arena.sandbox.group import ProcessGroup
from arena.sandbox.jail import READY_FD, SOCKET_IN_JAIL, Jail, Mount, Protection
from arena.sandbox.limits import Limits
from arena.sandbox.logs import LogDrain
from arena.sandbox.made_proc import make_proc, program_of
from arena.sandbox.mapped_ids import SEAT_INSIDE
from arena.sandbox.process import Process
from arena.sandbox.process_tree import ProcessTree
from arena.sandbox.reach import reachable_mounts, refuse_unreadable
from arena.sandbox.reaper import Reaper
from arena.sandbox.run_directory import RunDirectory, default_root, sweep
from arena.sandbox.seats import SandboxSeat, SandboxSeats, seat_users
from arena.sandbox.seccomp import filter_program
from arena.sandbox.spawner import MappedSeat, Spawner, SpawnOrder
from arena.sandbox.tier import Tier
from arena.sandbox.witness import WITNESS_LIMITS, WitnessReport, hear_witness
from arena.units import MIB

BOT: Literal["/bot"] = "/bot"
SCRATCH: Literal["/scratch"] = "/scratch"

_ARGUMENTS_FD = 4
_SECCOMP_FD = 5
_SETUP_S = 30.0

# Above the cgroup's limit, so that it is the cgroup that refuses a fork and counts it.
_SLACK_PROCESSES = 16


@dataclass(frozen=True, slots=True)
class Launch:
    """One bot to start: a command, the folder it finds at /bot, and what it may use.

    Without a sandbox the mounts are not made and /bot and /scratch are other paths, so a command that is to run
    there too names its files relative to `working_directory`.
    """

    command: tuple[str, ...]
    folder: Path
    mounts: tuple[Mount, ...] = ()
    env: Mapping[str, str] = field(default_factory=dict)
    limits: Limits = field(default_factory=Limits)
    with_socket: bool = False
    working_directory: Literal["/bot", "/scratch"] = "/scratch"
    cpus: tuple[int, ...] = ()
    beside: tuple[
        str, ...
    ] = ()  # a program of ours that starts the command, runs beside it and ends as it ends
    weighted: bool = True  # goes before other programs of the host, because a clock runs
    without: frozenset[Protection] = frozenset()


class Sandbox:
    """All bots of one process, in one tier. Any thread may use it; closing it leaves nothing behind."""

    def __init__(self, offered: Tier, root: Path | None = None) -> None:
        sweep(root)
        self.tier = offered
        self._owner = os.getpid()
        grouped = offered.cgroup_version is not None
        delegated = grouped and os.geteuid() != 0
        self._hierarchy = cgroups.find() if grouped and not delegated else None
        self._run = RunDirectory(root or default_root())
        self._own_group = (
            self._hierarchy.join(f"arena-{self._run.name}-own", self._run.note_own_group)
            if self._hierarchy
            else None
        )
        self._users = seat_users(mapped=offered.number == 1)
        try:
            self._seats = SandboxSeats(self._run, self._users)
            scope = f"arena-{self._run.name}" if delegated else None
            self._spawner = Spawner(self._run.path, self._seats.lock_fd, scope)
            if delegated:
                self._hierarchy = hierarchy_around(self._spawner.pid)
        except SandboxError:
            self._leave_own_group()
            self._run.close()
            raise
        self._drain = LogDrain()
        self._readable: set[Path] = set()
        self._processes: dict[int, list[Process]] = {}
        self._numbers = itertools.count()
        self._reaper = Reaper()
        self._mounts = os.geteuid() == 0 or bool(self._users) or tier.may_mount()

    @classmethod
    def open(cls, *, no_sandbox: bool = False, root: Path | None = None) -> "Sandbox":
        """The best tier of this host; a host without namespaces is refused unless the user insists."""
        if not CAN_RUN_BOTS:
            raise SandboxRefused(NEEDS_LINUX)
        offered = Tier(3) if no_sandbox else tier.detect()
        if offered.number == 3 and not no_sandbox:
            reasons = "; ".join(offered.missing)
            raise SandboxRefused(
                f"{reasons}; or pass --no-sandbox, for bots that you trust with everything you have"
            )
        return cls(offered, root)

    @property
    def spawner_pid(self) -> int:
        """The process that is the parent of every bot."""
        return self._spawner.pid

    @property
    def own_users(self) -> bool:
        """Whether every bot has a user id of its own."""
        return bool(self._users)

    @property
    def pins(self) -> bool:
        """Whether control groups keep bots on their processors; else the system call filter must."""
        return self._hierarchy is not None and self._hierarchy.pins

    def take_seat(self) -> SandboxSeat:
        """A seat for a bot, with a user id that no other bot on this host has."""
        self._check_owner()
        seat = self._seats.take()
        self._processes[seat.number] = []
        return seat

    def give_back(self, seat: SandboxSeat) -> None:
        """Kill what still runs on the seat and remove it; if something does not die, later and by itself."""
        lingering = [process for process in self._processes.pop(seat.number) if not process.kill().gone]
        if lingering:
            self._reaper.take(lingering, lambda: self._seats.give_back(seat))
        else:
            self._seats.give_back(seat)

    def hear_witness(self, process: Process) -> WitnessReport:
        """How a process of ours obeys where a bot does not; SandboxError if it does not either. Takes a moment."""
        group = self._new_group(WITNESS_LIMITS, process.cpus, weighted=True)
        return hear_witness(self._spawner, group, process.cpus)

    def socket_for_bot(self, seat: SandboxSeat) -> str:
        """The path of the seat's socket as its bot sees it."""
        return str(seat.socket_path) if self.tier.number == 3 else SOCKET_IN_JAIL

    def launch(self, seat: SandboxSeat, launch: Launch) -> Process:
        """Start a bot and return when its command is about to run; what fails before that is the host's fault."""
        if self.tier.number == 3:
            return self._start(seat, launch, self._bare_order(seat, launch), {}, ProcessTree())
        if self.own_users and launch.folder not in self._readable:
            refuse_unreadable(launch.folder)
            self._readable.add(launch.folder)
        mounts = (Mount(launch.folder, BOT), *launch.mounts)
        return self.launch_jailed(
            seat,
            launch,
            mounts,
            filter_program(may_move=self.pins),
            {},
            proc=self._made_proc(seat, launch, mounts),
        )

    def launch_jailed(
        self,
        seat: SandboxSeat,
        launch: Launch,
        mounts: Sequence[Mount],
        seccomp_filter: bytes,
        writable: Mapping[str, int],
        extra_fds: Mapping[int, int] | None = None,
        proc: Path | None = None,
    ) -> Process:
        """Start a command in a jail of the caller's making; `writable` are further tmpfs with their sizes in MiB.

        Without a folder to show as /proc it finds the kernel's own, which tells of other processes on the host.
        """
        cpus = self._choose_cpus(seat, launch)
        reachable, binds = reachable_mounts(mounts, seat.directory, self.own_users)
        made, folders = self._writable_folders(seat, launch, writable)
        contents = Jail(
            mounts=reachable,
            limits=launch.limits,
            env=launch.env,
            socket=seat.socket_path if launch.with_socket else None,
            working_directory=launch.working_directory,
            writable=writable,
            made=made,
            proc=proc,
            without=launch.without,
        )
        filtered = Protection.SECCOMP not in launch.without
        arguments = jail.bwrap_arguments(contents, _SECCOMP_FD if filtered else None)
        group = self._new_group(launch.limits, cpus, launch.weighted)
        order = SpawnOrder(
            argv=self._jailed_command(seat, launch),
            env={"PATH": jail.PROGRAMS_PATH},
            entrances=[str(path) for path in group.entrances()],
            binds=binds,
            tmpfs=folders,
            cpus=cpus,
            mapped=self._mapped(seat, launch),
        )
        words = b"".join(os.fsencode(word) + b"\0" for word in arguments)
        with _memory_file(words) as arguments_fd, _memory_file(seccomp_filter) as seccomp_fd:
            fds = {_ARGUMENTS_FD: arguments_fd, **({_SECCOMP_FD: seccomp_fd} if filtered else {})}
            return self._start(seat, launch, order, fds | dict(extra_fds or {}), group)

    def new_work_directory(self, parent: Path | None = None) -> Path:
        """A directory for large things, gone at the latest when the sandbox is closed."""
        return self._run.new_work_directory(parent)

    def close(self) -> None:
        """Kill every bot and remove everything that was made."""
        self._check_owner()
        gone = [process.kill().gone for processes in self._processes.values() for process in processes]
        self._processes.clear()
        self._leave_own_group()
        # What does not die is left to the helper, which outlives us for it.
        all_gone = self._reaper.close() and all(gone)
        self._run.close(wait=all_gone)
        self._spawner.close(wait=all_gone)
        self._drain.close()
        self._seats.close()

    def __enter__(self) -> "Sandbox":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _leave_own_group(self) -> None:
        if self._own_group is not None:
            self._own_group.leave()

    def _check_owner(self) -> None:
        if os.getpid() != self._owner:
            raise SandboxError("a sandbox cannot be used in a forked process: open one there")

    def _choose_cpus(self, seat: SandboxSeat, launch: Launch) -> tuple[int, ...]:
        offered = self._hierarchy.cpus() if self._hierarchy else tuple(sorted(os.sched_getaffinity(0)))
        if launch.cpus:
            return launch.cpus
        wanted = launch.limits.cores
        if wanted > len(offered):
            raise LimitError(f"cores: asks for {wanted} of {len(offered)} processors")
        return tuple(sorted(offered[(seat.number * wanted + n) % len(offered)] for n in range(wanted)))

    def _made_proc(self, seat: SandboxSeat, launch: Launch, mounts: Sequence[Mount]) -> Path:
        folder = seat.directory / f"proc-{next(self._numbers)}"
        env = {"PATH": jail.BOT_PATH} | dict(launch.env)
        program = program_of(launch.command, env, launch.working_directory, mounts)
        make_proc(folder, launch.limits, self._choose_cpus(seat, launch), program)
        return folder

    def _new_group(self, limits: Limits, cpus: tuple[int, ...], weighted: bool) -> ProcessGroup:
        if self._hierarchy is None:
            return ProcessTree()
        name = f"arena-{self._run.name}-{next(self._numbers)}"
        return self._hierarchy.create(name, limits, cpus, self._run.note_cgroup, weighted)

    def _jailed_command(self, seat: SandboxSeat, launch: Launch) -> list[str]:
        limits = launch.limits
        own_user = self.own_users and Protection.SEAT_USER not in launch.without
        outer_processes = limits.processes + _SLACK_PROCESSES if own_user else None
        seat_id = SEAT_INSIDE if self._users.mapped else seat.uid
        return [
            *(jail.privilege_arguments(seat_id) if own_user else ()),
            *jail.rlimit_arguments(limits, outer_processes),
            *(jail.program("bwrap"), "--args", str(_ARGUMENTS_FD), "--"),
            *(jail.inner_rlimit_arguments(limits) if self._hierarchy is None else ()),
            *jail.ready_then((*launch.beside, *launch.command)),
        ]

    def _writable_folders(
        self, seat: SandboxSeat, launch: Launch, more: Mapping[str, int]
    ) -> tuple[dict[str, Path], list[tuple[str, str]]]:
        """Where they are mounted, by target, and with which options; none if only bwrap can mount them."""
        if Protection.FILE_COUNT in launch.without or not self._mounts:
            return {}, []
        owner = SEAT_INSIDE if self._mapped(seat, launch) else seat.uid if os.geteuid() == 0 else os.geteuid()
        made: dict[str, Path] = {}
        folders: list[tuple[str, str]] = []
        for one in jail.writable_folders(launch.limits, more):
            point = made[one.target] = seat.directory / f"tmpfs-{next(self._numbers)}"
            point.mkdir()
            options = f"size={one.size_mb * MIB},nr_inodes={one.files},mode={one.mode},uid={owner}"
            folders.append((str(point), options))
        return made, folders

    def _mapped(self, seat: SandboxSeat, launch: Launch) -> MappedSeat | None:
        if not self._users.mapped or Protection.SEAT_USER in launch.without:
            return None
        socket = str(seat.socket_path) if launch.with_socket else None
        return MappedSeat(seat.uid, seat.gid, str(seat.directory), socket)

    def _bare_order(self, seat: SandboxSeat, launch: Launch) -> SpawnOrder:
        scratch = seat.directory / "scratch"
        scratch.mkdir(exist_ok=True)
        directories = {BOT: launch.folder, SCRATCH: scratch}
        env = {"PATH": jail.PROGRAMS_PATH, "HOME": str(scratch), "TMPDIR": str(scratch), "LANG": "C.UTF-8"}
        return SpawnOrder(
            argv=jail.ready_then((*launch.beside, *launch.command)),
            env=env | dict(launch.env),
            directory=str(directories[launch.working_directory].resolve()),
            cpus=self._choose_cpus(seat, launch),
        )

    def _start(
        self,
        seat: SandboxSeat,
        launch: Launch,
        order: SpawnOrder,
        fds: Mapping[int, int],
        group: ProcessGroup,
    ) -> Process:
        ready_read, ready_write = os.pipe()
        out_read, out_write = os.pipe()
        err_read, err_write = os.pipe()
        null = os.open(os.devnull, os.O_RDONLY | os.O_CLOEXEC)
        try:
            given = {0: null, 1: out_write, 2: err_write, READY_FD: ready_write, **fds}
            pid, pidfd = self._spawner.spawn(order, given)
        except SandboxError:
            group.remove()
            for fd in (ready_read, out_read, err_read):
                os.close(fd)
            raise
        finally:
            for fd in (null, out_write, err_write, ready_write):
                os.close(fd)
        cap_bytes = launch.limits.log_kb * 1024
        logs = (self._drain.follow(out_read, cap_bytes), self._drain.follow(err_read, cap_bytes))
        process = Process(seat, self.tier, pid, pidfd, tuple(order.cpus), group, self._spawner, logs)
        self._processes[seat.number].append(process)
        group.adopt(pid)
        if self._hierarchy is None:
            self._run.note_process(pid)
        self._await_ready(process, ready_read, pidfd)
        process.jail_is_ready()
        return process

    def _await_ready(self, process: Process, ready_read: int, pidfd: int) -> None:
        poller = select.poll()
        poller.register(ready_read, select.POLLIN)
        poller.register(pidfd, select.POLLIN)
        poller.poll(_SETUP_S * 1000)
        os.set_blocking(ready_read, False)
        try:
            ready = os.read(ready_read, 1)
        except BlockingIOError:
            ready = b""
        finally:
            os.close(ready_read)
        if not ready:
            process.kill()
            raise SandboxError(
                f"the jail could not be set up: {process.stderr.log().text().strip() or 'no reason given'}"
            )


@contextmanager
def _memory_file(content: bytes) -> Iterator[int]:
    fd = os.memfd_create("arena", os.MFD_CLOEXEC)
    try:
        os.write(fd, content)
        os.lseek(fd, 0, os.SEEK_SET)
        yield fd
    finally:
        os.close(fd)
