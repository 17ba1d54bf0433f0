"""How does a hostile bot speak to its door? With the gRPC library, and with bytes that no library would send."""

import asyncio
import contextlib
import itertools
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import grpc

from arena.match.remote import RemoteBody
from arena.proto import arena_pb2 as pb
from arena.referee.seat import Body, BotSeat
from arena.referee.seat_server import METHOD, SeatServer, Stream
from tests.fakes.frames import closed

_numbers = itertools.count()

Served = Callable[[Any, Any], Awaitable[None]]


class CountingDoor(SeatServer):
    """A door that knows how many streams it is serving; those that come after it hung up are not served."""

    streams = 0
    most_streams = 0
    all_streams = 0

    async def _play(self, messages: Any, context: Any) -> None:
        if self.cut:
            return await super()._play(messages, context)
        self.streams += 1
        self.all_streams += 1
        self.most_streams = max(self.most_streams, self.streams)
        try:
            await super()._play(messages, context)
        finally:
            self.streams -= 1


def now_ns() -> int:
    """The loop's clock."""
    return int(asyncio.get_running_loop().time() * 1e9)


@asynccontextmanager
async def server(folder: Path) -> AsyncIterator[tuple[CountingDoor, str]]:
    """A door and the path of its socket."""
    path = str(folder / f"{next(_numbers)}")
    opened = CountingDoor(now_ns)
    await opened.open(f"unix:{path}")
    try:
        yield opened, path
    finally:
        await opened.close()


async def read_on(messages: Any, context: Any) -> None:
    """Read whatever comes."""
    del context
    async for _ in messages:
        pass


@asynccontextmanager
async def open_house(
    path: Path, options: Sequence[tuple[str, int]] = (), served: Served = read_on
) -> AsyncIterator[str]:
    """The control: a server for the same method with other options, by default the library's, which reads whatever comes."""
    server = grpc.aio.server(options=[*options])
    handler: grpc.RpcMethodHandler[bytes, bytes] = grpc.stream_stream_rpc_method_handler(served)
    server.add_generic_rpc_handlers(
        (grpc.method_handlers_generic_handler("arena.v1.Referee", {"Play": handler}),)
    )
    server.add_insecure_port(f"unix:{path}")
    await server.start()
    try:
        yield str(path)
    finally:
        await server.stop(0)


# Not shared with other calls: channels to one address use one connection otherwise.
CALLER: list[tuple[str, int]] = [
    ("grpc.use_local_subchannel_pool", 1),
    ("grpc.max_send_message_length", -1),
    ("grpc.max_metadata_size", 1 << 20),
]


@asynccontextmanager
async def call(path: str) -> AsyncIterator[Any]:
    """A stream to a socket by the library."""
    async with grpc.aio.insecure_channel(f"unix:{path}", options=CALLER) as channel:
        stream: Any = channel.stream_stream(METHOD)()
        try:
            yield stream
        finally:
            stream.cancel()


async def status(
    path: str, *messages: bytes, method: str = METHOD, **options: Any
) -> tuple[grpc.StatusCode, str]:
    """What a stream of its own ends with after these messages."""
    return await asyncio.to_thread(_status, path, messages, method, options)


def _status(
    path: str, messages: Sequence[bytes], method: str, options: Mapping[str, Any]
) -> tuple[grpc.StatusCode, str]:
    # Not grpc.aio: its writes can replace the status of a server that has had enough (grpc issue 36066).
    with grpc.insecure_channel(f"unix:{path}", options=CALLER) as channel:
        play: Any = channel.stream_stream(method)
        stream = play(iter(messages), **options)
        with contextlib.suppress(grpc.RpcError):
            for _ in stream:
                pass
        return stream.code(), stream.details()


def hello(token: bytes, **fields: Any) -> bytes:
    """An encoded Hello."""
    return pb.FromBot(hello=pb.Hello(**{"protocol": 1, "token": token, **fields})).SerializeToString()


def answer(id: int, **choice: Any) -> bytes:
    """An encoded Answer."""
    return pb.FromBot(answer=pb.Answer(id=id, **choice)).SerializeToString()


@asynccontextmanager
async def seated(
    folder: Path, body: Body | None = None, ponder: bool = True
) -> AsyncIterator[tuple[BotSeat, Any, CountingDoor, str]]:
    """A seat whose bot has been welcomed, and that bot's stream."""
    async with server(folder) as (opened, path), call(path) as stream:
        await stream.write(hello(opened.token))
        seat = BotSeat(opened, body or RemoteBody(), now_ns, ponder)
        assert await seat.start(b"welcome", 5.0) is None
        assert await stream.read() == b"welcome"
        yield seat, stream, opened, path


def raw(path: str) -> socket.socket:
    """A bare connection."""
    connection = socket.socket(socket.AF_UNIX)
    connection.connect(path)
    connection.setblocking(False)
    return connection


async def still_open(connections: Sequence[socket.socket], after_s: float) -> int:
    """How many connections the other side has not closed by then."""
    await asyncio.sleep(after_s)
    return sum(not closed(connection) for connection in connections)


async def enters(opened: SeatServer, path: str) -> bool:
    """Whether an honest bot still gets in."""
    async with call(path) as stream:
        await stream.write(hello(opened.token))
        return isinstance(await opened.entered(5.0), Stream)
