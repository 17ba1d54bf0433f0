"""Ratings: how strong is each bot, and how certain is that? Numbers in, numbers out.

Nothing here knows of files, clocks, bots' names or the rules of Alhambra, and it imports nothing else of
`arena`. Every function is pure: the same games give the same numbers, in whatever order they come.
"""

from arena.rating.arrays import Bools, Floats, Ints
from arena.rating.bradley_terry import PRIOR_DRAWS
from arena.rating.early_stop import lead_after
from arena.rating.elo import ELO_PER_NAT, elo_difference, expected_score, logistic_slope
from arena.rating.estimate import Estimate, mean_over_sets
from arena.rating.games import Games
from arena.rating.laplacian import grounded_inverse
from arena.rating.online import K_FACTOR, ONLINE_LABEL, after_game
from arena.rating.pairs import head_to_head, pairs_of, table_weight
from arena.rating.sandwich import Depth
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
from arena.rating.simulate import simulate_games
from arena.rating.sprt import Decision, Model, Progress, Sprt, progress
from arena.rating.table import Ratings, rate

__all__ = [
    "ELO_PER_NAT",
    "K_FACTOR",
    "ONLINE_LABEL",
    "PRIOR_DRAWS",
    "Bools",
    "Decision",
    "Depth",
    "Duel",
    "Estimate",
    "Floats",
    "Games",
    "Ints",
    "Model",
    "Progress",
    "Ratings",
    "Sprt",
    "Standing",
    "after_game",
    "duel",
    "duels",
    "elo_difference",
    "expected_score",
    "grounded_inverse",
    "head_to_head",
    "lead_after",
    "logistic_slope",
    "mean_over_sets",
    "pairs_of",
    "pentanomial",
    "progress",
    "rate",
    "saved_by_duplicates",
    "set_scores",
    "simulate_games",
    "standings",
    "table_weight",
]
