"""Does `arena match` answer as it should, right and wrong?"""

import json
import os
import re
import shutil
import signal
import subprocess
import time
from pathlib import Path

import pytest

from arena.record import verify
from arena.sandbox import Sandbox, detect
from arena.sandbox.doctor import HostCheck
from arena.store import Store
from tests.conftest import ARENA, arena
from tests.match.matches import FAKES, needs_root

SHORT = ["--rules", "classic,turn_limit=6", "--time", "20+1", "--start-s", "30"]


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["nowhere", str(FAKES)], "no such folder"),
        ([str(FAKES)], "A match needs two to six bots; one was given."),
        ([str(FAKES)] * 7, "A match needs two to six bots; 7 were given."),
        ([str(FAKES), str(FAKES), "--time", "5"], "--time: "),
        ([str(FAKES), str(FAKES), "--rules", "classic+dragons"], "--rules: "),
        (
            [str(FAKES), str(FAKES), "--rules", "classic,players=3"],
            "the game is for 3 players, and 2 bots were given",
        ),
        ([str(FAKES), str(FAKES), "--jobs", "500"], "--force-jobs"),
        ([str(FAKES), str(FAKES), "--games", "-2"], "games"),
        ([str(FAKES), str(FAKES), "--deals", "x"], "--deals: 'x' is not one of fresh, duplicate"),
        ([str(FAKES), str(FAKES), "--sprt", "20,0"], "--sprt"),
        ([str(FAKES), str(FAKES), "--sprt", "0,20,alpha=0.6"], "--sprt"),
        ([str(FAKES), str(FAKES), "--sprt", "0,20,gamma=1"], "--sprt"),
        ([str(FAKES), str(FAKES), "--sprt", "0,20,model=bayesian"], "--sprt"),
        ([str(FAKES), str(FAKES), "--memory-mb", "1"], "--memory-mb: must be between"),
        (["remote:me", str(FAKES)], "--listen"),
        (["remote:me", str(FAKES), "--listen", "localhost"], "HOST:PORT"),
    ],
)
def test_a_mistake_is_one_sentence_and_exit_code_2(arguments: list[str], word: str) -> None:
    ended = arena("match", *arguments)
    assert ended.returncode == 2
    assert word in ended.stderr
    assert ended.stderr.count("\n") == 1
    assert "Traceback" not in ended.stderr


def test_the_table_and_the_json_say_the_same(tmp_path: Path) -> None:
    command = [
        "match",
        str(FAKES),
        str(FAKES),
        "--games",
        "4",
        "--no-sandbox",
        *SHORT,
        "--out",
        str(tmp_path / "run"),
    ]
    shown = arena(*command)
    assert shown.returncode == 0, shown.stderr
    assert "4 games in 2 whole sets" in shown.stdout
    assert "tier 3 (no sandbox)" in shown.stdout
    found = json.loads(arena(*command, "--json").stdout)
    assert found["games"] == 4
    assert found["sets"] == 2
    assert found["duels"][0]["pentanomial"] == [0, 0, 2, 0, 0]
    assert [row["name"] for row in found["rows"]] == ["fake #1", "fake #2"]


def cheat(folder: Path, *flags: str) -> str:
    """A bot that loses every game by its first answer, or with the flags those that they say."""
    shutil.copytree(FAKES, folder / "cheat", ignore=shutil.ignore_patterns("__pycache__"))
    run = ["python3", "bot.py", "--illegal-at", "1", *flags]
    (folder / "cheat" / "bot.toml").write_text(f'name = "cheat"\nrun = {run}\n', encoding="utf-8")
    return str(folder / "cheat")


