"""Does an Elo difference mean the score that it should?"""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.rating import elo_difference, expected_score


def test_400_elo_are_ten_to_one() -> None:
    assert expected_score(400.0) == pytest.approx(10.0 / 11.0)
    assert expected_score(-400.0) == pytest.approx(1.0 / 11.0)
    assert expected_score(0.0) == 0.5
    np.testing.assert_allclose(
        expected_score(np.array([200.0, 800.0])), [0.7597469, 100.0 / 101.0], atol=1e-7
    )


def test_ends_are_infinite() -> None:
    assert elo_difference(1.0) == math.inf
    assert elo_difference(0.0) == -math.inf
    assert expected_score(1e6) == 1.0


@given(st.floats(-2000.0, 2000.0))
def test_score_and_difference_undo_each_other(elo: float) -> None:
    assert elo_difference(expected_score(elo)) == pytest.approx(elo, abs=1e-4)
    assert expected_score(elo) + expected_score(-elo) == pytest.approx(1.0)


def test_score_outside_is_refused() -> None:
    with pytest.raises(ValueError, match=r"score is 1\.5"):
        elo_difference(1.5)
