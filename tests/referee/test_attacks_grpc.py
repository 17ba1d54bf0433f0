"""What can a hostile bot do to its door? Connections, headers, frames and sizes; each with a control that lacks the protection.

The attacks that need bytes or numbers are a bot's in its jail (`tests/fakes/attack.py`); those that need the right token or another seat's
are the test's own.
"""

import array
import asyncio
import os
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import grpc
import pytest

from arena.proto import arena_pb2 as pb
from arena.referee.seat_server import MOST_BYTES, Stream, StreamRefused
from arena.sandbox import Sandbox
from tests.fakes.frames import opening
from tests.referee.attacker import enters, hello, open_house, raw, seated, server, status
from tests.referee.conftest import run
from tests.referee.siege import siege, siege_of_open_house

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


@pytest.mark.parametrize(("attack_with", "left"), [("silent=100", 0), ("greetings=20", 4)])
def test_g9_connections_that_say_nothing(held: Sandbox, attack_with: str, left: int) -> None:
    """G9: silent ones are hung up on, and of those that speak HTTP/2 four are kept; the library's own options keep them all."""

    async def test() -> None:
        async with siege(held) as (opened, path, attack):
            assert int(await attack(attack_with)) <= left
            assert await enters(opened, path)
        async with siege_of_open_house(held) as attack:
            assert await attack(attack_with) == attack_with.partition("=")[2]

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
