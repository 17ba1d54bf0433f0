"""How did a game go? A replay from its seed and its decisions."""

from collections.abc import Iterator
from hashlib import sha256

from arena.record.game import DecisionRecord, GameRecord
from arena.rules import Action, ActionError, ConfigError, GameConfig, IllegalAction, State, new_game


class ReplayError(ValueError):
    """A record that cannot be played again; one sentence names the field and what is wrong with it."""

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(f"{field}: {reason}")
        self.field = field
        self.reason = reason


def start(record: GameRecord) -> State:
    """The game before its first decision."""
    try:
        config = GameConfig.parse(record.rules)
    except ConfigError as wrong:
        raise ReplayError("rules", str(wrong)) from None
    if config.text != record.rules:
        raise ReplayError("rules", f"{record.rules!r} is not canonical, which would be {config.text!r}")
    if len(record.seats) != config.players:
        raise ReplayError("seats", f"{len(record.seats)}, but the rules are for {config.players}")
    return new_game(config, record.seed)


def replay(record: GameRecord) -> Iterator[tuple[State, DecisionRecord]]:
    """The state before each decision, with that decision.

    It is one and the same state each time: the caller may look and clone, not touch, and has the end of the game in hand
    when the iterator is exhausted. ReplayError if a decision is not legal where it stands.
    """
    state = start(record)
    for number, decision in enumerate(record.decisions):
        yield state, decision
        carry_out(state, number, decision)


def carry_out(state: State, number: int, decision: DecisionRecord) -> None:
    """Do the decision of this number, counted from 0."""
    where = f"decisions[{number}]"
    if state.is_over:
        raise ReplayError(where, "the game was over before it")
    if decision.seat != state.seat:
        raise ReplayError(f"{where}.seat", f"{decision.seat}, but seat {state.seat} decides")
    try:
        action = Action.parse(decision.action)
    except ActionError as wrong:
        raise ReplayError(f"{where}.action", str(wrong)) from None
    if str(action) != decision.action:
        raise ReplayError(
            f"{where}.action", f"{decision.action!r} is not canonical, which would be {str(action)!r}"
        )
    try:
        state.apply(action)
    except IllegalAction as wrong:
        raise ReplayError(f"{where}.action", f"{decision.action!r} is refused: {wrong.refusal}") from None


def events_digest(state: State) -> bytes:
    """SHA-256 over the texts of all events of a game so far, secrets included, a line each."""
    return sha256("".join([f"{event}\n" for event in state.log[: state.log_size]]).encode("utf-8")).digest()
