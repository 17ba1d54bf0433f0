"""How does the position of a state travel? Who decides, what is asked and what can be done."""

from functools import lru_cache

from arena.proto import arena_pb2 as pb
from arena.rules import State
from arena.wire.action import legal_fields
from arena.wire.words import ASKED_WORDS

_OVER = "nothing"


def position_bytes(state: State) -> bytes:
    """An encoded `Position`. Its actions have the same field number as those of a decision."""
    head = _head(state.seat, state.decision or _OVER, state.turn)
    return head + b"".join(legal_fields(state.legal_actions()))


@lru_cache(1 << 12)
def _head(seat: int, asked: str, turn: int) -> bytes:
    message = pb.Position(asked=ASKED_WORDS.numbers[asked], turn=turn)
    if seat >= 0:
        message.seat = seat
    return message.SerializeToString()
