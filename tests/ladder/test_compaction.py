"""Do the games of a ladder stay in few files, and is no record ever missing while they are gathered?"""

from dataclasses import replace
from pathlib import Path

import pytest

from arena.ladder.compaction import Compaction, JoinedGames, compacted, due, everything
from arena.ladder.game_columns import COLUMNS
from arena.ladder.ladder_folder import LadderFolder
from arena.ladder.leases import Leases
from arena.ladder.results import Results, number_of
from arena.store import StoreError
from tests.ladder.ladders import ladder_file, outcome, run, with_bots


class Clock:
    """A clock that stands still until it is told."""

    def __init__(self) -> None:
        self.now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


def played(folder: Path, matches: int) -> LadderFolder:
    ladder = ladder_file(folder)
    with_bots(LadderFolder.open(ladder.store, create=True), 4)
    run(ladder, matches)
    return LadderFolder.open(ladder.store)


def test_what_is_due() -> None:
    assert due({"a": 1, "b": 1}, fan=3) == []
    assert due({"a": 1, "b": 2, "c": 1}, fan=3) == [["a", "b", "c"]]
    assert due({"a": 3, "b": 8, "c": 1}, fan=3) == []
    assert due({"a": 3, "b": 4, "c": 3, "d": 9}, fan=3) == [["a", "b"]], "a part has at most nine games"
    assert everything({"a": 1, "b": 5, "c": 4, "d": 10, "e": 2}, full=10) == [["a", "b", "c"]]
    assert everything({"a": 10}, full=10) == []


def test_a_ladder_stays_in_few_files(tmp_path: Path) -> None:
    """A hundred games by eights: full parts of 64, some of 8, some of one."""
    ladder = ladder_file(tmp_path)
    with_bots(LadderFolder.open(ladder.store, create=True), 4)
    ladder_state = run(ladder, 50, fan=8)
    files = list((tmp_path / "store" / "games").iterdir())
    assert len(files) <= 20
    assert sum(ladder_state.results.sizes().values()) == 100
    assert outcome(ladder_state) == outcome(run(ladder, fan=8, until=1e9))


def test_nothing_is_removed_before_everyone_has_seen_what_replaces_it(tmp_path: Path) -> None:
    ladder_folder = played(tmp_path, 8)
    clock = Clock()
    results = Results(ladder_folder.games)
    results.refresh()
    compaction = Compaction(
        JoinedGames(ladder_folder.games, results),
        Leases(ladder_folder.leases, ladder_folder.runners),
        fan=16,
        grace_s=5.0,
        now_s=clock,
    )
    compaction.step()
    before = set(ladder_folder.games.parts())
    assert len(before) == 17
    assert compaction.sweep() == 16
    clock.now_s = 4.0
    assert compaction.sweep() == 16
    assert set(ladder_folder.games.parts()) == before
    clock.now_s = 5.0
    assert compaction.sweep() == 0
    assert list(results.sizes().values()) == [16]
    assert ladder_folder.games.parts() == list(results.sizes())
    assert len(list(ladder_folder.games.games())) == 16


def test_a_compaction_that_was_killed_half_way_is_completed_by_the_next(tmp_path: Path) -> None:
    """Joined, and some parts removed: the others go as soon as another runner looks."""
    ladder_folder = played(tmp_path, 8)
    parts = ladder_folder.games.parts()
    joined = ladder_folder.games.join(parts)
    for path in parts[:7]:
        ladder_folder.games.remove(path)
    results = Results(ladder_folder.games)
    results.refresh()
    assert sorted(results.superseded()) == parts[7:]
    compaction = Compaction(
        JoinedGames(ladder_folder.games, results),
        Leases(ladder_folder.leases, ladder_folder.runners),
        grace_s=0.0,
    )
    compaction.step()
    assert ladder_folder.games.parts() == [joined]


