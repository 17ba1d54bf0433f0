"""How large is a lead when the match stopped itself? A median-unbiased estimate after a sequential test.

A test that stops as soon as the results look decided stops at a moment that flatters the leader: the mean of the
results overstates the lead. What is free of that is the order of the possible ends. To have reached the upper bound
speaks for a larger lead than not to have reached it, and the sooner the more; to have reached the lower bound speaks
for a smaller one. The estimate is the lead at which an end at least as high as the one that came was as likely as not,
and the ends of the interval those at which it had the chance 2.5 % and 97.5 % (the stagewise ordering of Siegmund).

The chances are those of a Brownian motion with drift between two bounds. The log-likelihood ratio moves in steps, one
a set, and so oversteps a bound; moving the bounds out by 0.583 standard deviations of a step allows for that.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from arena.rating.arrays import Floats
from arena.rating.elo import expected_score
from arena.rating.estimate import Estimate
from arena.rating.sprt import END_SETS, Decision, Sprt, progress, scatter

OVERSTEP = 0.583
TERMS = np.arange(1.0, 301.0)
FARTHEST_ELO = 1500.0


def lead_after(plan: Sprt, set_scores: Floats, count: Floats | None = None) -> Estimate:
    """The lead, in Elo, when these complete sets were played and the test stopped the match as soon as it could.

    `count` says how many sets had each of the scores; without it, every score is one set.
    """
    if not len(set_scores):
        return Estimate(0.0, -math.inf, math.inf)
    count = np.ones(len(set_scores)) if count is None else count
    reached = progress(plan, set_scores, count)
    mean0, mean1 = plan.means(set_scores, count)
    deviation, middle = math.sqrt(scatter(set_scores, count)), 0.5 * (mean0 + mean1)
    # The ratio rises by about (mean1 - mean0) / variance for each point above the middle; how fast it really did is
    # known. It sets out from what the sets that are counted in advance make of it.
    surplus = float(count @ (set_scores - middle)) + 2.0 * END_SETS * (0.5 - middle)
    pace = (mean1 - mean0) / deviation**2
    if surplus * reached.log_ratio > 0.0:
        pace = min(max(reached.log_ratio / surplus, 0.25 * pace), 4.0 * pace)
    start = 2.0 * END_SETS * (0.5 - middle) * pace

    def as_high(elo: float) -> float:
        """The chance of an end at least as high as the one that came."""
        drift = pace * (expected_score(elo) - middle)
        motion = _Motion(drift, pace * deviation, plan.lower - start, plan.upper - start)
        # A walk that ended with set n had not ended with set n - 1: in between is fair to both sides.
        if reached.decision is Decision.ELO1:
            return motion.above_by(reached.sets - 0.5)
        if reached.decision is Decision.ELO0:
            return 1.0 - motion.below_by(reached.sets - 0.5)
        return motion.above_by(reached.sets) + motion.open_at(reached.sets, reached.log_ratio - start)

    return Estimate(_lead_at(as_high, 0.5), _lead_at(as_high, 0.025), _lead_at(as_high, 0.975))


def _lead_at(as_high: Callable[[float], float], chance: float) -> float:
    """Where a rising function has this value, by halving."""
    low, high = -FARTHEST_ELO, FARTHEST_ELO
    if as_high(low) > chance:
        return -math.inf
    if as_high(high) < chance:
        return math.inf
    while high - low > 0.01:
        middle = 0.5 * (low + high)
        low, high = (middle, high) if as_high(middle) < chance else (low, middle)
    return 0.5 * (low + high)


@dataclass(frozen=True)
class _Motion:
    """A Brownian motion from 0 that ends at a lower or an upper bound; time is counted in sets."""

    drift: float
    step: float
    lower: float
    upper: float

    def above_by(self, time: float) -> float:
        """The chance that it has ended at the upper bound by then."""
        return self._ended(self.drift, -self._low, self._high, time)

    def below_by(self, time: float) -> float:
        """The chance that it has ended at the lower bound by then."""
        return self._ended(-self.drift, self._high, -self._low, time)

    def open_at(self, time: float, level: float) -> float:
        """The chance that it has not ended by then and is at this level or above it."""
        width = self._high - self._low
        angle = math.pi * TERMS / width
        at = np.linspace(min(max(level, self._low), self._high), self._high, 201)
        waves = np.sin(angle * -self._low) * np.exp(-0.5 * (angle * self.step) ** 2 * time)
        shape = np.sin(angle * (at[:, None] - self._low)) @ waves
        exponent = (self.drift * at - 0.5 * self.drift**2 * time) / self.step**2
        density = 2.0 / width * np.maximum(shape, 0.0) * np.exp(np.minimum(exponent, 700.0))
        return float(np.clip(np.trapezoid(density, at), 0.0, 1.0))

    @property
    def _low(self) -> float:
        return self.lower - OVERSTEP * self.step

    @property
    def _high(self) -> float:
        return self.upper + OVERSTEP * self.step

    def _ended(self, drift: float, back: float, ahead: float, time: float) -> float:
        """The chance that it has gone `ahead` by then, and not `back` before: as it is in the end, less what is to come."""
        if time <= 0.0:
            return 0.0
        power, width = drift / self.step**2, back + ahead
        # (1 - e^(-2 power back)) / (1 - e^(-2 power width)), without overflow on either side
        if abs(power) * width < 1e-9:
            ever = back / width
        elif power > 0.0:
            ever = math.expm1(-2.0 * power * back) / math.expm1(-2.0 * power * width)
        else:
            ever = (
                math.exp(2.0 * power * ahead)
                * math.expm1(2.0 * power * back)
                / math.expm1(2.0 * power * width)
            )
        angle = math.pi * TERMS / width
        decay = 0.5 * (drift / self.step) ** 2 + 0.5 * (angle * self.step) ** 2
        signs = np.where(TERMS % 2 == 1, 1.0, -1.0)
        waves = signs * angle * self.step**2 / width * np.sin(angle * back) / decay
        to_come = float(np.sum(waves * np.exp(np.minimum(power * ahead - decay * time, 700.0))))
        return min(max(ever - to_come, 0.0), 1.0)
