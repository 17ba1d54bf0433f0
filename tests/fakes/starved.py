"""How does a bot make itself look starved? Each trick goes on until the process is killed.

Run as `python3 starved.py TRICK`. It says "begun" on stdout when the trick works.
"""

import hashlib
import mmap
import os
import signal
import sys
import threading
import time
from collections.abc import Callable

BLOCK = b"x" * (1 << 16)
DECOYS = 12


def think(seconds: float = 3600.0) -> None:
    """Work that takes a processor and lets go of Python's own lock."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        hashlib.sha256(BLOCK).digest()


def child(work: Callable[[], object]) -> int:
    """A process that does this and nothing else."""
    pid = os.fork()
    if pid == 0:
        try:
            work()
        finally:
            os._exit(0)
    return pid


def beside(work: Callable[[], object], count: int = DECOYS) -> None:
    """Threads that do this."""
    for _ in range(count):
        threading.Thread(target=work, daemon=True).start()


def honest() -> None:
    """No trick at all."""
    think()


def decoys() -> None:
    """Threads that wait for the processor on which one of them thinks."""
    beside(think)
    think()


def children() -> None:
    """The thinking is done by children, and the parent waits."""
    for _ in range(4):
        child(think)
    os.wait()


def forks() -> None:
    """Children that live for a moment, so that there is always one that has not run yet."""
    while True:
        for _ in range(4):
            child(lambda: think(0.002))
        for _ in range(4):
            os.wait()


def nice() -> None:
    """Threads that nearly never run, because they are as nice as can be, beside one that thinks."""

    def polite() -> None:
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 19)
        think()

    beside(polite)
    think()


def idle() -> None:
    """All of it in the class of those that run when nobody else wants to."""
    os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    beside(think, 3)
    think()


def faults() -> None:
    """Pages that are given back and asked for again."""
    size = 8 << 20
    memory = mmap.mmap(-1, size)
    while True:
        for at in range(0, size, mmap.PAGESIZE):
            memory[at] = 1
        memory.madvise(mmap.MADV_DONTNEED)


def reads() -> None:
    """Files that are thrown out of the page cache and read again."""
    file = os.open(sys.executable, os.O_RDONLY)
    while True:
        os.posix_fadvise(file, 0, 0, os.POSIX_FADV_DONTNEED)
        os.pread(file, 1 << 20, 0)


def writes() -> None:
    """A file that is written and brought to the disk."""
    file = os.open("/scratch/file", os.O_RDWR | os.O_CREAT)
    while True:
        for at in range(0, 4 << 20, 1 << 16):
            os.pwrite(file, BLOCK, at)
        os.fsync(file)
        time.sleep(0.001)


def sleeps() -> None:
    """Nothing, for as long as one likes."""
    while True:
        time.sleep(0.01)


def timers() -> None:
    """Signals of a timer wake it a thousand times a second, and it goes back to sleep."""
    signal.signal(signal.SIGALRM, lambda *_: None)
    signal.setitimer(signal.ITIMER_REAL, 0.001, 0.001)
    while True:
        signal.pause()


def pipes() -> None:
    """Two processes hand a byte to and fro, and one of them always waits for the other."""
    there, back = os.pipe(), os.pipe()

    def echo() -> None:
        while True:
            os.write(back[1], os.read(there[0], 1))

    child(echo)
    while True:
        os.write(there[1], b"x")
        os.read(back[0], 1)


def locks() -> None:
    """Many threads that want the same lock, each for a moment."""
    lock = threading.Lock()

    def convoy() -> None:
        while True:
            with lock:
                hashlib.sha256(BLOCK).digest()

    beside(convoy)
    convoy()


def yields() -> None:
    """Children that give the processor back whenever they have it."""

    def polite() -> None:
        while True:
            os.sched_yield()

    for _ in range(4):
        child(polite)
    polite()


def stops() -> None:
    """A child that is stopped and goes on, a hundred times a second, while it wants to run."""
    pid = child(think)
    while True:
        os.kill(pid, signal.SIGSTOP)
        time.sleep(0.009)
        os.kill(pid, signal.SIGCONT)
        time.sleep(0.001)


TRICKS = {trick.__name__: trick for trick in (
    honest, decoys, children, forks, nice, idle, faults, reads, writes, sleeps, timers, pipes, locks, yields, stops,
)}  # fmt: skip


if __name__ == "__main__":
    sys.stdout.write("begun\n")
    sys.stdout.flush()
    TRICKS[sys.argv[1]]()
