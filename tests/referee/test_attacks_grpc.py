"""What can a hostile bot do to its door? Connections, headers, frames and sizes; each with a control that lacks the protection.

The attacks that need bytes or numbers are a bot's in its jail (`tests/fakes/attack.py`); those that need the right token or another seat's
are the test's own.
"""

import array
import asyncio
import os
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import grpc
import pytest

from arena.match.remote import RemoteBody
from arena.proto import arena_pb2 as pb
from arena.record import Allowance, Termination
from arena.referee.fault import Fault
from arena.referee.seat import CUT, BotSeat, Failure, Reply
from arena.referee.seat_server import MOST_BYTES, OPTIONS, Stream, StreamRefused
from arena.sandbox import Sandbox
from tests.fakes.frames import closed, greeting, opening
from tests.referee.attacker import (
    answer,
    enters,
    hello,
    now_ns,
    open_house,
    raw,
    read_on,
    seated,
    server,
    status,
)
from tests.referee.conftest import run
from tests.referee.siege import Attack, siege, siege_of_open_house

MIB = 1 << 20
NO_LIMIT = [("grpc.max_receive_message_length", -1)]


def resident_bytes() -> int:
    """Memory of this process: the referee's, since the attacker has one of its own."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGESIZE")


def open_fds() -> int:
    """Open files of this process."""
    return len(list(Path("/proc/self/fd").iterdir()))


@pytest.fixture
def sockets() -> Iterator[list[socket.socket]]:
    """Connections that are closed in the end."""
    opened: list[socket.socket] = []
    yield opened
    for connection in opened:
        connection.close()


@pytest.mark.parametrize("attack_with", [f"large={MIB}", f"large={64 * MIB}", f"bomb={64 * MIB}"])
def test_g1_g2_large_messages_and_gzip_bombs(held: Sandbox, attack_with: str) -> None:
    """G1, G2: refused, and the referee's memory stays as it is; without the limit they are read."""

    async def test() -> None:
        async with siege(held) as (opened, _, attack):
            before = resident_bytes()
            assert await attack(attack_with) == "RESOURCE_EXHAUSTED"
            assert resident_bytes() - before < 16 * MIB
            assert isinstance(await opened.entered(0), StreamRefused)
        async with siege_of_open_house(held, NO_LIMIT) as attack:
            assert await attack(attack_with) == "OK"

    run(test())


def test_g1_message_that_claims_512_mib(held: Sandbox) -> None:
    """G1: refused by its first five bytes, before memory is set aside; the limit is what refuses it."""
    claim = f"claim={512 * MIB}"

    async def test() -> None:
        async with siege(held) as (_, _, attack):
            before = resident_bytes()
            assert await attack(claim) == "refused"
            assert resident_bytes() - before < 16 * MIB
        async with siege_of_open_house(held, NO_LIMIT) as attack:
            assert await attack(claim) == "awaited"

    run(test())


def test_g3_huge_metadata(held: Sandbox) -> None:
    """G3: 60 KiB of headers are refused; a server that allows them takes them."""
    options = [("grpc.max_metadata_size", MIB), ("grpc.absolute_max_metadata_size", MIB)]

    async def test() -> None:
        async with siege(held) as (opened, path, attack):
            assert await attack("metadata=60") == "RESOURCE_EXHAUSTED"
            assert await enters(opened, path)
        async with siege_of_open_house(held, options) as attack:
            assert await attack("metadata=60") == "OK"

    run(test())


@pytest.mark.parametrize(
    "method",
    [
        "/arena.v1.Referee/Stop",
        "/arena.v1.Admin/Play",
        "/grpc.health.v1.Health/Check",
        "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo",
    ],
)
def test_g4_g19_nothing_else_is_served(held: Sandbox, method: str) -> None:
    """G4, G19: other methods and services, health and reflection among them; control: Play is there."""

    async def test() -> None:
        async with siege(held) as (opened, _, attack):
            assert await attack(f"method={method}") == "UNIMPLEMENTED"
            assert await opened.entered(0) is None
            assert await attack("large=1") == "INVALID_ARGUMENT"

    run(test())


def test_g5_malformed_protobuf(tmp_path: Path) -> None:
    """G5: a sentence and no word of what we are made of; the library's own parsing tells."""

    async def parse(messages: Any, context: Any) -> None:
        del context
        async for message in messages:
            pb.FromBot.FromString(message)

    async def test() -> None:
        async with server(tmp_path) as (_, path):
            code, details = await status(path, b"\x0a\xff\xff\xff")
            assert (code, details) == (
                grpc.StatusCode.INVALID_ARGUMENT,
                "the first message is no FromBot message",
            )
        async with open_house(tmp_path / "control", served=parse) as path:
            code, details = await status(path, b"\x0a\xff\xff\xff")
            assert code is grpc.StatusCode.UNKNOWN
            assert "DecodeError" in details

    run(test())


