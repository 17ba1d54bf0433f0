"""The gRPC server of a seat, which admits exactly one stream with the right token."""

import asyncio
import hmac
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import grpc
from google.protobuf.message import DecodeError

from arena.proto import arena_pb2 as pb
from arena.referee.inbox import Inbox
from arena.referee.timer import Timer
from arena.wire import WireError, read_from_bot

METHOD: Final = "/arena.v1.Referee/Play"
TOKEN_BYTES: Final = 16
MOST_BYTES: Final = 64 * 1024  # in one message; an honest answer has a few hundred
# In its life: its own and one beside it. A bot that opens and resets stream after stream keeps us busy while another
# one thinks.
MOST_STREAMS: Final = 2
TOO_MANY_STREAMS: Final = "one stream after another was opened"
# Where strangers can knock, for a connection to speak HTTP/2, then to begin a stream, and for a stream to say hello; few
# can wait there.
HELLO_S: Final = 5.0
# After a deadline, for what has come in time and is not seen yet because the referee itself was late.
GRACE_S: Final = 0.05
# For the connection of a bot that has the door to itself, and is held to its start-up limit there. Between connecting
# and speaking an honest one may wait for a processor for seconds, and most do not try again.
CONNECT_S: Final = 60.0
# What held under abuse: small messages and headers, few connections and streams.
OPTIONS: Final[Sequence[tuple[str, int]]] = (
    ("grpc.max_receive_message_length", MOST_BYTES),
    ("grpc.max_concurrent_streams", 2),
    ("grpc.max_metadata_size", 4096),
    ("grpc.absolute_max_metadata_size", 8192),
    ("grpc.max_allowed_incoming_connections", 4),
    ("grpc.http2.max_ping_strikes", 2),
    ("grpc.so_reuseport", 0),
)


class Stream:
    """The one stream of a seat, once its bot has said hello."""

    def __init__(self, context: Any, inbox: Inbox) -> None:
        self._context = context
        self._timer = Timer()
        self.inbox = inbox
        self.finished = asyncio.Event()

    async def send(self, message: bytes, timeout_s: float, more_s: Callable[[], float] = lambda: 0.0) -> bool:
        """Hand a message over; False if the bot did not take it in time, or if it is gone and the stream finished.

        When the time is over, `more_s` says how long it may take yet. A loop that was late sees first what was taken meanwhile.
        """
        if self.finished.is_set():
            return False
        task = asyncio.current_task()
        assert task is not None
        cancelling = task.cancelling()

        def look_again() -> None:
            left_s = more_s()
            self._timer.set(max(left_s, GRACE_S), look_again if left_s > 0 else task.cancel)

        self._timer.set(timeout_s, look_again)
        try:
            await self._context.write(message)
        except asyncio.CancelledError:
            # As asyncio.timeout tells its own end from that of the whole task.
            if not self._timer.rang or task.uncancel() > cancelling:
                raise
            return False
        except (grpc.RpcError, grpc.aio.BaseError, asyncio.InvalidStateError):
            self.finished.set()
            return False
        finally:
            self._timer.off()
        return True

    def close(self) -> None:
        """Nobody sends or waits any more."""
        self._timer.close()
        self.inbox.close()


@dataclass(frozen=True, slots=True)
class StreamRefused:
    """The first stream was no good: what the bot said, in a sentence."""

    sentence: str


