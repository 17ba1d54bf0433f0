"""Is time charged by the rule, once, and to the seat that took it?"""

import pytest

from arena.record import GameClock, Termination, TimeControl, TimeSpent, verify
from arena.rules import Rng
from tests.referee.table import StandIn, plan_of, record_of, referee

SECOND_NS = 1_000_000_000


def test_bank_and_increment_by_hand() -> None:
    """30+0.5: after 2.25 s and then 0.1 s there are 30 + 0.5 - 2.25 + 0.5 - 0.1 = 28.65 s left."""
    clock = GameClock(TimeControl.parse("30+0.5"), 2)
    assert clock.charge(0, TimeSpent(2_250_000_000, 0, 0)) == 2_250_000_000
    assert clock.charge(0, TimeSpent(100_000_000, 0, 0)) == 100_000_000
    assert clock.bank_ns == [28_650_000_000, 30 * SECOND_NS]


@pytest.mark.parametrize(("spent_ns", "in_time"), [(1_500_000_000, True), (1_500_000_001, False)])
def test_the_last_nanosecond_counts(spent_ns: int, in_time: bool) -> None:
    """1+0.5: 1.5 s may be taken for the first decision, and nothing more; the bank is then empty either way."""
    clock = GameClock(TimeControl.parse("1+0.5"), 2)
    allowed_ns = clock.allowance(1).time_ns
    assert (clock.charge(1, TimeSpent(spent_ns, 0, 0)) <= allowed_ns) is in_time
    assert clock.bank_ns == [SECOND_NS, 0]


def test_every_request_shows_the_banks_as_charged() -> None:
    """Each seat pays for its own decisions only, and no bank is above what was given so far."""
    plan = plan_of("classic,players=3", "5+0.25")
    rng = Rng(7, "times")
    spent: list[list[int]] = [[], [], []]

    def taker(seat: int) -> StandIn:
        def takes(_: int) -> int:
            spent[seat].append(int(rng.below(400_000_000)))
            return spent[seat][-1]

        return StandIn(seat, takes_ns=takes)

    seats = [taker(seat) for seat in range(3)]
    played = referee(plan, seats)
    assert played.faults == {}
    assert [[one.wall_ns for one in played.decisions if one.seat == seat] for seat in range(3)] == spent
    for seat, stand_in in enumerate(seats):
        bank_ns = 5 * SECOND_NS
        for count, (decision, allowed_ns) in enumerate(
            zip(stand_in.decisions, stand_in.allowed_ns, strict=True)
        ):
            assert decision.bank_ns[seat] == bank_ns
            assert decision.increment_ns == 250_000_000
            assert allowed_ns == bank_ns + 250_000_000
            assert bank_ns <= 5 * SECOND_NS + count * 250_000_000
            bank_ns += 250_000_000 - spent[seat][count]
    assert verify(record_of(plan, played)) == []


@pytest.mark.parametrize("late_ns", [0, 1])
def test_an_answer_at_the_deadline_is_in_time_and_a_nanosecond_later_is_not(late_ns: int) -> None:
    """T9: the referee's clock decides, the same for every seat and as often as it is tried."""
    plan = plan_of("classic,players=2,turn_limit=8", "1+0.5")

    def at_the_deadline(count: int) -> int:
        return (1_500_000_000 if count == 1 else 500_000_000) + late_ns

    for slow in (0, 1):
        seats = [StandIn(1), StandIn(2)]
        seats[slow].takes_ns = at_the_deadline
        played = referee(plan, seats)
        assert played.terminations[1 - slow] is Termination.NORMAL
        assert played.terminations[slow] is (Termination.TIMEOUT if late_ns else Termination.NORMAL)
        others = [decision.bank_ns[1 - slow] for decision in seats[slow].decisions]
        assert all(bank_ns >= SECOND_NS for bank_ns in others)
        if late_ns:
            assert played.faults[slow].sentence.endswith(
                "was answered too late, after the 1.500 s that it had left: 1.500 s passed, in which it used 0.000 s of "
                "processor time and the host took 0.000 s."
            )


def test_a_failed_seat_has_no_time_left() -> None:
    plan = plan_of("classic,players=3", "1+0")
    seats = [StandIn(1, takes_ns=lambda _: 2 * SECOND_NS), StandIn(2), StandIn(3)]
    played = referee(plan, seats)
    assert played.terminations == [Termination.TIMEOUT, Termination.NORMAL, Termination.NORMAL]
    assert seats[2].decisions[-1].bank_ns[0] == 0
    assert seats[2].decisions[-1].bank_ns[1] > 0
