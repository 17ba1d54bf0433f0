"""Where are matches played? What an executor is asked for and what it reports."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from arena.ladder.work import Order
from arena.match.glimpse import Glimpse
from arena.record import GameRecord


@dataclass(frozen=True, slots=True)
class Played:
    """A game is over."""

    match: str
    record: GameRecord


@dataclass(frozen=True, slots=True)
class Ended:
    """A worker is done with an order: all of its games were played, or it was stopped."""

    match: str


@dataclass(frozen=True, slots=True)
class Lost:
    """A worker died, and what it had not reported with it."""

    match: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Trouble:
    """A worker could not play at all, and why."""

    match: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Seen:
    """How far a game under way has come; executors tell it where they can and somebody watches."""

    match: str
    glimpse: Glimpse


Event = Played | Ended | Lost | Trouble | Seen


class Executor(Protocol):
    """Plays matches side by side."""

    @property
    def free(self) -> int:
        """How many more matches can be played at once."""

    def submit(self, order: Order) -> None:
        """Begin a match."""

    def events(self, patience_s: float) -> Iterator[Event]:
        """What was reported; waits so long for the first."""

    def stop(self) -> None:
        """Begin no more games; those under way are finished where that can be done."""

    def close(self) -> None:
        """End everything."""