@pytest.mark.parametrize(("first", "leads"), [("fake", "300"), ("cheat", "0")])
def test_sprt_stops_a_match_and_says_what_it_accepts(tmp_path: Path, first: str, leads: str) -> None:
    bots = [str(FAKES), cheat(tmp_path, "--from-game", "2")]
    command = [
        "match",
        *(bots if first == "fake" else reversed(bots)),
        "--games",
        "400",
        "--sprt",
        "0,300,beta=0.1",
    ]
    shown = arena(*command, "--no-sandbox", *SHORT, "--out", str(tmp_path / "run"))
    assert shown.returncode == 0, shown.stderr
    verdict = (
        f"SPRT accepts a lead of {leads} Elo for {first} and rejects "
        + {
            "300": "0: if the lead were 0 or less, that would happen in at most 5 % of matches",
            "0": "300: if the lead were 300 or more, that would happen in at most 10 % of matches",
        }[leads]
    )
    text = " ".join(shown.stdout.split())
    assert verdict in text
    assert "too far from 0, since the match stopped itself" in text
    assert re.search(rf"{first}: -?\d+ \[.*\] Elo over its opponents, corrected for stopping early", text)
    assert f"accepts {leads}; alpha 0.05, beta 0.1, logistic model" in text
    played = len(list(Store.open(tmp_path / "run").games()))
    assert 2 <= played < 100
    # Asked again, it is still decided, and nothing more is played.
    again = json.loads(
        arena(*command, "--no-sandbox", *SHORT, "--out", str(tmp_path / "run"), "--json").stdout
    )
    assert again["stopped"] == verdict
    assert again["test"] == {"elo0": 0, "elo1": 300, "alpha": 0.05, "beta": 0.1, "model": "logistic"}
    assert again["lead"]["value"] is not None
    assert len(list(Store.open(tmp_path / "run").games())) == played


def last_line(ended: subprocess.CompletedProcess[str]) -> str:
    """How a command ended; a busy host is told of before."""
    return ended.stderr.splitlines()[-1]


def test_what_went_wrong_is_told_once_with_the_way_to_see_it(tmp_path: Path) -> None:
    """With --out and without it, in words and as JSON; the control of --strict is a match without it."""
    command = ["match", str(FAKES), cheat(tmp_path, "--from-game", "2"), "--games", "4", "--no-sandbox"]
    shown = arena(*command, *SHORT)
    assert shown.returncode == 0, shown.stderr
    text = " ".join(shown.stdout.split())
    assert text.count("✗ cheat failed in 3 games, first game 2, illegal action: Decision") == 1
    assert "add --out DIR to keep the games, then: arena replay show DIR --game 2" in text
    assert "fake − cheat: " in text
    out = str(tmp_path / "run")
    kept = arena(*command, *SHORT, "--out", out, "--strict")
    assert (kept.returncode, last_line(kept)) == (1, "arena: --strict: 3 faults")
    assert f"arena replay show {out} --game 2" in " ".join(kept.stdout.split())
    assert "cheat: " in arena("replay", "show", out, "--game", "2").stdout
    (fault,) = json.loads(arena(*command, *SHORT, "--out", out, "--json").stdout)["faults"]
    assert (fault["bot"], fault["termination"], fault["games"], fault["first_game"]) == (
        "cheat",
        "illegal action",
        3,
        2,
    )


@pytest.mark.parametrize("sprt", [False, True])
def test_a_bot_that_fails_in_every_game_has_no_elo_and_fails_the_match(tmp_path: Path, sprt: bool) -> None:
    command = ["match", str(FAKES), cheat(tmp_path), "--games", "40" if sprt else "4", "--no-sandbox"]
    shown = arena(*command, *SHORT, *(["--sprt", "0,300"] if sprt else []))
    assert (shown.returncode, last_line(shown)) == (1, "arena: cheat failed in every game")
    assert "✗ cheat failed in " in shown.stdout
    assert "Elo" not in shown.stdout
    assert ("cheat failed in every game" in shown.stdout) == sprt
    found = re.search(r"(\d+) games in", shown.stdout)
    assert found is not None
    assert (20 <= int(found[1]) < 40) if sprt else found[1] == "4"


def test_a_bot_that_does_not_start_is_told_of_before_any_game(tmp_path: Path) -> None:
    out = tmp_path / "run"
    bots = ["bots/mcts --move-time -1", str(FAKES)]
    ended = arena("match", *bots, "--games", "2", "--no-sandbox", *SHORT, "--out", str(out))
    assert ended.returncode == 1
    sentence = last_line(ended)
    assert sentence.startswith("arena: mcts --move-time -1 does not start. Its process ended")
    assert sentence.endswith("error: argument --move-time: must be a number of seconds above 0, not '-1'")
    assert list(out.glob("*.parquet")) == []


