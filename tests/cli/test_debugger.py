"""Does breakpoint() in a bot stop at the terminal of `arena bot ask --stdin`, as the page on bots says?"""

import os
import pty
import subprocess
from pathlib import Path

from arena.store import Store
from tests.conftest import ARENA, arena
from tests.record.records import played_record

BOT = """
from arena.botkit import Request, run

def choose(request: Request) -> int:
    answer = 41
    breakpoint()
    return 0

run(choose)
"""


def question(folder: Path) -> Path:
    Store.open(folder / "run", create=True).append([played_record("classic,players=2", seed=5, game=1)])
    file = folder / "question.json"
    words = ("replay", "request", folder / "run", "--game", "1", "--decision", "1", "--out", file)
    assert arena(*words).returncode == 0
    return file


def test_a_breakpoint_stops_at_the_terminal(tmp_path: Path) -> None:
    file = question(tmp_path)
    bot = tmp_path / "bot"
    bot.mkdir()
    (bot / "bot.toml").write_text('name = "mine"\nrun = ["python3", "bot.py"]\n')
    (bot / "bot.py").write_text(BOT)
    ours, theirs = pty.openpty()
    command = [*ARENA, "bot", "ask", str(bot), str(file), "--stdin"]
    with subprocess.Popen(command, stdin=theirs, stdout=subprocess.PIPE, text=True) as asking:
        os.close(theirs)
        os.write(ours, b"p answer + 1\nc\n")
        shown = b""
        while b"(Pdb) 42" not in shown and b"42\r\n" not in shown:
            shown += os.read(ours, 4096)
        out, _ = asking.communicate()
    os.close(ours)
    assert asking.returncode == 0, out
    assert "legal (number 0 of the list" in out


def test_without_a_terminal_it_says_so(tmp_path: Path) -> None:
    ran = arena("bot", "ask", "greedy", question(tmp_path), "--stdin")
    assert ran.returncode == 2
    assert ran.stderr.startswith("arena: --stdin: this is not a terminal")
