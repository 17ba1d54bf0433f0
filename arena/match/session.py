"""How does one worker play games of a match? It keeps the bots at its table and turns each game into a record."""

import contextlib
import time
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from arena.match.duplicates import Pairing
from arena.match.manifest import Bot
from arena.match.table import Chair, Terms
from arena.record import IDS_A_GAME, GameRecord, SeatRecord, Termination, sealed
from arena.referee.fault import Fault
from arena.referee.game import Game, GamePlan, Played
from arena.referee.seat import EmptySeat
from arena.rules import GENERATOR, RULES_VERSION, Action, GameConfig, State
from arena.sandbox import Sandbox, SandboxError
from arena.search.greedy import choose

LIMITS_SHOWN = ("memory_mb", "processes", "cores", "scratch_mb")


@dataclass(frozen=True, slots=True)
class Contest:
    """Everything that is the same for all games of a match."""

    bots: tuple[Bot, ...]
    folders: tuple[Path, ...]  # where each bot runs from: its own folder, or where it was built
    config: GameConfig
    terms: Terms
    restart: bool = False

    @property
    def limits(self) -> str:
        """The limits as the record keeps them."""
        limits = self.terms.limits
        return ",".join(f"{name}={getattr(limits, name)}" for name in LIMITS_SHOWN)


class Session:
    """The bots of a match on one worker."""

    def __init__(self, contest: Contest, sandbox: Sandbox) -> None:
        self._contest = contest
        self._sandbox = sandbox
        self._chairs = [
            Chair(sandbox, bot, folder, contest.terms, number)
            for number, (bot, folder) in enumerate(zip(contest.bots, contest.folders, strict=True))
        ]

    async def play(self, pairing: Pairing) -> GameRecord:
        """Play one game; whatever breaks on our side makes it void."""
        started_ns = time.time_ns()
        plan = self._plan(pairing)
        try:
            played = await self._played(pairing, plan)
        except (SandboxError, OSError) as error:
            await self.close("the host failed")
            return self._record(pairing, plan, started_ns, Played(), f"{type(error).__name__}: {error}")
        return self._record(pairing, plan, started_ns, played, "")

    async def close(self, reason: str) -> None:
        """Send the bots home."""
        for chair in self._chairs:
            await chair.farewell(reason)

    async def _played(self, pairing: Pairing, plan: GamePlan) -> Played:
        faults: dict[int, Fault] = {}
        for seat, bot in enumerate(pairing.order):
            fault = await self._chairs[bot].ready(plan.seed)
            if fault is not None:
                faults[seat] = fault
        seats = [self._chairs[bot].player or EmptySeat() for bot in pairing.order]
        # Workers play side by side, and a request's id is unique in the whole match.
        game = Game(plan, seats, house_choice, pairing.game * IDS_A_GAME, faults)
        played = await game.play()
        for seat, bot in enumerate(pairing.order):
            if seat in played.faults or self._contest.restart:
                await self._chairs[bot].leave()
        return played

    def _plan(self, pairing: Pairing) -> GamePlan:
        contest = self._contest
        return GamePlan(
            game=pairing.game,
            config=contest.config,
            seed=pairing.seed,
            salt=pairing.salt,
            bots=tuple(contest.bots[bot].name for bot in pairing.order),
            control=contest.terms.control,
        )

    def _record(
        self, pairing: Pairing, plan: GamePlan, started_ns: int, played: Played, void_reason: str
    ) -> GameRecord:
        contest = self._contest
        seats = []
        for seat, bot in enumerate(pairing.order):
            fault = played.faults.get(seat)
            termination = Termination.NORMAL if fault is None else fault.termination
            seats.append(
                SeatRecord(
                    bot=contest.bots[bot].name,
                    version=contest.bots[bot].version,
                    termination=Termination.VOID if void_reason else termination,
                    sentence="" if fault is None else fault.sentence,
                )
            )
        return sealed(
            GameRecord(
                match=contest.terms.match,
                game=pairing.game,
                set=pairing.set,
                rules=str(plan.config),
                rules_version=RULES_VERSION,
                generator=GENERATOR,
                seed=plan.seed,
                salt=plan.salt,
                commitment=plan.commitment,
                time_control=str(plan.control),
                limits=contest.limits,
                tier=self._sandbox.tier.number,
                started_ns=started_ns,
                seats=tuple(seats),
                decisions=tuple(played.decisions),
                scores=tuple(played.scores),
                ranks=tuple(played.ranks),
                void=bool(void_reason),
                void_reason=void_reason,
                events_digest=played.events_digest,
            )
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
    return legal[choose(state.observe(state.seat), legal)]
