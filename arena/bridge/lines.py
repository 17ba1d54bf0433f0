"""Which message does a line of a bot mean? One object of protobuf's JSON, with the names of arena.proto."""

from typing import Final

from google.protobuf.json_format import ParseDict, ParseError

from arena.proto import arena_pb2 as pb
from arena.untrusted import Unreadable, json_value, one_line

MOST_BYTES: Final = 64 * 1024  # in one line; an honest answer has a few dozen


class BadLine(ValueError):
    """A line that is no message; the text says why."""


def message_of(line: bytes) -> pb.FromBot:
    """The message that a line means."""
    if len(line) > MOST_BYTES:
        raise BadLine(f"is longer than {MOST_BYTES} bytes")
    try:
        value = json_value(line, MOST_BYTES)
        if not isinstance(value, dict):
            raise BadLine('is no object, such as {"answer": {"id": "2", "index": 3}}')
        return ParseDict(value, pb.FromBot())
    except (ParseError, Unreadable) as error:
        raise BadLine(one_line(str(error))) from None
