"""Are the t distribution's values those of the printed tables?"""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.rating.student import t_cdf, t_quantile


@pytest.mark.parametrize(
    ("degrees", "quantile"),
    [
        (1, 12.706205),
        (2, 4.302653),
        (3, 3.182446),
        (5, 2.570582),
        (10, 2.228139),
        (30, 2.042272),
        (120, 1.979930),
    ],
)
def test_quantile_is_that_of_the_table(degrees: float, quantile: float) -> None:
    assert float(t_quantile(0.975, degrees)) == pytest.approx(quantile, abs=1e-6)
    assert float(t_quantile(0.025, degrees)) == pytest.approx(-quantile, abs=1e-6)


def test_infinite_degrees_give_the_normal_distribution() -> None:
    value = np.linspace(-5.0, 5.0, 41)
    normal = [0.5 * math.erfc(-x / math.sqrt(2.0)) for x in value.tolist()]
    np.testing.assert_allclose(t_cdf(value, math.inf), normal, atol=1e-6)
    assert float(t_quantile(0.975, math.inf)) == pytest.approx(1.959964, abs=1e-5)


def test_one_and_two_degrees_have_closed_forms() -> None:
    value = np.linspace(-30.0, 30.0, 61)
    np.testing.assert_allclose(t_cdf(value, 1.0), 0.5 + np.arctan(value) / math.pi, atol=1e-12)
    np.testing.assert_allclose(t_cdf(value, 2.0), 0.5 + value / (2.0 * np.sqrt(2.0 + value**2)), atol=1e-12)


@given(st.floats(0.01, 0.99), st.floats(1.0, 1e5))
def test_quantile_undoes_cdf(probability: float, degrees: float) -> None:
    assert float(t_cdf(t_quantile(probability, degrees), degrees)) == pytest.approx(probability, abs=1e-7)


def test_probability_outside_is_refused() -> None:
    with pytest.raises(ValueError, match=r"probability is 1\.0"):
        t_quantile(1.0, 5.0)
