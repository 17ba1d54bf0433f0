"""What works where there is no Linux? Commands run with all that only Linux has taken away."""

import json
import subprocess
import sys
from typing import Any

import pytest

from arena.store import Store
from tests.record.records import played_record

# Libraries of others look at the system when they are imported; ours must not need what is taken away then.
TAKEN_AWAY = """
import io, json, os, sys
import grpc, numpy, pyarrow.parquet, rich.live, rich.progress, rich.table, typer, typer.completion
import asyncio, getpass, multiprocessing.connection, selectors, shutil, subprocess, tarfile, tempfile, urllib.request, zoneinfo
from contextlib import redirect_stderr, redirect_stdout
for name in ("sched_getaffinity", "sched_setaffinity", "pidfd_open", "memfd_create", "fork", "wait4"):
    delattr(os, name)
if sys.argv[1] == "win32":
    for name in ("fcntl", "grp", "pwd", "resource", "termios"):
        sys.modules[name] = None
sys.platform = sys.argv[1]
opened = []
sys.addaudithook(lambda event, args: opened.append(str(args[0])) if event == "open" else None)

from arena.cli import main
told = []
for words in json.loads(sys.argv[2]):
    sys.argv = ["arena", *words]
    with redirect_stdout(io.StringIO()) as out, redirect_stderr(io.StringIO()) as wrong:
        try:
            main()
        except SystemExit as ended:
            code = ended.code or 0
    told.append([code, out.getvalue(), wrong.getvalue(), "arena.sandbox" in sys.modules])

from arena.rules import GameConfig, new_game
from arena.search import greedy_choice
state = new_game(GameConfig.parse("classic,players=2"), b"other systems")
view = state.observe(state.seat)
told.append([0, str(greedy_choice(view, state.legal_actions())), "", False])
assert not [path for path in opened if path.startswith(("/proc/", "/sys/"))], opened
print(json.dumps(told))
"""


@pytest.fixture(scope="module", params=["darwin", "win32"])
def told(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> list[Any]:
    """Exit code, stdout, stderr and whether the sandbox was imported, for each command; a choice of a policy at the end."""
    folder = tmp_path_factory.mktemp("other")
    Store.open(folder / "run", create=True).append([played_record("classic,players=2", seed=5, game=1)])
    for name in "ab":
        (folder / name).mkdir()
        (folder / name / "bot.toml").write_text(f'name = "{name}"\nrun = ["python3", "bot.py"]\n')
    commands = [
        ["version"],
        ["rules", "show", "classic"],
        ["replay", "show", f"{folder}/run", "--game", "1"],
        ["replay", "verify", f"{folder}/run"],
        ["--help"],
        ["match", f"{folder}/a", f"{folder}/b", "--no-sandbox"],
        ["doctor"],
    ]
    line = [sys.executable, "-c", TAKEN_AWAY, request.param, json.dumps(commands)]
    ran = subprocess.run(line, check=False, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    found: list[Any] = json.loads(ran.stdout)
    return found


def test_rules_search_and_replays_work(told: list[Any]) -> None:
    for code, out, wrong, sandboxed in (*told[:4], told[-1]):
        assert (code, wrong, sandboxed) == (0, "", False)
        assert out


def test_the_help_names_every_command(told: list[Any]) -> None:
    code, out, _, _ = told[4]
    assert code == 0
    assert all(f" {name} " in out for name in ("match", "ladder", "rules", "version"))


def test_a_command_that_runs_bots_says_what_to_use_instead(told: list[Any]) -> None:
    for code, out, wrong, _ in told[5:7]:
        assert (code, out) == (3, "")
        assert wrong.count("\n") == 1
        assert "use WSL 2 on Windows" in wrong
