"""Does a ladder play what it should, and take up what was left?"""

import math
import os
import random
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest
from pyarrow import fs

from arena.ladder.keys import LadderError
from arena.ladder.ladder_folder import LadderFolder, match_seed
from arena.ladder.ladder_state import LadderState
from arena.ladder.leases import SILENT_NS, Leases
from arena.ladder.notes import Notes
from arena.ladder.results import Annulment
from arena.ladder.roster import SUBMITTED, NotTaken
from arena.ladder.runner import Goal, LadderRun
from arena.ladder.standings import standings_of
from arena.match import HostError
from arena.match.executor import ExecutorEvent, GamePlayed, OrderEnded, WorkerFailed, WorkerLost
from arena.store import Folder, StoreError
from arena.units import SECOND_NS
from tests.ladder.ladders import DrawnGames, drawn, ladder_file, outcome, run, with_bots


def prepared(folder: Path, text: str = "", bots: int = 4, **keys: object) -> tuple[LadderFolder, LadderState]:
    ladder = ladder_file(folder, text, **keys)
    ladder_folder = LadderFolder.open(ladder.store, create=True)
    with_bots(ladder_folder, bots)
    return ladder_folder, LadderState(ladder, ladder_folder)


def test_every_pairing_is_noted_with_its_reason(tmp_path: Path) -> None:
    ladder_folder, _ = prepared(tmp_path)
    ladder_state = run(ladder_file(tmp_path), 5)
    pairings = ladder_folder.pairings()
    assert len(pairings) == 5
    assert all(one.reason.startswith("newcomer bot") for one in pairings.values())
    assert all(name == one.named("test") for name, one in pairings.items())
    assert ladder_state.finished == 5


@pytest.mark.parametrize("deals", ["fresh", "duplicate"])
def test_until_the_intervals_are_narrow(deals: str, tmp_path: Path) -> None:
    prepared(tmp_path)
    ladder_state = run(ladder_file(tmp_path, deals=deals), until=150.0)
    assert ladder_state.widest() <= 150.0
    rows = standings_of(ladder_state)
    assert max(0.5 * (row.high - row.low) for row in rows) <= 150.0
    assert [row.rank for row in rows] == [1, 2, 3, 4]


def test_the_same_deals_for_all_seats_or_one_deal_a_game(tmp_path: Path) -> None:
    for deals, different in (("duplicate", 2), ("fresh", 4)):
        ladder_folder, _ = prepared(tmp_path / deals, sets=2, deals=deals, bots=2)
        run(ladder_file(tmp_path / deals, sets=2, deals=deals), 1)
        records = list(ladder_folder.games.games())
        assert len(records) == 4
        assert len({record.seed for record in records}) == different
        assert [record.set for record in sorted(records, key=lambda one: one.game)] == [1, 1, 2, 2]
        assert {tuple(seat.version for seat in record.seats) for record in records} == {
            tuple(order) for order in ([one.version for one in records[0].seats], [one.version for one in records[0].seats][::-1])
        }  # fmt: skip


def test_no_fresh_deal_is_played_twice(tmp_path: Path) -> None:
    """Nor one that was begun: what a worker lost, what the host broke and what was annulled have new deals."""
    ladder_folder, _ = prepared(tmp_path, sets=2, bots=2, seed="")
    dealt = Dealt()
    run(ladder_file(tmp_path, sets=2, seed=""), 2, executor=dealt)
    for name in ladder_folder.pairings():
        ladder_folder.annul(name, Annulment(time.time_ns(), "a bug"))
    ladder_state = run(ladder_file(tmp_path, sets=2, seed=""), 2, executor=dealt)
    assert (ladder_state.finished, len(dealt.seeds)) == (2, 2 * (4 + 1) + 2 * 4)
    assert len(set(dealt.seeds)) == len(dealt.seeds)
    assert ladder_folder.secret() == LadderFolder.open(str(tmp_path / "store")).secret()


@pytest.mark.parametrize("was", ["duplicate", "fresh"])
def test_a_match_that_was_begun_goes_on_with_other_deals(was: str, tmp_path: Path) -> None:
    """Its name and what it has played stay; only what is missing is dealt as the file says now."""
    ladder_folder, _ = prepared(tmp_path, sets=3, deals=was, bots=2)
    run(ladder_file(tmp_path, sets=3, deals=was), executor=Interrupted())
    before = {record.game: record.seed for record in ladder_folder.games.games()}
    now = "fresh" if was == "duplicate" else "duplicate"
    ladder_state = run(ladder_file(tmp_path, sets=3, deals=now), 1)
    (name,) = ladder_folder.pairings()
    after = {result.game: result.seed for result in ladder_state.results.of_match(name)}
    assert (ladder_state.finished, len(before), len(after)) == (1, 4, 6)
    assert before.items() <= after.items()
    assert not {after[game] for game in after.keys() - before.keys()} & set(before.values())
    assert all(math.isfinite(row.low) for row in standings_of(ladder_state)[:2])


