"""What can a bot do to its door? Tries what its arguments say, from wherever it runs, and prints what it got, a line of JSON each."""

import contextlib
import json
import os
import socket
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import grpc

from arena.proto import arena_pb2 as pb
from tests.fakes.frames import (
    METHOD,
    PING,
    acknowledged,
    closed,
    frame,
    greeting,
    opened_and_reset,
    opening,
    streams_only,
)

MIB = 1 << 20
PATH = os.environ["ARENA_SOCKET"]
SECOND = float(os.environ["SLOWNESS"])  # what a second is on an ordinary host
CALLER: list[tuple[str, int]] = [("grpc.max_send_message_length", -1), ("grpc.max_metadata_size", MIB)]


def hello() -> bytes:
    token = os.environ["ARENA_TOKEN"].encode()
    return pb.FromBot(hello=pb.Hello(protocol=1, token=token)).SerializeToString()


def status(*messages: bytes, method: str = METHOD, **options: Any) -> str:
    """What a stream ends with after these messages."""
    with grpc.insecure_channel(f"unix:{PATH}", options=CALLER) as channel:
        play: Any = channel.stream_stream(method)
        stream = play(iter(messages), **options)
        with contextlib.suppress(grpc.RpcError):
            for _ in stream:
                pass
        code: grpc.StatusCode = stream.code()
        return code.name


def raw(speech: bytes) -> socket.socket:
    """A bare connection on which this was said."""
    connection = socket.socket(socket.AF_UNIX)
    connection.connect(PATH)
    connection.setblocking(False)
    with contextlib.suppress(BrokenPipeError, ConnectionResetError):
        connection.send(speech)
    return connection


def open_after(seconds: float, *speeches: bytes) -> int:
    """Of the connections on which these were said, how many the other side has not closed by then."""
    connections = [raw(speech) for speech in speeches]
    time.sleep(seconds * SECOND)
    return sum(not closed(connection) for connection in connections)


def large(size: str) -> str:
    return status(b"\0" * int(size))


def bomb(size: str) -> str:
    return status(b"\0" * int(size), compression=grpc.Compression.Gzip)


def claim(size: str) -> str:
    """A message of a size that it only claims."""
    connection = raw(opening(int(size), b"\0" * 1000))
    heard = b""
    for _ in range(40):
        time.sleep(0.05 * SECOND)
        with contextlib.suppress(BlockingIOError):
            heard += connection.recv(65536)
        if b"larger than max" in heard:
            return "refused"
    return "awaited"


def metadata(count: str) -> str:
    pairs = [(f"key-{number}", "x" * 1000) for number in range(int(count))]
    return status(hello(), metadata=pairs)


def method(name: str) -> str:
    return status(hello(), method=name)


def flood(most: str) -> str:
    """How many messages of 16 KiB are taken after a hello."""
    taken = 0
    message = pb.FromBot(answer=pb.Answer(id=1, text="x" * 16_000)).SerializeToString()

    def messages() -> Iterator[bytes]:
        nonlocal taken
        yield hello()
        while taken < int(most):
            yield message
            taken += 1
        time.sleep(3600)

    with grpc.insecure_channel(f"unix:{PATH}", options=CALLER) as channel:
        play: Any = channel.stream_stream(METHOD)
        stream = play(messages())
        before = -1
        while before < taken < int(most):  # until nothing was taken for a while
            before = taken
            time.sleep(SECOND)
        stream.cancel()
    return str(taken)


def streams(count: str) -> str:
    """Streams that stay, on one connection."""
    return str(open_after(1.0, streams_only(int(count))))


def silent(count: str) -> str:
    return str(open_after(1.0, *[b""] * int(count)))


def greetings(count: str) -> str:
    return str(open_after(1.0, *[greeting()] * int(count)))


def pings(count: str) -> str:
    return str(open_after(1.0, greeting() + frame(PING, 0, 0, b"12345678") * int(count)))


def resets(seconds: str) -> str:
    """Say hello as one should, then open and reset streams on a second connection, until it is closed or this long."""

    def messages() -> Iterator[bytes]:
        yield hello()
        time.sleep(3600)

    with grpc.insecure_channel(f"unix:{PATH}", options=CALLER) as channel:
        play: Any = channel.stream_stream(METHOD)
        stream = play(messages())
        time.sleep(0.5 * SECOND)
        ended = _reset_for(float(seconds))
        stream.cancel()
    return ended


def early_resets(seconds: str) -> str:
    """The same without a hello."""
    return _reset_for(float(seconds))


def _reset_for(seconds: float) -> str:
    connection = raw(greeting())
    until, first, heard = time.monotonic() + seconds * SECOND, 1, b""
    while time.monotonic() < until:
        try:
            with contextlib.suppress(BlockingIOError):
                news = connection.recv(1 << 20)
                if not news:
                    return "cut"
                said, heard = acknowledged(heard + news)
                connection.sendall(said)
            connection.setblocking(True)
            connection.sendall(opened_and_reset(range(first, first + 20, 2)))
            connection.setblocking(False)
        except ConnectionError:
            return "cut"
        first += 20
    return "never cut"


def churn(count: str) -> str:
    """Connections that come and go, saying nonsense, and four that stay."""
    for number in range(int(count)):
        raw(b"\xff" * (number + 1)).close()
    return str(open_after(2.0, *(os.urandom(500) for _ in range(4))))


ATTACKS: dict[str, Callable[[str], str]] = {
    attack.__name__: attack
    for attack in (
        large,
        bomb,
        claim,
        metadata,
        method,
        flood,
        streams,
        silent,
        greetings,
        pings,
        resets,
        early_resets,
        churn,
    )
}

if __name__ == "__main__":
    for wanted in sys.argv[1:]:
        name, _, argument = wanted.partition("=")
        sys.stdout.write(json.dumps([wanted, ATTACKS[name](argument)]) + "\n")
        sys.stdout.flush()
    os._exit(0)  # not held up by streams that nobody ends
