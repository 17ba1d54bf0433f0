"""Which user does a seat's bot run as, and where is its socket?"""

import itertools
import os
import struct
import sys
import threading
from dataclasses import dataclass
from pathlib import Path

from arena.sandbox import mapped_ids, procfs
from arena.sandbox.errors import SandboxError
from arena.sandbox.run_directory import RunDirectory, default_root, make_root, remove_tree

if sys.platform != "win32":
    import fcntl

_LONGEST_SOCKET_PATH = 107

# Two ranges that distributions and systemd leave alone; the second is for containers that map 65,536 ids only.
_UID_RANGES = (range(1_900_000_000, 1_900_004_096), range(60_600, 61_184))


@dataclass(frozen=True, slots=True)
class SeatUsers:
    """The user and group ids that bots can have; `mapped` if we are not root and only a namespace knows them."""

    uids: range
    gids: range
    mapped: bool = False

    def __bool__(self) -> bool:
        """Whether every bot has its own; else all have ours."""
        return bool(self.uids)


@dataclass(frozen=True, slots=True)
class SandboxSeat:
    """A seat for one bot: a user nobody else has, and a directory for its socket."""

    number: int
    uid: int
    gid: int
    directory: Path
    socket_path: Path

    def hand_over_socket(self) -> None:
        """Let the seat's user, and nobody else, connect to the socket that the referee has just made."""
        if os.geteuid() == 0:
            os.chown(self.socket_path, self.uid, self.gid)
        self.socket_path.chmod(0o600)


class SandboxSeats:
    """All seats of one run. Byte n of the file `uids` is locked while someone on this host uses the nth user id."""

    def __init__(self, run: RunDirectory, users: SeatUsers | None = None) -> None:
        self._run = run
        self._users = seat_users(mapped=False) if users is None else users
        self._taken: dict[int, int] = {}
        self._numbers = itertools.count()
        self._lock = threading.Lock()
        # One file for the whole host, wherever a run keeps its directory. The lock belongs to the open file and
        # not to this process: the spawner shares it and outlives us.
        make_root(default_root())
        self.lock_fd = os.open(default_root() / "uids", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)

    def take(self) -> SandboxSeat:
        number = next(self._numbers)
        directory = self._run.path / f"seat-{number}"
        socket_path = directory / "s"
        if len(os.fsencode(socket_path)) > _LONGEST_SOCKET_PATH:
            raise SandboxError(
                f"{socket_path} is longer than the {_LONGEST_SOCKET_PATH} characters a socket may have"
            )
        uid, gid = self._take_ids(number) if self._users else (os.geteuid(), os.getegid())
        directory.mkdir(mode=0o711)
        directory.chmod(0o711)
        return SandboxSeat(number, uid, gid, directory, socket_path)

    def give_back(self, seat: SandboxSeat) -> None:
        remove_tree(seat.directory)
        with self._lock:
            uid = self._taken.pop(seat.number, None)
            if uid is not None:
                self._claim(fcntl.F_UNLCK, uid)

    def close(self) -> None:
        os.close(self.lock_fd)

    def _take_ids(self, number: int) -> tuple[int, int]:
        with self._lock:
            for uid, gid in zip(self._users.uids, self._users.gids, strict=True):
                if uid not in self._taken.values() and self._claim(fcntl.F_WRLCK, uid):
                    self._taken[number] = uid
                    return uid, gid
        raise SandboxError("every user id for bots is in use on this host")

    def _claim(self, kind: int, uid: int) -> bool:
        request = struct.pack("hhqqi4x", kind, os.SEEK_SET, uid - self._users.uids.start, 1, 0)
        try:
            fcntl.fcntl(self.lock_fd, fcntl.F_OFD_SETLK, request)
        except (BlockingIOError, PermissionError):
            return False
        return True


def seat_users(*, mapped: bool) -> SeatUsers:
    """The ids for bots: root takes them from the host, another user from a namespace, where `mapped` says so."""
    if os.geteuid() == 0:
        uids = uid_range()
        return SeatUsers(uids, uids)
    ids = mapped_ids.find(os.geteuid()) if mapped else ""
    return (
        SeatUsers(range(0), range(0)) if isinstance(ids, str) else SeatUsers(ids.uids, ids.gids, mapped=True)
    )


def uid_range(uid_map: Path = procfs.PROC / "self/uid_map") -> range:
    """The user ids for bots: the first range that exists in the user namespace we are in."""
    mapped = []
    for line in uid_map.read_text().splitlines():
        first, _, count = (int(word) for word in line.split())
        mapped.append(range(first, first + count))
    for uids in _UID_RANGES:
        if any(uids.start in inside and uids[-1] in inside for inside in mapped):
            return uids
    raise SandboxError("this container has no spare user ids for bots: map at least 61,184 of them")
