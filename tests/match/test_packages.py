"""Does a Python bot get exactly the packages that it names, and only by leave?"""

import base64
import hashlib
import zipfile
from pathlib import Path

import pytest

from arena.match.ask import EXIT_S
from arena.match.build import BuildFailed, build_bot
from arena.match.dependencies import FetchFailed
from arena.match.manifest import Bot
from arena.match.packages import LOCK, bot_packages
from arena.match.recording_sandbox import RecordingSandbox
from arena.match.settings import MatchSettings, MatchTerms
from arena.match.trial_start import trial_start
from arena.record import TimeControl
from arena.referee import run_to_end
from arena.rules import GameConfig

PROGRAM = """
import os, sys
import oracle
from arena.botkit import run
sys.stderr.write(f"{oracle.ANSWER}\\n")
try:
    open(os.path.join(os.path.dirname(oracle.__file__), "new"), "w")
except OSError as error:
    sys.stderr.write(f"{error.strerror}\\n")
run(lambda request: 0)
"""
ZEROS = f"--hash=sha256:{'0' * 64}"


def wheel(folder: Path) -> str:
    """Make a wheel and return its line of a lock file."""
    folder.mkdir()
    path = folder / "oracle-1.0-py3-none-any.whl"
    files = {
        "oracle.py": "ANSWER = 42\n",
        "oracle-1.0.dist-info/METADATA": "Metadata-Version: 2.1\nName: oracle\nVersion: 1.0\n",
        "oracle-1.0.dist-info/WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    rows = [
        f"{name},sha256={base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).rstrip(b'=').decode()},{len(text)}"
        for name, text in files.items()
    ]
    files["oracle-1.0.dist-info/RECORD"] = "\n".join([*rows, "oracle-1.0.dist-info/RECORD,,"]) + "\n"
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in files.items():
            archive.writestr(zipfile.ZipInfo(name), text)
    return f"oracle==1.0 \\\n    --hash=sha256:{hashlib.sha256(path.read_bytes()).hexdigest()}\n"


@pytest.fixture
def line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A cache of its own, and a folder as the only place where pip finds wheels."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path / "wheels"))
    return wheel(tmp_path / "wheels")


def bot(folder: Path, lock: str) -> Bot:
    made = folder / "bot"
    made.mkdir()
    (made / "bot.toml").write_text('name = "mine"\nrun = ["python3", "bot.py"]\n', encoding="utf-8")
    (made / "bot.py").write_text(PROGRAM, encoding="utf-8")
    (made / LOCK).write_text(lock, encoding="utf-8")
    return Bot.load(made)


def test_packages_are_fetched_by_leave_and_shown_read_only(tmp_path: Path, line: str) -> None:
    mine = bot(tmp_path, f"# what it needs\n{line}")
    with RecordingSandbox.open() as sandbox:
        with pytest.raises(
            BuildFailed, match=r"mine: the packages of its requirements\.lock are not on this host: fetch"
        ):
            build_bot(mine, sandbox)
        folder = build_bot(mine, sandbox, allow_network=True).folder
        (tmp_path / "wheels").rename(tmp_path / "gone")  # from here on offline
        terms = MatchTerms("test", 1, MatchSettings(GameConfig.parse("classic"), TimeControl.parse("20+1")))
        fault, _ = run_to_end(trial_start(sandbox, mine, folder, terms, EXIT_S))
        assert fault is None
        assert sandbox.launched[-1].stderr.log().text().splitlines() == ["42", "Read-only file system"]


REFUSED = {
    "no hash": ("oracle==1.0\n", "entry 1, 'oracle==1.0', has no --hash=sha256:..."),
    "no version": (f"oracle {ZEROS}\n", "entry 1, "),
    "a range": (f"oracle>=1.0 {ZEROS}\n", "entry 1, "),
    "an address": (f"oracle @ https://example.org/oracle.whl {ZEROS}\n", "entry 1, "),
    "an index": (f"--index-url https://example.org/\noracle==1.0 {ZEROS}\n", "entry 1, "),
    "another file": ("-r more.txt\n", "entry 1, "),
    "a folder": ("-e .\n", "entry 1, "),
    "a hash that is none": (
        "oracle==1.0 --hash=sha256:12\n",
        "entry 1, 'oracle==1.0', has a hash that is no SHA-256",
    ),
    "a weaker hash": (
        f"oracle==1.0 --hash=md5:{'0' * 32}\n",
        "entry 1, 'oracle==1.0', has a hash that is no SHA-256",
    ),
    "an option behind": (
        f"oracle==1.0 {ZEROS} --pre\n",
        "entry 1, 'oracle==1.0', has a hash that is no SHA-256",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_a_lock_file_may_not_say(tmp_path: Path, name: str) -> None:
    lock, sentence = REFUSED[name]
    with pytest.raises(FetchFailed) as refused:
        bot_packages(bot(tmp_path, lock), allow_network=True)
    assert str(refused.value).startswith(f"requirements.lock: {sentence}")


def test_a_wrong_hash_is_refused_and_nothing_is_kept(tmp_path: Path, line: str) -> None:
    assert line
    mine = bot(tmp_path, f"oracle==1.0 {ZEROS}\n")
    with pytest.raises(FetchFailed, match=r"requirements\.lock: pip failed with exit status 1: .*"):
        bot_packages(mine, allow_network=True)
    assert not any((tmp_path / "cache" / "arena" / "packages").iterdir())


def test_a_bot_without_a_lock_file_brings_none(tmp_path: Path) -> None:
    mine = bot(tmp_path, "")
    (mine.folder / LOCK).unlink()
    assert bot_packages(mine) is None
