"""How does a playout (rollout) go on? By the heuristic with some randomness, up to a horizon."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from arena.rules import Rng, State
from arena.rules.engine import ActionCodes, onward_codes
from arena.search.heuristic import Heuristic
from arena.search.weights import TUNED

FOREVER: Final = 2**30  # a horizon that no game reaches


class Playout:
    """A way of playing on, with what it keeps to save allocations."""

    def __init__(self, noise: i64, weights: vec[i64] = TUNED) -> None:
        self.noise = noise  # the most that is added to a value by chance; 0: play at random
        self._heuristic = Heuristic(weights)
        self._codes = ActionCodes()

    def play(self, state: State, horizon: i64, rng: Rng) -> None:
        """Play until the game is over or the horizon, a number of turns completed, is reached."""
        if self.noise == 0:
            if horizon < FOREVER:
                self._play_at_random(state, horizon, rng)
            else:
                state.playout(rng)
            return
        while state.depth > 0 and state.turn < horizon:
            state.step(self.choice(state, rng))

    def _play_at_random(self, state: State, horizon: i64, rng: Rng) -> None:
        codes = self._codes
        while state.depth > 0 and state.turn < horizon:
            state.legal_codes(codes)
            state.step(codes.items[rng.below(codes.count)])

    def choice(self, state: State, rng: Rng) -> i64:
        """The action that is played next, in its compact form."""
        codes = self._codes
        codes.clear()
        onward_codes(state, codes)
        if codes.count == 1:
            return codes.items[0]
        self._heuristic.look(state, codes)
        values = self._heuristic.values
        best: i64 = 0
        most: i64 = -1_000_000
        i: i64
        for i in range(codes.count):
            value = values[i] + rng.below(self.noise)
            if value > most:
                most = value
                best = i
        return codes.items[best]
