"""Who plays whom in a knockout, and who advances?

A table (a duel, where two sit at it) is best of the ladder's sets, and one goes on. That is who won most sets; of those level, who has
most points of all games; if level still, up to `extra_sets` further sets are played by the whole table, one at a time; and if that does
not help, the best seed of those who are level goes on.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count

from arena.ladder.keys import LadderError
from arena.ladder.pairing import Entrant, Pairing, PastPairing, filled, may_sit_together, shuffled

_LEVEL = 1e-9


@dataclass(frozen=True, slots=True)
class _Terms:
    """What all tables of the knockout share."""

    everyone: Mapping[str, Entrant]
    past: Mapping[str, PastPairing]  # by label
    seats: int
    sets: int
    extra_sets: int


@dataclass(frozen=True, slots=True)
class KnockoutTable:
    """One table of the knockout whose bots are known, and who goes on, if that is known."""

    label: str
    versions: tuple[str, ...]  # by seed; without copies that fill it
    winner: str | None
    missing: tuple[Pairing, ...]  # what has to be played or noted for it now
    final: bool


def knockout(
    field: Sequence[Entrant],
    everyone: Mapping[str, Entrant],
    past: Sequence[PastPairing],
    seats: int,
    sets: int,
    extra_sets: int,
) -> list[Pairing]:
    """The tables that can be played now; the field comes in the order of seeds and counts until there is a draw."""
    draw = draw_of(past)
    versions = draw or tuple(one.version for one in knockout_entries(field, seats))
    tables = knockout_tables(versions, everyone, past, seats, sets, extra_sets)
    found = [pairing for table in tables for pairing in table.missing]
    return found if draw or not found else [replace(found[0], draw=versions), *found[1:]]


def draw_of(past: Sequence[PastPairing]) -> tuple[str, ...]:
    """All who are in it, the best seed first; none before it has begun."""
    return next((one.pairing.draw for one in past if one.pairing.draw), ())


def knockout_tables(
    versions: Sequence[str],
    everyone: Mapping[str, Entrant],
    past: Sequence[PastPairing],
    seats: int,
    sets: int,
    extra_sets: int,
) -> list[KnockoutTable]:
    """All tables, round by round, as far as it is known who sits there."""
    if len(versions) < 2:
        return []
    terms = _Terms(everyone, {one.pairing.label: one for one in past}, seats, sets, extra_sets)
    found: list[KnockoutTable] = []
    tables: list[tuple[int | None, ...]] = list(first_round(len(versions), seats))
    for number in count(1):
        winners: list[int | None] = []
        for position, table in enumerate(tables, start=1):
            seeds = tuple(seed for seed in table if seed is not None)
            # Who comes from a table that is still being played is not known yet.
            if len(seeds) < len(table):
                winners.append(None)
                continue
            label = f"round {number}, {'duel' if seats == 2 else 'table'} {position}"
            winner, missing = _table(label, seeds, versions, terms)
            winners.append(winner)
            names = tuple(versions[seed] for seed in sorted(seeds))
            ahead = None if winner is None else versions[winner]
            found.append(KnockoutTable(label, names, ahead, tuple(missing), len(tables) == 1))
        if len(tables) == 1:
            return found
        tables = [tuple(winners[first : first + seats]) for first in range(0, len(winners), seats)]
    raise AssertionError("a knockout has a final")


def knockout_entries(field: Sequence[Entrant], seats: int) -> list[Entrant]:
    """Who takes part: all, but at tables of three to six only the best seed of each owner, who might meet his own bots in the final."""
    found: list[Entrant] = []
    for one in field:
        if may_sit_together(found, one, seats):
            found.append(one)
    return found


def first_round(bots: int, seats: int) -> list[tuple[int, ...]]:
    """The seeds, from 0, of each table; alone at one, a bot goes on without playing. From the second round on all tables are full."""
    later = 1
    while later * seats < bots:
        later *= seats
    tables = [[seed] for seed in range(later)]
    playing = -(-(bots - later) // (seats - 1))
    # Like teams that are picked: down from the weakest head of a table, up again, and so on.
    heads = [*range(later - 1, later - 1 - playing, -1)]
    for turn, seed in enumerate(range(later, bots)):
        layer, index = divmod(turn, playing)
        tables[heads[index] if layer % 2 == 0 else heads[-1 - index]].append(seed)
    return [tuple(tables[head]) for head in bracket(later, seats)]


def bracket(size: int, seats: int) -> list[int]:
    """The seeds, from 0, in the order in which they stand: neighbours meet first, and the best of all only in the final."""
    order = [0]
    while (level := len(order)) < size:
        order = [
            level * block + (level - 1 - one if block % 2 else one) for one in order for block in range(seats)
        ]
    return order


def _table(
    label: str, seeds: Sequence[int], versions: Sequence[str], terms: _Terms
) -> tuple[int | None, list[Pairing]]:
    """The seed that goes on from a table, if that is known, and what has to be played or noted for it."""
    names = " and ".join(str(seed + 1) for seed in sorted(seeds))
    if len(seeds) == 1:
        bye = Pairing((versions[seeds[0]],), label, 0, f"seed {names} goes on without playing")
        return seeds[0], [] if label in terms.past else [bye]
    if label not in terms.past:
        return None, [_pairing(label, f"seeds {names}", seeds, versions, terms)]
    extra = [f"{label}, extra set {number}" for number in range(1, terms.extra_sets + 1)]
    played = [terms.past[one] for one in (label, *extra) if one in terms.past]
    if not all(one.finished for one in played):
        return None, []
    level = _level(seeds, versions, played)
    if len(level) == 1 or len(played) > terms.extra_sets:
        return level[0], []
    reason = f"{label} is tied after {len(played) - 1} extra sets"
    more = _pairing(extra[len(played) - 1], reason, seeds, versions, terms)
    return None, [replace(more, sets=1)]


def _level(seeds: Sequence[int], versions: Sequence[str], played: Sequence[PastPairing]) -> list[int]:
    """Those who are best, by sets won and then by points, the best seed first; more than one if they are level."""
    best = sorted(seeds)
    for by_bot in ([one.sets_won for one in played], [one.shares for one in played]):
        total = {
            seed: sum(
                have[one.pairing.table.index(versions[seed])]
                for have, one in zip(by_bot, played, strict=True)
            )
            for seed in best
        }
        top = max(total.values())
        best = [seed for seed in best if top - total[seed] < _LEVEL]
    return best


def _pairing(
    label: str, reason: str, seeds: Sequence[int], versions: Sequence[str], terms: _Terms
) -> Pairing:
    entrants = [terms.everyone[versions[seed]] for seed in sorted(seeds)]
    table = filled(entrants, [terms.everyone[version] for version in versions], terms.seats)
    if table is None:
        raise LadderError(
            f"format.kind: {len(versions)} bots do not fill knockout tables of {terms.seats}, and there is no house bot to fill them"
        )
    # At larger tables only rotations are played, so it matters who sits beside whom.
    return Pairing(table if terms.seats == 2 else shuffled(table, label), label, terms.sets, reason)
