"""How informative is a match? The expected drop in the uncertainty of all ratings together.

With C the covariance of the strengths, a match between i and j that is worth a games' information turns it into

    C - a (c_i - c_j)(c_i - c_j)' / (1 + a v_ij),    v_ij = C_ii + C_jj - 2 C_ij,

c_i being a column of C. What the variances of all bots lose by that is the gain of the match, each weighed by its own cube, so that the
widest intervals shrink first: a ladder is settled when the last one is. It depends on the results so far only through p (1 - p), which is
flat between bots of like strength, and is known before the match is played.
"""

import math
from dataclasses import dataclass, field

import numpy as np

from arena.rating import (
    ELO_PER_NAT,
    Bools,
    Floats,
    Ints,
    Ratings,
    grounded_inverse,
    logistic_slope,
    table_weight,
)

NEWCOMER_NATS = 2.0
"""Standard deviation that is assumed of a strength of which nothing is known: 350 Elo."""
EMPHASIS = 3.0
"""A variance is weighed by this power of itself. With 0 all bots on average, with a large one only the widest interval would count."""
WHOLE_COVARIANCE_BOTS = 150
"""Up to here every pair is weighed with the whole covariance; beyond, as if the errors of two bots were independent."""


@dataclass
class Knowledge:
    """What is known of the strengths of all bots, and what matches under way will add."""

    nats: Floats
    covariance: Floats
    wanted: Bools  # whose uncertainty matters: bots that have not retired
    set_factor: float

    @property
    def uncertainty(self) -> float:
        """The variances of all bots that matter, weighed and added up."""
        own = np.diag(self.covariance)[self.wanted]
        return float((own**EMPHASIS * own).sum())

    def gains(self, first: Ints, second: Ints, games: float, seats: int) -> Floats:
        """The gain of a match of this many games for each two bots."""
        rows = self.covariance[self.wanted]
        rows = rows * np.diag(self.covariance)[self.wanted, None] ** (0.5 * EMPHASIS)
        product = rows.T @ rows
        own = np.diag(product)
        squares = np.maximum(own[first] + own[second] - 2.0 * product[first, second], 0.0)
        worth = _worth(self.nats[first] - self.nats[second], self.set_factor, games, seats)
        return worth * squares / (1.0 + worth * self._between(first, second))

    def expect(self, first: int, second: int, games: float, seats: int) -> None:
        """Count a match as if it had been played: its result is unknown, what it tells is not."""
        worth = float(_worth(self.nats[first] - self.nats[second], self.set_factor, games, seats))
        pair = np.array([first]), np.array([second])
        share = worth / (1.0 + worth * float(self._between(*pair)[0]))
        column = self.covariance[:, first] - self.covariance[:, second]
        self.covariance = self.covariance - share * np.outer(column, column)

    def _between(self, first: Ints, second: Ints) -> Floats:
        own = np.diag(self.covariance)
        return own[first] + own[second] - 2.0 * self.covariance[first, second]


@dataclass
class IndependentKnowledge:
    """The same of a field too large for a covariance: errors are taken as independent, so what is known of a bot is one number.

    A ladder of ten thousand bots asks hundreds of thousands of times, so nothing here looks at all bots.
    """

    nats: Floats
    variance: Floats
    wanted: Bools
    set_factor: float
    anchor: int
    group: Ints  # bots that games join have the same number
    potential: Floats = field(init=False)
    """What there is to gain from each bot; an anchor that is known badly blurs the ratings of all others."""
    uncertainty: float = field(init=False)

    def __post_init__(self) -> None:
        # The anchor's error is in the rating of every other bot; and as long as this lasts, as much of it.
        self._blur = float(self.variance[self.anchor])
        whole = self.variance + self._blur
        whole[self.anchor] = self._blur
        weight = np.where(self.wanted, whole**EMPHASIS, 0.0)
        self.potential = weight * self.variance**2
        self._anchor_weight = float(weight.sum()) if self.wanted[self.anchor] else 0.0
        self.potential[self.anchor] = self._anchor_weight * self._blur**2
        self.uncertainty = float(weight @ whole)
        self._adrift = self.group != self.group[self.anchor]

    def gains(self, first: Ints, second: Ints, games: float, seats: int) -> Floats:
        """The gain of a match of this many games for each two bots."""
        squares = self.potential[first] + self.potential[second]
        if self._adrift[first].any():
            # Two that games join to each other but not to the anchor learn nothing of where they stand.
            squares[self._adrift[first] & (self.group[first] == self.group[second])] = 0.0
        worth = _worth(self.nats[first] - self.nats[second], self.set_factor, games, seats)
        return worth * squares / (1.0 + worth * (self.variance[first] + self.variance[second]))

    def expect(self, first: int, second: int, games: float, seats: int) -> None:
        """Count a match as if it had been played."""
        lead = float(self.nats[first] - self.nats[second])
        worth = (
            games * table_weight(seats) / self.set_factor * 0.25 / math.cosh(0.5 * min(abs(lead), 700.0)) ** 2
        )
        share = worth / (1.0 + worth * float(self.variance[first] + self.variance[second]))
        for bot in (first, second):
            known = float(self.variance[bot])
            left = known - share * known**2
            weight = self._anchor_weight if bot == self.anchor else (left + self._blur) ** EMPHASIS
            self.variance[bot] = left
            if self.wanted[bot]:
                self.potential[bot] = weight * left**2
                self.uncertainty -= weight * (known - left)


def knowledge_of(ratings: Ratings, wanted: Bools) -> Knowledge | IndependentKnowledge:
    """What the games tell. Bots that no games join to the anchor may stand anywhere, but all of a group together.

    The uncertainty is that of games in sets that all scatter alike, not that of the intervals, which goes by how each bot's own sets
    happened to scatter: who then looked surer than it is would be given fewer games, and stay so.
    """
    group, anchor = ratings.group, ratings.anchor
    nats = ratings.elo / ELO_PER_NAT
    members = np.bincount(group, minlength=len(nats))
    middle = np.bincount(group, nats, len(nats)) / np.maximum(members, 1)
    nats = np.where(ratings.connected, nats, nats - middle[group] + middle[group[anchor]])
    factor = min(1.0, ratings.set_factor)
    error = np.where(ratings.connected & np.isfinite(ratings.error), ratings.error / ELO_PER_NAT, 0.0)
    if len(nats) > WHOLE_COVARIANCE_BOTS:
        known = np.maximum(ratings.information.diagonal(), factor / NEWCOMER_NATS**2)
        expected = factor / known
        expected *= np.maximum(1.0, error**2 / (expected + expected[anchor]))
        variance = np.where(ratings.connected, np.minimum(expected, NEWCOMER_NATS**2), NEWCOMER_NATS**2)
        return IndependentKnowledge(nats, variance, wanted, factor, anchor, group)
    references = np.unique(np.where(ratings.connected, anchor, group))
    together = group[:, None] == group[None, :]
    adrift = together & ~ratings.connected[:, None]
    expected = factor * grounded_inverse(ratings.information, references)
    own = np.diag(expected)
    wider = np.sqrt(np.maximum(1.0, error**2 / np.where(own > 0.0, own, 1.0)))
    return Knowledge(nats, wider[:, None] * expected * wider + NEWCOMER_NATS**2 * adrift, wanted, factor)


def _worth(lead: Floats, set_factor: float, games: float, seats: int) -> Floats:
    """How many units of information a match has for two bots this far apart."""
    return games * table_weight(seats) / set_factor * logistic_slope(lead)
