"""Are means and ratios over sets what a textbook says?"""

import math

import numpy as np
import pytest

from arena.rating.estimate import FEWEST_SETS, mean_over_sets, ratio_of_scatters


def test_mean_of_single_games_is_the_t_interval() -> None:
    """1, 2, 3, 4, 5: mean 3, standard deviation 1.5811, t(4) = 2.7764, half width 1.9633."""
    found = mean_over_sets(np.array([1.0, 2.0, 3.0, 4.0, 5.0]), np.arange(5))
    assert found.value == 3.0
    assert found.high - 3.0 == pytest.approx(1.9633, abs=1e-4)
    assert 3.0 - found.low == pytest.approx(1.9633, abs=1e-4)


def test_games_of_a_set_count_as_one() -> None:
    """Each number twice: the same five sets, so the same interval."""
    values = np.repeat([1.0, 2.0, 3.0, 4.0, 5.0], 2)
    assert mean_over_sets(values, np.repeat(np.arange(5), 2)) == mean_over_sets(values[::2], np.arange(5))


def test_opposite_games_of_a_set_cancel() -> None:
    found = mean_over_sets(np.tile([0.0, 1.0], 20), np.repeat(np.arange(20), 2))
    assert (found.low, found.high) == (0.5, 0.5)


def test_bounded_mean_is_never_certain() -> None:
    """Ten sets all on rank 1 of 4: one set of 2.5 goes into the scatter, t(9) = 2.2622, 1.5 / sqrt(90)."""
    found = mean_over_sets(np.ones(10), np.arange(10), bounds=(1.0, 4.0))
    assert (found.value, found.low) == (1.0, 1.0)
    assert found.high == pytest.approx(1.0 + 2.2622 * 1.5 / math.sqrt(90.0), abs=1e-4)


def test_bounded_mean_covers_when_all_but_agreeing() -> None:
    """Ranks that are 1 nine times in ten: 30 sets often show two or three exceptions, sometimes none."""
    rng = np.random.default_rng(0)
    inside = 0
    for _ in range(400):
        ranks = np.where(rng.random(30) < 0.9, 1.0, 3.0)
        found = mean_over_sets(ranks, np.arange(30), bounds=(1.0, 4.0))
        inside += found.low <= 1.2 <= found.high
    assert inside / 400 > 0.9


def test_one_set_and_none_bound_nothing() -> None:
    assert mean_over_sets(np.array([2.0, 4.0]), np.array([5, 5])).high == math.inf
    assert math.isnan(mean_over_sets(np.zeros(0), np.zeros(0, int)).value)


def test_incomplete_sets_are_weighed_by_their_games() -> None:
    assert mean_over_sets(np.array([1.0, 1.0, 4.0]), np.array([0, 0, 1])).value == 2.0


def test_ratio_of_few_sets_is_open() -> None:
    found = ratio_of_scatters(np.full(FEWEST_SETS - 1, 2.0), np.ones(FEWEST_SETS - 1))
    assert (found.value, found.low, found.high) == (2.0, 0.0, math.inf)
    assert ratio_of_scatters(np.zeros(50), np.ones(50)).high == math.inf


def test_ratio_that_hangs_on_one_set_is_uncertain() -> None:
    """100 and 29 times 1 over 30 times 1: 1.66 effective sets, so t(1) = 12.7062.

    The pulls are 100/129 - 1/30 and 29 times 1/129 - 1/30; the root of 30/29 of their squares is 0.76744.
    """
    found = ratio_of_scatters(np.array([100.0] + [1.0] * 29), np.ones(30))
    assert found.value == pytest.approx(4.3)
    assert math.log(found.high / 4.3) == pytest.approx(12.7062 * 0.76744, rel=1e-4)
    assert math.log(4.3 / found.low) == pytest.approx(12.7062 * 0.76744, rel=1e-4)


def test_ratio_covers() -> None:
    """Chi-squared terms with a true ratio of 2, over 40 sets."""
    rng = np.random.default_rng(1)
    inside = 0
    for _ in range(500):
        common, one, other = rng.normal(size=(3, 40))
        found = ratio_of_scatters(2.0 * (0.6 * common + 0.8 * one) ** 2, (0.6 * common + 0.8 * other) ** 2)
        inside += found.low <= 2.0 <= found.high
    assert inside / 500 == pytest.approx(0.95, abs=0.03)
