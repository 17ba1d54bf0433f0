"""How does an encoded message become JSON? From its bytes, part by part, and what recurs is kept.

The text is protobuf's JSON with the names of arena.proto, as `MessageToJson` writes it, in one line and many times faster.
"""

from base64 import b64encode
from json import dumps
from typing import Final

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message
from mypy_extensions import i64

from arena.proto import arena_pb2 as pb

_KEPT: Final = 1 << 14
_LONGEST_KEPT: Final = 256  # bytes; what is longer hardly recurs
_LOW_BITS: Final = 127
_MORE: Final = 128
_NUMBER: Final = 0  # how a field stands in the bytes: a number, or what has its length before it
_SIZED: Final = 2
_WORDS: Final = [str(number) for number in range(1 << 12)]

# What a field holds.
_PLAIN: Final = 0
_ZIGZAG: Final = 1
_QUOTED: Final = 2  # of 64 bits, which JSON's readers could not tell apart
_QUOTED_ZIGZAG: Final = 3
_TRUTH: Final = 4
_NAMED: Final = 5
_TEXT: Final = 6
_BYTES: Final = 7
_MESSAGE: Final = 8
_KINDS: Final = {
    FieldDescriptor.TYPE_UINT32: _PLAIN,
    FieldDescriptor.TYPE_SINT32: _ZIGZAG,
    FieldDescriptor.TYPE_UINT64: _QUOTED,
    FieldDescriptor.TYPE_SINT64: _QUOTED_ZIGZAG,
    FieldDescriptor.TYPE_BOOL: _TRUTH,
    FieldDescriptor.TYPE_ENUM: _NAMED,
    FieldDescriptor.TYPE_STRING: _TEXT,
    FieldDescriptor.TYPE_BYTES: _BYTES,
    FieldDescriptor.TYPE_MESSAGE: _MESSAGE,
}


class _Field:
    """A field of a message."""

    def __init__(self, owner: type[Message], number: int) -> None:
        described = owner.DESCRIPTOR.fields_by_number[number]
        self.key: Final = f'"{described.name}":'
        self.kind: Final[i64] = _KINDS[described.type]
        self.repeated: Final[bool] = described.is_repeated
        values = described.enum_type.values if described.enum_type else ()
        self.names: Final = {value.number: f'"{value.name}"' for value in values}
        inner = described.message_type
        self.inner: Final = None if inner is None else JsonForm(getattr(pb, inner.name))


class JsonForm:
    """How messages of one kind are written."""

    def __init__(self, kind: type[Message]) -> None:
        numbers = [field.number for field in kind.DESCRIPTOR.fields]
        self._fields: Final[list[_Field | None]] = [None] * (max(numbers, default=0) + 1)
        for number in numbers:
            self._fields[number] = _Field(kind, number)
        self._kept: Final[dict[bytes, str]] = {}

    def text(self, content: bytes) -> str:
        """A message as an object of JSON, in one line."""
        kept = self._kept.get(content)
        if kept is not None:
            return kept
        text = self._written(content)
        if len(content) <= _LONGEST_KEPT:
            if len(self._kept) >= _KEPT:
                self._kept.clear()
            self._kept[content] = text
        return text

    def _written(self, content: bytes) -> str:
        values: list[list[str] | None] = [None] * len(self._fields)
        reader = _MessageReader(content)
        while reader.at < reader.end:
            head = reader.number()
            field = self._fields[head >> 3]
            assert field is not None  # our own encodings hold what arena.proto names
            number = head >> 3
            found = values[number]
            if found is None:
                found = values[number] = []
            if head & 7 == _NUMBER:
                found.append(_scalar(field, reader.number()))
            else:
                assert head & 7 == _SIZED
                _add_sized(field, reader.sized(), found)
        parts: list[str] = []
        for number in range(len(values)):
            found = values[number]
            field = self._fields[number]
            if found is not None and field is not None:
                parts.append(field.key + (f"[{','.join(found)}]" if field.repeated else found[-1]))
        return "{" + ",".join(parts) + "}"


class _MessageReader:
    """A place in the bytes of a message."""

    def __init__(self, content: bytes) -> None:
        self._content = content
        self.at: i64 = 0
        self.end: Final[i64] = len(content)

    def number(self) -> int:
        """The next whole number, seven bits a byte."""
        byte = self._content[self.at]
        self.at += 1
        if byte < _MORE:
            return byte
        number = byte & _LOW_BITS
        shift = 7
        while byte >= _MORE:
            byte = self._content[self.at]
            self.at += 1
            number |= (byte & _LOW_BITS) << shift
            shift += 7
        return number

    def sized(self) -> bytes:
        """The next bytes that have their length before them."""
        size = self.number()
        first = self.at
        self.at += size
        return self._content[first : self.at]


def _add_sized(field: _Field, content: bytes, found: list[str]) -> None:
    if field.kind == _MESSAGE:
        assert field.inner is not None
        found.append(field.inner.text(content))
    elif field.kind == _TEXT:
        found.append(dumps(content.decode("utf-8")))
    elif field.kind == _BYTES:
        found.append(f'"{b64encode(content).decode("ascii")}"')
    else:  # numbers one after the other
        reader = _MessageReader(content)
        while reader.at < reader.end:
            found.append(_scalar(field, reader.number()))


def _scalar(field: _Field, number: int) -> str:
    if field.kind == _NAMED:
        return field.names[number]
    if field.kind == _TRUTH:
        return "true" if number else "false"
    if field.kind == _ZIGZAG or field.kind == _QUOTED_ZIGZAG:
        number = -(number >> 1) - 1 if number & 1 else number >> 1
    word = _WORDS[number] if 0 <= number < len(_WORDS) else str(number)
    return f'"{word}"' if field.kind == _QUOTED or field.kind == _QUOTED_ZIGZAG else word
