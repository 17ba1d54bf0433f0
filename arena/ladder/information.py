"""What is known of every bot, and what would a match add to it?

What a game tells of a bot is p (1 - p) for each opponent, p being the chance to stand above it: most between equals, little
where the result is known beforehand. Added up over its games it is the bot's information, and one over that the variance of
its strength if its opponents were known exactly.
"""

import math
from dataclasses import dataclass, field

import numpy as np

from arena.rating import ELO_PER_NAT, Floats, Ints, Ratings, table_weight

LEAST_TOLD = 0.05
"""What a game is held to tell at least, of at most 0.25: a bot that no opponent comes near would get all games else."""
UNKNOWN = 0.25
"""The information that a bot without games is held to have: a standard deviation of 350 Elo."""


@dataclass
class Knowledge:
    """What the games tell, and what matches under way will add."""

    nats: Floats
    information: Floats
    anchor: int
    group: Ints  # bots that games join have the same number
    _members: Ints = field(init=False)

    def __post_init__(self) -> None:
        self._members = np.bincount(self.group, minlength=len(self.group))

    @staticmethod
    def of(ratings: Ratings) -> "Knowledge":
        """What the games so far tell. Bots that no games join to the anchor may stand anywhere, but all of a group together."""
        group, anchor = ratings.group, ratings.anchor
        nats = ratings.elo / ELO_PER_NAT
        members = np.bincount(group, minlength=len(nats))
        middle = np.bincount(group, nats, len(nats)) / np.maximum(members, 1)
        nats = np.where(ratings.connected, nats, nats - middle[group] + middle[group[anchor]])
        told = np.maximum(ratings.information.diagonal(), LEAST_TOLD * ratings.pair_weight)
        return Knowledge(nats, told, anchor, group.copy())

    def deviation(self, bots: Ints) -> Floats:
        """How far off the strengths of these bots may be."""
        return np.asarray(1.0 / np.sqrt(np.maximum(self.information[bots], UNKNOWN)))

    def adrift(self, bot: int) -> bool:
        """Whether the bot has met others, but none of them is joined to the anchor."""
        return bool(self.group[bot] != self.group[self.anchor] and self._members[self.group[bot]] > 1)

    def expect(self, first: int, second: int, games: float, seats: int) -> None:
        """Count a match as if it had been played: its result is unknown, what it tells is not."""
        lead = min(abs(float(self.nats[first] - self.nats[second])), 700.0)
        told = games * table_weight(seats) * max(0.25 / math.cosh(0.5 * lead) ** 2, LEAST_TOLD)
        self.information[first] += told
        self.information[second] += told
        one, other = sorted((int(self.group[first]), int(self.group[second])))
        if one != other:
            self.group[self.group == other] = one
            self._members[one] += self._members[other]
