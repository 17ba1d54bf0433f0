"""What does this operating system offer? The processors arena may use, and whether bots can run."""

import os
import sys
from typing import Final

CAN_RUN_BOTS: Final = sys.platform == "linux"
NEEDS_LINUX: Final = (
    "bots are started, measured and stopped by means of Linux, with a sandbox or without: use WSL 2 on Windows, "
    "or a Linux container or virtual machine elsewhere; rules, search, replays and standings work here"
)


def usable_cpus() -> list[int]:
    """The processors that this process may use, by number; all of them where the system does not say."""
    if hasattr(os, "sched_getaffinity"):
        return sorted(os.sched_getaffinity(0))
    return list(range(os.cpu_count() or 1))
