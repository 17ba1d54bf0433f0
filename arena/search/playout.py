"""How does a game go on when nobody thinks long? Play by instinct, with a little chance, up to a horizon."""

from librt.vecs import vec
from mypy_extensions import i64

from arena.rules.chance import Rng
from arena.rules.codes import Codes
from arena.rules.legal import onward_codes
from arena.rules.state import State
from arena.search.instinct import TUNED, Instinct


class Playout:
    """A way of playing on, with what it keeps to save allocations."""

    def __init__(self, noise: i64, weights: vec[i64] = TUNED) -> None:
        self.noise = noise  # a value is worth up to so much more than it looks; 0: play at random
        self._instinct = Instinct(weights)
        self._codes = Codes()

    def play(self, state: State, horizon: i64, rng: Rng) -> None:
        """Play until the game is over or so many turns have been completed."""
        if self.noise == 0:
            state.playout(rng)
            return
        while state.depth > 0 and state.turn < horizon:
            state.step(self.choice(state, rng))

    def choice(self, state: State, rng: Rng) -> i64:
        codes = self._codes
        codes.clear()
        onward_codes(state, codes)
        if codes.count == 1:
            return codes.items[0]
        self._instinct.look(state, codes)
        values = self._instinct.values
        best: i64 = 0
        most: i64 = -1_000_000
        i: i64
        for i in range(codes.count):
            value = values[i] + rng.below(self.noise)
            if value > most:
                most = value
                best = i
        return codes.items[best]
