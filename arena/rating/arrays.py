"""Array types of the ratings, and sums by label."""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]


def added_up(values: Floats | Bools, label: Ints, labels: int) -> Floats:
    """The sum of the values that carry each label 0, 1, … labels - 1."""
    return np.bincount(label, values, labels).astype(np.float64, copy=False)
