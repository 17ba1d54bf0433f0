"""What confines a bot? The arguments of setpriv, prlimit and bwrap."""

import shutil
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path

from arena.sandbox.errors import SandboxError
from arena.sandbox.limits import Limits
from arena.units import MIB

FILES_A_MB = 256
PROGRAMS_PATH = "/usr/bin:/bin:/usr/sbin:/sbin"
BOT_PATH = "/usr/bin:/bin"
SOCKET_IN_JAIL = "/run/arena/seat.sock"

# Address space is not memory: libraries, thread stacks and allocators reserve far more than they touch.
_ADDRESS_SPACE_ROOM_MB = 4096

# Written by a shell of ours inside the jail, before a line of the bot has run and to a descriptor that it closes: without
# this byte the jail itself failed, which is no fault of the bot's.
READY_FD = 3
_READY_THEN_EXEC = f'printf . >&{READY_FD}; exec "$@" {READY_FD}>&-'


class Protection(Enum):
    """What a test can leave out of a launch to show what it is good for; rated play never does."""

    SECCOMP = "system call filter"
    SEAT_USER = "a user id of its own"
    USER_NAMESPACES = "no further user namespaces"
    FILE_COUNT = "a limit of files in memory"
    PROC = "a /proc that says nothing of others"


@dataclass(frozen=True, slots=True)
class Mount:
    """A file or folder of the host that the jail shows read-only under another name."""

    source: Path
    target: str


@dataclass(frozen=True, slots=True)
class Tmpfs:
    """A folder in memory that a bot may write to."""

    target: str
    size_mb: int
    mode: str

    @property
    def files(self) -> int:
        """As many as it has pages: each takes a kilobyte of the kernel's own memory, and time when all of them go."""
        return self.size_mb * FILES_A_MB


@dataclass(frozen=True, slots=True)
class Jail:
    """Everything that bwrap is told, with paths that the seat's user can reach."""

    mounts: tuple[Mount, ...]
    limits: Limits
    env: Mapping[str, str] = field(default_factory=dict)
    socket: Path | None = None
    working_directory: str = "/scratch"
    writable: Mapping[str, int] = field(default_factory=dict)
    made: Mapping[str, Path] = field(
        default_factory=dict
    )  # where the writable folders are that we mount, by target
    proc: Path | None = None  # a folder to show as /proc; without one the kernel's own is mounted
    without: frozenset[Protection] = frozenset()


def program(name: str) -> str:
    """The path of a program of the host, never looked up in the user's own PATH."""
    path = shutil.which(name, path=PROGRAMS_PATH)
    if path is None:
        raise SandboxError(f"{name} is not installed")
    return path


def ready_then(command: Iterable[str]) -> list[str]:
    """The command behind a shell that first says that it got as far as this."""
    return ["/bin/sh", "-c", _READY_THEN_EXEC, "sh", *command]


def privilege_arguments(uid: int) -> list[str]:
    """Leave root for good. bwrap run by root would leave the bot the host's user 0."""
    return [
        program("setpriv"),
        f"--reuid={uid}",
        f"--regid={uid}",
        "--clear-groups",
        "--inh-caps=-all",
        "--bounding-set=-all",
        "--no-new-privs",
    ]


def rlimit_arguments(limits: Limits, processes: int | None) -> list[str]:
    """Limits that hold in every tier; `processes` counts all of a user's, so it is for users that have no others."""
    arguments = [
        program("prlimit"),
        f"--nofile={limits.open_files}",
        # Not 0: a core_pattern that names a program starts it outside all limits for every limit but 1.
        "--core=1",
        f"--fsize={limits.file_mb * MIB}",
    ]
    return arguments + ([] if processes is None else [f"--nproc={processes}"])


def inner_rlimit_arguments(limits: Limits) -> list[str]:
    """Limits that stand in for a cgroup, set inside the jail, where a user's processes elsewhere do not count."""
    return [
        program("prlimit"),
        f"--nproc={limits.processes}",
        f"--data={limits.memory_mb * MIB}",
        f"--as={(limits.memory_mb + _ADDRESS_SPACE_ROOM_MB) * MIB}",
    ]


