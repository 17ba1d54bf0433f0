"""What is a bot asked? Its view of the table, the legal actions, the history and the clock.

Its parts are read from the message when they are first looked at, so that a bot pays only for what it uses.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from arena.proto import arena_pb2 as pb
from arena.rules import Action, Determinizer, Event, GameConfig, Observation, Rng, State
from arena.wire import action_from_wire, event_from_wire, observation_from_wire

RESERVE_NS: Final = 50_000_000  # kept back from the last of the time for the way to the referee
LAST_DECISIONS: Final = 10  # about how many decisions a seat still has when the bag is empty
DECISIONS_PER_TILE: Final = 2  # and all seats together for each tile in the bag


@dataclass(frozen=True, slots=True)
class Clock:
    """The thinking time of one's own seat before this decision."""

    bank_ns: int
    increment_ns: int
    decisions_left: int  # about how many this seat still has to make in this game, this one included

    def budget_ns(self) -> int:
        """How long to think now, so that the time lasts for the game: the increment and a fair part of the bank."""
        fair = self.increment_ns + self.bank_ns // self.decisions_left
        most = self.bank_ns + self.increment_ns
        return min(fair, max(most - RESERVE_NS, most // 2))


class Game:
    """What holds for all requests of one game, and what its seat has seen so far."""

    def __init__(self, start: pb.GameStart) -> None:
        self.number: Final = start.game
        self.rules: Final = GameConfig.parse(start.rules)
        self.seat: Final = start.seat
        self.bots: Final = tuple(start.bots)
        self.commitment: Final = start.commitment
        self._unread: list[pb.Event] = []
        self._events: list[Event] = []

    def add(self, decision: pb.Decision) -> int:
        """Keep the events of a decision; how many there are by now."""
        self._unread.extend(decision.events)
        return len(self._events) + len(self._unread)

    def history(self, size: int) -> list[Event]:
        """The first events, this many."""
        self._events.extend(event_from_wire(event) for event in self._unread)
        self._unread.clear()
        return self._events[:size]


class Request:
    """One decision that is asked of a bot."""

    def __init__(self, game: Game, decision: pb.Decision) -> None:
        self._game = game
        self._decision = decision
        self._history_size = game.add(decision)

    @property
    def seat(self) -> int:
        """One's own seat, from 0."""
        return self._game.seat

    @property
    def rules(self) -> GameConfig:
        """The rules of this game."""
        return self._game.rules

    @property
    def game(self) -> int:
        """The number of the game in the match, from 1."""
        return self._game.number

    @property
    def bots(self) -> tuple[str, ...]:
        """The names of the bots by seat."""
        return self._game.bots

    @property
    def commitment(self) -> bytes:
        """SHA-256 of the game's seed and salt: 32 bytes that differ from game to game."""
        return self._game.commitment

    @cached_property
    def observation(self) -> Observation:
        """The table as one's own seat sees it now."""
        return observation_from_wire(self._decision.observation)

    @cached_property
    def legal(self) -> list[Action]:
        """The actions on offer, with the smallest payments only."""
        return [action_from_wire(action) for action in self._decision.legal]

    @property
    def choices(self) -> int:
        """How many actions are on offer."""
        return len(self._decision.legal)

    @cached_property
    def history(self) -> list[Event]:
        """What one's own seat has seen of this game so far."""
        return self._game.history(self._history_size)

    @property
    def clock(self) -> Clock:
        """One's own thinking time."""
        bag_size = self._decision.observation.bag_size
        decisions_left = LAST_DECISIONS + DECISIONS_PER_TILE * bag_size // self.rules.players
        return Clock(self._decision.bank_ns[self.seat], self._decision.increment_ns, decisions_left)

    def determinize(self, rng: Rng) -> State:
        """A whole game that one's own seat cannot tell from the real one, unknown cards and tiles filled in at random."""
        return self._determinizer.sample(rng)

    @cached_property
    def _determinizer(self) -> Determinizer:
        return Determinizer(self.observation, self.history)
