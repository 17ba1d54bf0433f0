"""A linear policy over the actions of an observation: features of each action, and a softmax over their weighted sums."""

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arena.encoding import Layout

Floats = NDArray[np.float32]
VERBS, KINDS = 64, 6
BUYS = (2, 10, 17, 18, 44, 45, 46)  # purchases of all editions and modules, by verb (docs/encoding.md)
LAYS = (3, 5, 7)  # build, exchange, place
TAKE = 1
SIZE = VERBS + 4 + 3 * KINDS + 6 + 4


class ActionFeatures:
    """Turns rows of an environment into features of each action."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        at = {field.name: field.start for field in layout.action_fields}
        self.verb, self.kind, self.walls = at["verb"], at["kind"], at["walls"]
        self.cards, self.money = at["cards"], at["money"]
        self.price, self.exact, self.currencies = at["price"], at["exact"], at["currencies"]
        numbers = layout.parts["numbers"].start
        self.legal = numbers + layout.field("numbers", "legal").start
        self.kinds = numbers + layout.field("numbers", "kinds").start
        self.cards_part = layout.parts["cards"]

    def __call__(self, rows: NDArray[np.int16]) -> tuple[Floats, NDArray[np.bool_]]:
        """For each row and action the features, as many actions as the longest list has; and which actions there are."""
        counts = np.minimum(rows[:, self.legal], self.layout.limit)
        most = max(int(counts.max(initial=0)), 1)
        width = self.layout.shapes["actions"][1]
        start = self.layout.parts["actions"].start
        actions = rows[:, start : start + most * width].reshape(len(rows), most, width)
        verb = actions[..., self.verb]
        buys, lays = np.isin(verb, BUYS), np.isin(verb, LAYS)
        found = np.zeros((len(rows), most, SIZE), np.float32)
        np.put_along_axis(found, verb[..., None].astype(np.int64), 1.0, axis=2)
        at = VERBS
        found[..., at] = buys * actions[..., self.exact]
        found[..., at + 1] = buys * (actions[..., self.money] - actions[..., self.price]) / 10
        found[..., at + 2] = buys * actions[..., self.cards] / 5
        found[..., at + 3] = lays * actions[..., self.walls]
        kind = np.eye(KINDS + 1, dtype=np.float32)[actions[..., self.kind]][..., 1:]
        own = rows[:, None, self.kinds : self.kinds + KINDS]
        others = rows[:, None, self.kinds + KINDS : self.kinds + 2 * KINDS]
        found[..., at + 4 : at + 4 + KINDS] = buys[..., None] * kind
        found[..., at + 4 + KINDS : at + 4 + 2 * KINDS] = lays[..., None] * kind
        found[..., at + 4 + 2 * KINDS : at + 4 + 3 * KINDS] = buys[..., None] * kind * (own <= others)
        at += 4 + 3 * KINDS
        takes = verb == TAKE
        found[..., at] = takes * actions[..., self.money] / 10
        found[..., at + 1] = takes * (actions[..., self.cards] - 1)
        hand = rows[:, self.cards_part.start : self.cards_part.start + 36].reshape(-1, 4, 9)
        worth = (hand * np.arange(1, 10)).sum(axis=2)[:, None, :] / 10
        found[..., at + 2 : at + 6] = (
            takes[..., None] * actions[..., self.currencies : self.currencies + 4] * worth / 10
        )
        found[..., at + 6 : at + 10] = (
            takes[..., None] * actions[..., self.currencies : self.currencies + 4] / 10
        )
        return found, np.arange(most) < counts[:, None]


class LinearPolicy:
    """A weight for each feature."""

    def __init__(self, weights: Floats | None = None) -> None:
        self.weights = np.zeros(SIZE, np.float32) if weights is None else weights

    def chances(self, features: Floats, there: NDArray[np.bool_]) -> Floats:
        """How likely each action is; rows without any action have zeros."""
        values = np.where(there, features @ self.weights, -np.inf)
        values -= values.max(axis=1, keepdims=True, where=there, initial=-1e9)
        odds = np.where(there, np.exp(np.where(there, values, 0)), 0)
        chances: Floats = (odds / np.maximum(odds.sum(axis=1, keepdims=True), 1e-9)).astype(np.float32)
        return chances

    def save(self, path: Path) -> None:
        """Keep the weights in a file."""
        np.savez_compressed(path, weights=self.weights)

    @staticmethod
    def load(path: Path) -> "LinearPolicy":
        """Read them again."""
        with np.load(path) as kept:
            weights: Any = kept["weights"]
        return LinearPolicy(weights)


def interval(wins: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a share of games (Wilson)."""
    share, z = wins / games, 1.96
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z / (1 + z * z / games) * float(np.sqrt(share * (1 - share) / games + z * z / (4 * games * games)))
    return middle - half, middle + half
