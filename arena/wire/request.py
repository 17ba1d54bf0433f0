"""What was a bot asked? The messages a seat got in a recorded game, rebuilt from the record."""

from collections.abc import Iterator
from typing import Final

from google.protobuf.json_format import MessageToJson, ParseDict, ParseError
from google.protobuf.message import DecodeError

from arena.proto import arena_pb2 as pb
from arena.record import (
    IDS_A_GAME,
    GameClock,
    GameRecord,
    ReplayError,
    Termination,
    TimeControl,
    replay,
    start,
)
from arena.rules import Event, State
from arena.units import MIB
from arena.untrusted import Unreadable, json_value, one_line
from arena.wire.error import WireError
from arena.wire.message import decision_bytes

MOST_CONVERSATION_BYTES: Final = 64 * MIB


def conversation(record: GameRecord, number: int) -> pb.Conversation:
    """What the seat that made this decision was sent in the game, up to the request for it, which comes last.

    Decisions are counted from 1. One more than were made is the request that a bot failed to answer and that ended the game.
    """
    if not 1 <= number <= len(record.decisions) + 1:
        raise WireError(f"decision {number} is not from 1 to {len(record.decisions) + 1}")
    try:
        return _conversation(record, number)
    except (WireError, ReplayError):
        raise
    except ValueError as wrong:  # a number or a time control that no message holds
        raise WireError(f"a field does not fit into a request: {one_line(str(wrong))}") from None


def _conversation(record: GameRecord, number: int) -> pb.Conversation:
    seat = -1
    requests: dict[int, list[bytes]] = {}
    for count, (asked, request) in enumerate(_requests(record), start=1):
        requests.setdefault(asked, []).append(request)
        if count == number:
            seat = asked
            if not request:
                raise WireError(f"decision {number} was made by the house: no bot was asked")
            break
    if seat < 0:
        raise WireError(f"decision {number} was not asked for: the game ended after {number - 1}")
    messages = [pb.ToBot(game_start=game_start(record, seat))]
    messages += [pb.ToBot.FromString(request) for request in requests[seat]]
    return pb.Conversation(messages=messages)


def game_start(record: GameRecord, seat: int) -> pb.GameStart:
    """How a seat was told that the game begins."""
    return pb.GameStart(
        game=record.game,
        rules=record.rules,
        players=len(record.seats),
        seat=seat,
        bots=[one.bot for one in record.seats],
        commitment=record.commitment,
    )


def conversation_json(messages: pb.Conversation) -> str:
    """A conversation as text."""
    return str(MessageToJson(messages, preserving_proto_field_name=True))


def read_conversation(content: bytes) -> pb.Conversation:
    """A conversation from a file, as text or as bytes."""
    try:
        if content.lstrip().startswith(b"{"):
            return ParseDict(json_value(content, MOST_CONVERSATION_BYTES), pb.Conversation())
        return pb.Conversation.FromString(content)
    except (ParseError, DecodeError, Unreadable) as wrong:
        raise WireError(f"not a conversation: {one_line(str(wrong))}") from None


def _requests(record: GameRecord) -> Iterator[tuple[int, bytes]]:
    """For each decision its seat and the request; an empty one where the house played and no bot was asked."""
    clock = GameClock(TimeControl.parse(record.time_control), len(record.seats))
    told = [0] * len(record.seats)
    state = start(record)
    last_id = 0
    for state, decision in replay(record):
        seat = decision.seat
        yield seat, _request(record, state, clock, told, decision.id) if decision.id else b""
        if decision.house:
            clock.stop(seat)
        else:
            clock.charge(seat, decision.spent)
        last_id = max(last_id, decision.id)
    seat_record = record.seats[state.seat]
    if not state.is_over and seat_record.failed and seat_record.termination != Termination.STALLED_START:
        yield state.seat, _request(record, state, clock, told, (last_id or record.game * IDS_A_GAME) + 1)


def _request(record: GameRecord, state: State, clock: GameClock, told: list[int], id: int) -> bytes:
    seat = state.seat
    fresh: list[Event] = state.history(seat)[told[seat] :]
    told[seat] += len(fresh)
    return decision_bytes(
        id,
        record.game,
        state.observe(seat),
        fresh,
        state.legal_actions(),
        clock.bank_ns,
        clock.control.increment_ns,
    )
