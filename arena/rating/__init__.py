"""Ratings: who is how strong, and how sure is that? Numbers in, numbers out.

Nothing here knows of files, clocks, bots' names or the rules of Alhambra, and it imports nothing else of
`arena`. Every function is pure: the same games give the same numbers, in whatever order they come.
"""

from arena.rating.elo import elo_difference, expected_score
from arena.rating.estimate import Estimate, mean_over_sets
from arena.rating.games import Games
from arena.rating.luck import Adjustment, centred_by_seat
from arena.rating.pairs import head_to_head, pairs_of, table_weight
from arena.rating.sets import (
    Duel,
    Standing,
    duel,
    duels,
    pentanomial,
    saved_by_duplicates,
    set_scores,
    standings,
)
from arena.rating.sprt import Decision, Progress, Sprt, progress
from arena.rating.table import Ratings, rate, rate_without_luck

__all__ = [
    "Adjustment",
    "Decision",
    "Duel",
    "Estimate",
    "Games",
    "Progress",
    "Ratings",
    "Sprt",
    "Standing",
    "centred_by_seat",
    "duel",
    "duels",
    "elo_difference",
    "expected_score",
    "head_to_head",
    "mean_over_sets",
    "pairs_of",
    "pentanomial",
    "progress",
    "rate",
    "rate_without_luck",
    "saved_by_duplicates",
    "set_scores",
    "standings",
    "table_weight",
]
