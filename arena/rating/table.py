"""The rating table of a ladder: how strong is every bot, and how certain is that?"""

from dataclasses import dataclass

import numpy as np

from arena.rating.arrays import Bools, Floats, Ints, added_up, by_appearance, numbered
from arena.rating.bradley_terry import PRIOR_DRAWS, most_likely
from arena.rating.elo import ELO_PER_NAT
from arena.rating.games import Games
from arena.rating.intervals import interval
from arena.rating.laplacian import Net
from arena.rating.pairs import Pairs, meetings_of, pairs_of
from arena.rating.sandwich import Depth, spread, unknown_spread
from arena.rating.student import t_cdf


@dataclass(frozen=True)
class Ratings:
    """One entry a bot; Elo is counted from the anchor."""

    anchor: int
    elo: Floats
    """Of a bot that no chain of games joins to the anchor: counted from the lowest-numbered of its group."""
    low: Floats
    high: Floats
    """Ends of the 95 % interval; infinite where no result bounds the rating."""
    error: Floats
    """Standard error against the anchor; infinite if no chain of games leads there."""
    degrees: Floats
    """Degrees of freedom of the t distribution that goes with the error."""
    group: Ints
    """The lowest-numbered bot that a chain of games joins this one to."""
    games: Ints
    sets: Ints
    points: Floats
    """Share of the other seats that it stood above, added up over its games (a shared rank is one half)."""
    faults: Ints
    voids: Ints
    set_factor: float
    """Scatter of the sets as a multiple of that of independent games, drawn towards 1 while sets are few."""
    covariance: Floats
    """Of the ratings against the anchor, in Elo squared; empty if it was not computed (`Depth`)."""
    pair_weight: Floats
    """Pairs of seats that the bot was one of, each counted as `table_weight` says."""
    information: Net
    """What the games tell of the difference of each two bots that met, in units of log-odds, if all games were independent."""

    @property
    def connected(self) -> Bools:
        """Which bots can be compared with the anchor."""
        return np.asarray(self.group == self.group[self.anchor])

    def superiority(self) -> Floats:
        """How likely each row's bot is stronger than each column's; one half where nothing compares them."""
        if not len(self.covariance):
            raise ValueError("superiority needs the covariance: Depth.COVARIANCE computes it")
        own = np.diag(self.covariance)
        likely = np.full(self.covariance.shape, 0.5)
        for bot in range(1, len(own)):
            variance = own[bot] + own[:bot] - 2.0 * self.covariance[bot, :bot]
            known = (self.group[:bot] == self.group[bot]) & (variance > 0.0)
            lead = (self.elo[bot] - self.elo[:bot]) / np.sqrt(np.where(known, variance, 1.0))
            degrees = np.minimum(self.degrees[:bot], self.degrees[bot])
            likely[bot, :bot] = t_cdf(np.where(known, lead, 0.0), degrees)
            likely[:bot, bot] = 1.0 - likely[bot, :bot]
        return likely


def rate(
    games: Games, anchor: int, *, prior_draws: float = PRIOR_DRAWS, depth: Depth = Depth.VARIANCES
) -> Ratings:
    """Rate all bots from all games."""
    pairs = pairs_of(games)
    meetings = meetings_of(pairs)
    strengths = most_likely(meetings, anchor, prior_draws)
    if depth is Depth.STRENGTHS:
        uncertain = unknown_spread(games.bots)
        low, high = np.full(games.bots, -np.inf), np.full(games.bots, np.inf)
    else:
        uncertain = spread(pairs, meetings, strengths, anchor, depth)
        low, high = interval(meetings, strengths, uncertain, anchor)
    rated = games.rated()
    joined = strengths.group == strengths.group[anchor]
    return Ratings(
        anchor=anchor,
        elo=ELO_PER_NAT * strengths.nats,
        low=ELO_PER_NAT * low,
        high=ELO_PER_NAT * high,
        error=np.where(joined, ELO_PER_NAT * np.sqrt(uncertain.variance), np.inf),
        degrees=uncertain.degrees,
        group=strengths.group,
        games=_distinct(rated.bot, rated.game, games.bots),
        sets=_distinct(pairs.bot, pairs.deal, games.bots),
        points=_points(pairs),
        faults=np.bincount(rated.bot[rated.faulted], minlength=games.bots),
        voids=_distinct(games.bot[games.void], games.game[games.void], games.bots),
        set_factor=uncertain.set_factor,
        covariance=ELO_PER_NAT**2 * uncertain.covariance,
        pair_weight=added_up(meetings.weight, meetings.first, games.bots)
        + added_up(meetings.weight, meetings.second, games.bots),
        information=strengths.curvature,
    )


def _distinct(bot: Ints, label: Ints, bots: int) -> Ints:
    """How many different labels each bot has."""
    key, _ = numbered(by_appearance(label) * bots + bot)
    return np.bincount(key % bots, minlength=bots)


def _points(pairs: Pairs) -> Floats:
    won, others = pairs.stood_above()
    return added_up(won / np.maximum(others, 1), pairs.bot, pairs.bots)
