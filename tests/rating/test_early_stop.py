"""Is the lead after a match that stopped itself as often too high as too low?"""

import math

import numpy as np
import pytest

from arena.rating import Decision, Model, Sprt, elo_difference, expected_score, lead_after, progress
from arena.rating.arrays import Floats
from arena.rating.sprt import log_ratio
from tests.rating.test_sprt import PENTANOMIAL, set_chances


def stopped(plan: Sprt, chance: Floats, runs: int, seed: int) -> list[Floats]:
    """How many sets of each score matches had that stopped themselves."""
    rng = np.random.default_rng(seed)
    means = expected_score(plan.elo0), expected_score(plan.elo1)
    found = []
    for _ in range(runs):
        count = np.zeros(5)
        while True:
            sets = np.cumsum(rng.choice(5, 100, p=chance)[:, None] == np.arange(5), axis=0) + count
            ratio = log_ratio(PENTANOMIAL, sets, *means)
            over = np.flatnonzero((ratio >= plan.upper) | (ratio <= plan.lower))
            if len(over):
                found.append(sets[over[0]])
                break
            count = sets[-1]
    return found


LEADS = [
    (0.0, 50.0, 50.0, 0.0),
    (0.0, 50.0, 0.0, 0.0),
    (0.0, 50.0, 100.0, 0.0),
    (0.0, 200.0, 200.0, 0.0),
    (0.0, 20.0, 20.0, 0.0),
    (0.0, 100.0, 60.0, 0.6),
]


def check(elo0: float, elo1: float, true: float, luck: float, runs: int) -> None:
    plan = Sprt(elo0, elo1)
    counts = stopped(plan, set_chances(true, luck, 0.05), runs, 5)
    leads = [lead_after(plan, PENTANOMIAL, count) for count in counts]
    # A median that is unbiased lies below the truth half of the time; approximations cost some per cent.
    below = float(np.mean([lead.value < true for lead in leads]))
    chance = 3.0 * math.sqrt(0.25 / runs)
    assert abs(below - 0.5) < 0.1 + chance, below
    inside = float(np.mean([lead.low <= true <= lead.high for lead in leads]))
    assert inside > 0.91 - chance, inside


@pytest.mark.parametrize(("elo0", "elo1", "true", "luck"), LEADS[:4])
def test_it_is_as_often_too_high_as_too_low(elo0: float, elo1: float, true: float, luck: float) -> None:
    check(elo0, elo1, true, luck, 150)


@pytest.mark.soak
@pytest.mark.parametrize(("elo0", "elo1", "true", "luck"), LEADS)
def test_it_is_as_often_too_high_as_too_low_published(
    elo0: float, elo1: float, true: float, luck: float
) -> None:
    """The figures of docs/ratings.md."""
    check(elo0, elo1, true, luck, 2000)


def test_the_plain_estimate_is_biased() -> None:
    """Control: a true lead of 50 Elo prints more than 60 on average without the correction."""
    plan = Sprt(0.0, 50.0)
    counts = stopped(plan, set_chances(50.0, 0.0, 0.05), 300, 6)
    plain = np.mean([elo_difference(float(count @ PENTANOMIAL) / float(count.sum())) for count in counts])
    assert plain > 57.0


def test_an_undecided_match_is_hardly_corrected() -> None:
    """The bounds were far away, so the estimate is that of the results as they are."""
    plan = Sprt(-20.0, 20.0, alpha=0.01, beta=0.01)
    count = np.array([3.0, 4.0, 6.0, 4.0, 3.0])
    assert progress(plan, PENTANOMIAL, count).decision is Decision.UNDECIDED
    lead = lead_after(plan, PENTANOMIAL, count)
    assert lead.value == pytest.approx(0.0, abs=1.0)
    arm = elo_difference(0.5 + 1.96 * math.sqrt(0.119 / 20.0))
    assert lead.low == pytest.approx(-arm, rel=0.1)
    assert lead.high == pytest.approx(arm, rel=0.1)


def test_the_other_side_sees_the_mirror_image() -> None:
    count = np.array([5.0, 9.0, 30.0, 22.0, 14.0])
    one = lead_after(Sprt(0.0, 50.0), PENTANOMIAL, count)
    other = lead_after(Sprt(-50.0, 0.0), PENTANOMIAL, count[::-1])
    assert (one.value, one.low, one.high) == pytest.approx((-other.value, -other.high, -other.low), abs=0.05)


def test_of_nothing_nothing_is_known() -> None:
    lead = lead_after(Sprt(0.0, 50.0), np.zeros(0))
    assert (lead.value, lead.low, lead.high) == (0.0, -math.inf, math.inf)


def test_normalised_elo_are_deviations_of_a_game() -> None:
    """347.4 normalised Elo are one standard deviation of a game, which of two is the root of twice the set's variance."""
    count = np.array([200.0, 300.0, 400.0, 300.0, 200.0])
    plan = Sprt(0.0, 34.74, model=Model.NORMALIZED)
    mean0, mean1 = plan.means(PENTANOMIAL, count)
    variance = float(count @ (PENTANOMIAL - 0.5) ** 2 / count.sum())
    assert mean0 == 0.5
    assert mean1 == pytest.approx(0.5 + 0.1 * math.sqrt(2.0 * variance), rel=1e-3)
