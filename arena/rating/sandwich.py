"""How uncertain are the strengths when the games of one set depend on each other?

Sets are independent of each other, games of one set are not: they share a deal. With A the curvature of the
log-posterior and u_s the slope that set s adds to it, the covariance of the strengths is

    A^-1 (sum over sets of u_s u_s') A^-1,

the sandwich estimator clustered by set. Alone it is too narrow for little data, so three things are added.

*Leverage.* A set pulls the strengths towards its own result, which makes u_s look small. Its square is
divided by 1 - (the share of its own fit that the set decides).

*Borrowing.* A bot with few sets has too few slopes to show how they scatter, and one that won all has none.
What a set would add if its games were independent is known from the model, and how much less duplicates
really scatter is known from the whole ladder (`set_factor`). The slopes of a set are trusted as far as the
bots in it have played, and the rest comes from there.

*Degrees of freedom.* What is left of the uncertainty about the scatter itself goes into a t distribution.
"""

from dataclasses import dataclass, replace
from enum import Enum

import numpy as np

from arena.rating.arrays import Floats, Ints, added_up, numbered
from arena.rating.bradley_terry import Strengths
from arena.rating.elo import logistic, logistic_slope
from arena.rating.laplacian import Net, grounded_inverse, symmetric_product
from arena.rating.pairs import Meetings, Pairs
from arena.rating.sampling import Scatter, sampled_variance

HALF_TRUST = 5.0
"""Information at which a bot's own sets count as much as what is borrowed: 20 games between equals."""
FACTOR_SETS = 10.0
"""Sets of independent games that are mixed into the set factor, so that a short match claims no saving."""
MOST_LEVERAGE = 0.9
WHOLE_BOTS = 1500
"""Up to here the whole covariance takes a second; beyond, variances are sampled."""
NOTHING = np.zeros((0, 0))


@dataclass(frozen=True)
class Spread:
    """How far the strengths may be off, in units of log-odds."""

    covariance: Floats
    """Of the strengths, each less that of its group's reference; empty if only the variance was asked for."""
    variance: Floats
    degrees: Floats
    """Degrees of freedom of the t distribution that goes with each variance."""
    set_factor: float
    """How much the sets scatter, as a multiple of what they would if their games were independent."""


class Depth(Enum):
    """How much is computed of the uncertainty."""

    STRENGTHS = "strengths"
    """None of it: all errors and intervals are infinite. Enough to pair by."""
    QUICK = "quick"
    """Variances as if opponents' errors were independent; for plans of large ladders, and no more."""
    VARIANCES = "variances"
    """Variances, sampled where there are too many bots for the whole covariance."""
    COVARIANCE = "covariance"
    """All of it, however long that takes."""


def unknown_spread(bots: int) -> Spread:
    """Of strengths whose uncertainty nobody asked for."""
    return Spread(NOTHING, np.full(bots, np.inf), np.ones(bots), 1.0)


def spread(
    pairs: Pairs, meetings: Meetings, strengths: Strengths, anchor: int, depth: Depth = Depth.VARIANCES
) -> Spread:
    """The clustered covariance, or only its diagonal."""
    whole = depth is Depth.COVARIANCE or (depth is Depth.VARIANCES and pairs.bots <= WHOLE_BOTS)
    found = _spread(pairs, meetings, strengths, anchor, whole, depth)
    if found is None:
        found = _spread(pairs, meetings, strengths, anchor, True, depth)
    assert found is not None, "the whole covariance can always be had"
    return found


def _spread(
    pairs: Pairs, meetings: Meetings, strengths: Strengths, anchor: int, whole: bool, depth: Depth
) -> Spread | None:
    """None if the variances were to be sampled, and the bots are not mixed well enough for that."""
    slopes = _slopes(pairs, strengths.nats)
    diagonal = strengths.curvature.diagonal()
    inverse = grounded_inverse(strengths.curvature, strengths.references) if whole else None
    slopes = slopes.without_leverage(_resistance(pairs, diagonal, inverse))
    information = added_up(slopes.information, slopes.bot, pairs.bots)
    factor = slopes.set_factor()
    trust = slopes.trust(information)
    ties = meetings.added((1.0 - trust[slopes.tie_deal]) * factor * slopes.tie)
    borrowed = Net(pairs.bots, meetings.first, meetings.second, ties + _prior_ties(meetings, strengths))
    degrees = _degrees(slopes, information, anchor)
    scattered = slopes.scatter(trust, borrowed, meetings)
    del slopes  # which is most of the memory
    if inverse is None:
        if depth is Depth.QUICK:
            return Spread(NOTHING, _quick_variance(strengths, scattered.diagonal(), anchor), degrees, factor)
        variance = sampled_variance(strengths.curvature, scattered, strengths.group, anchor)
        return None if variance is None else Spread(NOTHING, variance, degrees, factor)
    covariance = symmetric_product(inverse @ scattered.dense(), inverse)
    return Spread(covariance, np.maximum(np.diag(covariance), 0.0), degrees, factor)


