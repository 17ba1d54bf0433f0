"""What does the referee make of what a bot's process does: ends, works on, loses a child? Made-up ones behind real streams."""

import asyncio
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from arena.record import Allowance, Termination
from arena.referee import HostTooBusy
from arena.referee import seat as referee_seat
from arena.referee.own_delay import OwnDelay
from arena.referee.seat import BotSeat, Failure, Reply
from tests.referee.attacker import answer, call, hello, now_ns, seated, server
from tests.referee.conftest import run

SECOND_NS = 1_000_000_000
ID = 7
IDLE_S, GONE_S = 0.4, 3.0
DISOBEYED = "It did not stand still when it was told to."


@dataclass
class MadeUpBody:
    """A process that the test makes up. Looks are counted once its stream has ended."""

    exits_at_look: int = 0  # 0: never
    works: bool = False
    obeys: bool = True
    lost_a_child: bool = False
    lost_ns: int | None = None
    weighted: bool = True
    looks: int = field(default=0, init=False)
    used_ns: int = field(default=0, init=False)

    async def freeze(self) -> str | None:
        return None if self.obeys else DISOBEYED

    async def thaw(self) -> str | None:
        return None

    def cpu_ns(self) -> int:
        self.used_ns += 3_000_000 if self.works else 1000
        return self.used_ns

    guessed = False

    def disk_ns(self) -> int:
        return 0

    def stolen_ns(self) -> int | None:
        return self.lost_ns

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


