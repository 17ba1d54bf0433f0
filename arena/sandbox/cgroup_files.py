"""How are the small files of a control group read and written?"""

import os
import signal
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from arena.sandbox import procfs
from arena.sandbox.group import wait_until


def parse_cpus(text: str) -> tuple[int, ...]:
    """The kernel's list of processors: `0-2,5` is 0, 1, 2 and 5."""
    cpus: list[int] = []
    for part in text.strip().split(","):
        if part:
            first, _, last = part.partition("-")
            cpus.extend(range(int(first), int(last or first) + 1))
    return tuple(cpus)


def format_cpus(cpus: Iterable[int]) -> str:
    return ",".join(str(cpu) for cpu in cpus)


def flat_keyed(text: str) -> dict[str, int]:
    """Lines of a word and a number, as in memory.events and memory.oom_control."""
    pairs = (line.split() for line in text.splitlines())
    return {pair[0]: int(pair[1]) for pair in pairs if len(pair) == 2 and pair[1].isdigit()}


def number_after(key: bytes, fd: int) -> int | None:
    """The number after a word in such a file, read anew: fast, since it is asked for at every decision of a game."""
    text = b"\n" + os.pread(fd, 4096, 0)
    at = text.find(b"\n" + key + b" ")
    return None if at < 0 else int(text[at + len(key) + 2 : text.find(b"\n", at + 1)])


def pids_in(directory: Path) -> list[int]:
    try:
        return [int(line) for line in (directory / "cgroup.procs").read_text().split()]
    except OSError:
        return []


def any_runnable(threads: Path) -> bool:
    """Whether one of the threads in a list of the kernel's runs or waits for a processor."""
    try:
        numbers = threads.read_text().split()
    except OSError:
        return False
    return any(procfs.runnable(int(number)) for number in numbers)


def kill_each(pids: Iterable[int]) -> None:
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def remove_directory(directory: Path, timeout_s: float = 5.0) -> bool:
    """Remove an empty group; the kernel calls it busy for a moment after its last process is gone."""

    def removed() -> bool:
        try:
            directory.rmdir()
        except FileNotFoundError:
            return True
        except OSError:
            return False
        return True

    return wait_until(removed, timeout_s)


def destroy(directories: Iterable[Path], timeout_s: float = 5.0) -> list[Path]:
    """Kill what runs in these groups of either version, frozen or not, and remove them; those that stayed."""
    existing = [directory for directory in directories if directory.is_dir()]

    def killed() -> bool:
        for directory in existing:
            kill_each(pids_in(directory))
            if (directory / "freezer.state").exists():
                (directory / "freezer.state").write_text("THAWED")
        return not any(pids_in(directory) for directory in existing)

    if not wait_until(killed, timeout_s):
        return existing
    return [directory for directory in existing if not remove_directory(directory, timeout_s)]
