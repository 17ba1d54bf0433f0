"""Are equations on the net of games solved, and its groups found?"""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.rating.laplacian import (
    Net,
    _conjugate_gradients,
    grounded_inverse,
    groups,
    reachable,
    solve,
    symmetric_product,
)


def random_net(rng: np.random.Generator, bots: int, ties: int) -> Net:
    cells = rng.choice(bots * bots, ties, replace=False)
    first, second = cells // bots, cells % bots
    kept = first < second
    chain = np.arange(bots - 1)
    known = np.isin(chain * bots + chain + 1, cells)
    first = np.concatenate([first[kept], chain[~known]])
    second = np.concatenate([second[kept], chain[~known] + 1])
    return Net(bots, first, second, rng.uniform(0.1, 3.0, len(first)))


def test_dense_matrix_is_the_product() -> None:
    net = Net(3, np.array([0, 1]), np.array([1, 2]), np.array([2.0, 5.0]))
    np.testing.assert_array_equal(net.dense(), [[2, -2, 0], [-2, 7, -5], [0, -5, 5]])
    np.testing.assert_array_equal(net.times(np.array([1.0, 0.0, 3.0])), net.dense() @ [1.0, 0.0, 3.0])


def test_both_solvers_agree() -> None:
    rng = np.random.default_rng(3)
    net = random_net(rng, 60, 300)
    right = rng.normal(size=60)
    right -= right.mean()
    exact = solve(net, right, np.full(60, 7), 1e-9)
    rough = _conjugate_gradients(net, right, 1e-12)
    np.testing.assert_allclose(rough - rough[7], exact, atol=1e-8)
    np.testing.assert_allclose(net.times(exact), right, atol=1e-9)


def test_a_large_net_of_groups_is_solved_when_rounding_is_all_there_is() -> None:
    """Two groups of 600; a right side that does not quite sum to zero has no solution, and must not run away."""
    rng = np.random.default_rng(4)
    one = random_net(rng, 600, 3000)
    net = Net(
        1200,
        np.concatenate([one.first, one.first + 600]),
        np.concatenate([one.second, one.second + 600]),
        np.tile(one.strength, 2),
    )
    zero = np.repeat([5, 700], 600)
    right = 1e-12 * rng.random(1200)
    found = solve(net, right, zero, 1e-6)
    assert np.abs(found).max() < 1e-10
    right = rng.normal(size=(2, 600))
    right -= right.mean(axis=1, keepdims=True)
    np.testing.assert_allclose(net.times(solve(net, right.ravel(), zero, 1e-12)), right.ravel(), atol=1e-6)


@pytest.mark.parametrize("bots", [5, 300, 700])
def test_inverse_by_halves_is_the_inverse(bots: int) -> None:
    net = random_net(np.random.default_rng(bots), bots, 4 * bots)
    inverse = grounded_inverse(net, np.array([2]))
    product = net.dense() @ inverse
    expected = np.eye(bots)
    expected[2, :] = -1.0
    expected[:, 2] = 0.0
    np.testing.assert_allclose(product, expected, atol=1e-8)


def test_symmetric_product_is_the_product() -> None:
    rng = np.random.default_rng(0)
    left = rng.normal(size=(600, 600))
    np.testing.assert_allclose(symmetric_product(left, left.T), left @ left.T, atol=1e-9)


@given(st.lists(st.tuples(st.integers(0, 11), st.integers(0, 11)), max_size=20))
def test_groups_are_what_walking_finds(ties: list[tuple[int, int]]) -> None:
    first = np.array([tie[0] for tie in ties], dtype=np.int64)
    second = np.array([tie[1] for tie in ties], dtype=np.int64)
    label = groups(12, first, second)
    for bot in range(12):
        both_ways = np.concatenate([first, second]), np.concatenate([second, first])
        joined = reachable(12, bot, *both_ways)
        np.testing.assert_array_equal(label == label[bot], joined)
        assert label[bot] == np.flatnonzero(joined)[0]


def test_arrows_go_one_way() -> None:
    assert reachable(4, 1, np.array([0, 1, 2]), np.array([1, 2, 3])).tolist() == [False, True, True, True]
