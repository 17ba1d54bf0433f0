"""Does a match play what is missing, keep what was played, and survive being stopped?"""

import multiprocessing
import re
import signal
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from arena.match.deals import Dealing
from arena.match.executor import ExecutorEvent, GamePlayed, OrderEnded
from arena.match.order import MatchOrder
from arena.match.runner import MatchError, MatchRun
from arena.match.tally import Tally, summarise
from arena.record import GameRecord, Termination, commitment_of, verify
from arena.store import Store
from tests.match.matches import Played, fake, needs_root, plan_of, play_match
from tests.record.records import played_record


def test_a_match_is_recorded_and_true(tmp_path: Path) -> None:
    store = Store.open(tmp_path / "run", create=True)
    records = play_match(plan_of(fake("one"), fake("two"), games=4), store)
    assert [record.game for record in records] == [1, 2, 3, 4]
    assert [problem for record in records for problem in verify(record)] == []
    assert sorted(store.games(), key=lambda record: record.game) == records
    assert records[0].seed == records[1].seed != records[2].seed
    assert [seat.bot for seat in records[0].seats] == ["one", "two"]
    assert [seat.bot for seat in records[1].seats] == ["two", "one"]
    assert summarise(records, ["one", "two"], Dealing.DUPLICATE).sets == 2


def test_a_match_goes_on_where_it_stopped(tmp_path: Path) -> None:
    store = Store.open(tmp_path / "run", create=True)
    first = play_match(plan_of(fake("one"), fake("two"), games=3), store)
    longer = play_match(plan_of(fake("one"), fake("two"), games=4, seed=b"another"), store)
    assert longer[:3] == first
    assert [record.game for record in longer] == [1, 2, 3, 4]
    assert longer[2].seed == longer[3].seed
    assert len(list(store.games())) == 4


def test_a_folder_with_another_match_is_refused(tmp_path: Path) -> None:
    store = Store.open(tmp_path / "run", create=True)
    play_match(plan_of(fake("one"), fake("two")), store)
    with pytest.raises(MatchError, match="another match"):
        MatchRun(plan_of(fake("one"), fake("three")), store, lambda _: True)


def test_the_report_can_stop_a_match() -> None:
    played: list[int] = []

    def report(record: GameRecord) -> bool:
        played.append(record.game)
        return len(played) < 3

    MatchRun(plan_of(fake("one"), fake("two"), games=40), None, report).play()
    assert 3 <= len(played) <= 4


def interrupting(
    played: Played, times: int, how: signal.Signals = signal.SIGINT
) -> Callable[[GameRecord], bool]:
    """Ctrl-C, or what a service manager sends, when two games are played, so often."""

    def report(record: GameRecord) -> bool:
        played(record)
        for _ in range(times if len(played.records) == 2 else 0):
            signal.raise_signal(how)
        return True

    return report


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_match_keeps_what_was_played_and_goes_on(how: signal.Signals, tmp_path: Path) -> None:
    store = Store.open(tmp_path / "run", create=True)
    plan = plan_of(fake("one"), fake("two"), games=8)
    told: list[str] = []
    played = Played()
    run = MatchRun(plan, store, interrupting(played, 1, how), lambda: told.append("ends"))
    run.play()
    records = played.records
    assert run.interrupted
    assert told == ["ends"]
    assert 2 <= len(records) <= 3  # the game under way was played to its end
    assert sorted(record.game for record in store.games()) == [record.game for record in records]
    assert not any(record.void for record in records)
    whole = play_match(plan, store)
    assert [record.game for record in whole] == list(range(1, 9))
    assert [record for record in whole if record in records] == records
    assert len(list(store.games())) == 8


def test_a_second_interrupt_drops_the_games_under_way(tmp_path: Path) -> None:
    store = Store.open(tmp_path / "run", create=True)
    with pytest.raises(KeyboardInterrupt):
        MatchRun(plan_of(fake("one"), fake("two"), games=8), store, interrupting(Played(), 2)).play()
    assert len(list(store.games())) == 2
    assert multiprocessing.active_children() == []
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL


