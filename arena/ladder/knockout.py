"""Who plays whom in a knockout, and who goes on?

A duel is best of the ladder's sets. Who won more sets goes on; if level, who has more points of all games; if level still, up to
`extra_sets` further sets are played, one at a time; and if that does not help, the better seed goes on.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from arena.ladder.pairing import Entrant, Pairing, Past

_LABEL = re.compile(r"round (\d+), duel (\d+)(?:, extra set \d+)?")
_LEVEL = 1e-9


@dataclass(frozen=True, slots=True)
class Duel:
    """All matches of one duel so far, the better seed first."""

    table: tuple[str, ...]
    finished: bool
    extra: int
    sets_won: tuple[float, ...]
    shares: tuple[float, ...]

    def winner(self, extra_sets: int) -> str | None:
        """Who goes on, or None if that is not known yet."""
        if len(self.table) == 1:
            return self.table[0]
        if not self.finished:
            return None
        for ours, theirs in (self.sets_won, self.shares):
            if abs(ours - theirs) > _LEVEL:
                return self.table[0] if ours > theirs else self.table[1]
        return self.table[0] if self.extra >= extra_sets else None


def knockout(field: Sequence[Entrant], past: Sequence[Past], sets: int, extra_sets: int) -> list[Pairing]:
    """The duels that can be played now; the field comes in the order of seeds and counts until there is a draw."""
    draw = next((one.pairing.draw for one in past if one.pairing.draw), ())
    seeds = {version: seed for seed, version in enumerate(draw or [one.version for one in field])}
    if len(seeds) < 2:
        return []
    begun = {one.pairing for one in past}
    duels = duels_of(past)
    found = [pairing for pairing in _first_round(list(seeds), sets) if pairing not in begun]
    for (number, place), duel in sorted(duels.items()):
        label = f"round {number}, duel {place}"
        winner = duel.winner(extra_sets)
        if winner is None and duel.finished:
            extra = duel.extra + 1
            reason = f"{label} is tied after {duel.extra} extra sets"
            found.append(Pairing(duel.table, f"{label}, extra set {extra}", 1, reason))
        if winner is not None and place % 2 and (number, place + 1) in duels:
            other = duels[number, place + 1].winner(extra_sets)
            if other is not None and (number + 1, (place + 1) // 2) not in duels:
                table = tuple(sorted((winner, other), key=seeds.__getitem__))
                reason = f"winners of duels {place} and {place + 1} of round {number}"
                found.append(Pairing(table, f"round {number + 1}, duel {(place + 1) // 2}", sets, reason))
    return found


def duels_of(past: Sequence[Past]) -> dict[tuple[int, int], Duel]:
    """Duels by round and place, extra sets added up with the first match."""
    found: dict[tuple[int, int], Duel] = {}
    for one in sorted(past, key=lambda one: len(one.pairing.label)):
        label = _LABEL.fullmatch(one.pairing.label)
        if label is None:
            continue
        key = int(label[1]), int(label[2])
        level = (0.0,) * len(one.pairing.table)
        before = found.get(key)
        played = Duel(one.pairing.table, one.finished, 0, one.sets_won or level, one.shares or level)
        if before is not None:
            played = Duel(
                before.table,
                before.finished and played.finished,
                before.extra + 1,
                tuple(map(sum, zip(before.sets_won, played.sets_won, strict=True))),
                tuple(map(sum, zip(before.shares, played.shares, strict=True))),
            )
        found[key] = played
    return found


def bracket(size: int) -> list[int]:
    """The seeds, from 0, in the order in which they stand in the first round: the best two meet last."""
    order = [0]
    while len(order) < size:
        order = [seed for one in order for seed in (one, 2 * len(order) - 1 - one)]
    return order


def _first_round(versions: Sequence[str], sets: int) -> list[Pairing]:
    size = 2
    while size < len(versions):
        size *= 2
    order = bracket(size)
    found = []
    for place in range(1, size // 2 + 1):
        label = f"round 1, duel {place}"
        pair = sorted(order[2 * place - 2 : 2 * place])
        table = tuple(versions[seed] for seed in pair if seed < len(versions))
        if len(table) == 1:
            found.append(Pairing(table, label, 0, f"seed {pair[0] + 1} goes on without a duel"))
        else:
            found.append(Pairing(table, label, sets, f"seeds {pair[0] + 1} and {pair[1] + 1}"))
    return [replace(found[0], draw=tuple(versions)), *found[1:]]
