"""How is a match run from first game to last? It plays what is missing and can stop and resume any time."""

import hashlib
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from arena.match.duplicates import Seating, seat_orders, seatings
from arena.match.executor import Executor, GamePlayed, OrderEnded, WorkerFailed, WorkerLost
from arena.match.executors import open_executor
from arena.match.manifest import Bot
from arena.match.order import MatchOrder
from arena.match.remote import Listen
from arena.match.settings import MatchSettings, MatchTerms
from arena.record import GameRecord
from arena.store import Store

PATIENCE_S = 1.0


class MatchError(ValueError):
    """A match that cannot be played as asked; the text says why."""


class HostError(Exception):
    """Something of ours broke while games were played."""


@dataclass(frozen=True, slots=True)
class MatchPlan:
    """A match as it was asked for."""

    bots: tuple[Bot, ...]
    games: int
    settings: MatchSettings
    jobs: int
    seed: bytes
    logs: Path | None = None
    listen: Listen | None = None

    def __post_init__(self) -> None:
        players = self.settings.config.players
        if len(self.bots) != players:
            raise MatchError(f"{len(self.bots)} bots for a game of {players} players")
        if self.listen is None and any(bot.is_remote for bot in self.bots):
            raise MatchError("a remote bot needs --listen HOST:PORT to connect to")
        if self.games < 1:
            raise MatchError(f"games: {self.games} is not 1 or more")

    @property
    def name(self) -> str:
        """The same for the same bots, rules, times and limits: what makes results comparable."""
        settings, limits = self.settings, self.settings.limits
        parts = [
            *(bot.identity for bot in self.bots),
            str(settings.config),
            str(settings.control),
            f"{limits.memory_mb} {limits.processes} {limits.cores} {limits.scratch_mb}",
            f"{settings.ponder} {settings.restart}",
        ]
        digest = hashlib.sha256("\0".join(parts).encode()).hexdigest()[:10]
        return f"{'-'.join(bot.name for bot in self.bots)}-{digest}"[-80:]

    @property
    def labels(self) -> list[str]:
        """The bots' names and options, told apart by their position where two are alike."""
        names = [bot.label for bot in self.bots]
        return [
            name if names.count(name) == 1 else f"{name} #{number}"
            for number, name in enumerate(names, start=1)
        ]

    def order(self, seating: Seating) -> MatchOrder:
        """One game for a worker, whose bots stay for the next one."""
        terms = MatchTerms(self.name, self.games, self.settings, self.listen)
        return MatchOrder(terms, self.bots, (seating,), bots_stay=True)


def already_played(plan: MatchPlan, store: Store) -> list[GameRecord]:
    """The games of this match in a store; MatchError if the store holds another match."""
    records = list(store.games())
    others = sorted({record.match for record in records} - {plan.name})
    if others:
        raise MatchError(
            f"the folder holds another match ({others[0]}): bots, rules, time or limits differ; use another --out"
        )
    return latest(records)


def latest(records: Iterable[GameRecord]) -> list[GameRecord]:
    """One record a game, in order; a game that was played again after it was void counts as played."""
    by_game: dict[int, GameRecord] = {}
    for record in records:
        if record.game not in by_game or by_game[record.game].void:
            by_game[record.game] = record
    return [by_game[game] for game in sorted(by_game)]


class MatchRun:
    """A match in progress."""

    def __init__(
        self,
        plan: MatchPlan,
        store: Store | None,
        report: Callable[[list[GameRecord]], bool],
        on_interrupt: Callable[[], None] = lambda: None,
    ) -> None:
        self._plan = plan
        self._store = store
        self._report = report  # told of all records after each game; False stops the match
        self._on_interrupt = on_interrupt
        self.records: list[GameRecord] = already_played(plan, store) if store is not None else []
        self.interrupted = False
        self._enough = False  # begin no more games
        self._under_way = 0

    def play(self) -> list[GameRecord]:
        """Play what is missing. Ctrl-C or SIGTERM begins no more games and waits for those under way; a second one drops them."""
        missing = self._missing()
        if not missing or not self._report(self.records):
            return self.records
        executor = open_executor(
            self._plan.settings, min(self._plan.jobs, len(missing)), logs=self._plan.logs
        )
        try:
            with first_interrupt(self._interrupt):
                self._play(executor, missing)
        finally:
            executor.close()
        return self.records

    def _interrupt(self) -> None:
        self.interrupted = self._enough = True
        self._on_interrupt()

    def _play(self, executor: Executor, missing: list[Seating]) -> None:
        waiting = list(reversed(missing))
        self._hand_out(executor, waiting)
        while self._under_way:
            events = list(executor.events(PATIENCE_S))
            self._under_way -= sum(isinstance(event, OrderEnded) for event in events)
            broken = next((event for event in events if isinstance(event, WorkerLost | WorkerFailed)), None)
            if broken is None:
                self._hand_out(
                    executor, waiting
                )  # before anything is written, so that no worker waits for it
            for event in events:
                if isinstance(event, GamePlayed):
                    self._keep(event.record)
            if broken is not None:
                raise HostError(broken.sentence)

    def _hand_out(self, executor: Executor, waiting: list[Seating]) -> None:
        """Give a game to every free worker."""
        while waiting and executor.free > 0 and not self._enough:
            executor.submit(self._plan.order(waiting.pop()))
            self._under_way += 1

    def _missing(self) -> list[Seating]:
        done = {record.game for record in self.records if not record.void}
        begun = {record.set: record.seed for record in self.records}
        planned = seatings(len(self._plan.bots), self._plan.games, self._plan.seed, begun)
        return [seating for seating in planned if seating.game not in done]

    def _keep(self, record: GameRecord) -> None:
        if self._store is not None:
            self._store.append([record])
        self.records = latest([*self.records, record])
        if not self._report(self.records):
            self._enough = True


@contextmanager
def first_interrupt(act: Callable[[], None]) -> Iterator[None]:
    """The first Ctrl-C or SIGTERM does this, and does not cut short what is just being received or written; the second one does."""
    before = {one: signal.getsignal(one) for one in (signal.SIGINT, signal.SIGTERM)}
    if before[signal.SIGINT] == signal.SIG_IGN or threading.current_thread() is not threading.main_thread():
        yield
        return

    def as_before() -> None:
        for one, handler in before.items():
            signal.signal(one, handler)

    def handle(*_: object) -> None:
        as_before()
        act()

    for one in before:
        signal.signal(one, handle)
    try:
        yield
    finally:
        as_before()


def complete_sets(records: Iterable[GameRecord], bots: int) -> list[GameRecord]:
    """The records of sets of which every game was played and counts."""
    size = len(seat_orders(bots))
    by_set: dict[int, list[GameRecord]] = {}
    for record in records:
        if not record.void:
            by_set.setdefault(record.set, []).append(record)
    return [record for games in by_set.values() if len(games) == size for record in games]
