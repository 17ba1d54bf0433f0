"""Is a busy host seen and said in one line, and are fewer games played side by side then?"""

from dataclasses import replace
from pathlib import Path

import pytest

from arena.match import HostWatch, Throttle, busy_line
from arena.match.host_load import HostLoad
from arena.record import GameRecord
from tests.record.records import played_record

QUIET = HostLoad(waiting=0.05, load=0.3, steal=0.0, cores=2)
RECORD = replace(played_record("classic,players=2", stop_after=40), tier=1)


def with_stolen(share: float) -> GameRecord:
    decisions = [
        replace(one, wall_ns=10**8, stolen_ns=int(share * 10**8), charged_ns=0) for one in RECORD.decisions
    ]
    return replace(RECORD, decisions=tuple(decisions))


@pytest.mark.parametrize(
    ("load", "words"),
    [
        (QUIET, None),
        (replace(QUIET, load=13.25), "a load of 13.2 on 2 processors"),
        (replace(QUIET, waiting=0.45), "programs wait for a processor 45% of the time"),
        (replace(QUIET, steal=0.11), "the hypervisor takes 11% of the processors"),
    ],
)
def test_a_busy_host_is_said_before_the_match_in_one_line(load: HostLoad, words: str | None) -> None:
    """What, how much, what it does to the games, and how many there are at once."""
    lines: list[str] = []
    throttle = Throttle(4, 1, lines.append, lambda: load)
    throttle.before()
    if words is None:
        assert (lines, throttle.games_at_once) == ([], 4)
        assert busy_line(load, 1) == ""
        return
    effect = "games take longer, and what others take from a bot is not charged"
    assert lines == [f"the host is busy ({words}): {effect}; 2 at once instead of 4"]
    assert busy_line(load, 1) == f"the host is busy ({words}): {effect}"
    assert throttle.games_at_once == 2


def test_without_control_groups_the_line_warns_that_time_is_charged() -> None:
    lines: list[str] = []
    Throttle(1, 2, lines.append, lambda: replace(QUIET, load=9)).before()
    assert lines[0].endswith("and bots are charged for time that others take from them")


def test_fewer_games_while_the_host_takes_much_and_more_when_it_does_not() -> None:
    lines: list[str] = []
    throttle = Throttle(4, 1, lines.append, lambda: QUIET)
    throttle.after(with_stolen(0.02))
    assert throttle.games_at_once == 4
    for _ in range(4):
        throttle.after(with_stolen(0.6))
    assert throttle.games_at_once == 1
    assert lines[0].startswith("the host is busy (it took ")
    assert "of the bots' time in the latest games" in lines[0]
    for _ in range(30):
        throttle.after(with_stolen(0.01))
    assert throttle.games_at_once == 4


def test_a_game_that_is_void_for_the_host_counts_and_other_void_games_do_not() -> None:
    throttle = Throttle(2, 1, lambda _: None, lambda: QUIET)
    throttle.after(replace(RECORD, decisions=(), void=True, void_reason="SandboxError: no more users"))
    assert throttle.games_at_once == 2
    throttle.after(replace(RECORD, decisions=(), void=True, void_reason="the host is too busy: 9 s passed"))
    assert throttle.games_at_once == 1


def test_the_files_of_the_kernel_are_read(tmp_path: Path) -> None:
    """Steal is that between two looks; a kernel without pressure has none."""
    (tmp_path / "loadavg").write_text("1.50 0.98 0.43 3/171 4711\n")
    (tmp_path / "stat").write_text("cpu  100 0 100 700 0 0 0 100 0 0\ncpu0 1 1 1 1 1 1 1 1 0 0\n")
    watch = HostWatch(tmp_path)
    (tmp_path / "stat").write_text("cpu  150 0 100 720 0 0 0 130 0 0\ncpu0 1 1 1 1 1 1 1 1 0 0\n")
    load = watch.look()
    assert (load.waiting, load.load, load.steal) == (0.0, 1.5, 0.3)
    (tmp_path / "pressure").mkdir()
    (tmp_path / "pressure/cpu").write_text("some avg10=89.59 avg60=32.22 avg300=7.98 total=32395345\n")
    again = watch.look()
    assert (again.waiting, again.steal) == (0.8959, 0.0)
    assert HostWatch().look().cores > 0
