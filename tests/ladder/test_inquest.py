"""Is it found out who spoils games, by name and with the evidence, while the ladder goes on? (T19 of docs/sandbox.md)"""

import random
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from arena.ladder.inquest import Inquest, at_least
from arena.ladder.ladder_folder import LadderFolder
from arena.ladder.ladder_state import LadderState
from arena.ladder.standings import standings_of
from arena.ladder.tournament import tournament_of
from arena.match import HostError
from arena.match.executor import ExecutorEvent, GamePlayed, WorkerFailed, WorkerLost
from arena.match.order import MatchOrder
from tests.conftest import arena
from tests.ladder.ladders import DrawnGames, drawn, ladder_file, run, with_bots

WAYS = ("void", "lost", "failed")


class Spoilt(DrawnGames):
    """An executor whose games break in one of the ways, when the test says so."""

    def __init__(self, spoils: Callable[[MatchOrder], bool], way: str = "void", jobs: int = 1) -> None:
        super().__init__(jobs)
        self._spoils = spoils
        self._way = way

    def next(self, match: str) -> ExecutorEvent:
        order, missing = self._orders[match]
        if not missing or not self._spoils(order):
            return super().next(match)
        if self._way == "void":
            return GamePlayed(match, drawn(order, missing.pop(0), void=True))
        del self._orders[match]
        return (WorkerLost if self._way == "lost" else WorkerFailed)(match, "it went wrong")


def sits(order: MatchOrder, version: str) -> bool:
    return version in {bot.version for bot in order.bots}


def is_trial(order: MatchOrder) -> bool:
    return "-trial-" in order.match


def prepared(folder: Path, bots: int, text: str = "", **keys: object) -> list[str]:
    ladder = ladder_file(folder, text, **keys)
    return with_bots(LadderFolder.open(ladder.store, create=True), bots)


def suspended(ladder_state: LadderState) -> dict[str, str]:
    return {one.bot: one.suspended for one in ladder_state.versions if one.suspended}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("bots", [2, 5])
def test_t19_who_spoils_every_game_is_suspended_and_the_ladder_goes_on(
    tmp_path: Path, way: str, bots: int
) -> None:
    """Also with nobody else to compare with: its trial against itself is spoilt, the other's is not."""
    bad = prepared(tmp_path, bots)[1]
    ladder_state = run(
        ladder_file(tmp_path), 12, executor=Spoilt(lambda order: sits(order, bad), way, jobs=2)
    )
    assert list(suspended(ladder_state)) == ["bot1"]
    assert "nor could a game of it against itself" in suspended(ladder_state)["bot1"]
    if bots > 2:
        assert ladder_state.finished >= 8
    assert all(bad not in one.versions or one.void for one in ladder_state.results.all())
    assert not any("-trial-" in one.match for one in ladder_state.results.all())


def test_t19_who_spoils_some_games_only_is_found_by_comparison(tmp_path: Path) -> None:
    """It behaves in its trial, and its matches come to an end: but its games are void more often than others'."""
    bad = prepared(tmp_path, 6, sets=3)[1]
    chance = random.Random(1)
    spoils = Spoilt(lambda order: sits(order, bad) and not is_trial(order) and chance.random() < 0.5)
    ladder_state = run(ladder_file(tmp_path, sets=3), 60, executor=spoils)
    (evidence,) = suspended(ladder_state).values()
    assert list(suspended(ladder_state)) == ["bot1"]
    assert " games were void, 0 of " in evidence
    assert evidence.endswith("the last one: the host broke it")


def test_t19_control_a_host_that_breaks_games_of_all_suspends_nobody(tmp_path: Path) -> None:
    prepared(tmp_path, 6, sets=3)
    chance = random.Random(2)
    spoils = Spoilt(lambda order: not is_trial(order) and chance.random() < 0.1)
    ladder_state = run(ladder_file(tmp_path, sets=3), 60, executor=spoils)
    assert suspended(ladder_state) == {}
    assert ladder_state.results.void()


@pytest.mark.parametrize("way", WAYS)
def test_a_host_that_breaks_everything_is_said_to_and_nobody_is_suspended(tmp_path: Path, way: str) -> None:
    prepared(tmp_path, 4)
    with pytest.raises(HostError):
        run(ladder_file(tmp_path), 3, executor=Spoilt(lambda _: True, way))
    assert suspended_in(tmp_path) == {}