@pytest.mark.parametrize("command", [["match", str(FAKES), str(FAKES)], ["bot", "check", str(FAKES)]])
def test_logs_that_cannot_be_written_are_found_before_anything_is_played(
    command: list[str], tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    ended = arena(*command, "--logs", str(tmp_path / "file" / "logs"), "--no-sandbox")
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr == f"arena: --logs: {tmp_path / 'file' / 'logs'} cannot be written: Not a directory\n"


@pytest.mark.parametrize("deals", ["fresh", "duplicate"])
def test_a_match_with_either_deals(deals: str) -> None:
    found = json.loads(
        arena(
            "match", FAKES, FAKES, "--games", "4", "--deals", deals, "--no-sandbox", *SHORT, "--json"
        ).stdout
    )
    assert (found["games"], found["sets"], found["duels"][0]["sets"]) == (4, 2, 4 if deals == "fresh" else 2)
    assert (found["saved"] is None) == (deals == "fresh")


def test_an_sprt_that_is_not_decided_plays_all_games() -> None:
    """Control: two bots that are the same."""
    command = ["match", str(FAKES), str(FAKES), "--games", "4", "--sprt", "0,5", "--no-sandbox", "--json"]
    assert json.loads(arena(*command, *SHORT).stdout)["stopped"] == "all games played"


def test_ctrl_c_finishes_cleanly_and_the_same_command_goes_on(tmp_path: Path) -> None:
    out = tmp_path / "run"
    command = ["match", str(FAKES), str(FAKES), "--games", "20", "--no-sandbox", *SHORT, "--json"]
    command += ["--jobs", "1", "--out", str(out)]
    running = subprocess.Popen(
        [*ARENA, *command],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and len(list(out.glob("*.parquet"))) < 2:
        time.sleep(0.02)
    os.killpg(running.pid, signal.SIGINT)  # as a terminal does it: to the workers too
    output, errors = running.communicate(timeout=60)
    assert running.returncode == 130, errors
    assert "finishing the games under way; Ctrl-C again drops them" in errors.splitlines()
    assert "Traceback" not in errors
    assert json.loads(output)["stopped"] == "interrupted"
    kept = list(Store.open(out).games())
    assert 2 <= len(kept) < 20
    assert not any(record.void or verify(record) for record in kept)
    resumed = arena(*command)
    assert resumed.returncode == 0, resumed.stderr
    assert f"{len(kept)} games were played before" in resumed.stderr
    assert json.loads(resumed.stdout)["stopped"] == "all games played"
    games = list(Store.open(out).games())
    assert sorted(record.game for record in games) == list(range(1, 21))
    assert games[: len(kept)] == kept


def refusing(sandbox: Sandbox) -> list[HostCheck]:
    assert sandbox.tier.number < 3
    return [HostCheck("freeze", True, "0 ns"), HostCheck("filter in force", False, "seccomp mode 0", "none")]


def test_a_host_that_does_not_confine_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """The self-test runs before every match with a sandbox, and no bot before it."""
    if detect().number == 3:
        pytest.skip("; ".join(detect().missing))
    monkeypatch.setattr("arena.sandbox.doctor.self_test", lambda sandbox, _: refusing(sandbox))
    monkeypatch.setattr("arena.cli.match.MatchRun", None)
    ended = arena("match", FAKES, FAKES, *SHORT)
    assert (ended.returncode, ended.stdout) == (3, "")
    assert ended.stderr.startswith(
        "arena: the sandbox does not hold on this host (filter in force: seccomp mode 0); "
    )
    assert ended.stderr.count("\n") == 1


@needs_root
def test_killed_and_started_again(tmp_path: Path) -> None:
    """SIGKILL in the middle: no process is left, nothing recorded is lost, and the same command goes on."""
    out = str(tmp_path / "run")
    command = ["match", str(FAKES), str(FAKES), "--games", "6", *SHORT, "--out", out]
    running = subprocess.Popen([*ARENA, *command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and not list(Path(out).glob("*.parquet")):
        time.sleep(0.05)
    os.kill(running.pid, signal.SIGKILL)
    running.wait()
    kept = {record.game for record in Store.open(out).games()}
    assert kept
    ended = arena(*command, "--json")
    assert ended.returncode == 0, ended.stderr
    assert json.loads(ended.stdout)["games"] == 6
    games = [record.game for record in Store.open(out).games()]
    assert sorted(games) == [1, 2, 3, 4, 5, 6]
    assert kept <= set(games)
