"""Do the tries at the root go where they settle the choice?"""

import random

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from arena.search.root_choice import RootAction, best_root_action, root_action
from arena.search.top_two import TopTwo
from arena.search.tree import NONE, Tree


class Root:
    """A root with some actions, and what tries of them have brought seat 1."""

    def __init__(self, prior: list[float]) -> None:
        self.tree = Tree(2, 100)
        self.nodes = [int(self.tree.add(0, key)) for key in range(len(prior))]
        self.prior = prior
        self.top_two = TopTwo(self.tree, 1)

    def known(self, index: int, visits: int, mean: float) -> None:
        """An action was tried so often before the search began."""
        self.tree.visits[self.nodes[index]] = visits
        self.tree.total[2 * self.nodes[index] + 1] = visits * mean

    def choose(self) -> int:
        return int(self.top_two.choose(vec[i64](self.nodes), vec[float](self.prior), len(self.prior)))

    def tried(self, index: int, value: float) -> None:
        self.tree.visits[self.nodes[index]] += 1
        self.tree.total[2 * self.nodes[index] + 1] += value
        self.top_two.learn(value)

    def found(self) -> list[RootAction]:
        return [root_action(self.tree, node, 1) for node in self.nodes]


def test_the_likeliest_action_is_tried_first_then_the_next() -> None:
    root = Root([0.2, 0.5, 0.3])
    assert root.choose() == 1
    root.tried(1, 0.5)
    assert root.choose() == 1  # the leader, being the only one known
    root.tried(1, 0.5)
    assert root.choose() == 2


def test_every_other_try_is_the_leaders() -> None:
    root = Root([0.2, 0.5, 0.3])
    root.known(0, 10, 0.6)
    root.known(1, 10, 0.5)
    root.known(2, 10, 0.4)
    indices = [root.choose() for _ in range(8)]
    assert indices == [0, 1] * 4


@pytest.mark.parametrize(("prior", "chosen"), [(0.030, 1), (0.031, 2)])
def test_a_new_action_has_its_turn_when_enough_speaks_against_the_known_ones(
    prior: float, chosen: int
) -> None:
    """Against the rival speak ln 11 for its tries, ln 2 for its prior and 0.1² / (2 × 0.25² × (1/10 + 1/10)) = 0.4: as much as a prior of 0.0305."""
    root = Root([0.4, 0.5, prior])
    root.known(0, 10, 0.6)
    root.known(1, 10, 0.5)
    assert [root.choose(), root.choose()] == [0, chosen]


def test_a_wider_spread_makes_the_same_gap_say_less() -> None:
    """With values of 0 and 1 the gap's 0.4 become 0.1, and the prior that does as well 0.041."""
    root = Root([0.4, 0.5, 0.036])
    for number in range(10_000):
        root.top_two.learn(float(number % 2))
    root.known(0, 10, 0.6)
    root.known(1, 10, 0.5)
    assert [root.choose(), root.choose()] == [0, 1]


def tries(number: int, seed: int) -> list[RootAction]:
    """What is found out about four actions worth 0.50, 0.48, 0.45 and 0.30, the best of them thought unlikely."""
    chance = random.Random(seed)
    root = Root([0.05, 0.35, 0.3, 0.3])
    for _ in range(number):
        index = root.choose()
        root.tried(index, chance.gauss((0.50, 0.48, 0.45, 0.30)[index], 0.25))
    return root.found()


def test_the_best_action_is_found_though_the_prior_is_against_it() -> None:
    found = [tries(6_000, seed) for seed in range(20)]
    assert sum(best_root_action(tried) == 0 for tried in found) >= 19
    assert all(tried[3].visits < 100 for tried in found)


def test_the_closest_rival_is_tried_more_as_time_goes_on() -> None:
    """In step with the tries, not with their root."""
    few = sum(tries(4_000, seed)[1].visits for seed in range(8))
    many = sum(tries(16_000, seed)[1].visits for seed in range(8))
    assert 3.0 < many / few < 5.0


def test_what_did_best_is_played_if_it_was_tried_often_enough() -> None:
    """The second was tried a quarter as often as the first, the third less."""
    assert (
        best_root_action([RootAction(100, 50.0), RootAction(25, 13.0), RootAction(24, 24.0), RootAction()])
        == 1
    )
    assert (
        best_root_action([RootAction(100, 50.0), RootAction(25, 12.0), RootAction(24, 24.0), RootAction()])
        == 0
    )
    assert best_root_action([RootAction(), RootAction(1, 0.0)]) == 1
    assert best_root_action([RootAction(), RootAction()]) == 0


def test_what_two_searches_found_is_added_up() -> None:
    assert RootAction(3, 1.5).with_more(RootAction(2, 0.25)) == RootAction(5, 1.75)


def test_there_may_be_one_action_or_none() -> None:
    root = Root([1.0])
    root.tried(0, 0.5)
    assert [root.choose() for _ in range(4)] == [0] * 4
    nobody = TopTwo(Tree(2, 1), 0)
    assert nobody.choose(vec[i64]([NONE, NONE]), vec[float]([0.5, 0.5]), 2) == -1
