"""Policies: what to do next, computed only from what a seat may know."""

from arena.search import greedy
from arena.search.explain import explanation
from arena.search.ismcts import Search
from arena.search.pace import Pace
from arena.search.root_choice import RootAction, best_root_action
from arena.search.seat_search import Limit, SeatSearch, root_actions
from arena.search.settings import Settings

__all__ = [
    "Limit",
    "Pace",
    "RootAction",
    "Search",
    "SeatSearch",
    "Settings",
    "best_root_action",
    "explanation",
    "greedy",
    "root_actions",
]
