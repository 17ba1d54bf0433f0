"""Where does a bot run from? Its own folder, or the output of its build, kept by content hash."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from arena.match.cache import cache_folder, one_at_a_time
from arena.match.content import IGNORED_NAMES
from arena.match.dependencies import FetchFailed, Libraries, libraries
from arena.match.library_cache import cached_libraries
from arena.match.manifest import Bot
from arena.match.packages import bot_packages
from arena.operating_system import usable_cpus
from arena.sandbox import (
    BUILD_LIMITS,
    Build,
    Sandbox,
    ToolchainMissing,
    build_surroundings,
    find_toolchain,
    run_build,
    run_surroundings,
)

MOST_CORES: Final = 8
WALL_S: Final = 900.0  # a minute on a fast host can be many on a small one that is busy
SHOWN: Final = 500


class BuildFailed(ValueError):
    """A bot that could not be built; the text has the end of what its build wrote, `log` all of it."""

    def __init__(self, sentence: str, log: str = "") -> None:
        shown = f"{sentence}: {log.strip()[-SHOWN:]}" if log.strip() else sentence
        super().__init__(shown)
        self.sentence = sentence
        self.log = log


@dataclass(frozen=True, slots=True)
class Built:
    """Where a bot runs from, and how long its build took; None if there was nothing to do, or it was done before."""

    folder: Path
    wall_s: float | None
    own_folder: bool = False

    @property
    def told(self) -> str:
        """What was done, in words."""
        if self.own_folder:
            return "nothing to build"
        return "was built before" if self.wall_s is None else f"built in {self.wall_s:.1f} s"


def built_folder(bot: Bot, sandbox: Sandbox) -> Path:
    """The folder that a bot runs from, built in the sandbox if it has to be and was not before."""
    return build_bot(bot, sandbox).folder


def build_bot(
    bot: Bot, sandbox: Sandbox, allow_network: bool = False, phase: Callable[[str], None] = lambda _: None
) -> Built:
    """Build a bot, unless it has nothing to build or was built before; with the network, fetch its libraries first if they are not there.

    `phase` is told what begins.
    """
    try:
        run_surroundings(sandbox.tier, bot.toolchains)
        phase("fetching its libraries")
        bot_packages(bot, allow_network)
        fetched = libraries(bot, allow_network)
        if not bot.build and not fetched:
            return Built(bot.folder, None, own_folder=True)
        stamps = [find_toolchain(name).stamp for name in bot.toolchains]
    except (ToolchainMissing, FetchFailed) as error:
        raise BuildFailed(f"{bot.name}: {error}") from None
    # A program can depend on the very compiler and libraries that it was built with.
    made_of = [bot.content, *stamps, *(one.folder.name for one in fetched), str(sandbox.tier.number == 3)]
    target = cache_folder() / "bots" / hashlib.sha256("\0".join(made_of).encode()).hexdigest()
    target.parent.mkdir(parents=True, exist_ok=True)
    phase("waiting for another build of it")
    with one_at_a_time(target.name):
        if target.is_dir():
            return Built(target, None)
        phase("compiling its libraries")
        order = _order(bot, sandbox, fetched)
        phase("building the bot")
        result = run_build(sandbox, order, target)
    if result.problem is not None:
        raise BuildFailed(f"{bot.name}: {result.problem}", result.log)
    return Built(target, result.wall_s)


def _order(bot: Bot, sandbox: Sandbox, fetched: list[Libraries]) -> Build:
    tier = sandbox.tier
    around = build_surroundings(tier, bot.toolchains)
    env = dict(around.env)
    for one in fetched:
        env |= one.env(tier)
    mounts = (*around.mounts, *(mount for one in fetched for mount in one.mounts))
    cores = min(MOST_CORES, len(usable_cpus()))
    order = Build(
        bot.folder,
        (),
        mounts,
        env,
        replace(BUILD_LIMITS, cores=cores),
        wall_s=WALL_S,
        left_out=IGNORED_NAMES,  # they are not in the hash by which the output is kept
    )
    laid = tuple(command for one in fetched for command in one.commands(tier))
    commands = (*laid, *bot.build)
    for one in fetched:
        with one_at_a_time(one.folder.name):
            ready = cached_libraries(sandbox, one.toolchain, order, one.folder, one.seen(tier))
        commands = (*ready.begin, *commands, *ready.end)
        env |= ready.env or {}
    return replace(order, commands=commands, env=env)
