"""Does TypeScript find the JavaScript of the Node kit well typed, as `npm run types` promises?"""

import shutil
import subprocess
from pathlib import Path

import pytest

from arena.sandbox.toolchain import host_program
from tests.kits.kits import REQUIRED, TEMPLATES, bot_folder


def test_the_javascript_is_well_typed(tmp_path: Path) -> None:
    """The kit as it is, the greedy bot, and as a control a policy with a mistake."""
    kit = tmp_path / "kit"
    shutil.copytree(TEMPLATES / "node", kit)
    npm = host_program("npm")
    if npm is None and not REQUIRED:
        pytest.skip("needs npm, which is not on this host: apt-get install npm")
    assert npm is not None
    fetched = _run(npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", folder=kit)
    if fetched.returncode != 0 and not REQUIRED:
        pytest.skip(f"npm ci: {fetched.stderr.strip()[-200:]}")
    assert fetched.returncode == 0, fetched.stderr
    assert _types(npm, kit) == (0, [])
    bot = tmp_path / "bot"
    shutil.copytree(bot_folder("node"), bot, ignore=shutil.ignore_patterns("node_modules"))
    (bot / "node_modules").symlink_to(kit / "node_modules")
    with (bot / "purse.js").open("a", encoding="utf-8") as file:
        file.write("slotOf(7);\n")
    status, errors = _types(npm, bot)
    assert status != 0
    assert [error.split("(")[0] for error in errors] == ["purse.js"], errors


def _types(npm: Path, folder: Path) -> tuple[int, list[str]]:
    ran = _run(npm, "run", "types", folder=folder)
    return ran.returncode, [line for line in ran.stdout.splitlines() if "error TS" in line]


def _run(npm: Path, *arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([npm, *arguments], cwd=folder, check=False, capture_output=True, text=True)
