"""How does a ladder run? It resumes unfinished matches, pairs the next and keeps each game as it ends."""

import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import islice

import numpy as np

from arena.ladder.compaction import Compaction
from arena.ladder.continuous import Continuous, Match
from arena.ladder.file import LadderFile
from arena.ladder.formats import next_pairings
from arena.ladder.information import knowledge_of
from arena.ladder.keys import LadderError
from arena.ladder.ladder_folder import LadderFolder, match_seed
from arena.ladder.ladder_state import LadderState
from arena.ladder.leases import Leases
from arena.ladder.pairing import Pairing
from arena.match import (
    Executor,
    ExecutorEvent,
    GamePlayed,
    GameSeen,
    HostError,
    MatchOrder,
    MatchTerms,
    Seating,
    Watch,
    WorkerFailed,
    WorkerLost,
    first_interrupt,
    seatings,
)
from arena.record import GameRecord

PATIENCE_S = 1.0
MOST_TRIES = 3
"""Attempts at a match before the run stops with a host failure."""


@dataclass(frozen=True, slots=True)
class Goal:
    """When to stop: after a number of matches, or when no interval is wider than this; otherwise never, or at the end."""

    matches: int | None = None
    half_width_elo: float | None = None


class LadderRun:
    """A ladder being run by this process."""

    def __init__(
        self,
        ladder: LadderFile,
        ladder_folder: LadderFolder,
        executor: Executor,
        goal: Goal,
        report: Callable[[LadderState, GameRecord | None], None],
        watch: Watch = lambda _: None,
    ) -> None:
        self._watch = watch
        self._ladder = ladder
        self._ladder_folder = ladder_folder
        self._executor = executor
        self._goal = goal
        self._report = report
        self._secret = ladder_folder.secret(ladder.seed)
        self._leases = Leases(ladder_folder.leases, ladder_folder.runners)
        self._tries: Counter[str] = Counter()
        self._under_way: set[str] = set()
        self._begun = 0
        self._enough = False  # begin nothing new
        self._interrupted = False  # and do not go on with what was begun
        self.ladder_state = LadderState(ladder, ladder_folder)
        self._gathering = Compaction(ladder_folder.games, self.ladder_state.results, self._leases)

    def run(self) -> None:
        """Run until the goal is reached, the tournament is over, or Ctrl-C; games under way are then finished, unless it comes twice."""
        self.ladder_state.refresh()
        refuse_other_terms(self._ladder, self._ladder_folder)
        with self._leases, first_interrupt(self.stop):
            self._run()

    def stop(self) -> None:
        """Begin no more games; `run` returns when those under way are over. Any thread may ask for it."""
        self._enough = self._interrupted = True

    def _run(self) -> None:
        told = False
        while True:
            if self._interrupted and not told:
                self._executor.stop()
                told = True
            self._enough = self._enough or self._reached()
            if not self._enough:
                self._give_out()
            if not self._under_way:
                if self._enough or not self.ladder_state.unfinished():
                    return
                time.sleep(PATIENCE_S)  # another runner has the rest
            for event in self._executor.events(PATIENCE_S):
                self._handle(event)

    def _reached(self) -> bool:
        goal = self._goal
        if goal.matches is not None and self._begun >= goal.matches:
            return True
        if goal.half_width_elo is None or not self.ladder_state.finished:
            return False
        if self._under_way and self._executor.free == 0:
            return False
        return self.ladder_state.widest() <= goal.half_width_elo

    def _give_out(self) -> None:
        """Give a match to every free worker."""
        if self._executor.free <= 0:
            return
        self.ladder_state.refresh()
        for order in self._orders():
            self._executor.submit(order)
            self._under_way.add(order.match)
            self._begun += 1
            if self._executor.free <= 0 or self._begun == self._goal.matches:
                return

    def _orders(self) -> Iterator[MatchOrder]:
        waiting = [name for name in self.ladder_state.unfinished() if name not in self._under_way]
        for name in self._leases.free(waiting):
            if self._taken(name):
                yield self._order(name, self.ladder_state.pairing(name))
        for pairing in self._choices():
            name = pairing.named(self._ladder.name)
            kept = self._ladder_folder.choose(name, pairing)
            self.ladder_state.add(name, kept)
            if kept.sets and self._taken(name):
                yield self._order(name, kept)
        self.ladder_state.refresh()

    def _taken(self, name: str) -> bool:
        """Take a match, unless it turns out that another runner has just finished it."""
        if not self._leases.take(name):
            return False
        self.ladder_state.refresh()
        if name in self.ladder_state.unfinished():
            return True
        self._leases.release(name)
        return False

    def _choices(self) -> Iterator[Pairing]:
        field = self.ladder_state.field()
        if self._ladder.format.kind != "continuous":
            everyone = {one.version: one.entrant for one in self.ladder_state.versions}
            entrants = [one.entrant for one in field]
            past = self.ladder_state.past()
            yield from next_pairings(
                self._ladder.format, entrants, everyone, past, self._ladder.seats, self._ladder.sets
            )
            return
        if len(field) < 2:
            return
        scheduler = self._scheduler()
        while (pairing := scheduler.next()) is not None:
            yield pairing

    def _scheduler(self) -> Continuous:
        ladder, ladder_state = self._ladder, self.ladder_state
        ratings = ladder_state.ratings()
        rows = {one.version: index for index, one in enumerate(ladder_state.versions)}
        sets = {one.version: int(ratings.sets[index]) for index, one in enumerate(ladder_state.versions)}
        scheduler = Continuous(
            [one.entrant for one in ladder_state.field()],
            rows,
            knowledge_of(ratings, np.array([one.active for one in ladder_state.versions])),
            sets,
            ladder_state.met(),
            Match(ladder.seats, ladder.sets, ladder.sets * ladder.games_a_set),
            ladder.format.newcomer_sets,
        )
        for name in ladder_state.unfinished():
            scheduler.expect(ladder_state.pairing(name).table)
        return scheduler

    def _order(self, name: str, pairing: Pairing) -> MatchOrder:
        return MatchOrder(
            MatchTerms(name, self.ladder_state.games(pairing), self._ladder.settings),
            tuple(self._ladder_folder.packed_bot(version) for version in pairing.table),
            tuple(self._missing(name, pairing)),
        )

    def _missing(self, name: str, pairing: Pairing) -> list[Seating]:
        """The games of a match that have no record that counts."""
        results = self.ladder_state.results.of_match(name)
        done = {result.game for result in results if not result.void}
        seed = match_seed(self._secret, name)
        begun = {result.set: result.seed for result in results}
        games = seatings(len(pairing.table), self.ladder_state.games(pairing), seed, begun)
        if not self._ladder.duplicates:
            deals = {one.game: one for one in singles(len(pairing.table), len(games), seed)}
            games = [deals[one.game] for one in sorted(games, key=lambda one: one.game)]
        return [one for one in games if one.game not in done]

    def _handle(self, event: ExecutorEvent) -> None:
        if isinstance(event, GamePlayed):
            self.ladder_state.keep(event.record)
            self._report(self.ladder_state, event.record)
            return
        if isinstance(event, GameSeen):
            self._watch(event.live_game)
            return
        if isinstance(event, WorkerFailed):
            raise HostError(event.sentence)
        self._under_way.discard(event.match)
        missing = self._missing(event.match, self.ladder_state.pairing(event.match))
        if self._interrupted or not missing:
            self._leases.release(event.match)
            self._gathering.step()
            return
        self._tries[event.match] += 1
        if self._tries[event.match] >= MOST_TRIES:
            raise HostError(self._why(event))
        self._executor.submit(self._order(event.match, self.ladder_state.pairing(event.match)))
        self._under_way.add(event.match)

    def _why(self, event: ExecutorEvent) -> str:
        if isinstance(event, WorkerLost):
            return f"match {event.match} was given up after {MOST_TRIES} tries: {event.sentence}"
        return f"match {event.match} has games that are void time and again; arena replay verify shows the reason"


def singles(seats: int, games: int, seed: bytes) -> list[Seating]:
    """The games of a match without duplicates: the seat orders take turns, and every game has a deal of its own."""
    orders = {one.game: one.order for one in seatings(seats, games, seed)}
    deals = {one.game: one for one in seatings(1, games, seed)}
    return [replace(deals[game], order=orders[game], set=game) for game in sorted(orders)]


def refuse_other_terms(ladder: LadderFile, ladder_folder: LadderFolder) -> None:
    """Games of other rules, times or tiers cannot be compared with those to come."""
    first = ladder_folder.games.unread(
        set(), lambda path: ladder_folder.games.results(path, lambda record: record)[0]
    )
    for _, record in islice(first, 1):
        for key, ours, theirs in (
            ("rules", str(ladder.settings.config), record.rules),
            ("time", str(ladder.settings.control), record.time_control),
        ):
            if ours != theirs:
                raise LadderError(
                    f"{key}: is {ours}, but the games in the store were played with {theirs}; use another store"
                )
        if not record.match.startswith(f"{ladder.name}-"):
            raise LadderError(f"name: is {ladder.name}, but the store has games of {record.match}")
