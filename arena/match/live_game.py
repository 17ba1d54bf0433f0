"""A game in progress, with enough of it to replay it up to now for people who watch."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from arena.record import DecisionRecord
from arena.referee import Circumstances, GamePlan

EVERY_S = 0.2
"""Nobody sees more than that, and quick bots decide a thousand times a second."""


@dataclass(frozen=True, slots=True)
class LiveGame:
    """A game so far. It holds the seed, so it is not for everybody."""

    match: str
    game: int
    rules: str
    seed: bytes
    bots: tuple[str, ...]  # by seat
    versions: tuple[str, ...]
    started_ns: int
    decisions: tuple[DecisionRecord, ...]

    @staticmethod
    def of(plan: GamePlan, around: Circumstances, decisions: Sequence[DecisionRecord] = ()) -> "LiveGame":
        """A game that is played to this plan."""
        return LiveGame(
            around.match,
            plan.game,
            str(plan.settings.config),
            plan.seed,
            plan.bots,
            around.versions,
            around.started_ns,
            tuple(decisions),
        )


Watch = Callable[[LiveGame], None]


class Watched:
    """Tells of one game, now and then."""

    def __init__(self, watch: Watch, first: LiveGame, now_s: Callable[[], float] = time.monotonic) -> None:
        self._watch = watch
        self._first = first
        self._now_s = now_s
        self._told_s = float("-inf")

    def see(self, decisions: Sequence[DecisionRecord]) -> None:
        """A decision was made, or the game begins."""
        if self._now_s() - self._told_s < EVERY_S:
            return
        self._told_s = self._now_s()
        self._watch(replace(self._first, decisions=tuple(decisions)))
