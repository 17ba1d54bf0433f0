"""Who goes on from a table of a knockout? Sets, points, extra sets, walkovers and seeds decide, in this order.

Who won most sets goes on; of those level, who has most points of all games; if level still, up to `extra_sets` further sets are played
by the whole table, one at a time; and if that does not help, the best seed of those who are level goes on. Whoever is disqualified or
suspended before a match is over loses it: if one is left, that one goes on by walkover; several are seated anew.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from arena.ladder.keys import LadderError
from arena.ladder.pairing import Entrant, Pairing, PastPairing, filled, shuffled

_LEVEL = 1e-9


@dataclass(frozen=True, slots=True)
class KnockoutTerms:
    """What all tables of a knockout share."""

    versions: Sequence[str]  # all who are in it, the best seed first
    everyone: Mapping[str, Entrant]
    past: Mapping[tuple[str, tuple[str, ...]], PastPairing]  # by label and table
    seats: int
    sets: int
    extra_sets: int

    @staticmethod
    def of(
        versions: Sequence[str],
        everyone: Mapping[str, Entrant],
        past: Sequence[PastPairing],
        seats: int,
        sets: int,
        extra_sets: int,
    ) -> "KnockoutTerms":
        known = {(one.pairing.label, one.pairing.table): one for one in past}
        return KnockoutTerms(versions, everyone, known, seats, sets, extra_sets)


@dataclass(frozen=True, slots=True)
class TableOutcome:
    """How a table stands."""

    winner: int | None = None  # the seed that goes on, if that is known
    missing: tuple[Pairing, ...] = ()  # what has to be played or noted for it now
    matches: tuple[Pairing, ...] = ()  # what it consists of so far
    out: tuple[str, ...] = ()  # who lost it without playing it to its end
    extra_sets: int = 0  # that were needed so far, the one under way included
    level: tuple[str, ...] = ()  # who was level when the last extra set was needed, or when the seed decided
    by_seed: bool = False  # whether the seed decided


def table_outcome(label: str, seeds: Sequence[int], terms: KnockoutTerms) -> TableOutcome:
    """How the table of these seeds stands."""
    names = " and ".join(str(seed + 1) for seed in sorted(seeds))
    if len(seeds) == 1:
        bye = Pairing((terms.versions[seeds[0]],), label, 0, f"seed {names} goes on without playing")
        return TableOutcome(seeds[0], () if (label, bye.table) in terms.past else (bye,), (bye,))
    matches = [_pairing(label, f"seeds {names}", seeds, terms)]
    level: list[int] = []
    while True:
        played = [terms.past.get((one.label, one.table)) for one in matches]
        last = played[-1]
        ties = tuple(terms.versions[seed] for seed in level)
        outcome = TableOutcome(None, (), tuple(matches), (), len(matches) - 1, ties)
        if last is None:
            return replace(outcome, missing=(matches[-1],))
        if last.lost_by:
            return _without(last.lost_by, label, seeds, terms, outcome)
        if not last.finished:
            return outcome
        best = _best(seeds, [one for one in played if one is not None], terms)
        if len(best) == 1:
            return replace(outcome, winner=best[0])
        if len(matches) > terms.extra_sets:
            ties = tuple(terms.versions[seed] for seed in best)
            return replace(outcome, winner=best[0], level=ties, by_seed=True)
        level = best
        reason = f"{label} is tied after {len(matches) - 1} extra sets"
        extra = _pairing(f"{label}, extra set {len(matches)}", reason, seeds, terms)
        matches.append(replace(extra, sets=1))


def _without(
    lost_by: Sequence[str], label: str, seeds: Sequence[int], terms: KnockoutTerms, so_far: TableOutcome
) -> TableOutcome:
    """A table that some of its bots have lost without playing it to its end."""
    remaining = [seed for seed in sorted(seeds) if terms.versions[seed] not in lost_by]
    if len(remaining) < 2:
        return replace(so_far, winner=(remaining or sorted(seeds))[0], out=tuple(lost_by))
    try:
        anew = table_outcome(f"{label}, seated anew", remaining, terms)
    except LadderError:  # no house bot fills the seat: they have played what they could
        return replace(so_far, winner=remaining[0], out=tuple(lost_by))
    return replace(anew, matches=(*so_far.matches, *anew.matches), out=(*lost_by, *anew.out))


def _best(seeds: Sequence[int], played: Sequence[PastPairing], terms: KnockoutTerms) -> list[int]:
    """Those who are best, by sets won and then by points, the best seed first; more than one if they are level."""
    best = sorted(seeds)
    for by_bot in ([one.sets_won for one in played], [one.shares for one in played]):
        total = {
            seed: sum(
                have[one.pairing.table.index(terms.versions[seed])]
                for have, one in zip(by_bot, played, strict=True)
            )
            for seed in best
        }
        top = max(total.values())
        best = [seed for seed in best if top - total[seed] < _LEVEL]
    return best


def _pairing(label: str, reason: str, seeds: Sequence[int], terms: KnockoutTerms) -> Pairing:
    entrants = [terms.everyone[terms.versions[seed]] for seed in sorted(seeds)]
    table = filled(entrants, [terms.everyone[version] for version in terms.versions], terms.seats)
    if table is None:
        raise LadderError(
            f"format.kind: {len(terms.versions)} bots do not fill knockout tables of {terms.seats}, and there is no house bot to fill them"
        )
    # At larger tables only rotations are played, so it matters who sits beside whom.
    return Pairing(table if terms.seats == 2 else shuffled(table, label), label, terms.sets, reason)
