"""How far does plain tree search go? An ensemble of separate trees, one for each guess at the hidden cards.

Each tree is searched by the package `mcts`, which plays out at random and knows neither hidden cards nor more than one
player: a guess is taken for the truth, and two methods are replaced so that everybody plays for himself. The visits of
all trees are added up. What this lacks is what docs/mcts.md is about.
"""

import random
import time
from collections import Counter
from typing import Any

from mcts import mcts, treeNode

from arena.botkit import Request
from arena.rules import Action, Rng, State

TREES = 8


class Position:
    """A state as the package wants it: what is possible, what follows, what it is worth."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.seat = state.seat

    def getPossibleActions(self) -> list[Action]:  # noqa: N802 - the package's own name
        """All legal actions."""
        return self.state.legal_actions()

    def takeAction(self, action: Action) -> "Position":  # noqa: N802 - the package's own name
        """The position after an action; this one stays as it is."""
        after = self.state.clone()
        after.step(action.code)
        return Position(after)

    def isTerminal(self) -> bool:  # noqa: N802 - the package's own name
        """Whether the game is over."""
        return self.state.is_over

    def getReward(self) -> list[float]:  # noqa: N802 - the package's own name
        """By seat: 1 for a win, a part of it for a shared one."""
        ranks = self.state.ranks()
        return [float(rank == 1) / ranks.count(1) for rank in ranks]


class EveryoneForThemselves(mcts):  # type: ignore[misc]  # the package has no types
    """The package's search, with a node's reward counted for the seat that chose it."""

    def backpropogate(self, node: treeNode, reward: list[float]) -> None:
        """Add to each node on the way up what the seat that moved there got."""
        while node.parent is not None:
            node.numVisits += 1
            node.totalReward += reward[node.parent.state.seat]
            node = node.parent
        node.numVisits += 1


def visits(request: Request, iterations: int, stop_ns: int, rng: Rng) -> list[int]:
    """The visits of each legal action in all trees together; by time if there are no iterations."""
    random.seed(rng.key())
    counts: Counter[Action] = Counter()
    for tree in range(TREES):
        left_ms = (stop_ns - time.monotonic_ns()) / 1e6 / (TREES - tree)
        if not iterations and left_ms < 1:
            break
        limit: dict[str, Any] = (
            {"iterationLimit": max(iterations // TREES, 1)} if iterations else {"timeLimit": left_ms}
        )
        search = EveryoneForThemselves(**limit)
        state = request.determinize(rng)
        state.forget_history()
        search.search(Position(state))
        for action, child in search.root.children.items():
            counts[action] += child.numVisits
    return [counts[action] for action in request.legal]
