"""Which kits can be tested on this host? All whose toolchain is there; with ARENA_KITS=require all of them have to be."""

import os
import re
import subprocess
from functools import cache
from pathlib import Path

import pytest

from arena.match.build import BuildFailed, Built, build_bot
from arena.match.manifest import Bot
from arena.match.recording_sandbox import RecordingSandbox
from arena.sandbox.toolchain import ToolchainMissing, find_toolchain

ROOT = Path(__file__).parents[2]
REQUIRED = os.environ.get("ARENA_KITS") == "require"

LANGUAGES = ("python", "cpp", "go", "java", "node", "rust")
COMPILED = LANGUAGES[1:]
LINES = ("jsonl-awk", "jsonl-lua", "jsonl-perl", "jsonl-php", "jsonl-ruby", "jsonl-sh")
# What the kits need, as docs/languages.md says; a host may have an older one.
VERSIONS = {
    "c++": (("g++", "-dumpfullversion"), (12,)),
    "go": (("go", "version"), (1, 24)),
    "java": (("javac", "-version"), (17,)),
    "node": (("node", "--version"), (20,)),
    "rust": (("rustc", "--version"), (1, 85)),
}


def bot_folder(language: str) -> Path:
    """The greedy bot in a language."""
    return ROOT / "bots" / ("greedy" if language == "python" else f"greedy-{language}")


@cache
def present(toolchain: str) -> None:
    """ToolchainMissing unless it is on this host, and new enough."""
    programs = find_toolchain(toolchain).root / "bin"
    if toolchain not in VERSIONS:
        return
    (program, option), needed = VERSIONS[toolchain]
    ran = subprocess.run([programs / program, option], check=True, capture_output=True, text=True)
    found = re.search(r"\d+(\.\d+)*", ran.stdout + ran.stderr)
    assert found, ran
    if tuple(map(int, found[0].split("."))) < needed:
        wanted = ".".join(map(str, needed))
        raise ToolchainMissing(f"needs {program} {wanted} or newer, and this host has {found[0]}")


def made(folder: Path, sandbox: RecordingSandbox) -> Built:
    """A kit's bot, built, its libraries fetched if need be; where that cannot be, the test is skipped, unless all kits are required."""
    bot = Bot.load(folder)
    try:
        for name in bot.toolchains:
            present(name)
    except ToolchainMissing as missing:
        if REQUIRED:
            raise
        pytest.skip(f"{bot.name}: {missing}")
    try:
        return build_bot(bot, sandbox, allow_network=True)
    except BuildFailed as failed:
        if REQUIRED or failed.log:
            raise
        pytest.skip(str(failed))
