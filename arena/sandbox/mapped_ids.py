"""How does a user who is not root give every bot a user id of its own? From the subordinate ids of /etc/subuid.

newuidmap (Debian's package uidmap) fills the map of a user namespace with ids that the administrator has set aside for
the user. In such a namespace the process that becomes a bot is root and has the seat's id as a second one, so that
everything that root does on the host before it leaves for the seat's id is done there, too.

Run as `python -m arena.sandbox.mapped_ids UID GID` it tries that out.
"""

import ctypes
import os
import subprocess
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from arena.sandbox.errors import SandboxError
from arena.sandbox.jail import PROGRAMS_PATH, privilege_arguments, program

if sys.platform != "win32":
    import pwd

SEAT_INSIDE = 65534  # the seat's id as the namespace knows it
_ETC = Path("/etc")
_SYSCTL = Path("/proc/sys")
# Counted from the first subordinate id: containers of the same user have theirs at the beginning.
_OURS = range(60_600, 61_184)
_CLONE_NEWNS = 0x00020000
_CLONE_NEWUSER = 0x10000000


@dataclass(frozen=True, slots=True)
class MappedIds:
    """User and group ids for bots that belong to nobody else on this host."""

    uids: range
    gids: range


@cache
def find(euid: int) -> MappedIds | str:
    """The ids that this user has for bots, tried out; else a sentence that says what to do."""
    try:
        name = pwd.getpwuid(euid).pw_name
    except KeyError:
        name = str(euid)
    shared = f"bots share the user id {euid} with arena, and with it the kernel's limits"
    for helper in ("newuidmap", "newgidmap"):
        try:
            program(helper)
        except SandboxError:
            return f"{shared}: sudo apt-get install uidmap"
    uids, gids = (subordinate(_ETC / file, name, euid) for file in ("subuid", "subgid"))
    if uids is None or gids is None:
        return f"{shared}: sudo usermod --add-subuids 100000-165535 --add-subgids 100000-165535 {name}"
    trial = subprocess.run(
        [sys.executable, "-s", "-m", __name__, str(uids[0]), str(gids[0])],
        env={"PYTHONPATH": str(Path(__file__).resolve().parents[2]), "PATH": PROGRAMS_PATH},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if trial.returncode != 0:
        return f"{shared} ({' '.join(trial.stderr.split()[-20:])}): {_remedy()}"
    return MappedIds(uids, gids)


def subordinate(file: Path, name: str, uid: int) -> range | None:
    """The part for bots of a user's first range that is large enough."""
    if not file.exists():
        return None
    for line in file.read_text().splitlines():
        owner, _, numbers = line.strip().partition(":")
        first, _, count = numbers.partition(":")
        if owner in (name, str(uid)) and first.isdigit() and count.isdigit() and int(count) >= _OURS.stop:
            return range(int(first) + _OURS.start, int(first) + _OURS.stop)
    return None


class IdMapping:
    """What a process that enters a user namespace and its parent, which maps the ids there, say to each other."""

    def __init__(self) -> None:
        self._entered_read, self._entered_write = os.pipe()
        self._mapped_read, self._mapped_write = os.pipe()

    def enter(self) -> None:
        """As the process that becomes a bot: be root in a user and a mount namespace of its own."""
        os.close(self._entered_read)
        os.close(self._mapped_write)
        libc = ctypes.CDLL(None, use_errno=True)
        if libc.unshare(_CLONE_NEWUSER | _CLONE_NEWNS) != 0:
            raise OSError(ctypes.get_errno(), f"own user namespace: {os.strerror(ctypes.get_errno())}")
        os.write(self._entered_write, b".")
        if os.read(self._mapped_read, 1) != b".":
            raise OSError("the user ids of the bot were not mapped")

    def map(self, pid: int, uid: int, gid: int) -> None:
        """As its parent: we are root there, and the seat's ids are there, too."""
        os.close(self._entered_write)
        os.close(self._mapped_read)
        try:
            if os.read(self._entered_read, 1) == b".":
                _map(pid, "newuidmap", os.geteuid(), uid)
                _map(pid, "newgidmap", os.getegid(), gid)
                os.write(self._mapped_write, b".")
        finally:
            os.close(self._entered_read)
            os.close(self._mapped_write)


def _map(pid: int, helper: str, own: int, seat: int) -> None:
    numbers = (pid, 0, own, 1, SEAT_INSIDE, seat, 1)
    done = subprocess.run([program(helper), *map(str, numbers)], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise OSError(f"{helper} failed: {' '.join(done.stderr.split())}")


def _remedy() -> str:
    restricted = _SYSCTL / "kernel/apparmor_restrict_unprivileged_userns"
    if restricted.exists() and restricted.read_text().strip() == "1":
        return "sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0"
    return "start arena with sudo"


def _try(uid: int, gid: int) -> None:
    mapping = IdMapping()
    pid = os.fork()
    if pid == 0:
        mapping.enter()
        leave = privilege_arguments(SEAT_INSIDE)
        os.execv(leave[0], [*leave, "/bin/true"])
    mapping.map(pid, uid, gid)
    sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))


if __name__ == "__main__":
    _try(int(sys.argv[1]), int(sys.argv[2]))
