"""Array types of the ratings, numbers for labels, and sums by label."""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]


def added_up(values: Floats | Bools, label: Ints, labels: int) -> Floats:
    """The sum of the values that carry each label 0, 1, … labels - 1."""
    return np.bincount(label, values, labels).astype(np.float64, copy=False)


def numbered(labels: Ints) -> tuple[Ints, Ints]:
    """The different labels, which are not negative, in order, and for each entry the number of its own.

    As `np.unique` has it, but without sorting where the labels are in order already or are small numbers.
    """
    if not len(labels):
        return labels, labels
    if np.all(labels[1:] >= labels[:-1]):
        fresh = changes(labels)
        return labels[fresh], np.cumsum(fresh) - 1
    if labels.max() <= 4 * len(labels):
        there = np.zeros(int(labels.max()) + 1, np.bool_)
        there[labels] = True
        return np.flatnonzero(there), (np.cumsum(there) - 1)[labels]
    values, number = np.unique(labels, return_inverse=True)
    return values, number


def by_appearance(labels: Ints) -> Ints:
    """For each entry a number of its label, in the order in which the labels first appear."""
    fresh = changes(labels)
    runs = np.sort(labels[fresh])
    if not (runs[1:] == runs[:-1]).any():
        return np.asarray(np.cumsum(fresh) - 1)
    _, first, number = np.unique(labels, return_index=True, return_inverse=True)
    place = np.empty(len(first), np.int64)
    place[np.argsort(first)] = np.arange(len(first))
    return np.asarray(place[number])


def changes(labels: Ints) -> Bools:
    """Where an entry differs from the one before it."""
    fresh = np.ones(len(labels), np.bool_)
    fresh[1:] = labels[1:] != labels[:-1]
    return fresh
