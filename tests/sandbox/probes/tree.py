"""What does a bot learn of another one from /proc and /sys? One watches, the other works in every way it can."""

import contextlib
import ctypes
import fcntl
import itertools
import mmap
import os
import re
import select
import signal
import socket
import struct
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.sandbox.probes import probe

SHARED = "/opt/shared"  # a file that both bots see, as they see those of /usr
WINDOW = 64 * 1024  # what the kernel maps around a page that is touched
_MOST_PARTS = 64
_EXCLUSIVE = 1 << 56
_IPC_PRIVATE, _IPC_RMID = 0, 0
_libc = ctypes.CDLL(None, use_errno=True)


def watch(_: str) -> str:
    """Read both trees for ever, with the shared file mapped; say how often, and which paths were not always the same."""
    mapped = _map_shared()
    sum(mapped[at] for at in range(0, len(mapped), mmap.PAGESIZE))
    first = dict(_tree())
    probe.say("holding", f"ok {len(first)}")
    varied: set[str] = set()
    for times in itertools.count(1):
        now = dict(_tree())
        new = {path for path in first.keys() | now.keys() if first.get(path) != now.get(path)} - varied
        for path in sorted(new):
            probe.say(path, "ok varied")
        varied |= new
        if times % 5 == 0:
            probe.say("times", str(times))
            time.sleep(0.05)
    return "never"


def _tree() -> Iterator[tuple[str, object]]:
    for top in ("/proc", "/proc/self", "/sys"):  # a link is not followed on the way
        for folder, folders, files in os.walk(top):
            # Of the kernel's own /proc only what is under `self`: the others are the same files once more.
            folders[:] = [name for name in folders if not name.isdigit()]
            for name in (*folders, *files):
                path = Path(folder, name)
                with contextlib.suppress(FileNotFoundError):
                    yield str(path), _entry(path)


def _entry(path: Path) -> object:
    seen = path.lstat()
    about = (seen.st_mode, seen.st_uid, seen.st_nlink, seen.st_size, seen.st_mtime_ns)
    try:
        if path.is_symlink():
            return about, path.readlink()
        if path.is_file():
            return about, _content(path)
    except OSError as error:
        return about, error.errno
    return about


def _content(path: Path) -> bytes:
    fd = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    try:
        parts = [os.read(fd, mmap.PAGESIZE)]
        while parts[-1] and len(parts) < _MOST_PARTS:
            parts.append(os.read(fd, mmap.PAGESIZE))
        return b"".join(parts)
    finally:
        os.close(fd)


def work(_: str) -> str:
    """Everything that a bot can do with the machine, for ever; what is refused is refused."""
    probe.say("holding", "ok")
    for rounds in itertools.count(1):
        done = [action.__name__.strip("_") for action in _WORK if _succeeds(action)]
        probe.say("rounds", f"{rounds} {' '.join(done)}")
    return "never"


def _succeeds(action: Callable[[], None]) -> bool:
    try:
        action()
    except OSError:
        return False
    return True


def _map_shared() -> mmap.mmap:
    with Path(SHARED).open("rb") as file:
        return mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ)


def _map_and_touch() -> None:
    with _map_shared() as mapped:
        sum(mapped[at] for at in range(0, len(mapped), mmap.PAGESIZE))


def _lock() -> None:
    with Path(SHARED).open("rb") as file:
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        time.sleep(0.02)


def _record_lock() -> None:
    with Path(SHARED).open("rb") as file:
        fcntl.fcntl(file, fcntl.F_SETLK, struct.pack("hhqqi4x", fcntl.F_RDLCK, os.SEEK_SET, 0, 1, 0))
        time.sleep(0.02)


def _sockets() -> None:
    pairs = [socket.socketpair() for _ in range(20)]
    pairs[0][0].send(b"x" * 4096)
    time.sleep(0.02)
    for pair in pairs:
        for end in pair:
            end.close()


def _other_sockets() -> None:
    with socket.socket(socket.AF_INET), socket.socket(socket.AF_INET, socket.SOCK_DGRAM):
        time.sleep(0.02)


