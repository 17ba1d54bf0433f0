"""How did the ratings develop? The rating of each version at moments in the past."""

from dataclasses import dataclass

import numpy as np

from arena.ladder.ladder_state import LadderState

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
    results = ladder_state.results
    began_ns = results.began_ns()
    if not len(began_ns):
        return {}
    # Ratings move most at first, so the moments lie denser there.
    counts = np.unique(np.geomspace(min(4, len(began_ns)), len(began_ns), moments).astype(np.int64))
    history: dict[str, list[RatingPoint]] = {}
    for count in counts.tolist():
        ratings = ladder_state.ratings_after(results.first(count))
        connected = ratings.connected
        for index, one in enumerate(ladder_state.versions):
            if connected[index] and ratings.games[index]:
                numbers = (float(column[index]) for column in (ratings.elo, ratings.low, ratings.high))
                point = RatingPoint(int(began_ns[count - 1]), count, *numbers)
                history.setdefault(one.version, []).append(point)
    return history
