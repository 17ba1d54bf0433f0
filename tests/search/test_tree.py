"""Does the tree keep what it is given, and judge the end of a game as it says?"""

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from arena.rules import Action
from arena.search.reward import rewards
from arena.search.tree import NONE, Tree, key_of


def test_children_are_found_again_among_many() -> None:
    tree = Tree(2, 20_000)
    for parent in range(100):
        for key in range(100):
            assert tree.child(parent, key) == NONE
            tree.add(parent, key)
    assert [tree.child(7, key) for key in range(100)] == [701 + key for key in range(100)]
    assert tree.child(7, 100) == NONE


def test_a_part_of_a_tree_is_a_tree() -> None:
    tree = Tree(2, 100)
    left, right = tree.add(0, 5), tree.add(0, 6)
    below = tree.add(right, 7)
    tree.add(left, 8)
    tree.visits[right], tree.visits[below] = 4, 3
    tree.seen[below] = 9
    tree.total[below * 2 + 1] = 1.5
    part = tree.below(right)
    child = part.child(0, 7)
    assert (part.size, part.visits[0], part.visits[child], part.seen[child]) == (2, 4, 3, 9)
    assert part.mean(child, 1) == pytest.approx(0.5)


def test_another_tile_in_the_slot_is_another_action() -> None:
    buy = Action.parse("buy 2 with 4+6").code
    take = Action.parse("take denar-1").code
    one, other = vec[i64]([1, 2, 3, 4]), vec[i64]([1, 9, 3, 4])
    assert key_of(one, buy) != key_of(other, buy)
    assert key_of(one, take) == key_of(other, take) == take


@pytest.mark.parametrize(
    ("scores", "win", "expected"),
    [
        ([100.0, 80.0], 1.0, [1.0, 0.0]),
        ([100.0, 100.0], 1.0, [0.5, 0.5]),
        ([100.0, 80.0], 0.0, [0.75, 0.25]),
        ([90.0, 100.0, 80.0], 1.0, [0.25, 1.0, 0.0]),
    ],
)
def test_rewards(scores: list[float], win: float, expected: list[float]) -> None:
    out = vec[float]([0.0] * len(scores))
    rewards(vec[float](scores), win, 20.0, out)
    assert list(out) == pytest.approx(expected)
