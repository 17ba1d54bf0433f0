"""Which root action is tried next? The best so far or its strongest challenger, in turn.

Only the choice at the root counts in the end, not what was lost while trying, so tries go where they settle that choice: half to the leader
and half to its challengers, however many there are. Below the root, where a value is the mean of all tries, bad tries do harm and
are kept few (`Search._select`). The rule is the empirical best with transportation cost of Jourdan and others (2022), with a prior.
"""

from math import log
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from arena.search.tree import NONE, Tree

GUESSED: Final = 4.0  # values that the spread is guessed from before there are any
UNLIKELY: Final = 1.0e-9  # no prior is lower


class TopTwo:
    """The choices at the root of one search."""

    def __init__(self, tree: Tree, seat: i64) -> None:
        self._tree: Final = tree
        self._seat: Final = seat
        self._led = False  # the last try was the leader's
        self._count = GUESSED
        self._sum = 0.5 * GUESSED
        self._squares = 0.3125 * GUESSED  # a standard deviation of 0.25

    def choose(self, nodes: vec[i64], prior: vec[float], count: i64) -> i64:
        """The index of the action to try, of the first `count` with these nodes; -1 if none has a node."""
        tree = self._tree
        leader: i64 = -1
        best = 0.0
        i: i64
        for i in range(count):
            if nodes[i] != NONE and tree.visits[nodes[i]] > 0:
                mean = tree.mean(nodes[i], self._seat)
                if leader < 0 or mean > best:
                    best = mean
                    leader = i
        self._led = leader >= 0 and not self._led
        if self._led:
            return leader
        challenger: i64 = -1
        least = 0.0
        variance = self._variance()
        for i in range(count):
            if nodes[i] != NONE and i != leader:
                visits = float(tree.visits[nodes[i]])
                cost = log(visits + 1.0) - log(prior[i] + UNLIKELY)  # one tried often for its prior can wait
                if visits > 0.0:
                    # How surprising the means would be if it were as good as the leader.
                    gap = best - tree.mean(nodes[i], self._seat)
                    shares = 1.0 / float(tree.visits[nodes[leader]]) + 1.0 / visits
                    cost += gap * gap / (2.0 * variance * shares)
                if challenger < 0 or cost < least:
                    least = cost
                    challenger = i
        return leader if challenger < 0 else challenger

    def _variance(self) -> float:
        """How far single tries lie apart, of whatever action."""
        mean = self._sum / self._count
        return self._squares / self._count - mean * mean

    def learn(self, value: float) -> None:
        """Take in what a try was worth to the seat."""
        self._count += 1.0
        self._sum += value
        self._squares += value * value
