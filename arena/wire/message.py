"""How is a decision asked and answered? The messages of the stream that carry values of the rules."""

from collections.abc import Sequence
from math import isfinite
from typing import Final

from google.protobuf.message import Message
from google.protobuf.unknown_fields import UnknownFieldSet

from arena.proto import arena_pb2 as pb
from arena.rules import Action, ActionError, Event, Observation
from arena.wire.action import action_from_wire, legal_fields
from arena.wire.encoding import sized, tag
from arena.wire.error import WireError
from arena.wire.event import event_bytes
from arena.wire.observation import observation_bytes

PROTOCOL: Final = 1
MAX_SOFTWARE_BYTES: Final = 200
MAX_TEXT_CHARACTERS: Final = 200
MAX_LINE: Final = 32
MAX_INFO_BYTES: Final = 1024
MAX_ITERATIONS: Final = 2**63 - 1

_DECISION: Final = tag(pb.ToBot.DECISION_FIELD_NUMBER)
_EVENTS: Final = tag(pb.Decision.EVENTS_FIELD_NUMBER)
_OBSERVATION: Final = tag(pb.Decision.OBSERVATION_FIELD_NUMBER)


def decision_bytes(
    id: int,
    game: int,
    observation: Observation,
    events: Sequence[Event],
    legal: Sequence[Action],
    bank_ns: Sequence[int],
    increment_ns: int,
) -> bytes:
    """An encoded `ToBot` that asks for a decision: what the referee puts on the stream."""
    head = pb.Decision(id=id, game=game, bank_ns=bank_ns, increment_ns=increment_ns)
    parts = [head.SerializeToString(), _OBSERVATION, sized(observation_bytes(observation))]
    for event in events:
        parts += (_EVENTS, sized(event_bytes(event)))
    parts += legal_fields(legal)
    return _DECISION + sized(b"".join(parts))


def read_from_bot(message: pb.FromBot) -> pb.Hello | pb.Answer:
    """What a bot said: a Hello that can be welcomed, or an Answer that names a decision and makes a choice."""
    refuse_unknown_fields(message)
    said = message.WhichOneof("message")
    if said == "hello":
        return _checked_hello(message.hello)
    if said == "answer":
        return _checked_answer(message.answer)
    raise WireError("FromBot: neither hello nor answer is set")


def chosen(answer: pb.Answer | pb.ApplyRequest, legal: Sequence[Action]) -> Action:
    """The action that an answer means; whether it is legal is for the rules to say."""
    form = answer.WhichOneof("choice")
    where = type(answer).__name__
    if form == "index":
        if answer.index >= len(legal):
            raise WireError(
                f"{where}.index: {answer.index}, but the {len(legal)} actions end at {len(legal) - 1}"
            )
        return legal[answer.index]
    if form == "action":
        return action_from_wire(answer.action)
    if form == "text":
        return _action_of_text(answer.text, where)
    raise WireError(f"{where}.choice: none of index, action and text is set")


def refuse_unknown_fields(message: Message) -> None:
    """Only the newest bot could mean something by a field that is unknown here, and it said which protocol it speaks."""
    unknown = UnknownFieldSet(message)
    if len(unknown):
        raise WireError(f"{type(message).__name__}: there is no field number {unknown[0].field_number}")


def _checked_hello(hello: pb.Hello) -> pb.Hello:
    refuse_unknown_fields(hello)
    if hello.protocol != PROTOCOL:
        raise WireError(f"Hello.protocol: {hello.protocol or 'unset'}, but this referee speaks {PROTOCOL}")
    if not hello.token:
        raise WireError("Hello.token: unset")
    size = len(hello.software.encode("utf-8"))
    if size > MAX_SOFTWARE_BYTES:
        raise WireError(f"Hello.software: {size} bytes are more than {MAX_SOFTWARE_BYTES}")
    return hello


def _checked_answer(answer: pb.Answer) -> pb.Answer:
    refuse_unknown_fields(answer)
    if not answer.id:
        raise WireError("Answer.id: unset")
    if answer.WhichOneof("choice") is None:
        raise WireError("Answer.choice: none of index, action and text is set")
    if answer.HasField("info"):
        _check_info(answer.info)
    return answer


def _check_info(info: pb.Info) -> None:
    refuse_unknown_fields(info)
    if info.HasField("value") and not isfinite(info.value):
        raise WireError(f"Info.value: {info.value} is not finite")
    if info.HasField("win") and not 0.0 <= info.win <= 1.0:
        raise WireError(f"Info.win: {info.win} is not from 0 to 1")
    if info.iterations > MAX_ITERATIONS:
        raise WireError(f"Info.iterations: {info.iterations} is more than {MAX_ITERATIONS}")
    if len(info.line) > MAX_LINE:
        raise WireError(f"Info.line: {len(info.line)} actions are more than {MAX_LINE}")
    longest = max([len(action) for action in info.line], default=0)
    if longest > MAX_TEXT_CHARACTERS:
        raise WireError(f"Info.line: an action of {longest} characters is longer than {MAX_TEXT_CHARACTERS}")
    size = len(info.text.encode("utf-8"))
    if size > MAX_INFO_BYTES:
        raise WireError(f"Info.text: {size} bytes are more than {MAX_INFO_BYTES}")


def _action_of_text(text: str, where: str) -> Action:
    if len(text) > MAX_TEXT_CHARACTERS:
        raise WireError(f"{where}.text: {len(text)} characters are more than {MAX_TEXT_CHARACTERS}")
    try:
        return Action.parse(text)
    except ActionError as wrong:
        raise WireError(f"{where}.text: {wrong}") from None
