"""Can the user of a seat reach the files that the jail shows it?"""

import stat
from collections.abc import Iterable
from pathlib import Path

from arena.sandbox.errors import SandboxError, SandboxRefused
from arena.sandbox.jail import Mount


def reachable_mounts(
    mounts: Iterable[Mount], directory: Path, own_users: bool
) -> tuple[tuple[Mount, ...], list[tuple[str, str]]]:
    """The mounts with sources that the seat's user can reach, and the binds to make for that, where every bot has its own.

    Something under a home directory with mode 0700 is bound to a mount point inside `directory`, in a mount namespace
    that only the bot's own process has.
    """
    reachable: list[Mount] = []
    binds: list[tuple[str, str]] = []
    for mount in mounts:
        if not mount.source.exists():
            raise SandboxError(f"{mount.source} does not exist, but is to be mounted at {mount.target}")
        source = mount.source.resolve()
        if not own_users or _open_to_all(source.parent):
            reachable.append(Mount(source, mount.target))
            continue
        point = directory / f"mount-{len(binds)}"
        if source.is_dir():
            point.mkdir(exist_ok=True)
        else:
            point.touch()
        binds.append((str(source), str(point)))
        reachable.append(Mount(point, mount.target))
    return tuple(reachable), binds


def refuse_unreadable(folder: Path) -> None:
    """Refuse a folder with files that only root can read: the bot would fail with a riddle."""
    for path in (folder, *folder.rglob("*")):
        mode = path.lstat().st_mode
        needed = stat.S_IROTH | (stat.S_IXOTH if stat.S_ISDIR(mode) else 0)
        if not stat.S_ISLNK(mode) and mode & needed != needed:
            raise SandboxRefused(f"{path} is not readable for the bot's user: chmod -R a+rX {folder}")


def _open_to_all(directory: Path) -> bool:
    return all(path.stat().st_mode & stat.S_IXOTH for path in (directory, *directory.parents))
