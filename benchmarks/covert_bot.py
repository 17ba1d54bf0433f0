"""One end of a channel between two bots: `covert_bot.py send|receive CHANNEL SLOT_S START BITS`, run in the sandbox.

Both ends know the clock: slot n begins START + n * SLOT_S seconds after the host was started. The receiver writes what it
measured in each slot, a number that is larger for a 1.
"""

import contextlib
import ctypes
import json
import mmap
import os
import struct
import sys
import threading
import time
from collections.abc import Callable

SHARED = "/usr/bin/env"
LARGE = "/bot/pages"
_SYS_FUTEX = {"x86_64": 202, "aarch64": 98}[os.uname().machine]
_SYS_SYSINFO = {"x86_64": 99, "aarch64": 179}[os.uname().machine]
_FUTEX_WAIT, _FUTEX_WAKE = 0, 1
_libc = ctypes.CDLL(None, use_errno=True)

Send = Callable[[int, float], None]  # the bit, and the end of its slot
Receive = Callable[[float], float]


def until(moment: float) -> None:
    """Sleep to a moment of the clock that both ends have."""
    time.sleep(max(0.0, moment - time.monotonic()))


def shared_page() -> int:
    """Where a page of a file that both bots see is mapped."""
    _libc.mmap.restype = ctypes.c_void_p
    fd = os.open(SHARED, os.O_RDONLY)
    address = _libc.mmap(None, ctypes.c_size_t(4096), mmap.PROT_READ, mmap.MAP_SHARED, fd, ctypes.c_long(0))
    assert isinstance(address, int)
    return address


def futex() -> tuple[Send, Receive]:
    """Wake whoever waits on the shared page, or do not."""
    page = shared_page()
    (value,) = struct.unpack("i", ctypes.string_at(page, 4))

    def send(bit: int, end: float) -> None:
        while bit and time.monotonic() < end:
            _libc.syscall(_SYS_FUTEX, ctypes.c_void_p(page), _FUTEX_WAKE, 100, None, None, 0)

    def receive(end: float) -> float:
        left = max(0.0, end - time.monotonic())
        patience = struct.pack("qq", 0, int(left * 1e9))
        woken: int = _libc.syscall(_SYS_FUTEX, ctypes.c_void_p(page), _FUTEX_WAIT, value, patience, None, 0)
        return float(woken == 0)

    return send, receive


def processes() -> tuple[Send, Receive]:
    """How many threads the host has, as sysinfo(2) tells; the sender has 16 more, or not."""

    def send(bit: int, end: float) -> None:
        if bit:
            threads = [threading.Thread(target=until, args=(end,)) for _ in range(16)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()

    def receive(end: float) -> float:
        until(end - 0.3 * SLOT_S)
        told = ctypes.create_string_buffer(128)
        _libc.syscall(_SYS_SYSINFO, told)
        (count,) = struct.unpack_from("H", told, 80)
        return float(count)

    return send, receive


def memory() -> tuple[Send, Receive]:
    """How much memory the host has free, as sysinfo(2) tells; the sender uses 48 MiB, or not."""

    def send(bit: int, end: float) -> None:
        if bit:
            with mmap.mmap(-1, 48 << 20) as area:
                for at in range(0, len(area), mmap.PAGESIZE):
                    area[at] = 1
                until(end - 0.05 * SLOT_S)

    def receive(end: float) -> float:
        until(end - 0.3 * SLOT_S)
        told = ctypes.create_string_buffer(128)
        _libc.syscall(_SYS_SYSINFO, told)
        (free,) = struct.unpack_from("L", told, 40)
        return -float(free)

    return send, receive


def inodes() -> tuple[Send, Receive]:
    """How far the numbers of new pipes have moved; the sender makes 4096 pipes, or none."""
    before = [0]

    def pipe_number() -> int:
        read, write = os.pipe()
        number = os.fstat(read).st_ino
        os.close(read)
        os.close(write)
        return number

    def fresh() -> int:
        """A processor takes numbers by 1024: the next that is not of the batch it has."""
        last = pipe_number()
        while (number := pipe_number()) // 1024 == last // 1024:
            last = number
        return number

    def send(bit: int, _: float) -> None:
        for _number in range(4096 * bit):
            pipe_number()

    def receive(end: float) -> float:
        until(end - 0.35 * SLOT_S)
        number = fresh()
        moved, before[0] = number - before[0], number
        return float(moved)

    return send, receive


def memory_bus() -> tuple[Send, Receive]:
    """How long it takes to walk through memory; the sender does the same, or nothing."""
    area = bytearray(16 << 20)
    ones = bytes(len(area))

    def send(bit: int, end: float) -> None:
        while bit and time.monotonic() < end:
            area[:] = ones

    def receive(end: float) -> float:
        times = []
        while time.monotonic() < end:
            begin = time.perf_counter()
            area[:] = ones
            times.append(time.perf_counter() - begin)
        return min(times, default=0.0)

    return send, receive


CHANNELS = {channel.__name__: channel for channel in (futex, processes, memory, inodes, memory_bus)}


def cached_pages(role: str, bits: str) -> list[float]:
    """Which parts of a file are in the page cache: all bits at once, the receiver after the sender, which may be frozen or gone."""
    file = os.open(LARGE, os.O_RDONLY)
    window = os.fstat(file).st_size // len(bits)
    times = []
    for number, bit in enumerate(bits):
        if role == "send":
            if bit == "1":
                os.pread(file, 1, number * window)
            continue
        begin = time.perf_counter()
        os.pread(file, 1, number * window)
        times.append(begin - time.perf_counter())
    return times


def main() -> list[float]:
    role, channel, _, start, bits = sys.argv[1:]
    if channel == "cached_pages":
        return cached_pages(role, bits)
    send, receive = CHANNELS[channel]()
    measured = []
    for number, bit in enumerate(bits):
        begin, end = (float(start) + (number + n) * SLOT_S for n in (0, 1))
        until(begin)
        if role == "send":
            send(int(bit), end - 0.1 * SLOT_S)
        else:
            measured.append(receive(end))
    return measured


SLOT_S = float(sys.argv[3]) if len(sys.argv) > 3 else 0.0

if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        sys.stdout.write(json.dumps(main()) + "\n")
