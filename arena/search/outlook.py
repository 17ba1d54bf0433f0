"""How will this game end? The final scores that a position lets expect, without playing on.

What the scorings to come would give if they were held now, the wall, money, tiles and whose turn is next, each with a weight. The
weights were fitted to positions of games that instinct played at two, three and four seats: least squares on how far each
seat's final score lay from the mean of all seats (benchmarks/outlook.py).
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from arena.rules.money import purse_size, purse_total
from arena.rules.scoring import filled_sheet
from arena.rules.state import State
from arena.rules.steps import step_seat

SCORINGS: Final = 3
BAG: Final = 54.0  # tiles in a full bag (1.1)

# By scorings held: points of scoring 1, 2, 3 if held now, wall, coin, card, tile in the city and in the reserve, and the place
# in turn order as a share of the table.
_NONE_HELD: Final = (0.72, 0.42, -0.24, 0.06, 0.46, 2.24, 9.47, 0.52, -6.44)
_ONE_HELD: Final = (0.0, 0.77, -0.08, 0.11, 0.21, 1.39, 6.48, -1.18, -4.76)
_TWO_HELD: Final = (0.0, 0.0, 0.71, 0.92, 0.16, 0.28, 1.41, -0.70, -3.26)
_MORE_WITH_BAG: Final = (
    0.0,
    0.0,
    -1.32,
    -3.36,
    -0.17,
    0.96,
    6.97,
    -3.45,
    1.06,
)  # two held, times the bag's share
FEATURES: Final = 9
WEIGHTS: Final = vec[float](_NONE_HELD + _ONE_HELD + _TWO_HELD)
MORE_WITH_BAG: Final = vec[float](_MORE_WITH_BAG)
SPREAD: Final = vec[float]([26.0, 21.0, 13.0])  # by scorings held: how far a lead that is expected may be out


class Outlook:
    """Expected final scores by seat, kept to save allocations."""

    def __init__(self, seats: i64) -> None:
        self.scores: vec[float] = vec[float]([0.0] * seats)
        self._features: vec[float] = vec[float]([0.0] * FEATURES)

    def look(self, state: State) -> None:
        """Put the final scores to be expected of a game that is not over into `scores`."""
        seats: i64 = len(state.players)
        held: i64 = min(len(state.scorings), 2)
        bag = float(len(state.bag) - state.bag_next) / BAG
        next_seat = step_seat(state.pending()[0])
        seat: i64
        for seat in range(seats):
            self.scores[seat] = float(state.players[seat].score)
        scoring: i64
        for scoring in range(held, SCORINGS):
            weight = WEIGHTS[held * FEATURES + scoring]
            if held == 2:
                weight += bag * MORE_WITH_BAG[scoring]
            sheet = filled_sheet(state, scoring + 1)
            for seat in range(seats):
                wall = sheet.points[seat]
                self.scores[seat] += weight * float(sheet.total(seat) - wall)
        for seat in range(seats):
            self._read(state, seat)
            self._features[8] = float((seat + seats - next_seat) % seats) / float(seats)
            i: i64
            for i in range(SCORINGS, FEATURES):
                weight = WEIGHTS[held * FEATURES + i]
                if held == 2:
                    weight += bag * MORE_WITH_BAG[i]
                self.scores[seat] += weight * self._features[i]

    def _read(self, state: State, seat: i64) -> None:
        """What a seat has: wall, coins, cards and tiles."""
        player = state.players[seat]
        coins: i64 = 0
        cards: i64 = 0
        slot: i64
        for slot in range(4):
            coins += purse_total(player.hand[slot])
            cards += purse_size(player.hand[slot])
        self._features[3] = float(player.city.wall)
        self._features[4] = float(coins)
        self._features[5] = float(cards)
        self._features[6] = float(len(player.city.spots) - 1)
        self._features[7] = float(len(player.reserve))
