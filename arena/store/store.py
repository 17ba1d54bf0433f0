"""Where are records kept? In a folder of parts, on a disk or in an object store; parts are added and never changed."""

import os
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import pyarrow as pa
from pyarrow import fs

from arena.record import GameRecord, sealed
from arena.store.part import SUFFIX, StoreError, decode, encode, name_of

_UNFINISHED: Final = ".unfinished"
_ABANDONED_NS: Final = (
    3_600_000_000_000  # writing a part takes a moment, so what is an hour old was left behind
)


class Store:
    """Records in one folder. Any number of writers may add to it at the same time, and any number may read."""

    def __init__(self, filesystem: Any, path: str, now_ns: Callable[[], int] = time.time_ns) -> None:
        self._filesystem: Final = filesystem
        self._path: Final = path.rstrip("/")
        self._now_ns: Final = now_ns

    @staticmethod
    def open(url: str | Path, create: bool = False) -> "Store":
        """The store in a folder, named by its path or by a URL that pyarrow knows; made if it is not there and `create`."""
        filesystem, path = _located(str(url))
        store = Store(filesystem, path)
        try:
            if filesystem.get_file_info(path).type != fs.FileType.Directory:
                if not create:
                    raise StoreError(f"{url}: there is no such folder")
                filesystem.create_dir(path, recursive=True)
        except (pa.ArrowException, OSError) as wrong:
            raise StoreError(f"{url}: {_reason(wrong)}") from None
        return store

    def append(self, records: Sequence[GameRecord]) -> str:
        """Add records as one part, which is there whole or not at all; the path of the part."""
        if not records:
            raise ValueError("a part without records")
        content = encode([record if record.seal else sealed(record) for record in records])
        path = f"{self._path}/{name_of(content, self._now_ns())}"
        try:
            if isinstance(self._filesystem, fs.LocalFileSystem):
                _write_local(Path(path), content, self._now_ns())
            else:
                with self._filesystem.open_output_stream(
                    path
                ) as stream:  # an object is there once it is closed
                    stream.write(content)
        except (pa.ArrowException, OSError) as wrong:
            raise StoreError(f"{path}: {_reason(wrong)}") from None
        return path

    def parts(self) -> list[str]:
        """The paths of all parts, the oldest first."""
        try:
            found = self._filesystem.get_file_info(fs.FileSelector(self._path))
        except (pa.ArrowException, OSError) as wrong:
            raise StoreError(f"{self._path}: {_reason(wrong)}") from None
        return sorted(
            info.path for info in found if info.type == fs.FileType.File and info.path.endswith(SUFFIX)
        )

    def games(self, game: int | None = None) -> Iterator[GameRecord]:
        """All records, or those of one game number, as they were added; StoreError at the first part that is damaged."""
        for path in self.parts():
            yield from self.read(path, game)

    def read(self, path: str, game: int | None = None) -> list[GameRecord]:
        """The records of one part."""
        try:
            with self._filesystem.open_input_stream(path) as stream:
                content: bytes = stream.read()
        except (pa.ArrowException, OSError) as wrong:
            raise StoreError(f"{path}: {_reason(wrong)}") from None
        return decode(path, content, game)


def _located(url: str) -> tuple[Any, str]:
    if len(urlsplit(url).scheme) <= 1:
        return fs.LocalFileSystem(), str(Path(url).absolute())
    try:
        filesystem, path = fs.FileSystem.from_uri(url)
    except (pa.ArrowException, OSError, ValueError) as wrong:
        raise StoreError(f"{url}: {_reason(wrong)}") from None
    return filesystem, path


def _write_local(path: Path, content: bytes, now_ns: int) -> None:
    _remove_abandoned(path.parent, now_ns)
    unfinished = path.with_name(f".{path.name}.{os.getpid()}{_UNFINISHED}")
    try:
        with unfinished.open("xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        unfinished.rename(path)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise
    folder = os.open(path.parent, os.O_RDONLY)  # the name, too, has to reach the disk
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _remove_abandoned(folder: Path, now_ns: int) -> None:
    """Remove what a writer that was killed left behind."""
    for path in folder.glob(f".*{_UNFINISHED}"):
        try:
            if path.stat().st_mtime_ns < now_ns - _ABANDONED_NS:
                path.unlink()
        except FileNotFoundError:  # another writer was quicker
            continue


def _reason(wrong: Exception) -> str:
    return str(getattr(wrong, "strerror", None) or wrong).splitlines()[0]
