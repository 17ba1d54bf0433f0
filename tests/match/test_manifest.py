"""Is a bot's folder read as it should, and a wrong one told why?"""

import re
from pathlib import Path

import pytest

from arena.match.bot_process import BotProcess
from arena.match.manifest import Bot, ManifestError
from arena.match.settings import MatchSettings, MatchTerms
from arena.record import TimeControl
from arena.rules import GameConfig
from arena.sandbox import Limits, Sandbox

GOOD = 'name = "my-bot"\nrun = ["python3", "bot.py"]\n'


def folder_with(path: Path, manifest: str) -> Path:
    (path / "bot.toml").write_text(manifest, encoding="utf-8")
    (path / "bot.py").write_text("print('hello')\n", encoding="utf-8")
    return path


def test_a_good_manifest(tmp_path: Path) -> None:
    text = (
        GOOD + 'build = [["make"]]\nlanguage = "python"\nauthors = ["A"]\ndescription = "d"\nprotocol = 1\n'
    )
    bot = Bot.load(folder_with(tmp_path, text))
    assert (bot.name, bot.run, bot.build) == ("my-bot", ("python3", "bot.py"), (("make",),))
    assert bot.identity == f"my-bot@{bot.version[:12]}"


@pytest.mark.parametrize(
    ("manifest", "key"),
    [
        ("", "name"),
        ('name = "x"\n', "run"),
        ('name = "Über"\nrun = ["a"]\n', "name"),
        ('name = "a/b"\nrun = ["a"]\n', "name"),
        (f'name = "{"x" * 41}"\nrun = ["a"]\n', "name"),
        ('name = "x"\nrun = "python3 bot.py"\n', "run"),
        ('name = "x"\nrun = []\n', "run"),
        ('name = "x"\nrun = [1]\n', "run"),
        (GOOD + "build = 3\n", "build"),
        (GOOD + "protocol = 2\n", "protocol"),
        (GOOD + "protocol = true\n", "protocol"),
        (GOOD + 'authors = "me"\n', "authors"),
        (GOOD + 'description = "a\\u001b[2Jb"\n', "description"),
        (GOOD + "colour = 1\n", "colour"),
        (GOOD + 'colour."\\u001b[2J" = 1\n', "colour"),
        (GOOD + '"\\u001b[2J" = 1\n', "no such key"),
        ("name = \n", "not TOML"),
        (GOOD + f"x = {'[' * 5000}{']' * 5000}\n", "nested more than 20 levels deep"),
        (GOOD + f"x{'.a' * 30} = 1\n", "nested more than 20 levels deep"),
        (GOOD + f"x{'.a' * 20_000} = 1\n", "nested more than 20 levels deep"),
        (GOOD + f"protocol = {'9' * 5000}\n", "does not fit into 64 bits"),
        (GOOD + f"protocol = 0x{'f' * 5000}\n", "does not fit into 64 bits"),
        (GOOD + f"# {'x' * 70_000}\n", "larger than 64 KiB"),
        (GOOD + 'kit = [["go"]]\n', "kit"),
    ],
)
def test_a_wrong_manifest_names_the_key(tmp_path: Path, manifest: str, key: str) -> None:
    with pytest.raises(ManifestError, match=key) as caught:
        Bot.load(folder_with(tmp_path, manifest))
    assert "\n" not in str(caught.value).replace("\\n", "")


def test_folders_that_are_no_bots(tmp_path: Path) -> None:
    with pytest.raises(ManifestError, match="no such folder"):
        Bot.load(tmp_path / "nowhere")
    with pytest.raises(ManifestError, match=r"no bot\.toml"):
        Bot.load(tmp_path)


def test_the_version_follows_the_content(tmp_path: Path) -> None:
    folder = folder_with(tmp_path, GOOD)
    before = Bot.load(folder).version
    (folder / "__pycache__").mkdir()
    (folder / "__pycache__" / "x.pyc").write_bytes(b"1")
    assert Bot.load(folder).version == before
    (folder / "bot.py").chmod(0o755)
    executable = Bot.load(folder).version
    assert executable != before
    (folder / "more.txt").write_text("x", encoding="utf-8")
    assert Bot.load(folder).version != executable


def test_links_are_refused(tmp_path: Path) -> None:
    folder = folder_with(tmp_path, GOOD)
    (folder / "link").symlink_to("/etc/passwd")
    with pytest.raises(ManifestError, match="link"):
        Bot.load(folder)


def test_options_are_part_of_the_bot(tmp_path: Path) -> None:
    folder = folder_with(tmp_path, GOOD)
    plain = Bot.parse(str(folder))
    fast = Bot.parse(f"{folder} --move-time 0.1 'two words'")
    assert plain == Bot.load(folder)
    assert fast.run == ("python3", "bot.py", "--move-time", "0.1", "two words")
    assert fast.label == "my-bot --move-time 0.1 'two words'"
    assert len({plain.identity, fast.identity, Bot.parse(f"{folder} --move-time 0.2").identity}) == 3
    assert fast == Bot.parse(f"{folder}  --move-time 0.1 'two words'")


def test_a_folder_may_have_a_space_in_its_name(tmp_path: Path) -> None:
    folder = tmp_path / "my bot"
    folder.mkdir()
    assert Bot.parse(str(folder_with(folder, GOOD))).options == ()


@pytest.mark.parametrize("text", ["", "'", "nowhere --fast"])
def test_a_text_that_names_no_folder(text: str) -> None:
    with pytest.raises(ManifestError):
        Bot.parse(text)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("memory_mb = 1", "memory_mb: must be between 32 and"),
        ('memory_mb = "much"', "memory_mb: must be a whole number"),
        ('engine = "yes"', "engine: must be true or false, not 'yes'"),
        ('protocol = "xml"', "protocol: 'xml' is not spoken here; 1 is gRPC"),
        ("protocol = true", "protocol: True is not spoken here"),
    ],
)
def test_wishes_that_cannot_be(tmp_path: Path, line: str, sentence: str) -> None:
    (tmp_path / "bot.toml").write_text(f'name = "x"\nrun = ["x"]\n{line}\n', encoding="utf-8")
    with pytest.raises(ManifestError, match=re.escape(sentence)):
        Bot.load(tmp_path)


def test_a_wish_for_memory_is_capped_by_the_match(tmp_path: Path) -> None:
    (tmp_path / "bot.toml").write_text('name = "x"\nrun = ["x"]\nmemory_mb = 512\n', encoding="utf-8")
    bot = Bot.load(tmp_path)
    assert (bot.memory_mb, bot.engine, bot.lines) == (512, False, False)
    for limit_mb, given_mb in ((1024, 512), (256, 256)):
        terms = MatchTerms(
            "m",
            1,
            MatchSettings(GameConfig.parse("classic"), TimeControl.parse("1+1"), Limits(memory_mb=limit_mb)),
        )
        with Sandbox.open(no_sandbox=True) as sandbox:
            assert BotProcess(sandbox, bot, tmp_path, terms, 0)._limits().memory_mb == given_mb
