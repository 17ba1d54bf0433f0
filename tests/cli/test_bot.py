"""Do `arena bot new`, `assemble`, `check` and `ask` work together, and end as they should?"""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from arena.match.check import CheckPlan, CheckStep
from arena.match.manifest import Bot
from arena.sandbox import Limits
from arena.wire import conversation, conversation_json
from tests.conftest import arena
from tests.record.records import played_record

FAKE = Path(__file__).parents[1] / "fakes"
GREEDY_GO = Path(__file__).parents[2] / "bots" / "greedy-go"
SHORT = "classic,turn_limit=8"
ALL = "classic+vizier+camps+bazaars+falconers+medina,players=3,turn_limit=9"
RECORD = played_record("classic,players=2", seed=5)


def arena_bot(*arguments: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    return arena("bot", *arguments, cwd=cwd, COLUMNS="200")


@pytest.fixture(scope="module")
def ladder_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a recorded request in it."""
    folder = tmp_path_factory.mktemp("home")
    text = conversation_json(conversation(RECORD, 5))
    (folder / "request.json").write_text(text, encoding="utf-8")
    (folder / "request.bin").write_bytes(conversation(RECORD, 5).SerializeToString())
    return folder


def test_a_new_bot_passes_the_check_as_it_is(tmp_path: Path) -> None:
    """The one in Python, without a sandbox; tests/kits has all languages."""
    made = arena_bot("new", "mybot", cwd=tmp_path)
    assert (made.returncode, made.stderr) == (0, "")
    assert made.stdout.splitlines()[-1] == "next: arena bot check mybot"
    assert Bot.load(tmp_path / "mybot").name == "mybot"
    ran = arena_bot("check", "mybot", "--rules", SHORT, "--rules", ALL, "--no-sandbox", cwd=tmp_path)
    assert (ran.returncode, ran.stderr) == (0, ""), ran.stdout
    marks = [line.split(":")[0] for line in ran.stdout.splitlines() if line.startswith(("✓", "✗"))]
    assert marks == [
        "✓ manifest",
        "✓ build",
        "✓ start",
        "✓ handshake",
        "✓ game classic,players=2,turn_limit=8",
        f"✓ game {ALL}",
        "✓ time 30+0.5",
        "✓ exit",
    ]
    assert ran.stdout.splitlines()[-1] == "The bot is fit to play."


def test_a_new_bot_is_made_where_the_path_says(tmp_path: Path) -> None:
    assert arena_bot("new", "bots/deep/other", cwd=tmp_path).returncode == 0
    assert Bot.load(tmp_path / "bots" / "deep" / "other").name == "other"
    assert [path.name for path in (tmp_path / "bots" / "deep").iterdir()] == ["other"]


def test_assemble_makes_a_whole_bot(tmp_path: Path) -> None:
    """The same bot as the policy, which needs its kit no more."""
    made = arena_bot("assemble", GREEDY_GO, "--out", "deep/whole", cwd=tmp_path)
    assert (made.returncode, made.stderr) == (0, "")
    whole = Bot.load(tmp_path / "deep" / "whole")
    assert (whole.identity, whole.folder) == (Bot.load(GREEDY_GO).identity, tmp_path / "deep" / "whole")
    *files, last = made.stdout.splitlines()
    assert {"deep/whole/client.go", "deep/whole/policy.go", "deep/whole/arena.proto"} <= set(files)
    assert last == f"{whole.identity} is whole in deep/whole"


def test_build_says_what_was_done_and_where(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    folder = tmp_path / "made"
    folder.mkdir()

    def build(command: str, *options: str) -> subprocess.CompletedProcess[str]:
        manifest = f'name = "made"\nrun = ["./bot"]\nbuild = ["sh", "-c", "{command}"]\n'
        (folder / "bot.toml").write_text(manifest, encoding="utf-8")
        return arena_bot("build", "made", "--no-sandbox", *options, cwd=tmp_path)

    first = build("echo > bot")
    assert (first.returncode, first.stderr) == (0, "")
    done, told, where = first.stdout.splitlines()
    assert done.startswith("made@")
    assert ": built in " in done
    assert told == "it runs from"
    assert Path(where.strip(), "bot").is_file()
    again = json.loads(build("echo > bot", "--json").stdout)
    assert (again["told"], again["wall_s"]) == ("was built before", None)
    failed = build("echo line 7: no such word; exit 3")
    assert (failed.returncode, failed.stdout) == (1, "line 7: no such word\n")
    assert failed.stderr == "arena: made: the build failed with exit status 3\n"
    nothing = arena_bot("build", FAKE, "--no-sandbox", cwd=tmp_path)
    assert ": nothing to build" in nothing.stdout.splitlines()[0]


def test_a_check_that_fails_as_json(tmp_path: Path) -> None:
    shutil.copytree(FAKE, tmp_path / "fake")
    manifest = 'name = "fake"\nrun = ["python3", "bot.py", "--index-at", "1"]\n'
    (tmp_path / "fake" / "bot.toml").write_text(manifest, encoding="utf-8")
    options = ("--rules", SHORT, "--games", "1", "--logs", "logs", "--no-sandbox", "--json")
    ran = arena_bot("check", "fake", *options, cwd=tmp_path)
    assert (ran.returncode, ran.stderr) == (1, "")
    answer = json.loads(ran.stdout)
    assert (answer["ok"], answer["tier"]) == (False, 3)
    (failed,) = [step for step in answer["steps"] if not step["ok"]]
    assert failed["name"] == "game classic,players=2,turn_limit=8"
    assert "protocol: Decision 1000001 (act) was answered with a choice that is refused" in failed["detail"]
    request = failed["notes"][1].removeprefix("the request: ")
    again = arena_bot("ask", "fake", request, "--no-sandbox", cwd=tmp_path)
    assert again.returncode == 1
    assert "✗ protocol: Decision 1000001 (act) was answered with a choice that is refused" in again.stdout


@pytest.mark.parametrize("file", ["request.json", "request.bin"])
def test_ask(ladder_folder: Path, file: str) -> None:
    ran = arena_bot("ask", FAKE, file, "--no-sandbox", "--json", cwd=ladder_folder)
    assert (ran.returncode, ran.stderr) == (0, "")
    answer = json.loads(ran.stdout)
    messages = conversation(RECORD, 5).messages
    assert answer["action"] == messages[-1].decision.legal[0].text
    assert (answer["legal"], answer["index"], answer["fault"]) == (True, 0, None)
    assert answer["asked"] == answer["of"] == len(messages) - 1
    assert 0 < answer["wall_ns"] < answer["allowance_ns"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("new", "Big"), "NAME: 'Big' must be 1 to 40 of a-z"),
        (("new", "request.json"), "NAME: request.json exists already"),
        (
            ("new", "mybot", "--lang", "cobol"),
            "--lang: there is no kit for 'cobol', only for cpp, go, java, jsonl-awk, jsonl-lua, jsonl-perl, jsonl-php, jsonl-ruby, jsonl-sh, node, python, rust",
        ),
        (("assemble", "nowhere", "--out", "x"), "BOT: nowhere: there is no such folder"),
        (("assemble", FAKE, "--out", "x"), f"BOT: {FAKE}: its bot.toml names no kit, so it is whole already"),
        (("assemble", GREEDY_GO, "--out", "request.json"), "--out: request.json exists already"),
        (("check", "nowhere"), "BOT: nowhere: there is no such folder"),
        (("check", ".", "--rules", "chess"), "--rules: edition: 'chess' is not one of classic"),
        (("check", ".", "--time", "fast"), "--time: 'fast' is not BANK+INCREMENT"),
        (("check", ".", "--games", "0"), "--games: must be 1 or more"),
        (("build", "nowhere"), "BOT: nowhere: there is no such folder"),
        (("ask", ".", "request.json"), "BOT: .: there is no bot.toml in it"),
        (("ask", FAKE, "nothing.json"), "FILE: nothing.json: there is no such file"),
        (("ask", FAKE, FAKE / "bot.py"), f"FILE: {FAKE / 'bot.py'}: not a conversation"),
        (("ask", FAKE, "request.json", "--wait", "0"), "--wait: must be 0.001 or more"),
    ],
    ids=lambda value: " ".join(map(str, value))[:40] if isinstance(value, tuple) else None,
)
def test_a_mistake_is_one_sentence(
    ladder_folder: Path,
    arguments: tuple[str | Path, ...],
    sentence: str,
) -> None:
    ended = arena_bot(*arguments, cwd=ladder_folder)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr.startswith(f"arena: {sentence}")
    assert ended.stderr.count("\n") == 1


def test_the_limits_are_those_that_were_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plans: list[CheckPlan] = []

    def checked(plan: CheckPlan, *_: object) -> list[CheckStep]:
        plans.append(plan)
        return []

    limits = [
        "--memory-mb",
        "200",
        "--processes",
        "9",
        "--cores",
        "1",
        "--scratch-mb",
        "3",
        "--start-s",
        "2.5",
    ]
    options = [*limits, "--time", "5+1", "--no-sandbox"]
    monkeypatch.setattr("arena.cli.bot.check_bot", checked)
    assert arena_bot("check", FAKE, *options, cwd=tmp_path).returncode == 0
    assert plans[0].settings[0].limits == Limits(
        memory_mb=200, processes=9, cores=1, scratch_mb=3, start_s=2.5
    )
    assert str(plans[0].settings[0].control) == "5+1"
    wrong = arena_bot("check", str(FAKE), "--memory-mb", "1", cwd=tmp_path)
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert wrong.stderr == "arena: --memory-mb: must be between 32 and 1048576, not 1\n"


@pytest.mark.parametrize(
    "words",
    [("bot", "build"), ("bot", "assemble", "--out", "whole"), ("match", "."), ("submit",)],
)
def test_a_hostile_manifest_is_wrong_usage(tmp_path: Path, words: tuple[str, ...]) -> None:
    (tmp_path / "bot.toml").write_text(f'name = "x"\nkit = {"[" * 5000}\n')
    done = arena(*words[:2], tmp_path, *words[2:], cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, ""), done
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "words", [("ladder", "table"), ("ladder", "run"), ("ladder", "plan"), ("event", "codes"), ("serve",)]
)
def test_a_hostile_ladder_file_is_wrong_usage(tmp_path: Path, words: tuple[str, ...]) -> None:
    path = tmp_path / "hostile.toml"
    path.write_text(f"sets = {'9' * 5000}\n")
    done = arena(*words, path)
    assert (done.returncode, done.stdout) == (2, ""), done
    assert done.stderr == f"arena: {path}: has a number that does not fit into 64 bits\n"


@pytest.mark.parametrize(
    "content", [b"{" + b'"a":[' * 5000, b'{"messages": 1' + b"9" * 5000 + b"}", b"{\xff"]
)
def test_a_hostile_request_is_wrong_usage(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "request.json"
    path.write_bytes(content)
    done = arena("bot", "ask", tmp_path, path)
    assert (done.returncode, done.stdout) == (2, ""), done
    assert done.stderr.count("\n") == 1