def test_deals_are_secret_and_the_same_for_whoever_plays_them(tmp_path: Path) -> None:
    ladder_folder, _ = prepared(tmp_path)
    assert ladder_folder.secret() == LadderFolder.open(str(tmp_path / "store")).secret()
    assert ladder_folder.secret("given") == b"given"
    assert match_seed(b"a", "m") != match_seed(b"b", "m")
    prepared(tmp_path / "other")
    assert LadderFolder.open(str(tmp_path / "other" / "store")).secret() != ladder_folder.secret()


class Dealt(DrawnGames):
    """Notes every deal that is played, and loses the worker once in the middle of a match."""

    def __init__(self) -> None:
        super().__init__()
        self.seeds: list[bytes] = []
        self._lost: set[str] = set()

    def next(self, match: str) -> ExecutorEvent:
        _, missing = self._orders[match]
        if missing:
            self.seeds.append(missing[0].seed)
        if len(missing) == 2 and match not in self._lost:
            self._lost.add(match)
            del self._orders[match]
            return WorkerLost(match, "a worker ended with exit code -9")
        return super().next(match)


class Once(DrawnGames):
    """Goes wrong once for each match, in its first game."""

    def __init__(self, wrong: str) -> None:
        super().__init__()
        self._wrong = wrong
        self._seen: set[str] = set()

    def next(self, match: str) -> ExecutorEvent:
        if match in self._seen:
            return super().next(match)
        self._seen.add(match)
        order, missing = self._orders[match]
        if self._wrong == "void":
            return GamePlayed(match, drawn(order, missing.pop(0), void=True))
        del self._orders[match]
        return WorkerLost(match, "a worker ended with exit code -9")


@pytest.mark.parametrize("deals", ["fresh", "duplicate"])
@pytest.mark.parametrize("wrong", ["void", "lost"])
def test_what_the_host_broke_is_played_again(wrong: str, deals: str, tmp_path: Path) -> None:
    """With duplicates on the same deal, or the set would not be one."""
    ladder_folder, _ = prepared(tmp_path, deals=deals)
    ladder_state = run(ladder_file(tmp_path, deals=deals), 3, executor=Once(wrong))
    assert ladder_state.finished == 3
    counted = [record for record in ladder_folder.games.games() if not record.void]
    assert len(counted) == 6
    if wrong == "void":
        void = [record for record in ladder_folder.games.games() if record.void]
        assert len(void) == 3
        assert ({one.seed for one in void} <= {one.seed for one in counted}) == (deals == "duplicate")
    if wrong == "lost" or deals == "duplicate":
        prepared(tmp_path / "well", deals=deals)
        assert outcome(ladder_state) == outcome(run(ladder_file(tmp_path / "well", deals=deals), 3))


class Always(DrawnGames):
    """Never gets anywhere."""

    def __init__(self, event: type[WorkerLost] | type[WorkerFailed] | None) -> None:
        super().__init__()
        self._event = event

    def events(self, patience_s: float) -> Iterator[ExecutorEvent]:
        del patience_s
        for match in list(self._orders):
            order, missing = self._orders[match]
            if self._event is not None:
                del self._orders[match]
                yield self._event(match, "the host is broken")
            elif missing:
                yield GamePlayed(match, drawn(order, missing.pop(), void=True))
            else:
                del self._orders[match]
                yield OrderEnded(match)


@pytest.mark.parametrize(
    ("event", "sentence"),
    [(WorkerLost, "given up after 3 tries"), (WorkerFailed, "^the host is broken"), (None, "void time")],
)
def test_a_host_that_stays_broken_stops_the_ladder(
    event: type[WorkerLost] | type[WorkerFailed] | None, sentence: str, tmp_path: Path
) -> None:
    prepared(tmp_path)
    with pytest.raises(HostError, match=sentence):
        run(ladder_file(tmp_path), 3, executor=Always(event))


class Interrupted(DrawnGames):
    """The user presses Ctrl-C during the fourth game."""

    def next(self, match: str) -> ExecutorEvent:
        if len(self.played) == 3:
            signal.raise_signal(signal.SIGINT)
        return super().next(match)

    def stop(self) -> None:
        for _, missing in self._orders.values():
            missing.clear()


