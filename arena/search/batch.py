"""Many playouts at once: what does each action of a decision come to, tried from the same states?"""

from math import sqrt
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from arena.rules import Rng, State
from arena.search.evaluation import SPREAD, Evaluation
from arena.search.playout import FOREVER, Playout
from arena.search.prospects import expected_scores, win_chances
from arena.search.reward import rewards
from arena.search.settings import Settings


class ActionTally:
    """How the playouts of one action came out: sums by seat."""

    def __init__(self, seats: i64) -> None:
        self.playouts: i64 = 0
        self.points: vec[float] = vec[float]([0.0] * seats)
        self.wins: vec[float] = vec[float]([0.0] * seats)
        self.rewards: vec[float] = vec[float]([0.0] * seats)
        self.squares = 0.0  # of the rewards of the seat that decides

    def deviation(self, seat: int) -> float:
        """How far the rewards of the seat that decides lie apart."""
        count = float(self.playouts)
        if count < 2.0:
            return 0.0
        mean = self.rewards[seat] / count
        return sqrt(max(self.squares / count - mean * mean, 0.0) * count / (count - 1.0))


class PlayoutBatch:
    """Playouts of the actions of one decision, with what is kept to save allocations."""

    def __init__(self, seats: int, seat: int, codes: list[int], sensible: bool, turns: int) -> None:
        settings = Settings()
        self.tallies: Final = [ActionTally(seats) for _ in codes]
        self._codes: Final = vec[i64](codes)
        self._seat: Final[i64] = seat
        self._turns: Final[i64] = turns  # after the action; 0: to the end
        self._win: Final = settings.win
        self._margin: Final = settings.margin
        self._playout: Final = Playout(settings.noise if sensible else 0)
        self._evaluation: Final = Evaluation(seats)
        self._scores: Final = vec[float]([0.0] * seats)
        self._wins: Final = vec[float]([0.0] * seats)
        self._rewards: Final = vec[float]([0.0] * seats)

    def round(self, state: State, rng: Rng) -> None:
        """Try every action once from a state, which stays as it is."""
        i: i64
        for i in range(len(self._codes)):
            game = state.clone()
            game.step(self._codes[i])
            self._play_on(game, rng)
            self._count(game, self.tallies[i])

    def _play_on(self, game: State, rng: Rng) -> None:
        horizon: i64 = FOREVER
        if self._turns > 0:
            horizon = game.turn + self._turns
        self._playout.play(game, horizon, rng)

    def _count(self, game: State, tally: ActionTally) -> None:
        expected_scores(game, self._evaluation, self._scores)
        win_chances(game, self._scores, self._wins)
        if game.depth == 0:
            rewards(self._scores, self._win, self._margin, self._rewards)
        else:  # as the search judges a position: ranks that are only expected say little
            rewards(self._scores, 0.0, SPREAD[min(len(game.scorings), 2)], self._rewards)
        tally.playouts += 1
        seat: i64
        for seat in range(len(self._scores)):
            tally.points[seat] += self._scores[seat]
            tally.wins[seat] += self._wins[seat]
            tally.rewards[seat] += self._rewards[seat]
        own = self._rewards[self._seat]
        tally.squares += own * own


def expectations(states: list[State]) -> list[tuple[list[float], list[float]]]:
    """For each state the final points and the chance to win that each seat can expect."""
    result: list[tuple[list[float], list[float]]] = []
    evaluation: Evaluation | None = None
    for state in states:
        seats: i64 = len(state.players)
        if evaluation is None or evaluation.seats != seats:
            evaluation = Evaluation(seats)
        scores = vec[float]([0.0] * seats)
        wins = vec[float]([0.0] * seats)
        expected_scores(state, evaluation, scores)
        win_chances(state, scores, wins)
        result.append((list(scores), list(wins)))
    return result
