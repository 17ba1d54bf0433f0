"""How is a match run from first game to last? It plays what is missing and can stop and resume any time."""

import hashlib
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from arena.match.deals import (
    Dealing,
    Seating,
    duplicate_deals,
    fresh_deals,
    missing_games,
)
from arena.match.executor import Executor, GamePlayed, OrderEnded, WorkerFailed, WorkerLost
from arena.match.executors import open_executor
from arena.match.manifest import Bot
from arena.match.order import MatchOrder
from arena.match.remote import Listen
from arena.match.settings import MatchSettings, MatchTerms
from arena.match.throttle import Throttle
from arena.record import GameRecord
from arena.referee import TOO_BUSY
from arena.store import Store

PATIENCE_S = 1.0
# Void games that are played again: a few, and one more for each number of games that count.
MOST_VOID = 3
GAMES_A_VOID = 20


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
        if settings.deals is Dealing.FRESH:
            parts.append(settings.deals)
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


class MatchRun:
    """A match in progress. Records are handed on as they come and not kept: a long match would fill the memory."""

    def __init__(
        self,
        plan: MatchPlan,
        store: Store | None,
        report: Callable[[GameRecord], bool],
        on_interrupt: Callable[[], None] = lambda: None,
        throttle: Throttle | None = None,
    ) -> None:
        self._throttle = throttle
        self._plan = plan
        self._store = store
        self._report = report  # told of every record, those of before included; False stops the match
        self._on_interrupt = on_interrupt
        self.interrupted = False
        self._enough = False  # begin no more games
        self._under_way = 0
        self._held: dict[int, GameRecord] = {}  # games that a bot can still lose, by not going home
        self._void = 0
        self._deals = plan.settings.deals
        self._done: set[int] = set()  # the games that were played and count
        self._seeds: dict[int, bytes] = {}  # by set
        self._used: set[bytes] = set()
        for record in store.games() if store is not None else ():
            if record.match != plan.name:
                raise MatchError(
                    f"the folder holds another match ({record.match}): bots, rules, time, limits or deals differ; use another --out"
                )
            self._count(record)
        self.already = len(self._done)
        """How many games were played before and count."""

    def play(self) -> None:
        """Play what is missing. Ctrl-C or SIGTERM begins no more games and waits for those under way; a second one drops them."""
        missing = self._missing()
        if not missing or self._enough:
            return
        if self._throttle is not None:
            self._throttle.before()
        executor = open_executor(
            self._plan.settings, min(self._plan.jobs, len(missing)), logs=self._plan.logs
        )
        try:
            with first_interrupt(self._interrupt):
                self._play(executor, missing)
        finally:
            executor.close()
            for record in self._held.values():
                self._keep(record)

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
            going: set[int] = set()
            if broken is None:  # before anything is written, so that no worker waits for it
                self._hand_out(executor, waiting)
                going = self._send_home(executor)
            for event in events:
                if isinstance(event, GamePlayed):
                    self._take(event.record, going, waiting)
            if broken is not None:
                raise HostError(broken.sentence)
            self._hand_out(executor, waiting)

    def _send_home(self, executor: Executor) -> set[int]:
        """Have the bots go for whom there is no game now; the games that they played last."""
        orders = executor.send_home()
        self._under_way += len(orders)
        return {seating.game for order in orders for seating in order.seatings}

    def _take(self, record: GameRecord, going: set[int], waiting: list[Seating]) -> None:
        """Keep a record. If its bots are going now, it comes once more when they have gone."""
        if record.game in going:
            self._held[record.game] = record
            return
        self._held.pop(record.game, None)
        self._keep(record)
        if record.void:
            self._play_again(record, waiting)

    def _hand_out(self, executor: Executor, waiting: list[Seating]) -> None:
        """Give a game to every free worker."""
        while waiting and executor.free > 0 and self._under_way < self._at_once() and not self._enough:
            # Of the games of its deal, those that workers have played meanwhile are no longer to come.
            (seating,) = missing_games([waiting.pop()], self._done, self._deals)
            executor.submit(self._plan.order(seating))
            self._under_way += 1

    def _at_once(self) -> int:
        return self._plan.jobs if self._throttle is None else self._throttle.games_at_once

    def _play_again(self, void: GameRecord, waiting: list[Seating]) -> None:
        """Have a game that the host broke played again, unless that happens too often."""
        self._void += 1
        if self._void > MOST_VOID + len(self._done) // GAMES_A_VOID:
            if void.void_reason.startswith(TOO_BUSY):
                raise HostError(f"{self._void} games were void, the last because {void.void_reason}")
            return
        waiting += [seating for seating in self._missing() if seating.game == void.game]

    def _missing(self) -> list[Seating]:
        bots, games, seed = len(self._plan.bots), self._plan.games, self._plan.seed
        if self._deals is Dealing.FRESH:
            planned = fresh_deals(bots, games, seed, self._used)
        else:
            planned = duplicate_deals(bots, games, seed, self._seeds)
        return missing_games(planned, self._done, self._deals)

    def _keep(self, record: GameRecord) -> None:
        if self._store is not None:
            self._store.append([record])
        if self._throttle is not None:
            self._throttle.after(record)
        self._count(record)

    def _count(self, record: GameRecord) -> None:
        self._used.add(record.seed)
        self._seeds[record.set] = record.seed
        if not record.void:
            self._done.add(record.game)
        if not self._report(record):
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
