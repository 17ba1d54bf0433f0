"""How do ladder and finals stand? Snapshots that all readers share, renewed in the background."""

import threading
import time
from dataclasses import replace

from arena.ladder import (
    LadderFile,
    LadderFolder,
    LadderState,
    Result,
    StandingsSnapshot,
    rating_history,
)
from arena.record import GameRecord
from arena.store import StoreError
from arena.web.event_context import EventContext
from arena.web.finals import finals_of

LOOK_S = 1.0
SHARE = 0.1
"""The largest share of its time that the server spends on snapshots: on a large ladder they come less often."""
HISTORY_GROWTH = 1.05
HISTORY_S = 30.0
HISTORY_MOMENTS = 16


class EventStandings:
    """The ladder of an event and its finals, as they stand."""

    def __init__(self, context: EventContext) -> None:
        self._event = context.event
        self.ladder = StandingsCache(context.event.ladder, context.ladder_folder)
        self.final = (
            None
            if context.event.final is None or context.final_folder is None
            else StandingsCache(context.event.final, context.final_folder)
        )

    def start(self) -> None:
        """Make the first snapshots, and more of them from now on."""
        for cache in self.caches():
            cache.refresh()
            cache.start()

    def close(self) -> None:
        for cache in self.caches():
            cache.close()

    def caches(self) -> list["StandingsCache"]:
        """That of the ladder, then that of the finals if there are any."""
        return [self.ladder] + ([] if self.final is None else [self.final])

    def cache_of(self, match: str) -> "StandingsCache | None":
        """The one whose ladder a match belongs to."""
        return next((one for one in self.caches() if match in one.snapshot.pairings), None)

    def label(self, version: str) -> str:
        """How a version is shown: by its number on the ladder, in the finals too."""
        cache = next((one for one in self.caches() if version in one.snapshot.versions), self.ladder)
        return cache.snapshot.label(version)

    def champion(self) -> str:
        """Who won the finals; "" while that is open."""
        if self.final is None or self._event.final is None:
            return ""
        winner = finals_of(self._event.final, self.final.snapshot).winner
        return self.label(winner) if winner else ""


class StandingsCache:
    """The latest snapshot of one ladder."""

    def __init__(self, ladder: LadderFile, ladder_folder: LadderFolder) -> None:
        self._ladder_state = LadderState(ladder, ladder_folder)
        self._lock = threading.Lock()
        self._ended = threading.Event()
        self._thread: threading.Thread | None = None
        self._known: tuple[object, ...] = ()
        self._looked = 0, 0.0  # back: the number of games then, and when
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
                len(ladder_state.pairings),
            )
            if known == self._known:
                return
            self._known = known
            self.snapshot = StandingsSnapshot.of(
                ladder_state, self.snapshot.number + 1, self.snapshot.history
            )

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
        history = rating_history(self._ladder_state, HISTORY_MOMENTS)
        self._looked = games, time.monotonic()
        self.snapshot = replace(self.snapshot, number=self.snapshot.number + 1, history=history)

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
