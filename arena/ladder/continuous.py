"""Who plays next on a ladder without end? The bot about which least is known, with opponents near and far.

Bots paired by how strong they look are paired by their errors too: who is over-rated meets the over-rated, nothing tells
them so, and the ratings spread out while their intervals stay as narrow as if the tables had been drawn beforehand. So
strength has a say in half of the opponents at most, the more the better it is known, and there only a little: it decides
between three bots that were drawn. The others are those of three that have played least, whatever the results were.
"""

import heapq
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from arena.ladder.information import Knowledge
from arena.ladder.pairing import Entrant, Pairing, filled, hashed, may_sit_together, shuffled
from arena.rating import ELO_PER_NAT

DRAWN = 3
"""Bots that are drawn for a seat. With many the nearest would be too near, and games join the bots to chains."""
NEAR = 0.5
"""The share of seats that go to the nearest of those drawn; the others go to the one that has played least."""
HALF_NEAR = 20.0
"""Information at which it is half of that: after a hundred games or so. Before, strengths are mostly errors."""
ANCHOR = 0.5
"""The anchor's error is in the rating of every other bot. It gets this times the root of the number of bots as much play
as another, near the least that all errors against the anchor together allow; more would cost the others too much."""
PATIENCE = 20
"""Ratings are taken for pairing when the games have grown by one part in this many."""
DIGITS = 6
"""Information is compared to this many digits, so that the order in which matches were added up does not matter."""


def rated_games(games: int, bots: int) -> int:
    """The number of games, of all that were played, whose ratings decide who is paired.

    The counts are fixed: one step for every game a bot, and later for every twentieth of the games. So who is paired follows
    from the games alone, whenever a runner began. What is paired in between does not depend on how it goes, which is good for
    the intervals; and all ratings together cost in proportion to the games.
    """
    reached = 0
    while (following := _following(reached, bots)) <= games:
        reached = following
    return reached


def games_until_rated(games: int, bots: int) -> int:
    """How many more games there are to be until ratings are taken for pairing again."""
    return _following(rated_games(games, bots), bots) - games


