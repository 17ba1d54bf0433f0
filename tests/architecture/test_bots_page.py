"""Does docs/bots.md tell the truth? Its bot plays, its tables name what there is."""

import re
from dataclasses import fields
from pathlib import Path

from arena.botkit import Request
from arena.match.check import CheckPlan, CheckStep, check_bot
from arena.match.manifest import KEYS
from arena.match.recording_sandbox import RecordingSandbox
from arena.match.settings import MatchSettings
from arena.record import TimeControl
from arena.rules import GameConfig
from arena.sandbox import Limits

PAGE = (Path(__file__).parents[2] / "docs" / "bots.md").read_text(encoding="utf-8")


def block(language: str) -> str:
    found = re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    return str(found[0])


def test_the_smallest_bot_is_under_ten_lines_and_plays(tmp_path: Path) -> None:
    source = block("python")
    assert len(source.splitlines()) < 10
    (tmp_path / "bot.py").write_text(source, encoding="utf-8")
    (tmp_path / "bot.toml").write_text(block("toml"), encoding="utf-8")
    settings = MatchSettings(GameConfig.parse("classic,turn_limit=4"), TimeControl.parse("30+0"))
    plan = CheckPlan(tmp_path, (settings,), 1)
    steps: list[CheckStep] = []
    with RecordingSandbox.open(no_sandbox=True) as sandbox:
        check_bot(plan, sandbox, steps.append)
    assert steps[-1].name == "exit"
    assert [step for step in steps if not step.ok] == []


def first_cells(heading: str) -> set[str]:
    section = PAGE.split(f"## {heading}\n")[1].split("\n## ")[0]
    rows = re.findall(r"^\| (`.+?) \|", section, re.MULTILINE)
    return set(re.findall(r"`(\w+)", " ".join(rows)))


def test_the_keys_of_the_manifest() -> None:
    assert first_cells("`bot.toml`") == set(KEYS)


def test_the_parts_of_a_request() -> None:
    parts = {name for name in vars(Request) if not name.startswith("_")}
    assert first_cells("The smallest bot") == parts - {"choices", "commitment"}


def test_the_default_limits() -> None:
    limits = {field.name: getattr(Limits(), field.name) for field in fields(Limits)}
    table = PAGE.split("## Limits\n")[1].split("\n## ")[0]
    for name, unit in (("memory_mb", " MiB"), ("processes", ""), ("cores", ""), ("scratch_mb", " MiB")):
        assert f"| {limits[name]}{unit}" in table
    assert f"| {limits['log_kb']} KiB" in table
    assert f"A bot has {limits['start_s']:g} seconds to start" in PAGE
