"""Does a bot in lines play as one over gRPC does, and is whatever else it says refused as it would be there?"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from arena.bridge import BadLine, message_of
from arena.proto import arena_pb2 as pb
from arena.search import greedy_choice
from tests.botkit.table import TOKEN, Table, serving
from tests.rules.games import MODULES

LINES = Path(__file__).parents[1] / "fakes" / "lines.py"
GAMES = [
    "classic,players=2,turn_limit=20",
    f"{'+'.join(['classic', *MODULES])},players=3,turn_limit=12",
    "red-palace,players=2,turn_limit=12",
]


def bridged(socket: Path, *command: str) -> tuple[int, str, str]:
    """Exit code, stdout and stderr of the bridge with a bot."""
    env = {**os.environ, "ARENA_SOCKET": str(socket), "ARENA_TOKEN": TOKEN.decode()}
    ran = subprocess.run(
        [sys.executable, "-m", "arena.bridge", *command],
        env=env,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    return ran.returncode, ran.stdout, ran.stderr


def test_greedy_in_lines_plays_the_games_of_greedy(tmp_path: Path) -> None:
    table = Table(GAMES)
    expected: list[str] = []

    def choice(count: int) -> None:
        del count
        assert table.state is not None
        seen = table.state.observe(table.state.seat)
        expected.append(str(table.legal[greedy_choice(seen, table.legal)]))

    table.before_decision = choice
    with serving(table, tmp_path / "s"):
        assert bridged(tmp_path / "s", sys.executable, str(LINES)) == (0, "", "")
    assert [str(action) for action in table.actions] == expected
    assert len(expected) > 30
    assert table.software == "greedy in lines"
    assert all(info.text.endswith(" actions") for info in table.infos)


REFUSED = {
    "garbage": "line 4 of stdout: ",
    "list": "line 4 of stdout: is no object",
    "field": "line 4 of stdout: ",
    "empty": "line 4 of stdout: ",
    "huge": "line 4 of stdout: is longer than 65536 bytes",
    "deep": "line 4 of stdout: ",
}


@pytest.mark.parametrize("deed", REFUSED)
def test_a_line_that_is_no_message_is_bytes_that_are_none(tmp_path: Path, deed: str) -> None:
    table = Table([GAMES[0]])
    with serving(table, tmp_path / "s"):
        code, out, err = bridged(tmp_path / "s", sys.executable, str(LINES), deed)
    assert (code, out) == (1, "")
    first, *_ = err.splitlines()
    assert first.startswith(REFUSED[deed])
    assert "Traceback" not in first  # what the bot itself writes after, its pipe being closed, is its own
    assert table.asked == 3


def test_it_ends_as_the_bot_ends(tmp_path: Path) -> None:
    with serving(Table([GAMES[0]]), tmp_path / "s"):
        assert bridged(tmp_path / "s", sys.executable, str(LINES), "exit") == (3, "", "")
        assert bridged(tmp_path / "s", "sh", "-c", "kill -9 $$")[0] == 128 + 9
        code, _, err = bridged(tmp_path / "s", "no-such-program")
        assert (code, err) == (127, "no-such-program: cannot be started: No such file or directory\n")


def test_without_a_referee_it_is_one_line(tmp_path: Path) -> None:
    code, _, err = bridged(tmp_path / "nobody", "sh", "-c", 'echo "{\\"hello\\": {}}"; cat')
    assert code == 1
    assert err.startswith("the referee is gone: ")
    assert err.count("\n") == 1


def test_a_line_is_a_message() -> None:
    said = message_of(b'{"answer": {"id": "7", "text": "take denar-3", "info": {"win": 0.5}}}\n')
    assert said == pb.FromBot(answer=pb.Answer(id=7, text="take denar-3", info=pb.Info(win=0.5)))
    assert message_of(b'{"answer": {"id": 7, "index": 0}}').answer.WhichOneof("choice") == "index"
    for line in (
        b"",
        b"null",
        b"7",
        b'{"answer": 1}',
        b"\xff",
        b'{"answer": {"id": -1}}',
    ):
        with pytest.raises(BadLine):
            message_of(line)
