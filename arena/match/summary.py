"""What is the result of a match? Scores with intervals over deals, faults and times."""

import dataclasses
import math
from dataclasses import dataclass
from typing import Any

from arena.rating import Duel, Estimate, Progress, Sprt, Standing


@dataclass(frozen=True, slots=True)
class Times:
    """Thinking time of one bot, in milliseconds a decision."""

    decisions: int
    mean_ms: float
    p99_ms: float
    worst_ms: float
    cpu_mean_ms: float


@dataclass(frozen=True, slots=True)
class BotSummary:
    """One bot in the table of a match."""

    name: str
    standing: Standing
    mean_score: float
    faults: dict[str, int]
    times: Times


@dataclass(frozen=True, slots=True)
class FaultSummary:
    """A fault of one bot, however often: what is said of it differs by numbers at most."""

    bot: str
    termination: str
    sentence: str  # of the first one
    games: int
    first_game: int


@dataclass(frozen=True, slots=True)
class Summary:
    """A match as it stands."""

    games: int
    sets: int
    void: int
    rows: tuple[BotSummary, ...]
    faults: tuple[FaultSummary, ...]
    unfit: tuple[str, ...]  # bots that failed in every game, so that nothing is known of their strength
    duels: dict[tuple[int, int], Duel]  # without those who are unfit
    saved: Estimate | None  # by duplicate deals; None if every game had its own, or somebody is unfit
    sprt: Progress | None  # None if somebody is unfit
    test: Sprt | None = None  # what the progress is of
    lead: Estimate | None = (
        None  # of the first bot over the others, corrected for stopping early; only with a test
    )

    def to_plain(self) -> dict[str, Any]:
        """The same as JSON has it; ends of intervals that are open are null."""
        plain = dataclasses.asdict(self)
        plain["duels"] = [
            {"bots": list(pair), **dataclasses.asdict(duel)} for pair, duel in self.duels.items()
        ]
        if self.sprt is not None:
            plain["sprt"]["decision"] = self.sprt.decision.value
        if self.test is not None:
            plain["test"] = self.test.to_plain()
        finite: dict[str, Any] = _finite(plain)
        return finite


def _finite(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _finite(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(item) for item in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value