def test_ctrl_c_ends_a_run_and_the_next_one_goes_on(tmp_path: Path) -> None:
    """The game under way is finished, its match of six games is not."""
    ladder_folder, _ = prepared(tmp_path, sets=3)
    ladder_state = run(ladder_file(tmp_path, sets=3), executor=Interrupted())
    assert (ladder_state.finished, len(ladder_state.unfinished())) == (0, 1)
    assert len(list(ladder_folder.games.games())) == 4
    assert ladder_folder.runners.names(".json") == []
    ladder_state = run(ladder_file(tmp_path, sets=3), 1)
    assert (ladder_state.finished, len(ladder_state.unfinished())) == (1, 0)
    assert len(list(ladder_folder.games.games())) == 6


@pytest.mark.parametrize(
    ("keys", "sentence"),
    [
        ({"rules": "classic,turn_limit=7"}, "rules: is classic,players=2,turn_limit=7, but the games"),
        ({"time": "21+1"}, r"time: is 21\+1, but the games in the store were played with 20\+1"),
        ({"name": "other"}, "name: is other, but the store has games of test-"),
    ],
)
def test_games_that_cannot_be_compared_are_refused(
    keys: dict[str, object], sentence: str, tmp_path: Path
) -> None:
    prepared(tmp_path)
    run(ladder_file(tmp_path), 1)
    with pytest.raises(LadderError, match=sentence):
        run(ladder_file(tmp_path, "", **keys), 1)


def test_ladders_of_one_bot_and_of_none(tmp_path: Path) -> None:
    for bots in (0, 1):
        prepared(tmp_path / str(bots), bots=bots)
        ladder_state = run(ladder_file(tmp_path / str(bots)))
        assert ladder_state.finished == 0
        rows = standings_of(ladder_state)
        assert [(row.bot, row.games, row.elo) for row in rows] == [("bot0", 0, 0.0)][:bots]


def test_a_new_version_starts_afresh_and_the_old_one_retires(tmp_path: Path) -> None:
    ladder_folder, _ = prepared(tmp_path)
    run(ladder_file(tmp_path), 8)
    entered = ladder_folder.roster.enter("bot1", "f" * 64, "owner1", 5_000)
    assert (entered.number, entered.active) == (2, True)
    ladder_state = run(ladder_file(tmp_path), 1)
    rows = {(row.bot, row.number): row for row in standings_of(ladder_state)}
    assert not rows["bot1", 1].active
    assert rows["bot1", 1].games > 0
    assert rows["bot1", 2].games == 2
    assert next(iter(ladder_state.past())).pairing in ladder_folder.pairings().values()
    later = run(ladder_file(tmp_path), 10)
    paired = [
        one.table for name, one in ladder_folder.pairings().items() if name not in ladder_state._finished
    ]
    assert paired
    assert not any(rows["bot1", 1].version in table for table in paired)
    assert later.finished == 19


def test_names_belong_to_owners_and_content_is_entered_once(tmp_path: Path) -> None:
    ladder_folder, _ = prepared(tmp_path)
    with pytest.raises(NotTaken, match="the name bot1 belongs to owner1"):
        ladder_folder.roster.enter("bot1", "e" * 64, "somebody", 1)
    with pytest.raises(NotTaken, match="on the ladder already, as bot1 v1"):
        ladder_folder.roster.enter("bot1", ladder_folder.roster.versions()[1].version, "owner1", 1)


def test_who_has_a_suspended_bot_enters_nothing_until_it_is_reinstated(tmp_path: Path) -> None:
    """Neither a new version nor another bot, also if the suspended one is retired. Others are as free as ever."""
    ladder_folder, _ = prepared(tmp_path)
    roster = ladder_folder.roster
    spoilt = next(one for one in roster.versions() if one.bot == "bot1")
    roster.suspend(spoilt.version, 1, "6 of its 8 games were void")
    roster.retire(spoilt.version, 2)
    for bot in ("bot1", "unheard-of"):
        with pytest.raises(NotTaken, match="bot1 v1 of owner1 is suspended: 6 of its 8 games were void"):
            roster.enter(bot, "e" * 64, "owner1", 3)
    roster.enter("bystander", "d" * 64, "somebody", 3)
    roster.reinstate(spoilt.version, 4)
    assert roster.enter("bot1", "e" * 64, "owner1", 5).number == 2


