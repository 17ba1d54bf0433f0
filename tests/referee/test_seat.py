"""What does the referee make of what a bot's process does: ends, works on, loses a child? Made-up ones behind real streams."""

import asyncio
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from arena.record import Termination
from arena.referee import seat as referee_seat
from arena.referee.seat import BotSeat, Failure, Reply
from tests.referee.attacker import answer, call, hello, now_ns, seated, server
from tests.referee.conftest import run

SECOND_NS = 1_000_000_000
ID = 7
IDLE_S, GONE_S = 0.4, 3.0


@dataclass
class MadeUpBody:
    """A process that the test makes up. Looks are counted once its stream has ended."""

    exits_at_look: int = 0  # 0: never
    works: bool = False
    obeys: bool = True
    lost_a_child: bool = False
    looks: int = field(default=0, init=False)
    used_ns: int = field(default=0, init=False)

    def freeze(self) -> bool:
        return self.obeys

    def thaw(self) -> None:
        """Nothing runs."""

    def cpu_ns(self) -> int:
        self.used_ns += 3_000_000 if self.works else 1000
        return self.used_ns

    def memory_exceeded(self) -> bool:
        return self.lost_a_child

    def exited(self) -> bool:
        self.looks += 1
        return 0 < self.exits_at_look <= self.looks

    def last_words(self) -> str:
        return ""


@pytest.fixture(autouse=True)
def quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same waits, a tenth as long."""
    monkeypatch.setattr(referee_seat, "IDLE_S", IDLE_S)
    monkeypatch.setattr(referee_seat, "GONE_S", GONE_S)


async def asked_and_left(seat: BotSeat, stream: Any) -> tuple[Failure, float]:
    """What comes of a question whose bot leaves when it has read it, and how long the referee looks after it."""
    asking = asyncio.ensure_future(seat.ask(b"question", ID, SECOND_NS))
    assert await stream.read() == b"question"
    stream.cancel()
    left_s = asyncio.get_running_loop().time()
    reply = await asking
    assert isinstance(reply, Failure)
    return reply, asyncio.get_running_loop().time() - left_s


@pytest.mark.parametrize("works", [False, True])
def test_a_process_that_ends_after_its_stream_has_crashed(tmp_path: Path, works: bool) -> None:
    """However late it is scheduled: one at work is waited for beyond the time of an idle one."""
    body = MadeUpBody(works=works)

    async def test() -> None:
        async with seated(tmp_path, body) as (seat, stream, _, _):
            body.looks, body.exits_at_look = 0, 20 if works else 4
            reply, took_s = await asked_and_left(seat, stream)
            assert reply.fault.termination is Termination.CRASH
            assert reply.fault.sentence == "Its process ended while it was asked."
            assert (took_s > 2 * IDLE_S) == works
            assert reply.wall_ns < SECOND_NS // 2  # the wait is on nobody's clock

    run(test())


@pytest.mark.parametrize("works", [False, True])
def test_a_process_that_goes_on_is_disconnected(tmp_path: Path, works: bool) -> None:
    """Soon if it does nothing, and in the end even if it works on and on."""

    async def test() -> None:
        async with seated(tmp_path, MadeUpBody(works=works)) as (seat, stream, _, _):
            reply, took_s = await asked_and_left(seat, stream)
            assert reply.fault.termination is Termination.DISCONNECTED
            least_s = GONE_S if works else IDLE_S
            assert least_s <= took_s < least_s + 2

    run(test())


def test_one_that_left_before_its_question_has_crashed_and_not_run_out_of_time(tmp_path: Path) -> None:
    body = MadeUpBody()

    async def test() -> None:
        async with seated(tmp_path, body) as (seat, stream, opened, _):
            stream.cancel()
            while opened.streams:
                await asyncio.sleep(0.01)
            body.looks, body.exits_at_look = 0, 4
            reply = await seat.ask(b"question", ID, 10 * SECOND_NS)
            assert isinstance(reply, Failure)
            assert reply.fault.termination is Termination.CRASH
            assert reply.fault.sentence == "Its process ended when it was asked."

    run(test())


def test_one_that_says_hello_and_leaves_has_crashed(tmp_path: Path) -> None:
    body = MadeUpBody()

    async def test() -> None:
        async with server(tmp_path) as (opened, path):
            async with call(path) as stream:
                await stream.write(hello(opened.token))
                assert await opened.entered(5.0) is not None
            while opened.streams:
                await asyncio.sleep(0.01)
            body.exits_at_look = 4
            fault = await BotSeat(opened, body, now_ns, ponder=True).start(b"welcome", 5.0)
            assert fault is not None
            assert fault.termination is Termination.CRASH
            assert fault.sentence == "Its process ended after it said hello."

    run(test())


async def asked_and_answered(
    seat: BotSeat, stream: Any, body: MadeUpBody, **becomes: bool
) -> Reply | Failure:
    """What comes of a good answer, if this becomes of the body before it."""
    asking = asyncio.ensure_future(seat.ask(b"question", ID, 5 * SECOND_NS))
    assert await stream.read() == b"question"
    for name, value in becomes.items():
        setattr(body, name, value)
    await stream.write(answer(ID, index=0))
    return await asking


def test_processor_time_between_two_answers_is_the_second_ones(tmp_path: Path) -> None:
    """What a bot used up to its welcome is no answer's."""
    body = MadeUpBody()

    async def test() -> None:
        async with seated(tmp_path, body) as (seat, stream, _, _):
            first = await asked_and_answered(seat, stream, body)
            body.used_ns += 70_000
            second = await asked_and_answered(seat, stream, body)
            assert (first.cpu_ns, second.cpu_ns) == (1000, 71_000)

    run(test())


