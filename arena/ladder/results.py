"""Which games count? One record for each game of each match, as columns for the ratings."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from arena.rating import Games
from arena.record import GameRecord, is_fault
from arena.store import Gone, Store


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

    @property
    def place(self) -> tuple[int, str, int]:
        """Its place among all games, in the order in which they began."""
        return self.started_ns, self.match, self.game

    def comes_before(self, other: "Result") -> bool:
        """Which of two records of the same game counts: one that is not void, then the one that was begun first."""
        return (self.void, self.started_ns, self.seal) < (other.void, other.started_ns, other.seal)

    def failed_seats(self) -> list[int]:
        """The seats whose bot failed; none in a void game."""
        return [seat for seat, how in enumerate(self.terminations) if is_fault(how) and not self.void]

    def shares(self) -> tuple[float, ...]:
        """By seat: the share of the others that it stood above, a shared rank being one half."""
        others = len(self.ranks) - 1
        return tuple(
            (sum((other > rank) + 0.5 * (other == rank) for other in self.ranks) - 0.5) / others
            for rank in self.ranks
        )


@dataclass(frozen=True, slots=True)
class Annulment:
    """Games of a match that began before a time do not count, and why."""

    before_ns: int
    reason: str


class Results:
    """The games of a store, kept up to date; a game that was played twice counts once."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._parts: set[str] = set()
        self._games: dict[str, dict[int, Result]] = {}
        self._part: dict[bytes, str] = {}  # of a record, by its seal: the greatest that it is in
        self._annulments: dict[str, list[Annulment]] = {}
        self._annulled: dict[bytes, tuple[Result, Annulment]] = {}  # by seal
        self._void: dict[bytes, Result] = {}  # by seal: also those that were played again since
        self._sizes: dict[str, int] = {}
        self._spare: dict[str, int] = {}  # how many records of a part are in a greater one too
        self.count = 0  # goes up with whatever may change the ratings
        self.counted = 0  # games that count and are not void
        self._first: tuple[int, str, int] | None = None  # the last of the first games that were asked for
        self.reordered = False  # a game has come, or gone, before that one

    def refresh(self) -> None:
        """Read what is new in the store."""
        for path, found in self._store.unread(self._parts, lambda path: self._store.results(path, Result.of)):
            self._add_part(path, found)

    def annul(self, match: str, annulment: Annulment) -> bool:
        """Set aside what a match had played by then; whether that is new."""
        known = self._annulments.setdefault(match, [])
        if annulment in known:
            return False
        known.append(annulment)
        known.sort(key=lambda one: one.before_ns)
        games = self._games.get(match, {})
        self._games[match] = {number: one for number, one in games.items() if self._counts(one)}
        for result in games.keys() - self._games[match].keys():
            self._changed(games[result], -1)
        self.count += 1
        return True

    def annulled(self) -> list[tuple[Result, Annulment]]:
        """The games that were set aside, in the order in which they began."""
        return sorted(self._annulled.values(), key=lambda one: (one[0].started_ns, one[0].seal))

    def _counts(self, result: Result) -> bool:
        for one in self._annulments.get(result.match, ()):
            if result.started_ns < one.before_ns:
                self._annulled[result.seal] = result, one
                return False
        return True

    def keep(self, record: GameRecord) -> None:
        """Add a game that was just played to the store."""
        path = self._store.append([record])
        self._parts.add(path)
        self._add_part(path, [Result.of(record)])

    def of_match(self, match: str) -> list[Result]:
        """The games of a match so far, in order, void ones included."""
        games = self._games.get(match, {})
        return [games[number] for number in sorted(games)]

    def seeds_of(self, match: str) -> set[bytes]:
        """The deals that a match has had, those of games that do not count included."""
        counted = {result.seed for result in self.of_match(match)}
        return counted | {result.seed for result, _ in self._annulled.values() if result.match == match}

    def void(self) -> list[Result]:
        """All games that were void, also those that were played again since, in the order in which they began."""
        return sorted(self._void.values(), key=lambda one: (one.started_ns, one.seal))

    def records(self, results: Iterable[Result]) -> Iterator[GameRecord]:
        """The whole records of games that were read from the store, in whatever order is quickest to read."""
        wanted = {result.seal for result in results}
        while wanted:
            path = self._part[next(iter(wanted))]
            try:
                found = self._store.read(path)
            except Gone:
                self.forget(path)
                self.refresh()
                continue
            for record in found:
                if record.seal in wanted:
                    wanted.remove(record.seal)
                    yield record

    def record(self, result: Result) -> GameRecord:
        """The whole record of one game that was read from the store."""
        while True:
            path = self._part[result.seal]
            try:
                found = self._store.read(path, result.game)
            except Gone:
                self.forget(path)
                self.refresh()
                continue
            return next(record for record in found if record.seal == result.seal)

    def all(self) -> list[Result]:
        """All games, in an order that does not depend on how they were read."""
        return [result for match in sorted(self._games) for result in self.of_match(match)]

    def first(self, count: int) -> list[Result]:
        """The first games that count, in the order of `all`; those that began first, whenever they were read."""
        counted = [result for result in self.all() if not result.void]
        last = sorted(result.place for result in counted)[:count][-1:]
        self._first, self.reordered = (last[0] if last else None), False
        return [result for result in counted if last and result.place <= last[0]]

    def sizes(self) -> dict[str, int]:
        """How many records each part holds; without those whose records are all in greater ones."""
        return {path: size for path, size in self._sizes.items() if self._spare[path] < size}

    def superseded(self) -> list[str]:
        """The parts whose records are all in greater ones."""
        return [path for path, size in self._sizes.items() if self._spare[path] >= size]

    def forget(self, path: str) -> None:
        """A part was removed."""
        self._sizes.pop(path, None)
        self._spare.pop(path, None)

    def _add_part(self, path: str, results: Sequence[Result]) -> None:
        self._sizes[path] = len(results)
        self._spare[path] = 0
        for result in results:
            self._assign(result.seal, path)
            if not self._counts(result):
                continue
            if result.void:
                self._void[result.seal] = result
            games = self._games.setdefault(result.match, {})
            known = games.get(result.game)
            if known is None or result.comes_before(known):
                games[result.game] = result
                self.count += 1
                self._changed(result, 1)
                if known is not None:
                    self._changed(known, -1)

    def _changed(self, result: Result, by: int) -> None:
        """A game counts from now on, or no longer."""
        if not result.void:
            self.counted += by
            self.reordered = self.reordered or (self._first is not None and result.place <= self._first)

    def _assign(self, seal: bytes, path: str) -> None:
        """Of two parts the one with more records is greater, then the later one: so everybody agrees which of them is spare."""
        before = self._part.get(seal)
        if before is None or before not in self._sizes:
            self._part[seal] = path
            return
        smaller, greater = sorted((before, path), key=lambda one: (self._sizes[one], one))
        self._part[seal] = greater
        self._spare[smaller] += 1


def games_of(
    results: Iterable[Result],
    versions: Sequence[str],
) -> Games:
    """The games as the ratings want them; bots are numbered as in `versions`, sets by their deal."""
    index = {version: number for number, version in enumerate(versions)}
    counted = [result for result in results if all(version in index for version in result.versions)]
    deals = {seed: number for number, seed in enumerate(sorted({result.seed for result in counted}))}
    rows = [
        (number, deals[result.seed], index[version], rank, is_fault(termination), result.void)
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
    )


def faults_by_version(results: Iterable[Result]) -> Mapping[str, dict[str, int]]:
    """How often each version failed, and how."""
    found: dict[str, dict[str, int]] = {}
    for result in results:
        for seat in result.failed_seats():
            counts = found.setdefault(result.versions[seat], {})
            counts[result.terminations[seat]] = counts.get(result.terminations[seat], 0) + 1
    return found
