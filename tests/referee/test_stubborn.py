"""What becomes of a bot that is out of reach in the kernel? It loses, and nobody waits for it. (T13-T16 of docs/sandbox.md)"""

import asyncio
import os
import signal
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from arena.match import sandboxed_body
from arena.match.bot_process import BotProcess
from arena.match.deals import Seating
from arena.match.recording_sandbox import RecordingSandbox
from arena.match.sandboxed_body import SandboxedBody
from arena.match.session import Session
from arena.proto import arena_pb2 as pb
from arena.record import Allowance, GameRecord, Termination, verify
from arena.referee.seat import Reply
from arena.sandbox import Launch, Limits, Process, Protection, Sandbox, procfs
from arena.sandbox.interpreter import interpreter_for, python_command
from arena.sandbox.run_directory import default_root
from arena.units import SECOND_NS
from tests.referee.starving import bot_of
from tests.referee.table import FAKES, TERMS, fake, play_fakes
from tests.sandbox.probing import wait_for

pytestmark = pytest.mark.alone

LIMITS = Limits(memory_mb=256, processes=24)
UNFILTERED = frozenset({Protection.SECCOMP})
INSIDE_NS = SECOND_NS // 20  # of processor time, which nothing but the call takes
LONG_S = 4.0
STUBBORN = ("--stubborn-told", "--stubborn-s", "3")


@contextmanager
def stubborn(
    sandbox: Sandbox, deed: str, seconds: float, without: frozenset[Protection] = frozenset()
) -> Iterator[Process]:
    """A process that is out of reach, or has said why it cannot be."""
    seat = sandbox.take_seat()
    python = interpreter_for(sandbox.tier)
    command = python_command("stubborn.py", deed, str(seconds))
    launch = Launch(
        command,
        FAKES,
        mounts=python.mounts,
        env=python.env,
        limits=LIMITS,
        working_directory="/bot",
        without=without,
    )
    try:
        process = sandbox.launch(seat, launch)
        assert wait_for(lambda: b"\n" in process.stdout.log().head, 60), process.stderr.log().text()
        if deed == "work":
            used_ns = process.cpu_ns()
            assert wait_for(lambda: process.cpu_ns() > used_ns + INSIDE_NS, 60)
        yield process
    finally:
        sandbox.give_back(seat)


async def set_off(process: Process) -> None:
    """Have a bot that waits for it begin its call, and wait until it is inside."""
    used_ns = process.cpu_ns()
    os.kill(bot_of(process), signal.SIGUSR1)
    while process.cpu_ns() < used_ns + INSIDE_NS:
        await asyncio.sleep(0.01)


