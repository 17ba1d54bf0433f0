"""Does the README still tell the truth? Its order, its links, and every command that it names; tests/cli runs them."""

import re
import subprocess
from pathlib import Path
from typing import Any

import typer

from arena.cli.app import app

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = [*"".join(re.findall(r"^```sh\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)).splitlines(),
            *re.findall(r"`((?:arena|make) .+?)`", README)]  # fmt: skip


def test_it_reads_in_two_minutes() -> None:
    prose = re.sub(r"```.*?```|<picture>.*?</picture>|\]\(.*?\)", "", README, flags=re.DOTALL)
    assert len(prose.split()) < 600
    assert all(len(line) <= 100 for line in README.splitlines() if not line.startswith(("|", "<img")))


def test_its_order() -> None:
    order = ["# arena", "<picture>", "- **", "## Install and play", "## What was measured", "## How it works",
             "processes-light.svg", "## Write a bot", "## Go on"]  # fmt: skip
    found = [README.index(part) for part in order]
    assert found == sorted(found)
    assert README.count("\n- **") == 5


def test_every_make_target_exists() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    named = {command.split()[1] for command in COMMANDS if command.startswith("make ")}
    assert "check" in named
    assert sorted(named - targets) == []


def test_every_command_and_option_exists() -> None:
    named = [command for command in COMMANDS if command.startswith("arena ")]
    assert named
    for command in named:
        found: Any = typer.main.get_command(app)
        _, *words = command.split()
        while hasattr(found, "commands"):
            name = words.pop(0)
            found = found.get_command(None, name)
            assert found is not None, command
        known = {option for param in found.params for option in (*param.opts, *param.secondary_opts)}
        assert {word for word in words if word.startswith("--")} <= known, command


def test_ci_runs_make_check_which_ends_with_the_tests() -> None:
    (command,) = re.findall(r"^exec (.+)$", (ROOT / ".ci" / "run").read_text(encoding="utf-8"), re.MULTILINE)
    assert command == "make check"
    dry = ["make", "--dry-run", "--always-make", "--no-print-directory"]
    checked, tested = (
        subprocess.run([*dry, target], cwd=ROOT, check=True, capture_output=True, text=True).stdout
        for target in ("check", "test")
    )
    assert tested.splitlines()[-2:] == checked.splitlines()[-2:]


def test_every_file_it_links_to_exists() -> None:
    links = re.findall(r'(?:\]\(|src="|srcset=")([^)#"]+)', README)
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []
