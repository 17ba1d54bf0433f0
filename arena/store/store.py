"""Where are records kept? In a folder of parts, on a disk or in an object store; parts are added and never changed."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final, TypeVar

from arena.record import GameRecord, sealed
from arena.store.folder import Folder
from arena.store.part import SUFFIX, decode, encode, name_of

Brief = TypeVar("Brief")


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
        content = encode([record if record.seal else sealed(record) for record in records])
        return self._folder.write(name_of(content, self._folder.now_ns()), content)

    def parts(self) -> list[str]:
        """The paths of all parts, the oldest first."""
        return [f"{self._folder.path}/{name}" for name in self._folder.names(SUFFIX)]

    def games(self, game: int | None = None) -> Iterator[GameRecord]:
        """All records, or those of one game number, as they were added; StoreError at the first part that is damaged."""
        for path in self.parts():
            yield from self.read(path, game)

    def read(self, path: str, game: int | None = None) -> list[GameRecord]:
        """The records of one part."""
        return decode(path, self._folder.read(path), game)

    def results(self, path: str, brief: Callable[[GameRecord], Brief]) -> list[Brief]:
        """What `brief` makes of each record of a part; the decisions, which are most of it, are left out."""
        return [brief(record) for record in decode(path, self._folder.read(path), decisions=False)]
