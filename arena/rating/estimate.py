"""The estimate of a mean or a ratio over duplicate sets, with its confidence interval."""

import math
from dataclasses import dataclass

import numpy as np

from arena.rating.arrays import Floats, Ints, added_up
from arena.rating.student import t_quantile

FEWEST_SETS = 20
"""With fewer sets no interval of a ratio of scatters would be honest, and it is left open."""


@dataclass(frozen=True)
class Estimate:
    """A number with the ends of its 95 % interval; infinite ends mean that the data do not bound it."""

    value: float
    low: float
    high: float


def mean_over_sets(values: Floats, deal: Ints, bounds: tuple[float, float] | None = None) -> Estimate:
    """The mean of one number a game, with a t interval over sets; sets may be incomplete.

    With `bounds` (a rank lies between 1 and the number of seats) one more set in the middle between them is
    counted into the scatter: when all sets agree, the interval is then short but not empty.
    """
    label, row = np.unique(deal, return_inverse=True)
    sets = len(label)
    if sets == 0:
        return Estimate(math.nan, -math.inf, math.inf)
    games = np.bincount(row)
    mean = float(values.mean())
    deviations = added_up(values - mean, row, sets) / games.mean()
    scatter = float(deviations @ deviations)
    if bounds is not None:
        scatter += (0.5 * (bounds[0] + bounds[1]) - mean) ** 2
    low, high = (-math.inf, math.inf) if bounds is None else bounds
    if sets == 1:
        return Estimate(mean, low, high)
    arm = float(t_quantile(0.975, sets - 1.0)) * math.sqrt(scatter / (sets - 1.0) / sets)
    return Estimate(mean, max(low, mean - arm), min(high, mean + arm))


def ratio_of_scatters(above: Floats, below: Floats) -> Estimate:
    """The ratio of two sums to which each set contributes one term.

    The interval is that of the logarithm, whose error is close to normal, linearised in the terms.
    """
    sets, top, bottom = len(above), float(above.sum()), float(below.sum())
    if top <= 0.0 or bottom <= 0.0:
        return Estimate(1.0, 0.0, math.inf)
    ratio = top / bottom
    if sets < FEWEST_SETS:
        return Estimate(ratio, 0.0, math.inf)
    pull = above / top - below / bottom
    # A few sets can make up most of a sum; then the sum is as uncertain as those few.
    effective = min(top**2 / float(above @ above), bottom**2 / float(below @ below))
    quantile = float(t_quantile(0.975, max(1.0, effective - 1.0)))
    arm = quantile * math.sqrt(float(pull @ pull) * sets / (sets - 1.0))
    return Estimate(ratio, ratio * math.exp(-arm), ratio * math.exp(arm))
