"""Is time read, written and charged exactly?"""

import pytest

from arena.record import (
    Allowance,
    GameClock,
    Termination,
    TimeControl,
    TimeControlError,
    TimeSpent,
    ranks_after,
)


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
    assert clock.allowance(1).time_ns == 10_500_000_000
    clock.charge(1, TimeSpent(2_000_000_000, 0, 0))
    assert clock.bank_ns == [10_000_000_000, 8_500_000_000, 10_000_000_000]
    clock.charge(1, TimeSpent(9_000_000_000, 0, 0))
    assert clock.bank_ns[1] == 0
    assert clock.allowance(1).time_ns == 500_000_000
    assert clock.charge(1, TimeSpent(500_000_001, 0, 0)) == 500_000_001
    assert clock.bank_ns[1] == 0
    clock.stop(0)
    assert clock.bank_ns == [0, 0, 10_000_000_000]


@pytest.mark.parametrize(
    ("wall_s", "cpu_s", "stolen_s", "charged_s"),
    [
        (1.0, 0.2, 0.0, 1.0),  # it slept
        (1.0, 0.2, 0.7, 0.3),  # the host took most
        (1.0, 0.2, 0.9, 0.2),  # never less than its own processor time
        (1.0, 3.0, 0.9, 1.0),  # on several processors no more than passed
        (15.0, 0.1, 15.0, 5.0),  # no more than ten seconds are given back
    ],
)
def test_what_the_host_took_is_not_charged(
    wall_s: float, cpu_s: float, stolen_s: float, charged_s: float
) -> None:
    spent = TimeSpent(*(int(seconds * 1e9) for seconds in (wall_s, cpu_s, stolen_s)))
    assert Allowance(10**9).charged_ns(spent) == int(charged_s * 1e9)


def test_a_game_gives_back_only_so_much() -> None:
    """Thirty seconds, or the bank if that is more."""
    stolen = TimeSpent(10 * 10**9, 0, 10 * 10**9)
    clock = GameClock(TimeControl.parse("0.5+0.02"), 2)
    assert [clock.charge(0, stolen) for _ in range(4)] == [0, 0, 0, 10 * 10**9]
    assert clock.charge(1, stolen) == 0
    long = GameClock(TimeControl.parse("60+0"), 1)
    assert [long.charge(0, stolen) for _ in range(7)] == [0] * 6 + [10 * 10**9]


def test_too_busy_a_host_is_told_from_too_slow_a_bot() -> None:
    """Only if it is the bound that makes it late, and the host took more than four fifths."""
    seconds = 10**9
    allowance = Allowance(seconds // 2)
    assert allowance.exceeded_by_host(TimeSpent(12 * seconds, 0, int(11.8 * seconds)))
    assert not allowance.exceeded_by_host(TimeSpent(12 * seconds, seconds, int(11.8 * seconds)))
    assert not allowance.exceeded_by_host(TimeSpent(12 * seconds, 0, 9 * seconds))
    assert not Allowance(4 * seconds).exceeded_by_host(TimeSpent(5 * seconds, 0, 3 * seconds))


def test_ranks_after_faults() -> None:
    """10.3: equal scores share a rank; the seats of bots that failed come after all others."""
    normal, crash = Termination.NORMAL, Termination.CRASH
    assert ranks_after((5, 9, 9), (normal, normal, normal)) == (3, 1, 1)
    assert ranks_after((50, 9, 5), (crash, normal, normal)) == (3, 1, 2)
    assert ranks_after((50, 9, 60), (crash, normal, crash)) == (2, 1, 2)
