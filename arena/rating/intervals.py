"""The 95 % confidence interval of each strength.

The clustered variance says how wide an interval is; the likelihood says how lopsided. For a bot that wins
nearly all its games the data bound the strength firmly from below and hardly from above, and an interval of
equal arms would be wrong on both sides. So an end lies where the bot's own log-posterior, its opponents held
fixed, has dropped as far as the variance asks: at distance d with

    2 (g(0) - g(d)) = q^2 v c,

where q is the t quantile, v the variance and c the curvature of g at 0. For a parabola that is d = q sqrt(v).
Where no result bounds the strength at all, the end is infinite, whatever the prior says.
"""

import numpy as np

from arena.rating.arrays import Bools, Floats, added_up
from arena.rating.bradley_terry import Strengths, with_prior
from arena.rating.elo import logistic
from arena.rating.laplacian import reachable
from arena.rating.pairs import Meetings
from arena.rating.sandwich import Spread
from arena.rating.student import t_quantile

CONFIDENCE = 0.95


def interval(meetings: Meetings, strengths: Strengths, spread: Spread, anchor: int) -> tuple[Floats, Floats]:
    """Low and high end of each bot's strength less the anchor's, in units of log-odds."""
    quantile = t_quantile(0.5 + 0.5 * CONFIDENCE, spread.degrees)
    drop = 0.5 * quantile**2 * spread.variance * strengths.curvature.diagonal()
    bounded_below, bounded_above = bounded(meetings, anchor)
    low = np.where(bounded_below, strengths.nats - distance(meetings, strengths, drop, -1.0), -np.inf)
    high = np.where(bounded_above, strengths.nats + distance(meetings, strengths, drop, 1.0), np.inf)
    return low, high


def bounded(meetings: Meetings, anchor: int) -> tuple[Bools, Bools]:
    """Whether the results bound each bot's lead over the anchor from below, and from above.

    Whoever took points off a bot bounds its lead from above, and so does, through it, whoever took points off
    that one. The lead is bounded from above if such a chain comes down from the anchor, and from below if one
    leads to it.
    """
    taker = np.concatenate([meetings.first[meetings.scored], meetings.second[meetings.conceded]])
    giver = np.concatenate([meetings.second[meetings.scored], meetings.first[meetings.conceded]])
    return reachable(meetings.bots, anchor, giver, taker), reachable(meetings.bots, anchor, taker, giver)


def distance(meetings: Meetings, strengths: Strengths, drop: Floats, side: float) -> Floats:
    """How far each bot's strength must move to this side for its own log-posterior to fall by `drop`.

    Newton's method on the square root of the fall, which is nearly a straight line.
    """
    curvature = strengths.curvature.diagonal()
    moving = (drop > 0.0) & (curvature > 0.0)
    goal = np.sqrt(2.0 * drop)
    far = np.where(moving, goal / np.sqrt(np.where(moving, curvature, 1.0)), 0.0)
    for _ in range(50):
        down, slope = fall(meetings, strengths, side * far)
        root = np.sqrt(2.0 * np.maximum(down, 1e-300))
        step = np.where(moving, (goal - root) * root / np.where(moving, side * slope, 1.0), 0.0)
        far = np.maximum(far + step, 0.2 * far)
        if np.all(np.abs(step) <= 1e-7 * far):
            break
    return far


def fall(meetings: Meetings, strengths: Strengths, shift: Floats) -> tuple[Floats, Floats]:
    """How far each bot's log-posterior falls when it alone is shifted, and the slope of that."""
    points, weight = with_prior(meetings, strengths.prior)
    lead = strengths.nats[meetings.first] - strengths.nats[meetings.second]
    down, slope = np.zeros(meetings.bots), np.zeros(meetings.bots)
    for bot, won, ahead in ((meetings.first, points, lead), (meetings.second, weight - points, -lead)):
        moved = ahead + shift[bot]
        loss = weight * (np.logaddexp(0.0, moved) - np.logaddexp(0.0, ahead)) - won * shift[bot]
        down += added_up(loss, bot, meetings.bots)
        slope += added_up(weight * logistic(moved) - won, bot, meetings.bots)
    return down, slope
