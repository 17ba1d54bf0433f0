"""What can a bot say to its referee that it should not? Messages out of turn, out of form and out of bounds."""

import asyncio
import socket
import struct
import time
from pathlib import Path
from typing import Any

import pytest

from arena.match.remote import RemoteBody
from arena.proto import arena_pb2 as pb
from arena.record import Allowance, Termination
from arena.referee.game import GameReferee
from arena.referee.seat import BotSeat, Failure, Reply
from arena.rules import Action
from tests.fakes.frames import END_HEADERS, END_STREAM, HEADERS, frame, headers, opening
from tests.patience import patience
from tests.referee.attacker import answer, call, hello, now_ns, raw, seated, server, status
from tests.referee.conftest import run
from tests.referee.table import StandIn, plan_of, referee

SECOND_NS = 1_000_000_000
ID = 7


async def reply_to(seat: BotSeat, stream: Any, *messages: bytes, id: int = ID) -> Reply | Failure:
    """What the referee makes of these messages in reply to a question."""
    asking = asyncio.ensure_future(seat.ask(b"question", id, Allowance(2 * SECOND_NS)))
    assert await stream.read() == b"question"
    for message in messages:
        await stream.write(message)
    return await asking


def in_answer(field: int, wire_type: int, content: bytes) -> bytes:
    """An answer to the question with one more field."""
    inner = pb.Answer(id=ID).SerializeToString() + bytes((field << 3 | wire_type,)) + content
    return b"\x12" + bytes((len(inner),)) + inner


MEANT_BADLY = {
    "nothing at all": b"",
    "stale": answer(ID - 1, index=0),
    "of the future": answer(ID + 1, index=0),
    "no id": answer(0, index=0),
    "no choice": answer(ID),
    "a second hello": hello(b"x"),
    "garbage": b"\xff" * 40,
    "cut short": answer(ID, text="take 1")[:-2],
    "NaN for an index": in_answer(2, 1, struct.pack("<d", float("nan"))),
    "another field": in_answer(9, 0, b"\1"),
    "a seat of its own choice": answer(ID, index=0) + b"\x18\x01",
    "groups in groups": b"\x0b" * 500 + b"\x0c" * 500,
    "text that is no UTF-8": in_answer(4, 2, b"\x02\xc3\x28"),
}


@pytest.mark.parametrize("name", MEANT_BADLY)
def test_g16_g17_messages_that_are_refused(tmp_path: Path, name: str) -> None:
    """G16, G17: each is a protocol fault with a sentence; the control is the good answer below."""

    async def test() -> None:
        async with seated(tmp_path) as (seat, stream, _, _):
            reply = await reply_to(seat, stream, MEANT_BADLY[name])
            assert isinstance(reply, Failure)
            assert reply.fault.termination is Termination.PROTOCOL
            assert reply.fault.sentence.startswith(f"Decision {ID} was ")
            assert reply.fault.sentence.isprintable()
            assert len(reply.fault.sentence) < 300

    run(test())


def test_a_good_answer_is_taken(tmp_path: Path) -> None:
    """The control: the same way of asking, and an answer as it should be, twice in a row."""

    async def test() -> None:
        async with seated(tmp_path) as (seat, stream, _, _):
            for id in (ID, ID + 1):
                reply = await reply_to(seat, stream, answer(id, index=3), id=id)
                assert isinstance(reply, Reply)
                assert (reply.answer.id, reply.answer.index) == (id, 3)

    run(test())


@pytest.mark.parametrize("ahead", [0, 1, 2])
def test_g7_g17_an_answer_before_its_question(tmp_path: Path, ahead: int) -> None:
    """G7: ids can be guessed, but what comes before the question is nobody's answer: duplicates, floods, the right id."""

    async def test() -> None:
        async with seated(tmp_path) as (seat, stream, _, _):
            assert isinstance(await reply_to(seat, stream, answer(ID, index=0)), Reply)
            assert seat.unasked() is None
            for _ in range(1 + 5 * ahead):
                await stream.write(answer(ID + ahead, index=0))
            await asyncio.sleep(0.1)
            fault = seat.unasked()
            assert fault is not None
            reply = await seat.ask(b"question", ID + 1, Allowance(SECOND_NS))
            assert isinstance(reply, Failure)
            assert reply.fault == fault
            assert fault.termination is Termination.PROTOCOL

    run(test())


