"""Is a match decided already? A sequential probability ratio test.

The generalised sequential probability ratio test on sets: after each set the likelihood of the results so far
is compared between "the first bot is elo0 stronger" and "elo1 stronger", and the match stops when one is so
much more likely that the chance of being wrong is below alpha or beta. What one set tells is its score (two
games of two players give the pentanomial 0, ¼, ½, ¾, 1); how these scores are distributed is not assumed but
is, under each hypothesis, the most likely distribution with the mean that the hypothesis asks for. So shared
wins, and the luck that duplicates take out, are accounted for without a model.

With more than two players the score of a set is the first bot's share of the others that it stood above, and
elo0 and elo1 are its lead over the average opponent, pair by pair. Games that are not in sets are sets of one
game (the trinomial test).
"""

import math
from dataclasses import dataclass
from enum import Enum

import numpy as np

from arena.rating.arrays import Floats, Ints
from arena.rating.elo import expected_score

END_SETS = 0.5
"""Sets that are counted in advance at score 0 and at 1: the first few do not show yet how widely sets scatter."""


ELO_PER_DEVIATION = 800.0 / math.log(10.0)
"""Normalised Elo of a lead of one standard deviation of a game, as Fishtest and fastchess count it."""


class Model(Enum):
    """What elo0 and elo1 are counted in."""

    LOGISTIC = "logistic"
    NORMALIZED = "normalized"


class Decision(Enum):
    """Where the test stands."""

    UNDECIDED = "undecided"
    ELO0 = "elo0"
    ELO1 = "elo1"


@dataclass(frozen=True)
class Sprt:
    """The two hypotheses and how often the test may pick the wrong one."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    """Chance of deciding for elo1 when the lead is elo0."""
    beta: float = 0.05
    """Chance of deciding for elo0 when the lead is elo1."""
    model: Model = Model.LOGISTIC
    """Normalised, a lead is counted in standard deviations of a game, whatever score that is."""
    games_in_set: int = 2
    """By which normalised Elo, which speak of games, become scores of sets."""

    def __post_init__(self) -> None:
        if not self.elo0 < self.elo1:
            raise ValueError(f"elo0 is {self.elo0}, but must lie below elo1, which is {self.elo1}")
        for name in ("alpha", "beta"):
            if not 0.0 < (chance := getattr(self, name)) < 0.5:
                raise ValueError(f"{name} is {chance}, but lies between 0 and 0.5")

    def to_plain(self) -> dict[str, float | str]:
        """As JSON has it."""
        return {
            "elo0": self.elo0, "elo1": self.elo1, "alpha": self.alpha, "beta": self.beta, "model": self.model.value,
        }  # fmt: skip

    def means(self, score: Floats, count: Floats) -> tuple[float, float]:
        """The mean score of a set that each of the hypotheses asks for."""
        if self.model is Model.LOGISTIC:
            return expected_score(self.elo0), expected_score(self.elo1)
        deviation = math.sqrt(self.games_in_set * scatter(score, count)) / ELO_PER_DEVIATION
        first, second = (0.5 + elo * deviation for elo in (self.elo0, self.elo1))
        return max(1e-6, first), min(1.0 - 1e-6, second)

    @property
    def lower(self) -> float:
        """The log-likelihood ratio at or below which elo0 is accepted."""
        return math.log(self.beta / (1.0 - self.alpha))

    @property
    def upper(self) -> float:
        """The log-likelihood ratio at or above which elo1 is accepted."""
        return math.log((1.0 - self.beta) / self.alpha)


@dataclass(frozen=True)
class Progress:
    """How far a test has come."""

    sets: int
    log_ratio: float
    lower: float
    upper: float
    decision: Decision


def progress(plan: Sprt, set_scores: Floats, count: Floats | None = None) -> Progress:
    """Where the test stands after these complete sets; a score is the first bot's mean points a game.

    `count` says how many sets had each of the scores; without it, every score is one set.
    """
    if len(set_scores) and (set_scores.min() < 0.0 or set_scores.max() > 1.0):
        raise ValueError("set_scores has values outside 0 to 1")
    count = np.ones(len(set_scores)) if count is None else count
    ratio = float(log_ratio(set_scores, count, *plan.means(set_scores, count)))
    if ratio >= plan.upper:
        decision = Decision.ELO1
    else:
        decision = Decision.ELO0 if ratio <= plan.lower else Decision.UNDECIDED
    return Progress(round(float(count.sum())), ratio, plan.lower, plan.upper, decision)


def scatter(score: Floats, count: Floats) -> float:
    """The variance of the score of a set, with what is counted in advance."""
    scores, weight = np.concatenate([score, [0.0, 1.0]]), np.concatenate([count, [END_SETS, END_SETS]])
    mean = float(weight @ scores) / float(weight.sum())
    return float(weight @ (scores - mean) ** 2) / float(weight.sum())


def log_ratio(score: Floats, count: Ints | Floats, mean0: float, mean1: float) -> Floats:
    """The log of how much likelier mean1 is than mean0 when `count[..., k]` sets had the score `score[k]`."""
    counts = np.asarray(count, np.float64)
    ends = np.full((*counts.shape[:-1], 2), END_SETS)
    counts = np.concatenate([counts, ends], axis=-1)
    score = np.concatenate([score, [0.0, 1.0]])
    return np.asarray(_log_likelihood(score, counts, mean1) - _log_likelihood(score, counts, mean0))


def _log_likelihood(score: Floats, counts: Floats, mean: float) -> Floats:
    """Of the most likely distribution with this mean, relative to the observed one.

    Maximising the likelihood under the constraint gives p_k = f_k / (1 + tilt (score_k - mean)) with observed
    frequencies f_k; the tilt that meets the mean is the root of a decreasing function between two poles.
    """
    offset = score - mean
    low = np.full(counts.shape[:-1], -1.0 / (1.0 - mean))
    high = np.full(counts.shape[:-1], 1.0 / mean)
    for _ in range(60):
        tilt = 0.5 * (low + high)
        short = np.sum(counts * offset / (1.0 + tilt[..., None] * offset), axis=-1) > 0.0
        low, high = np.where(short, tilt, low), np.where(short, high, tilt)
    return np.asarray(-np.sum(counts * np.log1p(0.5 * (low + high)[..., None] * offset), axis=-1))
