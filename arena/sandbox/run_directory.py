"""What has this run created on the host? A list that the next run can clean up from.

A run directory is named after the boot, the process and its start time, so that a later run can tell whether its owner
still lives. Everything is written into its register before it is made; what is in the register of a dead owner is
removed by `sweep`.
"""

import itertools
import os
import shutil
import signal
import stat
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from arena.sandbox import procfs
from arena.sandbox.cgroup_files import destroy
from arena.sandbox.errors import SandboxError
from arena.sandbox.group import wait_until
from arena.sandbox.own_group import evacuate

if sys.platform != "win32":
    import fcntl

_REGISTER = "register"
_PREFIX = "arena-"
_PATIENCE_S = 5.0  # for what was killed to be gone
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

    def note_own_group(self, directory: Path, origin: Path) -> None:
        """The group of this process itself, whose members go back to `origin` instead of being killed."""
        self._note(f"own {directory} {origin}")

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

    def close(self, wait: bool = True) -> None:
        """Remove everything that this run has made; what somebody still holds is left, waited for or not."""
        os.close(self._register_fd)
        clean_up(self.path, _PATIENCE_S if wait else 0.0)

    def _note(self, line: str) -> None:
        os.write(self._register_fd, f"{line}\n".encode())


def sweep(root: Path | None = None) -> tuple[str, ...]:
    """Remove what runs that died without cleaning up have left; their names."""
    runs = (root or default_root()) / "runs"
    if not runs.is_dir():
        return ()
    dead = [path for path in sorted(runs.iterdir()) if not _owner_lives(path.name)]
    return tuple(path.name for path in dead if clean_up(path))


def clean_up(run: Path, patience_s: float = _PATIENCE_S) -> bool:
    """Remove everything in a run's register and then the run itself; whether there was something and it is gone.

    A run that someone else is cleaning up is left to them, and one with a process that does not die to the next sweep.
    """
    with _exclusively(run) as ours:
        return ours and _cleaned(run, patience_s)


def clean_up_whole(run: Path, meanwhile: Callable[[], object]) -> None:
    """Remove everything of a run, however long that takes."""
    with _exclusively(run) as ours:
        while ours and not _cleaned(run, patience_s=1.0):
            meanwhile()


def _cleaned(run: Path, patience_s: float) -> bool:
    entries = _entries(run)
    processes = [value for kind, value in entries if kind == "process"]
    cgroups = [Path(value) for kind, value in entries if kind == "cgroup"]
    paths = [Path(value) for kind, value in entries if kind == "path"]
    for kind, value in entries:
        if kind == "own":
            _evacuate(*(Path(part) for part in value.split(" ", 1)))
    stayed = [value for value in processes if not _killed(value, patience_s)]
    if stayed:
        return False
    if destroy((path for path in cgroups if path.name.startswith(_PREFIX)), patience_s):
        return False
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
    """Whether the run is there and ours to clean up: its own helper and the next run may come at the same moment."""
    try:
        fd = os.open(run, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except FileNotFoundError:
        yield False
        return
    try:
        yield _locked(fd) and run.exists()
    finally:
        os.close(fd)


def _locked(fd: int) -> bool:
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _entries(run: Path) -> list[tuple[str, str]]:
    register = run / _REGISTER
    if not register.exists():
        return []
    # A line that was cut short names something that was not made yet.
    whole_lines = register.read_text().split("\n")[:-1]
    return [(kind, value) for kind, _, value in (line.partition(" ") for line in whole_lines)]


def _evacuate(directory: Path, origin: Path) -> None:
    if directory.name.startswith(_PREFIX) and directory.is_dir():
        evacuate(directory, origin)


def _killed(value: str, patience_s: float) -> bool:
    pid, start_ticks = (int(part) for part in value.split())

    def gone() -> bool:
        found = procfs.stat(pid)
        if found is None or found.dead or found.start_ticks != start_ticks:
            return True
        for member in reversed(procfs.descendants(pid)):
            with suppress(ProcessLookupError):
                os.kill(member, signal.SIGKILL)
        return False

    return wait_until(gone, patience_s)
