"""Do the commands of the README work as written, and does its bot play?"""

import os
import re
import subprocess
import sys
from pathlib import Path

from tests.conftest import ROOT, TREE

README = (ROOT / "README.md").read_text(encoding="utf-8")
INSTALL = "pip install .\n"


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def run(commands: str, folder: Path) -> str:
    """What a shell prints in which arena is installed."""
    programs = Path(sys.executable).parent
    ran = subprocess.run(
        ["bash", "-e", "-c", commands],
        cwd=folder,
        env={
            **os.environ,
            "PATH": f"{programs}:{os.environ['PATH']}",
            "PYTHONPATH": str(TREE),
            "COLUMNS": "120",
        },
        check=False,
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


def test_every_command_as_written_and_the_bot(tmp_path: Path) -> None:
    """`pip install .` is the exception: tests/architecture/test_build.py and the tests of the wheel have it."""
    first, second = blocks("sh")
    assert first.startswith(INSTALL)
    assert "greedy" in run(first.removeprefix(INSTALL), tmp_path)
    assert "The bot is fit to play." in run(second, tmp_path)

    (source,) = blocks("python")
    assert len(source.splitlines()) <= 15
    (tmp_path / "mybot" / "bot.py").write_text(source, encoding="utf-8")
    result = run("arena match mybot random --games 2 --time 30+0.5 --strict", tmp_path)
    assert "mybot" in result