def test_a_bot_that_stays_when_the_match_is_over_loses_its_last_game(tmp_path: Path) -> None:
    """Only that game, in the report and in the store. The control is the bot beside it, which goes."""
    store = Store.open(tmp_path / "run", create=True)
    stays = fake("stays", "--stubborn-over", "--stubborn-s", "4")
    told = play_match(plan_of(stays, fake("goes"), games=2, deals=Dealing.FRESH), store)
    first, last = told
    assert not any(seat.failed for seat in first.seats)
    guilty = next(seat for seat in last.seats if seat.bot == "stays")
    assert guilty.termination is Termination.PROTOCOL
    assert guilty.sentence.startswith("It did not end when it was told to: in ")
    assert last.ranks == tuple(2 if seat.bot == "stays" else 1 for seat in last.seats)
    assert verify(last) == []
    assert sorted(store.games(), key=lambda record: record.game) == told


class Going:
    """An executor with one worker, whose bots never go: it is interrupted while it waits for that."""

    free = 1

    def __init__(self) -> None:
        self.orders: list[MatchOrder] = []

    def submit(self, order: MatchOrder) -> None:
        self.free = 0
        self.orders.append(order)

    def send_home(self) -> list[MatchOrder]:
        return self.orders if self.free else []

    def events(self, patience_s: float) -> Iterator[ExecutorEvent]:
        del patience_s
        if self.free:
            raise KeyboardInterrupt
        self.free = 1
        order = self.orders[0]
        record = replace(played_record("classic,players=2"), match=order.match, game=order.seatings[0].game)
        yield GamePlayed(order.match, record)
        yield OrderEnded(order.match)

    def stop(self) -> None:
        raise AssertionError("nothing is to be stopped")

    def close(self) -> None:
        pass


