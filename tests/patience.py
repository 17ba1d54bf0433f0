"""How long may something take on this host? As long as on an ordinary one, times how much slower this one computes.

An emulated machine is ten times as slow as the one it runs on. A limit that is meant for any host is `patience(seconds)`.
"""

import time
from functools import lru_cache
from typing import Final

_ROUNDS: Final = 20
_ORDINARY_S: Final = 0.0025  # of processor time for a round; half of it is usual today


def patience(seconds: float) -> float:
    """This many seconds of an ordinary host: never fewer, and more on a slow one."""
    return seconds * slowness()


@lru_cache(maxsize=1)
def slowness() -> float:
    """How many times as long as an ordinary host this one computes, at least 1; by the quickest of some rounds."""
    return max(1.0, min(_round_s() for _ in range(_ROUNDS)) / _ORDINARY_S)


def _round_s() -> float:
    """Processor time, so that other programs do not make the host look slow: limits have room for those already."""
    begun_s = time.process_time()
    words: dict[str, int] = {}
    for number in range(10_000):
        words[f"word {number % 100}"] = number
    return time.process_time() - begun_s
