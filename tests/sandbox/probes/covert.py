"""How can one bot signal to another? All they share is the host's files, read-only, and its kernel."""

import ctypes
import fcntl
import mmap
import os
import signal
import socket
import sqlite3
import struct
import threading
import time
from pathlib import Path

from tests.sandbox.probes import probe

SHARED = "/usr/bin/env"
_FUTEX_WAIT, _FUTEX_WAKE = 0, 1
_SO_COOKIE = 57
_CLONE_PIDFD = 0x1000
_LARGEST_PIPE = 1 << 20
_MOST_PIPES = 100  # a user has room for 64
_libc = ctypes.CDLL(None, use_errno=True)
_received = threading.Event()


def hold_lock(kind: str) -> str:
    """Take a lock on the shared file and keep it for a while."""
    _lock(kind)
    probe.say("holding", "ok")
    time.sleep(10)
    return "held"


def try_lock(kind: str) -> str:
    _lock(kind)
    return "free"


def _lock(kind: str) -> None:
    file = os.open(SHARED, os.O_RDONLY)
    request = struct.pack("hhqqi4x", fcntl.F_RDLCK, os.SEEK_SET, 0, 1, 0)
    if kind == "flock":
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    elif kind == "posix":
        fcntl.fcntl(file, fcntl.F_SETLK, request)
    elif kind == "ofd":
        fcntl.fcntl(file, fcntl.F_OFD_SETLK, request)
    elif kind == "lease":
        fcntl.fcntl(file, fcntl.F_SETLEASE, fcntl.F_RDLCK)


def use_up_pipes(_: str) -> str:
    """Take all the room in pipes that the kernel gives one user, without touching it."""
    kept = [os.pipe()]
    while _widened(kept[-1]) and len(kept) < _MOST_PIPES:
        kept.append(os.pipe())
    probe.say("holding", "ok")
    time.sleep(60)
    return f"{len(kept)} pipes"


def widen_pipe(_: str) -> str:
    """As any program that moves much through pipes."""
    return "wide" if _widened(os.pipe()) else "refused"


def _widened(pipe: tuple[int, int]) -> bool:
    try:
        return fcntl.fcntl(pipe[0], fcntl.F_SETPIPE_SZ, _LARGEST_PIPE) == _LARGEST_PIPE
    except PermissionError:
        return False


def write_hint(value: str) -> int:
    """A number that the kernel keeps with the shared inode."""
    file = os.open(SHARED, os.O_RDONLY)
    answer = fcntl.fcntl(file, 1036 if value else 1035, struct.pack("Q", int(value or 0)))
    (kept,) = struct.unpack("Q", answer)
    return int(kept)


def wait_for_access(kind: str) -> str:
    """Watch a shared folder; say so; wait until the other bot looks into it."""
    if kind == "inotify":
        fd = _checked(_libc.inotify_init1(0))
        _checked(_libc.inotify_add_watch(fd, b"/usr/bin", 0x20))
        probe.say("holding", "ok")
        os.read(fd, 4096)
    else:
        signal.signal(signal.SIGIO, lambda *_: _received.set())
        folder = os.open("/usr/bin", os.O_RDONLY)
        fcntl.fcntl(folder, fcntl.F_NOTIFY, fcntl.DN_ACCESS)
        probe.say("holding", "ok")
        _received.wait(5)
    return "noticed"


def _checked(result: int) -> int:
    if result == -1:
        raise OSError(ctypes.get_errno(), "inotify")
    return result


def access(_: str) -> str:
    os.close(os.open(SHARED, os.O_RDONLY))
    Path(SHARED).read_bytes()
    return "accessed"


def futex_wait(_: str) -> str:
    """Wait on a page of the shared file, which both bots have mapped read-only."""
    address, value = _shared_page()
    probe.say("holding", "ok")
    timeout = struct.pack("qq", 10, 0)
    probe.syscall("futex", address, _FUTEX_WAIT, value, timeout, 0, 0)
    return "woken"


def futex_wake(_: str) -> int:
    return probe.syscall("futex", _shared_page()[0], _FUTEX_WAKE, 100, 0, 0, 0)


def _shared_page() -> tuple[int, int]:
    _libc.mmap.restype = ctypes.c_void_p
    fd = os.open(SHARED, os.O_RDONLY)
    address = _libc.mmap(None, ctypes.c_size_t(4096), mmap.PROT_READ, mmap.MAP_SHARED, fd, ctypes.c_long(0))
    (value,) = struct.unpack("i", ctypes.string_at(address, 4))
    return address, value


def read_without_waiting(_: str) -> int:
    """Whether a page of the shared file is in memory, asked without bringing it there."""
    fd = os.open(SHARED, os.O_RDONLY)
    return os.preadv(fd, [bytearray(16)], 0, os.RWF_NOWAIT)


def socket_cookie(_: str) -> int:
    """A number that a socket gets from a counter of the whole host."""
    with socket.socket(socket.AF_UNIX) as asked:
        (number,) = struct.unpack("Q", asked.getsockopt(socket.SOL_SOCKET, _SO_COOKIE, 8))
    return int(number)


def process_inode(_: str) -> int:
    """A number that a process gets from a counter of the whole host, where the kernel keeps one."""
    return os.fstat(os.pidfd_open(os.getpid())).st_ino


def process_inode_by_clone(_: str) -> str:
    held = ctypes.c_int(-1)
    child = probe.syscall("clone", _CLONE_PIDFD | signal.SIGCHLD, 0, ctypes.addressof(held), 0, 0)
    if child == 0:
        os._exit(0)
    os.waitpid(child, 0)
    return "cloned"


def on_disk_database(folder: str) -> str:
    try:
        with sqlite3.connect(f"{folder}/data.sqlite") as database:
            database.execute("create table t (x)")
    except sqlite3.Error as error:
        return f"sqlite says: {error}"
    return "created"


def in_memory_database(_: str) -> str:
    with sqlite3.connect(":memory:") as database:
        database.execute("create table t (x)")
    return "created"


probe.run(
    {
        "hold": hold_lock,
        "try": try_lock,
        "use-up-pipes": use_up_pipes,
        "widen-pipe": widen_pipe,
        "hint": write_hint,
        "notice": wait_for_access,
        "access": access,
        "futex-wait": futex_wait,
        "futex-wake": futex_wake,
        "read-nowait": read_without_waiting,
        "socket-cookie": socket_cookie,
        "process-inode": process_inode,
        "process-inode-by-clone": process_inode_by_clone,
        "database": on_disk_database,
        "memory-database": in_memory_database,
    }
)