@pytest.fixture
def call_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that has answered and is told to stand still is inside its call by then.

    Which of the two comes first is chance, since the kernel may not let a bot answer on the processor that its call holds. A
    bot can try as often as it likes; a test had better not. Nor is it left to chance how much of a processor the call gets.
    """
    monkeypatch.setattr(sandboxed_body, "WAIT_S", 60.0)
    freeze, begun = SandboxedBody.freeze, set[int]()

    async def freeze_later(body: SandboxedBody) -> str | None:
        process = body.process
        if b"ready" in process.stdout.log().head and process.pid not in begun:
            begun.add(process.pid)
            await set_off(process)
        return await freeze(body)

    monkeypatch.setattr(SandboxedBody, "freeze", freeze_later)


@pytest.mark.usefixtures("call_comes_first")
@pytest.mark.parametrize("tier", [1, 3])
def test_t13_a_bot_that_works_in_the_kernel_when_it_is_to_stand_still_loses(
    request: pytest.FixtureRequest, tier: int
) -> None:
    """It answers, and a thread of it is in one long system call: no void game, and the other bot wins.

    Tier 2 without control groups tells a bot to stand still as tier 3 does; its limit of addresses refuses this very call.
    The control is the same bot without the flag.
    """
    sandbox: Sandbox = request.getfixturevalue("jailed" if tier == 1 else "bare")
    cheat = fake("--stubborn-at", "2", *STUBBORN)
    (record,) = asyncio.run(play_fakes(sandbox, [cheat, fake()]))
    assert record.void_reason == ""
    assert record.seats[0].termination is Termination.PROTOCOL
    assert record.seats[0].sentence.startswith("It did not stand still when it was told to: in ")
    assert "A process of ours beside it did after " in record.seats[0].sentence
    assert record.seats[1].termination is Termination.NORMAL
    assert record.ranks == (2, 1)
    assert verify(record) == []
    (record,) = asyncio.run(play_fakes(sandbox, [fake(), fake()]))
    assert not any(seat.failed for seat in record.seats)


def test_t13_control_the_kernel_does_not_freeze_it(jailed: Sandbox) -> None:
    """However often it is told to: this is what made games void."""
    with stubborn(jailed, "work", 3) as process:
        assert not process.freeze(1.5)
        assert not process.stop()


def test_t14_a_listener_of_ones_own_is_refused(jailed: Sandbox) -> None:
    """The control is the next test."""
    with stubborn(jailed, "sleep", 30) as process:
        assert process.stdout.log().text() == "failed: seccomp 1\n"


def test_t14_a_thread_that_cannot_be_frozen_is_at_fault_within_seconds(jailed: Sandbox) -> None:
    """Without the filter, so that it gets that far: it uses no processor time, and is found out once and not at every freeze."""
    with stubborn(jailed, "sleep", 60, UNFILTERED) as process:
        assert not process.freeze(0.5)
        sentence = asyncio.run(SandboxedBody(jailed, process).freeze())
        assert sentence is not None
        assert "of processor time and slept for 1." in sentence


def test_t15_one_that_does_not_die_is_left_to_the_reaper_and_loses_its_next_game(jailed: Sandbox) -> None:
    """Its seat comes back when it is gone. The control is an honest one, which is gone at once."""
    with RecordingSandbox(jailed.tier) as sandbox:
        guilty, innocent = asyncio.run(_end_two(sandbox))
        assert guilty.startswith("It did not end when it was told to: in ")
        assert innocent == ""
        assert wait_for(lambda: procfs.descendants(sandbox.spawner_pid) == [sandbox.spawner_pid], 60)
        assert wait_for(lambda: not list(default_root().glob(f"runs/*-{os.getpid()}-*/seat-*")), 60)


async def _end_two(sandbox: RecordingSandbox) -> tuple[str, str]:
    """What is said of a bot that is out of reach when it is to end, and of an honest one, when they are to play again."""
    sentences = []
    pondering = replace(TERMS, settings=replace(TERMS.settings, ponder=True))  # nobody freezes it
    for flags in (("--stubborn-at", "1", *STUBBORN), ()):
        one = BotProcess(sandbox, fake(*flags), FAKES, pondering, 0)
        assert await one.ready(b"deal") is None
        assert one.player is not None
        if flags:
            assert isinstance(await one.player.ask(_question(), 1, Allowance(60 * SECOND_NS)), Reply)
            await set_off(sandbox.launched[0])
        await one.leave()
        fault = await one.ready(b"another deal")
        sentences.append("" if fault is None else fault.sentence)
        await one.leave()
    return sentences[0], sentences[1]


def test_t15_one_that_does_not_go_after_the_last_game_loses_that(
    jailed: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its order ends with the match, as on a ladder. The control is the same game between honest ones."""
    farewell = BotProcess.farewell

    async def told_to_go(one: BotProcess, *terms: Any) -> None:
        if one._body is not None and b"ready" in one._body.process.stdout.log().head:
            await set_off(one._body.process)
        await farewell(one, *terms)

    monkeypatch.setattr(BotProcess, "farewell", told_to_go)
    pondering = replace(TERMS, settings=replace(TERMS.settings, ponder=True))

    async def play(*flags: str) -> GameRecord:
        session = Session(jailed, pondering, [fake(*flags), fake()])
        record = await session.play(Seating(1, 1, (0, 1), b"a deal", b"a salt"))
        return await session.part() or record

    record = asyncio.run(play("--stubborn-at", "1", *STUBBORN))
    assert record.seats[0].termination is Termination.PROTOCOL
    assert record.seats[0].sentence.startswith("It did not end when it was told to: in ")
    assert record.ranks == (2, 1)
    assert verify(record) == []
    assert not any(seat.failed for seat in asyncio.run(play()).seats)


def test_t15_nobody_waits_for_one_that_does_not_die(jailed: Sandbox) -> None:
    """The sandbox is closed before it is gone, and its helper cleans up behind it; whoever comes next is not held up."""
    with Sandbox(jailed.tier) as sandbox:
        helper = sandbox.spawner_pid
        with stubborn(sandbox, "work", LONG_S) as process:
            began_s = time.monotonic()
            evidence = process.kill()
            assert not evidence.gone
            assert evidence.reluctance
    with Sandbox(jailed.tier):
        assert procfs.stat(process.pid) is not None or time.monotonic() > began_s + LONG_S
    assert wait_for(lambda: (found := procfs.stat(helper)) is None or found.dead, 240)
    assert procfs.stat(process.pid) is None


def test_t16_freezing_and_killing_hold_up_no_loop(jailed: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that ticks on the same loop is late only for want of a processor; the control stops it."""
    monkeypatch.setattr(sandboxed_body, "WAIT_S", 60.0)  # a busy host may not let it work before that
    held_s = 0.0

    async def tick() -> None:
        nonlocal held_s
        while True:
            before_s = time.monotonic() - _waited_s()
            await asyncio.sleep(0.01)
            held_s = max(held_s, time.monotonic() - _waited_s() - before_s)

    async def beside(deed: Callable[[], Awaitable[object]]) -> float:
        nonlocal held_s
        held_s = 0.0
        ticking = asyncio.ensure_future(tick())
        await asyncio.sleep(0.05)
        assert await deed()
        await asyncio.sleep(0.05)
        ticking.cancel()
        return held_s

    async def hold_up(process: Process) -> bool:
        return not process.freeze(1.0)

    with stubborn(jailed, "work", 3.5) as process:
        assert asyncio.run(beside(partial(hold_up, process))) > 0.5
        assert asyncio.run(beside(SandboxedBody(jailed, process).freeze)) < 0.2
    with stubborn(jailed, "work", 2.5) as process:
        assert asyncio.run(beside(SandboxedBody(jailed, process).end)) < 0.2


def _waited_s() -> float:
    """What this thread has waited for a processor so far."""
    return int(Path("/proc/thread-self/schedstat").read_text().split()[1]) / 1e9


def _question() -> bytes:
    return pb.ToBot(decision=pb.Decision(id=1, game=1)).SerializeToString()