def test_g6_flood_that_nobody_reads(held: Sandbox) -> None:
    """G6: the door stops reading, and what is under way stays small; a server that reads takes all 16 MB."""

    async def test() -> None:
        async with siege(held) as (opened, _, attack):
            before = resident_bytes()
            assert int(await attack("flood=1000")) < 500
            assert resident_bytes() - before < 16 * MIB
            entered = await opened.entered(0)
            assert isinstance(entered, Stream)
            assert entered.inbox.unread()
        async with siege_of_open_house(held) as attack:
            assert await attack("flood=1000") == "1000"

    run(test())


def test_g8_many_streams(held: Sandbox) -> None:
    """G8: of 50 streams on one connection two are served at most; the library's own options serve all."""
    running = 0

    async def count(messages: Any, context: Any) -> None:
        nonlocal running
        del messages, context
        running += 1
        await asyncio.sleep(10)

    async def test() -> None:
        async with siege(held) as (opened, _, attack):
            await attack("streams=50")
            assert 1 <= opened.most_streams <= 2
            assert isinstance(await opened.entered(2.0), StreamRefused)  # it left without a hello
        async with siege_of_open_house(held, served=count) as attack:
            assert await attack("streams=50") == "1"
            assert running == 50

    run(test())


@pytest.mark.parametrize("attack_with", ["silent=100", "greetings=20"])
def test_g9_connections_that_say_nothing(held: Sandbox, attack_with: str) -> None:
    """G9: four are kept at most, whether they say nothing or speak HTTP/2; the library's own options keep them all."""

    async def test() -> None:
        async with siege(held) as (opened, path, attack):
            assert int(await attack(attack_with)) <= 4
            assert await enters(opened, path)
        async with siege_of_open_house(held) as attack:
            assert await attack(attack_with) == attack_with.partition("=")[2]

    run(test())


def test_a_bot_may_wait_for_a_processor_between_connecting_and_speaking(tmp_path: Path) -> None:
    """It is not hung up on, as it was after 1.5 s: most libraries do not try again, and it would be at fault."""

    async def test() -> None:
        async with server(tmp_path) as (_, path):
            with socket.socket(socket.AF_UNIX) as bot:
                bot.connect(path)
                bot.setblocking(False)
                await asyncio.sleep(2.0)
                assert not closed(bot)
                bot.sendall(greeting())
                await asyncio.sleep(0.1)
                assert not closed(bot)

    run(test())


def test_g10_churn_and_garbage(held: Sandbox) -> None:
    """G10: no file is left open by connections that come and go, and garbage is hung up on. No control: every server does."""

    async def test() -> None:
        async with siege(held) as (opened, path, attack):
            await attack("churn=1")
            before = open_fds()
            assert await attack("churn=200") == "0"
            assert open_fds() <= before
            assert await enters(opened, path)

    run(test())


def test_g11_ping_flood(held: Sandbox) -> None:
    """G11: cut off; a server without strikes bears it."""

    async def test() -> None:
        async with siege(held) as (opened, path, attack):
            assert await attack("pings=500") == "0"
            assert await enters(opened, path)
        async with siege_of_open_house(held, [("grpc.http2.max_ping_strikes", 0)]) as attack:
            assert await attack("pings=500") == "1"

    run(test())


def test_g21_rapid_resets(held: Sandbox) -> None:
    """G21: hung up on at the second stream beside its own; a server that only counts those at one time serves hundreds."""
    served = 0

    async def count(messages: Any, context: Any) -> None:
        nonlocal served
        served += 1
        await read_on(messages, context)

    async def test() -> None:
        async with siege(held) as (opened, path, attack):
            assert await attack("resets=20") == "cut"
            assert opened.all_streams == 3
            assert opened.cut
            assert not Path(path).exists()  # nor is there anything left to connect to
        async with siege_of_open_house(held, OPTIONS, count) as attack:
            assert await attack("resets=3") == "never cut"
            assert served > 50

    run(test())


def test_g21_rapid_resets_before_hello(held: Sandbox) -> None:
    """Hung up on, and at fault at its start; the control is the test above, in which one stream says hello."""

    async def test() -> None:
        async with siege(held) as (opened, _, attack):
            assert await attack("early_resets=20") == "cut"
            assert opened.all_streams == 3
            fault = await BotSeat(opened, RemoteBody(), now_ns, ponder=True).start(b"welcome", 5.0)
            assert fault is not None
            assert fault.termination is Termination.PROTOCOL

    run(test())


