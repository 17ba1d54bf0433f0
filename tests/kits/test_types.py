"""Does TypeScript find the JavaScript of the Node kit well typed, as `npm run types` promises?"""

import subprocess
from pathlib import Path

import pytest

from arena.match.kit import assemble, new_bot
from arena.sandbox.toolchain import host_program
from tests.kits.kits import REQUIRED, bot_folder


def test_the_javascript_is_well_typed(tmp_path: Path) -> None:
    """The kit as it is, the greedy bot, and as a control a policy with a mistake."""
    kit = tmp_path / "kit"
    new_bot("node", kit)
    npm = host_program("npm")
    if npm is None and not REQUIRED:
        pytest.skip("needs npm, which is not on this host: apt-get install npm")
    assert npm is not None
    fetched = _run(npm, "ci", "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund", folder=kit)
    if fetched.returncode != 0 and not REQUIRED:
        pytest.skip(f"npm ci: {fetched.stderr.strip()[-200:]}")
    assert fetched.returncode == 0, fetched.stderr
    assert _types(npm, kit) == (0, [])
    bot = tmp_path / "bot"
    assemble(bot_folder("node"), bot)
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
