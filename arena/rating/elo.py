"""The Elo scale: expected scores as Elo differences and back."""

import math
from typing import overload

import numpy as np

from arena.rating.arrays import Floats

ELO_PER_NAT = 400.0 / math.log(10.0)
"""Elo points of one unit of log-odds: 400 Elo are odds of ten to one."""


@overload
def expected_score(elo_difference: float) -> float: ...
@overload
def expected_score(elo_difference: Floats) -> Floats: ...
def expected_score(elo_difference: float | Floats) -> float | Floats:
    """The score that a bot this much stronger expects of one game (a shared win is one half)."""
    score = logistic(np.asarray(elo_difference, dtype=np.float64) / ELO_PER_NAT)
    return float(score) if score.ndim == 0 else score


def elo_difference(score: float) -> float:
    """The Elo difference at which this score is expected; infinite at 0 and at 1."""
    if not 0.0 <= score <= 1.0:
        raise ValueError(f"score is {score}, but lies between 0 and 1")
    if score in (0.0, 1.0):
        return math.inf if score == 1.0 else -math.inf
    return ELO_PER_NAT * math.log(score / (1.0 - score))


def logistic(log_odds: Floats) -> Floats:
    """The probability with these log-odds, without overflow at either end."""
    return 0.5 * (1.0 + np.tanh(0.5 * log_odds))


def logistic_slope(log_odds: Floats) -> Floats:
    """How fast that probability rises, p (1 - p), which is also its variance; exact far out as well."""
    return np.asarray(0.25 / np.cosh(0.5 * np.clip(log_odds, -700.0, 700.0)) ** 2)
