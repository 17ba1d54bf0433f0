"""Who plays whom in a round robin, or when one bot meets all others?"""

from collections.abc import Mapping, Sequence
from itertools import combinations
from math import comb

from arena.ladder.keys import LadderError
from arena.ladder.pairing import Entrant, Pairing, PastPairing, filled, may_sit_together, shuffled

MOST_TABLES = 50_000


def round_robin(
    field: Sequence[Entrant], past: Sequence[PastPairing], seats: int, sets: int, rounds: int
) -> list[Pairing]:
    """Every possible table, once a round; those that were paired before are left out.

    The field holds those too who were disqualified on the way: all others are to have a walkover from them.
    """
    if len(field) < 2:
        return []
    if comb(len(field), seats) > MOST_TABLES:
        raise LadderError(
            f"format.kind: a round-robin of {len(field)} bots has more than {MOST_TABLES} tables; take swiss or continuous"
        )
    tables = [table for table in combinations(field, seats) if _allowed(table)]
    if not tables:
        tables = [tuple(field[:seats])]
    paired = {(one.pairing.label, *sorted(one.pairing.table)) for one in past}
    found = []
    for number in range(1, rounds + 1):
        label = f"round {number}"
        for table in tables:
            versions = filled(table, field, seats)
            if versions is not None and (label, *sorted(versions)) not in paired:
                reason = f"round {number} of {rounds}, everybody meets everybody"
                found.append(Pairing(shuffled(versions, label), label, sets, reason))
    return found


def with_disqualified(
    field: Sequence[Entrant], everyone: Mapping[str, Entrant], past: Sequence[PastPairing]
) -> list[Entrant]:
    """The field, and those who have been paired and were disqualified since then."""
    known = {one.version for one in field}
    paired = dict.fromkeys(version for one in past for version in one.pairing.table)
    return [*field, *(everyone[one] for one in paired if one not in known and everyone[one].disqualified)]


def gauntlet(
    field: Sequence[Entrant], past: Sequence[PastPairing], seats: int, sets: int, rounds: int, bot: str
) -> list[Pairing]:
    """Tables of one bot with all others, once a round; of the field as in a round-robin."""
    runner = next((one for one in field if one.name == bot), None)
    if runner is None:
        raise LadderError(f"format.bot: there is no bot {bot!r} on the ladder")
    found = []
    for number in range(1, rounds + 1):
        label = f"round {number}"
        met = {
            version
            for one in past
            if one.pairing.label == label and runner.version in one.pairing.table
            for version in one.pairing.table
        }
        others = [one for one in field if one is not runner and may_sit_together([runner], one, seats)]
        waiting = [one for one in others if one.version not in met]
        while waiting:
            table = _seated(runner, waiting, others, seats)
            versions = filled(table, field, seats)
            if versions is None:
                break
            reason = f"round {number} of {rounds}, {bot} meets all others"
            found.append(Pairing(shuffled(versions, label), label, sets, reason))
    return found


def _allowed(table: Sequence[Entrant]) -> bool:
    return all(may_sit_together(table[:index], one, len(table)) for index, one in enumerate(table))


def _seated(runner: Entrant, waiting: list[Entrant], others: Sequence[Entrant], seats: int) -> list[Entrant]:
    """The runner with those who wait, who are then off the list, and with others where seats are left."""
    table = [runner]
    for one in [*waiting, *others]:
        if len(table) < seats and may_sit_together(table, one, seats):
            table.append(one)
            if one in waiting:
                waiting.remove(one)
    return table
