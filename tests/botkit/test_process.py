"""How does the process of a bot end? Bots as programs of their own, against a referee that stays, leaves or dies."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import grpc
import pytest

from arena.proto.arena_pb2_grpc import add_RefereeServicer_to_server
from arena.search import greedy_choice
from tests.botkit.table import TOKEN, Table, serving

ROOT = Path(__file__).parents[2]
FIRST = """
from arena.botkit import Request, run
def choose(request: Request) -> int:
    return 0
run(choose)
"""
SHORT = "classic,turn_limit=10"


def start(argv: list[str], socket: object, **environment: str) -> subprocess.Popen[str]:
    """A bot with its own environment."""
    given = {"ARENA_SOCKET": str(socket), "ARENA_TOKEN": TOKEN.decode(), **environment}
    return subprocess.Popen(
        argv, env={**os.environ, **given}, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def finish(bot: subprocess.Popen[str]) -> tuple[int, str, str]:
    """Exit code, stdout and stderr."""
    out, err = bot.communicate(timeout=60)
    return bot.returncode, out, err


def first_bot(socket: object, **environment: str) -> tuple[int, str, str]:
    return finish(start([sys.executable, "-c", FIRST], socket, **environment))


def bot_argv(name: str) -> list[str]:
    """What the manifest of a bot of ours says to run."""
    folder = ROOT / "bots" / name
    manifest = tomllib.loads((folder / "bot.toml").read_text(encoding="utf-8"))
    assert manifest["name"] == name
    assert manifest["protocol"] == 1
    python, file = manifest["run"]
    assert python == "python3"
    return [sys.executable, str(folder / file)]


def test_after_the_match_it_leaves_quietly(tmp_path: Path) -> None:
    table = Table([SHORT, SHORT])
    with serving(table, tmp_path / "s"):
        assert first_bot(tmp_path / "s") == (0, "", "")
    assert table.asked > 10


def test_a_stream_that_ends_early_is_one_line(tmp_path: Path) -> None:
    with serving(Table([SHORT], ends=False), tmp_path / "s"):
        code, out, err = first_bot(tmp_path / "s")
    assert (code, out, err) == (1, "", "the referee closed the stream before the match was over\n")


def test_a_referee_that_fails_is_one_line(tmp_path: Path) -> None:
    def fail(asked: int) -> None:
        if asked == 3:
            raise RuntimeError("the test ends this game")

    with serving(Table([SHORT], before_decision=fail), tmp_path / "s"):
        code, out, err = first_bot(tmp_path / "s")
    assert (code, out) == (1, "")
    assert re.fullmatch(rf"the referee at {tmp_path}/s is gone: .+\n", err)


def test_a_referee_that_dies_is_one_line(tmp_path: Path) -> None:
    """The referee is a process of its own and is killed while the bot thinks."""
    script = (
        "import os, sys\n"
        "from pathlib import Path\n"
        "from tests.botkit.table import Table, serving\n"
        "def die(asked):\n"
        "    if asked == 3:\n"
        "        os._exit(9)\n"
        "with serving(Table(['classic'], before_decision=die), Path(sys.argv[1])) as server:\n"
        "    print('ready', flush=True)\n"
        "    server.wait_for_termination()\n"
    )
    argv = [sys.executable, "-c", script, str(tmp_path / "s")]
    with subprocess.Popen(argv, stdout=subprocess.PIPE, text=True) as referee:
        assert referee.stdout is not None
        assert referee.stdout.readline() == "ready\n"
        code, out, err = first_bot(tmp_path / "s")
    assert referee.returncode == 9
    assert (code, out) == (1, "")
    assert re.fullmatch(rf"the referee at {tmp_path}/s is gone: .+\n", err)


@pytest.mark.parametrize(
    ("environment", "sentence"),
    [
        ({}, "the referee at {socket} is gone: .+"),
        (
            {"ARENA_TOKEN": ""},
            "ARENA_TOKEN is not set: a bot is started by the referee, which gives it a token",
        ),
        ({"ARENA_SOCKET": "here"}, "ARENA_SOCKET: 'here' is neither a path with a slash in it nor host:port"),
        (
            {"ARENA_SOCKET": "localhost:1", "ARENA_CA": "/nowhere"},
            "ARENA_CA: /nowhere cannot be read: No such file or directory",
        ),
    ],
)
def test_what_is_missing_at_the_start_is_one_line(
    tmp_path: Path, environment: dict[str, str], sentence: str
) -> None:
    code, out, err = first_bot(tmp_path / "s", **environment)
    assert (code, out) == (1, "")
    assert re.fullmatch(sentence.format(socket=tmp_path / "s") + "\n", err)


def test_an_error_of_the_bot_is_a_traceback_in_its_log(tmp_path: Path) -> None:
    wrong = FIRST.replace("return 0", "return 1 // 0")
    with serving(Table([SHORT]), tmp_path / "s"):
        code, out, err = finish(start([sys.executable, "-c", wrong], tmp_path / "s"))
    assert (code, out) == (1, "")
    assert "in choose" in err
    assert err.endswith("ZeroDivisionError: integer division or modulo by zero\n")


def test_tcp_is_encrypted_and_the_referee_must_prove_itself(tmp_path: Path) -> None:
    if shutil.which("openssl") is None:
        pytest.skip("there is no openssl to make a certificate with")
    key, own, other = tmp_path / "key.pem", tmp_path / "own.pem", tmp_path / "other.pem"
    for certificate in (other, own):  # the key of the second one stays
        command = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1 -subj /CN=referee"
        names = ["-addext", "subjectAltName=IP:127.0.0.1", "-keyout", str(key), "-out", str(certificate)]
        subprocess.run([*command.split(), *names], check=True, capture_output=True)
    table = Table([SHORT])
    server = grpc.server(ThreadPoolExecutor(2))
    add_RefereeServicer_to_server(table, server)  # type: ignore[no-untyped-call]  # generated code has no types
    credentials = grpc.ssl_server_credentials([(key.read_bytes(), own.read_bytes())])
    port = server.add_secure_port("127.0.0.1:0", credentials)
    server.start()
    try:
        code, out, err = first_bot(f"127.0.0.1:{port}", ARENA_CA=str(other))
        assert (code, out, table.asked) == (1, "", 0)
        assert f"the referee at 127.0.0.1:{port} is gone: " in err
        assert first_bot(f"127.0.0.1:{port}", ARENA_CA=str(own)) == (0, "", "")
        assert table.asked > 5
    finally:
        server.stop(None).wait()


def actions_of(argv: list[str], socket: Path, seed: int = 1) -> list[str]:
    table = Table([SHORT, "classic+vizier+camps+bazaars+falconers+medina,players=3,turn_limit=12"], seed)
    with serving(table, socket):
        assert finish(start(argv, socket)) == (0, "", "")
    assert table.asked == len(table.actions)
    return [str(action) for action in table.actions]


def test_random_can_be_repeated(tmp_path: Path) -> None:
    argv = bot_argv("random")
    seeded = actions_of([*argv, "--seed", "5"], tmp_path / "s")
    assert seeded == actions_of([*argv, "--seed", "5"], tmp_path / "s")
    assert seeded != actions_of([*argv, "--seed", "6"], tmp_path / "s")
    assert seeded != actions_of(argv, tmp_path / "s")
    assert actions_of(argv, tmp_path / "s") == actions_of(argv, tmp_path / "s")


def test_greedy_plays_the_policy_of_the_library(tmp_path: Path) -> None:
    played: list[str] = []

    def note(_: int) -> None:
        assert table.state is not None
        best = greedy_choice(table.state.observe(table.state.seat), table.legal)
        played.append(str(table.legal[best]))

    table = Table(
        ["classic", "classic+vizier+camps+bazaars+falconers+medina,players=3"], before_decision=note
    )
    with serving(table, tmp_path / "s"):
        assert finish(start(bot_argv("greedy"), tmp_path / "s")) == (0, "", "")
    assert [str(action) for action in table.actions] == played
    assert len(played) > 40
