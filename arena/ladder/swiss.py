"""Who plays whom in a Swiss tournament? Bots with similar points that have not met yet."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from arena.ladder.pairing import Entrant, Pairing, PastPairing, filled, hashed, may_sit_together, shuffled

_ROUND = re.compile(r"round (\d+)")
_MOST_TRIES = 20_000
BYE_SHARE = 1.0
"""Who sits out a round gets what a win is worth."""


def swiss(
    field: Sequence[Entrant],
    everyone: Mapping[str, Entrant],
    past: Sequence[PastPairing],
    seats: int,
    sets: int,
    rounds: int,
) -> list[Pairing]:
    """What is missing of the round under way, or the next round once that is finished; none after the last."""
    number = max((round_of(one) for one in past), default=0)
    draw = next((one.pairing.draw for one in past if round_of(one) == number and one.pairing.draw), ())
    if number:
        begun = {one.pairing for one in past}
        earlier = [one for one in past if round_of(one) < number]
        drawn = [everyone[version] for version in draw]
        whole = _round(drawn, earlier, number, seats, sets, rounds)
        ours = [one.pairing for one in past if round_of(one) == number]
        if not set(ours) <= set(whole):  # an earlier result is another by now; who has been seated stays so
            seated = {version for pairing in ours for version in pairing.table}
            rest = [one for one in drawn if one.version not in seated]
            whole = _round(rest, earlier, number, seats, sets, rounds)
        missing = [pairing for pairing in whole if pairing not in begun]
        if missing or number >= rounds or not all(one.finished for one in past):
            return missing
    return _round(field, past, number + 1, seats, sets, rounds)


def _round(
    field: Sequence[Entrant], past: Sequence[PastPairing], number: int, seats: int, sets: int, rounds: int
) -> list[Pairing]:
    """All tables of a round; a pure function of its draw and of the rounds before it."""
    if len(field) < 2:
        return []
    points, byes, met = _history(field, past)
    label = f"round {number}"
    order = sorted(field, key=lambda one: (-points[one.version], hashed(one.version, label)))
    seated, resting = _resting(order, byes, seats)
    tables, unseated = _tables(seated, met, seats)
    found = []
    for table in tables:
        versions = filled(table, field, seats)
        assert versions is not None
        level = " to ".join(f"{points[one.version]:.2f}" for one in (table[0], table[-1]))
        reason = f"round {number} of {rounds}, {level} points"
        found.append(Pairing(shuffled(versions, label), label, sets, reason))
    found += [
        Pairing((one.version,), label, 0, f"round {number} of {rounds}, sits out")
        for one in (*resting, *unseated)
    ]
    return [replace(found[0], draw=tuple(one.version for one in field)), *found[1:]]


def _history(
    field: Sequence[Entrant], past: Sequence[PastPairing]
) -> tuple[dict[str, float], Counter[str], set[frozenset[str]]]:
    """Points and rounds sat out of each version, and who met whom."""
    points = {one.version: 0.0 for one in field}
    byes: Counter[str] = Counter()
    met: set[frozenset[str]] = set()
    for one in past:
        table = one.pairing.table
        for version, share in zip(table, one.shares, strict=True):
            points[version] = points.get(version, 0.0) + share
        if len(table) == 1:
            byes[table[0]] += 1
        met.update(frozenset(pair) for pair in combinations(table, 2))
    return points, byes, met


def swiss_points(past: Sequence[PastPairing]) -> dict[str, float]:
    """The points of all who took part so far; those of a match come when it is finished."""
    return _history((), past)[0]


def round_of(past: PastPairing) -> int:
    """The round that a match belongs to."""
    found = _ROUND.match(past.pairing.label)
    return int(found[1]) if found else 0


def _resting(order: Sequence[Entrant], byes: Counter[str], seats: int) -> tuple[list[Entrant], list[Entrant]]:
    """Who sits out because the tables do not come out even: the last among those who did so least."""
    spare = len(order) % seats if len(order) >= seats else 0
    last_first = sorted(enumerate(order), key=lambda one: (byes[one[1].version], -one[0]))
    resting = [one for _, one in last_first[:spare]]
    return [one for one in order if one not in resting], resting


def _tables(
    order: Sequence[Entrant], met: set[frozenset[str]], seats: int
) -> tuple[list[list[Entrant]], list[Entrant]]:
    if seats == 2:
        pairs = _pairs(list(order), met, [_MOST_TRIES])
        if pairs is not None:
            return pairs, []
    tables: list[list[Entrant]] = []
    unseated: list[Entrant] = []
    waiting = list(order)
    while waiting:
        table = [waiting[0]]
        for strict in (True, False):
            for one in waiting[1:]:
                if len(table) < seats and may_sit_together(table, one, seats):
                    fresh = all(frozenset((one.version, other.version)) not in met for other in table)
                    if fresh or not strict:
                        table.append(one)
        waiting = [one for one in waiting if one not in table]
        if len(table) == seats or (len(table) >= 2 and any(one.is_house for one in order)):
            tables.append(table)
        else:
            unseated += table
    return tables, unseated


def _pairs(order: list[Entrant], met: set[frozenset[str]], tries: list[int]) -> list[list[Entrant]] | None:
    """Each with the next of like points that it has not met, going back where that leads nowhere."""
    stack: list[tuple[list[Entrant], list[list[Entrant]], int]] = [(order, [], 1)]
    while stack and tries[0] > 0:
        tries[0] -= 1
        waiting, pairs, start = stack.pop()
        if not waiting:
            return pairs
        for index in range(start, len(waiting)):
            if frozenset((waiting[0].version, waiting[index].version)) not in met:
                stack.append((waiting, pairs, index + 1))
                rest = waiting[1:index] + waiting[index + 1 :]
                stack.append((rest, [*pairs, [waiting[0], waiting[index]]], 1))
                break
    return None
