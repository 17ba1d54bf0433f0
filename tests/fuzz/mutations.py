"""How is a good input made a bad one? By seeded changes to its bytes, its lines and its values."""

import random
from collections.abc import Callable
from typing import Any

ODD_BYTES = (
    *(
        b"",
        b"\0",
        b"\xff\xfe",
        b"\xed\xa0\x80",
        b"\n",
        b"\r\n",
        b"\x1b[2J",
        b"\xe2\x80\xae",
        b"'",
        b'"',
        b'"""',
    ),
    *(
        b"[",
        b"]",
        b"{",
        b"}",
        b"[[",
        b",",
        b"=",
        b".",
        b":",
        b"#",
        b"\\",
        b"\\u0000",
        b"\\ud800",
        b"%00",
        b"../",
    ),
    *(
        b"-1",
        b"0",
        b"1e400",
        b"-1e400",
        b"nan",
        b"inf",
        b"true",
        b"null",
        b"9" * 19,
        b"9" * 5000,
        b"0x" + b"f" * 5000,
    ),
    *(b"[" * 2000, b"{" * 2000, b"a." * 3000, b"x" * 70_000, b"1979-05-27", b"0001-01-01T00:00:00+23:59"),
    *(b"9999-12-31T23:59:59-23:59", b"\xef\xbb\xbf", b"PK\x05\x06", b"\x1f\x8b", b"ustar"),
)
ODD_VALUES: tuple[Any, ...] = (
    *(
        None,
        True,
        False,
        0,
        1,
        -1,
        2,
        7,
        2**31,
        2**63 - 1,
        -(2**63),
        2**64,
        0.5,
        -0.0,
        float("inf"),
        float("nan"),
    ),
    *(
        "",
        " ",
        "x",
        "house",
        "\0",
        "\n",
        "\x1b[2J",
        "é",
        "😀",
        "x" * 300,
        "../..",
        "classic,players=9",
        "30+0.5",
        "-1+1",
    ),
    *(
        "nan+nan",
        "1e400+0",
        "9" * 400,
        [],
        [[]],
        ["x"],
        [None],
        {},
        {"x": 1},
        {"kind": "swiss", "rounds": -1},
    ),
)
ODD_TOML = (
    *(
        '""',
        '"x"',
        '"\\u0000"',
        '"\\u001b[2J"',
        "'''\n'''",
        "0",
        "-1",
        "1",
        "9223372036854775807",
        "1e400",
        "-inf",
        "nan",
    ),
    *(
        "true",
        "[]",
        "[[]]",
        '["x"]',
        '[["x"]]',
        '["", 1]',
        "{}",
        "{ a = 1 }",
        '{ kind = "swiss", rounds = -1 }',
    ),
    *(
        "1979-05-27",
        "07:32:00",
        "1979-05-27T07:32:00",
        "0001-01-01T00:00:00+23:59",
        "9999-12-31T23:59:59-23:59",
    ),
    *(
        "2026-05-01T09:00:00Z",
        '"/"',
        '"s3://"',
        '"sqlite://x"',
        '"classic,players=9"',
        "[" * 400,
        "9" * 5000,
        '"\\ud800"',
    ),
)


def mutated_bytes(content: bytes, rng: random.Random) -> bytes:
    """A few changes anywhere."""
    found = bytearray(content)
    for _ in range(rng.choice((1, 1, 1, 2, 3, 8))):
        at = rng.randrange(len(found) + 1)
        until = min(len(found), at + rng.choice((0, 1, 2, 8, 100, 5000)))
        change = rng.randrange(6)
        if change == 0 and at < len(found):
            found[at] ^= 1 << rng.randrange(8)
        elif change == 1:
            found[at:until] = rng.choice(ODD_BYTES)
        elif change == 2:
            found[at:until] = b""
        elif change == 3:
            found[at:at] = found[at:until] * rng.choice((1, 2, 50))
        elif change == 4:
            del found[at:]
        else:
            found[at:until] = rng.randbytes(until - at)
    return bytes(found)


def mutated_toml(text: str, keys: tuple[str, ...], rng: random.Random) -> bytes:
    """Other values, other keys, lines twice, gone or elsewhere; now and then any bytes."""
    lines = text.split("\n")
    for _ in range(rng.choice((1, 1, 2, 4))):
        at = rng.randrange(len(lines))
        key, equals, value = lines[at].partition("=")
        change = rng.randrange(7)
        if change == 0 and equals:
            lines[at] = f"{key}= {rng.choice(ODD_TOML)}"
        elif change == 1:
            lines.insert(at, f"{rng.choice(keys)} = {rng.choice(ODD_TOML)}")
        elif change == 2 and equals:
            lines[at] = f"{rng.choice(keys)} ={value}"
        elif change == 3:
            del lines[at]
            lines = lines or [""]
        elif change == 4:
            lines.insert(rng.randrange(len(lines)), lines[at])
        elif change == 5:
            lines.insert(at, f"[{'.'.join(rng.choices(keys, k=rng.choice((1, 1, 2, 30))))}]")
        else:
            lines[at] = f"{rng.choice(keys)}.{lines[at]}"
    content = "\n".join(lines).encode("utf-8", "surrogatepass")
    return mutated_bytes(content, rng) if rng.random() < 0.25 else content


def mutated_value(value: Any, rng: random.Random, odd: Callable[[], Any]) -> Any:
    """One value inside another, replaced, left out or twice."""
    if isinstance(value, dict) and value and rng.random() < 0.9:
        key = rng.choice(sorted(value))
        if rng.random() < 0.1:
            return {name: one for name, one in value.items() if name != key}
        return {**value, key: mutated_value(value[key], rng, odd)}
    if isinstance(value, list) and value and rng.random() < 0.8:
        at = rng.randrange(len(value))
        if rng.random() < 0.1:
            return value[:at] + value[at + 1 :]
        if rng.random() < 0.1:
            return value[:at] + [value[at]] * 2 + value[at:]
        return [*value[:at], mutated_value(value[at], rng, odd), *value[at + 1 :]]
    return odd()
