"""Is a game that the host broke played again, and does a host that is too busy end the match with a sentence?"""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from arena.match import Dealing, HostError, MatchRun, Throttle, runner
from arena.match.executor import ExecutorEvent, GamePlayed, OrderEnded
from arena.match.host_load import HostLoad
from arena.match.order import MatchOrder
from arena.record import GameRecord
from tests.match.matches import fake, plan_of, play_match
from tests.record.records import played_record

RECORD = played_record("classic,players=2")
TOO_BUSY = "the host is too busy: while a bot was asked, 12.000 s passed"


class Scripted:
    """An executor that has two workers and plays no game: of its orders, those with these numbers end void."""

    def __init__(self, void: dict[int, str]) -> None:
        self._void = void  # by number of the order, from 1
        self._waiting: list[MatchOrder] = []
        self.orders: list[MatchOrder] = []
        self.most_at_once = 0

    @property
    def free(self) -> int:
        return 2 - len(self._waiting)

    def submit(self, order: MatchOrder) -> None:
        self.orders.append(order)
        self._waiting.append(order)
        self.most_at_once = max(self.most_at_once, len(self._waiting))

    def send_home(self) -> list[MatchOrder]:
        return []

    def events(self, patience_s: float) -> Iterator[ExecutorEvent]:
        del patience_s
        order = self._waiting.pop(0)
        (seating,) = order.seatings
        record = replace(RECORD, match=order.match, game=seating.game, set=seating.set, seed=seating.seed)
        reason = self._void.get(len(self.orders) - len(self._waiting), "")
        if reason:
            record = replace(record, decisions=(), void=True, void_reason=reason)
        yield GamePlayed(order.match, record)
        yield OrderEnded(order.match)

    def stop(self) -> None:
        pass

    def close(self) -> None:
        pass


def play(
    monkeypatch: pytest.MonkeyPatch, executor: Scripted, games: int, dealing: Dealing = Dealing.DUPLICATE
) -> list[GameRecord]:
    monkeypatch.setattr(runner, "open_executor", lambda *_, **__: executor)
    plan = plan_of(fake("one"), fake("two"), games=games, jobs=2)
    plan = replace(plan, settings=replace(plan.settings, deals=dealing))
    return play_match(plan)


@pytest.mark.parametrize("reason", [TOO_BUSY, "SandboxError: no more users"])
def test_a_void_game_is_played_again(monkeypatch: pytest.MonkeyPatch, reason: str) -> None:
    executor = Scripted({2: reason})
    records = play(monkeypatch, executor, 4)
    assert [(record.game, record.void) for record in records] == [
        (1, False),
        (2, False),
        (3, False),
        (4, False),
    ]
    assert len(executor.orders) == 5


def test_with_fresh_deals_it_is_played_on_a_new_one(monkeypatch: pytest.MonkeyPatch) -> None:
    executor = Scripted({1: TOO_BUSY})
    records = play(monkeypatch, executor, 2, Dealing.FRESH)
    assert not any(record.void for record in records)
    seeds = [order.seatings[0].seed for order in executor.orders]
    assert len(seeds) == len(set(seeds)) == 3


def test_a_host_that_is_too_busy_ends_the_match(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(HostError, match="4 games were void, the last because the host is too busy"):
        play(monkeypatch, Scripted(dict.fromkeys(range(1, 99), TOO_BUSY)), 4)


def test_other_void_games_are_left_void_when_there_are_many(monkeypatch: pytest.MonkeyPatch) -> None:
    records = play(monkeypatch, Scripted(dict.fromkeys(range(1, 99), "OSError: no room")), 4)
    assert all(record.void for record in records)


def test_a_busy_host_plays_one_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    executor = Scripted({})
    monkeypatch.setattr(runner, "open_executor", lambda *_, **__: executor)
    lines: list[str] = []
    throttle = Throttle(2, 1, lines.append, lambda: HostLoad(0.9, 20, 0, 2))
    plan = plan_of(fake("one"), fake("two"), games=6, jobs=2)
    MatchRun(plan, None, lambda _: True, throttle=throttle).play()
    assert executor.most_at_once == 1
    assert lines[0].endswith("; 1 at once instead of 2")