class SeatServer:
    """The server of one seat."""

    def __init__(self, now_ns: Callable[[], int], token: bytes | None = None, shared: bool = False) -> None:
        self.token = token if token is not None else secrets.token_hex(TOKEN_BYTES).encode()
        self._now_ns = now_ns
        self._shared = shared  # others than the seat's bot can knock: a wrong token is then nobody's fault
        self._taken = False
        self._streams = 0
        self._hanging_up: asyncio.Future[None] | None = None
        self._entered: asyncio.Future[Stream | StreamRefused] = asyncio.get_running_loop().create_future()
        self._stream: Stream | None = None
        self._hello_s = (
            HELLO_S if shared else None
        )  # a bot that has the door to itself only keeps itself waiting
        patience_ms = int((HELLO_S if shared else CONNECT_S) * 1000)
        patience = [("grpc.server_handshake_timeout_ms", patience_ms)]
        idle = [("grpc.max_connection_idle_ms", patience_ms)] if shared else []
        self._server = grpc.aio.server(options=[*OPTIONS, *patience, *idle], maximum_concurrent_rpcs=4)
        handler: grpc.RpcMethodHandler[bytes, bytes] = grpc.stream_stream_rpc_method_handler(self._play)
        self._server.add_generic_rpc_handlers(
            (grpc.method_handlers_generic_handler("arena.v1.Referee", {"Play": handler}),)
        )

    async def open(self, address: str, credentials: grpc.ServerCredentials | None = None) -> int:
        """Listen on an address such as unix:/path or 0.0.0.0:port; returns the port (1 for a socket)."""
        if credentials is None:
            port = self._server.add_insecure_port(address)
        else:
            port = self._server.add_secure_port(address, credentials)
        await self._server.start()
        return int(port)

    async def entered(self, timeout_s: float) -> Stream | StreamRefused | None:
        """The bot's stream; None if it did not come in time."""
        done, _ = await asyncio.wait((self._entered,), timeout=timeout_s)
        return self._entered.result() if done else None

    @property
    def cut(self) -> bool:
        """Whether the bot was hung up on because of the streams it opened."""
        return self._hanging_up is not None

    async def close(self) -> None:
        """Let go of the stream and stop listening."""
        if self._stream is not None:
            self._stream.finished.set()
        await self._server.stop(grace=0.2)

    def _hang_up(self) -> None:
        """The library may have taken more streams by now than we have seen; none of them is served any more."""
        if self.cut:
            return
        if self._stream is not None:
            self._stream.finished.set()
        if not self._entered.done():
            self._entered.set_result(StreamRefused(TOO_MANY_STREAMS))
        self._hanging_up = asyncio.ensure_future(self._server.stop(grace=None))

    async def _play(self, messages: Any, context: Any) -> None:
        self._streams += 1
        if self._streams > MOST_STREAMS and not self._shared:
            self._hang_up()
            await context.abort(grpc.StatusCode.RESOURCE_EXHAUSTED, TOO_MANY_STREAMS)
        try:
            async with asyncio.timeout(self._hello_s):
                first = await anext(aiter(messages), None)
        except TimeoutError:
            await context.abort(grpc.StatusCode.DEADLINE_EXCEEDED, f"no hello within {self._hello_s:g} s")
        refused = self._refusal(first)
        if refused is not None:
            code, sentence = refused
            if not self._shared and not self._entered.done():
                self._entered.set_result(StreamRefused(sentence))
            await context.abort(code, sentence)
        if self._taken:
            await context.abort(grpc.StatusCode.ALREADY_EXISTS, "this seat has its stream already")
        self._taken = True
        stream = Stream(context, Inbox(self._now_ns))
        self._stream = stream
        if not self._entered.done():
            self._entered.set_result(stream)
        reading = asyncio.ensure_future(self._read(messages, stream.inbox))
        try:
            await stream.finished.wait()
        finally:
            stream.finished.set()
            stream.close()
            reading.cancel()

    async def _read(self, messages: Any, inbox: Inbox) -> None:
        try:
            async for message in messages:
                if not inbox.put(message):
                    return
                await asyncio.sleep(0)  # who waits for it goes on first; to wait for the next has time
        finally:
            inbox.put(None)

    def _refusal(self, first: bytes | None) -> tuple[grpc.StatusCode, str] | None:
        if first is None:
            return grpc.StatusCode.INVALID_ARGUMENT, "the stream ended before it said hello"
        try:
            said = read_from_bot(pb.FromBot.FromString(first))
        except DecodeError:
            return grpc.StatusCode.INVALID_ARGUMENT, "the first message is no FromBot message"
        except WireError as error:
            return grpc.StatusCode.INVALID_ARGUMENT, f"the first message was refused: {error}"
        if not isinstance(said, pb.Hello):
            return grpc.StatusCode.INVALID_ARGUMENT, "the first message was not Hello"
        if not hmac.compare_digest(said.token, self.token):
            return grpc.StatusCode.UNAUTHENTICATED, "the token is not this seat's"
        return None
