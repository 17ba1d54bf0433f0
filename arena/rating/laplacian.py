"""How do games connect the bots, and how are linear equations on that graph solved?

A net gives each two bots that met a strength (how firmly their games tie their ratings together). Its
Laplacian L has the row sums on the diagonal and the negated strengths beside it; it is the curvature of the
likelihood.
"""

from dataclasses import dataclass

import numpy as np

from arena.rating.arrays import Bools, Floats, Ints, added_up

DENSE_BOTS = 300
"""Up to here a dense solve is faster than conjugate gradients."""


@dataclass(frozen=True)
class Net:
    """Which bots are tied together, and how firmly; one row for every two bots, first < second."""

    bots: int
    first: Ints
    second: Ints
    strength: Floats

    def times(self, x: Floats) -> Floats:
        """The product L x."""
        return self.divergence(self.strength * (x[self.first] - x[self.second]))

    def divergence(self, flow: Floats) -> Floats:
        """What flows out of each bot when `flow` goes from the first to the second of each tie."""
        return added_up(flow, self.first, self.bots) - added_up(flow, self.second, self.bots)

    def diagonal(self) -> Floats:
        return added_up(self.strength, self.first, self.bots) + added_up(
            self.strength, self.second, self.bots
        )

    def dense(self) -> Floats:
        matrix = np.zeros((self.bots, self.bots))
        matrix[self.first, self.second] = matrix[self.second, self.first] = -self.strength
        np.fill_diagonal(matrix, self.diagonal())
        return matrix


def groups(bots: int, first: Ints, second: Ints) -> Ints:
    """For each bot the lowest bot that it is joined to by a chain of games."""
    label = np.arange(bots)
    while True:
        lowest = np.minimum(label[first], label[second])
        before = label.copy()
        np.minimum.at(label, label[first], lowest)
        np.minimum.at(label, label[second], lowest)
        label = label[label]
        if np.array_equal(label, before):
            return label


def reachable(bots: int, start: int, source: Ints, target: Ints) -> Bools:
    """Which bots can be reached from `start` along the arrows from `source` to `target`."""
    seen = np.zeros(bots, dtype=np.bool_)
    seen[start] = True
    while True:
        fresh = target[seen[source] & ~seen[target]]
        if not len(fresh):
            return seen
        seen[fresh] = True


def solve(net: Net, right: Floats, zero: Ints, tolerance: float) -> Floats:
    """An x with L x = right; `zero` names for each bot the one of its group at which a dense solve puts x = 0."""
    if net.bots <= DENSE_BOTS:
        references = np.unique(zero)
        tied = right.copy()
        tied[references] = 0.0
        return np.asarray(np.linalg.solve(grounded(net, references), tied))
    # L is singular along each group. What is left of `right` there is rounding, but would be blown up without end.
    members = np.maximum(np.bincount(zero, minlength=net.bots), 1)
    level = added_up(right, zero, net.bots) / members
    return _conjugate_gradients(net, right - level[zero], tolerance)


def grounded(net: Net, references: Ints) -> Floats:
    """L with the references tied to zero, which makes it positive definite."""
    matrix = net.dense()
    matrix[references, :] = 0.0
    matrix[:, references] = 0.0
    matrix[references, references] = 1.0
    return matrix


def grounded_inverse(net: Net, references: Ints) -> Floats:
    """The inverse of L with the references tied to zero; their rows and columns are zero."""
    inverse = _inverse(grounded(net, references))
    inverse[references, references] = 0.0
    return inverse


def symmetric_product(left: Floats, right: Floats) -> Floats:
    """A product that is known to be symmetric, by halves: not much over half the work of `left @ right`."""
    size = len(left)
    if size <= 256:
        return np.asarray(left @ right)
    half = size // 2
    product = np.empty((size, size))
    product[:half, :half] = symmetric_product(left[:half], right[:, :half])
    product[half:, half:] = symmetric_product(left[half:], right[:, half:])
    np.matmul(left[half:], right[:, :half], out=product[half:, :half])
    product[:half, half:] = product[half:, :half].T
    return product


def _inverse(matrix: Floats) -> Floats:
    """Inverse of a positive definite matrix by halves: about a third of the work of `np.linalg.inv`."""
    size = len(matrix)
    if size <= 256:
        return np.asarray(np.linalg.inv(matrix))
    half = size // 2
    side = matrix[:half, half:]
    head = _inverse(matrix[:half, :half])
    across = head @ side
    tail = _inverse(matrix[half:, half:] - side.T @ across)
    corner = across @ tail
    inverse = np.empty_like(matrix)
    inverse[half:, half:] = tail
    inverse[:half, half:] = -corner
    inverse[half:, :half] = -corner.T
    inverse[:half, :half] = head + corner @ across.T
    return inverse


def _conjugate_gradients(net: Net, right: Floats, tolerance: float) -> Floats:
    """Preconditioned by the diagonal; `right` sums to zero along each group."""
    diagonal = net.diagonal()
    scale = 1.0 / np.where(diagonal > 0.0, diagonal, 1.0)
    x = np.zeros(net.bots)
    residual = right.copy()
    direction = scaled = scale * residual
    power = float(residual @ scaled)
    goal = tolerance**2 * power
    for _ in range(10 * net.bots):
        if power <= goal or power == 0.0:
            break
        image = net.times(direction)
        bend = float(direction @ image)
        if bend <= 0.0:
            break
        length = power / bend
        x += length * direction
        residual -= length * image
        scaled = scale * residual
        power, last = float(residual @ scaled), power
        direction = scaled + (power / last) * direction
    return x
