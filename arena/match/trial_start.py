"""Does a bot start at all? It is started, greeted and sent home, before it is asked to play."""

import asyncio
import time
from collections.abc import Sequence
from pathlib import Path

from arena.match.bot_process import PATIENCE_S, BotProcess
from arena.match.build import built_folder
from arena.match.manifest import Bot
from arena.match.settings import MatchSettings, MatchTerms
from arena.referee import Fault
from arena.sandbox import Sandbox


class NotStarted(Exception):
    """A bot that does not start; the text says which, and why."""


async def trial_start(
    sandbox: Sandbox, bot: Bot, folder: Path, terms: MatchTerms, patience_s: float = PATIENCE_S
) -> tuple[Fault | None, float]:
    """Its fault, if it has one, and the seconds that it took."""
    bot_process = BotProcess(sandbox, bot, folder, terms, 0)
    started = time.monotonic()
    try:
        fault = await bot_process.ready(b"")
        took_s = time.monotonic() - started
        await bot_process.farewell("it was only to start", patience_s)
    finally:
        await bot_process.leave()
    return fault, took_s


async def refuse_unless_started(sandbox: Sandbox, bots: Sequence[Bot], settings: MatchSettings) -> None:
    """Start each of these bots once, side by side; NotStarted for the first that fails each time."""
    terms = MatchTerms("start", 0, settings)
    await asyncio.gather(*(_refuse_unless_started(sandbox, bot, terms) for bot in dict.fromkeys(bots)))


async def _refuse_unless_started(sandbox: Sandbox, bot: Bot, terms: MatchTerms) -> None:
    folder = built_folder(bot, sandbox)
    fault, _ = await trial_start(sandbox, bot, folder, terms)
    if fault is not None:
        fault, _ = await trial_start(sandbox, bot, folder, terms)  # a busy host may have spoilt the first
    if fault is not None:
        raise NotStarted(f"{bot.label} does not start. {fault.sentence}")
