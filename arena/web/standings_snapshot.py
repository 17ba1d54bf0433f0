"""The standings that all readers share: a snapshot renewed in the background as games come in."""

import threading
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from arena.ladder import (
    LadderFile,
    LadderFolder,
    LadderState,
    Pairing,
    PastPairing,
    Result,
    StandingsRow,
    Version,
    rating_history,
    standings_of,
)
from arena.record import GameRecord
from arena.store import StoreError

LOOK_S = 1.0
SHARE = 0.1
"""Of its time the server spends at most so much on snapshots: on a large ladder they come less often."""
HISTORY_GROWTH = 1.05
HISTORY_S = 30.0
HISTORY_MOMENTS = 16


@dataclass(frozen=True, slots=True)
class Point:
    """A rating at a time, after so many games of the whole ladder."""

    at: float
    games: int
    elo: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Annulled:
    """A game that was annulled: which playing of it this was, and why it counts no more."""

    result: Result
    take: int  # from 1
    reason: str


@dataclass(frozen=True, slots=True, eq=False)
class StandingsSnapshot:
    """The ladder at one moment."""

    number: int = 0  # goes up with each one
    rows: Sequence[StandingsRow] = ()
    versions: Mapping[str, Version] = field(default_factory=dict)
    games: Mapping[tuple[str, int], Result] = field(default_factory=dict)
    by_version: Mapping[str, Sequence[Result]] = field(default_factory=dict)  # the latest first
    latest: Sequence[Result] = ()  # the latest first, annulled ones among them
    annulled: Mapping[bytes, Annulled] = field(default_factory=dict)  # by seal; in none of the other lists
    pairings: Mapping[str, Pairing] = field(default_factory=dict)
    past: Sequence[PastPairing] = ()
    history: Mapping[str, Sequence[Point]] = field(default_factory=dict)

    def of_bot(self, bot: str) -> list[Version]:
        """The versions of a bot, the oldest first."""
        return sorted((one for one in self.versions.values() if one.bot == bot), key=lambda one: one.number)

    def takes(self, match: str, game: int) -> list[Annulled]:
        """The playings of a game that were annulled, the oldest first."""
        return [one for one in self.annulled.values() if (one.result.match, one.result.game) == (match, game)]

    def owner(self, version: str) -> str:
        """Whose a version is; "" if it is not on the ladder."""
        found = self.versions.get(version)
        return "" if found is None else found.owner

    def label(self, version: str) -> str:
        found = self.versions.get(version)
        return version[:12] if found is None else found.label


class Board:
    """The snapshots of one ladder."""

    def __init__(self, ladder: LadderFile, ladder_folder: LadderFolder) -> None:
        self._ladder_state = LadderState(ladder, ladder_folder)
        self._ladder_folder = ladder_folder
        self._lock = threading.Lock()
        self._ended = threading.Event()
        self._thread: threading.Thread | None = None
        self._known: tuple[object, ...] = ()
        self._looked = 0, 0.0  # back: at so many games, and when
        self.snapshot = StandingsSnapshot()
        self.sentence = ""  # what is wrong with the store, if something is

    def start(self) -> None:
        """Make snapshots from now on."""
        self._thread = threading.Thread(target=self._work, daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._ended.set()
        if self._thread is not None:
            self._thread.join()

    def refresh(self) -> None:
        """Make a snapshot if anything is new."""
        with self._lock:
            self._ladder_state.refresh()
            ladder_state = self._ladder_state
            known = (
                ladder_state.results.count,
                tuple(ladder_state.versions),
                len(self._ladder_folder.pairings()),
            )
            if known == self._known:
                return
            self._known = known
            self.snapshot = self._made()

    def record(self, result: Result) -> GameRecord:
        """The whole record of a game of the snapshot."""
        with self._lock:
            return self._ladder_state.results.record(result)

    def look_back(self) -> None:
        """See how the ratings came about. It takes many times as long as the ratings themselves, so it may be a little old.

        Nobody has to wait for it: only the thread that makes snapshots changes what is read here.
        """
        games = len(self.snapshot.games)
        then, at = self._looked
        soon = time.monotonic() - at < HISTORY_S and games < 2 * then
        if games <= then * HISTORY_GROWTH or soon:
            return
        points: dict[str, list[Point]] = {}
        for moment in rating_history(self._ladder_state, moments=HISTORY_MOMENTS):
            ratings = moment.ratings
            connected = ratings.connected
            for place, one in enumerate(self._ladder_state.versions):
                if connected[place] and ratings.games[place]:
                    numbers = (float(column[place]) for column in (ratings.elo, ratings.low, ratings.high))
                    point = Point(moment.at_ns / 1e9, moment.games, *numbers)
                    points.setdefault(one.version, []).append(point)
        self._looked = games, time.monotonic()
        self.snapshot = replace(self.snapshot, number=self.snapshot.number + 1, history=points)

    def _work(self) -> None:
        took_s = 0.0
        while not self._ended.wait(max(LOOK_S, took_s / SHARE)):
            began = time.monotonic()
            try:
                self.refresh()
                self.look_back()
                self.sentence = ""
            except (StoreError, OSError) as error:
                self.sentence = str(error)
            took_s = time.monotonic() - began

    def _made(self) -> StandingsSnapshot:
        ladder_state = self._ladder_state
        results = sorted(ladder_state.results.all(), key=lambda one: -one.started_ns)
        by_version: dict[str, list[Result]] = {}
        for one in results:
            for version in set(one.versions):
                by_version.setdefault(version, []).append(one)
        annulled = _annulled(ladder_state)
        latest = [*results, *(one.result for one in annulled.values())] if annulled else results
        return StandingsSnapshot(
            number=self.snapshot.number + 1,
            rows=tuple(standings_of(ladder_state)),
            versions={one.version: one for one in ladder_state.versions},
            games={(one.match, one.game): one for one in results},
            by_version=by_version,
            latest=sorted(latest, key=lambda one: -one.started_ns),
            annulled=annulled,
            pairings=dict(self._ladder_folder.pairings()),
            past=ladder_state.past(),
            history=self.snapshot.history,
        )


def _annulled(ladder_state: LadderState) -> dict[bytes, Annulled]:
    takes: Counter[tuple[str, int]] = Counter()
    found = {}
    for result, annulment in ladder_state.results.annulled():
        takes[result.match, result.game] += 1
        found[result.seal] = Annulled(result, takes[result.match, result.game], annulment.reason)
    return found
