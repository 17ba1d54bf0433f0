"""The games of a ladder as arrays: one entry a game or a seat, texts numbered, and no Python object for a game."""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import pyarrow.compute as pc
from numpy.typing import DTypeLike, NDArray

from arena.rating import Bools, Ints
from arena.record import Termination, is_fault
from arena.store import StoreError

Digests = NDArray[np.uint64]

COLUMNS: Final = (
    "match", "game", "set", "seed", "started_ns", "seats.version", "seats.termination", "seats.sentence", "scores",
    "ranks", "void", "void_reason", "seal",
)  # fmt: skip
_STEP: Final = np.uint64(0x9E3779B97F4A7C15)


class Growing:
    """An array that grows at its end, at a cost that does not depend on how long it is."""

    def __init__(self, kind: DTypeLike) -> None:
        self._room: NDArray[Any] = np.zeros(64, kind)
        self.size = 0

    def add(self, more: NDArray[Any]) -> None:
        size = self.size + len(more)
        self.grow(size)
        self._room[self.size - len(more) : size] = more

    def grow(self, size: int) -> None:
        """Make it this long; what is new is zero."""
        if size > len(self._room):
            room = np.zeros(max(size, len(self._room) * 3 // 2), self._room.dtype)
            room[: self.size] = self._room[: self.size]
            self._room = room
        self.size = max(self.size, size)

    @property
    def values(self) -> NDArray[Any]:
        return self._room[: self.size]


class Numbering:
    """Texts that come again and again, numbered in the order in which they came."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self._numbers: dict[str, int] = {}

    def number(self, text: str) -> int:
        found = self._numbers.setdefault(text, len(self.texts))
        if found == len(self.texts):
            self.texts.append(text)
        return found

    def known(self, text: str) -> int | None:
        """The number of a text that has come before."""
        return self._numbers.get(text)

    def numbers(self, column: Any) -> Ints:
        """The numbers of a column of texts; each different text is looked at once."""
        coded = column.dictionary_encode()
        own = np.array([self.number(text) for text in coded.dictionary.to_pylist()], np.int64)
        return own[coded.indices.to_numpy()] if len(own) else np.zeros(0, np.int64)


@dataclass(frozen=True, slots=True)
class Seats:
    """The seats of some games, one entry each, and the game of each as a number among those."""

    game: Ints
    version: Ints
    termination: Ints
    rank: Ints  # 0 where the game has none


class GameColumns:
    """All games that were read, by row."""

    def __init__(self) -> None:
        self.matches, self.versions, self.terminations, self.sentences = (
            Numbering(),
            Numbering(),
            Numbering(),
            Numbering(),
        )
        for how in Termination:
            self.terminations.number(how)
        self.match, self.game, self.set = Growing(np.int32), Growing(np.int32), Growing(np.int32)
        self.started_ns, self.void, self.part = Growing(np.int64), Growing(np.bool_), Growing(np.int32)
        self.seal, self._deal = Growing(np.uint64), Growing(np.uint64)
        self._reason = Growing(np.int32)
        self._seed, self._seed_end = Growing(np.uint8), Growing(np.int64)
        self._seat_end, self._ranked, self._scored = Growing(np.int64), Growing(np.bool_), Growing(np.bool_)
        self._version, self._termination = Growing(np.int32), Growing(np.int16)
        self._sentence, self._score, self._rank = Growing(np.int32), Growing(np.int32), Growing(np.int8)
        self._before = Growing(
            np.int32
        )  # for each row one more than the row before it of the same match, or 0
        self._latest = Growing(np.int32)  # by match: one more than its latest row, or 0

    def __len__(self) -> int:
        return self.match.size

    def add(self, table: Any, part: Ints) -> range:
        """Add games, each with the number of its part; their rows."""
        first = len(self)
        seats, scores, ranks = (table.column(name).combine_chunks() for name in ("seats", "scores", "ranks"))
        many = _lengths(seats)
        match = self.matches.numbers(table.column("match").combine_chunks())
        self.match.add(match)
        self._link(match, first)
        for column, name in ((self.game, "game"), (self.set, "set"), (self.started_ns, "started_ns")):
            column.add(table.column(name).to_numpy())
        self.void.add(table.column("void").to_numpy())
        self.part.add(part)
        self.seal.add(digests(table.column("seal").combine_chunks()))
        self._reason.add(self.sentences.numbers(table.column("void_reason").combine_chunks()))
        seeds = table.column("seed").combine_chunks()
        self._deal.add(digests(seeds))
        ends, content = _bytes(seeds)
        self._seed_end.add(self._seed.size + ends[1:])
        self._seed.add(content)
        self._seat_end.add(self._version.size + np.cumsum(many))
        self._ranked.add(_lengths(ranks) > 0)
        self._scored.add(_lengths(scores) > 0)
        inner = seats.flatten()
        self._version.add(self.versions.numbers(inner.field("version")))
        self._termination.add(self.terminations.numbers(inner.field("termination")))
        self._sentence.add(self.sentences.numbers(inner.field("sentence")))
        self._score.add(_spread(scores, many))
        self._rank.add(_spread(ranks, many))
        return range(first, len(self))

    def rows_of(self, match: int) -> list[int]:
        """The rows of a match, the latest first."""
        rows = []
        row = int(self._latest.values[match]) if match < self._latest.size else 0
        while row:
            rows.append(row - 1)
            row = int(self._before.values[row - 1])
        return rows

    def has_rows(self, matches: Ints) -> Bools:
        """Which of the matches have rows."""
        self._latest.grow(len(self.matches.texts))
        return np.asarray(self._latest.values[matches] > 0)

    def seats_of(self, row: int) -> slice:
        ends = self._seat_end.values
        return slice(int(ends[row - 1]) if row else 0, int(ends[row]))

    def seed(self, row: int) -> bytes:
        """The deal of a game."""
        ends = self._seed_end.values
        return self._seed.values[int(ends[row - 1]) if row else 0 : int(ends[row])].tobytes()

    def texts(self, row: int) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...], str]:
        """Of one game: versions, terminations and sentences by seat, and why it is void."""
        at = self.seats_of(row)
        both = (
            (self.versions, self._version),
            (self.terminations, self._termination),
            (self.sentences, self._sentence),
        )
        versions, terminations, sentences = (
            tuple([words.texts[number] for number in column.values[at].tolist()]) for words, column in both
        )
        return versions, terminations, sentences, self.sentences.texts[int(self._reason.values[row])]

    def numbers(self, row: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Of one game: scores and ranks by seat, if it has them."""
        at = self.seats_of(row)
        scores = tuple(self._score.values[at].tolist()) if self._scored.values[row] else ()
        ranks = tuple(self._rank.values[at].tolist()) if self._ranked.values[row] else ()
        return scores, ranks

    def seats(self, rows: Ints) -> Seats:
        """The seats of these games."""
        ends = self._seat_end.values
        starts = np.where(rows > 0, ends[rows - 1], 0)
        many = ends[rows] - starts
        game = np.repeat(np.arange(len(rows)), many)
        at = np.arange(len(game)) - np.repeat(np.cumsum(many) - many, many) + np.repeat(starts, many)
        return Seats(game, self._version.values[at], self._termination.values[at], self._rank.values[at])

    def deals(self, rows: Ints) -> Ints:
        """A number for the deal of each of these games."""
        return np.asarray(self._deal.values[rows].view(np.int64))

    def alphabetic(self) -> Ints:
        """For each match its place in the order of names."""
        texts = self.matches.texts
        place = np.empty(len(texts), np.int64)
        place[sorted(range(len(texts)), key=texts.__getitem__)] = np.arange(len(texts))
        return place

    def faulty(self) -> Bools:
        """Which terminations are faults."""
        return np.array([is_fault(text) for text in self.terminations.texts])

    def _link(self, match: Ints, first: int) -> None:
        self._latest.grow(len(self.matches.texts))
        latest = self._latest.values
        order = np.argsort(match, kind="stable")
        own = match[order]
        new = np.diff(own, prepend=-1) > 0
        before = np.empty(len(match), np.int64)
        before[order] = np.where(new, latest[own], first + np.roll(order, 1) + 1)
        self._before.add(before)
        last = np.diff(own, append=-1) != 0
        latest[own[last]] = first + order[last] + 1


def refuse_torn(table: Any, path: str) -> None:
    """Refuse a part with a game whose lists by seat differ in length."""
    many = _lengths(table.column("seats"))
    for name in ("scores", "ranks"):
        listed = _lengths(table.column(name))
        if np.any((listed != many) & (listed > 0)):
            raise StoreError(f"{path}: {name}: a game has another number of seats")


def digests(column: Any) -> Digests:
    """A number for each seal or seed, the same for the same bytes only: both are as good as random already."""
    ends, content = _bytes(column)
    lengths = np.diff(ends)
    found = np.zeros(len(lengths), np.uint64)
    for length in np.unique(lengths).tolist():
        rows = np.flatnonzero(lengths == length)
        own = content if len(rows) == len(lengths) else content[np.repeat(lengths == length, lengths)]
        padded = np.zeros((len(rows), (length + 7) // 8 * 8), np.uint8)
        padded[:, :length] = own.reshape(len(rows), length)
        words = padded.view(np.uint64)
        found[rows] = (words * np.cumprod(np.full(words.shape[1], _STEP))).sum(axis=1, dtype=np.uint64)
    return found


def _bytes(column: Any) -> tuple[Ints, NDArray[np.uint8]]:
    """Where each text of bytes begins and ends, and all of them one after the other."""
    ends = np.frombuffer(column.buffers()[1], np.int32)[column.offset : column.offset + len(column) + 1]
    content = column.buffers()[2]
    every = np.zeros(0, np.uint8) if content is None else np.frombuffer(content, np.uint8)
    return ends.astype(np.int64) - int(ends[0]), every[int(ends[0]) : int(ends[-1])]


def _lengths(listed: Any) -> Ints:
    return np.asarray(pc.list_value_length(listed).to_numpy(), np.int64)


def _spread(listed: Any, many: Ints) -> Ints:
    """The entries of lists, zero for each seat of a game without."""
    spread = np.zeros(int(many.sum()), np.int64)
    spread[np.repeat(_lengths(listed) > 0, many)] = listed.flatten().to_numpy()
    return spread
