"""Who is disqualified: does the opponent go on, does nobody keep a title that is not theirs, and does reinstating restore what was?"""

from pathlib import Path

import pytest

from arena.ladder.disqualification import disqualification_now
from arena.ladder.file import LadderFile
from arena.ladder.ladder_folder import LadderFolder
from arena.ladder.ladder_state import LadderState, past_of
from arena.ladder.roster import Disqualification, NotTaken
from arena.ladder.standings import standings_of
from arena.ladder.tournament import Tournament, tournament_of
from arena.match.executor import ExecutorEvent
from tests.ladder.ladders import DrawnGames, ladder_file, run, with_bots

TOURNAMENTS = ("knockout", "double-elimination", "swiss", "round-robin")


def begun(folder: Path, kind: str, bots: int = 5, **keys: object) -> tuple[LadderFile, LadderFolder]:
    ladder = ladder_file(folder, f'[format]\nkind = "{kind}"', **keys)
    ladder_folder = LadderFolder.open(ladder.store, create=True)
    with_bots(ladder_folder, bots)
    return ladder, ladder_folder


def disqualify(ladder: LadderFile, ladder_folder: LadderFolder, owner: str, now_ns: int) -> None:
    ladder_folder.roster.disqualify(disqualification_now(ladder, ladder_folder, owner, "a test", now_ns))


def reinstate(ladder_folder: LadderFolder, owner: str, now_ns: int) -> None:
    ladder_folder.roster.disqualify(Disqualification(owner, now_ns, "", frozenset()))


def standing(ladder: LadderFile, ladder_folder: LadderFolder) -> LadderState:
    ladder_state = LadderState(ladder, ladder_folder)
    ladder_state.refresh()
    return ladder_state


def told(ladder: LadderFile, ladder_folder: LadderFolder) -> Tournament:
    found = tournament_of(ladder, standing(ladder, ladder_folder))
    assert found is not None
    return found


def now_ns(ladder_state: LadderState) -> int:
    """A moment after all games."""
    return max(one.started_ns for one in ladder_state.results.all()) + 1


@pytest.mark.parametrize("kind", TOURNAMENTS)
def test_before_the_draw_it_is_out(tmp_path: Path, kind: str) -> None:
    ladder, ladder_folder = begun(tmp_path, kind)
    disqualify(ladder, ladder_folder, "owner3", 1)
    ladder_state = run(ladder)
    assert all("bot3" not in one for one in _labels(ladder_state))
    assert ladder_state.past()
    assert not any(one.lost_by for one in ladder_state.past())
    with pytest.raises(NotTaken, match="owner3 is disqualified: a test"):
        ladder_folder.roster.check("another", "f" * 64, "owner3")


def _labels(ladder_state: LadderState) -> list[str]:
    names = {one.version: one.bot for one in ladder_state.versions}
    return [names[version] for one in ladder_state.past() for version in one.pairing.table]


@pytest.mark.parametrize("kind", TOURNAMENTS)
def test_afterwards_opponents_win_by_walkover_and_it_comes_to_its_end(tmp_path: Path, kind: str) -> None:
    ladder, ladder_folder = begun(tmp_path, kind)
    first = run(ladder, matches=3)
    disqualify(ladder, ladder_folder, "owner0", now_ns(first))
    version = first.versions[0].version
    executor = DrawnGames()
    ladder_state = run(ladder, executor=executor)
    mine = [
        one for one in ladder_state.past() if version in one.pairing.table and len(one.pairing.table) == 2
    ]
    assert mine
    played = {match for match, _ in executor.played}
    assert not played & {one.pairing.named("test") for one in mine}
    for one in mine:
        stood = not one.lost_by
        assert stood == (
            kind != "round-robin" and ladder_state.results.played(one.pairing.named("test")) == 2
        )
        assert stood or one.shares == tuple(float(other != version) for other in one.pairing.table)
    assert all(one.finished for one in ladder_state.past())
    assert run(ladder).finished == ladder_state.finished
    row = next(one for one in standings_of(ladder_state) if one.version == version)
    assert (row.rank, row.disqualified, row.active) == (None, "a test", False)


def test_in_a_round_robin_all_have_the_same_from_it(tmp_path: Path) -> None:
    """Those too who had lost to it, and those who had not met it yet."""
    ladder, ladder_folder = begun(tmp_path, "round-robin", 5)
    state = run(ladder, matches=2)
    disqualify(ladder, ladder_folder, "owner0", now_ns(state))
    ladder_state = run(ladder)
    version = ladder_state.versions[0].version
    lost = [one for one in ladder_state.past() if one.lost_by]
    assert [one.lost_by for one in lost] == [(version,)] * 4
    assert {other for one in lost for other in one.pairing.table} == {
        one.version for one in ladder_state.versions
    }


@pytest.mark.parametrize("kind", ["knockout", "double-elimination"])
def test_the_title_moves_on_and_comes_back(tmp_path: Path, kind: str) -> None:
    """Who has won and is disqualified then is not the winner; whoever comes next is, and not before that one is out too."""
    ladder, ladder_folder = begun(tmp_path, kind, 3)
    state = run(ladder)
    before = told(ladder, ladder_folder)
    owners = {one.label: one.owner for one in state.versions}
    won: list[str] = []
    for round_ in range(3):
        found = told(ladder, ladder_folder)
        assert found.winner is not None
        won.append(found.winner)
        disqualify(ladder, ladder_folder, owners[found.winner], now_ns(state) + round_)
        run(ladder)
    assert len(set(won)) == 3
    assert told(ladder, ladder_folder).winner is None
    for label in won:
        reinstate(ladder_folder, owners[label], now_ns(state) + 10)
    run(ladder)
    assert told(ladder, ladder_folder) == before


