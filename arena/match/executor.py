"""The interface of an executor: what it is asked to play and what it reports."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from arena.match.live_game import LiveGame
from arena.match.order import MatchOrder
from arena.record import GameRecord


@dataclass(frozen=True, slots=True)
class GamePlayed:
    """A game is over. Told once more, as it counts, when bots that stayed after it have been sent home."""

    match: str
    record: GameRecord


@dataclass(frozen=True, slots=True)
class OrderEnded:
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
    """How far a game under way has come; told if somebody watches."""

    match: str
    live_game: LiveGame


ExecutorEvent = GamePlayed | OrderEnded | WorkerLost | WorkerFailed | GameSeen


class Executor(Protocol):
    """Carries out orders side by side."""

    @property
    def free(self) -> int:
        """How many more orders can be carried out at once."""

    def submit(self, order: MatchOrder) -> None:
        """Begin an order."""

    def send_home(self) -> list[MatchOrder]:
        """Have the bots go that stayed and have no order now; the orders after which they stayed, which are under way again.

        Each tells its last game once more, as it counts: who does not go has lost it.
        """

    def events(self, patience_s: float) -> Iterator[ExecutorEvent]:
        """What was reported; waits so long for the first."""

    def stop(self) -> None:
        """Begin no more games; those under way are finished where that can be done."""

    def close(self) -> None:
        """End everything."""
