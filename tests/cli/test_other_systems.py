"""What works where there is no Linux? Commands run with all that only Linux has taken away."""

import json
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from arena.ladder import LadderFolder
from arena.store import Store
from tests.ladder.ladders import ladder_file, run, with_bots
from tests.record.records import played_record

# Libraries of others look at the system when they are imported; ours must not need what is taken away then.
TAKEN_AWAY = """
import io, json, os, signal, socket, sys
import grpc, matplotlib.figure, numpy, pyarrow.parquet, rich.live, rich.progress, rich.table, typer, typer.completion
import asyncio, getpass, multiprocessing.connection, selectors, shutil, subprocess, tarfile, tempfile, urllib.request, zoneinfo
from contextlib import redirect_stderr, redirect_stdout
for name in ("sched_getaffinity", "sched_setaffinity", "pidfd_open", "memfd_create", "fork", "wait4"):
    delattr(os, name)
if sys.argv[1] == "win32":
    for name in ("fcntl", "grp", "pwd", "resource", "termios"):
        sys.modules[name] = None
    for where, names in (
        (os, ("geteuid", "getuid", "getegid", "killpg", "setsid", "sysconf", "waitid", "mkfifo", "O_CLOEXEC", "O_NOFOLLOW")),
        (signal, ("SIGKILL", "SIGHUP", "SIGSTOP", "SIGCONT", "SIGCHLD", "pthread_sigmask")),
        (socket, ("AF_UNIX", "SCM_RIGHTS")),
    ):
        for name in names:
            delattr(where, name)
sys.platform = sys.argv[1]
opened = []
sys.addaudithook(lambda event, args: opened.append(str(args[0])) if event == "open" else None)

from arena.cli import main
answers = []
for words in json.loads(sys.argv[2]):
    sys.argv = ["arena", *words]
    with redirect_stdout(io.StringIO()) as out, redirect_stderr(io.StringIO()) as wrong:
        try:
            main()
        except SystemExit as ended:
            code = ended.code or 0
    answers.append([code, out.getvalue(), wrong.getvalue(), "arena.sandbox" in sys.modules])

from arena.rules import GameConfig, new_game
from arena.search import greedy_choice
state = new_game(GameConfig.parse("classic,players=2"), b"other systems")
view = state.observe(state.seat)
answers.append([0, str(greedy_choice(view, state.legal_actions())), "", False])
assert not [path for path in opened if path.startswith(("/proc/", "/sys/"))], opened
print(json.dumps(answers))
"""
PLAIN = ("version", "rules show classic", "replay show RUN --game 1", "replay verify RUN")
READING = (
    "ladder table LADDER",
    "ladder table LADDER --superiority",
    "ladder show LADDER bot1",
    "ladder export LADDER --out standings.csv",
    "ladder plot LADDER --out plots",
    "ladder plan LADDER --bots 20 --precision 100 --game-s 3.6",
    "ladder new mine",
    "bot new mybot",
)
PLAYING = (
    "match A B --no-sandbox",
    "match greedy random",
    "bot check A",
    "bot build A",
    "ladder run LADDER",
    "serve event.toml",
    "event work event.toml",
    "doctor",
)
HELP = ("--help", "ladder --help")


class Answer(NamedTuple):
    """What a command said, and whether the sandbox had been imported by then."""

    code: int
    out: str
    wrong: str
    sandbox: bool


@pytest.fixture(scope="module", params=["darwin", "win32"])
def answers(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Answer]:
    """The answer to every command, and the choice of a policy as that of "search"."""
    folder = tmp_path_factory.mktemp("other")
    Store.open(folder / "run", create=True).append([played_record("classic,players=2", seed=5, game=1)])
    ladder = ladder_file(folder)
    with_bots(LadderFolder.open(ladder.store, create=True), 5)
    run(ladder, 10)
    for name in "ab":
        (folder / name).mkdir()
        (folder / name / "bot.toml").write_text(f'name = "{name}"\nrun = ["python3", "bot.py"]\n')
    places = {"RUN": "run", "LADDER": "ladder.toml", "A": "./a", "B": "./b"}
    commands = (*PLAIN, *HELP, *READING, *PLAYING)
    lines = [[places.get(word, word) for word in command.split()] for command in commands]
    ran = subprocess.run(
        [sys.executable, "-c", TAKEN_AWAY, request.param, json.dumps(lines)],
        check=False, capture_output=True, text=True, cwd=folder, env=environment(folder),
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    found = [Answer(*answer) for answer in json.loads(ran.stdout)]
    return dict(zip((*commands, "search"), found, strict=True))


def environment(folder: Path) -> dict[str, str]:
    """Paths of this run, and a home of its own: nothing was assembled there before."""
    return {"PATH": "/usr/bin:/bin", "HOME": str(folder), "PYTHONPATH": ":".join(sys.path), "COLUMNS": "100"}


@pytest.mark.parametrize("command", [*PLAIN, "search"])
def test_rules_search_and_replays_work_without_the_sandbox(answers: dict[str, Answer], command: str) -> None:
    answer = answers[command]
    assert (answer.code, answer.wrong, answer.sandbox) == (0, "", False)
    assert answer.out


@pytest.mark.parametrize("command", READING)
def test_a_ladder_can_be_read(answers: dict[str, Answer], command: str) -> None:
    answer = answers[command]
    assert (answer.code, answer.wrong) == (0, "")


def test_what_is_read_is_the_ladder(answers: dict[str, Answer]) -> None:
    assert "bot1 v1" in answers["ladder table LADDER"].out
    assert "bot1: versions" in answers["ladder show LADDER bot1"].out
    assert "ratings.png" in answers["ladder plot LADDER --out plots"].out


def test_the_help_names_every_command(answers: dict[str, Answer]) -> None:
    for command, names in (
        ("--help", ("match", "ladder", "rules", "version")),
        ("ladder --help", ("run", "table")),
    ):
        assert answers[command].code == 0
        assert all(f" {name} " in answers[command].out for name in names)


@pytest.mark.parametrize("command", PLAYING)
def test_a_command_that_runs_bots_says_what_to_use_instead(answers: dict[str, Answer], command: str) -> None:
    answer = answers[command]
    assert (answer.code, answer.out) == (3, "")
    assert answer.wrong.count("\n") == 1
    assert "use WSL 2 on Windows" in answer.wrong
