"""Is what a bot was asked made again exactly as the referee sent it?"""

from dataclasses import replace

import pytest

from arena.proto import arena_pb2 as pb
from arena.record import GameClock, GameRecord, Termination, TimeControl, replay
from arena.wire import (
    WireError,
    conversation,
    conversation_json,
    decision_bytes,
    event_from_wire,
    read_conversation,
)
from tests.record.records import played_record
from tests.rules.games import MODULES

RECORDS = [
    played_record("classic,players=2", seed=5),
    played_record(f"classic+{'+'.join(MODULES)},players=3,deal=closed", seed=6, game=2),
]


def requests_sent(record: GameRecord) -> list[pb.Decision]:
    """What a referee sends that goes by the letter of the protocol, decision by decision."""
    clock = GameClock(TimeControl.parse(record.time_control), len(record.seats))
    told = [0] * len(record.seats)
    sent: list[pb.Decision] = []
    for state, decision in replay(record):
        seat = decision.seat
        log = state.log[: state.log_size]
        events = [seen for event in log[told[seat] :] if (seen := event.seen_by(seat)) is not None]
        told[seat] = len(log)
        question = decision_bytes(
            decision.id,
            record.game,
            state.observe(seat),
            events,
            state.legal_actions(),
            clock.bank_ns,
            clock.control.increment_ns,
        )
        sent.append(pb.ToBot.FromString(question).decision)
        clock.charge(seat, decision.spent)
    return sent


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.rules)
def test_every_request_is_made_again(record: GameRecord) -> None:
    sent = requests_sent(record)
    for number in (1, 2, 37, len(sent)):
        made = conversation(record, number)
        seat = record.decisions[number - 1].seat
        start = made.messages[0].game_start
        assert (start.game, start.rules, start.seat) == (record.game, record.rules, seat)
        assert (start.commitment, list(start.bots)) == (record.commitment, [one.bot for one in record.seats])
        own = [i for i in range(number) if record.decisions[i].seat == seat]
        assert [message.decision for message in made.messages[1:]] == [sent[i] for i in own]
        assert made.messages[-1].decision.id == record.decisions[number - 1].id


def test_a_conversation_tells_the_whole_history_of_its_seat() -> None:
    record = RECORDS[1]
    made = conversation(record, 50)
    events = [event_from_wire(event) for message in made.messages[1:] for event in message.decision.events]
    for number, (state, decision) in enumerate(replay(record), start=1):
        if number == 50:
            assert events == state.history(decision.seat)
            return
    pytest.fail("the game was shorter")


def test_the_request_that_ended_a_game_of_two() -> None:
    whole = played_record("classic,players=2", stop_after=20)
    with pytest.raises(WireError, match=r"^decision 21 was not asked for: the game ended after 20$"):
        conversation(whole, 21)
    seats = tuple([replace(seat, termination=Termination.TIMEOUT) for seat in whole.seats])
    record = replace(whole, seats=seats)
    made = conversation(record, 21)
    assert made.messages[-1].decision.id == record.decisions[-1].id + 1
    with pytest.raises(WireError, match=r"^decision 22 is not from 1 to 21$"):
        conversation(record, 22)


def test_the_house_is_not_asked_but_the_bot_that_failed_was() -> None:
    record = played_record("classic,players=3", faults={1: Termination.CRASH})
    house = [i for i, decision in enumerate(record.decisions, start=1) if decision.house]
    failed = conversation(record, house[0]).messages[-1].decision
    assert failed.id == record.decisions[house[0] - 1].id > 0
    with pytest.raises(WireError, match=rf"^decision {house[1]} was made by the house: no bot was asked$"):
        conversation(record, house[1])
    later = next(
        i for i, decision in enumerate(record.decisions, start=1) if i > house[0] and decision.seat == 0
    )
    assert conversation(record, later).messages[-1].decision.bank_ns[1] == 0


@pytest.mark.parametrize("number", [0, -1, len(RECORDS[0].decisions) + 2])
def test_a_decision_that_was_never_made(number: int) -> None:
    with pytest.raises(WireError, match=rf"^decision {number} is not from 1 to "):
        conversation(RECORDS[0], number)


def test_nothing_is_asked_after_the_end() -> None:
    number = len(RECORDS[0].decisions) + 1
    with pytest.raises(
        WireError, match=rf"^decision {number} was not asked for: the game ended after {number - 1}$"
    ):
        conversation(RECORDS[0], number)


def test_a_conversation_is_read_from_text_and_from_bytes() -> None:
    made = conversation(RECORDS[0], 9)
    assert read_conversation(conversation_json(made).encode()) == made
    assert read_conversation(made.SerializeToString()) == made


@pytest.mark.parametrize("content", [b"{", b'{"mesages": []}', b"\xff\xff\xff", b"{\xff}"])
def test_what_is_no_conversation(content: bytes) -> None:
    with pytest.raises(WireError, match=r"^not a conversation: ") as refused:
        read_conversation(content)
    assert "\n" not in str(refused.value)
