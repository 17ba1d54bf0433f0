"""Which kits can be tested on this host? All whose toolchain is there; with ARENA_KITS=require all of them have to be."""

import os
from pathlib import Path

import pytest

from arena.match.build import BuildFailed, Built, build_bot
from arena.match.manifest import Bot
from arena.match.witness import Witness
from arena.sandbox.toolchain import ToolchainMissing, find

ROOT = Path(__file__).parents[2]
TEMPLATES = ROOT / "arena" / "cli" / "templates"
REQUIRED = os.environ.get("ARENA_KITS") == "require"

LANGUAGES = ("python", "cpp", "go", "java", "node", "rust")
COMPILED = LANGUAGES[1:]


def bot_folder(language: str) -> Path:
    """The greedy bot in a language."""
    return ROOT / "bots" / ("greedy" if language == "python" else f"greedy-{language}")


def made(folder: Path, sandbox: Witness) -> Built:
    """A kit's bot, built, its libraries fetched if need be; where that cannot be, the test is skipped, unless all kits are required."""
    bot = Bot.load(folder)
    try:
        for name in bot.toolchains:
            find(name)
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
