"""Is a record true? It is replayed, and every field that follows from the play is compared."""

from collections.abc import Iterator
from dataclasses import dataclass

from arena.record.clock import TimeControl, TimeControlError
from arena.record.digests import broken_fields
from arena.record.game import GameRecord, Termination, commitment_of, ranks_after
from arena.record.playback import ReplayError, carry_out, events_digest, start
from arena.rules import GENERATOR, RULES_VERSION, State


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
    if record.rules_version != RULES_VERSION:
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
        TimeControl.parse(record.time_control)
    except TimeControlError as wrong:
        yield Problem("time_control", str(wrong))
    if record.game < 1 or record.set < 1:
        yield Problem("game" if record.game < 1 else "set", "is not 1 or more")
    for number, seat in enumerate(record.seats):
        if seat.termination not in list(Termination):
            yield Problem(f"seats[{number}].termination", f"{seat.termination!r} is not a termination")
    if record.void != bool(record.void_reason):
        yield Problem("void_reason", "is there for a void game, and only then")
    yield from _decision_facts(record)


def _decision_facts(record: GameRecord) -> Iterator[Problem]:
    last_id = 0
    taken_over: set[int] = set()
    for number, decision in enumerate(record.decisions):
        where = f"decisions[{number}]"
        if decision.wall_ns < 0 or decision.cpu_ns < 0:
            yield Problem(f"{where}.{'wall_ns' if decision.wall_ns < 0 else 'cpu_ns'}", "is negative")
        if not 0 <= decision.seat < len(record.seats):
            continue
        if decision.house and not record.seats[decision.seat].failed:
            yield Problem(f"{where}.house", f"the bot of seat {decision.seat} did not fail")
        if not decision.house and decision.seat in taken_over:
            yield Problem(f"{where}.house", f"the bot of seat {decision.seat} had failed before")
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


def _replayed(record: GameRecord) -> Iterator[Problem]:
    """What playing again shows."""
    try:
        state = start(record)
        if len(record.seats) != state.config.players:
            yield Problem("seats", f"{len(record.seats)}, but the rules are for {state.config.players}")
            return
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
    if record.events_digest != events_digest(state):
        yield Problem("events_digest", "is not that of the events of the replay")
    scores = tuple(state.scores())
    if record.scores != scores:
        yield Problem("scores", f"{_listed(record.scores)}, but the replay gives {_listed(scores)}")
    ranks = ranks_after(scores, terminations)
    if record.ranks != ranks:
        yield Problem("ranks", f"{_listed(record.ranks)}, but the replay gives {_listed(ranks)}")


def _listed(numbers: tuple[int, ...]) -> str:
    return " ".join(str(number) for number in numbers) or "nothing"
