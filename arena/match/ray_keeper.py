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

from arena.sandbox import procfs

EVERY_S: Final = 2.0
FAREWELL_S: Final = 3.0


def of_ray(runner: int) -> set[int]:
    """The processes that Ray has begun for a runner."""
    begun = (pid for pid in procfs.children(runner) if b"/ray/" in _command(pid))
    return {pid for root in begun for pid in procfs.descendants(root)}


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


def _command(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


if __name__ == "__main__":
    main()
