"""Which games count? One record of each game of each match, read part by part, as columns for the ratings."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from arena.rating import Games
from arena.rating.arrays import Floats
from arena.record import FAULTS, GameRecord
from arena.store import Store


@dataclass(frozen=True, slots=True)
class Result:
    """What the ladder needs to know of a game."""

    match: str
    game: int
    set: int
    seed: bytes
    started_ns: int
    versions: tuple[str, ...]
    terminations: tuple[str, ...]
    sentences: tuple[str, ...]
    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    void: bool
    void_reason: str
    seal: bytes

    @staticmethod
    def of(record: GameRecord) -> "Result":
        """The result that a record holds."""
        return Result(
            record.match,
            record.game,
            record.set,
            record.seed,
            record.started_ns,
            tuple(seat.version for seat in record.seats),
            tuple(str(seat.termination) for seat in record.seats),
            tuple(seat.sentence for seat in record.seats),
            record.scores,
            record.ranks,
            record.void,
            record.void_reason,
            record.seal,
        )

    def comes_before(self, other: "Result") -> bool:
        """Which of two records of the same game counts: one that is not void, then the one that was begun first."""
        return (self.void, self.started_ns, self.seal) < (other.void, other.started_ns, other.seal)

    def shares(self) -> tuple[float, ...]:
        """By seat: the share of the others that it stood above, a shared place being one half."""
        others = len(self.ranks) - 1
        return tuple(
            (sum((other > rank) + 0.5 * (other == rank) for other in self.ranks) - 0.5) / others
            for rank in self.ranks
        )


class Results:
    """The games of a store, kept up to date; a game that was played twice counts once."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._parts: set[str] = set()
        self._games: dict[str, dict[int, Result]] = {}
        self._path: dict[tuple[str, int], str] = {}
        self.count = 0  # goes up with whatever may change the ratings

    def refresh(self) -> None:
        """Read what is new in the store."""
        for path in self._store.parts():
            if path not in self._parts:
                for result in self._store.results(path, Result.of):
                    self.add(result, path)
                self._parts.add(path)

    def keep(self, record: GameRecord) -> None:
        """Add a game that was just played to the store."""
        path = self._store.append([record])
        self.add(Result.of(record), path)
        self._parts.add(path)

    def add(self, result: Result, path: str) -> None:
        """Count a game, unless a better record of it is known; `path` is the part that it is in."""
        games = self._games.setdefault(result.match, {})
        known = games.get(result.game)
        if known is None or result.comes_before(known):
            games[result.game] = result
            self._path[result.match, result.game] = path
            self.count += 1

    def of_match(self, match: str) -> list[Result]:
        """The games of a match so far, in order, void ones included."""
        games = self._games.get(match, {})
        return [games[number] for number in sorted(games)]

    def record(self, result: Result) -> GameRecord:
        """The whole record of a game that was read from the store."""
        path = self._path[result.match, result.game]
        return next(record for record in self._store.read(path, result.game) if record.seal == result.seal)

    def all(self) -> list[Result]:
        """All games, in an order that does not depend on how they were read."""
        return [result for match in sorted(self._games) for result in self.of_match(match)]


def games_of(
    results: Iterable[Result],
    versions: Sequence[str],
    luck: Callable[[Sequence[Result]], Floats] | None = None,
) -> Games:
    """The games as the ratings want them; bots are numbered as in `versions`, sets by their deal.

    `luck` gives what is known of the luck of every seat of these games, one row a seat.
    """
    place = {version: number for number, version in enumerate(versions)}
    counted = [result for result in results if all(version in place for version in result.versions)]
    deals = {seed: number for number, seed in enumerate(sorted({result.seed for result in counted}))}
    rows = [
        (number, deals[result.seed], place[version], rank, termination in FAULTS, result.void)
        for number, result in enumerate(counted)
        for version, rank, termination in zip(
            result.versions, result.ranks or (1,) * len(result.versions), result.terminations, strict=True
        )
    ]
    columns = np.array(rows, np.int64).reshape(-1, 6).T
    game, deal, bot, rank, faulted, void = columns
    return Games.of(
        len(versions),
        game=game,
        deal=deal,
        bot=bot,
        rank=rank,
        faulted=faulted > 0,
        void=void > 0,
        luck=None if luck is None else luck(counted),
    )


def faults_by_version(results: Iterable[Result]) -> Mapping[str, dict[str, int]]:
    """How often each version failed, and how."""
    found: dict[str, dict[str, int]] = {}
    for result in results:
        for version, termination in zip(result.versions, result.terminations, strict=True):
            if termination in FAULTS and not result.void:
                counts = found.setdefault(version, {})
                counts[termination] = counts.get(termination, 0) + 1
    return found
