"""The control group of this process, beside those of its bots and with the same weight.

Bots have the highest weight, so that other programs cannot starve them. Whoever asks them would then be the one that is
starved, and its lateness would be charged to a bot.
"""

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from arena.sandbox.cgroup_files import pids_in, remove_directory

_owner_pid = 0  # of the group that this process is in; a forked process is not the owner


class OwnGroup:
    """The group, while this process is in it."""

    def __init__(self, directory: Path, origin: Path) -> None:
        self._directory = directory
        self._origin = origin

    def leave(self) -> None:
        """Go back to where this process came from, with everyone that it started."""
        global _owner_pid  # noqa: PLW0603 - a process is in one group
        _owner_pid = 0
        evacuate(self._directory, self._origin)


def join(
    directory: Path, origin: Path, weigh: Callable[[Path], None], register: Callable[[Path, Path], None]
) -> OwnGroup | None:
    """Move this process into a new group; None if it is in one already or the host does not let it."""
    global _owner_pid  # noqa: PLW0603 - a process is in one group
    if _owner_pid == os.getpid():
        return None
    register(directory, origin)
    try:
        directory.mkdir()
        weigh(directory)
        (directory / "cgroup.procs").write_text(str(os.getpid()))
    except OSError:
        evacuate(directory, origin)
        return None
    _owner_pid = os.getpid()
    return OwnGroup(directory, origin)


def evacuate(directory: Path, origin: Path) -> bool:
    """Move everyone from a group to another, or to the one above it, and remove it; whether it is gone."""
    for target in (origin, directory.parent):
        for pid in pids_in(directory):
            with suppress(OSError):
                (target / "cgroup.procs").write_text(str(pid))
    return remove_directory(directory)
