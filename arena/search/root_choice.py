"""Which root action is played? The best of those that were visited often enough."""

from typing import Final, NamedTuple

from mypy_extensions import i64

from arena.search.tree import NONE, Tree

ENOUGH: Final = 4  # the most tried action was tried at most four times as often


class RootAction(NamedTuple):
    """What tries of an action have brought."""

    visits: int = 0
    total: float = 0.0  # the sum of their values for the seat

    def with_more(self, other: "RootAction") -> "RootAction":
        """What this and another search found together."""
        return RootAction(self.visits + other.visits, self.total + other.total)


def root_action(tree: Tree, node: i64, seat: i64) -> RootAction:
    """What a tree knows of a node, for a seat."""
    if node == NONE:
        return RootAction()
    return RootAction(int(tree.visits[node]), tree.total[node * tree.seats + seat])


def best_root_action(tried: list[RootAction]) -> int:
    """The index of the action to play; the first if nothing was tried."""
    most = max(one.visits for one in tried)
    best = 0
    highest = -1.0
    for index, one in enumerate(tried):
        if one.visits > 0 and one.visits * ENOUGH >= most and one.total / one.visits > highest:
            highest = one.total / one.visits
            best = index
    return best