def test_a_game_that_was_played_is_kept_though_nobody_waits_for_its_bots_to_go(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("arena.match.runner.open_executor", lambda *_, **__: Going())
    played = Played()
    with pytest.raises(KeyboardInterrupt):
        MatchRun(plan_of(fake("one"), fake("two"), games=1), None, played).play()
    assert [record.game for record in played.records] == [1]


def test_no_process_sees_a_deal_twice(tmp_path: Path) -> None:
    records = play_match(plan_of(fake("one"), fake("two"), games=8, logs=tmp_path))
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


def told(logs: Path) -> dict[int, tuple[bytes, bytes]]:
    """Seed and salt that the bots were told after each game."""
    lines = [
        line for log in logs.glob("*.stderr.txt") for line in re.findall(r"^over .*$", log.read_text(), re.M)
    ]
    found = (line.split(" ") for line in lines)
    return {int(game): (bytes.fromhex(seed), bytes.fromhex(salt)) for _, game, seed, salt in found}


def seeds_logged(
    logs: Path, store: Store | None = None, **keys: int | Dealing
) -> tuple[list[GameRecord], list[int]]:
    """The records of a match, and the games whose seed the bots were told, truly."""
    bots = fake("one", "--log-seeds"), fake("two", "--log-seeds")
    records = play_match(plan_of(*bots, logs=logs, **keys), store)  # type: ignore[arg-type]  # each key has its type
    heard = told(logs)
    for record in records:
        if record.game in heard:
            assert heard[record.game] in ((record.seed, record.salt), (b"", b""))
            assert commitment_of(record.seed, record.salt) == record.commitment
    return records, sorted(game for game, (seed, _) in heard.items() if seed)


def test_a_seed_is_told_when_no_further_game_of_its_deal_is_to_come(tmp_path: Path) -> None:
    """The second game of each set tells it; of the set that is cut short, none: its other game may be asked for later."""
    store = Store.open(tmp_path / "run", create=True)
    records, heard = seeds_logged(tmp_path / "first", store, games=5)
    assert (len(records), heard) == (5, [2, 4])
    records, heard = seeds_logged(tmp_path / "second", store, games=8)
    assert (len(records), heard) == (8, [6, 8])
    assert [problem for record in records for problem in verify(record)] == []


def test_side_by_side_no_seed_is_told_while_its_deal_is_being_played(tmp_path: Path) -> None:
    """Both games of a set can be under way at once; then neither tells it."""
    _, heard = seeds_logged(tmp_path / "one set", games=2, jobs=2)
    assert heard == []
    _, heard = seeds_logged(tmp_path / "two sets", games=4, jobs=2)
    assert set(heard) <= {2, 4}


def test_fresh_deals_need_no_restart_and_every_seed_is_told(tmp_path: Path) -> None:
    records, heard = seeds_logged(tmp_path, games=6, deals=Dealing.FRESH)
    assert heard == [1, 2, 3, 4, 5, 6]
    assert len({record.seed for record in records}) == 6
    assert [record.seats[0].bot for record in records] == ["one", "two"] * 3
    assert len(list(tmp_path.glob("*.stderr.txt"))) == 2
    summary = summarise(records, ["one", "two"], Dealing.FRESH)
    assert (summary.games, summary.sets, summary.saved, summary.duels[0, 1].sets) == (6, 3, None, 6)


def test_fresh_and_duplicate_deals_are_different_matches(tmp_path: Path) -> None:
    fresh, duplicate = (plan_of(fake("one"), fake("two"), deals=deals) for deals in Dealing)
    assert fresh.name != duplicate.name
    store = Store.open(tmp_path / "run", create=True)
    play_match(duplicate, store)
    with pytest.raises(MatchError, match="limits or deals differ"):
        MatchRun(fresh, store, lambda _: True)


def test_a_fault_costs_the_game_and_no_other() -> None:
    records = play_match(plan_of(fake("good"), fake("bad", "--crash-at", "4", "--from-game", "2"), games=4))
    by_bot = [dict(zip([seat.bot for seat in record.seats], record.seats, strict=True)) for record in records]
    assert all(seats["good"].termination == Termination.NORMAL for seats in by_bot)
    assert all(
        "boom" in seats["bad"].sentence for seats in by_bot if seats["bad"].termination == Termination.CRASH
    )
    assert sum(seats["bad"].termination == Termination.CRASH for seats in by_bot) >= 1
    summary = summarise(records, ["good", "bad"], Dealing.DUPLICATE)
    assert summary.rows[1].faults["crash"] >= 1
    assert summary.rows[0].faults == {}
    assert summary.duels[0, 1].wins + summary.duels[0, 1].shared + summary.duels[0, 1].losses == 4


def test_three_bots_play_on_without_the_one_that_failed() -> None:
    plan = plan_of(fake("one"), fake("two", "--illegal-at", "2"), fake("three"), games=1)
    (record,) = play_match(plan)
    assert record.ranks[1] == 3
    assert any(decision.house for decision in record.decisions)
    assert verify(record) == []


def test_the_latest_record_of_a_void_game_counts() -> None:
    (record, *_) = play_match(plan_of(fake("one"), fake("two"), games=1))
    void = replace(record, void=True, void_reason="the host broke it")
    for records in ([void, record], [record, void]):
        tally = Tally(["one", "two"], Dealing.DUPLICATE)
        for one in records:
            tally.add(one)
        summary = tally.summary()
        assert (summary.games, summary.void, sum(row.times.decisions for row in summary.rows)) == (
            1,
            0,
            len(record.decisions),
        )


@needs_root
def test_in_the_sandbox(tmp_path: Path) -> None:
    records = play_match(plan_of(fake("one"), fake("two"), games=2, no_sandbox=False, logs=tmp_path))
    assert [record.tier for record in records] == [1, 1]
    assert [problem for record in records for problem in verify(record)] == []
    assert all(decision.cpu_ns > 0 for record in records for decision in record.decisions)
