"""How is one game played? The referee asks whoever decides until the game ends or a fault ends it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from arena.proto import arena_pb2 as pb
from arena.record import (
    NOTHING_SPENT,
    Allowance,
    BotInfo,
    DecisionRecord,
    GameClock,
    Termination,
    TimeControl,
    TimeSpent,
    commitment_of,
    events_digest,
    ranks_after,
)
from arena.referee.fault import Fault
from arena.referee.judge import DecisionRequest
from arena.referee.seat import Failure, Reply
from arena.rules import Action, Event, GameConfig, State, known_events, new_game
from arena.wire import decision_bytes, event_to_wire

STILL_LISTENING = (
    Termination.ILLEGAL_ACTION,
    Termination.PROTOCOL,
)  # their bot runs, and is told why it lost


class Seat(Protocol):
    """Who sits at the table: a bot over a stream, or a stand-in."""

    async def tell(self, message: bytes) -> None:
        """Send what needs no answer."""

    async def ask(self, question: bytes, id: int, allowance: Allowance) -> Reply | Failure:
        """Put a question and wait for its answer."""

    def unasked(self) -> Fault | None:
        """A fault if something came that nobody asked for."""


class GameSettings(Protocol):
    """What the referee asks of the settings of a match."""

    @property
    def config(self) -> GameConfig:
        """The rules."""

    @property
    def control(self) -> TimeControl:
        """The time control."""


@dataclass(frozen=True, slots=True)
class GamePlan:
    """What is to be played."""

    game: int
    settings: GameSettings
    seed: bytes
    salt: bytes
    bots: tuple[str, ...]
    tells_seed: bool = True  # after the game; not while the deal is to be played again

    @property
    def commitment(self) -> bytes:
        """What the seats get before the game and can check after it."""
        return commitment_of(self.seed, self.salt)


@dataclass(slots=True)
class GameResult:
    """How it went."""

    decisions: list[DecisionRecord] = field(default_factory=list)
    faults: dict[int, Fault] = field(default_factory=dict)
    # What a seat spent on the request that it failed, and what of it was charged.
    failed_at: dict[int, tuple[TimeSpent, int]] = field(default_factory=dict)
    scores: list[int] = field(default_factory=list)
    ranks: list[int] = field(default_factory=list)
    terminations: list[Termination] = field(default_factory=list)
    events_digest: bytes = b""
    last_id: int = 0

    def fail(self, seat: int, fault: Fault) -> None:
        """Hold a fault against a seat that came after the game: it ranks behind those without one."""
        self.faults[seat] = fault
        self.terminations[seat] = fault.termination
        self.ranks = [*ranks_after(tuple(self.scores), tuple(self.terminations))]

    def sentence(self, seat: int) -> str:
        """What went wrong at a seat; "" if nothing did."""
        fault = self.faults.get(seat)
        return "" if fault is None else fault.sentence


class GameReferee:
    """One game in progress."""

    def __init__(
        self,
        plan: GamePlan,
        seats: Sequence[Seat],
        house: Callable[[State], Action],
        first_id: int,
        faults: dict[int, Fault] | None = None,
        watch: Callable[[Sequence[DecisionRecord]], None] | None = None,
        so_far: Sequence[DecisionRecord] = (),
    ) -> None:
        self._watch = watch  # told of all decisions so far after each
        self._plan = plan
        self._seats = seats
        self._house = house
        self._id = first_id
        self._clock = GameClock(plan.settings.control, len(seats))
        self._state = new_game(plan.settings.config, plan.seed)
        self._told = [0] * len(seats)
        self._unanswered: dict[int, int] = {}
        self._played = GameResult(faults=dict(faults or {}))
        for number in self._played.faults:
            self._clock.stop(number)
        # Of a game that was broken off: who sits down now is told of it with its first question.
        for one in so_far:
            self._clock.charge(one.seat, one.spent)
            self._state.apply(Action.parse(one.action))
            self._played.decisions.append(one)
            self._id = max(self._id, one.id)

    async def play(self) -> GameResult:
        """Play to the end."""
        for number, seat in enumerate(self._seats):
            if number not in self._played.faults:
                await seat.tell(self._start_message(number))
        while not self._state.is_over and not self._forfeited():
            if self._watch is not None:
                self._watch(self._played.decisions)
            await self._decide(self._state.seat)
        for number, seat in enumerate(self._seats):
            unasked = seat.unasked()
            if unasked is not None and number not in self._played.faults:
                self._played.faults[number] = unasked
        self._finish()
        for number, seat in enumerate(self._seats):
            fault = self._played.faults.get(number)
            if fault is None or fault.termination in STILL_LISTENING:
                await seat.tell(self._over_message(number))
        return self._played

    def _finish(self) -> None:
        played = self._played
        faults = [played.faults.get(number) for number in range(len(self._seats))]
        played.terminations = [Termination.NORMAL if fault is None else fault.termination for fault in faults]
        played.scores = self._state.scores()
        played.ranks = [*ranks_after(tuple(played.scores), tuple(played.terminations))]
        played.events_digest = events_digest(self._state)
        played.last_id = self._id

    def _forfeited(self) -> bool:
        """Two players: a fault forfeits the game. More: it goes on while a bot is left."""
        faults = len(self._played.faults)
        return faults > 0 if len(self._seats) == 2 else faults == len(self._seats)

    async def _decide(self, number: int) -> None:
        if number in self._played.faults:
            # The first one has the id of the question that the bot did not answer, so that it can be asked again.
            unanswered = self._unanswered.pop(number, 0)
            action = self._house(self._state)
            self._state.apply(action)
            self._played.decisions.append(_decision(number, action, NOTHING_SPENT, 0, True, unanswered))
            return
        legal = self._state.legal_actions()
        self._id += 1
        request = DecisionRequest(self._id, str(self._state.decision), legal)
        allowance = self._clock.allowance(number)
        reply = await self._seats[number].ask(self._question(number, legal), self._id, allowance)
        charged_ns = self._clock.charge(number, reply.spent)
        choice: Action | Fault
        if isinstance(reply, Failure):
            choice = reply.fault
        elif charged_ns > allowance.time_ns:
            choice = request.late(allowance.time_ns, reply.spent)
        else:
            choice = request.judge(reply.answer, self._state.check)
        if isinstance(choice, Fault):
            self._played.faults[number] = choice
            self._played.failed_at[number] = reply.spent, charged_ns
            self._unanswered[number] = self._id
            self._clock.stop(number)
        else:
            self._state.step(choice.code)  # known to be legal, so not checked a second time
            decision = _decision(number, choice, reply.spent, charged_ns, False, self._id)
            self._played.decisions.append(replace(decision, info=_told(reply), disk_ns=reply.spent.disk_ns))

    def _question(self, number: int, legal: list[Action]) -> bytes:
        return decision_bytes(
            self._id,
            self._plan.game,
            self._state.observe(number),
            self._news(number),
            legal,
            self._clock.bank_ns,
            self._plan.settings.control.increment_ns,
        )

    def _news(self, number: int) -> list[Event]:
        """What has happened since the seat was last told, as it knows it."""
        size = int(self._state.log_size)
        fresh = self._state.log[self._told[number] : size]
        self._told[number] = size
        return known_events(fresh, number)

    def _start_message(self, number: int) -> bytes:
        plan = self._plan
        start = pb.GameStart(
            game=plan.game,
            rules=str(plan.settings.config),
            players=plan.settings.config.players,
            seat=number,
            bots=plan.bots,
            commitment=plan.commitment,
        )
        return pb.ToBot(game_start=start).SerializeToString()

    def _over_message(self, number: int) -> bytes:
        plan, played = self._plan, self._played
        over = pb.GameOver(
            game=plan.game,
            events=[event_to_wire(event) for event in self._news(number)],
            scores=played.scores,
            ranks=played.ranks,
            seed=plan.seed if plan.tells_seed else b"",
            salt=plan.salt if plan.tells_seed else b"",
            sentence=played.sentence(number),
            terminations=[_wire_termination(termination) for termination in played.terminations],
        )
        return pb.ToBot(game_over=over).SerializeToString()


def _decision(
    seat: int, action: Action, spent: TimeSpent, charged_ns: int, house: bool, id: int
) -> DecisionRecord:
    return DecisionRecord(
        seat, str(action), spent.wall_ns, spent.cpu_ns, spent.stolen_ns, charged_ns, house, id
    )


def _told(reply: Reply | Failure) -> str:
    """What a bot told with its answer, as a record holds it; "" if nothing."""
    if isinstance(reply, Failure) or not reply.answer.HasField("info"):
        return ""
    info = reply.answer.info
    return BotInfo(
        info.value if info.HasField("value") else None,
        info.win if info.HasField("win") else None,
        info.iterations,
        tuple(info.line),
        info.text,
    ).packed()


def _wire_termination(termination: Termination) -> str:
    return f"TERMINATION_{termination.name}"
