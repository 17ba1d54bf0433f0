"""Policies over the rules: what to do next, worked out from what a seat may know and from nothing else (compiled)."""

from arena.search import greedy

__all__ = ["greedy"]
