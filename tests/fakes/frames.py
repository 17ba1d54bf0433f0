"""How is HTTP/2 spoken by hand? Bytes that no gRPC library would send."""

import socket
import struct
from collections.abc import Sequence

METHOD = "/arena.v1.Referee/Play"
PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
DATA, HEADERS, RESET, SETTINGS, PING = 0, 1, 3, 4, 6
END_STREAM, END_HEADERS, ACKNOWLEDGED = 1, 4, 1


def frame(kind: int, flags: int, stream: int, payload: bytes) -> bytes:
    """A frame of HTTP/2."""
    return struct.pack(">I", len(payload))[1:] + bytes((kind, flags)) + struct.pack(">I", stream) + payload


def headers(pairs: Sequence[tuple[str, str]]) -> bytes:
    """A header block in which nothing is compressed; values are shorter than 127 bytes."""
    return b"".join(
        b"\0" + bytes((len(name),)) + name.encode() + bytes((len(value),)) + value.encode()
        for name, value in pairs
    )


def greeting() -> bytes:
    """A connection that shakes hands."""
    return PREFACE + frame(SETTINGS, 0, 0, b"")


def request() -> bytes:
    """The header block of a call of the referee's method."""
    pairs = [
        (":method", "POST"),
        (":scheme", "http"),
        (":path", METHOD),
        (":authority", "localhost"),
        ("content-type", "application/grpc"),
        ("te", "trailers"),
    ]
    return headers(pairs)


def streams_only(count: int) -> bytes:
    """A connection that opens streams and says nothing on them."""
    numbers = range(1, 2 * count, 2)
    return greeting() + b"".join(frame(HEADERS, END_HEADERS, number, request()) for number in numbers)


def opened_and_reset(numbers: range) -> bytes:
    """Streams of an open connection that are cancelled as soon as they are opened."""
    block, cancel = request(), struct.pack(">I", 8)
    return b"".join(
        frame(HEADERS, END_HEADERS, number, block) + frame(RESET, 0, number, cancel) for number in numbers
    )


def acknowledged(heard: bytes) -> tuple[bytes, bytes]:
    """What an honest client says to settings and pings among these frames, and what is left of the last frame."""
    said = b""
    while len(heard) >= 9 and len(heard) >= (end := 9 + int.from_bytes(heard[:3])):
        kind, flags, payload = heard[3], heard[4], heard[9:end]
        if kind in (SETTINGS, PING) and not flags & ACKNOWLEDGED:
            said += frame(kind, ACKNOWLEDGED, 0, payload if kind == PING else b"")
        heard = heard[end:]
    return said, heard


def opening(message_size: int | None = None, message: bytes = b"") -> bytes:
    """A connection that opens a stream and begins a message, of the size it claims."""
    size = len(message) if message_size is None else message_size
    return streams_only(1) + frame(DATA, 0, 1, b"\0" + struct.pack(">I", size) + message)


def closed(connection: socket.socket) -> bool:
    """Whether the other side has closed a connection that does not block."""
    try:
        while connection.recv(65536):
            pass
    except BlockingIOError:
        return False
    except ConnectionError:
        return True
    return True
