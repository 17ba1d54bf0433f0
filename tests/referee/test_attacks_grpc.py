"""What can a hostile bot do to its door? Connections, headers, frames and sizes; each with a control that lacks the protection."""

import array
import asyncio
import contextlib
import os
import socket
from collections.abc import Coroutine, Iterator
from pathlib import Path
from typing import Any

import grpc
import pytest

from arena.proto import arena_pb2 as pb
from arena.referee.door import METHOD, MOST_BYTES, Refused
from tests.referee.attacker import (
    PING,
    PREFACE,
    SETTINGS,
    answer,
    call,
    door,
    enters,
    frame,
    hears,
    hello,
    open_house,
    opening,
    raw,
    seated,
    status,
    still_open,
)

MIB = 1 << 20
EXHAUSTED = grpc.StatusCode.RESOURCE_EXHAUSTED
CONNECTIONS = 100


def run(test: Coroutine[Any, Any, None]) -> None:
    """One test, with a limit."""
    asyncio.run(asyncio.wait_for(test, 15))


def resident_bytes() -> int:
    """Memory of this process, the referee's and the attacker's."""
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


def test_g1_large_message(tmp_path: Path) -> None:
    """G1: 1 MiB is refused; without the limit it is read."""

    async def test() -> None:
        async with door(tmp_path) as (opened, path):
            async with call(path) as stream:
                assert (await status(stream, b"\0" * MIB))[0] is EXHAUSTED
            assert isinstance(await opened.entered(0), Refused)
        async with open_house(tmp_path) as path, call(path) as stream:
            assert (await status(stream, b"\0" * MIB))[0] is grpc.StatusCode.OK

    run(test())


def test_g1_message_that_claims_512_mib(tmp_path: Path, sockets: list[socket.socket]) -> None:
    """G1: refused by its first five bytes, before memory is set aside; the limit is what refuses it."""

    async def test() -> None:
        async with door(tmp_path) as (_, path):
            before = resident_bytes()
            sockets.append(raw(path))
            sockets[-1].send(opening(512 * MIB, b"\0" * 1000))
            assert await hears(sockets[-1], b"larger than max", 5.0)
            assert resident_bytes() - before < 16 * MIB
        async with open_house(tmp_path, [("grpc.max_receive_message_length", -1)]) as path:
            sockets.append(raw(path))
            sockets[-1].send(opening(512 * MIB, b"\0" * 1000))
            assert not await hears(sockets[-1], b"larger than max", 0.5)

    run(test())


def test_g2_gzip_bomb(tmp_path: Path) -> None:
    """G2: what would unpack to 8 MiB is refused; without the limit it is unpacked."""

    async def test() -> None:
        async with door(tmp_path) as (opened, path):
            async with call(path, compression=grpc.Compression.Gzip) as stream:
                assert (await status(stream, b"\0" * 8 * MIB))[0] is EXHAUSTED
            assert isinstance(await opened.entered(0), Refused)
        async with (
            open_house(tmp_path, [("grpc.max_receive_message_length", -1)]) as path,
            call(path, compression=grpc.Compression.Gzip) as stream,
        ):
            assert (await status(stream, b"\0" * 8 * MIB))[0] is grpc.StatusCode.OK

    run(test())


def test_g3_huge_metadata(tmp_path: Path) -> None:
    """G3: 60 KiB of headers are refused; a server that allows them takes them."""
    metadata = [(f"key-{number}", "x" * 1000) for number in range(60)]

    async def test() -> None:
        async with door(tmp_path) as (opened, path):
            async with call(path, metadata=metadata) as stream:
                assert (await status(stream, hello(opened.token)))[0] is EXHAUSTED
            assert await enters(opened, path)
        options = [("grpc.max_metadata_size", MIB), ("grpc.absolute_max_metadata_size", MIB)]
        async with open_house(tmp_path, options) as path, call(path, metadata=metadata) as stream:
            assert (await status(stream, b"x"))[0] is grpc.StatusCode.OK

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
def test_g4_g19_nothing_else_is_served(tmp_path: Path, method: str) -> None:
    """G4, G19: other methods and services, health and reflection among them; control: Play is there."""

    async def test() -> None:
        async with door(tmp_path) as (opened, path):
            async with call(path, method) as stream:
                assert (await status(stream, hello(opened.token)))[0] is grpc.StatusCode.UNIMPLEMENTED
            async with call(path, METHOD) as stream:
                assert (await status(stream, b"\xff"))[0] is grpc.StatusCode.INVALID_ARGUMENT

    run(test())


