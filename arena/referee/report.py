"""How does a played game become a record?"""

from dataclasses import dataclass

from arena.record import NOTHING_SPENT, GameRecord, SeatRecord, Termination, sealed
from arena.referee.game import GamePlan, GameResult
from arena.rules import GENERATOR, RULES_VERSION


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What a record tells that is no part of the game: which match, whose versions, under which limits."""

    match: str
    set: int
    versions: tuple[str, ...]  # content hashes of the bots, by seat
    limits: str
    tier: int
    started_ns: int


def record_of(plan: GamePlan, played: GameResult, around: Circumstances, void_reason: str = "") -> GameRecord:
    """The sealed record; a reason makes the game void, and nobody's fault."""
    terminations = [Termination.VOID] * len(plan.bots) if void_reason else played.terminations
    who = zip(plan.bots, around.versions, terminations, strict=True)
    seats = [
        SeatRecord(bot, version, termination, played.sentence(seat), *_failed_at(played, seat))
        for seat, (bot, version, termination) in enumerate(who)
    ]
    return sealed(
        GameRecord(
            match=around.match,
            game=plan.game,
            set=around.set,
            rules=str(plan.settings.config),
            rules_version=RULES_VERSION,
            generator=GENERATOR,
            seed=plan.seed,
            salt=plan.salt,
            commitment=plan.commitment,
            time_control=str(plan.settings.control),
            limits=around.limits,
            tier=around.tier,
            started_ns=around.started_ns,
            seats=tuple(seats),
            decisions=tuple(played.decisions),
            scores=tuple(played.scores),
            ranks=tuple(played.ranks),
            void=bool(void_reason),
            void_reason=void_reason,
            events_digest=played.events_digest,
        )
    )


def _failed_at(played: GameResult, seat: int) -> tuple[int, int, int, int, int]:
    spent, charged_ns = played.failed_at.get(seat, (NOTHING_SPENT, 0))
    return spent.wall_ns, spent.cpu_ns, spent.stolen_ns, charged_ns, spent.disk_ns
