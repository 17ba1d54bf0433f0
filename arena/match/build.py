"""Where does a bot run from? Its own folder, or where its build steps left it, kept by content."""

import os
from pathlib import Path

from arena.match.manifest import Bot
from arena.sandbox import Sandbox
from arena.sandbox.build import Build, build
from arena.sandbox.interpreter import interpreter_for


class BuildFailed(ValueError):
    """A bot's build step failed; the text has the end of its output."""


def cache_folder() -> Path:
    """Where built bots are kept."""
    home = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(home) / "arena" / "bots"


def built(bot: Bot, sandbox: Sandbox) -> Path:
    """The folder that a bot runs from, built in the sandbox if it has to be and was not before."""
    if not bot.build:
        return bot.folder
    target = cache_folder() / bot.version
    if target.is_dir():
        return target
    target.parent.mkdir(parents=True, exist_ok=True)
    python = interpreter_for(sandbox.tier)
    result = build(sandbox, Build(bot.folder, bot.build, python.mounts, python.env), target)
    if result.problem is not None:
        raise BuildFailed(f"{bot.name}: {result.problem}: {result.log.strip()[-500:]}")
    return target
