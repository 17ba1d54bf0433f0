"""Everything about one bot: versions, rating history, opponents, faults and slow decisions."""

import math
from dataclasses import asdict, dataclass
from typing import Any

from arena.ladder.history import rating_history
from arena.ladder.keys import LadderError
from arena.ladder.ladder_state import LadderState
from arena.ladder.results import Result
from arena.ladder.roster import Version
from arena.ladder.standings import StandingsRow, standings_of
from arena.record import FAULTS

SLOWEST = 10
TIMED_GAMES = 300
"""Decisions are looked through in so many games, the latest: they are most of what a store holds."""


@dataclass(frozen=True, slots=True)
class Opponent:
    """How a version did against another."""

    label: str
    games: int
    points: float


@dataclass(frozen=True, slots=True)
class FaultCount:
    """A game that a bot failed in, and where to look at it."""

    label: str
    termination: str
    sentence: str
    match: str
    game: int
    seat: int
    started_ns: int


@dataclass(frozen=True, slots=True)
class Slow:
    """A decision that took long."""

    wall_ms: float
    cpu_ms: float
    match: str
    game: int
    decision: int
    action: str


@dataclass(frozen=True, slots=True)
class RatingPoint:
    """The rating after so many games of the whole ladder."""

    at_ns: int
    games: int
    elo: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class BotReport:
    """One bot on the ladder; everything but versions and faults is about its latest version."""

    bot: str
    versions: tuple[StandingsRow, ...]
    history: tuple[RatingPoint, ...]
    opponents: tuple[Opponent, ...]
    faults: tuple[FaultCount, ...]
    slowest: tuple[Slow, ...]

    def to_plain(self) -> dict[str, Any]:
        """As JSON has it: what is without end is null."""
        plain = asdict(self)
        plain["versions"] = [row.to_plain() for row in self.versions]
        for moment in plain["history"]:
            for key in ("elo", "low", "high"):
                moment[key] = moment[key] if math.isfinite(moment[key]) else None
        return plain


def report_bot(ladder_state: LadderState, bot: str) -> BotReport:
    """All about a bot; LadderError if there is none of this name."""
    own = [one for one in ladder_state.versions if one.bot == bot]
    if not own:
        known = sorted({one.bot for one in ladder_state.versions})
        raise LadderError(f"BOT: there is no {bot!r} on the ladder; there are {', '.join(known) or 'none'}")
    latest = own[-1]
    results = ladder_state.results.all()
    rows = [row for row in standings_of(ladder_state) if row.bot == bot]
    return BotReport(
        bot,
        tuple(sorted(rows, key=lambda row: row.number)),
        tuple(_history(ladder_state, latest)),
        tuple(_opponents(ladder_state, latest, results)),
        tuple(_faults(own, results)),
        tuple(_slowest(ladder_state, latest, results)),
    )


def _history(ladder_state: LadderState, version: Version) -> list[RatingPoint]:
    place = ladder_state.versions.index(version)
    found = []
    for moment in rating_history(ladder_state):
        ratings = moment.ratings
        if ratings.connected[place] and ratings.games[place]:
            ends = float(ratings.low[place]), float(ratings.high[place])
            found.append(RatingPoint(moment.at_ns, moment.games, float(ratings.elo[place]), *ends))
    return found


def _opponents(ladder_state: LadderState, version: Version, results: list[Result]) -> list[Opponent]:
    labels = {one.version: one.label for one in ladder_state.versions}
    met: dict[str, list[float]] = {}
    for result in results:
        if result.void or version.version not in result.versions:
            continue
        ours = [
            rank for rank, one in zip(result.ranks, result.versions, strict=True) if one == version.version
        ]
        for rank, other in zip(result.ranks, result.versions, strict=True):
            if other != version.version:
                met.setdefault(other, []).extend((rank > own) + 0.5 * (rank == own) for own in ours)
    found = [
        Opponent(labels.get(other, other[:12]), len(points), sum(points)) for other, points in met.items()
    ]
    return sorted(found, key=lambda one: (-one.games, one.label))


def _faults(own: list[Version], results: list[Result]) -> list[FaultCount]:
    labels = {one.version: one.label for one in own}
    found = [
        FaultCount(labels[version], termination, sentence, result.match, result.game, seat, result.started_ns)
        for result in results
        if not result.void
        for seat, (version, termination, sentence) in enumerate(
            zip(result.versions, result.terminations, result.sentences, strict=True)
        )
        if version in labels and termination in FAULTS
    ]
    return sorted(found, key=lambda one: -one.started_ns)


def _slowest(ladder_state: LadderState, version: Version, results: list[Result]) -> list[Slow]:
    played = [one for one in results if version.version in one.versions and not one.void]
    latest = sorted(played, key=lambda one: -one.started_ns)[:TIMED_GAMES]
    found = []
    for record in ladder_state.results.records(latest):
        seats = [seat for seat, one in enumerate(record.seats) if one.version == version.version]
        for number, one in enumerate(record.decisions, start=1):
            if one.seat in seats and not one.house:
                times = one.wall_ns / 1e6, one.cpu_ns / 1e6
                found.append(Slow(*times, record.match, record.game, number, one.action))
        found = sorted(found, key=lambda one: -one.wall_ms)[:SLOWEST]
    return found
