"""Which games count? One record for each game of each match, as columns for the ratings."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa

from arena.ladder.game_columns import COLUMNS, Digests, GameColumns, Growing, digests, refuse_torn
from arena.rating import Bools, Games, Ints
from arena.record import GameRecord, is_fault
from arena.store import Gone, Store

TOGETHER = 1 << 15
"""Games of many small parts that are added at once; each step has a cost of its own."""


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
    seal: int  # a number that stands for the seal of the record

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
        self._read: set[str] = set()  # the parts
        self._columns = GameColumns()
        self._counts = Growing(np.bool_)  # by row: whether it is the record of its game
        self._annulled = Growing(np.int32)  # by row: one more than the number of its annulment, or 0
        self._played = Growing(np.int32)  # by match: games that count and are not void
        self._annulments: list[tuple[str, Annulment]] = []
        self._parts: list[str] = []  # by the number of a part
        self._sizes: dict[str, int] = {}
        self._spare: dict[str, int] = {}  # how many records of a part are in a greater one too
        self.count = 0  # goes up with whatever may change the ratings
        self.counted = 0  # games that count and are not void
        self._watched_until_ns: int | None = None  # when the last of the games began that are watched
        self.reordered = False  # a game has come, or gone, that may be before that one

    def refresh(self) -> None:
        """Read what is new in the store."""
        waiting: list[tuple[str, Any]] = []
        for path, table in self._store.unread(self._read, self._table):
            waiting.append((path, table))
            if sum(len(one) for _, one in waiting) >= TOGETHER:
                self._add_parts(waiting)
                waiting = []
        self._add_parts(waiting)
        pa.default_memory_pool().release_unused()

    def _table(self, path: str) -> Any:
        table = self._store.columns(path, COLUMNS)
        refuse_torn(table, path)
        return table

    def annul(self, match: str, annulment: Annulment) -> bool:
        """Set aside what a match had played by then; whether that is new."""
        if (match, annulment) in self._annulments:
            return False
        self._annulments.append((match, annulment))
        number = self._columns.matches.known(match)
        rows = [] if number is None else self._columns.rows_of(number)
        self._set_aside(rows)
        self._choose(rows)
        self.count += 1
        return True

    def annulled(self) -> list[tuple[Result, Annulment]]:
        """The games that were set aside, in the order in which they began."""
        rows = self._ordered(np.flatnonzero(self._annulled.values))
        return [(self.result(row), self._annulments[self._annulled.values[row] - 1][1]) for row in rows]

    def keep(self, record: GameRecord) -> None:
        """Add a game that was just played to the store."""
        path = self._store.append([record])
        self._read.add(path)
        self._add_parts([(path, self._table(path))])

    @property
    def matches(self) -> int:
        """How many matches have a game that counts."""
        return int(np.count_nonzero(self._played.values))

    def played(self, match: str) -> int:
        """How many games of a match count and are not void."""
        number = self._columns.matches.known(match)
        return 0 if number is None else int(self._played.values[number])

    def of_match(self, match: str) -> list[Result]:
        """The games of a match so far, in order, void ones included."""
        found = [self.result(row) for row in self._rows_of(match) if self._counts.values[row]]
        return sorted(found, key=lambda one: one.game)

    def seeds_of(self, match: str) -> set[bytes]:
        """The deals that a match has had, those of games that do not count included."""
        return {self._columns.seed(row) for row in self._rows_of(match)}

    def void(self) -> list[Result]:
        """All games that were void, also those that were played again since, in the order in which they began."""
        rows = np.flatnonzero(self._columns.void.values & (self._annulled.values == 0))
        return [self.result(row) for row in self._ordered(rows)]

    def records(self, results: Iterable[Result]) -> Iterator[GameRecord]:
        """The whole records of games that were read from the store, in whatever order is quickest to read."""
        wanted = {(result.match, result.game, result.seal): result for result in results}
        while wanted:
            for record in self._records(self._part(next(iter(wanted.values())))):
                if wanted.pop((record.match, record.game, number_of(record.seal)), None) is not None:
                    yield record

    def record(self, result: Result) -> GameRecord:
        """The whole record of one game that was read from the store."""
        while True:
            for record in self._records(self._part(result), result.game):
                if (record.match, number_of(record.seal)) == (result.match, result.seal):
                    return record

    def _records(self, path: str, game: int | None = None) -> list[GameRecord]:
        try:
            return self._store.read(path, game)
        except Gone:
            self.forget(path)
            self.refresh()
            return []

    def _part(self, result: Result) -> str:
        seals = self._columns.seal.values
        row = next(row for row in self._rows_of(result.match) if seals[row] == result.seal)
        return self._parts[int(self._columns.part.values[row])]

    def all(self) -> list[Result]:
        """All games as values, in an order that does not depend on how they were read."""
        return [self.result(row) for row in self._sorted(np.flatnonzero(self._counts.values)).tolist()]

    def first(self, count: int) -> Ints:
        """The rows of the first games that count, in the order of `all`; those that began first, whenever they were read."""
        return self._sorted(self._ordered(self._rated())[:count])

    def watch(self, rows: Ints) -> None:
        """Tell from now on, by `reordered`, whether these may no longer be the first games."""
        self._watched_until_ns = int(self._columns.started_ns.values[rows].max()) if len(rows) else None
        self.reordered = False

    def began_ns(self) -> Ints:
        """When each game that counts began, the first to begin first."""
        return np.sort(self._columns.started_ns.values[self._rated()])

    def games(self, versions: Sequence[str], rows: Ints | None = None) -> Games:
        """Games as the ratings want them, all or those of some rows; bots are numbered as in `versions`, sets by their deal."""
        columns = self._columns
        rows = self._sorted(np.flatnonzero(self._counts.values)) if rows is None else rows
        index = np.full(len(columns.versions.texts), -1, np.int64)
        for number, version in enumerate(versions):
            if (known := columns.versions.known(version)) is not None:
                index[known] = number
        seats = columns.seats(rows)
        bot = index[seats.version]
        if (bot < 0).any():
            strange = np.bincount(seats.game[bot < 0], minlength=len(rows)) > 0
            return self.games(versions, rows[~strange])
        return Games.of(
            len(versions),
            game=seats.game,
            deal=columns.deals(rows)[seats.game],
            bot=bot,
            rank=np.maximum(seats.rank, 1),
            faulted=columns.faulty()[seats.termination],
            void=columns.void.values[rows][seats.game],
        )

    def games_a_match(self, rows: Ints) -> dict[str, int]:
        """How many of these games each match has."""
        numbers, games = np.unique(self._columns.match.values[rows], return_counts=True)
        texts = self._columns.matches.texts
        return {texts[number]: count for number, count in zip(numbers.tolist(), games.tolist(), strict=True)}

    def faults(self) -> dict[str, dict[str, int]]:
        """How often each version failed, and how."""
        columns = self._columns
        seats = columns.seats(self._rated())
        failed = columns.faulty()[seats.termination]
        both = np.stack([seats.version[failed], seats.termination[failed]], axis=1)
        found: dict[str, dict[str, int]] = {}
        for (version, how), count in zip(*_distinct(both), strict=True):
            found.setdefault(columns.versions.texts[version], {})[columns.terminations.texts[how]] = count
        return found

    def result(self, row: int) -> Result:
        """One game as a value."""
        columns = self._columns
        versions, terminations, sentences, reason = columns.texts(row)
        scores, ranks = columns.numbers(row)
        return Result(
            columns.matches.texts[columns.match.values[row]],
            int(columns.game.values[row]),
            int(columns.set.values[row]),
            columns.seed(row),
            int(columns.started_ns.values[row]),
            versions,
            terminations,
            sentences,
            scores,
            ranks,
            bool(columns.void.values[row]),
            reason,
            int(columns.seal.values[row]),
        )

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

    def _rated(self) -> Ints:
        return np.flatnonzero(self._counts.values & ~self._columns.void.values)

    def _rows_of(self, match: str) -> list[int]:
        number = self._columns.matches.known(match)
        return [] if number is None else self._columns.rows_of(number)

    def _sorted(self, rows: Ints) -> Ints:
        """By the names of matches, then by game."""
        columns = self._columns
        match = columns.alphabetic()[columns.match.values[rows]]
        return np.asarray(rows[np.argsort(match << 32 | columns.game.values[rows], kind="stable")])

    def _ordered(self, rows: Ints) -> Ints:
        """In the order in which they began."""
        rows = self._sorted(rows)
        return np.asarray(rows[np.argsort(self._columns.started_ns.values[rows], kind="stable")])

    def _add_parts(self, parts: Sequence[tuple[str, Any]]) -> None:
        """Add the games of some parts, at once if no game is in two of them."""
        if not parts:
            return
        columns = self._columns
        table = pa.concat_tables([table for _, table in parts])
        match = columns.matches.numbers(table.column("match").combine_chunks())
        key = match << 32 | table.column("game").to_numpy()
        twice = repeated(key)
        if len(parts) > 1 and twice.any():
            for part in parts:
                self._add_parts([part])
            return
        number = np.repeat(np.arange(len(parts)) + len(self._parts), [len(one) for _, one in parts])
        for path, one in parts:
            self._parts.append(path)
            self._sizes[path], self._spare[path] = len(one), 0
        # Of a match that is new, and whose games are each there once, nothing has to be compared.
        familiar = columns.has_rows(match) | twice
        if familiar.any():
            seals = digests(table.column("seal").combine_chunks().filter(pa.array(familiar)))
            new = self._unknown(number, match, seals, familiar)
            if not new.all():
                table, number, familiar = table.filter(pa.array(new)), number[new], familiar[new]
        rows = columns.add(table, number)
        self._counts.grow(len(columns))
        self._annulled.grow(len(columns))
        self._played.grow(len(columns.matches.texts))
        self._set_aside(rows)
        plain = np.arange(rows.start, rows.stop)[~familiar]
        self._count(plain[self._annulled.values[plain] == 0], True)
        self._choose((rows.start + np.flatnonzero(familiar)).tolist())

    def _unknown(self, part: Ints, match: Ints, seals: Digests, familiar: Bools) -> Bools:
        """Which of some records are not in other parts; of those that are, the greater part is remembered."""
        new = np.ones(len(match), np.bool_)
        seen: set[tuple[int, int]] = set()
        for at, seal in zip(np.flatnonzero(familiar).tolist(), seals.tolist(), strict=True):
            path = self._parts[part[at]]
            one = int(match[at]), seal
            row = next(
                (row for row in self._columns.rows_of(one[0]) if self._columns.seal.values[row] == one[1]),
                None,
            )
            if row is not None:
                self._assign(row, path)
            elif one in seen:
                self._spare[path] += 1
            new[at] = row is None and one not in seen
            seen.add(one)
        return new

    def _assign(self, row: int, path: str) -> None:
        """Of two parts the one with more records is greater, then the later one: so everybody agrees which of them is spare."""
        part = self._columns.part.values
        before = self._parts[part[row]]
        if before not in self._sizes:
            part[row] = self._parts.index(path)
            return
        smaller, greater = sorted((before, path), key=lambda one: (self._sizes[one], one))
        part[row] = part[row] if greater == before else self._parts.index(path)
        self._spare[smaller] += 1

    def _set_aside(self, rows: Iterable[int]) -> None:
        """Mark those of the rows that were annulled."""
        began, match, texts = (
            self._columns.started_ns.values,
            self._columns.match.values,
            self._columns.matches.texts,
        )
        wanted = {name for name, _ in self._annulments}
        for row in rows if wanted else ():
            name = texts[match[row]]
            for number, (annulled, annulment) in enumerate(self._annulments, start=1):
                if annulled == name and began[row] < annulment.before_ns and not self._annulled.values[row]:
                    self._annulled.values[row] = number

    def _choose(self, rows: Iterable[int]) -> None:
        """Decide which record of each of these games counts."""
        columns = self._columns
        match, game = columns.match.values, columns.game.values
        for number in dict.fromkeys(int(match[row]) for row in rows):
            best: dict[int, int] = {}
            for row in columns.rows_of(number):
                other = best.get(int(game[row]))
                if not self._annulled.values[row] and (other is None or self._comes_before(row, other)):
                    best[int(game[row])] = row
            for row in columns.rows_of(number):
                counts = best.get(int(game[row])) == row
                if counts != self._counts.values[row]:
                    self._count(np.array([row]), counts)

    def _comes_before(self, one: int, other: int) -> bool:
        """Which of two records of the same game counts: one that is not void, then the one that was begun first."""
        columns = self._columns
        first, second = (
            (
                bool(columns.void.values[row]),
                int(columns.started_ns.values[row]),
                int(columns.seal.values[row]),
            )
            for row in (one, other)
        )
        return first < second

    def _count(self, rows: Ints, counts: bool) -> None:
        """Games count from now on, or no longer."""
        self._counts.values[rows] = counts
        self.count += len(rows)
        rated = rows[~self._columns.void.values[rows]]
        by = 1 if counts else -1
        self.counted += by * len(rated)
        np.add.at(self._played.values, self._columns.match.values[rated], by)
        until = self._watched_until_ns
        if until is not None and len(rated) and self._columns.started_ns.values[rated].min() <= until:
            self.reordered = True


def number_of(seal: bytes) -> int:
    """The number that stands for a seal."""
    return int(digests(pa.array([seal], pa.binary()))[0])


def repeated(labels: Ints) -> Bools:
    """Which labels occur more than once."""
    in_order = np.sort(labels)
    if not (twice := in_order[1:] == in_order[:-1]).any():
        return np.zeros(len(labels), np.bool_)
    return np.isin(labels, in_order[1:][twice])


def _distinct(rows: Ints) -> tuple[list[list[int]], list[int]]:
    """The different rows and how often each occurs."""
    found, often = np.unique(rows, axis=0, return_counts=True)
    return found.tolist(), often.tolist()
