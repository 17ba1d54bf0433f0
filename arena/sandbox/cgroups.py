"""Which control groups does this host offer, and where can ours be created?"""

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from arena.sandbox.cgroup_v1 import PRESSURE, V1_CONTROLLERS, WEIGHT, V1Hierarchies
from arena.sandbox.cgroup_v2 import V2_CONTROLLERS, V2Hierarchy
from arena.sandbox.group import ProcessGroup
from arena.sandbox.limits import Limits
from arena.sandbox.own_group import OwnGroup

_OURS = "arena-"
_UNIFIED = ""  # the name of the version 2 hierarchy in /proc/self/cgroup


class Hierarchy(Protocol):
    """Where the groups of this process's bots are made."""

    @property
    def version(self) -> int:
        """1 or 2."""

    @property
    def pins(self) -> bool:
        """Whether a group keeps its processes on the processors that it was given."""

    def usable(self) -> str | None:
        """None, or one sentence that says why no group can be made here and what to do about it."""

    def cpus(self) -> tuple[int, ...]:
        """The processors that a group here may be given."""

    def create(
        self,
        name: str,
        limits: Limits,
        cpus: tuple[int, ...],
        register: Callable[[Path], None],
        weighted: bool = True,
    ) -> ProcessGroup:
        """A new group; every directory is registered before it is made, so that a killed run leaves no secret.

        If `weighted`, it goes before the other programs of this host, where that can be set.
        """

    def join(self, name: str, register: Callable[[Path, Path], None]) -> OwnGroup | None:
        """Move this process into a group with the weight of a bot's; None if it is in one, or weights cannot be set."""


@dataclass(slots=True)
class _Mounts:
    v1: dict[str, tuple[Path, Path]] = field(default_factory=dict)
    v2: tuple[Path, Path] | None = None


def find(proc: Path = Path("/proc")) -> Hierarchy | None:
    """The hierarchies to use: v2 where it has the controllers, else v1, else none."""
    mounts = _mounts((proc / "self/mountinfo").read_text())
    own = _own_groups((proc / "self/cgroup").read_text())
    if mounts.v2 is not None:
        _, mount_point = mounts.v2
        offered = _words(mount_point / "cgroup.controllers")
        if set(V2_CONTROLLERS) <= offered:
            return V2Hierarchy(mount_point, _below(*mounts.v2, own.get(_UNIFIED, Path("/"))))
    if all(controller in mounts.v1 and controller in own for controller in V1_CONTROLLERS):
        return _version_1(mounts, own)
    return None


def _version_1(mounts: _Mounts, own: dict[str, Path]) -> V1Hierarchies:
    parents = {c: _below(*mounts.v1[c], _without_ours(own[c])) for c in V1_CONTROLLERS}
    own_weight = None
    if WEIGHT in mounts.v1 and WEIGHT in own:
        own_weight = _below(*mounts.v1[WEIGHT], own[WEIGHT])
        parents |= _writable(WEIGHT, _below(*mounts.v1[WEIGHT], _without_ours(own[WEIGHT])))
    if mounts.v2 is not None and _UNIFIED in own:
        parents |= _writable(PRESSURE, _below(*mounts.v2, _without_ours(own[_UNIFIED])))
    return V1Hierarchies(parents, own_weight)


def _writable(name: str, parent: Path) -> dict[str, Path]:
    return {name: parent} if os.access(parent, os.W_OK) else {}


def _without_ours(own: Path) -> Path:
    """The group that this process was in before it, or the process that started it, joined one of ours."""
    return own.parent if own.name.startswith(_OURS) else own


def _mounts(mountinfo: str) -> _Mounts:
    found = _Mounts()
    for line in mountinfo.splitlines():
        left, _, right = line.partition(" - ")
        _, _, _, root, mount_point, *_ = left.split()
        kind, _, options = right.split(maxsplit=2)
        if kind == "cgroup2":
            found.v2 = (Path(root), Path(mount_point))
        elif kind == "cgroup":
            for controller in options.split(","):
                found.v1.setdefault(controller, (Path(root), Path(mount_point)))
    return found


def _own_groups(text: str) -> dict[str, Path]:
    """Controller to the group that this process is in."""
    own: dict[str, Path] = {}
    for line in text.splitlines():
        _, controllers, path = line.split(":", 2)
        for controller in controllers.split(","):
            own[controller] = Path(path)
    return own


def _below(root: Path, mount_point: Path, own: Path) -> Path:
    """Where the group `own` is seen: inside a container, a mount shows only what lies below `root`."""
    if own.is_relative_to(root):
        return mount_point / own.relative_to(root)
    return mount_point


def _words(path: Path) -> set[str]:
    return set(path.read_text().split()) if path.exists() else set()