def test_a_child_that_was_killed_for_memory_is_seen_with_the_next_answer(tmp_path: Path) -> None:
    """Though the bot answers as if nothing had happened, and before anything else comes of it."""
    body = MadeUpBody()

    async def test() -> None:
        async with seated(tmp_path, body) as (seat, stream, _, _):
            assert isinstance(await asked_and_answered(seat, stream, body), Reply)
            reply = await asked_and_answered(seat, stream, body, lost_a_child=True)
            assert isinstance(reply, Failure)
            assert reply.fault.termination is Termination.MEMORY
            assert reply.fault.sentence == "It used more memory than it may, while it was asked."

    run(test())


def test_a_child_that_was_killed_between_questions_is_seen_before_the_next(tmp_path: Path) -> None:
    body = MadeUpBody()

    async def test() -> None:
        async with seated(tmp_path, body) as (seat, _, _, _):
            assert seat.unasked() is None
            body.lost_a_child = True
            reply = await seat.ask(b"question", ID, SECOND_NS)
            assert isinstance(reply, Failure)
            assert reply.fault == seat.unasked()
            assert reply.fault.termination is Termination.MEMORY
            assert reply.fault.sentence == "It used more memory than it may, while it was not asked."

    run(test())


@pytest.mark.parametrize("ponder", [False, True])
def test_one_that_does_not_stand_still_has_broken_the_protocol(tmp_path: Path, ponder: bool) -> None:
    """Unless it may ponder."""
    body = MadeUpBody()

    async def test() -> None:
        async with seated(tmp_path, body, ponder) as (seat, stream, _, _):
            reply = await asked_and_answered(seat, stream, body, obeys=False)
            if ponder:
                assert isinstance(reply, Reply)
                assert seat.unasked() is None
                return
            assert isinstance(reply, Failure)
            assert reply.fault.termination is Termination.PROTOCOL
            assert reply.fault.sentence.startswith("It went on working when it was to stand still")
            assert seat.unasked() == reply.fault

    run(test())


def test_one_that_does_not_stand_still_after_news_is_found_out(tmp_path: Path) -> None:
    body = MadeUpBody()

    async def test() -> None:
        async with seated(tmp_path, body, ponder=False) as (seat, stream, _, _):
            body.obeys = False
            await seat.tell(b"news")
            assert await stream.read() == b"news"
            fault = seat.unasked()
            assert fault is not None
            assert fault.termination is Termination.PROTOCOL

    run(test())