@dataclass(frozen=True)
class _Slopes:
    """What each set adds to the slope of the log-likelihood, one row for each bot in it, sorted by set."""

    bots: int
    deal: Ints
    bot: Ints
    slope: Floats
    information: Floats
    """The variance that the slope would have if the games of the set were independent."""
    tie: Floats
    """The same for each pair of seats."""
    tie_deal: Ints
    games: Floats
    """How many games each set has."""
    squared_by_game: Floats
    """The sum of squared slopes of each set when each of its games is taken by itself."""

    @property
    def sets(self) -> int:
        return int(self.deal.max(initial=-1)) + 1

    def without_leverage(self, resistance: Floats) -> "_Slopes":
        """Slopes as if their own set had not pulled the strengths; exact for a set between two bots."""
        members = np.bincount(self.deal, minlength=self.sets)
        own = added_up(self.tie * resistance, self.tie_deal, self.sets) / np.maximum(members - 1.0, 1.0)
        own = np.minimum(own, MOST_LEVERAGE)
        return replace(
            self,
            slope=self.slope / np.sqrt(1.0 - own)[self.deal],
            squared_by_game=self.squared_by_game / (1.0 - own / self.games),
        )

    def set_factor(self) -> float:
        """Scatter of the sets over scatter of their games; being a ratio, it says 1 of a match won to nil."""
        mixed = FACTOR_SETS * float(self.information.sum()) / max(self.sets, 1)
        if mixed == 0.0:
            return 1.0
        return (float(self.slope @ self.slope) + mixed) / (float(self.squared_by_game.sum()) + mixed)

    def trust(self, information: Floats) -> Floats:
        """How far the slopes of each set are believed: as far as the bot in it that has played least."""
        least = np.full(self.sets, np.inf)
        np.minimum.at(least, self.deal, information[self.bot])
        return least / (least + HALF_TRUST)

    def scatter(self, trust: Floats, borrowed: Net, meetings: Meetings) -> Scatter:
        """The sum over sets of trust u u' with what is borrowed; the slopes of a set of two bots are a tie between them."""
        two = np.bincount(self.deal, minlength=self.sets) == 2
        squared = (trust[self.deal] * self.slope**2)[np.flatnonzero(np.diff(self.deal, prepend=-1) > 0)] * two
        games = np.bincount(self.tie_deal, minlength=self.sets)
        ties = meetings.added((squared / np.maximum(games, 1))[self.tie_deal])
        net = Net(self.bots, borrowed.first, borrowed.second, borrowed.strength + ties)
        more = ~two[self.deal]
        _, number = numbered(self.deal[more])
        return Scatter(net, number, self.bot[more], (self.slope * np.sqrt(trust[self.deal]))[more])


def _slopes(pairs: Pairs, nats: Floats) -> _Slopes:
    lead = nats[pairs.bot[pairs.first]] - nats[pairs.bot[pairs.second]]
    tie = pairs.weight * logistic_slope(lead)
    seat_slope = pairs.by_seat(pairs.weight * (pairs.result - logistic(lead)))
    seats = len(pairs.bot)
    seat_information = added_up(tie, pairs.first, seats) + added_up(tie, pairs.second, seats)
    deal, bot, slope, information = _by_bot(pairs, seat_slope, seat_information)
    return _Slopes(
        bots=pairs.bots,
        deal=deal,
        bot=bot,
        slope=slope,
        information=information,
        tie=tie,
        tie_deal=pairs.deal[pairs.first],
        games=np.bincount(pairs.deal) / np.bincount(deal),
        squared_by_game=added_up(seat_slope**2, pairs.deal, pairs.sets),
    )


def _by_bot(pairs: Pairs, slope: Floats, information: Floats) -> tuple[Ints, Ints, Floats, Floats]:
    """Deal, bot, slope and information of each bot in each deal, from those of seats; on fresh deals they are the same."""
    key = pairs.deal * pairs.bots + pairs.bot
    if np.all(key[1:] > key[:-1]):
        return pairs.deal, pairs.bot, slope, information
    key, row = numbered(key)
    slope, information = added_up(slope, row, len(key)), added_up(information, row, len(key))
    return key // pairs.bots, key % pairs.bots, slope, information


def _resistance(pairs: Pairs, diagonal: Floats, inverse: Floats | None) -> Floats:
    """The variance of the difference of each pair's two strengths, if all games were independent."""
    first, second = pairs.bot[pairs.first], pairs.bot[pairs.second]
    if inverse is None:
        return 1.0 / diagonal[first] + 1.0 / diagonal[second]
    own = np.diag(inverse)
    return own[first] + own[second] - 2.0 * inverse[first, second]


def _prior_ties(meetings: Meetings, strengths: Strengths) -> Floats:
    return strengths.prior * logistic_slope(strengths.nats[meetings.first] - strengths.nats[meetings.second])


def _degrees(slopes: _Slopes, information: Floats, anchor: int) -> Floats:
    """Effective sets less one over the squared trust, of bot and anchor as each adds to the uncertainty."""
    squared = added_up(slopes.information**2, slopes.bot, slopes.bots)
    sets = np.where(squared > 0.0, information**2 / np.where(squared > 0.0, squared, 1.0), 1.0)
    known = np.maximum(information, 1e-9)
    trust = known / (known + HALF_TRUST)
    own = np.maximum(1.0, np.maximum(sets - 1.0, 0.5) / trust**2)
    from_anchor = known / (known + known[anchor])
    return np.asarray(1.0 / ((1.0 - from_anchor) / own + from_anchor / own[anchor]))


def _quick_variance(strengths: Strengths, own: Floats, anchor: int) -> Floats:
    """As if opponents' errors were independent: right to a few per cent where each bot meets many of many."""
    net = strengths.curvature
    diagonal = np.where(net.diagonal() > 0.0, net.diagonal(), 1.0)
    variance = base = own / diagonal**2
    squared = net.strength**2
    for _ in range(30):
        passed = added_up(squared * variance[net.second], net.first, net.bots)
        passed += added_up(squared * variance[net.first], net.second, net.bots)
        variance = base + passed / diagonal**2
    return np.where(np.arange(net.bots) == anchor, 0.0, variance + variance[anchor])
