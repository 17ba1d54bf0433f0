"""Which action is best when cards are hidden? Monte Carlo tree search over information sets.

Each iteration guesses the hidden cards anew (determinization), goes down the tree among the actions that are legal under this
guess, adds a node, plays on by the heuristic and backs up a value for every seat. An action's visits are weighed against how
often it was available, so that one which few guesses allow is not thought neglected (Cowling, Powley and Whitehouse 2012).
"""

from collections.abc import Callable
from math import exp, sqrt
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from arena.rules import Rng, State
from arena.rules.engine import ActionCodes, onward_codes, step_seat
from arena.search.evaluation import SPREAD, Evaluation
from arena.search.heuristic import Heuristic
from arena.search.playout import FOREVER, Playout
from arena.search.reward import rewards
from arena.search.settings import Settings
from arena.search.top_two import TopTwo
from arena.search.tree import NONE, Tree, key_of
from arena.search.weights import GREEDY, TUNED


class Search:
    """The search of one decision of one seat."""

    def __init__(
        self,
        sample: Callable[[Rng], State],
        seat: i64,
        values: list[int],
        settings: Settings,
        tree: Tree,
        rng: Rng,
    ) -> None:
        self.tree: Final = tree
        self.seat: Final = seat
        self.iterations: i64 = 0
        self._sample: Final = sample  # a guess at the whole state, a new one each time
        self._settings: Final = settings
        self._rng: Final = rng
        self._codes: Final = ActionCodes()
        weights = TUNED if settings.tuned else GREEDY
        self._heuristic: Final = Heuristic(weights)
        self._playout: Final = Playout(settings.noise, weights)
        self._evaluation: Final = Evaluation(tree.seats)
        self._top_two: Final = TopTwo(tree, seat)
        self._path: vec[i64] = vec[i64]()
        self._nodes: vec[i64] = vec[i64]([0] * 256)  # by index in codes
        self._prior: vec[float] = vec[float]([0.0] * 256)
        self._scores: vec[float] = vec[float]([0.0] * tree.seats)
        self._value: vec[float] = vec[float]([0.0] * tree.seats)
        self._root_prior: Final = vec[float]([0.0] * len(values))
        softmax(vec[i64](values), len(values), settings.temperature, self._root_prior)

    def iterate(self, times: i64) -> None:
        """Try the game this many times more."""
        last = self.iterations + times
        while self.iterations < last:
            self.attempt(self.guess())

    def guess(self) -> State:
        """A guess at the whole state, which keeps no history."""
        state = self._sample(self._rng)
        state.forget_history()
        return state

    def attempt(self, state: State) -> i64:
        """Try the game once from a guess, which is played on; the node of the root action that was tried."""
        self._path = vec[i64]([0])
        self._descend(state, 0)
        self._learn_from(state)
        return self._path[1] if len(self._path) > 1 else NONE

    def follow(self, state: State, code: i64) -> i64:
        """Try this action from a guess, which is played on; its node. It may be one that the list of legal actions leaves out."""
        key = key_of(state.market, code)
        node = self.tree.child(0, key)
        if node == NONE:
            node = self.tree.add(0, key)
        self._path = vec[i64]([0, node])
        state.step(code)
        if self.tree.visits[node] > 0:
            self._descend(state, node)
        self._learn_from(state)
        return node

    def _learn_from(self, state: State) -> None:
        self._finish(state)
        self._back_up()
        self.iterations += 1

    def _descend(self, state: State, node: i64) -> None:
        """Go down the tree from a node until one is reached that had no visit."""
        codes = self._codes
        while state.depth > 0:
            if node == 0:
                state.legal_codes(codes)
            else:
                # Below the root nobody tears down: it is seldom good, and there are many ways to do it.
                codes.clear()
                onward_codes(state, codes)
            self._weigh(state, node)
            chosen = self._select(state, node)
            if chosen < 0:
                return
            node = self._nodes[chosen]
            self._path = append(self._path, node)
            state.step(codes.items[chosen])
            if self.tree.visits[node] == 0:
                return

    def _weigh(self, state: State, node: i64) -> None:
        """Work out the prior of each legal action: greedy's at the root, the heuristic's below."""
        codes = self._codes
        if len(self._prior) < codes.count:
            self._prior = vec[float]([0.0] * (2 * codes.count))
            self._nodes = vec[i64]([0] * (2 * codes.count))
        if node == 0:
            i: i64
            for i in range(codes.count):
                self._prior[i] = self._root_prior[i]
        elif codes.count == 1:
            self._prior[0] = 1.0
        else:
            self._heuristic.look(state, codes)
            softmax(self._heuristic.values, codes.count, self._settings.temperature, self._prior)

    def _select(self, state: State, node: i64) -> i64:
        """The index of the action to try; -1 if the tree is full and knows none."""
        tree = self.tree
        codes = self._codes
        known: i64 = 0
        i: i64
        for i in range(codes.count):
            child = tree.child(node, key_of(state.market, codes.items[i]))
            self._nodes[i] = child
            if child != NONE:
                known += 1
                tree.seen[child] += 1
        at_root = node == 0 and self._settings.top_two
        self._widen(state, node, known, codes.count if at_root else self._allowed(node))
        if at_root:
            return self._top_two.choose(self._nodes, self._prior, codes.count)
        decider = step_seat(state.top())
        best: i64 = -1
        most = -1.0e9
        for i in range(codes.count):
            if self._nodes[i] != NONE:
                worth = self._worth(node, self._nodes[i], decider, self._prior[i])
                if worth > most:
                    most = worth
                    best = i
        return best

    def _allowed(self, node: i64) -> i64:
        """How many actions are looked at: more as the visits grow."""
        visits = float(self.tree.visits[node])
        allowed: i64 = self._settings.width + int(visits**self._settings.widening)
        return min(allowed, self._codes.count)

    def _widen(self, state: State, node: i64, known: i64, allowed: i64) -> None:
        """Let in as many actions as are allowed, those of the highest prior first."""
        codes = self._codes
        while known < allowed and not self.tree.full:
            best: i64 = -1
            i: i64
            for i in range(codes.count):
                if self._nodes[i] == NONE and (best < 0 or self._prior[i] > self._prior[best]):
                    best = i
            child = self.tree.add(node, key_of(state.market, codes.items[best]))
            self.tree.seen[child] = 1
            self._nodes[best] = child
            known += 1

    def _worth(self, node: i64, child: i64, decider: i64, prior: float) -> float:
        """Value so far, and prior over how often it was tried for how often it could have been."""
        tree = self.tree
        visits = tree.visits[child]
        explore = self._settings.exploration * prior * sqrt(float(tree.seen[child])) / float(1 + visits)
        if visits > 0:
            return self._mean(child, decider) + explore
        if tree.visits[node] == 0:
            return 0.5 + explore
        return self._mean(node, decider) - self._settings.urgency + explore

    def _mean(self, node: i64, decider: i64) -> float:
        if self._settings.paranoid and decider != self.seat:
            return 1.0 - self.tree.mean(node, self.seat)
        return self.tree.mean(node, decider)

    def _finish(self, state: State) -> None:
        """Play on, to the end or to the horizon, and judge what has become of the game."""
        settings = self._settings
        horizon: i64 = FOREVER
        if settings.turns > 0:
            horizon = state.turn + settings.turns
        self._playout.play(state, horizon, self._rng)
        if state.depth > 0:
            self._evaluation.look(state)
            spread = SPREAD[min(len(state.scorings), 2)]
            rewards(self._evaluation.scores, 0.0, spread, self._value)
            return
        seat: i64
        for seat in range(self.tree.seats):
            self._scores[seat] = float(state.players[seat].score)
        rewards(self._scores, settings.win, settings.margin, self._value)

    def _back_up(self) -> None:
        tree = self.tree
        self._top_two.learn(self._value[self.seat])
        seat: i64
        for node in self._path:
            tree.visits[node] += 1
            for seat in range(tree.seats):
                tree.total[node * tree.seats + seat] += self._value[seat]


def softmax(values: vec[i64], count: i64, temperature: float, out: vec[float]) -> None:
    """Turn the first `count` values into shares of one."""
    most = values[0]
    i: i64
    for i in range(count):
        most = max(most, values[i])
    total = 0.0
    for i in range(count):
        weight = exp(float(values[i] - most) / temperature)
        out[i] = weight
        total += weight
    for i in range(count):
        out[i] /= total
