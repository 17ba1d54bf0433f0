"""How does a worker play games of a match? In any process, from an order that holds everything it needs."""

import asyncio
import gc
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache

from arena.match.deals import Seating
from arena.match.live_game import LiveGame, Watch
from arena.match.manifest import Bot
from arena.match.packed_bot import PackedBot
from arena.match.session import MATCH_OVER, Session
from arena.match.settings import MatchTerms
from arena.record import GameRecord
from arena.sandbox import Sandbox, SandboxRefused, refuse_unless_fit


@dataclass(frozen=True, slots=True)
class MatchOrder:
    """Games of a match for one worker: all that are missing, or some of them."""

    terms: MatchTerms
    bots: tuple[Bot | PackedBot, ...]
    seatings: tuple[Seating, ...]
    bots_stay: bool = False  # at the table, for further orders of this match

    @property
    def match(self) -> str:
        """The name of the match."""
        return self.terms.match

    def ends_with(self, seating: Seating) -> bool:
        """Whether the bots go after this game."""
        return not self.bots_stay and seating is self.seatings[-1]

    def going_home(self) -> "MatchOrder":
        """No more games: the bots that stayed go."""
        return replace(self, seatings=(), bots_stay=False)

    def same_table(self, other: "MatchOrder") -> bool:
        """Whether the bots of one order can go on with the other."""
        return (self.terms, self.bots) == (other.terms, other.bots)


class SeatedBots:
    """The bots of an order at their table."""

    def __init__(self, session: Session, runner: asyncio.Runner) -> None:
        self._session = session
        self._runner = runner
        self._last: GameRecord | None = None

    def play(self, seating: Seating, last: bool) -> GameRecord:
        """Have them play a game, and go after the last."""
        return self._runner.run(self._played(seating, last))

    def play_in_steps(
        self, seating: Seating, last: bool, seen: asyncio.Queue[LiveGame]
    ) -> Iterator[LiveGame | GameRecord]:
        """The same, stopping for whatever is seen of the game on the way; its record comes last."""
        playing = self._runner.get_loop().create_task(self._played(seating, last))
        try:
            while not playing.done():
                if (live_game := self._runner.run(_seen_before(playing, seen))) is not None:
                    yield live_game
            yield playing.result()
        finally:
            while not seen.empty():
                seen.get_nowait()  # of a game that is over
            if playing.cancel():
                self._runner.run(asyncio.wait({playing}))

    def part(self) -> GameRecord | None:
        """Send them home. Their last game, which who does not go has lost; None if they played none."""
        return self._runner.run(self._session.part()) or self._last

    async def _played(self, seating: Seating, last: bool) -> GameRecord:
        self._last = await self._session.play(seating)
        return (await self._session.part() if last else None) or self._last


async def _seen_before(playing: asyncio.Task[GameRecord], seen: asyncio.Queue[LiveGame]) -> LiveGame | None:
    """What is seen next, or None if the game is over before."""
    seeing = asyncio.ensure_future(seen.get())
    try:
        await asyncio.wait({playing, seeing}, return_when=asyncio.FIRST_COMPLETED)
        return seeing.result() if seeing.done() else None
    finally:
        seeing.cancel()


@contextmanager
def seated(order: MatchOrder, watch: Watch | None = None) -> Iterator[SeatedBots]:
    """The bots of an order at their table; at the end they are sent home."""
    settings = order.terms.settings
    with (
        Sandbox.open(no_sandbox=settings.no_sandbox) as sandbox,
        asyncio.Runner() as runner,
        _no_threads_left(),
    ):
        refuse_below(sandbox, settings.tier)
        bots = [bot if isinstance(bot, Bot) else bot.unpacked() for bot in order.bots]
        session = Session(sandbox, order.terms, bots, watch)
        try:
            yield SeatedBots(session, runner)
        finally:
            runner.run(session.close(MATCH_OVER))


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
