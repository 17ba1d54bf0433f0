"""How are matches played for a test? Quickly: short games between fakes, with and without the sandbox."""

import os
from dataclasses import replace
from pathlib import Path

import pytest

from arena.match.manifest import Bot
from arena.match.runner import MatchPlan
from arena.match.settings import ANY_SANDBOX, NO_SANDBOX, MatchSettings
from arena.record import TimeControl
from arena.rules import GameConfig
from arena.sandbox import Limits

FAKES = Path(__file__).parents[1] / "fakes"
needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="tier 1 needs root")


def fake(name: str, *flags: str) -> Bot:
    """A bot that misbehaves as the flags say."""
    bot = Bot.load(FAKES)
    return replace(bot, name=name, run=(*bot.run, *flags))


def plan_of(
    *bots: Bot,
    games: int = 2,
    no_sandbox: bool = True,
    logs: Path | None = None,
    seed: bytes = b"test",
    jobs: int = 1,
) -> MatchPlan:
    """A short match."""
    return MatchPlan(
        bots=bots,
        games=games,
        settings=MatchSettings(
            GameConfig.parse(f"classic,players={len(bots)},turn_limit=6"),
            TimeControl.parse("20+1"),
            Limits(memory_mb=256, start_s=30),
            tier=NO_SANDBOX if no_sandbox else ANY_SANDBOX,
        ),
        jobs=jobs,
        seed=seed,
        logs=logs,
    )
