"""Which strengths explain the results best? A Bradley-Terry fit over pairs of seats.

The model of Bradley and Terry: the log-odds that bot i stands above bot j are the difference of their
strengths, x_i - x_j. A shared rank counts half for each. The strengths maximise likelihood times prior, a
concave function, so they are one value for one set of results, in whatever order these came.

The prior gives every group of n joined bots n - 1 drawn games, one for each difference to be found, spread
over the pairs that met by how much these tell. It keeps a bot that won everything finite. For two bots it is
the half point to each side that takes the first-order bias out of estimated log-odds (the prior of Jeffreys),
and for more it comes close to doing the same.
"""

from dataclasses import dataclass

import numpy as np

from arena.rating.arrays import Floats, Ints
from arena.rating.elo import logistic, logistic_slope
from arena.rating.laplacian import Net, groups, solve
from arena.rating.pairs import Meetings

PRIOR_DRAWS = 1.0
"""Drawn games of the default prior, a difference."""
MAX_STEPS = 100
LAST_STEP_NATS = 1e-6
"""After a Newton step this small the error left is its square."""


@dataclass(frozen=True)
class Strengths:
    """The most likely strengths, in units of log-odds."""

    nats: Floats
    """Zero at the reference of each group; only differences within a group mean anything."""
    group: Ints
    """For each bot the lowest bot that games join it to."""
    references: Ints
    """The bot of each group whose strength is zero."""
    prior: Floats
    """Drawn games added to each meeting."""
    curvature: Net
    """Minus the second derivative of the log-posterior."""


def most_likely(meetings: Meetings, anchor: int, prior_draws: float = PRIOR_DRAWS) -> Strengths:
    """Strengths of all bots, the anchor's being zero; `prior_draws` drawn games are added a difference."""
    if not 0 <= anchor < meetings.bots:
        raise ValueError(f"anchor is bot {anchor}, but there are {meetings.bots} bots")
    if prior_draws <= 0.0:
        raise ValueError(f"prior_draws is {prior_draws}, but a bot that only won needs more than 0")
    group = groups(meetings.bots, meetings.first, meetings.second)
    zero = np.where(group == group[anchor], anchor, group)
    # What a pair tells depends on the strengths; those found as if all pairs told the same are near enough.
    nats = np.zeros(meetings.bots)
    for _ in range(2):
        prior = prior_draws * drawn_games(_curvature(meetings, meetings.weight, nats), group)
        nats = _climb(meetings, prior, zero, nats)
        nats -= nats[zero]
    return Strengths(nats, group, np.unique(zero), prior, _curvature(meetings, meetings.weight + prior, nats))


def drawn_games(told: Net, group: Ints) -> Floats:
    """The n - 1 drawn games of each group: every bot spreads an equal share by what its pairs told."""
    members = np.bincount(group, minlength=told.bots)[group]
    total = told.diagonal()
    share = (members - 1.0) / members / np.where(total > 0.0, total, 1.0)
    return told.strength * (share[told.first] + share[told.second])


def with_prior(meetings: Meetings, prior: Floats) -> tuple[Floats, Floats]:
    """Points and weight of each meeting with the drawn games added."""
    return meetings.points + 0.5 * prior, meetings.weight + prior


def _climb(meetings: Meetings, prior: Floats, zero: Ints, nats: Floats) -> Floats:
    """Newton's method with the step halved while it overshoots."""
    points, weight = with_prior(meetings, prior)
    height = _log_posterior(meetings, points, weight, nats)
    for _ in range(MAX_STEPS):
        net = _curvature(meetings, weight, nats)
        expected = weight * logistic(nats[meetings.first] - nats[meetings.second])
        slope = net.divergence(points - expected)
        # Far from the goal a rough step will do; the step gets exact as the slope vanishes.
        step = solve(net, slope, zero, tolerance=_share(slope))
        if np.abs(step[meetings.first] - step[meetings.second]).max(initial=0.0) < LAST_STEP_NATS:
            return nats + step
        lowest = height - 1e-9 * abs(height)
        while (reached := _log_posterior(meetings, points, weight, nats + step)) < lowest:
            step = 0.5 * step
        nats, height = nats + step, reached
    raise ArithmeticError(f"the strengths did not settle in {MAX_STEPS} steps")


def _share(slope: Floats) -> float:
    return min(0.1, max(1e-6, float(np.abs(slope).max(initial=0.0))))


def _log_posterior(meetings: Meetings, points: Floats, weight: Floats, nats: Floats) -> float:
    lead = nats[meetings.first] - nats[meetings.second]
    return float(np.sum(points * lead - weight * np.logaddexp(0.0, lead)))


def _curvature(meetings: Meetings, weight: Floats, nats: Floats) -> Net:
    strength = weight * logistic_slope(nats[meetings.first] - nats[meetings.second])
    return Net(meetings.bots, meetings.first, meetings.second, strength)