def test_g5_malformed_protobuf(tmp_path: Path) -> None:
    """G5: a sentence and no word of what we are made of; the library's own parsing tells."""

    async def parse(messages: Any, context: Any) -> None:
        del context
        async for message in messages:
            pb.FromBot.FromString(message)

    async def test() -> None:
        async with door(tmp_path) as (_, path), call(path) as stream:
            code, details = await status(stream, b"\x0a\xff\xff\xff")
            assert (code, details) == (
                grpc.StatusCode.INVALID_ARGUMENT,
                "the first message is no FromBot message",
            )
        async with open_house(tmp_path, served=parse) as path, call(path) as stream:
            code, details = await status(stream, b"\x0a\xff\xff\xff")
            assert code is grpc.StatusCode.UNKNOWN
            assert "DecodeError" in details

    run(test())


async def taken(stream: Any, most: int) -> int:
    """How many messages of 16 KiB the other side takes before it stops reading."""
    message = answer(1, text="x" * 16_000)
    for number in range(most):
        try:
            await asyncio.wait_for(stream.write(message), 1.0)
        except (TimeoutError, grpc.aio.AioRpcError, asyncio.InvalidStateError):
            return number
    return most


def test_g6_flood_that_nobody_reads(tmp_path: Path) -> None:
    """G6: the door stops reading, and what is under way stays small; a server that reads takes all 16 MB."""

    async def test() -> None:
        async with seated(tmp_path) as (seat, stream, _, _):
            assert await taken(stream, 1000) < 500
            assert seat.unasked() is not None
        async with open_house(tmp_path) as path, call(path) as stream:
            assert await taken(stream, 1000) == 1000

    run(test())


def test_g8_many_streams(tmp_path: Path) -> None:
    """G8: of 50 streams on one connection two are served; the library's own options serve all."""
    running = 0

    async def count(messages: Any, context: Any) -> None:
        nonlocal running
        del messages, context
        running += 1
        await asyncio.sleep(10)

    async def flood(path: str) -> list[Any]:
        channel = grpc.aio.insecure_channel(f"unix:{path}", [("grpc.use_local_subchannel_pool", 1)])
        streams: list[Any] = [channel, *[channel.stream_stream(METHOD)() for _ in range(50)]]
        await asyncio.sleep(0.5)
        return streams

    async def test() -> None:
        async with door(tmp_path) as (opened, path):
            channel, *_ = await flood(path)
            assert opened.most_streams == 2
            assert await enters(opened, path)
            await channel.close()
        async with open_house(tmp_path, served=count) as path:
            channel, *_ = await flood(path)
            assert running == 50
            await channel.close()

    run(test())


def test_g9_silent_connections(tmp_path: Path, sockets: list[socket.socket]) -> None:
    """G9: of 100 silent connections none is left after the handshake's time; the library's own options keep them all."""

    async def test() -> None:
        async with door(tmp_path) as (opened, path), open_house(tmp_path) as control:
            silent = [raw(path) for _ in range(CONNECTIONS)]
            kept = [raw(control) for _ in range(CONNECTIONS)]
            sockets.extend(silent + kept)
            assert await still_open(silent, 0.5) <= 4
            assert await still_open(silent, 2.0) == 0
            assert await still_open(kept, 0) == CONNECTIONS
            assert await enters(opened, path)

    run(test())