@pytest.mark.parametrize("kind", TOURNAMENTS)
def test_reinstating_restores_what_was(tmp_path: Path, kind: str) -> None:
    """Also when others have played on meanwhile: it plays what it has missed, and the tournament comes to its end."""
    ladder, ladder_folder = begun(tmp_path / "one", kind)
    state = run(ladder, matches=3)
    first = outcome_of(state)
    disqualify(ladder, ladder_folder, "owner0", now_ns(state))
    reinstate(ladder_folder, "owner0", now_ns(state) + 1)
    assert outcome_of(standing(ladder, ladder_folder)) == first
    disqualify(ladder, ladder_folder, "owner0", now_ns(state) + 2)
    run(ladder)
    reinstate(ladder_folder, "owner0", now_ns(state) + 1)
    ladder_state = run(ladder)
    assert all(one.finished and not one.lost_by for one in ladder_state.past())
    assert run(ladder).finished == ladder_state.finished
    if kind != "swiss":  # there, the rounds that were drawn meanwhile stay as they were drawn
        other, other_folder = begun(tmp_path / "other", kind)
        expected = run(other)
        assert _winner(ladder, ladder_folder) == _winner(other, other_folder)
        assert {one.pairing.named("test") for one in expected.past()} <= {
            one.pairing.named("test") for one in ladder_state.past()
        }


def outcome_of(ladder_state: LadderState) -> list[tuple[bool, tuple[float, ...]]]:
    return [(one.finished, one.shares) for one in ladder_state.past()]


def _winner(ladder: LadderFile, ladder_folder: LadderFolder) -> str | None:
    found = tournament_of(ladder, standing(ladder, ladder_folder))
    return found.winner if found else None


def test_a_match_under_way_is_lost_though_its_games_are_played_to_the_end(tmp_path: Path) -> None:
    """They were begun before: the organiser's word does not wait for them."""
    ladder, ladder_folder = begun(tmp_path, "knockout", 2)
    pairing_name: list[str] = []

    class Interrupting(DrawnGames):
        def next(self, match: str) -> ExecutorEvent:
            if not pairing_name:
                pairing_name.append(match)
                disqualify(ladder, ladder_folder, "owner0", 2**62)
            return super().next(match)

    ladder_state = run(ladder, executor=Interrupting())
    (only,) = ladder_state.past()
    assert ladder_state.results.played(pairing_name[0]) == 2
    assert only.lost_by == (ladder_state.versions[0].version,)
    assert told(ladder, ladder_folder).winner == "bot1 v1"
    reinstate(ladder_folder, "owner0", 2**62 + 1)
    again = standing(ladder, ladder_folder)
    assert again.past() == [
        past_of(only.pairing, again.results.of_match(pairing_name[0]), again.games(only.pairing))
    ]


def test_at_a_larger_table_the_others_are_seated_anew(tmp_path: Path) -> None:
    """Three of a table of four play on beside a house bot; without one, the best seed of those left goes on."""
    for house in (True, False):
        folder = tmp_path / str(house)
        ladder, ladder_folder = begun(folder, "knockout", 4, rules="classic,players=4,turn_limit=6")
        if house:
            ladder_folder.roster.enter("house-bot", "e" * 64, "house", 5)
        run(ladder, matches=1, executor=DrawnGames())
        first = standing(ladder, ladder_folder)
        matches = sorted(first.pairings)
        owner = next(one.owner for one in first.versions if one.owner != "house")
        ladder_folder.roster.disqualify(Disqualification(owner, 1, "a test", frozenset(matches)))
        run(ladder)
        found = told(ladder, ladder_folder)
        labels = [one.pairing.label for one in standing(ladder, ladder_folder).past()]
        assert any("seated anew" in label for label in labels) == house
        assert found.winner is not None
        assert owner not in found.winner


def test_a_run_does_not_end_with_a_bye(tmp_path: Path) -> None:
    """With one worker the bye of an odd round is noted last, and nothing is under way then."""
    ladder, _ = begun(tmp_path, "swiss", 5)
    rounds = {one.pairing.label for one in run(ladder).past()}
    assert rounds == {f"round {number}" for number in range(1, 6)}


def test_the_continuous_ladder_pairs_it_no_more_and_keeps_its_games(tmp_path: Path) -> None:
    ladder, ladder_folder = begun(tmp_path, "continuous", 4)
    state = run(ladder, matches=6)
    games = state.results.count
    disqualify(ladder, ladder_folder, "owner1", now_ns(state))
    executor = DrawnGames()
    after = run(ladder, matches=6, executor=executor)
    version = after.versions[1].version
    assert not any(
        version in after.pairing(match).table for match, _ in executor.played if match in after.pairings
    )
    assert after.results.count > games
    assert [row.bot for row in standings_of(after) if row.disqualified] == ["bot1"]
    assert standings_of(after)[-1].bot == "bot1"
