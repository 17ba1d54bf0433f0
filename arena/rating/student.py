"""Student's t distribution: the probability of a value, and the value of a probability."""

import math

import numpy as np

from arena.rating.arrays import Floats

NORMAL_DEGREES = 1e6
"""Degrees of freedom from which t and the normal distribution agree to six digits."""

_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(32)


def t_cdf(value: float | Floats, degrees: float | Floats) -> Floats:
    """Probability of a t variable below `value`; infinite `degrees` give the normal distribution.

    With t = sqrt(degrees) tan(a) the density becomes a power of cos(a), smooth enough for one Gauss-Legendre
    rule.
    """
    t, freedom = np.broadcast_arrays(np.asarray(value, np.float64), np.clip(degrees, 1.0, NORMAL_DEGREES))
    power = freedom - 1.0
    angle = np.arctan(np.abs(t) / np.sqrt(freedom))
    # Beyond this angle less than 1e-18 is left: cutting there keeps the nodes where the mass is.
    beyond = np.arccos(np.exp(-41.5 / np.maximum(power, 1e-3)))
    half = 0.5 * np.minimum(angle, beyond)
    total = np.cos(half[..., None] * (1.0 + _NODES)) ** power[..., None] @ _WEIGHTS
    share = half * total * _density_at_zero(freedom) * np.sqrt(freedom)
    return np.asarray(0.5 + np.sign(t) * np.minimum(share, 0.5))


def t_quantile(probability: float, degrees: float | Floats) -> Floats:
    """The value below which a t variable lies with this probability."""
    if not 0.0 < probability < 1.0:
        raise ValueError(f"probability is {probability}, but lies strictly between 0 and 1")
    freedom = np.asarray(np.clip(degrees, 1.0, NORMAL_DEGREES), np.float64)
    tail = max(probability, 1.0 - probability)
    peak = _density_at_zero(freedom)
    value = np.zeros_like(freedom)
    # Above zero the distribution function is concave, so Newton's steps come from below and never overshoot.
    for _ in range(200):
        density = peak * (1.0 + value**2 / freedom) ** (-0.5 * (freedom + 1.0))
        step = (tail - t_cdf(value, freedom)) / density
        value = value + step
        if np.all(np.abs(step) <= 1e-9 * value):
            break
    return value if probability >= 0.5 else -value


def _density_at_zero(degrees: Floats) -> Floats:
    """The t density at 0; distinct degrees are few, and `math.lgamma` takes one number at a time."""
    distinct, where = np.unique(degrees, return_inverse=True)
    logs = [
        math.lgamma((v + 1.0) / 2.0) - math.lgamma(v / 2.0) - 0.5 * math.log(v * math.pi)
        for v in distinct.tolist()
    ]
    return np.asarray(np.exp(np.array(logs))[where].reshape(degrees.shape))
