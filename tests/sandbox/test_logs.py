"""Is what a bot writes kept up to the cap, and shown safely?"""

import os

from arena.sandbox.logs import Capture, Log, LogDrain, printable


def test_everything_below_the_cap_is_kept() -> None:
    capture = Capture(100)
    assert not capture.add(b"a" * 60)
    assert not capture.add(b"b" * 40)
    log = capture.log()
    assert (log.head + log.tail, log.dropped_bytes) == (b"a" * 60 + b"b" * 40, 0)


def test_first_and_last_half_are_kept() -> None:
    capture = Capture(100)
    for number in range(100_000):
        capture.add(b"%09d\n" % number)
    log = capture.log()
    assert log.head == b"".join(b"%09d\n" % number for number in range(5))
    assert log.tail == b"".join(b"%09d\n" % number for number in range(99_995, 100_000))
    assert log.dropped_bytes == 1_000_000 - 100
    assert "[999900 bytes left out]" in log.text()


def test_terminal_escapes_are_spelled_out() -> None:
    assert printable(b"\x1b[2J\x1b]0;title\x07 red") == r"\x1b[2J\x1b]0;title\x07 red"
    assert printable(b"over\rwritten\x08 \x7f") == r"over\rwritten\x08 \x7f"
    assert printable("\x9b31m c1".encode()) == r"\x9b31m c1"
    assert printable("safe \u202egnp.exe".encode()) == r"safe \u202egnp.exe"
    assert printable(b"\xff\xfe broken") == r"\xff\xfe broken"


def test_ordinary_text_stays_as_it_is() -> None:
    text = "Zug 3:\tpass – größer\n二\n"
    assert printable(text.encode()) == text
    assert printable(b"dos\r\n") == "dos\n"
    assert Log(b"a", b"b", 0).text() == "ab"


def test_drain_reads_to_the_end_of_several_pipes() -> None:
    drain = LogDrain()
    captures = []
    for number in range(3):
        read, write = os.pipe()
        captures.append(drain.follow(read, 1000))
        os.write(write, b"%d" % number)
        os.close(write)
    assert all(capture.finished.wait(5) for capture in captures)
    assert [capture.log().head for capture in captures] == [b"0", b"1", b"2"]
    drain.close()
