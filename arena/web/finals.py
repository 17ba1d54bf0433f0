"""How do the finals stand? A knockout by rounds, other formats as a table of points and results."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from arena.ladder import (
    Entrant,
    KnockoutTable,
    LadderError,
    LadderFile,
    Result,
    StandingsRow,
    StandingsSnapshot,
    draw_of,
    first_round,
    knockout_entries,
    knockout_tables,
    next_pairings,
    past_of,
    swiss_points,
)

MOST_CROSSED = 12
"""The most bots that fit beside each other in the table of who beat whom."""
_ROUNDS = {1: "Final", 2: "Semi-finals", 4: "Quarter-finals"}


@dataclass(frozen=True, slots=True)
class FinalsSeat:
    """A seat at a table of a knockout."""

    version: str  # "" while it is not known who comes
    words: str  # who comes, then
    seed: int = 0
    won: float | None = None  # sets, so far
    goes_on: bool = False


@dataclass(frozen=True, slots=True)
class Meeting:
    """A table of a knockout: who sits there, and their games."""

    name: str
    seats: Sequence[FinalsSeat]
    games: Sequence[Result]
    state: str  # "to come", "playing", "over" or "bye"


@dataclass(frozen=True, slots=True)
class Round:
    """The tables that are played side by side."""

    name: str
    meetings: Sequence[Meeting]


@dataclass(frozen=True, slots=True)
class Line:
    """A bot in the table of points, and the points that it has against each of the others."""

    row: StandingsRow
    points: float
    against: Mapping[str, tuple[float, int]]


@dataclass(frozen=True, slots=True)
class Finals:
    """The finals so far."""

    kind: str
    rounds: Sequence[Round] = ()
    lines: Sequence[Line] = ()
    winner: str = ""  # a version, when all is played

    @property
    def crossed(self) -> bool:
        """Whether there is room to show who beat whom."""
        return 2 <= len(self.lines) <= MOST_CROSSED


def finals_of(ladder: LadderFile, snapshot: StandingsSnapshot) -> Finals:
    """How the finals stand in a snapshot of theirs."""
    kind = ladder.format.kind
    if kind == "knockout":
        rounds = _rounds(ladder, snapshot)
        last = rounds[-1].meetings[0].seats if rounds else ()
        winner = next((one.version for one in last if one.goes_on), "")
        return Finals(kind, rounds, winner=winner)
    lines = _lines(kind, snapshot)
    winner = lines[0].row.version if lines and _over(ladder, snapshot) else ""
    return Finals(kind, lines=lines, winner=winner)


def _field(snapshot: StandingsSnapshot) -> list[Entrant]:
    """Who is paired, in the order of seeds."""
    active = [one for one in snapshot.versions.values() if one.active]
    return [one.entrant for one in sorted(active, key=lambda one: (one.submitted_ns, one.version))]


def _over(ladder: LadderFile, snapshot: StandingsSnapshot) -> bool:
    if ladder.format.kind == "continuous" or not snapshot.past:
        return False
    everyone = {one.version: one.entrant for one in snapshot.versions.values()}
    try:
        more = next_pairings(
            ladder.format, _field(snapshot), everyone, snapshot.past, ladder.seats, ladder.sets
        )
    except LadderError:
        return False
    return not more and all(one.finished for one in snapshot.past)


def _rounds(ladder: LadderFile, snapshot: StandingsSnapshot) -> list[Round]:
    """All rounds to the last, as far as it is known who plays in them."""
    seeds = draw_of(snapshot.past) or tuple(
        one.version for one in knockout_entries(_field(snapshot), ladder.seats)
    )
    if len(seeds) < 2:
        return []
    everyone = {one.version: one.entrant for one in snapshot.versions.values()}
    extra = ladder.format.extra_sets
    found = knockout_tables(seeds, everyone, snapshot.past, ladder.seats, ladder.sets, extra)
    known = {one.label: one for one in found}
    games = _games_by_label(snapshot)
    word = "duel" if ladder.seats == 2 else "table"
    coming = [tuple(seeds[seed] for seed in table) for table in first_round(len(seeds), ladder.seats)]
    rounds: list[Round] = []
    while True:
        number = len(rounds) + 1
        meetings = []
        for position, table in enumerate(coming, start=1):
            label = f"round {number}, {word} {position}"
            feeding = range((position - 1) * ladder.seats + 1, position * ladder.seats + 1)
            seats = [
                FinalsSeat(version, "" if version else f"winner of {word} {before}")
                for version, before in zip(table, feeding, strict=False)
            ]
            name = f"{word.capitalize()} {position}"
            meetings.append(_meeting(name, seats, known.get(label), games.get(label, ()), snapshot))
        name = _ROUNDS.get(len(coming), f"Round {number}") if ladder.seats == 2 else f"Round {number}"
        rounds.append(Round("Final" if len(coming) == 1 else name, _seeded(meetings, seeds)))
        if len(coming) == 1:
            return rounds
        ahead = [next((one.version for one in meeting.seats if one.goes_on), "") for meeting in meetings]
        coming = [tuple(ahead[first : first + ladder.seats]) for first in range(0, len(ahead), ladder.seats)]


def _meeting(
    name: str,
    seats: Sequence[FinalsSeat],
    table: KnockoutTable | None,
    games: Sequence[Result],
    snapshot: StandingsSnapshot,
) -> Meeting:
    if table is None:
        return Meeting(name, seats, (), "to come")
    if len(seats) == 1:
        return Meeting(name, [replace(seats[0], goes_on=True)], (), "bye")
    won = _sets_won([one.version for one in seats], games, snapshot)
    sat = [replace(one, won=won.get(one.version), goes_on=one.version == table.winner) for one in seats]
    state = "over" if table.winner is not None else "playing" if games else "to come"
    return Meeting(name, sat, games, state)


def _seeded(meetings: Sequence[Meeting], seeds: Sequence[str]) -> list[Meeting]:
    seed_of = {version: number for number, version in enumerate(seeds, start=1)}
    return [
        replace(one, seats=[replace(seat, seed=seed_of.get(seat.version, 0)) for seat in one.seats])
        for one in meetings
    ]


def _sets_won(
    versions: Sequence[str], games: Sequence[Result], snapshot: StandingsSnapshot
) -> dict[str, float]:
    """Sets won so far, extra ones included; a shared one is split."""
    won = dict.fromkeys(versions, 0.0)
    by_match: dict[str, list[Result]] = {}
    for one in games:
        by_match.setdefault(one.match, []).append(one)
    for match, own in by_match.items():
        past = past_of(snapshot.pairings[match], own, len(own))
        for version, sets in zip(past.pairing.table, past.sets_won, strict=True):
            if version in won:
                won[version] += sets
    return won


def _games_by_label(snapshot: StandingsSnapshot) -> dict[str, list[Result]]:
    """The games that count, by the table of the knockout that they are for, in the order in which they were begun."""
    found: dict[str, list[Result]] = {}
    for one in sorted(snapshot.games.values(), key=lambda one: one.started_ns):
        label = snapshot.pairings[one.match].label.partition(", extra set")[0]
        if not one.void:
            found.setdefault(label, []).append(one)
    return found


def _lines(kind: str, snapshot: StandingsSnapshot) -> list[Line]:
    """All bots by points; of those level the better rated one is first."""
    swiss = swiss_points(snapshot.past) if kind == "swiss" else {}
    lines = []
    for row in snapshot.rows:
        met: dict[str, list[float]] = {}
        total = 0.0
        for result in snapshot.by_version.get(row.version, ()):
            if result.void:
                continue
            seat = result.versions.index(row.version)
            total += result.shares()[seat]
            for other, version in enumerate(result.versions):
                if version != row.version:
                    ours, theirs = result.ranks[seat], result.ranks[other]
                    met.setdefault(version, []).append((theirs > ours) + 0.5 * (theirs == ours))
        against = {version: (sum(points), len(points)) for version, points in met.items()}
        lines.append(Line(row, swiss.get(row.version, total), against))
    return sorted(lines, key=lambda one: (-one.points, -one.row.elo if one.row.rated else math.inf))
