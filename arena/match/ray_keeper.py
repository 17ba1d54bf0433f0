"""What ends the processes of Ray when their runner was killed? A small process beside it, which notices and ends them.

    python -m arena.match.ray_keeper RUNNER

The daemons that Ray starts end with their runner, but its agents try for minutes to tell a server that is gone.
"""

import os
import select
import signal
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

EVERY_S: Final = 2.0
FAREWELL_S: Final = 3.0


def of_ray(runner: int) -> set[int]:
    """The processes that Ray has begun for a runner."""
    found = [pid for pid in _children(runner) if b"/ray/" in _read(f"{pid}/cmdline")]
    for pid in found:
        found.extend(_children(pid))
    return set(found)


def main() -> None:
    """Look now and then who is there; end them when the runner closes its end of our input, which it does by dying too."""
    runner = int(sys.argv[1])
    kept: dict[int, int] = {}  # a descriptor stands for one process, whoever has its number later
    while not _closed(EVERY_S):
        there = of_ray(runner)
        for pid in kept.keys() - there:
            os.close(kept.pop(pid))
        for pid in there - kept.keys():
            with suppress(ProcessLookupError):
                kept[pid] = os.pidfd_open(pid)
    alive = set(kept.values())
    while alive and (ended := select.select(alive, (), (), FAREWELL_S)[0]):
        alive -= set(ended)
    for pidfd in alive:
        with suppress(ProcessLookupError):
            signal.pidfd_send_signal(pidfd, signal.SIGKILL)


def _closed(patience_s: float) -> bool:
    """Whether nobody holds the other end of our input any more."""
    return bool(select.select([sys.stdin], (), (), patience_s)[0])


def _children(pid: int) -> list[int]:
    threads = Path(f"/proc/{pid}/task")
    with suppress(OSError):
        return [
            int(one)
            for task in threads.iterdir()
            for one in _read(f"{pid}/task/{task.name}/children").split()
        ]
    return []


def _read(name: str) -> bytes:
    """A file of /proc; empty if the process has gone."""
    with suppress(OSError):
        return Path(f"/proc/{name}").read_bytes()
    return b""


if __name__ == "__main__":
    main()
