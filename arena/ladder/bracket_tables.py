"""Where do the bots of an elimination bracket meet? A plan of tables that is filled in as they are decided."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from arena.ladder.table_outcome import KnockoutTerms, TableOutcome, table_outcome


class Origin(StrEnum):
    """Where a bot comes from that sits down at a table."""

    SEED = "seed"
    WINNER = "winner"
    LOSER = "loser"


@dataclass(frozen=True, slots=True)
class SeatSource:
    """Who takes a seat: a seed, counted from 0, or the winner or loser of a table, by its number in the plan."""

    origin: Origin
    number: int


@dataclass(frozen=True, slots=True)
class PlannedTable:
    """A table of the bracket, whoever will sit there."""

    label: str
    name: str  # in its round
    round: str
    stage: int  # the later one is lost, the better the place
    sources: tuple[SeatSource, ...]
    group: str = ""  # of rounds, where there are several
    upset_of: int | None = None  # played only if this table is won by its second seat


@dataclass(frozen=True, slots=True)
class KnockoutTable:
    """A table of the bracket, and how it stands."""

    planned: PlannedTable
    versions: tuple[str, ...]  # by source; "" while it is not known who comes
    winner: str | None = None
    outcome: TableOutcome | None = None  # as soon as all are known


def bracket_tables(plan: Sequence[PlannedTable], terms: KnockoutTerms) -> list[KnockoutTable]:
    """All tables of the plan that are or may be needed, the deciding one last."""
    found: list[KnockoutTable] = []
    ended: list[dict[Origin, int]] = []  # by number in the plan: who won and who lost it
    for planned in plan:
        if planned.upset_of is not None:
            before = ended[planned.upset_of]
            favourite = _seed(plan[planned.upset_of].sources[0], ended)
            if before and before[Origin.WINNER] == favourite:
                ended.append(before)
                continue
        seeds = [_seed(source, ended) for source in planned.sources]
        versions = tuple("" if seed is None else terms.versions[seed] for seed in seeds)
        known = [seed for seed in seeds if seed is not None]
        if len(known) < len(seeds):
            ended.append({})
            found.append(KnockoutTable(planned, versions))
            continue
        outcome = table_outcome(planned.label, known, terms)
        ended.append(_ended(known, outcome.winner))
        ahead = None if outcome.winner is None else terms.versions[outcome.winner]
        found.append(KnockoutTable(planned, versions, ahead, outcome))
    return found


def bracket_places(versions: Sequence[str], tables: Sequence[KnockoutTable]) -> list[str]:
    """All who are in it, the best first: who won the deciding table, then who came furthest, then by seed."""
    reached: Mapping[str, int] = {
        version: table.planned.stage for table in tables for version in table.versions if version
    }
    first = tables[-1].winner if tables else None
    return sorted(versions, key=lambda one: (one == first, reached.get(one, 0)), reverse=True)


def _seed(source: SeatSource, ended: Sequence[Mapping[Origin, int]]) -> int | None:
    """Who takes a seat, if that is known."""
    if source.origin is Origin.SEED:
        return source.number
    return ended[source.number].get(source.origin)


def _ended(seeds: Sequence[int], winner: int | None) -> dict[Origin, int]:
    if winner is None:
        return {}
    others = [seed for seed in seeds if seed != winner]
    return {Origin.WINNER: winner, **({Origin.LOSER: others[0]} if len(others) == 1 else {})}
