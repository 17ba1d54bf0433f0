"""Are orders carried out side by side, with bots that stay or go as the order says, and is every end reported?"""

import multiprocessing
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from arena.match.deals import duplicate_deals
from arena.match.executor import ExecutorEvent, GamePlayed, OrderEnded, WorkerFailed, WorkerLost
from arena.match.local_executor import LocalExecutor
from arena.match.manifest import Bot
from arena.match.order import MatchOrder
from arena.match.packed_bot import PackedBot
from arena.match.runner import HostError, MatchRun
from arena.record import GameRecord
from tests.match.matches import fake, plan_of
from tests.record.records import played_record

PLAN = plan_of(fake("one"), fake("two"), games=4)
ORDER = PLAN.order(duplicate_deals(2, 4, b"test")[0])


def order(*games: int, bots: tuple[Bot | PackedBot, ...] = PLAN.bots, stay: bool = False) -> MatchOrder:
    planned = {seating.game: seating for seating in duplicate_deals(2, 4, b"test")}
    return replace(ORDER, bots=bots, seatings=tuple(planned[game] for game in games), bots_stay=stay)


@pytest.fixture
def executor(tmp_path: Path) -> Iterator[LocalExecutor]:
    opened = LocalExecutor(PLAN.settings, 1, logs=tmp_path)
    yield opened
    opened.close()


def until_free(executor: LocalExecutor) -> list[ExecutorEvent]:
    found: list[ExecutorEvent] = []
    deadline = time.monotonic() + 60
    while executor.free == 0 and time.monotonic() < deadline:
        found += executor.events(1.0)
    return found


def starts(folder: Path) -> int:
    """How often a bot was started, by what it left."""
    return len(list(folder.glob("*.stderr.txt")))


def test_an_order_is_reported_game_by_game_and_its_bots_go(executor: LocalExecutor, tmp_path: Path) -> None:
    executor.submit(order(1, 3))
    assert executor.free == 0
    first, second, end = until_free(executor)
    assert isinstance(first, GamePlayed)
    assert isinstance(second, GamePlayed)
    assert (first.record.game, second.record.game) == (1, 3)
    assert end == OrderEnded(PLAN.name)
    assert starts(tmp_path) == 2


def test_bots_stay_for_the_next_order_of_their_match(executor: LocalExecutor, tmp_path: Path) -> None:
    for game in (1, 3):
        executor.submit(order(game, stay=True))
        played, end = until_free(executor)
        assert isinstance(played, GamePlayed)
        assert isinstance(end, OrderEnded)
    assert starts(tmp_path) == 0  # they are still there
    executor.close()
    assert starts(tmp_path) == 2


def test_bots_that_stayed_are_sent_home_and_their_last_game_is_told_as_it_counts(
    executor: LocalExecutor, tmp_path: Path
) -> None:
    assert executor.send_home() == []
    executor.submit(order(1, stay=True))
    played, _ = until_free(executor)
    (stayed,) = executor.send_home()
    assert [seating.game for seating in stayed.seatings] == [1]
    assert until_free(executor) == [played, OrderEnded(PLAN.name)]
    assert starts(tmp_path) == 2
    assert executor.send_home() == []
    executor.submit(order(3))  # it can still play
    assert isinstance(until_free(executor)[0], GamePlayed)


def test_bots_that_stay_make_room_for_others(executor: LocalExecutor, tmp_path: Path) -> None:
    executor.submit(order(1, stay=True))
    until_free(executor)
    executor.submit(order(3, bots=(fake("three"), fake("four"))))
    until_free(executor)
    assert starts(tmp_path) == 4


def test_a_worker_that_cannot_play_says_why_and_goes_on(executor: LocalExecutor) -> None:
    executor.submit(order(1, bots=(PackedBot("0" * 64, bytes), PackedBot("0" * 64, bytes))))
    (failed,) = until_free(executor)
    assert isinstance(failed, WorkerFailed)
    assert failed.sentence.startswith("SandboxError: version 000000000000 in the store: ")
    executor.submit(order(1))
    assert isinstance(until_free(executor)[0], GamePlayed)


def kill_the_worker() -> None:
    (worker,) = multiprocessing.active_children()
    worker.kill()


def test_a_lost_worker_is_reported_and_replaced(executor: LocalExecutor) -> None:
    slow = (fake("slow", "--late-at", "2", "--late-s", "15"), fake("two"))
    executor.submit(order(1, bots=slow))
    kill_the_worker()
    assert until_free(executor) == [WorkerLost(PLAN.name, "a worker ended with exit code -9")]
    executor.submit(order(1))
    assert isinstance(until_free(executor)[0], GamePlayed)


def test_no_more_games_are_begun_after_a_stop(executor: LocalExecutor) -> None:
    executor.submit(order(1, 2, 3, 4))
    first = next(executor.events(60.0))
    executor.stop()
    events = [first, *until_free(executor)]
    assert 1 <= sum(isinstance(event, GamePlayed) for event in events) < 4
    assert events[-1] == OrderEnded(PLAN.name)


def test_a_match_that_loses_a_worker_is_the_hosts_failure() -> None:
    played: list[int] = []

    def report(record: GameRecord) -> bool:
        played.append(record.game)
        if len(played) == 1:
            kill_the_worker()
        return True

    run = MatchRun(plan_of(fake("one"), fake("two"), games=40), None, report)
    with pytest.raises(HostError, match="a worker ended with exit code -9"):
        run.play()
    assert len(played) >= 1


class OneSlowGame:
    """An executor of two workers, whose first game takes as long as all others."""

    def __init__(self) -> None:
        self.orders: list[MatchOrder] = []
        self.record = played_record("classic,players=2,turn_limit=4")

    @property
    def free(self) -> int:
        return 2 - len(self.orders)

    def submit(self, order: MatchOrder) -> None:
        assert self.free > 0
        assert order.bots_stay
        self.orders.append(order)

    def send_home(self) -> list[MatchOrder]:
        return []

    def events(self, patience_s: float) -> Iterator[ExecutorEvent]:
        del patience_s
        order = self.orders.pop()
        (seating,) = order.seatings
        yield GamePlayed(order.match, replace(self.record, game=seating.game, set=seating.set))
        yield OrderEnded(order.match)

    def stop(self) -> None:
        raise AssertionError("nothing is to be stopped")

    def close(self) -> None:
        assert not self.orders


def test_games_are_handed_out_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """While one worker plays a long game, the other one plays all the rest."""
    executor = OneSlowGame()
    monkeypatch.setattr("arena.match.runner.open_executor", lambda *_, **__: executor)
    under_way: list[int] = []
    told: list[int] = []

    def report(record: GameRecord) -> bool:
        told.append(record.game)
        under_way.append(len(executor.orders))
        return True

    MatchRun(plan_of(fake("one"), fake("two"), games=8, jobs=2), None, report).play()
    assert sorted(told) == list(range(1, 9))
    # The next game is handed out before a record is kept, so that nobody waits for the store.
    assert under_way == [2, 2, 2, 2, 2, 2, 1, 0]
