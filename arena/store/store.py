"""A folder of records, on a disk or in an object store.

A part may be replaced by one that holds all its records and more: it is joined with others, and removed some time after. Whoever
reads meanwhile may find a record in two parts, or a part gone, but never a record missing.
"""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, TypeVar

from arena.record import GameRecord, sealed
from arena.store.folder import Folder, Gone
from arena.store.part import SUFFIX, columns, decode, encode, join, name_of

Brief = TypeVar("Brief")
Found = TypeVar("Found")


class Store:
    """Records in one folder. Any number of writers may add to it at the same time, and any number may read."""

    def __init__(self, folder: Folder) -> None:
        self._folder: Final = folder

    @staticmethod
    def open(url: str | Path, create: bool = False) -> "Store":
        """The store in a folder, named by its path or by a URL that pyarrow knows; made if it is not there and `create`."""
        return Store(Folder.open(url, create))

    def append(self, records: Sequence[GameRecord]) -> str:
        """Add records as one part, which is there whole or not at all; the path of the part."""
        if not records:
            raise ValueError("a part without records")
        return self._add(encode([record if record.seal else sealed(record) for record in records]))

    def join(self, paths: Sequence[str]) -> str:
        """Add one part with all records of these parts, which can be removed once that is known to all; its path.

        Gone if another removed one of them: it has joined them before us.
        """
        path = self._add(join((path, self._folder.read(path)) for path in paths))
        decode(path, self._folder.read(path), decisions=False)  # or a disk that lies would cost the records
        return path

    def remove(self, path: str) -> None:
        """Remove a part whose records are all in others."""
        self._folder.remove(path)

    def parts(self) -> list[str]:
        """The paths of all parts, the oldest first."""
        return [f"{self._folder.path}/{name}" for name in self._folder.names(SUFFIX)]

    def unread(self, known: set[str], read: Callable[[str], Found]) -> Iterator[tuple[str, Found]]:
        """What `read` makes of each part that is not known yet, and is from then on; those that others join meanwhile included."""
        looking = True
        while looking:
            looking = False
            for path in [path for path in self.parts() if path not in known]:
                try:
                    found = read(path)
                except Gone:
                    looking = True
                    continue
                known.add(path)
                yield path, found

    def games(self, game: int | None = None) -> Iterator[GameRecord]:
        """All records once, or those of one game number, as they were added; StoreError at the first part that is damaged."""
        told: set[int] = set()
        for _, records in self.unread(set(), lambda path: self.read(path, game)):
            for record in records:
                if (digest := hash(record)) not in told:
                    told.add(digest)
                    yield record

    def read(self, path: str, game: int | None = None) -> list[GameRecord]:
        """The records of one part."""
        return decode(path, self._folder.read(path), game)

    def results(self, path: str, brief: Callable[[GameRecord], Brief]) -> list[Brief]:
        """What `brief` makes of each record of a part; the decisions, which are most of it, are left out."""
        return [brief(record) for record in decode(path, self._folder.read(path), decisions=False)]

    def columns(self, path: str, names: Sequence[str]) -> Any:
        """Some columns of a part as an Arrow table, one row a record; `seats.version` is a field of all seats."""
        return columns(path, self._folder.read(path), names)

    def size(self, path: str) -> int:
        """How many bytes a part has."""
        return len(self._folder.read(path))

    def _add(self, content: bytes) -> str:
        return self._folder.write(name_of(content, self._folder.now_ns()), content)
