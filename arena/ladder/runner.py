"""How does a ladder run? It resumes unfinished matches, pairs the next and keeps each game as it ends."""

import secrets
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice

from arena.ladder.compaction import Compaction, JoinedGames
from arena.ladder.continuous import Continuous, Match
from arena.ladder.file import LadderFile
from arena.ladder.formats import next_pairings
from arena.ladder.information import Knowledge
from arena.ladder.inquest import Inquest, Suspicion, suspicion
from arena.ladder.keys import LadderError
from arena.ladder.ladder_folder import LadderFolder, match_seed
from arena.ladder.ladder_state import LadderState
from arena.ladder.leases import Leases
from arena.ladder.pairing import Pairing
from arena.match import (
    Dealing,
    Executor,
    ExecutorEvent,
    GamePlayed,
    GameSeen,
    HostError,
    MatchOrder,
    MatchTerms,
    OrderEnded,
    Seating,
    Throttle,
    Watch,
    WorkerFailed,
    WorkerLost,
    duplicate_deals,
    first_interrupt,
    fresh_deals,
    missing_games,
)
from arena.record import GameRecord

PATIENCE_S = 1.0
MOST_TRIES = 3
"""Attempts at a match before it is asked who spoils it."""


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
        throttle: Throttle | None = None,
    ) -> None:
        self._throttle = throttle
        self._watch = watch
        self._ladder = ladder
        self._ladder_folder = ladder_folder
        self._executor = executor
        self._goal = goal
        self._report = report
        self._deals = ladder.settings.deals
        self._secret = ladder_folder.secret(ladder.seed) if self._repeatable else b""
        self._leases = Leases(ladder_folder.leases, ladder_folder.runners)
        self._tries: Counter[str] = Counter()
        self._under_way: set[str] = set()
        self._inquests: dict[str, Inquest] = {}  # by the name of the trial under way
        self._set_aside: set[str] = set()  # matches that could not be played, though nobody is to blame
        self._begun = 0
        self._enough = False  # begin nothing new
        self._interrupted = False  # and do not go on with what was begun
        self.ladder_state = LadderState(ladder, ladder_folder)
        games = JoinedGames(ladder_folder.games, self.ladder_state.results)
        self._compactions = [Compaction(files, self._leases) for files in (games, ladder_folder.matches)]

    def run(self) -> None:
        """Run until the goal is reached, the tournament is over, or Ctrl-C; games under way are then finished, unless it comes twice."""
        self.ladder_state.refresh()
        refuse_other_terms(self._ladder, self._ladder_folder)
        if self._throttle is not None:
            self._throttle.before()
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
                if self._enough or not self._waiting():
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
        if not self._room():
            return
        self.ladder_state.refresh()
        for order in self._orders():
            self._executor.submit(order)
            self._under_way.add(order.match)
            self._begun += 1
            if not self._room() or self._begun == self._goal.matches:
                return

    def _room(self) -> bool:
        """Whether a worker is free, and the host not too busy for one more match."""
        if self._throttle is not None and len(self._under_way) >= self._throttle.games_at_once:
            return False
        return self._executor.free > 0

    def _orders(self) -> Iterator[MatchOrder]:
        for name in self._leases.free(self._waiting()):
            if self._taken(name):
                yield self._order(name, self.ladder_state.pairing(name))
        settled = True
        while settled:  # what follows from byes and walkovers can be begun at once
            settled = False
            for pairing in self._choices():
                name = pairing.named(self._ladder.name)
                kept = self._ladder_folder.matches.choose(name, pairing)
                self.ladder_state.refresh_matches()
                if kept.sets and self._taken(name):
                    yield self._order(name, kept)
                settled = settled or not kept.sets or self.ladder_state.is_lost(name)
            self.ladder_state.refresh()

    def _waiting(self) -> list[str]:
        """The matches that are to be played, and are not being played by us."""
        ours = self._under_way | self._set_aside
        return [name for name in self.ladder_state.unfinished() if name not in ours]

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
        rows = {one.version: index for index, one in enumerate(ladder_state.versions)}
        scheduler = Continuous(
            [one.entrant for one in ladder_state.field()],
            rows,
            Knowledge.of(ladder_state.pairing_ratings()),
            ladder_state.sets_chosen(),
            ladder_state.met(),
            Match(ladder.seats, ladder.sets, ladder.sets * ladder.games_a_set),
            ladder.format.newcomer_sets,
        )
        for pairing, games in ladder_state.unrated():
            scheduler.expect(pairing.table, games)
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
        seats, games = len(pairing.table), self.ladder_state.games(pairing)
        if self._deals is Dealing.FRESH:
            seed = match_seed(self._secret, name) if self._repeatable else secrets.token_bytes(32)
            planned = fresh_deals(seats, games, seed, self.ladder_state.results.seeds_of(name))
        else:
            planned = duplicate_deals(seats, games, match_seed(self._secret, name))
        return missing_games(planned, {one.game for one in results if not one.void}, self._deals)

    @property
    def _repeatable(self) -> bool:
        """Whether a match has the same deals whoever plays it: fresh ones are random, unless the ladder file has a seed."""
        return self._deals is Dealing.DUPLICATE or bool(self._ladder.seed)

    def _handle(self, event: ExecutorEvent) -> None:
        inquest = self._inquests.get(event.match)
        if inquest is not None:
            self._try(inquest, event)
            return
        match event:
            case GamePlayed():
                self.ladder_state.keep(event.record)
                if self._throttle is not None:
                    self._throttle.after(event.record)
                self._report(self.ladder_state, event.record)
                if event.record.void:
                    self._suspect()
            case GameSeen():
                self._watch(event.live_game)
            case WorkerFailed():
                self._under_way.discard(event.match)
                self._open_inquest(event.match, event.sentence)
            case WorkerLost():
                self._go_on(
                    event.match,
                    f"match {event.match} was given up after {MOST_TRIES} tries: {event.sentence}",
                )
            case OrderEnded():
                self._go_on(
                    event.match,
                    f"match {event.match} has games that are void time and again, "
                    f"the last because {self._void_reason(event.match)}",
                )

    def _void_reason(self, match: str) -> str:
        reasons = [one.void_reason for one in self.ladder_state.results.of_match(match) if one.void]
        return reasons[-1] if reasons else "its worker was stopped"

    def _go_on(self, match: str, why: str) -> None:
        """Order what a match still lacks; `why` it is given up if that was tried too often."""
        self._under_way.discard(match)
        pairing = self.ladder_state.pairing(match)
        missing = match in self.ladder_state.unfinished() and self._missing(match, pairing)
        if self._interrupted or not missing:
            self._leases.release(match)
            for compaction in self._compactions:
                compaction.step()
            return
        self._tries[match] += 1
        if self._tries[match] >= MOST_TRIES:
            self._open_inquest(match, why)
            return
        self._executor.submit(self._order(match, pairing))
        self._under_way.add(match)

    def _suspect(self) -> None:
        """Suspend whoever's games are void more often than others', if that can be seen by now."""
        results = self.ladder_state.results
        since_ns = {one.version: one.reinstated_ns for one in self.ladder_state.versions if one.active}
        found = suspicion(results.all(), results.void(), since_ns)
        if found is not None:
            self._suspend([found])

    def _suspend(self, found: list[Suspicion]) -> None:
        for one in found:
            self._ladder_folder.roster.suspend(one.version, time.time_ns(), one.evidence)
        self.ladder_state.refresh()
        self._report(self.ladder_state, None)

    def _open_inquest(self, match: str, why: str) -> None:
        """A match cannot be played: find out who is to blame by trials, one after the other."""
        table = self.ladder_state.pairing(match).table
        field = sorted(self.ladder_state.field(), key=lambda one: not one.entrant.is_house)
        control = next((one.version for one in field if one.version not in table), None)
        self._begin_trial(Inquest(match, why, tuple(dict.fromkeys(table)), control))

    def _begin_trial(self, inquest: Inquest) -> None:
        version = inquest.next()
        if version is None:
            self._close_inquest(inquest)
            return
        name = f"{inquest.match}-trial-{version[:12]}"
        seatings = fresh_deals(self._ladder.seats, 1, secrets.token_bytes(32))
        bots = (self._ladder_folder.packed_bot(version),) * self._ladder.seats
        self._executor.submit(MatchOrder(MatchTerms(name, 1, self._ladder.settings), bots, tuple(seatings)))
        self._inquests[name] = inquest
        self._under_way.add(name)

    def _try(self, inquest: Inquest, event: ExecutorEvent) -> None:
        """What a trial has shown; its game counts for nothing else."""
        version = inquest.next()
        assert version is not None
        match event:
            case GameSeen():
                return
            case GamePlayed():
                inquest.trial = event.record.void_reason
                return
            case WorkerLost() | WorkerFailed():
                inquest.trial = event.sentence
            case OrderEnded():
                pass
        inquest.spoilt[version], inquest.trial = inquest.trial, ""
        self._under_way.discard(event.match)
        del self._inquests[event.match]
        if not self._interrupted:
            self._begin_trial(inquest)

    def _close_inquest(self, inquest: Inquest) -> None:
        """Suspend the guilty; if there are none, set the match aside and go on with the others."""
        guilty = inquest.verdict({one.version: one.label for one in self.ladder_state.versions})
        if guilty is None:
            raise HostError(inquest.why)
        self._leases.release(inquest.match)
        if guilty:
            self._suspend(guilty)
        else:
            self._set_aside.add(inquest.match)


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
