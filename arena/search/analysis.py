"""What is each action of a decision worth, in points and in win chance, and how far apart are two of them?

Everything here is worked out from an observation and a history, that is from what one seat knew.
"""

from math import sqrt
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from arena.rules import Action, Determinizer, Event, Observation, Rng
from arena.search.explain import line_below, node_text
from arena.search.greedy import action_values
from arena.search.ismcts import Search
from arena.search.playout import Playout
from arena.search.prospects import PARTS, Prospects
from arena.search.root_choice import best_root_action, root_action
from arena.search.settings import Settings
from arena.search.tree import NONE, Tree, key_of

PATIENCE: Final = 30  # guesses for each that is wanted, of which some do not allow what was done


class Tries:
    """How tries came out: their number, and sums of lead and win chance and of their squares."""

    def __init__(self) -> None:
        self.tries = 0
        self._lead = 0.0
        self._lead_squares = 0.0
        self._win = 0.0
        self._win_squares = 0.0

    def add(self, lead: float, win: float) -> None:
        """Count one more."""
        self.tries += 1
        self._lead += lead
        self._lead_squares += lead * lead
        self._win += win
        self._win_squares += win * win

    @property
    def lead(self) -> float:
        """The mean lead in points."""
        return self._lead / max(self.tries, 1)

    @property
    def win(self) -> float:
        """The mean win chance."""
        return self._win / max(self.tries, 1)

    @property
    def lead_stdev(self) -> float:
        """How far the leads of single tries lie apart."""
        return _stdev(self.tries, self._lead, self._lead_squares)

    @property
    def win_stdev(self) -> float:
        """How far the win chances of single tries lie apart."""
        return _stdev(self.tries, self._win, self._win_squares)


class Comparison:
    """What one action brought more than another from the same guesses."""

    def __init__(self) -> None:
        self.difference: Final = Tries()
        self.parts: Final = [0.0] * len(PARTS)  # sums over all pairs, of the difference in lead

    def mean_parts(self) -> dict[str, float]:
        """What the difference in lead is made of."""
        pairs = max(self.difference.tries, 1)
        return {name: self.parts[i] / pairs for i, name in enumerate(PARTS)}


class Analysis:
    """The search of one decision, with what its tries came to in points and in win chance."""

    def __init__(
        self,
        observation: Observation,
        history: list[Event],
        legal: list[Action],
        settings: Settings,
        rng: Rng,
    ) -> None:
        assert observation.viewer is not None
        seats: i64 = observation.config.players
        guess = Determinizer(observation, history, recording=False).sample
        tree = Tree(seats, settings.max_nodes)
        values = action_values(observation, legal)
        self._search: Final = Search(guess, observation.viewer, values, settings, tree, rng)
        self._prospects: Final = Prospects(seats, observation.viewer)
        self._market: Final = vec[i64]([-1 if tile is None else tile.id for tile in observation.market])
        self._legal: Final = legal
        self._tallies: Final[dict[int, Tries]] = {}

    def explore(self, times: int) -> None:
        """Try the game this many times more, each time the action that the search wants to know about."""
        for _ in range(times):
            state = self._search.guess()
            node = self._search.attempt(state)
            self._prospects.look(state)
            self._tally(node).add(self._prospects.lead, self._prospects.win)

    def follow(self, action: Action, times: int) -> None:
        """Try one action this many times more."""
        for _ in range(times):
            state = self._search.guess()
            node = self._search.follow(state, action.code)
            self._prospects.look(state)
            self._tally(node).add(self._prospects.lead, self._prospects.win)

    def compare(self, first: Action, second: Action, pairs: int) -> tuple[Tries, Tries, Comparison]:
        """Try two actions from the same guesses: how each came out, and the first less the second."""
        tallies = (Tries(), Tries())
        comparison = Comparison()
        prospects = self._prospects
        for _ in range(pairs):
            state = self._search.guess()
            twin = state.clone()
            self._search.follow(state, first.code)
            prospects.look(state)
            prospects.look_at_parts(state)
            lead = prospects.lead
            win = prospects.win
            parts = prospects.parts[:]
            tallies[0].add(lead, win)
            self._search.follow(twin, second.code)
            prospects.look(twin)
            prospects.look_at_parts(twin)
            tallies[1].add(prospects.lead, prospects.win)
            comparison.difference.add(lead - prospects.lead, win - prospects.win)
            i: i64
            for i in range(len(parts)):
                comparison.parts[i] += parts[i] - prospects.parts[i]
        return tallies[0], tallies[1], comparison

    def best(self) -> Action:
        """What the search would play."""
        tree = self._search.tree
        seat = self._search.seat
        return self._legal[
            best_root_action([root_action(tree, self._node(one), seat) for one in self._legal])
        ]

    def visits(self, action: Action) -> int:
        """How often an action was tried in all."""
        node = self._node(action)
        return 0 if node == NONE else int(self._search.tree.visits[node])

    def tally(self, action: Action) -> Tries:
        """How tries of an action came out, those of comparisons apart."""
        return self._tallies.get(int(self._node(action)), Tries())

    def line(self, action: Action) -> list[str]:
        """An action and how the game is expected to go on after it."""
        node = self._node(action)
        if node == NONE:
            return [str(action)]
        return [node_text(self._search.tree, one) for one in line_below(self._search.tree, int(node))]

    def _node(self, action: Action) -> i64:
        return self._search.tree.child(0, key_of(self._market, action.code))

    def _tally(self, node: i64) -> Tries:
        tally = self._tallies.get(int(node))
        if tally is None:
            tally = Tries()
            self._tallies[int(node)] = tally
        return tally


def expectation(observation: Observation, history: list[Event], times: int, turns: int, rng: Rng) -> Tries:
    """What a viewer's position comes to if all go on by the heuristic for some turns."""
    return _played_on(observation, history, None, 0, times, turns, rng)


def expectation_after(
    observation: Observation,
    history: list[Event],
    action: Action,
    actor: int,
    times: int,
    turns: int,
    rng: Rng,
) -> Tries:
    """What it comes to after an action of some seat, whatever is drawn then.

    What the draw changes in the expectation has mean zero, because both are the same function of what the viewer knows. Guesses
    under which the action was not legal are left out, and there may be no others.
    """
    return _played_on(observation, history, action, actor, times, turns, rng)


def _played_on(
    observation: Observation,
    history: list[Event],
    action: Action | None,
    actor: int,
    times: int,
    turns: int,
    rng: Rng,
) -> Tries:
    assert observation.viewer is not None
    determinizer = Determinizer(observation, history, recording=False)
    prospects = Prospects(observation.config.players, observation.viewer)
    playout = Playout(Settings().noise)
    tally = Tries()
    for _ in range(times * PATIENCE):
        state = determinizer.sample(rng)
        if action is not None:
            if state.seat != actor or state.check(action) is not None:
                continue
            state.step(action.code)
        playout.play(state, state.turn + turns, rng)
        prospects.look(state)
        tally.add(prospects.lead, prospects.win)
        if tally.tries == times:
            break
    return tally


def _stdev(count: int, total: float, squares: float) -> float:
    if count < 2:
        return 0.0
    mean = total / count
    return sqrt(max(squares / count - mean * mean, 0.0) * count / (count - 1))