def test_g9_connections_that_shake_hands_and_say_no_more(
    tmp_path: Path, sockets: list[socket.socket]
) -> None:
    """G9: four at most, also of those that speak HTTP/2; control as above."""
    greeting = PREFACE + frame(SETTINGS, 0, 0, b"")

    async def test() -> None:
        async with door(tmp_path) as (_, path), open_house(tmp_path) as control:
            for address in (path, control):
                for _ in range(20):
                    sockets.append(raw(address))
                    with contextlib.suppress(BrokenPipeError):
                        sockets[-1].send(greeting)
            assert await still_open(sockets[:20], 0.5) <= 4
            assert await still_open(sockets[20:], 0) == 20

    run(test())


def test_g10_churn_and_garbage(tmp_path: Path, sockets: list[socket.socket]) -> None:
    """G10: no file is left open by connections that come and go, and garbage is hung up on. No control: every server does."""

    async def test() -> None:
        async with door(tmp_path) as (opened, path):
            await asyncio.sleep(0.1)
            before = open_fds()
            for number in range(200):
                with raw(path) as connection, contextlib.suppress(BrokenPipeError):
                    connection.send(b"\xff" * (number + 1))
                await asyncio.sleep(0)
            for _ in range(4):
                sockets.append(raw(path))
                with contextlib.suppress(BrokenPipeError):
                    sockets[-1].send(os.urandom(500))
            assert await still_open(sockets, 2.0) == 0
            assert open_fds() - len(sockets) <= before
            assert await enters(opened, path)

    run(test())


def test_g11_ping_flood(tmp_path: Path, sockets: list[socket.socket]) -> None:
    """G11: cut off; a server without strikes bears it."""
    pings = PREFACE + frame(SETTINGS, 0, 0, b"") + frame(PING, 0, 0, b"12345678") * 500

    async def test() -> None:
        async with (
            door(tmp_path) as (opened, path),
            open_house(tmp_path, [("grpc.http2.max_ping_strikes", 0)]) as control,
        ):
            for address in (path, control):
                sockets.append(raw(address))
                sockets[-1].send(pings)
            assert await still_open(sockets[:1], 0.5) == 0
            assert await still_open(sockets[1:], 0) == 1
            assert await enters(opened, path)

    run(test())


def test_g14_second_stream(tmp_path: Path) -> None:
    """G14: refused though its token is right; the first one goes on."""

    async def test() -> None:
        async with seated(tmp_path) as (seat, stream, opened, path):
            async with call(path) as second:
                code, _ = await status(second, hello(opened.token))
                assert code is grpc.StatusCode.ALREADY_EXISTS
            await seat.tell(b"still there")
            assert await stream.read() == b"still there"

    run(test())


@pytest.mark.parametrize("token", [b"wrong", b"other door", b""])
def test_g15_wrong_tokens(tmp_path: Path, token: bytes) -> None:
    """G15: made up, of another seat, or none; control: the right one (in every test here)."""

    async def test() -> None:
        async with door(tmp_path) as (opened, path), door(tmp_path) as (other, _), call(path) as stream:
            assert opened.token != other.token
            code, details = await status(stream, hello(other.token if token == b"other door" else token))
            assert code in (grpc.StatusCode.UNAUTHENTICATED, grpc.StatusCode.INVALID_ARGUMENT)
            assert (code is grpc.StatusCode.UNAUTHENTICATED) == bool(token)
            assert opened.token.decode() not in details

    run(test())


def test_n9_file_descriptors_sent_along(tmp_path: Path, sockets: list[socket.socket]) -> None:
    """N9: files sent with the bytes are dropped by the kernel; a server that asks for them gets them."""
    null = os.open(os.devnull, os.O_RDONLY)
    rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [null] * 50))]

    async def test() -> None:
        async with door(tmp_path) as (opened, path):
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
