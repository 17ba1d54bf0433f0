"""Does a match play what is missing, keep what was played, and survive being stopped?"""

import multiprocessing
import re
import signal
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from arena.match.runner import MatchError, MatchPlan, MatchRun, complete_sets, latest
from arena.match.summary import summarise
from arena.record import GameRecord, Termination, verify
from arena.store import Store
from tests.match.matches import fake, needs_root, plan_of


def play(plan: MatchPlan, store: Store | None = None) -> list[GameRecord]:
    return MatchRun(plan, store, lambda _: True).play()


def test_a_match_is_recorded_and_true(tmp_path: Path) -> None:
    store = Store.open(tmp_path / "run", create=True)
    records = play(plan_of(fake("one"), fake("two"), games=4), store)
    assert [record.game for record in records] == [1, 2, 3, 4]
    assert [problem for record in records for problem in verify(record)] == []
    assert sorted(store.games(), key=lambda record: record.game) == records
    assert records[0].seed == records[1].seed != records[2].seed
    assert [seat.bot for seat in records[0].seats] == ["one", "two"]
    assert [seat.bot for seat in records[1].seats] == ["two", "one"]
    assert len(complete_sets(records, 2)) == 4


def test_a_match_goes_on_where_it_stopped(tmp_path: Path) -> None:
    store = Store.open(tmp_path / "run", create=True)
    first = play(plan_of(fake("one"), fake("two"), games=3), store)
    longer = play(plan_of(fake("one"), fake("two"), games=4, seed=b"another"), store)
    assert longer[:3] == first
    assert [record.game for record in longer] == [1, 2, 3, 4]
    assert longer[2].seed == longer[3].seed
    assert len(list(store.games())) == 4


def test_a_folder_with_another_match_is_refused(tmp_path: Path) -> None:
    store = Store.open(tmp_path / "run", create=True)
    play(plan_of(fake("one"), fake("two")), store)
    with pytest.raises(MatchError, match="another match"):
        MatchRun(plan_of(fake("one"), fake("three")), store, lambda _: True)


def test_the_report_can_stop_a_match() -> None:
    run = MatchRun(plan_of(fake("one"), fake("two"), games=40), None, lambda records: len(records) < 3)
    assert 3 <= len(run.play()) <= 4


def interrupting(times: int, how: signal.Signals = signal.SIGINT) -> Callable[[list[GameRecord]], bool]:
    """Ctrl-C, or what a service manager sends, when two games are played, so often."""

    def report(records: list[GameRecord]) -> bool:
        for _ in range(times if len(records) == 2 else 0):
            signal.raise_signal(how)
        return True

    return report


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_match_keeps_what_was_played_and_goes_on(how: signal.Signals, tmp_path: Path) -> None:
    store = Store.open(tmp_path / "run", create=True)
    plan = plan_of(fake("one"), fake("two"), games=8)
    told: list[str] = []
    run = MatchRun(plan, store, interrupting(1, how), lambda: told.append("ends"))
    records = run.play()
    assert run.interrupted
    assert told == ["ends"]
    assert 2 <= len(records) <= 3  # the game under way was played to its end
    assert sorted(record.game for record in store.games()) == [record.game for record in records]
    assert not any(record.void for record in records)
    whole = play(plan, store)
    assert [record.game for record in whole] == list(range(1, 9))
    assert [record for record in whole if record in records] == records
    assert len(list(store.games())) == 8


def test_a_second_interrupt_drops_the_games_under_way(tmp_path: Path) -> None:
    store = Store.open(tmp_path / "run", create=True)
    with pytest.raises(KeyboardInterrupt):
        MatchRun(plan_of(fake("one"), fake("two"), games=8), store, interrupting(2)).play()
    assert len(list(store.games())) == 2
    assert multiprocessing.active_children() == []
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL


def test_no_process_sees_a_deal_twice(tmp_path: Path) -> None:
    records = play(plan_of(fake("one"), fake("two"), games=8, logs=tmp_path))
    sets = {record.game: record.set for record in records}
    lives = [
        [
            sets[int(game)]
            for game in re.findall(r"^game (\d+)$", log.read_text(encoding="utf-8"), re.MULTILINE)
        ]
        for log in sorted(tmp_path.glob("*.stderr.txt"))
    ]
    assert sorted(game for life in lives for game in life) == sorted(list(sets.values()) * 2)
    assert all(len(set(life)) == len(life) for life in lives)
    assert len(lives) == 4


def test_a_fault_costs_the_game_and_no_other() -> None:
    records = play(plan_of(fake("good"), fake("bad", "--crash-at", "4"), games=4))
    by_bot = [dict(zip([seat.bot for seat in record.seats], record.seats, strict=True)) for record in records]
    assert all(seats["good"].termination == Termination.NORMAL for seats in by_bot)
    assert all(
        "boom" in seats["bad"].sentence for seats in by_bot if seats["bad"].termination == Termination.CRASH
    )
    assert sum(seats["bad"].termination == Termination.CRASH for seats in by_bot) >= 1
    summary = summarise(records, ["good", "bad"])
    assert summary.rows[1].faults["crash"] >= 1
    assert summary.rows[0].faults == {}
    assert summary.duels[0, 1].wins + summary.duels[0, 1].shared + summary.duels[0, 1].losses == 4


def test_three_bots_play_on_without_the_one_that_failed() -> None:
    plan = plan_of(fake("one"), fake("two", "--illegal-at", "2"), fake("three"), games=1)
    (record,) = play(plan)
    assert record.ranks[1] == 3
    assert any(decision.house for decision in record.decisions)
    assert verify(record) == []


def test_the_latest_record_of_a_void_game_counts() -> None:
    (record, *_) = play(plan_of(fake("one"), fake("two"), games=1))
    void = replace(record, void=True, void_reason="the host broke it")
    assert latest([void, record]) == [record]
    assert latest([record, void]) == [record]


@needs_root
def test_in_the_sandbox(tmp_path: Path) -> None:
    records = play(plan_of(fake("one"), fake("two"), games=2, no_sandbox=False, logs=tmp_path))
    assert [record.tier for record in records] == [1, 1]
    assert [problem for record in records for problem in verify(record)] == []
    assert all(decision.cpu_ns > 0 for record in records for decision in record.decisions)
