"""What has this run created on the host? A list that the next run can clean up from.

A run directory is named after the boot, the process and its start time, so that a later run can tell whether its owner
still lives. Everything is written into its register before it is made; what is in the register of a dead owner is
removed by `sweep`.
"""

import fcntl
import itertools
import os
import shutil
import signal
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from arena.sandbox import procfs
from arena.sandbox.cgroup_files import destroy
from arena.sandbox.errors import SandboxError
from arena.sandbox.group import wait_until

_REGISTER = "register"
_PREFIX = "arena-"
_numbers = itertools.count()


def default_root() -> Path:
    """The directory in which all runs of this user keep theirs; short, since socket paths end at 107 characters."""
    if os.geteuid() == 0:
        return Path("/run/arena")
    runtime = os.environ.get("XDG_RUNTIME_DIR")
    return Path(runtime) / "arena" if runtime else Path(tempfile.gettempdir()) / f"arena-{os.geteuid()}"


def make_root(root: Path) -> None:
    """The directory of all runs of this user; refused if someone else has put it there."""
    for directory in (root, root / "runs"):
        directory.mkdir(mode=0o711, exist_ok=True)
        found = directory.lstat()
        if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.geteuid():
            raise SandboxError(f"{directory} is not a directory of this user: remove it")
        directory.chmod(0o711)


class RunDirectory:
    """The directory and the register of this process's run."""

    def __init__(self, root: Path) -> None:
        self.root = root
        make_root(root)
        # The last number is for a process that opens several sandboxes.
        self.name = f"{_boot()}-{os.getpid()}-{_own_start()}-{next(_numbers)}"
        self.path = root / "runs" / self.name
        self.path.mkdir(mode=0o711)
        # The umask must not keep the seats from passing through to their sockets.
        self.path.chmod(0o711)
        self._register_fd = os.open(
            self.path / _REGISTER, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o600
        )

    def note_cgroup(self, directory: Path) -> None:
        self._note(f"cgroup {directory}")

    def note_process(self, pid: int) -> None:
        found = procfs.stat(pid)
        if found is not None:
            self._note(f"process {pid} {found.start_ticks}")

    def new_work_directory(self, parent: Path | None = None) -> Path:
        """A directory on disk for things that may be large."""
        directory = (parent or Path(tempfile.gettempdir())) / f"{_PREFIX}{self.name}-{next(_numbers)}"
        self._note(f"path {directory}")
        directory.mkdir(mode=0o711)
        directory.chmod(0o711)
        return directory

    def close(self) -> None:
        """Remove everything that this run has made."""
        os.close(self._register_fd)
        clean_up(self.path)

    def _note(self, line: str) -> None:
        os.write(self._register_fd, f"{line}\n".encode())


def sweep(root: Path | None = None) -> tuple[str, ...]:
    """Remove what runs that died without cleaning up have left; their names."""
    runs = (root or default_root()) / "runs"
    if not runs.is_dir():
        return ()
    dead = [path for path in sorted(runs.iterdir()) if not _owner_lives(path.name)]
    return tuple(path.name for path in dead if clean_up(path))


def clean_up(run: Path) -> bool:
    """Remove everything in a run's register and then the run itself; whether there was anything to do."""
    with _exclusively(run) as there:
        if not there:
            return False
        cgroups, paths = [], []
        for kind, value in _entries(run):
            if kind == "cgroup":
                cgroups.append(Path(value))
            elif kind == "process":
                _kill_process(*(int(part) for part in value.split()))
            elif kind == "path":
                paths.append(Path(value))
        stayed = destroy(path for path in cgroups if path.name.startswith(_PREFIX))
        if stayed:
            raise SandboxError(
                f"control group {stayed[0]} of an earlier run could not be removed: it is still in use"
            )
        for path in paths:
            if path.name.startswith(_PREFIX) and path.exists():
                remove_tree(path)
        remove_tree(run)
    return True


def remove_tree(directory: Path) -> None:
    """Remove a directory and all in it, also what may not be written to: without a sandbox `go` leaves such directories."""
    try:
        shutil.rmtree(directory)
    except PermissionError:
        closed = [directory]
        while closed:
            opened = closed.pop()
            opened.chmod(0o700)
            with os.scandir(opened) as entries:
                closed += [Path(entry.path) for entry in entries if entry.is_dir(follow_symlinks=False)]
        shutil.rmtree(directory)


def _boot() -> str:
    return (procfs.PROC / "sys/kernel/random/boot_id").read_text()[:8]


def _own_start() -> int:
    found = procfs.stat(os.getpid())
    if found is None:
        raise SandboxError("/proc is not mounted")
    return found.start_ticks


def _owner_lives(name: str) -> bool:
    try:
        boot, pid, start_ticks, _ = name.split("-")
        found = procfs.stat(int(pid))
        return (
            boot == _boot() and found is not None and not found.dead and found.start_ticks == int(start_ticks)
        )
    except ValueError:
        return False


@contextmanager
def _exclusively(run: Path) -> Iterator[bool]:
    """One cleaner at a time: the run's own helper and the next run may come at the same moment."""
    try:
        fd = os.open(run, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except FileNotFoundError:
        yield False
        return
    try:
        fcntl.flock(fd, fcntl.LOCK_EX)
        yield run.exists()
    finally:
        os.close(fd)


def _entries(run: Path) -> list[tuple[str, str]]:
    register = run / _REGISTER
    if not register.exists():
        return []
    # A line that was cut short names something that was not made yet.
    whole_lines = register.read_text().split("\n")[:-1]
    return [(kind, value) for kind, _, value in (line.partition(" ") for line in whole_lines)]


def _kill_process(pid: int, start_ticks: int) -> None:
    def gone() -> bool:
        found = procfs.stat(pid)
        if found is None or found.dead or found.start_ticks != start_ticks:
            return True
        for member in reversed(procfs.descendants(pid)):
            with suppress(ProcessLookupError):
                os.kill(member, signal.SIGKILL)
        return False

    if not wait_until(gone, timeout_s=5.0):
        raise SandboxError(f"process {pid} of an earlier run could not be killed")
