"""Is the time kept, also on a machine that is busy with something else?"""

import os
import subprocess
import sys
import time

import pytest

from arena.rules import GameConfig, new_game
from arena.search.greedy import choose
from arena.search.pace import Pace
from arena.search.root_choice import best_root_action
from arena.search.seat_search import Limit, SeatSearch, root_actions
from arena.search.settings import Settings

MS = 1_000_000


def test_a_fixed_time_is_taken_as_long_as_there_is_so_much() -> None:
    pace = Pace(200 * MS)
    assert pace.stop_ns(5, bank_ns=10_000 * MS, increment_ns=0, fair_ns=90 * MS) == 5 + 200 * MS
    assert Pace(200 * MS).stop_ns(0, bank_ns=0, increment_ns=100 * MS, fair_ns=90 * MS) < 100 * MS


def test_without_a_fixed_time_the_share_of_the_clock_is_taken() -> None:
    assert Pace(0).stop_ns(0, bank_ns=1000 * MS, increment_ns=100 * MS, fair_ns=130 * MS) == 130 * MS


def test_what_was_late_once_is_kept_back_later() -> None:
    """The answer came 50 ms after it should have: at the end of the time three times as much is kept back."""
    pace = Pace(0)
    stop = pace.stop_ns(0, bank_ns=0, increment_ns=500 * MS, fair_ns=450 * MS)
    pace.answered(stop + 50 * MS)
    early = pace.stop_ns(0, bank_ns=0, increment_ns=500 * MS, fair_ns=450 * MS)
    assert early <= (500 - 3 * 50) * MS
    assert early < stop


def test_what_the_way_to_the_referee_took_is_noticed_too() -> None:
    """It was charged 100 ms for a decision that took 20."""
    pace = Pace(0)
    pace.stop_ns(0, bank_ns=1000 * MS, increment_ns=0, fair_ns=20 * MS)
    pace.answered(20 * MS)
    assert pace.stop_ns(0, bank_ns=900 * MS, increment_ns=0, fair_ns=200 * MS) == 120 * MS


@pytest.mark.parametrize("move_ms", [0, 500])
def test_one_long_stall_does_not_end_all_thinking(move_ms: int) -> None:
    """It stood still for 13 seconds; there are 30 left, and after fifteen decisions that went well it thinks as before."""
    pace = Pace(move_ms * MS)
    stop = pace.stop_ns(0, bank_ns=43_000 * MS, increment_ns=0, fair_ns=500 * MS)
    pace.answered(stop + 13_000 * MS)
    bank_ns = 43_000 * MS - stop - 13_000 * MS
    for _ in range(15):
        stop = pace.stop_ns(0, bank_ns=bank_ns, increment_ns=0, fair_ns=500 * MS)
        pace.answered(stop)
        bank_ns -= stop
    assert 300 * MS <= pace.stop_ns(0, bank_ns=bank_ns, increment_ns=0, fair_ns=500 * MS) <= 500 * MS


@pytest.mark.parametrize("every", [1, 3])
def test_a_standing_load_does_not_drain_the_bank(every: int) -> None:
    """Every so many-th answer comes 150 ms late, with half a second in the bank and 60 ms more a decision."""
    pace = Pace(0)
    bank_ns = 500 * MS
    for decision in range(200):
        increment_ns = 60 * MS if every == 3 else 160 * MS
        fair_ns = increment_ns + bank_ns // 20
        late_ns = 150 * MS if decision % every == 0 else 0
        took_ns = pace.stop_ns(0, bank_ns, increment_ns, fair_ns) + late_ns
        pace.answered(took_ns)
        bank_ns += increment_ns - took_ns
        assert bank_ns > 0


def test_a_quarter_of_the_time_is_kept_for_a_stall() -> None:
    """Of two seconds half a one stays, however much is wanted; of a minute two seconds."""
    for bank_ms, kept_ms in ((2000, 500), (60_000, 2000)):
        pace = Pace(300 * MS)
        bank_ns = bank_ms * MS
        for _ in range(400):
            took_ns = pace.stop_ns(0, bank_ns, 0, 0)
            pace.answered(took_ns)
            bank_ns -= took_ns
        assert bank_ns == kept_ms * MS


def test_with_no_time_left_no_time_is_taken() -> None:
    assert Pace(0).stop_ns(7, bank_ns=1 * MS, increment_ns=0, fair_ns=1 * MS) == 7


def test_the_search_is_in_time_on_a_loaded_machine() -> None:
    """Three busy processes beside it on each processor, a bank of two seconds, and 60 ms more a decision."""
    state = new_game(GameConfig.parse("classic,players=2"), 4)
    bank_ns, increment_ns = 2000 * MS, 60 * MS
    seat_search, pace = SeatSearch(Settings(), b"busy"), Pace(0)
    busy = [
        subprocess.Popen([sys.executable, "-c", "while True: pass"])
        for _ in range(3 * len(os.sched_getaffinity(0)))
    ]
    try:
        for _ in range(40):
            legal = state.legal_actions()
            if state.seat == 1 or len(legal) == 1:
                state.apply(legal[choose(state.observe(state.seat), legal)])
                continue
            asked_ns = time.monotonic_ns()
            stop_ns = pace.stop_ns(asked_ns, bank_ns, increment_ns, increment_ns + bank_ns // 20)
            seen = state.observe(0)
            search = seat_search.think(seen, state.history(0), legal, Limit(0, stop_ns, time.monotonic_ns))
            tried = root_actions(search, seen, legal)
            answered_ns = time.monotonic_ns()
            pace.answered(answered_ns)
            bank_ns += increment_ns - (answered_ns - asked_ns)
            assert bank_ns > 0
            state.apply(legal[best_root_action(tried)])
    finally:
        for process in busy:
            process.kill()
            process.wait()
