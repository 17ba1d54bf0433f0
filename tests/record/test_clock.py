"""Is time read, written and charged exactly?"""

import pytest

from arena.record import GameClock, Termination, TimeControl, TimeControlError, ranks_after


@pytest.mark.parametrize(
    ("text", "bank_ns", "increment_ns"),
    [
        ("30+0.5", 30_000_000_000, 500_000_000),
        ("0+1", 0, 1_000_000_000),
        ("0.000000001+0", 1, 0),
        ("123456+0.1", 123_456_000_000_000, 100_000_000),
    ],
)
def test_a_time_control_is_read_and_written(text: str, bank_ns: int, increment_ns: int) -> None:
    control = TimeControl.parse(text)
    assert (control.bank_ns, control.increment_ns) == (bank_ns, increment_ns)
    assert str(control) == text


@pytest.mark.parametrize("text", ["", "30", "30+", "+1", "30+-1", "1e3+1", "30+0.5 ", "٣+1", "1.+1", "0+0"])
def test_anything_else_is_refused_with_one_sentence(text: str) -> None:
    with pytest.raises(TimeControlError, match=r"^time: '"):
        TimeControl.parse(text)


def test_a_decision_is_charged_to_its_seat_alone() -> None:
    clock = GameClock(TimeControl.parse("10+0.5"), 3)
    assert clock.allowance_ns(1) == 10_500_000_000
    assert clock.charge(1, 2_000_000_000)
    assert clock.bank_ns == [10_000_000_000, 8_500_000_000, 10_000_000_000]
    assert clock.charge(1, 9_000_000_000)
    assert clock.bank_ns[1] == 0
    assert clock.charge(1, 500_000_000)
    assert not clock.charge(1, 500_000_001)
    assert clock.bank_ns[1] == 0
    clock.stop(0)
    assert clock.bank_ns == [0, 0, 10_000_000_000]


def test_ranks_after_faults() -> None:
    """10.3: equal scores share a rank; the seats of bots that failed come after all others."""
    normal, crash = Termination.NORMAL, Termination.CRASH
    assert ranks_after((5, 9, 9), (normal, normal, normal)) == (3, 1, 1)
    assert ranks_after((50, 9, 5), (crash, normal, normal)) == (3, 1, 2)
    assert ranks_after((50, 9, 60), (crash, normal, crash)) == (2, 1, 2)
