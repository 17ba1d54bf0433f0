"""House policies that play the other seats of an environment: random, heuristic and greedy."""

from typing import Final

from mypy_extensions import i64

from arena.rules import Rng, State
from arena.rules.engine import ActionCodes
from arena.search import Playout, greedy_choice

RANDOM: Final = "random"
HEURISTIC: Final = "heuristic"
GREEDY: Final = "greedy"
POLICIES: Final = (RANDOM, HEURISTIC, GREEDY)


class HousePolicy:
    """One way to play a seat; what it keeps saves allocations and remembers nothing of a game."""

    def __init__(self, name: str) -> None:
        if name not in POLICIES:
            raise ValueError(f"{name!r} is not a house policy; there are {', '.join(POLICIES)}")
        self.name: Final = name
        self._random: Final = name == RANDOM
        self._greedy: Final = name == GREEDY
        self._playout: Final = Playout(1)
        self._codes: Final = ActionCodes()

    def choice(self, state: State, rng: Rng) -> i64:
        """What the seat that is asked does, as a compact action."""
        if self._greedy:
            legal = state.legal_actions()
            return legal[greedy_choice(state.observe(state.seat), legal)].code
        if self._random:
            state.legal_codes(self._codes)
            return self._codes.items[rng.below(self._codes.count)]
        return self._playout.choice(state, rng)
