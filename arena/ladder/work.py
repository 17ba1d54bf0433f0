"""How is one match of a ladder played? In any process, from an order that holds everything it needs."""

import asyncio
import gc
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from arena.ladder.archive import BadArchive, unpack_archive
from arena.ladder.ladder_folder import PACKED
from arena.match import (
    Bot,
    Contest,
    ManifestError,
    MatchTerms,
    Seating,
    Session,
    Watch,
    built_folder,
    cache_folder,
)
from arena.record import GameRecord, TimeControl
from arena.rules import GameConfig
from arena.sandbox import Limits, Sandbox, SandboxError, SandboxRefused, refuse_unless_fit

Packed = Callable[[str], bytes]
"""The files of a version, packed."""


@dataclass(frozen=True, slots=True)
class MatchOrder:
    """A match, or what is missing of it."""

    match: str
    versions: tuple[str, ...]
    config: GameConfig
    control: TimeControl
    limits: Limits
    tier: int
    ponder: bool
    restart: bool
    games: int  # of the whole match
    missing: tuple[Seating, ...]


def play(
    order: MatchOrder,
    packed: Packed,
    stopped: Callable[[], bool] = lambda: False,
    cpus: tuple[int, ...] = (),
    logs: Path | None = None,
    watch: Watch | None = None,
) -> Iterator[GameRecord]:
    """Play what is missing and yield each record as soon as its game is over; what bots write is kept in `logs`."""
    with Sandbox.open(no_sandbox=order.tier == 3) as sandbox, asyncio.Runner() as runner, _no_threads_left():
        refuse_below(sandbox, order.tier)
        bots = tuple(unpacked(version, packed) for version in order.versions)
        folders = tuple(built_folder(bot, sandbox) for bot in bots)
        terms = MatchTerms(order.match, order.games, order.control, order.limits, order.ponder, cpus, logs)
        session = Session(Contest(bots, folders, order.config, terms, order.restart), sandbox, watch)
        try:
            for seating in order.missing:
                if stopped():
                    return
                yield runner.run(session.play(seating))
        finally:
            runner.run(session.close("the match is over"))


@contextmanager
def _no_threads_left() -> Iterator[None]:
    """Threads of gRPC end with the last of its objects (`arena.referee.loop`)."""
    try:
        yield
    finally:
        gc.collect()


def refuse_below(sandbox: Sandbox, tier: int) -> None:
    """Refuse a host that shuts bots in less well than the ladder asks for."""
    if sandbox.tier.number > tier:
        raise SandboxRefused(
            f"the ladder asks for sandbox tier {tier}, but here is only {sandbox.tier}: "
            + "; ".join(sandbox.tier.missing)
        )
    if tier == 1:
        _refuse_unless_fit_once(sandbox.tier.number)


@lru_cache(maxsize=1)
def _refuse_unless_fit_once(tier: int) -> None:
    """The self-test of rated play, once in a process; a refusal is not remembered."""
    del tier
    with Sandbox.open() as sandbox:
        refuse_unless_fit(sandbox)


def unpacked(version: str, packed: Packed) -> Bot:
    """A version in this host's cache, unpacked if it is not there."""
    folder = cache_folder() / "versions" / version
    if not folder.is_dir():
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent, prefix=".unpacking-") as work:
            Path(work).chmod(0o755)
            archive = Path(work) / f"bot{PACKED}"
            archive.write_bytes(packed(version))
            try:
                unpack_archive(archive, Path(work) / "bot")
            except BadArchive as error:
                raise SandboxError(f"version {version[:12]} in the store: {error}") from None
            try:
                (Path(work) / "bot").rename(folder)
            except OSError:  # another process was quicker
                if not folder.is_dir():
                    raise
    try:
        bot = Bot.load(folder)
    except ManifestError as error:
        raise SandboxError(f"version {version[:12]} in the store: {error}") from None
    if bot.version != version:
        shutil.rmtree(folder)
        raise SandboxError(f"version {version[:12]} in the store or in the cache is not what was submitted")
    return bot