def test_g21_rapid_resets_do_not_slow_the_opponent(held: Sandbox, tmp_path: Path) -> None:
    """What a decision of the other bot costs the referee, in processor time, since the wall depends on what else runs.

    It thinks for a tenth of a second. The control is the server that never cuts, where it costs more as long as streams are
    reset.
    """

    async def test() -> None:
        async with seated(tmp_path) as (seat, stream, _, _):

            async def cost_beside(attack: Attack) -> float:
                attacking = asyncio.ensure_future(attack("resets=3"))
                begun_s, rounds = time.process_time(), 0
                while not attacking.done():
                    rounds += 1
                    asking = asyncio.ensure_future(seat.ask(b"question", rounds, Allowance(60 * 10**9)))
                    await stream.read()
                    await asyncio.sleep(0.1)
                    await stream.write(answer(rounds, index=0))
                    assert isinstance(await asking, Reply)
                return (time.process_time() - begun_s) / rounds

            async with siege(held) as (_, _, attack):
                cut_off = await cost_beside(attack)
            async with siege_of_open_house(held, OPTIONS) as attack:
                never_cut = await cost_beside(attack)
        assert never_cut > 1.5 * cut_off, (never_cut, cut_off)

    run(test())


def test_g21_who_is_cut_off_is_at_fault(tmp_path: Path) -> None:
    """One stream too many is refused, and the game goes on; the next ends it."""

    async def test() -> None:
        async with seated(tmp_path) as (seat, stream, opened, path):
            code, _ = await status(path, hello(opened.token))
            assert code is grpc.StatusCode.ALREADY_EXISTS
            assert seat.unasked() is None
            await status(path, hello(opened.token))
            assert seat.unasked() == Fault(Termination.PROTOCOL, CUT)
            reply = await seat.ask(b"question", 1, Allowance(10**9))
            assert isinstance(reply, Failure)
            assert reply.fault == Fault(Termination.PROTOCOL, CUT)
            assert await stream.read() is grpc.aio.EOF

    run(test())


def test_g14_second_stream(tmp_path: Path) -> None:
    """G14: refused though its token is right; the first one goes on."""

    async def test() -> None:
        async with seated(tmp_path) as (seat, stream, opened, path):
            code, _ = await status(path, hello(opened.token))
            assert code is grpc.StatusCode.ALREADY_EXISTS
            await seat.tell(b"still there")
            assert await stream.read() == b"still there"

    run(test())


@pytest.mark.parametrize("token", [b"wrong", b"other door", b""])
def test_g15_wrong_tokens(tmp_path: Path, token: bytes) -> None:
    """G15: made up, of another seat, or none; control: the right one (in every test here)."""

    async def test() -> None:
        async with server(tmp_path) as (opened, path), server(tmp_path) as (other, _):
            assert opened.token != other.token
            code, details = await status(path, hello(other.token if token == b"other door" else token))
            assert code in (grpc.StatusCode.UNAUTHENTICATED, grpc.StatusCode.INVALID_ARGUMENT)
            assert (code is grpc.StatusCode.UNAUTHENTICATED) == bool(token)
            assert opened.token.decode() not in details

    run(test())


def test_n9_file_descriptors_sent_along(tmp_path: Path, sockets: list[socket.socket]) -> None:
    """N9: files sent with the bytes are dropped by the kernel; a server that asks for them gets them."""
    null = os.open(os.devnull, os.O_RDONLY)
    rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [null] * 50))]

    async def test() -> None:
        async with server(tmp_path) as (opened, path):
            sockets.append(raw(path))
            await asyncio.sleep(0.2)
            before = open_fds()
            sockets[-1].sendmsg([opening(message=hello(opened.token))], rights)
            assert await opened.entered(2.0) is not None
            assert open_fds() <= before
        ours, theirs = socket.socketpair()
        sockets.extend((ours, theirs))
        before = open_fds()
        ours.sendmsg([b"x"], rights)
        got = socket.recv_fds(theirs, 1, 50)[1]
        assert open_fds() == before + 50
        for fd in got:
            os.close(fd)

    run(test())
    os.close(null)


def test_the_limit_is_far_above_what_honest_bots_send() -> None:
    """An answer that writes out the longest payment there can be is a hundredth of the limit."""
    cards = [pb.Card(currency=pb.CURRENCY_DENAR, value=9)] * 30
    message = pb.FromBot(answer=pb.Answer(id=2**63, action=pb.Action(verb=pb.VERB_BUY, slot=4, cards=cards)))
    assert message.ByteSize() * 100 < MOST_BYTES
