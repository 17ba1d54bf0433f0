"""The search of one seat through a game: a search for each decision, and what is kept between them."""

from collections.abc import Callable
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from arena.rules import Action, Determinizer, Event, Observation, Rng, State
from arena.rules.engine import ACTED
from arena.search.greedy import action_values
from arena.search.ismcts import Search
from arena.search.root_choice import RootAction, root_action
from arena.search.settings import Settings
from arena.search.tree import NONE, Tree, key_of

Guess = Callable[[Rng], State]


class Limit:
    """When to stop: after a number of iterations of this decision, or when the clock says so."""

    def __init__(self, iterations: int, stop_ns: int, now_ns: Callable[[], int]) -> None:
        self.iterations: Final = iterations  # 0: as many as time allows
        self.stop_ns: Final = stop_ns
        self.now_ns: Final = now_ns


class SeatSearch:
    """The search of one seat in one game."""

    def __init__(self, settings: Settings, seed: bytes) -> None:
        self._settings: Final = settings
        self._seed: Final = seed
        self._decisions = 0
        self._heard = 0  # events of the history that the tree knows
        self._market: vec[i64] = vec[i64]()  # when the tree began
        self.search: Search | None = None

    def think(
        self,
        observation: Observation,
        history: list[Event],
        legal: list[Action],
        limit: Limit,
        guess: Guess | None = None,
    ) -> Search:
        """Search one decision; `guess` makes whole states, from what the seat knows if it is not given."""
        self._decisions += 1
        assert observation.viewer is not None
        if guess is None:
            guess = Determinizer(observation, history, recording=False).sample
        search = Search(
            guess,
            observation.viewer,
            action_values(observation, legal),
            self._settings,
            self._tree(observation, history),
            Rng(self._seed, f"decision {self._decisions}"),
        )
        self.search = search
        self._heard = len(history)
        self._market = _market(observation)
        if limit.iterations:
            search.iterate(limit.iterations)
        else:
            _until(search, limit)
        return search

    def _tree(self, observation: Observation, history: list[Event]) -> Tree:
        """What was found out about this position while searching the one before, or an empty tree.

        Only actions may have come in between: whatever is drawn makes it another information set.
        """
        fresh = Tree(observation.config.players, self._settings.max_nodes)
        if self.search is None or not self._settings.keep or len(history) <= self._heard:
            return fresh
        tree = self.search.tree
        node: i64 = 0
        for event in history[self._heard :]:
            if event.kind != ACTED or event.action is None:
                return fresh
            node = tree.child(node, key_of(self._market, event.action.code))
            if node == NONE:
                return fresh
        return tree.below(node)


def _until(search: Search, limit: Limit) -> None:
    """Search until the time is up, with a look at the clock about every millisecond."""
    batch: i64 = 1
    now = limit.now_ns()
    while True:
        before = now
        search.iterate(batch)
        now = limit.now_ns()
        if now >= limit.stop_ns:
            return
        spent = max(now - before, 1)
        batch = max(1, min(batch * 2, int(batch) * 1_000_000 // spent))
        left = (limit.stop_ns - now) * int(batch) // spent
        batch = max(1, min(batch, left))


def root_actions(search: Search, observation: Observation, legal: list[Action]) -> list[RootAction]:
    """What tries of each legal action have brought."""
    tree = search.tree
    market = _market(observation)
    return [root_action(tree, tree.child(0, key_of(market, action.code)), search.seat) for action in legal]


def _market(observation: Observation) -> vec[i64]:
    return vec[i64]([-1 if tile is None else tile.id for tile in observation.market])