def _threads() -> None:
    threads = [threading.Thread(target=time.sleep, args=(0.02,)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def _forks() -> None:
    for _ in range(4):
        child = os.fork()
        if child == 0:
            os._exit(0)
        os.waitpid(child, 0)


def _memory() -> None:
    with mmap.mmap(-1, 16 << 20) as area:
        for at in range(0, len(area), mmap.PAGESIZE):
            area[at] = 1


def _processor() -> None:
    until = time.process_time() + 0.02
    while time.process_time() < until:
        pass


def _files() -> None:
    with tempfile.TemporaryDirectory() as folder:
        for number in range(20):
            Path(folder, str(number)).write_bytes(b"x" * 65536)
        os.sync()


def _pipes_and_timers() -> None:
    with contextlib.ExitStack() as open_fds:
        for _ in range(20):
            open_fds.enter_context(select.epoll())
            for fd in (*os.pipe(), os.eventfd(0), os.memfd_create("x")):
                open_fds.callback(os.close, fd)
        signal.setitimer(signal.ITIMER_REAL, 100)
        signal.setitimer(signal.ITIMER_REAL, 0)


def _shared_memory() -> None:
    number = _libc.shmget(_IPC_PRIVATE, 1 << 20, 0o600)
    time.sleep(0.02)
    _libc.shmctl(number, _IPC_RMID, None)


def _cached_pages() -> None:
    for path in sorted(Path("/usr/bin").iterdir())[:40]:
        with contextlib.suppress(OSError), path.open("rb") as file:
            file.read(WINDOW)


_WORK: tuple[Callable[[], None], ...] = (
    *(_map_and_touch, _lock, _record_lock, _sockets, _other_sockets, _threads, _forks, _memory),
    *(_processor, _files, _pipes_and_timers, _shared_memory, _cached_pages),
)


def send(bits: str) -> str:
    """Keep mapped those parts of the shared file that stand for a 1."""
    mapped = _map_shared()
    sum(mapped[at * WINDOW] for at, bit in enumerate(bits) if bit == "1")
    probe.say("holding", "ok")
    time.sleep(600)
    return str(len(mapped))


def receive(source: str) -> str:
    """Which parts of the shared file somebody else has mapped too, as one of three files of one's own tells."""
    starts = _mapped_windows()
    if source == "pagemap":
        with Path("/proc/self/pagemap").open("rb", buffering=0) as pages:
            return "".join(_bit(not _page(pages.fileno(), start) & _EXCLUSIVE) for start in starts)
    areas = _areas(Path(f"/proc/self/{source}").read_text())
    mark = re.compile(r"^Shared_(Clean|Dirty): +[1-9]" if source == "smaps" else r" mapmax=", re.MULTILINE)
    return "".join(_bit(mark.search(areas[start]) is not None) for start in starts)


def _mapped_windows() -> list[int]:
    """One mapping for every part of the file, with its pages present."""
    _libc.mmap.restype = ctypes.c_void_p
    fd = os.open(SHARED, os.O_RDONLY)
    starts = []
    for offset in range(0, os.fstat(fd).st_size, WINDOW):
        start = _libc.mmap(
            None, ctypes.c_size_t(WINDOW), mmap.PROT_READ, mmap.MAP_SHARED, fd, ctypes.c_long(offset)
        )
        ctypes.string_at(start, 1)
        starts.append(start)
    return starts


def _page(pagemap: int, address: int) -> int:
    (entry,) = struct.unpack("Q", os.pread(pagemap, 8, address // mmap.PAGESIZE * 8))
    return int(entry)


def _areas(text: str) -> dict[int, str]:
    """What `smaps` or `numa_maps` say of each mapping, by its first address."""
    parts = re.split(r"^(?=[0-9a-f]{6,})", text, flags=re.MULTILINE)
    return {int(re.split("[- ]", part, maxsplit=1)[0], 16): part for part in parts if part}


def _bit(value: bool) -> str:
    return "1" if value else "0"


if __name__ == "__main__":
    probe.run({"watch": watch, "work": work, "send": send, "receive": receive})
