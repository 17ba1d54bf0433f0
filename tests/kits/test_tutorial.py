"""Does docs/tutorial.md work, command by command, as it is written?"""

import os
import re
import subprocess
import sys
from pathlib import Path

from arena.match.recording_sandbox import RecordingSandbox
from tests.conftest import TREE
from tests.kits.kits import ROOT, bot_folder, made

PAGE = (ROOT / "docs" / "tutorial.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```sh\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def test_every_command_as_written(sandbox: RecordingSandbox, tmp_path: Path) -> None:
    made(bot_folder("go"), sandbox)  # or the test is skipped
    (tmp_path / ".venv" / "bin").mkdir(parents=True)
    programs = Path(sys.executable).parent
    activate = f"export PATH={programs}:$PATH PYTHONPATH={TREE}\n"
    (tmp_path / ".venv" / "bin" / "activate").write_text(activate, encoding="utf-8")
    ran = subprocess.run(
        ["bash", "-e", "-c", "\n".join(BLOCKS)],
        cwd=tmp_path,
        env={**os.environ, "COLUMNS": "120"},
        check=False,
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert ran.stdout.count("The bot is fit to play.") == 3
    table = ran.stdout[ran.stdout.rindex("mygobot@") :]
    assert "mybot" in table
    assert "✗" not in ran.stdout
    assert sorted(path.name for path in (tmp_path / "runs").iterdir()) == [
        "first", "ladder", "ladder.toml", "mybot", "mygobot",
    ]  # fmt: skip


def test_it_leads_through_python_and_a_compiled_language_to_a_table() -> None:
    commands = "\n".join(BLOCKS)
    for needed in (
        "arena bot new mybot\n",
        "--lang go",
        "arena submit mybot",
        "arena submit mygobot",
        "arena ladder table",
    ):
        assert needed in commands
