"""What may a position come to? The final lead and the win chance of a seat, and what the lead is made of."""

from math import exp
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from arena.rules import State
from arena.rules.engine import Sheet
from arena.search.evaluation import FEATURES, SPREAD, WEIGHTS, Evaluation
from arena.search.majorities import KINDS, SCORINGS

MAJORITIES: Final = 0
WALL: Final = 1
MONEY: Final = 2
TEMPO: Final = 3
TILES: Final = 4
MODULES: Final = 5
PARTS: Final = ("majorities", "wall", "money", "tempo", "tiles", "modules")
"""What a lead is made of. Tempo is who is next and what the market offers to buy; tiles are those in city and reserve and the room for more."""

# By feature of the evaluation, in its order.
PART_OF: Final = vec[i64](
    [
        MAJORITIES, MAJORITIES, MAJORITIES, WALL, MONEY, MONEY, TILES, TILES,
        TEMPO, MAJORITIES, MAJORITIES, MAJORITIES, TILES, TEMPO, TEMPO, MONEY,
    ]
)  # fmt: skip
LOGISTIC: Final = 1.702  # times a normal deviation: the logistic curve is then within 0.01 of the normal one


def expected_scores(state: State, evaluation: Evaluation, out: vec[float]) -> None:
    """The final scores by seat, or those to be expected of a game that is not over."""
    over = state.depth == 0
    if not over:
        evaluation.look(state)
    seat: i64
    for seat in range(len(out)):
        out[seat] = float(state.players[seat].score) if over else evaluation.scores[seat]


def win_chances(state: State, scores: vec[float], out: vec[float]) -> None:
    """The chance of each seat to win, from its final score or the one expected; a win that is shared counts in part."""
    if state.depth == 0:
        _shares_of_win(scores, out)
    else:
        _chances(scores, SPREAD[min(len(state.scorings), 2)], out)


def _shares_of_win(scores: vec[float], out: vec[float]) -> None:
    seat: i64
    highest = scores[0]
    for score in scores:
        highest = max(highest, score)
    winners = 0.0
    for score in scores:
        if score == highest:
            winners += 1.0
    for seat in range(len(scores)):
        out[seat] = 1.0 / winners if scores[seat] == highest else 0.0


def _chances(scores: vec[float], spread: float, out: vec[float]) -> None:
    """A softmax of the expected scores: the chances of all seats make one, and with two it is a curve of their distance."""
    seat: i64
    highest = scores[0]
    for score in scores:
        highest = max(highest, score)
    total = 0.0
    for seat in range(len(scores)):
        out[seat] = exp(LOGISTIC * (scores[seat] - highest) / spread)
        total += out[seat]
    for seat in range(len(scores)):
        out[seat] /= total


class Prospects:
    """What a try came to for one seat; kept to save allocations."""

    def __init__(self, seats: i64, seat: i64) -> None:
        self.seats: Final = seats
        self.seat: Final = seat
        self.lead = 0.0  # over the best other seat
        self.win = 0.0  # a win that is shared counts in part
        self.parts: vec[float] = vec[float]([0.0] * len(PARTS))  # of the lead
        self._rival: i64 = 0  # the best other seat
        self._evaluation: Final = Evaluation(seats)
        self._scores: vec[float] = vec[float]([0.0] * seats)
        self._wins: vec[float] = vec[float]([0.0] * seats)

    def look(self, state: State) -> None:
        """Work out lead and win chance of a game that is over or is to be judged as it stands."""
        seat: i64
        expected_scores(state, self._evaluation, self._scores)
        best = -1.0e9
        for seat in range(self.seats):
            if seat != self.seat and self._scores[seat] > best:
                best = self._scores[seat]
                self._rival = seat
        own = self._scores[self.seat]
        self.lead = own - best
        win_chances(state, self._scores, self._wins)
        self.win = self._wins[self.seat]

    def look_at_parts(self, state: State) -> None:
        """Take apart the lead that was looked at last, of the same state."""
        part: i64
        for part in range(len(PARTS)):
            self.parts[part] = 0.0
        self._add(state, self.seat, 1.0)
        self._add(state, self._rival, -1.0)

    def _add(self, state: State, seat: i64, sign: float) -> None:
        scored: i64 = 0
        row: i64
        for sheet in state.sheets:
            scored += sheet.points[seat]
            self.parts[WALL] += sign * float(sheet.points[seat])
            for row in range(1, KINDS + 1):
                scored += sheet.points[row * sheet.width + seat]
                self.parts[MAJORITIES] += sign * float(sheet.points[row * sheet.width + seat])
        # What modules scored, and what was paid in points.
        self.parts[MODULES] += sign * float(state.players[seat].score - scored)
        if state.depth > 0:
            self._add_expected(state, seat, sign)

    def _add_expected(self, state: State, seat: i64, sign: float) -> None:
        held: i64 = min(len(state.scorings), 2)
        first = held * 2 * FEATURES
        left = self._evaluation.left
        feature: i64
        for feature in range(FEATURES):
            weight = WEIGHTS[first + feature] + left * WEIGHTS[first + FEATURES + feature]
            self.parts[PART_OF[feature]] += (
                sign * weight * self._evaluation.features[seat * FEATURES + feature]
            )
        scoring: i64
        for scoring in range(held, SCORINGS):
            # The evaluation counts what modules would score with the majorities.
            weight = WEIGHTS[first + scoring] + left * WEIGHTS[first + FEATURES + scoring]
            expected = sign * weight * float(self._module_points(state, seat, scoring + 1))
            self.parts[MODULES] += expected
            self.parts[MAJORITIES] -= expected

    def _module_points(self, state: State, seat: i64, scoring: i64) -> i64:
        names = [module.row for module in state.modules if module.row]
        if not names:
            return 0
        width = self.seats + 1 if self.seats == 2 else self.seats
        sheet = Sheet(scoring, names, width, vec[i64]([0] * (width * len(names))))
        for module in state.modules:
            if module.row:
                module.score(state, scoring, sheet)
        return sheet.total(seat)