@pytest.fixture(autouse=True)
def never_late(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the host takes is what the test says, on a busy machine too."""
    monkeypatch.setattr(OwnDelay, "read", lambda _: {})


async def asked_and_left(seat: BotSeat, stream: Any) -> tuple[Failure, float]:
    """What comes of a question whose bot leaves when it has read it, and how long the referee looks after it."""
    asking = asyncio.ensure_future(seat.ask(b"question", ID, Allowance(SECOND_NS)))
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
            assert reply.spent.wall_ns < SECOND_NS // 2  # the wait is on nobody's clock

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
            reply = await seat.ask(b"question", ID, Allowance(10 * SECOND_NS))
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
    asking = asyncio.ensure_future(seat.ask(b"question", ID, Allowance(5 * SECOND_NS)))
    assert await stream.read() == b"question"
    for name, value in becomes.items():
        setattr(body, name, value)
    await stream.write(answer(ID, index=0))
    return await asking


def test_processor_time_between_two_questions_is_no_answers(tmp_path: Path) -> None:
    """What a bot uses while it is not asked, up to its welcome or while it ponders, is in no answer."""
    body = MadeUpBody()

    async def test() -> None:
        async with seated(tmp_path, body) as (seat, stream, _, _):
            first = await asked_and_answered(seat, stream, body)
            body.used_ns += 70_000
            second = await asked_and_answered(seat, stream, body)
            assert (first.spent.cpu_ns, second.spent.cpu_ns) == (1000, 1000)

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
            reply = await seat.ask(b"question", ID, Allowance(SECOND_NS))
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
            assert reply.fault.sentence == DISOBEYED
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


class StarvedBody(MadeUpBody):
    """A process of whose processors others take a share of the time, and which goes before other programs or not."""

    share: float = 0.0
    began_ns: int = 0

    def stolen_ns(self) -> int | None:
        return int((now_ns() - self.began_ns) * self.share)


def starved(share: float, weighted: bool = True) -> StarvedBody:
    body = StarvedBody(weighted=weighted)
    body.share, body.began_ns = share, now_ns()
    return body


def test_an_answer_that_the_host_made_late_is_in_time(tmp_path: Path) -> None:
    """The host takes nine tenths: half a second on the clock is five. The control is a host that takes nothing."""

    async def test(share: float) -> Reply | Failure:
        body = starved(share)
        async with seated(tmp_path, body) as (seat, stream, _, _):
            asking = asyncio.ensure_future(seat.ask(b"question", ID, Allowance(SECOND_NS // 2)))
            assert await stream.read() == b"question"
            await asyncio.sleep(1.0)
            if not asking.done():
                await stream.write(answer(ID, index=0))
            return await asking

    reply = run(test(0.9))
    assert isinstance(reply, Reply)
    assert reply.spent.wall_ns >= SECOND_NS
    assert Allowance(SECOND_NS // 2).charged_ns(reply.spent) < 0.5 * reply.spent.wall_ns
    late = run(test(0.0))
    assert isinstance(late, Failure)
    assert late.fault.termination is Termination.TIMEOUT
    assert late.fault.sentence.startswith("No answer came within the 0.500 s that it had left: 0.5")
    assert "s of processor time and the host took 0.0" in late.fault.sentence


def test_an_answer_in_time_counts_however_late_the_referee_sees_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The referee's own thread gets no processor for longer than the bot has left; the control is one that nobody held up."""
    held_s = 1.5

    async def test(waited_s: float) -> Reply | Failure:
        waited = [(0, 0)]
        monkeypatch.setattr(OwnDelay, "read", lambda _: {"1": waited[-1]})
        async with seated(tmp_path, starved(0.0)) as (seat, stream, _, _):
            asking = asyncio.ensure_future(seat.ask(b"question", ID, Allowance(SECOND_NS // 2)))
            assert await stream.read() == b"question"
            writing = asyncio.ensure_future(stream.write(answer(ID, index=0)))
            await asyncio.sleep(0)  # it is under way, and nobody has seen it
            time.sleep(held_s)
            waited.append((int(waited_s * SECOND_NS), 2))
            await writing
            return await asking

    reply = run(test(held_s))
    assert isinstance(reply, Reply)
    assert reply.spent.wall_ns >= held_s * SECOND_NS
    assert Allowance(SECOND_NS // 2).charged_ns(reply.spent) < SECOND_NS // 2
    unmeasured = run(test(0.0))
    assert isinstance(unmeasured, Reply)  # it came, so the game decides by its time
    assert Allowance(SECOND_NS // 2).charged_ns(unmeasured.spent) > SECOND_NS // 2


def test_time_that_is_not_measured_is_charged(tmp_path: Path) -> None:
    """Without control groups nothing is given back, not even the referee's own lateness."""

    async def test() -> Reply | Failure:
        async with seated(tmp_path, MadeUpBody()) as (seat, stream, _, _):
            asking = asyncio.ensure_future(seat.ask(b"question", ID, Allowance(SECOND_NS // 5)))
            assert await stream.read() == b"question"
            return await asking

    late = run(test())
    assert isinstance(late, Failure)
    assert late.spent.stolen_ns == 0
    assert late.fault.sentence.endswith("; what the host took is not measured here.")


def test_beyond_the_bound_the_game_is_the_hosts(tmp_path: Path) -> None:
    """If the host took nearly everything from a bot that goes before other programs; else the bot is late."""

    async def test(share: float, weighted: bool) -> Reply | Failure:
        async with seated(tmp_path, starved(share, weighted)) as (seat, stream, _, _):
            allowance = Allowance(SECOND_NS // 10, refund_ns=SECOND_NS // 5)
            asking = asyncio.ensure_future(seat.ask(b"question", ID, allowance))
            assert await stream.read() == b"question"
            return await asking

    with pytest.raises(HostTooBusy, match="the host is too busy: while a bot was asked, 0"):
        run(test(0.98, True))
    for share, weighted in ((0.98, False), (0.7, True)):
        late = run(test(share, weighted))
        assert isinstance(late, Failure)
        assert late.fault.termination is Termination.TIMEOUT


def test_t19_a_bot_that_makes_the_referee_late_loses_on_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However late: a second at most is given back, and the game is not void. The control is time that others took (above)."""
    monkeypatch.setattr(OwnDelay, "read", lambda _: {"1": (10 * now_ns(), now_ns())})

    async def test() -> Reply | Failure:
        async with seated(tmp_path, starved(0.0)) as (seat, stream, _, _):
            asking = asyncio.ensure_future(seat.ask(b"question", ID, Allowance(SECOND_NS // 10)))
            assert await stream.read() == b"question"
            return await asking

    late = run(test())
    assert isinstance(late, Failure)
    assert late.fault.termination is Termination.TIMEOUT
    assert late.spent.stolen_ns <= SECOND_NS
