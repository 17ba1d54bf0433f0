"""How did the ratings develop? The standings at moments in the past, computed from the games begun by then."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from arena.ladder.ladder_state import QUICK_BOTS, LadderState
from arena.ladder.results import Result, games_of
from arena.rating import Ratings, rate

MOMENTS = 24


@dataclass(frozen=True)
class Moment:
    """The ratings of all versions at a time."""

    at_ns: int
    games: int
    ratings: Ratings


def rating_history(ladder_state: LadderState, moments: int = MOMENTS) -> list[Moment]:
    """The ratings after more and more games, the last moment being now; games are ordered by when they began."""
    results = sorted(ladder_state.results.all(), key=lambda one: (one.started_ns, one.match, one.game))
    if not results:
        return []
    # Ratings move most at first, so the moments lie denser there.
    counts = np.unique(np.geomspace(min(4, len(results)), len(results), moments).astype(np.int64))
    return [_moment(ladder_state, results[:count]) for count in counts.tolist()]


def _moment(ladder_state: LadderState, results: Sequence[Result]) -> Moment:
    versions = [one.version for one in ladder_state.versions]
    games = games_of(sorted(results, key=lambda one: (one.match, one.game)), versions)
    quick = len(versions) > QUICK_BOTS
    ratings = rate(games, ladder_state.anchor, prior_draws=ladder_state.prior_draws, quick=quick)
    return Moment(results[-1].started_ns, len(results), ratings)
