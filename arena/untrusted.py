"""How is a file of a stranger read? As TOML or JSON within limits of size, depth and digits.

The parsers of the standard library raise whatever comes up on text that is nested too deeply or holds too many digits, and
work for minutes on a key of many parts. Here each of these is one refusal, and what is read can be walked and printed safely.
"""

import json
import re
import tomllib
from pathlib import Path
from typing import Any, Final

from arena.units import MIB

MOST_BYTES: Final = MIB
DEEPEST: Final = 20
MOST_BITS: Final = 64
LONGEST_SHOWN: Final = 100
# A key of many parts takes tomllib time that grows with the square of their number.
_LONG_KEY: Final = re.compile(
    rb"""(?<![\w-])(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){%d}""" % (4 * DEEPEST)
)
_PLAIN_KEY: Final = re.compile(r"[A-Za-z0-9_.-]{1,60}")


class Unreadable(ValueError):
    """A text that is refused before anybody looks at what it says; the error's text says why."""


def read_limited(path: Path, most_bytes: int = MOST_BYTES) -> bytes:
    """The content of a file; no more than is allowed is ever in memory."""
    with path.open("rb") as file:
        content = file.read(most_bytes + 1)
    if len(content) > most_bytes:
        raise Unreadable(f"is larger than {most_bytes // 1024} KiB")
    return content


def why_unread(error: OSError) -> str:
    """Why a file that a person named could not be read, in words that fit behind its name."""
    if isinstance(error, FileNotFoundError):
        return "there is no such file"
    if isinstance(error, IsADirectoryError):
        return "is a folder, not a file"
    return error.strerror or str(error)


def toml_table(content: bytes, most_bytes: int = MOST_BYTES) -> dict[str, Any]:
    """What a TOML text says."""
    text = _text(content, most_bytes, "TOML")
    if _LONG_KEY.search(content):
        raise Unreadable(_too_deep())
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise Unreadable(f"not TOML: {_cut(str(error))}") from None
    except RecursionError:
        raise Unreadable(_too_deep()) from None
    except ValueError:  # Python's own limit of digits
        raise Unreadable(_too_many_digits()) from None
    _check(table)
    return table


def json_value(content: bytes, most_bytes: int = MOST_BYTES) -> Any:
    """What a JSON text says."""
    text = _text(content, most_bytes, "JSON")
    try:
        value = json.loads(text, parse_constant=_refuse_constant)
    except json.JSONDecodeError as error:
        raise Unreadable(f"not JSON: {_cut(str(error))}") from None
    except RecursionError:
        raise Unreadable(_too_deep()) from None
    except Unreadable:
        raise
    except ValueError:
        raise Unreadable(_too_many_digits()) from None
    _check(value)
    return value


def shown(value: object) -> str:
    """A value of a stranger in a sentence: on one line, without control characters, cut if it is long."""
    return _cut(repr(value))


def shown_key(key: str) -> str:
    """A key of a stranger in a sentence: as it is if it is a plain word."""
    return key if _PLAIN_KEY.fullmatch(key) else shown(key)


def one_line(text: str) -> str:
    """What a library says of a stranger's input, in a sentence: its first line, without control characters, cut if it is long."""
    line = next(iter(text.splitlines()), "")
    return _cut("".join(one if one.isprintable() else "\N{REPLACEMENT CHARACTER}" for one in line))


def _text(content: bytes, most_bytes: int, kind: str) -> str:
    if len(content) > most_bytes:
        raise Unreadable(f"is larger than {most_bytes // 1024} KiB")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Unreadable(f"not {kind}: {error}") from None


def _check(value: object) -> None:
    """Look at every value, without recursion: keys of many parts nest without any in the parser."""
    waiting = [(value, 1)]
    while waiting:
        one, depth = waiting.pop()
        if isinstance(one, dict | list):
            if depth > DEEPEST:
                raise Unreadable(_too_deep())
            waiting += [(inner, depth + 1) for inner in (one.values() if isinstance(one, dict) else one)]
            if isinstance(one, dict):
                waiting += [(key, depth) for key in one]
        elif isinstance(one, int) and one.bit_length() > MOST_BITS:
            raise Unreadable(_too_many_digits())
        elif isinstance(one, str) and not one.isascii():
            _refuse_half_characters(one)


def _refuse_half_characters(text: str) -> None:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        raise Unreadable("has half a character, which cannot be written again") from None


def _refuse_constant(name: str) -> None:
    raise Unreadable(f"not JSON: {name} is no number")


def _too_deep() -> str:
    return f"is nested more than {DEEPEST} levels deep"


def _too_many_digits() -> str:
    return f"has a number that does not fit into {MOST_BITS} bits"


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…"
