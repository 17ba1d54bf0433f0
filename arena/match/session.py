"""How does one worker play games of a match? It keeps the bots running and records each game."""

import time
from collections.abc import Sequence
from dataclasses import dataclass

from arena.match.bot_process import PATIENCE_S, BotProcess, fault_who_stayed
from arena.match.build import built_folder
from arena.match.deals import Seating
from arena.match.game import game_plan, play_game
from arena.match.live_game import LiveGame, Watch, Watched
from arena.match.manifest import Bot
from arena.match.settings import MatchTerms
from arena.record import GameRecord
from arena.referee import Circumstances, GamePlan, GameResult, HostFailure, record_of
from arena.sandbox import Limits, Sandbox, SandboxError

MATCH_OVER = "the match is over"
LIMITS_SHOWN = ("memory_mb", "processes", "cores", "scratch_mb")
HOST_ERRORS = (HostFailure, SandboxError, OSError)


@dataclass(frozen=True, slots=True)
class _LastGame:
    seating: Seating
    plan: GamePlan
    played: GameResult
    around: Circumstances


class Session:
    """The bots of a match on one worker."""

    def __init__(
        self, sandbox: Sandbox, terms: MatchTerms, bots: Sequence[Bot], watch: Watch | None = None
    ) -> None:
        self._sandbox = sandbox
        self._terms = terms
        self._bots = bots
        self._watch = watch
        self._finished: set[int] = set()  # games that were played and count
        self._last: _LastGame | None = None
        self._bot_processes = [
            BotProcess(sandbox, bot, built_folder(bot, sandbox), terms, number)
            for number, bot in enumerate(bots)
        ]

    async def play(self, seating: Seating) -> GameRecord:
        """Play one game; whatever breaks on our side makes it void."""
        self._last = None
        around = self._circumstances(seating)
        names = [self._bots[bot].name for bot in seating.order]
        # A bot finds ways to remember what it was told, whatever is done to its process.
        tells_seed = self._finished.issuperset(seating.open)
        plan = game_plan(self._terms.settings, seating, names, tells_seed)
        try:
            played = await self._played(seating, plan, around)
        except HOST_ERRORS as error:
            await self.close("the host failed")
            return record_of(plan, GameResult(), around, _void_reason(error))
        self._finished.add(seating.game)
        self._last = _LastGame(seating, plan, played, around)
        return record_of(plan, played, around)

    async def part(self) -> GameRecord | None:
        """Send the bots home after their last game. Its record anew if it changed: who does not go loses it."""
        last, self._last = self._last, None
        try:
            await self.close(MATCH_OVER)
        except HOST_ERRORS as error:
            if last is None:
                raise
            return record_of(last.plan, GameResult(), last.around, _void_reason(error))
        if last is None:
            return None
        by_seat = {seat: self._bot_processes[bot] for seat, bot in enumerate(last.seating.order)}
        changed = fault_who_stayed(last.played, by_seat)
        return record_of(last.plan, last.played, last.around) if changed else None

    async def close(self, reason: str, patience_s: float = PATIENCE_S) -> None:
        """Send the bots home; each may take so long to leave by itself."""
        for bot_process in self._bot_processes:
            await bot_process.farewell(reason, patience_s)

    async def _played(self, seating: Seating, plan: GamePlan, around: Circumstances) -> GameResult:
        players = [self._bot_processes[bot] for bot in seating.order]
        watched = None if self._watch is None else Watched(self._watch, LiveGame.of(plan, around)).see
        played = await play_game(plan, players, watched)
        for seat, player in enumerate(players):
            if seat in played.faults or self._terms.settings.restart:
                await player.leave()
        return played

    def _circumstances(self, seating: Seating) -> Circumstances:
        return Circumstances(
            match=self._terms.match,
            set=seating.set,
            versions=tuple(self._bots[bot].version for bot in seating.order),
            limits=_shown(self._terms.settings.limits),
            tier=self._sandbox.tier.number,
            started_ns=time.time_ns(),
        )


def _void_reason(error: Exception) -> str:
    return str(error) if isinstance(error, HostFailure) else f"{type(error).__name__}: {error}"


def _shown(limits: Limits) -> str:
    """The limits as the record keeps them."""
    return ",".join(f"{name}={getattr(limits, name)}" for name in LIMITS_SHOWN)
