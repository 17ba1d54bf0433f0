"""Is the referee's own lateness seen, and only while it has little to do?"""

import threading
import time

import pytest

from arena.record import TimeSpent
from arena.referee import stopwatch
from arena.referee.own_delay import OwnDelay
from arena.referee.stopwatch import Stopwatch
from arena.units import SECOND_NS


class Idle:
    """A process that does nothing and from which nobody takes anything."""

    def __init__(self, stolen_ns: int | None = 0) -> None:
        self._stolen_ns = stolen_ns

    def cpu_ns(self) -> int:
        return 0

    def stolen_ns(self) -> int | None:
        return self._stolen_ns

    def disk_ns(self) -> int:
        return time.monotonic_ns() // 2

    guessed = False


def burn(seconds: float) -> None:
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


def test_the_longest_waiting_of_one_thread_counts() -> None:
    """Threads wait at the same time; one that is new has not been waited for."""
    delay = OwnDelay()
    before = delay.read()
    threads = [threading.Thread(target=burn, args=(0.05,)) for _ in range(4)]
    for thread in threads:
        thread.start()
    assert 0 <= delay.ns_since(before) <= 10 * SECOND_NS
    for thread in threads:
        thread.join()
    now = delay.read()
    assert delay.ns_since({thread: (waited - 7, slices) for thread, (waited, slices) in now.items()}) >= 7
    assert delay.ns_since({}) == 0


def test_a_long_wait_counts_in_full_and_many_short_ones_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot can wake the referee a thousand times, but not have it wait for seconds at once."""
    delay = OwnDelay()
    for slices, counted_s in ((3, 5), (5_000, 1)):
        monkeypatch.setattr(OwnDelay, "read", lambda _, slices=slices: {"1": (5 * SECOND_NS, slices)})
        assert delay.ns_since({"1": (0, 0)}) == counted_s * SECOND_NS


@pytest.mark.parametrize(("work_s", "counts"), [(0.0, True), (0.1, False)])
def test_who_keeps_the_referee_busy_gains_nothing_by_its_lateness(
    monkeypatch: pytest.MonkeyPatch, work_s: float, counts: bool
) -> None:
    late = iter(({"1": (0, 0)}, {"1": (30_000_000, 9)}))
    monkeypatch.setattr(OwnDelay, "read", lambda _: next(late))
    watch = Stopwatch(Idle(), time.monotonic_ns)
    watch.look()
    watch.start()
    burn(work_s)
    time.sleep(0.05)
    assert watch.spent().stolen_ns == (30_000_000 if counts else 0)


def test_what_the_bot_used_was_not_taken_from_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Threads of the referee may wait while a bot thinks."""

    class Thinking(Idle):
        def cpu_ns(self) -> int:
            return time.monotonic_ns()

    late = iter(({"1": (0, 0)}, {"1": (30_000_000, 9)}))
    monkeypatch.setattr(OwnDelay, "read", lambda _: next(late))
    watch = Stopwatch(Thinking(), time.monotonic_ns)
    watch.look()
    watch.start()
    time.sleep(0.05)
    assert watch.spent().stolen_ns < 1_000_000


def test_where_nothing_is_measured_lateness_is_charged_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stopwatch, "own_delay", lambda: pytest.fail("it was asked"))
    watch = Stopwatch(Idle(None), time.monotonic_ns)
    watch.look()
    watch.start()
    assert watch.spent().stolen_ns == 0


def test_what_a_bot_waits_for_a_disk_is_told_and_charged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(OwnDelay, "read", lambda _: {})
    watch = Stopwatch(Idle(), time.monotonic_ns)
    watch.look()
    watch.start()
    time.sleep(0.05)
    spent = watch.spent()
    assert spent.stolen_ns == 0
    assert 0 < spent.disk_ns <= spent.wall_ns
    assert str(spent).endswith("s for a disk, which is charged")
    assert "disk" not in str(TimeSpent(1, 1, 1, 1_000_000))


@pytest.mark.parametrize("guessed", [True, False])
def test_of_a_guess_little_is_given_back(monkeypatch: pytest.MonkeyPatch, guessed: bool) -> None:
    """Beside busy programs a bot that sleeps would look starved for as long as it likes."""
    monkeypatch.setattr(OwnDelay, "read", lambda _: {})
    monkeypatch.setattr(Idle, "guessed", guessed)
    taken = iter((0, 5 * SECOND_NS))
    monkeypatch.setattr(Idle, "stolen_ns", lambda _: next(taken))
    now = iter((0, 9 * SECOND_NS))
    watch = Stopwatch(Idle(), lambda: next(now))
    watch.look()
    watch.start()
    assert watch.spent().stolen_ns == (1 if guessed else 5) * SECOND_NS
