"""Everything about one bot: versions, rating history, opponents, faults and slow decisions."""

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from arena.ladder.history import RatingPoint
from arena.ladder.ladder_state import LadderState
from arena.ladder.results import Result
from arena.ladder.roster import Version
from arena.ladder.standings import StandingsRow
from arena.ladder.standings_snapshot import StandingsSnapshot

SLOWEST = 10
TIMED_GAMES = 300
"""The latest games whose decisions are read: decisions are most of what a store holds."""


@dataclass(frozen=True, slots=True)
class Opponent:
    """How a version did against another."""

    label: str
    bot: str  # "" if it is not on the ladder
    games: int
    points: float


@dataclass(frozen=True, slots=True)
class BotFault:
    """A game that a bot failed in, and where to look at it."""

    label: str
    termination: str
    sentence: str
    match: str
    game: int
    seat: int
    started_ns: int


@dataclass(frozen=True, slots=True)
class SlowDecision:
    """A decision that took long."""

    charged_ms: float  # to its clock, without what the host took
    cpu_ms: float
    match: str
    game: int
    decision: int
    action: str


@dataclass(frozen=True, slots=True)
class BotReport:
    """One bot in a snapshot of the ladder; history, games and opponents are those of its latest version."""

    snapshot: StandingsSnapshot
    bot: str
    versions: Sequence[Version]  # the oldest first

    @property
    def latest(self) -> Version:
        return self.versions[-1]

    def rows(self) -> list[StandingsRow]:
        """Its rows of the table, one a version, the oldest first."""
        rows = {row.version: row for row in self.snapshot.rows}
        return [rows[one.version] for one in self.versions]

    def history(self) -> Sequence[RatingPoint]:
        """How its rating came about."""
        return self.snapshot.history.get(self.latest.version, ())

    def games(self) -> Sequence[Result]:
        """Its games, the latest first."""
        return self.snapshot.by_version.get(self.latest.version, ())

    def matches(self, most: int) -> list[Result]:
        """One game of each of its last matches."""
        found: dict[str, Result] = {}
        for result in self.games():
            if len(found) == most:
                break
            found.setdefault(result.match, result)
        return list(found.values())

    def opponents(self) -> list[Opponent]:
        """Whom it met, those met most often first."""
        met: dict[str, list[float]] = {}
        for result in self.games():
            if result.void:
                continue
            seats = list(zip(result.versions, result.ranks, strict=True))
            ours = [rank for version, rank in seats if version == self.latest.version]
            for version, rank in seats:
                if version != self.latest.version:
                    met.setdefault(version, []).extend((rank > own) + 0.5 * (rank == own) for own in ours)
        found = []
        for version, points in met.items():
            known = self.snapshot.versions.get(version)
            bot = "" if known is None else known.bot
            found.append(Opponent(self.snapshot.label(version), bot, len(points), sum(points)))
        return sorted(found, key=lambda one: (-one.games, one.label))

    def faults(self) -> list[BotFault]:
        """The games that any of its versions failed in, the latest first."""
        found = [
            BotFault(
                own.label,
                result.terminations[seat],
                result.sentences[seat],
                result.match,
                result.game,
                seat,
                result.started_ns,
            )
            for own in self.versions
            for result in self.snapshot.by_version.get(own.version, ())
            for seat in result.failed_seats()
            if result.versions[seat] == own.version
        ]
        return sorted(found, key=lambda one: -one.started_ns)


def report_bot(snapshot: StandingsSnapshot, bot: str) -> BotReport | None:
    """What is known about a bot; None if there is none of this name."""
    versions = snapshot.of_bot(bot)
    return BotReport(snapshot, bot, versions) if versions else None


def slowest_decisions(ladder_state: LadderState, report: BotReport) -> list[SlowDecision]:
    """The decisions of a bot's latest games that took longest, from the whole records."""
    played = [one for one in report.games() if not one.void][:TIMED_GAMES]
    found: list[SlowDecision] = []
    for record in ladder_state.results.records(played):
        seats = [seat for seat, one in enumerate(record.seats) if one.version == report.latest.version]
        for number, one in enumerate(record.decisions, start=1):
            if one.seat in seats and not one.house:
                times = one.charged_ns / 1e6, one.cpu_ns / 1e6
                found.append(SlowDecision(*times, record.match, record.game, number, one.action))
        found = sorted(found, key=lambda one: -one.charged_ms)[:SLOWEST]
    return found


def plain_report(report: BotReport, slowest: Sequence[SlowDecision]) -> dict[str, Any]:
    """A report as JSON has it: what is without end is null."""
    return {
        "bot": report.bot,
        "versions": [row.to_plain() for row in report.rows()],
        "history": [_finite(asdict(point)) for point in report.history()],
        "opponents": [
            {"label": one.label, "games": one.games, "points": one.points} for one in report.opponents()
        ],
        "faults": [asdict(one) for one in report.faults()],
        "slowest": [asdict(one) for one in slowest],
    }


def _finite(numbers: dict[str, float]) -> dict[str, float | None]:
    return {key: value if math.isfinite(value) else None for key, value in numbers.items()}