def test_two_submissions_at_the_same_moment_both_count(tmp_path: Path) -> None:
    """Both took number 2, as may happen in an object store."""
    ladder_folder, _ = prepared(tmp_path)
    notes = Notes(Folder.open(tmp_path / "store" / "versions"), SUBMITTED)
    for version, at_ns in (("c" * 64, 7_000), ("d" * 64, 7_001)):
        notes.add({"bot": "bot0", "number": 2, "version": version, "owner": "owner0", "submitted_ns": at_ns})
    notes.add({"bot": "bot0", "number": 3, "version": "e" * 64, "owner": "thief", "submitted_ns": 7_002})
    own = [one for one in ladder_folder.roster.versions() if one.bot == "bot0"]
    assert [(one.number, one.version[0], one.active) for one in own][1:] == [(2, "c", False), (3, "d", True)]


def test_a_damaged_note_is_named(tmp_path: Path) -> None:
    ladder_folder, _ = prepared(tmp_path)
    path = sorted((tmp_path / "store" / "versions").iterdir())[0]
    path.write_bytes(path.read_bytes().replace(b"owner", b"thief"))
    with pytest.raises(StoreError, match=rf"^{path}: damaged"):
        LadderFolder.open(str(tmp_path / "store")).roster.versions()
    del ladder_folder


def test_a_match_is_taken_by_one_runner_and_by_another_when_that_one_is_gone(tmp_path: Path) -> None:
    ladder_folder, _ = prepared(tmp_path)
    first, second = (Leases(ladder_folder.leases, ladder_folder.runners) for _ in range(2))
    with second:
        with first:
            assert first.take("m")
            assert not second.take("m")
            assert second.free(["m", "n"]) == ["n"]
        assert second.free(["m"]) == ["m"]
        assert second.take("m")
        assert not first.take("m")


class Slow(Folder):
    """A folder in which a moment passes before and after everything, so that runners get in each other's way."""

    def write(self, name: str, content: bytes) -> str:
        time.sleep(random.uniform(0.0, 0.004))
        return super().write(name, content)

    def names(self, suffix: str) -> list[str]:
        time.sleep(random.uniform(0.0, 0.004))
        return super().names(suffix)


def test_of_many_who_want_a_match_at_once_one_gets_it(tmp_path: Path) -> None:
    """Without any help of the filesystem; whoever is asked last may find them all taken, but never one twice."""
    ladder_folder, _ = prepared(tmp_path)
    matches = [f"m-{number}" for number in range(8)]
    elsewhere = fs.SubTreeFileSystem(str(tmp_path / "store"), fs.LocalFileSystem())
    runners = [Leases(Slow(elsewhere, "leases"), ladder_folder.runners) for _ in range(4)]
    taken: list[str] = []

    def want_all(leases: Leases) -> None:
        taken.extend(match for match in matches if leases.take(match))

    with ExitStack() as all_at_work:
        for one in runners:
            all_at_work.enter_context(one)
        threads = [threading.Thread(target=want_all, args=(one,)) for one in runners]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        left = [match for match in matches if runners[0].free([match])]
        assert sorted(taken + left) == matches
        assert len(taken) >= 6


def test_a_runner_on_another_host_is_gone_when_it_is_silent(tmp_path: Path) -> None:
    ladder_folder, _ = prepared(tmp_path)
    first, second = (Leases(ladder_folder.leases, ladder_folder.runners) for _ in range(2))
    first._host = "elsewhere"
    with first, second:
        assert first.take("m")
        assert second.free(["m"]) == []
        sign = tmp_path / "store" / "runners" / f"{first.runner}.json"
        long_ago_s = sign.stat().st_mtime - SILENT_NS / SECOND_NS - 1
        os.utime(sign, (long_ago_s, long_ago_s))
        assert second.free(["m"]) == ["m"]


def test_a_ladder_in_an_object_store(tmp_path: Path) -> None:
    """A filesystem that is not the local one, which cannot say "only if it is not there"."""
    (tmp_path / "bucket").mkdir()
    elsewhere = fs.SubTreeFileSystem(str(tmp_path), fs.LocalFileSystem())
    ladder_folder = LadderFolder(Folder(elsewhere, "bucket"))
    with_bots(ladder_folder, 4)
    ladder = ladder_file(tmp_path / "file")
    playing = LadderRun(ladder, ladder_folder, DrawnGames(2), Goal(matches=6), lambda *_: None)
    playing.run()
    assert playing.ladder_state.finished == 6
    ladder_folder.keep("a" * 64, b"\x1f\x8bpacked")
    assert ladder_folder.packed("a" * 64) == b"\x1f\x8bpacked"
    again = LadderState(replace(ladder, seed=""), LadderFolder(Folder(elsewhere, "bucket")))
    again.refresh()
    assert outcome(again) == outcome(playing.ladder_state)
