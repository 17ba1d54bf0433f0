"""The interface of an executor: what it is asked to play and what it reports."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from arena.ladder.work import MatchOrder
from arena.match import LiveGame
from arena.record import GameRecord


@dataclass(frozen=True, slots=True)
class GamePlayed:
    """A game is over."""

    match: str
    record: GameRecord


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """A worker is done with an order: all of its games were played, or it was stopped."""

    match: str


@dataclass(frozen=True, slots=True)
class WorkerLost:
    """A worker died, and what it had not reported with it."""

    match: str
    sentence: str


@dataclass(frozen=True, slots=True)
class WorkerFailed:
    """A worker could not play at all, and why."""

    match: str
    sentence: str


@dataclass(frozen=True, slots=True)
class GameSeen:
    """How far a game under way has come; executors tell it where they can and somebody watches."""

    match: str
    live_game: LiveGame


ExecutorEvent = GamePlayed | MatchEnded | WorkerLost | WorkerFailed | GameSeen


class Executor(Protocol):
    """Plays matches side by side."""

    @property
    def free(self) -> int:
        """How many more matches can be played at once."""

    def submit(self, order: MatchOrder) -> None:
        """Begin a match."""

    def events(self, patience_s: float) -> Iterator[ExecutorEvent]:
        """What was reported; waits so long for the first."""

    def stop(self) -> None:
        """Begin no more games; those under way are finished where that can be done."""

    def close(self) -> None:
        """End everything."""
