"""Is a record true? It is replayed, and every field that follows from the play is compared."""

from collections.abc import Iterator
from dataclasses import dataclass

from arena.record.bot_info import BotInfo
from arena.record.clock import Allowance, GameClock, TimeControl, TimeControlError, TimeSpent
from arena.record.digests import broken_fields
from arena.record.game import (
    RECORD_VERSION,
    DecisionRecord,
    GameRecord,
    Termination,
    commitment_of,
    ranks_after,
)
from arena.record.playback import ReplayError, carry_out, events_digest, start
from arena.rules import GENERATOR, REPLAYED_VERSIONS, RULES_VERSION, State
from arena.units import SECOND_NS


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong with a record: the field and the reason."""

    field: str
    reason: str

    def __str__(self) -> str:
        return f"{self.field}: {self.reason}"


def verify(record: GameRecord) -> list[Problem]:
    """Everything that is wrong with a record; nothing if it can be trusted."""
    problems = [Problem(field, "is not what was sealed") for field in broken_fields(record)]
    problems += _versions(record)
    problems += _plain_facts(record)
    if not any(problem.field in ("rules_version", "generator") for problem in problems):
        problems += _replayed(record)
    return problems


def _versions(record: GameRecord) -> Iterator[Problem]:
    if not 1 <= record.record_version <= RECORD_VERSION:
        yield Problem(
            "record_version", f"{record.record_version}, but this arena knows 1 to {RECORD_VERSION}"
        )
    if record.rules_version not in REPLAYED_VERSIONS:
        yield Problem(
            "rules_version", f"{record.rules_version!r}, but only {RULES_VERSION!r} can be replayed"
        )
    if record.generator != GENERATOR:
        yield Problem("generator", f"{record.generator!r}, but only {GENERATOR!r} can be replayed")


def _plain_facts(record: GameRecord) -> Iterator[Problem]:
    """What must hold without playing again."""
    if record.commitment != commitment_of(record.seed, record.salt):
        yield Problem("commitment", "is not SHA-256 of seed and salt")
    try:
        control = TimeControl.parse(record.time_control)
    except TimeControlError as wrong:
        yield Problem("time_control", str(wrong))
    else:
        yield from _times(record, control)
    if record.game < 1 or record.set < 1:
        yield Problem("game" if record.game < 1 else "set", "is not 1 or more")
    for number, seat in enumerate(record.seats):
        if seat.termination not in list(Termination):
            yield Problem(f"seats[{number}].termination", f"{seat.termination!r} is not a termination")
    if record.void != bool(record.void_reason):
        yield Problem("void_reason", "is there for a void game, and only then")
    yield from _decision_facts(record)


def _info_facts(where: str, decision: DecisionRecord) -> Iterator[Problem]:
    try:
        info = BotInfo.unpacked(decision.info)
    except ValueError as wrong:
        yield Problem(f"{where}.info", str(wrong))
        return
    if info is not None and decision.house:
        yield Problem(f"{where}.info", "the house tells nothing")


def _decision_facts(record: GameRecord) -> Iterator[Problem]:
    last_id = 0
    taken_over: set[int] = set()
    for number, decision in enumerate(record.decisions):
        where = f"decisions[{number}]"
        if not 0 <= decision.seat < len(record.seats):
            continue
        if decision.house and not record.seats[decision.seat].failed:
            yield Problem(f"{where}.house", f"the bot of seat {decision.seat} did not fail")
        if not decision.house and decision.seat in taken_over:
            yield Problem(f"{where}.house", f"the bot of seat {decision.seat} had failed before")
        yield from _info_facts(where, decision)
        asked = not decision.house or (decision.id != 0 and decision.seat not in taken_over)
        if asked and decision.id <= last_id:
            yield Problem(f"{where}.id", f"{decision.id} does not come after {last_id}")
        if not asked and decision.id:
            yield Problem(
                f"{where}.id", f"{decision.id}, but the bot of seat {decision.seat} had failed before"
            )
        last_id = max(last_id, decision.id)
        if decision.house:
            taken_over.add(decision.seat)


_TIMES = ("wall_ns", "cpu_ns", "stolen_ns", "charged_ns", "disk_ns")
_PARTS = ("stolen_ns", "disk_ns")  # of the time that passed


def _times(record: GameRecord, control: TimeControl) -> Iterator[Problem]:
    """Whether the clocks were charged by the rule, nobody had more time than it was given, and a time-out was one."""
    clock = GameClock(control, len(record.seats))
    for number, decision in enumerate(record.decisions):
        if not 0 <= decision.seat < len(record.seats):
            continue
        where = f"decisions[{number}]"
        negative = [name for name in _TIMES if getattr(decision, name) < 0]
        if negative:
            yield Problem(f"{where}.{negative[0]}", "is negative")
        elif over := [name for name in _PARTS if getattr(decision, name) > decision.wall_ns]:
            yield Problem(f"{where}.{over[0]}", "is more than passed")
        elif decision.house and any(getattr(decision, name) for name in _TIMES):
            yield Problem(f"{where}.wall_ns", "is not 0, but the house played")
        elif not decision.house:
            yield from _charged(where, decision, clock)
    for seat in range(len(record.seats)):
        yield from _failed_in_time(record, seat, clock.allowance(seat))


def _failed_in_time(record: GameRecord, seat: int, allowance: Allowance) -> Iterator[Problem]:
    """The times of the request that a seat failed, if it did."""
    where, one = f"seats[{seat}]", record.seats[seat]
    charged_ns = allowance.charged_ns(TimeSpent(one.wall_ns, one.cpu_ns, one.stolen_ns))
    if one.charged_ns != charged_ns:
        yield Problem(f"{where}.charged_ns", f"{one.charged_ns}, but the rule charges {charged_ns}")
    decided = any(decision.seat == seat and not decision.house for decision in record.decisions)
    if one.termination == Termination.STALLED_START and decided:
        yield Problem(f"{where}.termination", "is a stalled start, but its bot has decided")
    # A person has no version and no clock, and the first records do not say how long a time-out took.
    timed = record.record_version > 1 and one.version
    if timed and one.termination == Termination.TIMEOUT and charged_ns < allowance.time_ns:
        yield Problem(
            f"{where}.termination",
            f"is a timeout after {_seconds(charged_ns)}, but {_seconds(allowance.time_ns)} were left",
        )


def _charged(where: str, decision: DecisionRecord, clock: GameClock) -> Iterator[Problem]:
    allowed_ns = clock.allowance(decision.seat).time_ns
    charged_ns = clock.charge(decision.seat, decision.spent)
    if decision.charged_ns != charged_ns:
        yield Problem(f"{where}.charged_ns", f"{decision.charged_ns}, but the rule charges {charged_ns}")
    if charged_ns > allowed_ns:
        yield Problem(
            f"{where}.wall_ns",
            f"{_seconds(charged_ns)} were charged, but the clock had {_seconds(allowed_ns)} left",
        )


def _seconds(ns: int) -> str:
    return f"{ns / SECOND_NS:.3f} s"


def _replayed(record: GameRecord) -> Iterator[Problem]:
    """What playing again shows."""
    try:
        state = start(record)
        for number, decision in enumerate(record.decisions):
            carry_out(state, number, decision)
    except ReplayError as stuck:
        yield Problem(stuck.field, stuck.reason)
        return
    yield from _result(record, state)


def _result(record: GameRecord, state: State) -> Iterator[Problem]:
    terminations = tuple([seat.termination for seat in record.seats])
    playing = sum(not seat.failed for seat in record.seats)
    # A game of two ends with a fault; with more seats it goes on while there are bots to play it.
    if not state.is_over and not record.void and playing > 1:
        yield Problem("decisions", f"end after {len(record.decisions)}, before the game was over")
    yield from _out_of_turn(record, state)
    if record.events_digest != events_digest(state):
        yield Problem("events_digest", "is not that of the events of the replay")
    scores = tuple(state.scores())
    if record.scores != scores:
        yield Problem("scores", f"{_listed(record.scores)}, but the replay gives {_listed(scores)}")
    ranks = ranks_after(scores, terminations)
    if record.ranks != ranks:
        yield Problem("ranks", f"{_listed(record.ranks)}, but the replay gives {_listed(ranks)}")


def _out_of_turn(record: GameRecord, state: State) -> Iterator[Problem]:
    """A time-out happens to whoever decides: the house then answers that request, unless the game ends there."""
    answered = {decision.seat for decision in record.decisions if decision.house and decision.id}
    for seat, one in enumerate(record.seats):
        asked = seat in answered or (seat == state.seat and not state.is_over)
        if one.termination == Termination.TIMEOUT and not asked:
            yield Problem(f"seats[{seat}].termination", "is a timeout, but it was not asked")


def _listed(numbers: tuple[int, ...]) -> str:
    return " ".join(str(number) for number in numbers) or "nothing"
