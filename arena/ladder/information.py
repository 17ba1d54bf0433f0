"""How much would a match tell? By how much it is expected to shrink the uncertainty of all ratings together.

With C the covariance of the strengths, a match between i and j that is worth a games' information turns it into

    C - a (c_i - c_j)(c_i - c_j)' / (1 + a v_ij),    v_ij = C_ii + C_jj - 2 C_ij,

c_i being a column of C. What the variances of all bots lose by that, added up, is the gain of the match. It depends on the results
so far only through p (1 - p), which is flat between bots of like strength, and is known before the match is played.
"""

from dataclasses import dataclass, field

import numpy as np

from arena.rating import Ratings, table_weight
from arena.rating.arrays import Bools, Floats, Ints
from arena.rating.elo import ELO_PER_NAT, logistic_slope

NEWCOMER_NATS = 2.0
"""Standard deviation that is assumed of a strength of which nothing is known: 350 Elo."""
LEAST_SHARE = 0.3
"""A variance is at least so much of what the number of games would give: the anchor's share in it is but an estimate."""
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
        """The variances of all bots that matter, added up."""
        return float(np.diag(self.covariance)[self.wanted].sum())

    def gains(self, first: Ints, second: Ints, games: float, seats: int) -> Floats:
        """The gain of a match of so many games for each two bots."""
        rows = self.covariance[self.wanted]
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
class Sketch:
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
        self._weight = self.wanted.astype(np.float64)
        self._weight[self.anchor] = self._weight.sum()
        self.potential = self._weight * self.variance**2
        self.uncertainty = float(self.variance[self.wanted].sum())

    def gains(self, first: Ints, second: Ints, games: float, seats: int) -> Floats:
        """The gain of a match of so many games for each two bots."""
        # Two that games join to each other but not to the anchor learn nothing of where they stand.
        adrift = (self.group[first] == self.group[second]) & (self.group[first] != self.group[self.anchor])
        squares = np.where(adrift, 0.0, self.potential[first] + self.potential[second])
        worth = _worth(self.nats[first] - self.nats[second], self.set_factor, games, seats)
        return worth * squares / (1.0 + worth * (self.variance[first] + self.variance[second]))

    def expect(self, first: int, second: int, games: float, seats: int) -> None:
        """Count a match as if it had been played."""
        worth = float(_worth(self.nats[first] - self.nats[second], self.set_factor, games, seats))
        share = worth / (1.0 + worth * float(self.variance[first] + self.variance[second]))
        for bot in (first, second):
            known = float(self.variance[bot])
            left = known - share * known**2
            self.variance[bot] = left
            self.potential[bot] = self._weight[bot] * left**2
            self.uncertainty -= (known - left) * bool(self.wanted[bot])


def knowledge_of(ratings: Ratings, wanted: Bools) -> Knowledge | Sketch:
    """What the ratings say. Bots that no games join to the anchor may stand anywhere, but all of a group together."""
    group, anchor = ratings.group, ratings.anchor
    nats = ratings.elo / ELO_PER_NAT
    members = np.bincount(group, minlength=len(nats))
    middle = np.bincount(group, nats, len(nats)) / np.maximum(members, 1)
    nats = np.where(ratings.connected, nats, nats - middle[group] + middle[group[anchor]])
    factor = min(1.0, ratings.set_factor)
    if not len(ratings.covariance) or len(nats) > WHOLE_COVARIANCE_BOTS:
        return Sketch(nats, _own_variance(ratings), wanted, factor, anchor, group)
    together = group[:, None] == group[None, :]
    adrift = together & ~ratings.connected[:, None]
    covariance = np.where(together, ratings.covariance / ELO_PER_NAT**2, 0.0) + NEWCOMER_NATS**2 * adrift
    return Knowledge(nats, covariance, wanted, factor)


def _worth(lead: Floats, set_factor: float, games: float, seats: int) -> Floats:
    """How many units of information a match has for two bots this far apart."""
    return games * table_weight(seats) / set_factor * logistic_slope(lead)


def _own_variance(ratings: Ratings) -> Floats:
    """The variance of each bot without the anchor's, which is in all of them and goes down with its games."""
    known = ratings.connected & np.isfinite(ratings.error) & (ratings.games > 0)
    others = known.copy()
    others[ratings.anchor] = False
    if not others.any():
        return np.full(len(known), NEWCOMER_NATS**2)
    each = 1.0 / np.maximum(ratings.games, 1)
    total = (np.where(known, ratings.error, 0.0) / ELO_PER_NAT) ** 2
    by_games = float(np.median(total[others] / (each[others] + each[ratings.anchor]))) * each
    own = np.maximum(total - by_games[ratings.anchor], LEAST_SHARE * by_games)
    own[ratings.anchor] = by_games[ratings.anchor]
    return np.where(known, np.minimum(own, NEWCOMER_NATS**2), NEWCOMER_NATS**2)
