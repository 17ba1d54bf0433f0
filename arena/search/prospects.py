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

    def look(self, state: State) -> None:
        """Work out lead and win chance of a game that is over or is to be judged as it stands."""
        seat: i64
        over = state.depth == 0
        if not over:
            self._evaluation.look(state)
        for seat in range(self.seats):
            self._scores[seat] = float(state.players[seat].score) if over else self._evaluation.scores[seat]
        best = -1.0e9
        for seat in range(self.seats):
            if seat != self.seat and self._scores[seat] > best:
                best = self._scores[seat]
                self._rival = seat
        own = self._scores[self.seat]
        self.lead = own - best
        if over:
            self._win_of(own, best)
        else:
            self._chance_of(max(own, best), SPREAD[min(len(state.scorings), 2)])

    def _win_of(self, own: float, best: float) -> None:
        winners: i64 = 0
        seat: i64
        for seat in range(self.seats):
            if self._scores[seat] == own:
                winners += 1
        self.win = 0.0 if own < best else 1.0 / float(winners)

    def _chance_of(self, highest: float, spread: float) -> None:
        """A softmax of the expected scores: the chances of all seats make one, and with two it is a curve of their distance."""
        total = 0.0
        seat: i64
        for seat in range(self.seats):
            total += exp(LOGISTIC * (self._scores[seat] - highest) / spread)
        self.win = exp(LOGISTIC * (self._scores[self.seat] - highest) / spread) / total

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
