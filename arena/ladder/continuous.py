"""Who plays next on a ladder without end? Newcomers first, then the most informative match."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from arena.ladder.information import IndependentKnowledge, Knowledge
from arena.ladder.pairing import Entrant, Pairing, filled, may_sit_together, shuffled
from arena.rating import ELO_PER_NAT, Floats, Ints

CANDIDATES = 64
"""Opponents that are weighed for a bot when the field is too large to weigh all; drawn at random, so that all stay mixed."""

AT_ONCE = 256
"""Matches for which opponents are drawn at once, which is quicker."""


@dataclass(frozen=True, slots=True)
class Match:
    """What all matches of the ladder share."""

    seats: int
    sets: int
    games: int


class Continuous:
    """Chooses one pairing after another, each as if those before it had been played."""

    def __init__(
        self,
        field: Sequence[Entrant],
        rows: Mapping[str, int],  # of each version in what is known
        knowledge: Knowledge | IndependentKnowledge,
        sets_played: Mapping[str, int],  # those under way count
        met: Counter[tuple[str, ...]],
        match: Match,
        newcomer_sets: int,
    ) -> None:
        self._field = list(field)
        self._rows = [rows[one.version] for one in field]
        self._row = np.array(self._rows, np.int64)
        self._index = {row: index for index, row in enumerate(self._rows)}
        self._knowledge = knowledge
        self._sets = np.array([sets_played.get(one.version, 0) for one in field], np.int64)
        self._met = Counter(met)
        self._rng = np.random.default_rng(met.total())
        self._drawn = self._draws(len(self._field) - 1)
        self._match = match
        self._newcomer_sets = newcomer_sets

    def expect(self, table: Sequence[str]) -> None:
        """Count a match that is under way."""
        number = {one.version: index for index, one in enumerate(self._field)}
        self._expect([number[version] for version in dict.fromkeys(table) if version in number])

    def next(self) -> Pairing | None:
        """The next match, or None if there is nobody to play."""
        if len(self._field) < 2:
            return None
        newest = int(self._sets.argmin())
        is_new = bool(self._sets[newest] < self._newcomer_sets)
        table, share = self._table(newest if is_new else None)
        entrants = [self._field[index] for index in table]
        versions = filled(entrants, self._field, self._match.seats)
        if versions is None:
            return None
        reason = self._reason(table, newest if is_new else None, share)
        self._expect(table)
        key = tuple(sorted(versions))
        self._met[key] += 1
        label = f"meeting {self._met[key]}"
        return Pairing(shuffled(versions, label), label, self._match.sets, reason)

    def _table(self, seed: int | None) -> tuple[list[int], float]:
        """The indices of the bots that tell most, and what share of all uncertainty that takes away."""
        first, second = self._pairs(seed)
        gains = self._gains(first, second)
        best = int(gains.argmax())
        uncertainty = self._knowledge.uncertainty
        table = [int(first[best]), int(second[best])]
        while len(table) < self._match.seats and (more := self._another(table)) is not None:
            table.append(more)
        return table, float(gains[best]) / max(uncertainty, 1e-12)

    def _pairs(self, seed: int | None) -> tuple[Ints, Ints]:
        if seed is None and isinstance(self._knowledge, IndependentKnowledge):
            seed = self._index[int(self._knowledge.potential.argmax())]
        if seed is None:
            first, second = np.triu_indices(len(self._field), 1)
        else:
            second = self._candidates(seed)
            first = np.full(len(second), seed)
        if self._match.seats > 2:
            allowed = np.array(
                [
                    may_sit_together([self._field[one]], self._field[other], self._match.seats)
                    for one, other in zip(first.tolist(), second.tolist(), strict=True)
                ]
            )
            if allowed.any():
                first, second = first[allowed], second[allowed]
        return first, second

    def _candidates(self, seed: int) -> Ints:
        others = len(self._field) - 1
        drawn = np.arange(others) if isinstance(self._knowledge, Knowledge) else next(self._drawn)
        return drawn + (drawn >= seed)

    def _draws(self, others: int) -> Iterator[Ints]:
        while True:
            yield from self._rng.integers(0, others, (AT_ONCE, CANDIDATES))

    def _another(self, table: list[int]) -> int | None:
        seated = [self._field[index] for index in table]
        pool = self._candidates(table[0])
        free = [
            index
            for index in pool.tolist()
            if may_sit_together(seated, self._field[index], self._match.seats)
        ]
        if not free:
            return None
        gains = sum(self._gains(np.full(len(free), index), np.array(free, np.int64)) for index in table)
        return int(free[int(np.argmax(gains))])

    def _gains(self, first: Ints, second: Ints) -> Floats:
        return self._knowledge.gains(
            self._row[first], self._row[second], self._match.games, self._match.seats
        )

    def _expect(self, table: Sequence[int]) -> None:
        for index, one in enumerate(table):
            self._sets[one] += self._match.sets
            for other in table[index + 1 :]:
                self._knowledge.expect(
                    self._rows[one], self._rows[other], self._match.games, self._match.seats
                )

    def _reason(self, table: list[int], newcomer: int | None, share: float) -> str:
        nats = [float(self._knowledge.nats[self._rows[index]]) for index in table]
        apart = f"{ELO_PER_NAT * (max(nats) - min(nats)):.0f} Elo apart"
        if newcomer is not None:
            return f"newcomer {self._field[newcomer].name} with {self._sets[newcomer]} sets, {apart}"
        return f"tells most: takes {100.0 * share:.2g} % off all uncertainty, {apart}"