def suspended_in(folder: Path) -> dict[str, str]:
    ladder = ladder_file(folder)
    state = LadderState(ladder, LadderFolder.open(ladder.store))
    state.refresh()
    return suspended(state)


@pytest.mark.parametrize("together", [False, True])
def test_two_that_spoil_games_together_do_not_pass_for_the_host(tmp_path: Path, together: bool) -> None:
    """A bot that was not at their table can be played with. The control: they spoil nothing."""
    bad = prepared(tmp_path, 4)[:2]
    spoils = Spoilt(lambda order: together and any(sits(order, version) for version in bad))
    ladder_state = run(ladder_file(tmp_path), 12, executor=spoils)
    assert sorted(suspended(ladder_state)) == (["bot0", "bot1"] if together else [])


def test_a_match_that_nobody_spoils_in_a_trial_is_set_aside(tmp_path: Path) -> None:
    pair = set(prepared(tmp_path, 3)[:2])
    spoils = Spoilt(lambda order: {bot.version for bot in order.bots} == pair, "lost")
    ladder_state = run(ladder_file(tmp_path), 6, executor=spoils)
    assert suspended(ladder_state) == {}
    assert ladder_state.finished >= 3


@pytest.mark.parametrize("kind", ["round-robin", "swiss", "knockout"])
def test_a_tournament_goes_on_without_it_to_the_end(tmp_path: Path, kind: str) -> None:
    """What it had not played counts as lost."""
    text = f'[format]\nkind = "{kind}"\n' + ("rounds = 3\n" if kind == "swiss" else "")
    bad = prepared(tmp_path, 4, text)[1]
    ladder = ladder_file(tmp_path, text)
    ladder_state = run(ladder, executor=Spoilt(lambda order: sits(order, bad)))
    assert list(suspended(ladder_state)) == ["bot1"]
    assert ladder_state.unfinished() == []
    played = tournament_of(ladder, ladder_state)
    if played is not None and kind == "knockout":
        assert played.winner is not None
        assert "bot1" not in played.winner


def test_it_is_shown_with_the_reason_and_an_organiser_can_reinstate_it(tmp_path: Path) -> None:
    bad = prepared(tmp_path, 4)[1]
    run(ladder_file(tmp_path), 6, executor=Spoilt(lambda order: sits(order, bad)))
    file = str(tmp_path / "ladder.toml")
    for command in (("table", file), ("show", file, "bot1")):
        shown = " ".join(arena("ladder", *command).stdout.split())
        assert "is suspended: match test-" in shown
    assert arena("ladder", "reinstate", file, "bot1").stdout == "bot1 v1 is reinstated.\n"
    assert arena("ladder", "reinstate", file, "bot1").returncode == 2
    assert suspended_in(tmp_path) == {}
    ladder_state = run(ladder_file(tmp_path), 3)
    assert suspended(ladder_state) == {}
    (row,) = [row for row in standings_of(ladder_state) if row.bot == "bot1"]
    assert row.active


def test_a_trial_without_a_control_that_all_fail_is_the_host() -> None:
    inquest = Inquest("m", "why", ("a", "b"), None)
    inquest.spoilt = {"a": "lost", "b": "lost"}
    assert inquest.verdict({}) is None
    inquest.spoilt["b"] = ""
    (found,) = inquest.verdict({"b": "bot v1"}) or []
    assert found.version == "a"
    assert (
        found.evidence
        == "match m could not be played, nor could a game of it against itself (lost), but one of bot v1 could"
    )


def test_the_chance_that_void_games_are_ones_own() -> None:
    assert at_least(0, 4, 3, 10) == pytest.approx(1.0)
    assert at_least(2, 2, 2, 4) == pytest.approx(1 / 6)
    assert at_least(1, 2, 2, 4) == pytest.approx(5 / 6)
    assert at_least(24, 158, 37, 345) > 0.001  # a few games more than others have, no more than chance
    assert at_least(24, 158, 24, 345) < 1e-6
    started = time.monotonic()
    at_least(500, 20_000, 1_000, 1_000_000)
    assert time.monotonic() - started < 1