def bwrap_arguments(jail: Jail, seccomp_fd: int | None) -> list[str]:
    """The jail, as arguments that bwrap reads from a descriptor."""
    return [
        *_namespaces(jail.without),
        *_environment(jail.env),
        *_system(),
        *_proc(jail),
        *_dev(jail),
        *(word for one in writable_folders(jail.limits, jail.writable)[1:] for word in _tmpfs(jail, one)),
        *(word for mount in jail.mounts for word in ("--ro-bind", str(mount.source), mount.target)),
        *(("--ro-bind", str(jail.socket), SOCKET_IN_JAIL) if jail.socket else ()),
        *("--remount-ro", "/", "--chdir", jail.working_directory),
        *(("--seccomp", str(seccomp_fd)) if seccomp_fd is not None else ()),
    ]


def _namespaces(without: frozenset[Protection]) -> list[str]:
    no_more = ["--disable-userns", "--assert-userns-disabled"]
    return [
        *("--unshare-all", "--unshare-user"),
        *([] if Protection.USER_NAMESPACES in without else no_more),
        *("--uid", "65534", "--gid", "65534", "--hostname", "bot"),
        *("--die-with-parent", "--new-session", "--cap-drop", "ALL"),
    ]


def _environment(env: Mapping[str, str]) -> list[str]:
    defaults = {"PATH": BOT_PATH, "HOME": "/scratch", "TMPDIR": "/scratch", "LANG": "C.UTF-8"}
    arguments = ["--clearenv"]
    for name, value in (defaults | dict(env)).items():
        arguments += ["--setenv", name, value]
    return arguments


def _system() -> list[str]:
    arguments = ["--ro-bind", "/usr", "/usr"]
    for name in ("bin", "sbin", "lib", "lib32", "lib64", "libx32"):
        path = Path("/") / name
        if path.is_symlink():
            arguments += ["--symlink", str(path.readlink()), str(path)]
        elif path.is_dir():
            arguments += ["--ro-bind", str(path), str(path)]
    # Debian's /usr/bin/java, cc and their like are links through alternatives, and Java keeps half of itself in /etc.
    settings = (Path("/etc/ld.so.cache"), Path("/etc/alternatives"), *sorted(Path("/etc").glob("java-*")))
    for path in settings:
        if path.exists():
            arguments += ["--ro-bind", str(path), str(path)]
    return arguments


def _proc(jail: Jail) -> list[str]:
    if Protection.PROC in jail.without:
        return ["--proc", "/proc"]
    if jail.proc is None:
        return ["--proc", "/proc", "--ro-bind", "/proc/sys", "/proc/sys"]
    return ["--ro-bind", str(jail.proc), "/proc"]


def _dev(jail: Jail) -> list[str]:
    return [
        *("--dev", "/dev"),
        # Pseudo-terminals are counted for the whole host.
        *("--size", "4096", "--tmpfs", "/dev/pts", "--remount-ro", "/dev/pts"),
        *_tmpfs(jail, writable_folders(jail.limits, {})[0]),
        *("--remount-ro", "/dev"),
    ]


def writable_folders(limits: Limits, more: Mapping[str, int]) -> tuple[Tmpfs, ...]:
    """The folders that a bot may write to, /dev/shm first; `more` are others with their sizes in MiB."""
    return (
        Tmpfs("/dev/shm", limits.shared_memory_mb, "1777"),
        Tmpfs("/scratch", limits.scratch_mb, "1777"),
        *(Tmpfs(target, size_mb, "0755") for target, size_mb in more.items()),
    )


def _tmpfs(jail: Jail, one: Tmpfs) -> list[str]:
    """bwrap cannot limit the number of files, so it mounts only what we could not."""
    if one.target in jail.made:
        return ["--bind", str(jail.made[one.target]), one.target]
    return ["--size", str(one.size_mb * MIB), "--perms", one.mode, "--tmpfs", one.target]
