"""How did the ratings develop? The rating of each version at moments in the past."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from arena.ladder.ladder_state import LadderState
from arena.ladder.results import Result, games_of
from arena.rating import Ratings, rate

MOMENTS = 24


@dataclass(frozen=True, slots=True)
class RatingPoint:
    """The rating of a version after a number of games of the whole ladder."""

    at_ns: int
    games: int
    elo: float
    low: float
    high: float


def rating_history(ladder_state: LadderState, moments: int = MOMENTS) -> dict[str, list[RatingPoint]]:
    """By version: the rating after more and more games, the last moment being now; games are ordered by when they began."""
    results = sorted(ladder_state.results.all(), key=lambda one: (one.started_ns, one.match, one.game))
    if not results:
        return {}
    # Ratings move most at first, so the moments lie denser there.
    counts = np.unique(np.geomspace(min(4, len(results)), len(results), moments).astype(np.int64))
    history: dict[str, list[RatingPoint]] = {}
    for count in counts.tolist():
        ratings = _ratings(ladder_state, results[:count])
        connected = ratings.connected
        for index, one in enumerate(ladder_state.versions):
            if connected[index] and ratings.games[index]:
                numbers = (float(column[index]) for column in (ratings.elo, ratings.low, ratings.high))
                point = RatingPoint(results[count - 1].started_ns, count, *numbers)
                history.setdefault(one.version, []).append(point)
    return history


def _ratings(ladder_state: LadderState, results: Sequence[Result]) -> Ratings:
    versions = [one.version for one in ladder_state.versions]
    games = games_of(sorted(results, key=lambda one: (one.match, one.game)), versions)
    return rate(games, ladder_state.anchor, prior_draws=ladder_state.prior_draws)