def test_two_who_gather_the_same_keep_one(tmp_path: Path) -> None:
    """Both joined all parts: of two that hold the same the later one stays, whoever looks, and not neither."""
    ladder_folder = played(tmp_path, 4)
    parts = ladder_folder.games.parts()
    first, second = ladder_folder.games.join(parts), ladder_folder.games.join(parts)
    for order in ((first, second), (second, first)):
        results = Results(ladder_folder.games)
        for path in order:
            results._add_parts([(path, ladder_folder.games.columns(path, COLUMNS))])
        assert results.superseded() == [first]
    results = Results(ladder_folder.games)
    results.refresh()
    assert sorted(results.superseded()) == sorted([*parts, first])


def test_who_reads_while_another_gathers_finds_everything(tmp_path: Path) -> None:
    ladder_folder = played(tmp_path, 6)
    parts = ladder_folder.games.parts()
    reading = ladder_folder.games.games()
    seen = [next(reading) for _ in range(3)]
    ladder_folder.games.join(parts)
    for path in parts:
        ladder_folder.games.remove(path)
    seen += list(reading)
    assert len({(one.match, one.game) for one in seen}) == len(seen) == 12
    results = Results(ladder_folder.games)
    results.refresh()
    known = results.all()
    again = ladder_folder.games.join([*ladder_folder.games.parts(), ladder_folder.games.append(seen[:1])])
    for path in set(ladder_folder.games.parts()) - {again}:
        ladder_folder.games.remove(path)
    assert {number_of(one.seal) for one in results.records(known)} == {one.seal for one in known}


def test_notes_of_matches_are_gathered_too(tmp_path: Path) -> None:
    """By whoever runs the ladder, and by hand; whoever reads finds every match, however it was noted."""
    ladder = ladder_file(tmp_path)
    with_bots(LadderFolder.open(ladder.store, create=True), 4)
    run(ladder, 30, fan=5)
    folder = tmp_path / "store" / "matches"
    assert len(list(folder.iterdir())) < 15
    before = LadderFolder.open(ladder.store).pairings()
    assert len(before) == 30
    ladder_folder = LadderFolder.open(ladder.store)
    results = Results(ladder_folder.games)
    found, left = compacted(ladder_folder, results, grace_s=0.0)
    assert found > left == 2, "one of games and one of matches"
    assert [path.suffix for path in folder.iterdir()] == [".notes"]
    assert LadderFolder.open(ladder.store).pairings() == before == ladder_folder.pairings()
    assert compacted(ladder_folder, results, grace_s=0.0) == (2, 2)
    name, pairing = next(iter(before.items()))
    other = replace(pairing, reason="another")
    assert LadderFolder.open(ladder.store).matches.choose(name, other) in (pairing, other)
    ladder_folder = LadderFolder.open(ladder.store)
    assert ladder_folder.pairings()[name] == pairing, "what was noted first holds"
    assert outcome(run(ladder, 3)) != []


def test_a_joining_of_notes_that_was_killed_is_completed(tmp_path: Path) -> None:
    """Joined twice, and some removed: all matches are found, and of two files that hold the same one stays."""
    ladder_folder = played(tmp_path, 8)
    matches = ladder_folder.matches
    before = dict(ladder_folder.pairings())
    singles = list(matches.sizes())
    matches.join(singles)
    matches.join(singles)
    for file in singles[:3]:
        matches.remove(file)
    again = LadderFolder.open(ladder_folder.url)
    assert again.pairings() == before
    leases = Leases(again.leases, again.runners)
    assert Compaction(again.matches, leases, grace_s=0.0).sweep() == 0
    assert list(again.matches.sizes().values()) == [8]
    assert LadderFolder.open(ladder_folder.url).pairings() == before
    assert ladder_folder.pairings() == before, "also for one who had read the old ones"


def test_a_damaged_file_of_notes_is_told(tmp_path: Path) -> None:
    ladder_folder = played(tmp_path, 4)
    ladder_folder.pairings()
    ladder_folder.matches.join(list(ladder_folder.matches.sizes()))
    (path,) = (tmp_path / "store" / "matches").glob("*.notes")
    path.write_bytes(path.read_bytes().replace(b"meeting 1", b"meeting 7", 1))
    with pytest.raises(StoreError, match="damaged"):
        LadderFolder.open(ladder_folder.url).pairings()
