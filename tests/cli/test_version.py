"""Does `arena version` say what runs, and does a wrong command end in one sentence?"""

import json
import subprocess

import pytest

import arena
from arena.rules import RULES_VERSION, compiled
from tests.conftest import ARENA


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """As a process of its own, as from a shell."""
    return subprocess.run([*ARENA, *arguments], check=False, capture_output=True, text=True)


def test_version() -> None:
    ran = run("version")
    form = "compiled" if compiled else "interpreted"
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout == f"arena {arena.__version__}, rules {RULES_VERSION}, {form}\n"


def test_version_as_json() -> None:
    ran = run("version", "--json")
    assert ran.returncode == 0
    assert json.loads(ran.stdout) == {
        "arena": arena.__version__,
        "rules": RULES_VERSION,
        "running": "compiled" if compiled else "interpreted",
    }


@pytest.mark.parametrize(
    "arguments", [("versoin",), ("version", "--jsn"), ("version", "now"), ("--verbose",)], ids=" ".join
)
def test_wrong_usage_is_one_sentence_and_exit_code_2(arguments: tuple[str, ...]) -> None:
    ran = run(*arguments)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.startswith("arena: ")
    assert ran.stderr.count("\n") == 1


@pytest.mark.parametrize(("arguments", "code"), [(("--help",), 0), ((), 2)], ids=["--help", "nothing"])
def test_help_lists_the_commands(arguments: tuple[str, ...], code: int) -> None:
    ran = run(*arguments)
    assert (ran.returncode, ran.stderr) == (code, "")
    assert "version" in ran.stdout