def _following(rated: int, bots: int) -> int:
    return rated + max(1, bots, rated // PATIENCE)


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
        knowledge: Knowledge,
        sets_chosen: Mapping[str, int],  # played or not
        met: Counter[tuple[str, ...]],
        match: Match,
        newcomer_sets: int,
    ) -> None:
        self._field = list(field)
        self._rows = np.array([rows[one.version] for one in field], np.int64)
        self._number = {one.version: index for index, one in enumerate(field)}
        self._knowledge = knowledge
        self._sets = [sets_chosen.get(one.version, 0) for one in field]
        self._met = Counter(met)
        self._chosen = self._met.total()
        self._rng = np.random.default_rng(0)
        self._match = match
        self._newcomer_sets = newcomer_sets
        by_hash = sorted(range(len(field)), key=lambda bot: hashed(field[bot].version, "tie"))
        self._tie_break = np.argsort(by_hash).tolist()
        self._heap = [(*self._rank(bot), bot) for bot in range(len(field))]
        heapq.heapify(self._heap)
        self._strays = self._one_of_each_group()

    def expect(self, table: Sequence[str], games: int) -> None:
        """Count games of a match that are not in what is known; the sets chosen have them already."""
        seated = [self._number[version] for version in dict.fromkeys(table) if version in self._number]
        self._expect(seated, 0, games)

    def next(self) -> Pairing | None:
        """The next match, or None if there is nobody to play."""
        if len(self._field) < 2:
            return None
        # Drawn anew for each match, so that it does not matter how many were chosen by the same runner.
        self._rng = np.random.default_rng(self._chosen)
        first = self._due()
        newcomer = self._sets[first] < self._newcomer_sets
        table = self._table(first)
        versions = filled([self._field[bot] for bot in table], self._field, self._match.seats)
        if versions is None:
            return None
        reason = self._reason(table, newcomer)
        self._expect(table, self._match.sets, self._match.games)
        key = tuple(sorted(versions))
        self._met[key] += 1
        self._chosen += 1
        label = f"meeting {self._met[key]}"
        return Pairing(shuffled(versions, label), label, self._match.sets, reason)

    def _rank(self, bot: int) -> tuple[float, int]:
        """The order in which bots are due: newcomers by their sets, then the others by what is known."""
        row = int(self._rows[bot])
        known = float(self._knowledge.information[row])
        if row == self._knowledge.anchor:
            known /= max(1.0, ANCHOR * math.sqrt(len(self._field)))
        if self._sets[bot] < self._newcomer_sets:
            known = float(self._sets[bot] - self._newcomer_sets)
        return round(known, DIGITS), self._tie_break[bot]

    def _one_of_each_group(self) -> list[int]:
        """Of each group that no games join to the anchor, the bot of which least is known."""
        found: dict[int, int] = {}
        for *_, bot in sorted(self._heap):
            row = int(self._rows[bot])
            if self._knowledge.adrift(row):
                found.setdefault(int(self._knowledge.group[row]), bot)
        return list(found.values())

    def _due(self) -> int:
        """The bot of the next match."""
        while self._strays:
            if self._knowledge.adrift(int(self._rows[stray := self._strays.pop()])):
                return stray
        while True:
            # What the heap says of a bot may be old, but a bot only ever moves back.
            *rank, bot = self._heap[0]
            if tuple(rank) == (now := self._rank(bot)):
                return bot
            heapq.heapreplace(self._heap, (*now, bot))

    def _table(self, first: int) -> list[int]:
        table = [first]
        while len(table) < self._match.seats and (more := self._another(table)) is not None:
            table.append(more)
        return table

    def _another(self, table: list[int]) -> int | None:
        drawn = self._drawn(table)
        if not drawn:
            return None
        known = float(self._knowledge.information[self._rows[table[0]]])
        if self._rng.random() >= NEAR * known / (known + HALF_NEAR):
            return min(drawn, key=lambda bot: (self._sets[bot], self._tie_break[bot]))
        rows = self._rows[[table[0], *drawn]]
        # Sampled as uncertain as they are, so that a bot that seems near is not always chosen.
        sampled = self._knowledge.nats[rows]
        sampled = sampled + self._knowledge.deviation(rows) * self._rng.standard_normal(len(rows))
        return drawn[int(np.abs(sampled[1:] - sampled[0]).argmin())]

    def _drawn(self, table: list[int]) -> list[int]:
        """Some of those who may sit down at the table; of those joined to the anchor, for a bot that is not."""
        stray = self._knowledge.adrift(int(self._rows[table[0]]))
        seated = [self._field[bot] for bot in table]

        def fits(bot: int) -> bool:
            if stray and len(table) == 1 and not self._joined(bot):
                return False
            return may_sit_together(seated, self._field[bot], self._match.seats)

        found: list[int] = []
        for bot in self._rng.integers(0, len(self._field), 4 * DRAWN).tolist():
            if len(found) < DRAWN and bot not in found and fits(bot):
                found.append(bot)
        if found:
            return found
        every = [bot for bot in range(len(self._field)) if fits(bot)]
        if stray and len(table) == 1 and not every:  # the anchor and all with it have retired
            every = [b for b in range(len(self._field)) if may_sit_together(seated, self._field[b], 2)]
        return self._rng.permutation(every)[:DRAWN].tolist() if every else []

    def _joined(self, bot: int) -> bool:
        group = self._knowledge.group
        return bool(group[self._rows[bot]] == group[self._knowledge.anchor])

    def _expect(self, table: Sequence[int], sets: int, games: int) -> None:
        for index, one in enumerate(table):
            self._sets[one] += sets
            for other in table[index + 1 :]:
                first, second = int(self._rows[one]), int(self._rows[other])
                self._knowledge.expect(first, second, games, self._match.seats)

    def _reason(self, table: list[int], newcomer: bool) -> str:
        nats = self._knowledge.nats[self._rows[table]]
        apart = f"{ELO_PER_NAT * float(nats.max() - nats.min()):.0f} Elo apart"
        name = self._field[table[0]].name
        if newcomer:
            return f"newcomer {name} with {self._sets[table[0]]} sets, {apart}"
        if self._knowledge.adrift(int(self._rows[table[0]])):
            return f"joins {name} to the anchor, {apart}"
        return f"least is known of {name}, {apart}"
