"""How is a file written whole or not at all, on a disk or in an object store?"""

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import pyarrow as pa
from pyarrow import fs

_UNFINISHED: Final = ".unfinished"
_ABANDONED_NS: Final = 3_600_000_000_000  # writing takes a moment, so what is an hour old was left behind
_SWEPT_NS: Final = _ABANDONED_NS  # how often that is looked for: it takes a list of the whole folder


class StoreError(Exception):
    """A store that cannot be read or written; one sentence names the file."""


class Gone(StoreError):
    """A file that is not there, or no longer."""


class Folder:
    """A folder of a pyarrow filesystem. Any number of writers may add files at the same time."""

    def __init__(
        self, filesystem: Any, path: str, now_ns: Callable[[], int] = time.time_ns, private: bool = False
    ) -> None:
        self._filesystem: Final = filesystem
        self._private: Final = private  # on a disk its files are for their owner alone, whatever the umask
        self.path: Final = path.rstrip("/")
        self.now_ns: Final = now_ns
        self._swept_ns: int | None = None

    @staticmethod
    def open(url: str | Path, create: bool = False) -> "Folder":
        """The folder at a path, or at a URL that pyarrow knows; made if it is not there and `create`."""
        filesystem, path = _located(str(url))
        try:
            found = filesystem.get_file_info(path).type
            if found != fs.FileType.Directory:
                if not create:
                    what = (
                        "is a file, not a folder" if found == fs.FileType.File else "there is no such folder"
                    )
                    raise StoreError(f"{url}: {what}")
                filesystem.create_dir(path, recursive=True)
        except (pa.ArrowException, OSError) as wrong:
            raise StoreError(f"{url}: {_reason(wrong)}") from None
        return Folder(filesystem, path)

    def inner(self, name: str, private: bool = False) -> "Folder":
        """A folder in this one, made if it is not there; the files of a private one are for their owner alone."""
        folder = Folder(self._filesystem, f"{self.path}/{name}", self.now_ns, private)
        try:
            self._filesystem.create_dir(folder.path, recursive=True)
        except (pa.ArrowException, OSError) as wrong:
            raise StoreError(f"{folder.path}: {_reason(wrong)}") from None
        return folder

    def write(self, name: str, content: bytes) -> str:
        """Write a file, replacing what has its name; the path of the file."""
        path = f"{self.path}/{name}"
        self._write(path, content, replace=True)
        return path

    def write_once(self, name: str, content: bytes) -> bool:
        """Write a file unless there is one of this name; whether it was written.

        On a disk exactly one of several writers succeeds. An object store may let two of them believe so, who write at the
        same moment, and keeps what the later one wrote; whoever uses this must be able to live with that.
        """
        if self.has(name):
            return False
        try:
            self._write(f"{self.path}/{name}", content, replace=False)
        except FileExistsError:
            return False
        return True

    def has(self, name: str) -> bool:
        """Whether there is a file of this name."""
        try:
            return bool(self._filesystem.get_file_info(f"{self.path}/{name}").type != fs.FileType.NotFound)
        except (pa.ArrowException, OSError) as wrong:
            raise StoreError(f"{self.path}/{name}: {_reason(wrong)}") from None

    def changed_ns(self, name: str) -> int | None:
        """When a file was last written, by the clock of the filesystem; None if there is none."""
        try:
            info = self._filesystem.get_file_info(f"{self.path}/{name}")
        except (pa.ArrowException, OSError) as wrong:
            raise StoreError(f"{self.path}/{name}: {_reason(wrong)}") from None
        return None if info.type == fs.FileType.NotFound else info.mtime_ns

    def names(self, suffix: str) -> list[str]:
        """The names of all files that end so, sorted."""
        try:
            found = self._filesystem.get_file_info(fs.FileSelector(self.path))
        except (pa.ArrowException, OSError) as wrong:
            raise StoreError(f"{self.path}: {_reason(wrong)}") from None
        return sorted(
            info.base_name
            for info in found
            if info.type == fs.FileType.File
            and info.base_name.endswith(suffix)
            and not info.base_name.endswith(_UNFINISHED)
        )

    def read(self, path: str) -> bytes:
        """The content of a file of this folder, by its name or its whole path."""
        whole = path if "/" in path else f"{self.path}/{path}"
        try:
            with self._filesystem.open_input_stream(whole, compression=None) as stream:
                content: bytes = stream.read()
        except FileNotFoundError as wrong:
            raise Gone(f"{whole}: {_reason(wrong)}") from None
        except (pa.ArrowException, OSError) as wrong:
            raise StoreError(f"{whole}: {_reason(wrong)}") from None
        return content

    def remove(self, path: str) -> None:
        """Remove a file, by its name or its whole path; nothing happens if another did so before."""
        whole = path if "/" in path else f"{self.path}/{path}"
        try:
            self._filesystem.delete_file(whole)
        except FileNotFoundError:
            return
        except (pa.ArrowException, OSError) as wrong:
            raise StoreError(f"{whole}: {_reason(wrong)}") from None

    def _write(self, path: str, content: bytes, replace: bool) -> None:
        try:
            if isinstance(self._filesystem, fs.LocalFileSystem):
                self._sweep()
                _write_local(Path(path), content, replace, self._private)
            else:
                # An object is there once it is closed; and what is packed is not to be packed again.
                with self._filesystem.open_output_stream(path, compression=None) as stream:
                    stream.write(content)
        except FileExistsError:
            raise
        except (pa.ArrowException, OSError) as wrong:
            raise StoreError(f"{path}: {_reason(wrong)}") from None

    def _sweep(self) -> None:
        """Remove what a writer that was killed left behind; with the first write, and then once an hour."""
        now_ns = self.now_ns()
        if self._swept_ns is not None and abs(now_ns - self._swept_ns) < _SWEPT_NS:
            return
        self._swept_ns = now_ns
        for entry in os.scandir(self.path):
            if entry.name.startswith(".") and entry.name.endswith(_UNFINISHED):
                _remove_abandoned(Path(entry.path), now_ns)


def _located(url: str) -> tuple[Any, str]:
    if len(urlsplit(url).scheme) <= 1:
        return fs.LocalFileSystem(), str(Path(url).absolute())
    try:
        filesystem, path = fs.FileSystem.from_uri(url)
    except (pa.ArrowException, OSError, ValueError) as wrong:
        raise StoreError(f"{url}: {_reason(wrong)}") from None
    return filesystem, path


def _write_local(path: Path, content: bytes, replace: bool, private: bool) -> None:
    unfinished = path.with_name(f".{path.name}.{os.getpid()}{_UNFINISHED}")
    try:
        with open(unfinished, "wb", opener=owners_only if private else None) as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if replace:
            unfinished.rename(path)
        else:
            path.hardlink_to(unfinished)  # unlike a rename, it fails if the name is taken
            unfinished.unlink()
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise
    folder = os.open(path.parent, os.O_RDONLY)  # the name, too, has to reach the disk
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def owners_only(path: str, flags: int) -> int:
    """Open a file that only its owner can read, whatever the umask says, and whoever could before: an opener for `open`."""
    descriptor = os.open(path, flags, 0o600)
    os.fchmod(descriptor, 0o600)
    return descriptor


def _remove_abandoned(path: Path, now_ns: int) -> None:
    try:
        if path.stat().st_mtime_ns < now_ns - _ABANDONED_NS:
            path.unlink()
    except FileNotFoundError:  # another writer was quicker
        return


def _reason(wrong: Exception) -> str:
    return str(getattr(wrong, "strerror", None) or wrong).splitlines()[0]
