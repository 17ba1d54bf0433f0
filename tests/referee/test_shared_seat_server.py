"""Can strangers keep a remote bot out? They reach its door over the network, and few can wait there; over loopback."""

import asyncio
import socket
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from typing import Any

import grpc
import pytest

from arena.referee import seat_server
from arena.referee.seat_server import METHOD, SeatServer, Stream
from tests.fakes.frames import greeting, opening, streams_only
from tests.referee.attacker import CALLER, hello, now_ns, still_open
from tests.referee.conftest import run

HELLO_S = 1.0
NEVER_S = 3600.0
# Nothing; HTTP/2 and no more; a stream; a stream whose hello is announced and never comes.
SPEECHES = {
    "silence": b"",
    "a greeting": greeting(),
    "a stream": streams_only(1),
    "half a hello": opening(100, b"\0" * 50),
}


@asynccontextmanager
async def shared_door() -> AsyncIterator[tuple[SeatServer, int]]:
    opened = SeatServer(now_ns, shared=True)
    port = await opened.open("127.0.0.1:0")
    try:
        yield opened, port
    finally:
        await opened.close()


@pytest.fixture
def stranger() -> Iterator[Callable[[int, bytes], socket.socket]]:
    """Connects to a port, says something and stays."""
    connections: list[socket.socket] = []

    def knock(port: int, speech: bytes) -> socket.socket:
        connection = socket.create_connection(("127.0.0.1", port))
        connections.append(connection)
        connection.setblocking(False)
        connection.send(speech)
        return connection

    yield knock
    for connection in connections:
        connection.close()


async def enters(opened: SeatServer, port: int, within_s: float) -> bool:
    """Whether the honest bot gets in, who tries again and again."""
    deadline_s = asyncio.get_running_loop().time() + within_s
    while asyncio.get_running_loop().time() < deadline_s:
        async with grpc.aio.insecure_channel(f"127.0.0.1:{port}", options=CALLER) as channel:
            stream: Any = channel.stream_stream(METHOD)()
            try:
                await stream.write(hello(opened.token))
            except (grpc.aio.AioRpcError, asyncio.InvalidStateError):
                await asyncio.sleep(0.1)
            if isinstance(await opened.entered(0.3), Stream):
                return True
            stream.cancel()
    return False


@pytest.mark.parametrize("speech", SPEECHES)
def test_places_that_strangers_hold_become_free(
    monkeypatch: pytest.MonkeyPatch, stranger: Callable[[int, bytes], socket.socket], speech: str
) -> None:
    monkeypatch.setattr(seat_server, "HELLO_S", HELLO_S)

    async def test() -> None:
        async with shared_door() as (opened, port):
            held = [stranger(port, SPEECHES[speech]) for _ in range(4)]
            assert await still_open(held, 0.2) == 4
            assert not await enters(opened, port, 0.3)
            assert await enters(opened, port, 10 * HELLO_S)

    run(test())


@pytest.mark.parametrize("speech", SPEECHES)
def test_without_a_deadline_they_stay(
    monkeypatch: pytest.MonkeyPatch, stranger: Callable[[int, bytes], socket.socket], speech: str
) -> None:
    """Control."""
    monkeypatch.setattr(seat_server, "HELLO_S", NEVER_S)

    async def test() -> None:
        async with shared_door() as (opened, port):
            held = [stranger(port, SPEECHES[speech]) for _ in range(4)]
            assert not await enters(opened, port, 5 * HELLO_S)
            assert await still_open(held, 0) == 4

    run(test())


def test_the_bot_that_said_hello_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    """The deadlines are for the hello: a stream that has said it may be silent for as long as nobody asks."""
    monkeypatch.setattr(seat_server, "HELLO_S", 0.3)

    async def test() -> None:
        async with (
            shared_door() as (opened, port),
            grpc.aio.insecure_channel(f"127.0.0.1:{port}", options=CALLER) as channel,
        ):
            stream: Any = channel.stream_stream(METHOD)()
            await stream.write(hello(opened.token))
            entered = await opened.entered(5.0)
            assert isinstance(entered, Stream)
            await asyncio.sleep(1.5)
            assert await entered.send(b"are you there?", 5.0)
            assert await stream.read() == b"are you there?"
            stream.cancel()

    run(test())


def test_who_says_nothing_is_told_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seat_server, "HELLO_S", 0.3)

    async def test() -> None:
        async with (
            shared_door() as (_, port),
            grpc.aio.insecure_channel(f"127.0.0.1:{port}", options=CALLER) as channel,
        ):
            stream: Any = channel.stream_stream(METHOD)()
            assert await stream.code() is grpc.StatusCode.DEADLINE_EXCEEDED
            assert await stream.details() == "no hello within 0.3 s"

    run(test())
