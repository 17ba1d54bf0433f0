"""Does a wait end in time, with hardly a timer set?"""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from arena.referee.inbox import Inbox
from arena.referee.seat_server import Stream
from arena.referee.timer import Timer
from tests.referee.conftest import run

SOON_S = 0.05


@pytest.fixture
def timers(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The deadlines to which the event loop's timers were set, while the test runs."""
    made: list[float] = []
    call_at = asyncio.BaseEventLoop.call_at

    def counted(
        loop: asyncio.BaseEventLoop, when: float, call: Callable[..., object], *rest: Any, **more: Any
    ) -> Any:
        if getattr(call, "__self__", None).__class__ is Timer:
            made.append(when)
        return call_at(loop, when, call, *rest, **more)

    monkeypatch.setattr(asyncio.BaseEventLoop, "call_at", counted)
    return made


async def rung_after(timer: Timer, timeout_s: float) -> float:
    """How long an alarm takes that nobody turns off."""
    rung = asyncio.Event()
    started_s = asyncio.get_running_loop().time()
    timer.set(timeout_s, rung.set)
    await rung.wait()
    return asyncio.get_running_loop().time() - started_s


def test_it_rings_at_its_deadline_and_once() -> None:
    async def test() -> None:
        timer = Timer()
        rings: list[int] = []
        timer.set(SOON_S, lambda: rings.append(1))
        await asyncio.sleep(4 * SOON_S)
        assert rings == [1]
        assert await rung_after(timer, SOON_S) >= SOON_S

    run(test())


def test_it_does_not_ring_when_it_is_off() -> None:
    async def test() -> None:
        timer = Timer()
        rings: list[int] = []
        timer.set(SOON_S, lambda: rings.append(1))
        timer.off()
        await asyncio.sleep(2 * SOON_S)
        assert rings == []

    run(test())


def test_many_short_waits_set_one_timer(timers: list[float]) -> None:
    async def test() -> None:
        timer = Timer()
        for _ in range(1000):
            timer.set(60, lambda: None)
            timer.off()
        timer.close()

    run(test())
    assert len(timers) == 1


def test_the_deadline_of_each_wait_holds_whatever_the_timer_was_set_to() -> None:
    """After a longer one, and after a shorter one that is long over when its timer is found to be early."""

    async def test() -> None:
        timer = Timer()
        timer.set(60, lambda: None)
        timer.off()
        assert SOON_S <= await rung_after(timer, SOON_S) < 10
        timer.set(SOON_S, lambda: None)
        timer.off()
        assert 3 * SOON_S <= await rung_after(timer, 3 * SOON_S) < 10

    run(test())


def test_closing_gives_the_timer_back_but_leaves_nobody_waiting() -> None:
    async def test() -> None:
        timer = Timer()
        timer.set(60, lambda: None)
        timer.off()
        timer.close()
        assert not [timer for timer in asyncio.get_running_loop()._scheduled if not timer.cancelled()]  # type: ignore[attr-defined]
        inbox = Inbox(lambda: 0)
        waiting = asyncio.ensure_future(inbox.get(SOON_S))
        await asyncio.sleep(0)
        inbox.close()
        assert await waiting is None

    asyncio.run(test())


class Deaf:
    """A stream that takes no message."""

    async def write(self, message: bytes) -> None:
        del message
        await asyncio.Event().wait()


def test_a_message_that_is_not_taken_in_time_ends_nothing_but_the_sending() -> None:
    async def test() -> None:
        stream = Stream(Deaf(), Inbox(lambda: 0))
        task = asyncio.current_task()
        assert task is not None
        assert not await stream.send(b"question", SOON_S)
        assert task.cancelling() == 0
        assert not await stream.send(b"again", SOON_S)

    run(test())


def test_who_is_cancelled_while_sending_is_cancelled() -> None:
    async def test() -> None:
        sending = asyncio.ensure_future(Stream(Deaf(), Inbox(lambda: 0)).send(b"question", 60))
        await asyncio.sleep(0)
        sending.cancel()
        with pytest.raises(asyncio.CancelledError):
            await sending

    run(test())


def test_a_message_can_time_out_while_its_sender_is_being_cancelled() -> None:
    """As when a match is broken off and its bots are told so."""
    sent: list[bool] = []

    async def farewell() -> None:
        try:
            await asyncio.sleep(60)
        finally:
            sent.append(await Stream(Deaf(), Inbox(lambda: 0)).send(b"the match is over", SOON_S))

    async def test() -> None:
        task = asyncio.ensure_future(farewell())
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert sent == [False]

    run(test())
