"""Medina as the policies see it: a seventh kind of which nobody wants to have the fewest (16.2)."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from arena.search.greedy_numbers import COUNTED
from arena.search.values.module_value import NO_WEIGHT, ModuleHeuristic, ModuleValue
from arena.search.weights import MEDINA

GROUP: Final = "medina"
MEDINA_KIND: Final = 6  # after the kinds of buildings


def medina_points(counts: vec[i64], seat: i64, own: i64, scoring: i64) -> i64:
    """About what it costs in one scoring to have this many half medinas, all ties going against the seat."""
    fewer: i64 = 0
    other: i64
    for other in range(len(counts) // COUNTED):
        if other != seat and counts[other * COUNTED + MEDINA_KIND] < own:
            fewer += 1
    return -3 * max(scoring - fewer, 0) - (scoring if own == 0 else 0)


MEDINA_VALUE: Final = ModuleValue(ModuleHeuristic(GROUP, MEDINA, NO_WEIGHT, True))
