"""Is nothing lost and nothing counted twice when runners are killed, or when two of them work on one store?"""

import subprocess
import sys
from collections import Counter
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path

import pytest

from arena.ladder.file import LadderFile
from arena.ladder.ladder_folder import LadderFolder
from arena.ladder.ladder_state import LadderState
from arena.ladder.standings import standings_of
from arena.record import sealed
from tests.ladder.kills import play_on, prepared, read
from tests.ladder.ladders import DrawnGames, ladder_file, outcome, run, with_bots


def killed(folder: Path, kind: str, kills: int) -> tuple[LadderState, int, int]:
    """What is left, how many of the runners were really killed, and how many matches were then finished."""
    command = [sys.executable, "-m", "tests.ladder.kills", folder, kind, str(kills)]
    ran = subprocess.run(list(map(str, command)), check=True, capture_output=True, text=True, timeout=300)
    died, finished, _ = map(int, ran.stdout.split())
    return read(LadderFile.load(folder / "ladder.toml")), died, finished


@pytest.mark.parametrize(
    ("kind", "kills"),
    [
        ("continuous", 50),
        ("swiss", 15),
        ("knockout", 10),
        ("double-elimination", 5),
        pytest.param("continuous", 200, marks=pytest.mark.soak),
    ],
)
def test_killed_at_random_moments(kind: str, kills: int, tmp_path: Path) -> None:
    """What is left is, bit for bit, what an unkilled run leaves: who met, on which deals, and the table."""
    ladder_state, died, finished = killed(tmp_path / "killed", kind, kills)
    whole = prepared(tmp_path / "whole", kind)
    if kind == "continuous":
        assert died == kills
        assert finished > kills // 10, "they hardly got anywhere"
        play_on(whole, ladder_state.finished)
    else:
        assert died > kills // 3, "the tournament was over before they could be killed"
        play_on(whole)
    unkilled = read(whole)
    assert outcome(ladder_state) == outcome(unkilled)
    assert standings_of(ladder_state) == standings_of(unkilled)
    records = LadderFolder.open(str(tmp_path / "killed" / "store")).games.games()
    assert set(Counter((one.match, one.game) for one in records).values()) == {1}
    assert len(ladder_state.results.sizes()) < ladder_state.finished, "files were gathered meanwhile"


def test_a_runner_that_begins_anew_pairs_as_one_that_goes_on(tmp_path: Path) -> None:
    """Ratings for pairing are taken at fixed counts of games: 8 and 16 here, and never in between."""
    whole, often = (prepared(tmp_path / name, "continuous") for name in ("whole", "often"))
    play_on(whole, 40)
    for _ in range(20):
        play_on(often, 2)
    assert outcome(read(often)) == outcome(read(whole))


def test_ratings_for_pairing_know_the_first_games_only(tmp_path: Path) -> None:
    """Also when a game that began early is read late, or one is set aside."""
    ladder = prepared(tmp_path, "continuous")
    ladder_state = run(ladder, 21)
    records = sorted(LadderFolder.open(ladder.store).games.games(), key=lambda one: one.started_ns)
    assert ladder_state.pairing_ratings().games.sum() == 2 * 40, "of 42 games of eight bots"
    assert sum(games for _, games in ladder_state.unrated()) == 2
    before = ladder_state.pairing_ratings()
    assert ladder_state.pairing_ratings() is before
    early = replace(records[-1], started_ns=1, game=99, seal=b"")
    ladder_state.keep(sealed(early))
    after = ladder_state.pairing_ratings()
    assert after is not before
    assert after.games.sum() == 2 * 40
    fresh = read(ladder)
    assert fresh.pairing_ratings().elo.tolist() == after.elo.tolist()


def runner(folder: str) -> None:
    run(LadderFile.load(Path(folder) / "ladder.toml"), executor=DrawnGames(2, delay_s=0.001), fan=4)


def test_two_runners_on_one_store(tmp_path: Path) -> None:
    """Both work, no game is played twice, and the table is that of one runner."""
    ladder = ladder_file(tmp_path / "two", '[format]\nkind = "round-robin"\n')
    with_bots(LadderFolder.open(ladder.store, create=True), 7)
    context = get_context("spawn")
    runners = [context.Process(target=runner, args=(str(tmp_path / "two"),)) for _ in range(2)]
    for one in runners:
        one.start()
    for one in runners:
        one.join()
    assert [one.exitcode for one in runners] == [0, 0]
    alone = ladder_file(tmp_path / "one", '[format]\nkind = "round-robin"\n')
    with_bots(LadderFolder.open(alone.store, create=True), 7)
    run(alone)
    assert outcome(read(ladder)) == outcome(read(alone))
    assert read(ladder).finished == 21
    records = Counter((one.match, one.game) for one in LadderFolder.open(ladder.store).games.games())
    assert set(records.values()) == {1}
    assert LadderFolder.open(ladder.store).leases.names(".json") == [], "who is done gives back what it took"


def test_the_control_a_game_written_twice_is_counted_once(tmp_path: Path) -> None:
    """The same record again, and a later one of the same game with another result, change nothing."""
    ladder = ladder_file(tmp_path)
    ladder_folder = LadderFolder.open(ladder.store, create=True)
    with_bots(ladder_folder, 3)
    ladder_state = run(ladder, 4)
    before = standings_of(ladder_state)
    games = list(ladder_folder.games.games())
    ladder_folder.games.append(games)
    assert standings_of(read(ladder)) == before
    later = replace(games[0], ranks=games[0].ranks[::-1], started_ns=games[0].started_ns + 1, seal=b"")
    ladder_folder.games.append([sealed(later)])
    assert standings_of(read(ladder)) == before
