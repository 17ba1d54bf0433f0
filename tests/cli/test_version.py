"""Does `arena version` say what runs, and does a wrong command end in one sentence?"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import arena
from arena.rules import RULES_VERSION, compiled
from tests.conftest import ARENA
from tests.conftest import arena as run_here


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """As a process of its own, as from a shell."""
    around = {**os.environ, **environment}
    return subprocess.run([*ARENA, *arguments], check=False, capture_output=True, text=True, env=around)


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
        "conflicts": [],
    }


def test_another_distribution_of_the_same_import_name_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    info = tmp_path / "arena-7.1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: arena\nVersion: 7.1\n")
    (info / "RECORD").write_text("arena/__init__.py,,\n")
    monkeypatch.syspath_prepend(tmp_path)
    assert json.loads(run_here("version", "--json").stdout)["conflicts"] == ["arena 7.1"]
    (sentence,) = run_here("version").stdout.splitlines()[1:]
    assert sentence == (
        "arena 7.1 is another project's and installs a package of the same name here; "
        "remove it (pip uninstall arena) and install alhambra-arena again."
    )


@pytest.mark.parametrize("words", [("--version",), ("-h",), ("--show-completion", "bash")], ids=" ".join)
def test_options_of_the_whole_command(words: tuple[str, ...]) -> None:
    """As `python -m arena`, which is the same."""
    ran = subprocess.run([sys.executable, "-m", "arena", *words], check=False, capture_output=True, text=True)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "arena" in ran.stdout


def test_a_shell_completes_commands() -> None:
    ran = run("ladder", "r", _ARENA_COMPLETE="complete_bash", COMP_WORDS="arena ladder r", COMP_CWORD="2")
    assert ran.stdout.split() == ["run", "retire", "reinstate"]


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
