"""How is a match played, whoever the bots are? Settings passed on as one value, and the terms of one match."""

from dataclasses import dataclass, field
from pathlib import Path

from arena.match.deals import Dealing
from arena.match.remote import Listen
from arena.operating_system import usable_cpus
from arena.record import TimeControl
from arena.rules import GameConfig
from arena.sandbox import Limits

ANY_SANDBOX, NO_SANDBOX = 2, 3


@dataclass(frozen=True, slots=True)
class MatchSettings:
    """What matches must share for their results to be comparable."""

    config: GameConfig
    control: TimeControl
    limits: Limits = field(default_factory=Limits)
    ponder: bool = False  # whether bots run while they are not asked
    restart: bool = False  # whether bots start afresh for every game
    tier: int = ANY_SANDBOX  # how well bots must be shut in
    deals: Dealing = Dealing.DUPLICATE

    @property
    def no_sandbox(self) -> bool:
        """Whether bots are not shut in at all."""
        return self.tier == NO_SANDBOX

    @property
    def busy_cores(self) -> int:
        """Processors that one game keeps busy; a bot that is frozen needs none."""
        return self.limits.cores * (self.config.players if self.ponder else 1)

    @property
    def default_jobs(self) -> int:
        """How many games fit on this machine without two bots sharing a processor."""
        return max(1, len(usable_cpus()) // self.busy_cores)


@dataclass(frozen=True, slots=True)
class MatchTerms:
    """What holds for all games of one match."""

    match: str  # its name
    games: int  # of the whole match
    settings: MatchSettings
    listen: Listen | None = None
    cpus: tuple[int, ...] = ()  # those of the worker that plays; () for any
    logs: Path | None = None  # where that worker keeps what the bots write
