"""How uncertain are the strengths of thousands of bots? Sampled, where the whole covariance would take too long.

The covariance of the strengths is A^-1 S A^-1, with A the curvature and S the scatter of the slopes. A random w whose
covariance is S gives an x = A^-1 w whose covariance is that of the strengths, so the mean of x_i^2 over many w is
the variance of strength i. Most of it is known without sampling: to x_0 = D^-1 w, D being the diagonal of A, belongs the
variance S_ii / D_i^2, and where a bot meets many others x differs from x_0 by little. So only x_i^2 - x_0i^2 is sampled.
With 64 samples a standard error is right to about 1 / (8 sqrt(k)) of itself, k being the number of a bot's opponents: 1 %
with 150.

Where bots met in long chains or in divisions that hardly meet, x is far from x_0, and conjugate gradients would take long to
find it. Then `sampled_variance` gives up.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arena.rating.arrays import Floats, Ints, added_up
from arena.rating.laplacian import Net

SAMPLES = 64
MOST_STEPS = 40
"""Of conjugate gradients; well mixed ladders need ten or so."""
NEAR_ENOUGH = 3e-3
"""The residual at which x is good enough, relative to w."""

Singles = NDArray[np.float32]


@dataclass(frozen=True)
class Scatter:
    """The scatter S of the slopes: ties between two bots, and sets of more bots one by one."""

    ties: Net
    """What sets of two bots add, and what is borrowed."""
    set: Ints
    """Of each bot in each of the other sets, sorted."""
    bot: Ints
    slope: Floats

    def diagonal(self) -> Floats:
        """The variance of every bot's slope."""
        return self.ties.diagonal() + added_up(self.slope**2, self.bot, self.ties.bots)

    def dense(self) -> Floats:
        """The whole covariance of the slopes."""
        bots = self.ties.bots
        total = self.ties.dense()
        members = np.bincount(self.set)
        starts = np.cumsum(members) - members
        for size in np.unique(members).tolist():
            chunk = max(1, 1_000_000 // size**2)
            sets = starts[members == size]
            for begin in range(0, len(sets), chunk):
                rows = sets[begin : begin + chunk, None] + np.arange(size)
                cell = self.bot[rows][:, :, None] * bots + self.bot[rows][:, None, :]
                product = self.slope[rows][:, :, None] * self.slope[rows][:, None, :]
                total += added_up(product.ravel(), cell.ravel(), bots**2).reshape(total.shape)
        return total

    def column(self, bot: int) -> Floats:
        """The covariance of every bot's slope with that of one."""
        ties = self.ties
        found = np.zeros(ties.bots)
        found[ties.second[ties.first == bot]] = -ties.strength[ties.first == bot]
        found[ties.first[ties.second == bot]] = -ties.strength[ties.second == bot]
        own = self.bot == bot
        of_set = added_up(self.slope[own], self.set[own], int(self.set.max(initial=-1)) + 1)
        found += added_up(self.slope * of_set[self.set], self.bot, ties.bots)
        found[bot] = self.diagonal()[bot]
        return found

    def draw(self, rng: np.random.Generator, samples: int) -> Floats:
        """Random slopes with this covariance, one column each."""
        ties, sets = self.ties, int(self.set.max(initial=-1)) + 1
        root = np.sqrt(ties.strength)
        drawn = np.empty((ties.bots, samples))
        for column in range(samples):
            flow = root * _signs(rng, len(root))
            drawn[:, column] = ties.divergence(flow)
            if sets:
                drawn[:, column] += added_up(self.slope * _signs(rng, sets)[self.set], self.bot, ties.bots)
        return drawn


def sampled_variance(curvature: Net, scatter: Scatter, group: Ints, anchor: int) -> Floats | None:
    """The variance of each strength less the anchor's; None if the bots are not mixed well enough."""
    diagonal = np.where(curvature.diagonal() > 0.0, curvature.diagonal(), 1.0)
    drawn = scatter.draw(np.random.default_rng(1), SAMPLES)
    found = _solved(curvature, drawn, diagonal, group)
    if found is None:
        return None
    near = drawn / diagonal[:, None]
    sampled = np.mean((found - found[anchor]) ** 2 - (near - near[anchor]) ** 2, axis=1)
    own = scatter.diagonal() / diagonal**2
    known = own + own[anchor] - 2.0 * scatter.column(anchor) / (diagonal * diagonal[anchor])
    # Sampling can take more away than there is, of a bot that met next to nobody.
    return np.where(np.arange(len(own)) == anchor, 0.0, np.maximum(known + sampled, 0.5 * known))


def _signs(rng: np.random.Generator, count: int) -> Floats:
    bits = np.unpackbits(np.frombuffer(rng.bytes((count + 7) // 8), np.uint8), count=count)
    return np.asarray(bits * 2.0 - 1.0, np.float64)


def _solved(net: Net, right: Floats, diagonal: Floats, group: Ints) -> Floats | None:
    """All x with L x = right at once, by conjugate gradients on the matrix scaled to a diagonal of ones; None if that takes long."""
    root = np.sqrt(diagonal)
    beside = np.zeros((net.bots, net.bots), np.float32)
    beside[net.first, net.second] = beside[net.second, net.first] = (
        net.strength / (root[net.first] * root[net.second])
    ).astype(np.float32)
    residual: Singles = (right / root[:, None]).astype(np.float32)
    goal = NEAR_ENOUGH**2 * _squares(residual)
    y, direction, power = np.zeros_like(residual), residual.copy(), _squares(residual)
    for _ in range(MOST_STEPS):
        image = direction - beside @ direction
        length = (power / np.maximum(np.einsum("ij,ij->j", direction, image), 1e-30)).astype(np.float32)
        y += length * direction
        residual -= length * image
        last, power = power, _squares(residual)
        if np.all(power <= goal):
            return _centred(y / root[:, None], diagonal, group)
        direction = residual + (power / np.maximum(last, 1e-30)).astype(np.float32) * direction
    return None


def _squares(columns: Singles) -> Floats:
    return np.asarray(np.einsum("ij,ij->j", columns, columns, dtype=np.float64), np.float64)


def _centred(x: Floats, diagonal: Floats, group: Ints) -> Floats:
    """Each group moved to the weighted mean zero, where x is nearest to its first approximation."""
    weight = added_up(diagonal, group, len(group))
    sums = np.stack([added_up(diagonal * column, group, len(group)) for column in x.T], axis=1)
    return np.asarray(x - (sums / np.maximum(weight, 1e-300)[:, None])[group])