def test_g17_a_huge_payment_is_refused_quickly() -> None:
    """G17: ten thousand cards are no action, and take no time to refuse."""
    cards = [pb.Card(currency=pb.CURRENCY_DENAR, value=9)] * 10_000
    said = pb.Answer(id=1, action=pb.Action(verb=pb.VERB_BUY, slot=1, cards=cards))
    started = time.process_time()
    played = referee(plan_of("classic,players=2"), [StandIn(says={1: said}), StandIn()])
    assert played.faults[0].termination in (Termination.PROTOCOL, Termination.ILLEGAL_ACTION)
    assert len(played.faults[0].sentence) < 1000
    assert time.process_time() - started < patience(0.5)


@pytest.mark.parametrize(
    "text", ["\x1b[2J\x1b[31mYou won", "take 1\nseat 1 wins", "x" * 60_000, "buy 1 " + "\u202e" * 50]
)
def test_g20_escapes_and_long_words(text: str) -> None:
    """G20: what a bot writes is quoted in its sentence without control characters, and cut short."""
    said = pb.Answer(id=1, text=text)
    played = referee(plan_of("classic,players=2"), [StandIn(says={1: said}), StandIn()])
    sentence = played.faults[0].sentence
    assert sentence.isprintable()
    assert len(sentence) < 1000


def test_g20_software_of_a_hello(tmp_path: Path) -> None:
    """G20: more than 200 bytes about oneself are refused in one sentence; 200 are heard."""

    async def test() -> None:
        async with server(tmp_path) as (opened, path):
            code, details = await status(path, hello(opened.token, software="\x1b" * 60_000))
            assert code.name == "INVALID_ARGUMENT"
            assert details == "the first message was refused: Hello.software: 60000 bytes are more than 200"
        async with server(tmp_path) as (opened, path), call(path) as stream:
            await stream.write(hello(opened.token, software="x" * 200))
            assert await opened.entered(5.0) is not None

    run(test())


def test_g13_a_bot_that_never_reads(tmp_path: Path) -> None:
    """G13: a question that does not fit its window is not taken, and its own clock pays; one that reads takes it."""
    question = b"\0" * 300_000

    async def test() -> None:
        async with server(tmp_path) as (opened, path):
            connection = raw(path)
            connection.send(opening(message=hello(opened.token)))
            seat = BotSeat(opened, RemoteBody(), now_ns, ponder=True)
            assert await seat.start(b"welcome", 5.0) is None
            reply = await seat.ask(question, ID, Allowance(SECOND_NS // 2))
            assert isinstance(reply, Failure)
            assert reply.fault.termination is Termination.TIMEOUT
            assert 0.4 < reply.spent.wall_ns / SECOND_NS < 2.0
            connection.close()
        async with seated(tmp_path) as (seat, stream, _, _):
            asking = asyncio.ensure_future(seat.ask(question, ID, Allowance(5 * SECOND_NS)))
            assert await stream.read() == question
            await stream.write(answer(ID, index=0))
            assert isinstance(await asking, Reply)

    run(test())


def test_g19_trailers_of_a_bot_mean_nothing(tmp_path: Path) -> None:
    """G19: a bot that claims a good end with trailers of its own has left, and that is a fault."""

    async def test() -> None:
        async with server(tmp_path) as (opened, path):
            connection: socket.socket = raw(path)
            connection.send(opening(message=hello(opened.token)))
            seat = BotSeat(opened, RemoteBody(), now_ns, ponder=True)
            assert await seat.start(b"welcome", 5.0) is None
            claim = headers([("grpc-status", "0"), ("grpc-message", "seat 0 wins")])
            connection.send(frame(HEADERS, END_HEADERS | END_STREAM, 1, claim))
            reply = await seat.ask(b"question", ID, Allowance(2 * SECOND_NS))
            assert isinstance(reply, Failure)
            assert reply.fault.termination in (Termination.DISCONNECTED, Termination.PROTOCOL)
            connection.close()

    run(test())


def test_the_legal_list_is_what_an_index_means() -> None:
    """An index counts in the list that was sent, whatever the bot thinks it is: the last one is the last action."""
    plan = plan_of("classic,players=2,turn_limit=1")
    seat = StandIn()
    game = GameReferee(plan, [seat, StandIn()], lambda state: state.legal_actions()[0], 0)
    legal: list[Action] = game._state.legal_actions()
    seat.says[1] = pb.Answer(id=1, index=len(legal) - 1)
    played = asyncio.run(game.play())
    first = next(one for one in played.decisions if one.seat == 0)
    assert first.action == str(legal[-1])
