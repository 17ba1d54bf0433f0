"""Which files of a build's output are copied out of the jail?

Only folders, plain files and links that stay inside; everything else is refused. A file is only ever made in a folder
that was made here, so that no link can lead a later file elsewhere.
"""

import posixpath
import shutil
import tarfile
from pathlib import Path

_MOST_ENTRIES = 100_000


class BadOutput(Exception):
    """The archive holds something that is not taken."""


def unpack(archive: Path, target: Path, cap_bytes: int) -> None:
    """Unpack into the new folder `target`, readable for all, with no more than `cap_bytes` of files."""
    folders = {"."}
    total_bytes = 0
    target.mkdir()
    try:
        with tarfile.open(archive, "r:") as tar:
            for count, member in enumerate(tar, start=1):
                total_bytes += member.size
                if total_bytes > cap_bytes or count > _MOST_ENTRIES:
                    raise BadOutput(f"it holds more than {cap_bytes} bytes or {_MOST_ENTRIES} entries")
                _take(tar, member, target, folders)
    except (tarfile.TarError, EOFError, ValueError, UnicodeError) as error:
        raise BadOutput(f"it is no tar archive ({error})") from None
    target.chmod(0o755)


def _take(tar: tarfile.TarFile, member: tarfile.TarInfo, target: Path, folders: set[str]) -> None:
    name = posixpath.normpath(member.name)
    if name == "." and member.isdir():
        return
    if (posixpath.dirname(name) or ".") not in folders or name == "..":
        raise BadOutput(f"{member.name!r} is not in a folder of the archive")
    path = target / name
    if path.is_symlink() or path.exists():
        raise BadOutput(f"{member.name!r} is in it twice")
    if member.isdir():
        path.mkdir(mode=0o755)
        path.chmod(0o755)
        folders.add(name)
    elif member.isreg():
        _write(tar, member, path)
    elif member.issym():
        _link(member, name, path)
    else:
        raise BadOutput(f"{member.name!r} is neither a folder, a plain file nor a symbolic link")


def _write(tar: tarfile.TarFile, member: tarfile.TarInfo, path: Path) -> None:
    content = tar.extractfile(member)
    if content is None:
        raise BadOutput(f"{member.name!r} has no content")
    with content, path.open("xb") as file:
        shutil.copyfileobj(content, file)
    path.chmod(0o755 if member.mode & 0o100 else 0o644)


def _link(member: tarfile.TarInfo, name: str, path: Path) -> None:
    # A step up behind another link would start from wherever that one leads.
    steps = member.linkname.split("/")
    ups = next((n for n, step in enumerate(steps) if step != ".."), len(steps))
    if posixpath.isabs(member.linkname) or ".." in steps[ups:] or ups > name.count("/"):
        raise BadOutput(f"{member.name!r} links to {member.linkname!r} outside the folder")
    path.symlink_to(member.linkname)
