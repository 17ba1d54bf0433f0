"""How do the many small files of a ladder, one for each game and one for each match, become a few large ones?

Small files are joined to larger ones. Joining only adds, and a file is removed only when all that it holds is in greater ones,
and has been for a while: so a kill at any moment, or another runner that does the same, costs nothing but some work.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Final, Protocol

from arena.ladder.ladder_folder import LadderFolder
from arena.ladder.leases import Leases
from arena.ladder.results import Results
from arena.store import Gone, Store

NAME: Final = "gathering"
FAN: Final = 32
"""How many parts of one size are joined to one of the next, and how many sizes there are: a game is written three times in all."""
FULL: Final = FAN * FAN
GRACE_S: Final = 5.0
"""Who lists a folder on a disk just when parts are joined may miss the new one; by now it has got round to reading the old ones."""


class Files(Protocol):
    """Files of one kind."""

    def refresh(self) -> None:
        """Read what is new."""

    def sizes(self) -> Mapping[str, int]:
        """How much each file holds; without those of which all is in greater ones."""

    def superseded(self) -> list[str]:
        """The files of which all is in greater ones."""

    def join(self, paths: Sequence[str]) -> object:
        """Add one file with all that these hold; Gone if another has done so before."""

    def remove(self, path: str) -> None:
        """Remove a file."""

    def forget(self, path: str) -> None:
        """A file was removed."""


class JoinedGames:
    """The files of games: the store has them, the results know what is in them."""

    def __init__(self, store: Store, results: Results) -> None:
        self.refresh, self.sizes = results.refresh, results.sizes
        self.superseded, self.forget = results.superseded, results.forget
        self.join, self.remove = store.join, store.remove


class Compaction:
    """The housekeeping of one runner; one at a time does it, since two would do the same."""

    def __init__(
        self,
        files: Files,
        leases: Leases,
        fan: int = FAN,
        grace_s: float = GRACE_S,
        now_s: Callable[[], float] = time.monotonic,
    ) -> None:
        self._files = files
        self._leases = leases
        self._fan = fan
        self._grace_s = grace_s
        self._now_s = now_s
        self._since: dict[str, float] = {}

    def step(self) -> None:
        """Remove what is no longer needed, and join what has become too much."""
        self.sweep()
        if due(self._files.sizes(), self._fan):
            self.join(lambda sizes: due(sizes, self._fan))

    def join(self, heaps: Callable[[Mapping[str, int]], list[list[str]]]) -> None:
        """Join each of the heaps that the files make to one file."""
        if not self._leases.take(NAME):
            return
        try:
            self._files.refresh()
            for paths in heaps(self._files.sizes()):
                self._files.join(paths)
            self._files.refresh()
        except Gone:  # another runner, whose heartbeat we did not see, did it
            self._files.refresh()
        finally:
            self._leases.release(NAME)

    def sweep(self) -> int:
        """Remove the files that have not been needed for a while; how many will be, but not yet."""
        now_s = self._now_s()
        for path in self._files.superseded():
            if now_s - self._since.setdefault(path, now_s) >= self._grace_s:
                self._files.remove(path)
                self._files.forget(path)
                del self._since[path]
        return len(self._since)


def compacted(ladder_folder: LadderFolder, results: Results, grace_s: float = GRACE_S) -> tuple[int, int]:
    """Gather everything now; how many files of games and matches there were, and are. What other runners add meanwhile is left to them."""
    kinds: tuple[Files, ...] = (JoinedGames(ladder_folder.games, results), ladder_folder.matches)
    for files in kinds:
        files.refresh()
    before = sum(len(files.sizes()) + len(files.superseded()) for files in kinds)
    with Leases(ladder_folder.leases, ladder_folder.runners) as leases:
        compactions = [Compaction(files, leases, grace_s=grace_s) for files in kinds]
        for compaction in compactions:
            compaction.join(everything)
        while sum(compaction.sweep() for compaction in compactions):
            time.sleep(0.1)
    return before, sum(len(files.sizes()) for files in kinds)


def due(sizes: Mapping[str, int], fan: int = FAN) -> list[list[str]]:
    """Parts that are to be one: all of a size when there are enough of them."""
    found = []
    for low, high in ((0, fan), (fan, fan * fan)):
        alike = sorted(path for path, size in sizes.items() if low <= size < high)
        if len(alike) >= fan:
            found += _heaps(sizes, alike, fan * fan)
    return found


def everything(sizes: Mapping[str, int], full: int = FULL) -> list[list[str]]:
    """All parts that are not full, in heaps that are."""
    return _heaps(sizes, sorted(path for path, size in sizes.items() if size < full), full)


def _heaps(sizes: Mapping[str, int], paths: list[str], full: int) -> list[list[str]]:
    heaps: list[list[str]] = []
    total = full
    for path in paths:
        if total + sizes[path] > full:
            heaps.append([])
            total = 0
        heaps[-1].append(path)
        total += sizes[path]
    return [heap for heap in heaps if len(heap) > 1]
