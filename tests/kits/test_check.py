"""Is every kit fit to play, as `arena bot new` writes it and as greedy? Two games in one process, frozen between turns, and a clean exit."""

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from arena.cli.app import app
from arena.match.check import CheckPlan, check_bot
from arena.match.kit import KITS
from arena.match.recording_sandbox import RecordingSandbox
from arena.match.settings import MatchSettings
from arena.record import TimeControl
from arena.rules import GameConfig
from arena.sandbox import Limits
from tests.kits.kits import COMPILED, LANGUAGES, LINES, bot_folder, made
from tests.rules.games import MODULES

ALL = "+".join(["classic", *MODULES])


def fit(folder: Path, sandbox: RecordingSandbox, *rules: str) -> None:
    made(folder, sandbox)
    limits = Limits(start_s=30)  # other kits may be built at the same time
    control = TimeControl.parse("30+0.5")
    settings = tuple(MatchSettings(GameConfig.parse(text), control, limits) for text in rules)
    plan = CheckPlan(folder, settings, 2, b"kits")
    steps = check_bot(plan, sandbox, lambda _: None)
    assert [step for step in steps if not step.ok] == []
    assert steps[-1].name == "exit"


@pytest.mark.parametrize("language", LANGUAGES)
def test_greedy_passes_the_check(sandbox: RecordingSandbox, language: str) -> None:
    short = (f"{ALL},players=3,turn_limit=15", "red-palace,players=2,turn_limit=15")
    fit(bot_folder(language), sandbox, "classic,players=2", *short)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_new_bot_passes_the_check_as_it_is(
    sandbox: RecordingSandbox, tmp_path: Path, language: str
) -> None:
    result = CliRunner().invoke(app, ["bot", "new", str(tmp_path / "mybot"), "--lang", language])
    assert result.exit_code == 0
    texts = [path.read_text(encoding="utf-8") for path in (tmp_path / "mybot").rglob("*") if path.is_file()]
    assert not any("@NAME@" in text for text in texts)
    assert {"bot.toml", "README.md", ".gitignore"} <= {path.name for path in (tmp_path / "mybot").iterdir()}
    fit(tmp_path / "mybot", sandbox, f"{ALL},players=2,turn_limit=15")


@pytest.mark.parametrize("language", LINES)
def test_a_new_bot_in_lines_passes_the_check_as_it_is(
    sandbox: RecordingSandbox, tmp_path: Path, language: str
) -> None:
    result = CliRunner().invoke(app, ["bot", "new", str(tmp_path / "mybot"), "--lang", language])
    assert result.exit_code == 0
    assert "build" not in result.output
    (program,) = (tmp_path / "mybot").glob("bot.[!t]*")
    assert 10 <= len(program.read_text(encoding="utf-8").splitlines()) <= 22
    fit(tmp_path / "mybot", sandbox, f"{ALL},players=2,turn_limit=6")


@pytest.mark.parametrize("language", COMPILED)
def test_lock_files_name_no_host_and_pin_everything(language: str) -> None:
    """A lock file names what is fetched and its checksum, and leaves it to the client where from."""
    locks = {"go": "go.sum", "java": "lib.sha256", "node": "package-lock.json", "rust": "Cargo.lock"}
    if language not in locks:
        return  # C++ takes its libraries from Debian
    text = (KITS / language / "client" / locks[language]).read_text(encoding="utf-8")
    assert re.search(r'"resolved"|https?://(?!github\.com|opencollective\.com)', text) is None
    assert re.search(r"h1:|sha512-|checksum = |^[0-9a-f]{64} ", text, re.MULTILINE)
