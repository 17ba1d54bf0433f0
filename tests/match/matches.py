"""How are matches played for a test? Quickly: short games between fakes, with and without the sandbox."""

import os
from dataclasses import replace
from pathlib import Path

import pytest

from arena.match.deals import Dealing
from arena.match.manifest import Bot
from arena.match.runner import MatchPlan, MatchRun
from arena.match.settings import ANY_SANDBOX, NO_SANDBOX, MatchSettings
from arena.record import GameRecord, TimeControl
from arena.rules import GameConfig
from arena.sandbox import Limits
from arena.store import Store

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
    deals: Dealing = Dealing.DUPLICATE,
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
            deals=deals,
        ),
        jobs=jobs,
        seed=seed,
        logs=logs,
    )


class Played:
    """What a match reports: one record a game, in order; a game that was played again after it was void counts as played."""

    def __init__(self) -> None:
        self._by_game: dict[int, GameRecord] = {}

    def __call__(self, record: GameRecord) -> bool:
        if record.game not in self._by_game or self._by_game[record.game].void:
            self._by_game[record.game] = record
        return True

    @property
    def records(self) -> list[GameRecord]:
        return [self._by_game[game] for game in sorted(self._by_game)]


def play_match(plan: MatchPlan, store: Store | None = None) -> list[GameRecord]:
    """Play a match to its end; its records."""
    played = Played()
    MatchRun(plan, store, played).play()
    return played.records
