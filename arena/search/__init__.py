"""Policies: what to do next, computed only from what a seat may know."""

from arena.search.analysis import Analysis, Comparison, Tries, expectation, expectation_after
from arena.search.batch import ActionTally, PlayoutBatch, expectations
from arena.search.explain import expected_line, explanation
from arena.search.greedy import choose as greedy_choice
from arena.search.ismcts import Search
from arena.search.pace import Pace
from arena.search.playout import Playout
from arena.search.prospects import PARTS
from arena.search.root_choice import RootAction, best_root_action
from arena.search.seat_search import Limit, SeatSearch, root_actions
from arena.search.settings import Settings

__all__ = [
    "PARTS",
    "ActionTally",
    "Analysis",
    "Comparison",
    "Limit",
    "Pace",
    "Playout",
    "PlayoutBatch",
    "RootAction",
    "Search",
    "SeatSearch",
    "Settings",
    "Tries",
    "best_root_action",
    "expectation",
    "expectation_after",
    "expectations",
    "expected_line",
    "explanation",
    "greedy_choice",
    "root_actions",
]
