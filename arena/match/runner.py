"""How is a match run from first game to last? It plays what is missing and can stop and resume any time."""

import hashlib
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from arena.match.bot_process import MatchTerms
from arena.match.duplicates import Seating, seat_orders, seatings
from arena.match.manifest import Bot
from arena.match.remote import Listen
from arena.match.session import Contest
from arena.match.workers import MatchWorkers, Trouble, WorkerDied
from arena.record import GameRecord, TimeControl
from arena.rules import GameConfig
from arena.sandbox import Limits
from arena.store import Store


class MatchError(ValueError):
    """A match that cannot be played as asked; the text says why."""


class HostError(Exception):
    """Something of ours broke while games were played."""


@dataclass(frozen=True, slots=True)
class MatchPlan:
    """A match as it was asked for."""

    bots: tuple[Bot, ...]
    folders: tuple[Path, ...]
    games: int
    config: GameConfig
    control: TimeControl
    limits: Limits
    jobs: int
    seed: bytes
    ponder: bool = False
    restart: bool = False
    no_sandbox: bool = False
    logs: Path | None = None
    listen: Listen | None = None

    def __post_init__(self) -> None:
        if len(self.bots) != self.config.players:
            raise MatchError(f"{len(self.bots)} bots for a game of {self.config.players} players")
        if self.listen is None and any(bot.is_remote for bot in self.bots):
            raise MatchError("a remote bot needs --listen HOST:PORT to connect to")
        if self.games < 1:
            raise MatchError(f"games: {self.games} is not 1 or more")

    @property
    def name(self) -> str:
        """The same for the same bots, rules, times and limits: what makes results comparable."""
        limits = self.limits
        parts = [
            *(bot.identity for bot in self.bots),
            str(self.config),
            str(self.control),
            f"{limits.memory_mb} {limits.processes} {limits.cores} {limits.scratch_mb}",
            f"{self.ponder} {self.restart}",
        ]
        digest = hashlib.sha256("\0".join(parts).encode()).hexdigest()[:10]
        return f"{'-'.join(bot.name for bot in self.bots)}-{digest}"[-80:]

    @property
    def labels(self) -> list[str]:
        """The bots' names and options, told apart by their place where two are alike."""
        names = [bot.label for bot in self.bots]
        return [
            name if names.count(name) == 1 else f"{name} #{place + 1}" for place, name in enumerate(names)
        ]

    def contest(self) -> Contest:
        """What the workers need to know."""
        terms = MatchTerms(
            self.name, self.games, self.control, self.limits, self.ponder, logs=self.logs, listen=self.listen
        )
        return Contest(self.bots, self.folders, self.config, terms, self.restart)


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

    def play(self) -> list[GameRecord]:
        """Play what is missing. Ctrl-C or SIGTERM begins no more games and waits for those under way; a second one drops them."""
        missing = self._missing()
        if not missing or not self._report(self.records):
            return self.records
        workers = MatchWorkers(
            self._plan.contest(), min(self._plan.jobs, len(missing)), self._plan.no_sandbox
        )
        try:
            self._play(workers, missing)
        except WorkerDied as error:
            raise HostError(str(error)) from None
        finally:
            workers.close()
        return self.records

    def _play(self, workers: MatchWorkers, missing: list[Seating]) -> None:
        def interrupt() -> None:
            self.interrupted = True
            workers.stop()
            self._on_interrupt()

        with first_interrupt(interrupt):
            for result in workers.play(missing):
                self._keep(result)
                if not self._report(self.records):
                    workers.stop()

    def _missing(self) -> list[Seating]:
        done = {record.game for record in self.records if not record.void}
        begun = {record.set: record.seed for record in self.records}
        planned = seatings(len(self._plan.bots), self._plan.games, self._plan.seed, begun)
        return [seating for seating in planned if seating.game not in done]

    def _keep(self, result: GameRecord | Trouble) -> None:
        if isinstance(result, Trouble):
            raise HostError(result.sentence)
        if self._store is not None:
            self._store.append([result])
        self.records = latest([*self.records, result])


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
