"""Is a file of a stranger read within limits, and refused in one sentence beyond them?"""

import os
import time
import tomllib
from pathlib import Path

import pytest

from arena.untrusted import (
    DEEPEST,
    LONGEST_SHOWN,
    Unreadable,
    json_value,
    read_limited,
    shown,
    shown_key,
    toml_table,
    why_unread,
)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (b"a = " + b"[" * 5000, "nested"),
        (b"a = " + b"{a = " * 5000, "nested"),
        (b"a" + b".a" * DEEPEST + b" = 1", "nested"),
        (b"[a" + b".a" * DEEPEST + b"]", "nested"),
        (b'"a"' + b" . 'a'" * 100_000 + b" = 1", "nested"),
        (b"a = " + b"9" * 5000, "64 bits"),
        (b"a = 0x" + b"f" * 5000, "64 bits"),
        (b"a = \xff", "not TOML"),
        (b"a = 1\na = 2", "not TOML"),
        (b"#" * 2_000_000, "larger than 1024 KiB"),
    ],
)
def test_toml_beyond_the_limits_is_refused(text: bytes, why: str) -> None:
    began = time.monotonic()
    with pytest.raises(Unreadable, match=why) as caught:
        toml_table(text)
    assert len(str(caught.value)) < 2 * LONGEST_SHOWN
    assert time.monotonic() - began < 10.0


def test_the_parser_alone_does_not_hold() -> None:
    """The control: what the guarded reader refuses in a sentence comes out of tomllib as anything."""
    with pytest.raises(RecursionError):
        tomllib.loads("a = " + "[" * 5000)
    with pytest.raises(ValueError, match="Exceeds the limit") as caught:
        tomllib.loads("a = " + "9" * 5000)
    assert not isinstance(caught.value, tomllib.TOMLDecodeError)
    with pytest.raises(RecursionError):
        repr(tomllib.loads("a" + ".a" * 2000 + " = 1"))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (b"[" * 100_000, "nested"),
        (b'{"a": ' * 100_000, "nested"),
        (b"[" * (DEEPEST + 1) + b"]" * (DEEPEST + 1), "nested"),
        (b"9" * 5000, "64 bits"),
        (b"18446744073709551616", "64 bits"),
        (b'"\\ud800"', "half a character"),
        (b'{"\\ud800": 1}', "half a character"),
        (b"NaN", "NaN is no number"),
        (b"\xff", "not JSON"),
        (b"{", "not JSON"),
    ],
)
def test_json_beyond_the_limits_is_refused(text: bytes, why: str) -> None:
    with pytest.raises(Unreadable, match=why):
        json_value(text)


def test_what_is_within_the_limits_is_read() -> None:
    deep = b"[" * DEEPEST + b"]" * DEEPEST
    assert json_value(deep)
    assert json_value(b'{"a": ["\\ud83d\\ude00", -1, 18446744073709551615, 1e400]}')["a"][0] == "😀"
    assert toml_table(b"a.b.c = [1, 2.5, 'x', 1979-05-27]\n")["a"]["b"]["c"][:2] == [1, 2.5]


def test_a_large_file_is_not_read_whole(tmp_path: Path) -> None:
    path = tmp_path / "large"
    with path.open("wb") as file:
        os.truncate(file.fileno(), 2**40)
    with pytest.raises(Unreadable, match="larger than 64 KiB"):
        read_limited(path, 64 * 1024)


def test_values_of_strangers_are_shown_on_one_short_line() -> None:
    assert shown("\x1b[2J\n") == r"'\x1b[2J\n'"
    assert len(shown("x" * 10_000)) == LONGEST_SHOWN + 1
    assert (shown_key("memory_mb"), shown_key("a b"), shown_key("\x1b")) == ("memory_mb", "'a b'", r"'\x1b'")


def test_why_a_file_could_not_be_read(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError) as missing:
        read_limited(tmp_path / "nowhere")
    with pytest.raises(IsADirectoryError) as folder:
        read_limited(tmp_path)
    assert why_unread(missing.value) == "there is no such file"
    assert why_unread(folder.value) == "is a folder, not a file"
    assert why_unread(PermissionError(13, "Permission denied")) == "Permission denied"
