"""How do the finals stand? An elimination by rounds, other formats as a table of points and results."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from arena.ladder import (
    ELIMINATIONS,
    Entrant,
    KnockoutTable,
    LadderError,
    LadderFile,
    Result,
    StandingsRow,
    StandingsSnapshot,
    bracket_places,
    draw_of,
    elimination_tables,
    knockout_entries,
    next_pairings,
    past_of,
    swiss_points,
)

MOST_CROSSED = 12
"""The most bots that fit beside each other in the table of who beat whom."""


@dataclass(frozen=True, slots=True)
class FinalsSeat:
    """A seat at a table of a knockout."""

    version: str  # "" while it is not known who comes
    words: str  # who comes, then
    seed: int = 0
    won: float | None = None  # sets, so far
    goes_on: bool = False
    out: str = ""  # why it lost without playing to the end, if so


@dataclass(frozen=True, slots=True)
class Meeting:
    """A table of a knockout: who sits there, and their games."""

    name: str
    seats: Sequence[FinalsSeat]
    games: Sequence[Result]
    state: str  # "to come", "playing", "over", "walkover", "bye" or "if needed"
    explained: str = ""  # why it is played on, or why who was level goes on


@dataclass(frozen=True, slots=True)
class Round:
    """The tables that are played side by side."""

    name: str
    meetings: Sequence[Meeting]
    group: str = ""  # of rounds, where there are several


@dataclass(frozen=True, slots=True)
class Line:
    """A bot in the table of points, and the points that it has against each of the others."""

    row: StandingsRow
    points: float
    against: Mapping[str, tuple[float, int]]
    walkovers: frozenset[str] = frozenset()  # against whom they were not, or not all, played


@dataclass(frozen=True, slots=True)
class Finals:
    """The finals so far."""

    kind: str
    rounds: Sequence[Round] = ()
    lines: Sequence[Line] = ()
    places: Sequence[str] = ()  # versions when all is played, the best first; without those disqualified
    disqualified: Mapping[str, str] = field(default_factory=dict)  # who took part, and why they are out

    @property
    def winner(self) -> str:
        """The version that has won, when all is played; never one that is disqualified."""
        return self.places[0] if self.places else ""

    @property
    def groups(self) -> list[tuple[str, list[Round]]]:
        """The rounds of each group, in the order in which they are shown."""
        names = dict.fromkeys(one.group for one in self.rounds)
        return [(name, [one for one in self.rounds if one.group == name]) for name in names]

    @property
    def crossed(self) -> bool:
        """Whether there is room to show who beat whom."""
        return 2 <= len(self.lines) <= MOST_CROSSED


def finals_of(ladder: LadderFile, snapshot: StandingsSnapshot) -> Finals:
    """How the finals stand in a snapshot of theirs."""
    kind = ladder.format.kind
    out = {one.version: one.disqualified for one in snapshot.versions.values() if one.disqualified}
    if kind in ELIMINATIONS:
        seeds = draw_of(snapshot.past) or tuple(
            one.version for one in knockout_entries(_field(snapshot), ladder.seats)
        )
        everyone = {one.version: one.entrant for one in snapshot.versions.values()}
        found = elimination_tables(ladder.format, seeds, everyone, snapshot.past, ladder.seats, ladder.sets)
        over = bool(found) and found[-1].winner is not None
        places = bracket_places(seeds, found) if over else []
        rounds = _rounds(ladder, snapshot, found, seeds)
        drawn = {version: why for version, why in out.items() if version in seeds}
        return Finals(kind, rounds, (), [one for one in places if one not in out], drawn)
    lines = _lines(ladder, snapshot)
    places = [line.row.version for line in lines] if lines and _over(ladder, snapshot) else []
    return Finals(kind, (), lines, [one for one in places if one not in out], out)


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


def _rounds(
    ladder: LadderFile, snapshot: StandingsSnapshot, tables: Sequence[KnockoutTable], seeds: Sequence[str]
) -> list[Round]:
    """All rounds to the last, as far as it is known who plays in them."""
    games: dict[str, list[Result]] = {}
    for one in sorted(snapshot.games.values(), key=lambda one: one.started_ns):
        if not one.void:
            games.setdefault(one.match, []).append(one)
    seed_of = {version: number for number, version in enumerate(seeds, start=1)}
    names = [one.planned.label if one.planned.group else one.planned.name.lower() for one in tables]
    rounds = []
    for (group, name), its in groupby(tables, key=lambda one: (one.planned.group, one.planned.round)):
        meetings = [_meeting(ladder, snapshot, one, games, seed_of, names) for one in its]
        rounds.append(Round(name, meetings, group))
    return rounds


def _meeting(
    ladder: LadderFile,
    snapshot: StandingsSnapshot,
    table: KnockoutTable,
    games: Mapping[str, Sequence[Result]],
    seed_of: Mapping[str, int],
    names: Sequence[str],
) -> Meeting:
    planned, outcome = table.planned, table.outcome
    seats = []
    for version, source in zip(table.versions, planned.sources, strict=True):
        words = "" if version else f"{source.origin} of {names[source.number]}"
        seats.append(FinalsSeat(version, words, seed_of.get(version, 0)))
    if outcome is None:
        return Meeting(planned.name, seats, (), "to come" if planned.upset_of is None else "if needed")
    if len(seats) == 1:
        return Meeting(planned.name, [replace(seats[0], goes_on=True)], (), "bye")
    its = [one for match in outcome.matches for one in games.get(match.named(ladder.name), ())]
    won = _sets_won(table.versions, its, snapshot)
    sat = [
        replace(
            one,
            won=won.get(one.version),
            goes_on=one.version == table.winner and one.version not in outcome.out,
            out=_why_out(snapshot, one.version) if one.version in outcome.out else "",
        )
        for one in seats
    ]
    state = "over" if table.winner is not None else "playing" if its else "to come"
    if (
        outcome.out
        and table.winner is not None
        and not any(match.label.endswith("anew") for match in outcome.matches)
    ):
        state = "walkover"
    return Meeting(planned.name, sat, its, state, _explained(ladder, snapshot, table))


def _why_out(snapshot: StandingsSnapshot, version: str) -> str:
    found = snapshot.versions[version]
    return f"disqualified: {found.disqualified}" if found.disqualified else f"suspended: {found.suspended}"


def _explained(ladder: LadderFile, snapshot: StandingsSnapshot, table: KnockoutTable) -> str:
    """Why a table goes on after its sets, or how it was decided in the end."""
    outcome, most = table.outcome, ladder.format.extra_sets
    if outcome is None or not outcome.level:
        return ""
    who = " and ".join(snapshot.versions[version].bot for version in outcome.level)
    level = f"{who} are level on sets and on points"
    played = f"{outcome.extra_sets} extra {'set' if outcome.extra_sets == 1 else 'sets'}"
    if table.winner is None:
        last = "; if they are level after it, the better seed goes on" if outcome.extra_sets == most else ""
        return f"{level}: extra set {outcome.extra_sets} of at most {most} is played{last}."
    if outcome.by_seed:
        return f"{level}{f' after {played}' if most else ''}: the better seed goes on."
    return f"Level after the first sets, decided by {played}."


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


def _lines(ladder: LadderFile, snapshot: StandingsSnapshot) -> list[Line]:
    """All bots by points; of those level the better rated one is first, and who is disqualified comes last."""
    lost = [one for one in snapshot.past if one.lost_by]
    forfeits = {one.pairing.named(ladder.name) for one in lost}
    swiss = swiss_points(snapshot.past) if ladder.format.kind == "swiss" else {}
    lines = []
    for row in snapshot.rows:
        met: dict[str, list[float]] = {}
        total = 0.0
        for result in snapshot.by_version.get(row.version, ()):
            if result.void or result.match in forfeits:
                continue
            seat = result.versions.index(row.version)
            total += result.shares()[seat]
            for other, version in enumerate(result.versions):
                if version != row.version:
                    ours, theirs = result.ranks[seat], result.ranks[other]
                    met.setdefault(version, []).append((theirs > ours) + 0.5 * (theirs == ours))
        own = [one for one in lost if row.version in one.pairing.table]
        walkovers = {version for one in own for version in one.lost_by if row.version not in one.lost_by}
        for one in own:
            games = one.pairing.sets * ladder.games_a_set
            total += games * one.shares[one.pairing.table.index(row.version)]
        against = {version: (sum(points), len(points)) for version, points in met.items()}
        lines.append(Line(row, swiss.get(row.version, total), against, frozenset(walkovers)))
    return sorted(
        lines,
        key=lambda one: (
            bool(one.row.disqualified),
            -one.points,
            -one.row.elo if one.row.rated else math.inf,
        ),
    )
