"""How is one game played? The referee asks whoever decides, until the game is over or a fault ends it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Protocol

from arena.proto import arena_pb2 as pb
from arena.record import Clock, DecisionRecord, Termination, TimeControl
from arena.referee.fault import Fault
from arena.referee.seat import Failure, Reply
from arena.rules import Action, Event, GameConfig, IllegalAction, State, new_game
from arena.wire import WireError, chosen, decision_bytes, event_to_wire


class Seat(Protocol):
    """Who sits at the table: a bot over a stream, or a stand-in."""

    async def tell(self, message: bytes) -> None:
        """Send what needs no answer."""

    async def ask(self, question: bytes, id: int, allowance_ns: int) -> Reply | Failure:
        """Put a question and wait for its answer."""

    def unasked(self) -> Fault | None:
        """A fault if something came that nobody asked for."""


@dataclass(frozen=True, slots=True)
class GamePlan:
    """What is to be played."""

    game: int
    config: GameConfig
    seed: bytes
    salt: bytes
    bots: tuple[str, ...]
    control: TimeControl

    @property
    def commitment(self) -> bytes:
        """What the seats get before the game and can check after it."""
        return sha256(self.seed + self.salt).digest()


@dataclass(slots=True)
class Played:
    """How it went."""

    decisions: list[DecisionRecord] = field(default_factory=list)
    faults: dict[int, Fault] = field(default_factory=dict)
    scores: list[int] = field(default_factory=list)
    ranks: list[int] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)


class Game:
    """One game in progress."""

    def __init__(
        self,
        plan: GamePlan,
        seats: Sequence[Seat],
        house: Callable[[State], Action],
        first_id: int,
        faults: dict[int, Fault] | None = None,
    ) -> None:
        self._plan = plan
        self._seats = seats
        self._house = house
        self._id = first_id
        self._clock = Clock(plan.control, len(seats))
        self._state = new_game(plan.config, plan.seed)
        self._told = [0] * len(seats)
        self._played = Played(faults=dict(faults or {}))

    async def play(self) -> Played:
        """Play to the end."""
        for number, seat in enumerate(self._seats):
            if number not in self._played.faults:
                await seat.tell(self._start_message(number))
        while not self._state.is_over and not self._forfeited():
            await self._decide(self._state.seat)
        for number, seat in enumerate(self._seats):
            unasked = seat.unasked()
            if unasked is not None and number not in self._played.faults:
                self._played.faults[number] = unasked
        self._played.scores = self._state.scores()
        self._played.ranks = final_ranks(self._state.scores(), set(self._played.faults))
        self._played.events = self._state.log[: int(self._state.log_size)]
        for number, seat in enumerate(self._seats):
            if number not in self._played.faults:
                await seat.tell(self._over_message(number))
        return self._played

    def _forfeited(self) -> bool:
        """Two players: a fault forfeits the game."""
        return len(self._seats) == 2 and bool(self._played.faults)

    async def _decide(self, number: int) -> None:
        legal = self._state.legal_actions()
        self._id += 1
        if number in self._played.faults:
            self._apply(number, self._house(self._state), 0, 0, house=True)
            return
        question = self._question(number, legal)
        reply = await self._seats[number].ask(question, self._id, self._clock.allowance_ns(number))
        in_time = self._clock.charge(number, reply.wall_ns)
        if isinstance(reply, Failure):
            self._played.faults[number] = reply.fault
            return
        if not in_time:
            spent = f"{reply.wall_ns / 1e9:.3f} s"
            self._played.faults[number] = Fault(
                Termination.TIMEOUT, f"Decision {self._id} was answered after {spent}, more than its clock had."
            )
            return
        try:
            action = chosen(reply.answer, legal)
        except WireError as error:
            sentence = f"Decision {self._id} ({self._state.decision}) was answered with a choice that is refused: {error}."
            self._played.faults[number] = Fault(Termination.PROTOCOL, sentence)
            return
        refusal = self._state.check(action)
        if refusal is not None:
            sentence = f"Decision {self._id} ({self._state.decision}) was answered with {str(action)!r}: {refusal}."
            self._played.faults[number] = Fault(Termination.ILLEGAL_ACTION, sentence)
            return
        self._apply(number, action, reply.wall_ns, reply.cpu_ns, house=False)

    def _question(self, number: int, legal: list[Action]) -> bytes:
        return decision_bytes(
            self._id,
            self._plan.game,
            self._state.observe(number),
            self._news(number),
            legal,
            self._clock.bank_ns,
            self._plan.control.increment_ns,
        )

    def _news(self, number: int) -> list[Event]:
        """What has happened since the seat was last told, as it knows it."""
        size = int(self._state.log_size)
        fresh = self._state.log[self._told[number] : size]
        self._told[number] = size
        return [seen for seen in (event.seen_by(number) for event in fresh) if seen is not None]

    def _apply(self, number: int, action: Action, wall_ns: int, cpu_ns: int, house: bool) -> None:
        self._played.decisions.append(DecisionRecord(number, str(action), wall_ns, cpu_ns, house, self._id))
        try:
            self._state.apply(action)
        except IllegalAction as error:
            raise AssertionError(f"the house policy chose an illegal action: {error}") from error

    def _start_message(self, number: int) -> bytes:
        plan = self._plan
        start = pb.GameStart(
            game=plan.game,
            rules=str(plan.config),
            players=plan.config.players,
            seat=number,
            bots=plan.bots,
            commitment=plan.commitment,
        )
        return pb.ToBot(game_start=start).SerializeToString()

    def _over_message(self, number: int) -> bytes:
        played = self._played
        over = pb.GameOver(
            game=self._plan.game,
            events=[event_to_wire(event) for event in self._news(number)],
            scores=played.scores,
            ranks=played.ranks,
            seed=self._plan.seed,
            salt=self._plan.salt,
            terminations=[_wire_termination(played.faults.get(seat)) for seat in range(len(self._seats))],
            sentence="",
        )
        return pb.ToBot(game_over=over).SerializeToString()


def final_ranks(scores: Sequence[int], faulted: set[int]) -> list[int]:
    """Ranks by score among those without a fault; all others share the place after them."""
    good = [score for seat, score in enumerate(scores) if seat not in faulted]
    return [
        len(good) + 1 if seat in faulted else 1 + sum(1 for other in good if other > score)
        for seat, score in enumerate(scores)
    ]


def _wire_termination(fault: Fault | None) -> "pb.Termination":
    termination = Termination.NORMAL if fault is None else fault.termination
    return pb.Termination.Value(f"TERMINATION_{termination.name}")
