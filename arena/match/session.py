"""How does one worker play games of a match? It keeps the bots running and records each game."""

import contextlib
import time
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from arena.match.bot_process import PATIENCE_S, BotProcess, MatchTerms
from arena.match.duplicates import Seating
from arena.match.live_game import LiveGame, Watch, Watched
from arena.match.manifest import Bot
from arena.record import IDS_A_GAME, GameRecord
from arena.referee import Circumstances, EmptySeat, Fault, GamePlan, GameReferee, GameResult, record_of
from arena.rules import Action, GameConfig, State
from arena.sandbox import Sandbox, SandboxError
from arena.search import greedy

LIMITS_SHOWN = ("memory_mb", "processes", "cores", "scratch_mb")


@dataclass(frozen=True, slots=True)
class Contest:
    """Everything that is the same for all games of a match."""

    bots: tuple[Bot, ...]
    folders: tuple[Path, ...]  # where each bot runs from: its own folder, or where it was built
    config: GameConfig
    terms: MatchTerms
    restart: bool = False

    @property
    def limits(self) -> str:
        """The limits as the record keeps them."""
        limits = self.terms.limits
        return ",".join(f"{name}={getattr(limits, name)}" for name in LIMITS_SHOWN)


class Session:
    """The bots of a match on one worker."""

    def __init__(self, contest: Contest, sandbox: Sandbox, watch: Watch | None = None) -> None:
        self._watch = watch
        self._contest = contest
        self._sandbox = sandbox
        self._bot_processes = [
            BotProcess(sandbox, bot, folder, contest.terms, number)
            for number, (bot, folder) in enumerate(zip(contest.bots, contest.folders, strict=True))
        ]

    async def play(self, seating: Seating) -> GameRecord:
        """Play one game; whatever breaks on our side makes it void."""
        around = self._circumstances(seating)
        plan = self._plan(seating)
        try:
            played = await self._played(seating, plan, around)
        except (SandboxError, OSError) as error:
            await self.close("the host failed")
            return record_of(plan, GameResult(), around, f"{type(error).__name__}: {error}")
        return record_of(plan, played, around)

    async def close(self, reason: str, patience_s: float = PATIENCE_S) -> None:
        """Send the bots home; each may take so long to leave by itself."""
        for bot_process in self._bot_processes:
            await bot_process.farewell(reason, patience_s)

    async def _played(self, seating: Seating, plan: GamePlan, around: Circumstances) -> GameResult:
        faults: dict[int, Fault] = {}
        for seat, bot in enumerate(seating.order):
            fault = await self._bot_processes[bot].ready(plan.seed)
            if fault is not None:
                faults[seat] = fault
        seats = [self._bot_processes[bot].player or EmptySeat() for bot in seating.order]
        # Workers play side by side, and a request's id is unique in the whole match.
        watched = None if self._watch is None else Watched(self._watch, LiveGame.of(plan, around)).see
        game = GameReferee(plan, seats, house_choice, seating.game * IDS_A_GAME, faults, watched)
        played = await game.play()
        for seat, bot in enumerate(seating.order):
            if seat in played.faults or self._contest.restart:
                await self._bot_processes[bot].leave()
        return played

    def _plan(self, seating: Seating) -> GamePlan:
        contest = self._contest
        return GamePlan(
            game=seating.game,
            config=contest.config,
            seed=seating.seed,
            salt=seating.salt,
            bots=tuple(contest.bots[bot].name for bot in seating.order),
            control=contest.terms.control,
        )

    def _circumstances(self, seating: Seating) -> Circumstances:
        contest = self._contest
        return Circumstances(
            match=contest.terms.match,
            set=seating.set,
            versions=tuple(contest.bots[bot].version for bot in seating.order),
            limits=contest.limits,
            tier=self._sandbox.tier.number,
            started_ns=time.time_ns(),
        )


@contextlib.asynccontextmanager
async def session(contest: Contest, sandbox: Sandbox) -> AsyncIterator[Session]:
    """A session that sends its bots home at the end, however it ends."""
    opened = Session(contest, sandbox)
    try:
        yield opened
    finally:
        await opened.close("the match is over")


def house_choice(state: State) -> Action:
    """What is played for a seat whose bot has failed: the house's greedy policy."""
    legal: Sequence[Action] = state.legal_actions()
    return legal[greedy.choose(state.observe(state.seat), legal)]
