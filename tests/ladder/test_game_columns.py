"""Do the arrays of a ladder's games say what the records say?"""

from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest

from arena.ladder.game_columns import Growing, Numbering, digests
from arena.ladder.ladder_folder import LadderFolder
from arena.ladder.results import Annulment, Results, number_of
from arena.record import GameRecord, SeatRecord, Termination, sealed
from arena.store import Store, StoreError
from tests.ladder.ladders import ladder_file, run, with_bots


def played(folder: Path, seats: int = 2) -> LadderFolder:
    ladder = ladder_file(folder, seats=seats)
    with_bots(LadderFolder.open(ladder.store, create=True), 6)
    run(ladder, 12)
    return LadderFolder.open(ladder.store)


def test_an_array_that_grows() -> None:
    growing = Growing(np.int32)
    for step in range(100):
        growing.add(np.full(step, step))
    assert growing.values.tolist() == [step for step in range(100) for _ in range(step)]
    growing.grow(5_000)
    assert growing.values[4_950:].tolist() == [0] * 50


def test_texts_have_numbers_in_the_order_in_which_they_come() -> None:
    words = Numbering()
    assert words.numbers(pa.array(["b", "a", "b"])).tolist() == [0, 1, 0]
    assert words.numbers(pa.array(["c", "a"])).tolist() == [2, 1]
    assert words.numbers(pa.array([], pa.string())).tolist() == []
    assert (words.known("c"), words.known("d")) == (2, None)


def test_seals_of_any_length_have_numbers_of_their_own() -> None:
    seals = [b"", b"\1", b"\1\0" * 8, bytes(range(200)), bytes(range(1, 201)), b"\2" + bytes(199)]
    numbers = digests(pa.array(seals, pa.binary())).tolist()
    assert len(set(numbers)) == len(seals)
    assert [number_of(seal) for seal in seals] == numbers
    assert digests(pa.array(seals, pa.binary())[2:4]).tolist() == numbers[2:4]


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_what_was_played_is_what_is_read(seats: int, tmp_path: Path) -> None:
    ladder_folder = played(tmp_path, seats)
    records = sorted(ladder_folder.games.games(), key=lambda one: (one.match, one.game))
    results = Results(ladder_folder.games)
    results.refresh()
    for record, result in zip(records, results.all(), strict=True):
        assert (record.match, record.game, record.set) == (result.match, result.game, result.set)
        assert (record.seed, record.started_ns, record.void) == (result.seed, result.started_ns, result.void)
        assert (record.scores, record.ranks) == (result.scores, result.ranks)
        assert tuple(seat.version for seat in record.seats) == result.versions
        assert tuple(seat.termination for seat in record.seats) == result.terminations
        assert results.record(result) == record
    for match, count in Counter(record.match for record in records).items():
        assert results.played(match) == count == len(results.of_match(match))
        assert results.seeds_of(match) == {one.seed for one in records if one.match == match}
    versions = sorted({version for result in results.all() for version in result.versions})
    games = results.games(versions)
    assert len(games.starts) == len(records) == results.counted
    assert np.unique(games.deal).size == len({record.seed for record in records})
    rows = [
        (versions[bot], int(rank)) for bot, rank in zip(games.bot.tolist(), games.rank.tolist(), strict=True)
    ]
    assert rows == [
        pair for result in results.all() for pair in sorted(zip(result.versions, result.ranks, strict=True))
    ]
    assert len(results.games(versions[1:]).starts) == sum(
        versions[0] not in one.versions for one in results.all()
    )


def failing(record: GameRecord, how: str, game: int) -> GameRecord:
    seats = tuple(SeatRecord(one.bot, one.version, how, "why") for one in record.seats[:1])
    return sealed(replace(record, seats=(*seats, *record.seats[1:]), game=game, seal=b""))


def test_faults_void_games_and_what_was_set_aside(tmp_path: Path) -> None:
    ladder_folder = played(tmp_path)
    record = next(iter(ladder_folder.games.games()))
    void = sealed(replace(record, game=50, void=True, ranks=(), scores=(), void_reason="broken", seal=b""))
    again = sealed(
        replace(void, void=False, ranks=(1, 2), scores=(9, 8), void_reason="", seal=b"", started_ns=2**62)
    )
    ladder_folder.games.append([failing(record, Termination.CRASH, 48), failing(record, "made up", 49), void])
    results = Results(ladder_folder.games)
    results.refresh()
    assert results.faults() == {record.seats[0].version: {"crash": 1}}
    assert [(one.game, one.scores, one.ranks, one.void_reason) for one in results.void()] == [
        (50, (), (), "broken")
    ]
    assert results.counted == 26
    results.keep(again)
    assert results.counted == 27
    assert [one.void for one in results.of_match(record.match) if one.game == 50] == [False]
    assert len(results.void()) == 1, "also when it was played again since"
    results.watch(results.first(27))
    assert results.annul(record.match, Annulment(record.started_ns + 1, "unfair"))
    assert not results.annul(record.match, Annulment(record.started_ns + 1, "unfair"))
    assert results.reordered
    assert [one.game for one in results.of_match(record.match)][-1:] == [50]
    assert {annulment.reason for _, annulment in results.annulled()} == {"unfair"}
    assert results.counted == 27 - len([one for one, _ in results.annulled() if not one.void])
    fresh = Results(ladder_folder.games)
    fresh.annul(record.match, Annulment(record.started_ns + 1, "unfair"))
    fresh.refresh()
    assert fresh.all() == results.all()
    assert fresh.annulled() == results.annulled()


def test_a_game_with_more_ranks_than_seats_is_refused(tmp_path: Path) -> None:
    ladder_folder = played(tmp_path / "one")
    record = next(iter(ladder_folder.games.games()))
    store = Store.open(tmp_path / "two", create=True)
    store.append([sealed(replace(record, ranks=(1, 2, 3), seal=b""))])
    with pytest.raises(StoreError, match="ranks: a game has another number of seats"):
        Results(store).refresh()
