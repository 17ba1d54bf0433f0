"""Expected final scores of a position, computed without playing on.

What the scorings to come would give if they were held now, how safe majorities are, wall, money, tiles and whose turn is next,
each with a weight. The weights were fitted to positions of games that the heuristic played at two, three and four seats: least
squares on how far each seat's final score lay from the mean of all seats (benchmarks/evaluation.py).
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from arena.rules import State
from arena.rules.engine import (
    AWARDED_RANKS,
    MOST_TIED,
    Hooks,
    Sheet,
    can_pay_exactly,
    longest_wall,
    purse_size,
    purse_total,
    step_seat,
)
from arena.search.majorities import KINDS, SCORINGS

SAFE: Final = 2  # tiles ahead of the next of which more are not counted
BAG: Final = 54.0  # tiles in a full bag (1.1)
DECK: Final = 108.0  # money cards (1.2)
DECK_OF_TWO: Final = 72.0  # of those, what two players use (11.1)

NAMES: Final = (
    "points of scoring 1 if it were held now",
    "points of scoring 2",
    "points of scoring 3",
    "wall",
    "coins",
    "cards",
    "tiles in the city",
    "tiles in the reserve",
    "position in turn order as a share of the table",
    "tiles ahead of the best other in each kind, times its worth",
    "tiles times the rank of their kind",
    "kinds in the city",
    "squares beside the city",
    "tiles of the market that can be paid exactly",
    "tiles of the market that can be paid, but not exactly",
    "coins of each currency squared",
)
FEATURES: Final = 16
# By scorings held a weight for each feature, then what is added to it times the part of deck (two held: bag) that is left.
_NONE_HELD: Final = (
    1.38, -0.0621, 0.578, 1.68, 0.00234, 0.537, 4.11, 1.42, -5.07, 0.0605, -0.365, -5.01, 0.503, 3.15, 0.0905, -0.00397,
    -1.32, -1.65, 0.754, -2.81, 0.734, 1.98, 3.73, 1.09, -2.38, -0.0171, 1.0, -3.28, 0.0908, -0.547, -0.319, 0.00352,
)  # fmt: skip
_ONE_HELD: Final = (
    0.0, 1.11, 0.424, 2.21, 0.348, 0.0977, 3.15, -2.63, -5.15, 0.0106, -0.13, -2.73, -0.0141, 2.4, -0.213, -0.00695,
    0.0, -3.36, 0.483, -5.49, 0.116, 2.28, 5.46, 5.82, -0.716, 0.0604, 0.525, -2.61, 1.7, -1.15, 0.122, 0.0121,
)  # fmt: skip
_TWO_HELD: Final = (
    0.0, 0.0, 0.72, 0.885, 0.284, 0.0214, 1.92, -0.587, -2.76, -0.00632, -0.0712, -1.22, 0.0141, 1.96, 0.0599, -0.00502,
    0.0, 0.0, -1.32, -2.86, 0.0846, 1.31, 4.52, -2.53, -0.801, 0.0444, -0.0119, 1.23, 1.31, -2.17, -0.0592, 0.00397,
)  # fmt: skip
WEIGHTS: Final = vec[float](_NONE_HELD + _ONE_HELD + _TWO_HELD)
SPREAD: Final = vec[float]([26.0, 21.0, 13.0])  # by scorings held: how far a lead that is expected may be out


class Evaluation:
    """Expected final scores by seat, kept to save allocations."""

    def __init__(self, seats: i64) -> None:
        self.seats: Final = seats
        self.scores: vec[float] = vec[float]([0.0] * seats)
        self.features: vec[float] = vec[float]([0.0] * (seats * FEATURES))  # seat after seat
        self.left: float = 0.0  # of deck or bag
        self._columns: i64 = seats + 1 if seats == 2 else seats  # Dirk is one more
        self._counts: vec[i64] = vec[i64]([0] * (KINDS * self._columns))  # tiles, kind after kind
        self._kind: vec[i64] = vec[i64]([0] * self._columns)
        # Of the game that is looked at: what its modules would give
        self._hooks: Hooks | None = None
        self._sheet: Sheet = Sheet(0, [], self._columns, vec[i64]())

    def look(self, state: State) -> None:
        """Put the final scores to be expected of a game that is not over into `scores`."""
        self.read(state)
        held: i64 = min(len(state.scorings), 2)
        first = held * 2 * FEATURES
        seat: i64
        i: i64
        for seat in range(self.seats):
            score = float(state.players[seat].score)
            for i in range(FEATURES):
                weight = WEIGHTS[first + i] + self.left * WEIGHTS[first + FEATURES + i]
                score += weight * self.features[seat * FEATURES + i]
            self.scores[seat] = score

    def read(self, state: State) -> None:
        """Put what the weights are for into `features`."""
        held: i64 = min(len(state.scorings), 2)
        if held == 2:
            self.left = min(float(len(state.bag) - state.bag_next) / BAG, 1.0)
        else:
            whole = DECK_OF_TWO if self.seats == 2 else DECK
            self.left = float(len(state.deck) - state.deck_next) / whole
        next_seat = step_seat(state.pending()[0])
        seat: i64
        for seat in range(self.seats):
            first = seat * FEATURES
            self.features[first] = 0.0
            self.features[first + 1] = 0.0
            self.features[first + 2] = 0.0
            self._read_city(state, seat, first)
            self._read_money(state, seat, first)
            self.features[first + 8] = float((seat + self.seats - next_seat) % self.seats) / float(self.seats)
        self._read_kinds(state, held)
        if state.modules:
            self._read_modules(state, held)

    def _read_city(self, state: State, seat: i64, first: i64) -> None:
        player = state.players[seat]
        city = player.city
        self.features[first + 3] = float(longest_wall(city))
        self.features[first + 6] = float(len(city.spots) - 1)
        self.features[first + 7] = float(len(player.reserve))
        self.features[first + 12] = float(len(city.frontier))

    def _read_money(self, state: State, seat: i64, first: i64) -> None:
        coins: i64 = 0
        cards: i64 = 0
        exact: i64 = 0
        more: i64 = 0
        squares: i64 = 0
        slot: i64
        for slot in range(4):
            purse = state.players[seat].hand[slot]
            total = purse_total(purse)
            coins += total
            cards += purse_size(purse)
            squares += total * total
            tile = state.market[slot]
            if tile >= 0 and total >= state.book.price[tile]:
                if can_pay_exactly(purse, state.book.price[tile]):
                    exact += 1
                else:
                    more += 1
        self.features[first + 4] = float(coins)
        self.features[first + 5] = float(cards)
        self.features[first + 13] = float(exact)
        self.features[first + 14] = float(more)
        self.features[first + 15] = float(squares)

    def _read_kinds(self, state: State, held: i64) -> None:
        """Majorities as they are (9.5, 9.6), and how safe they are."""
        self._count(state)
        seat: i64
        kind: i64
        other: i64
        for seat in range(self.seats):
            first = seat * FEATURES
            ahead: i64 = 0
            worth: i64 = 0
            kinds: i64 = 0
            for kind in range(KINDS):
                own = self._counts[kind * self._columns + seat]
                best: i64 = 0
                for other in range(self._columns):
                    if other != seat:
                        best = max(best, self._counts[kind * self._columns + other])
                ahead += (16 + kind) * max(-SAFE, min(SAFE, own - best))
                worth += kind * own
                kinds += min(own, 1)
            self.features[first + 9] = float(ahead)
            self.features[first + 10] = float(worth)
            self.features[first + 11] = float(kinds)
        for kind in range(KINDS):
            self._read_shares(state, held, kind)

    def _read_shares(self, state: State, held: i64, kind: i64) -> None:
        """Add what each seat would get for a kind in each scoring to come."""
        counts = self._kind
        column: i64
        for column in range(self._columns):
            counts[column] = self._counts[kind * self._columns + column]
        for index in state.hooks.counting:
            state.plugs[index].module.count_halves(kind, counts)
        shares = state.book.shares.each
        seat: i64
        for seat in range(self.seats):
            own = counts[seat]
            above: i64 = 0
            tied: i64 = 0
            for count in counts:
                if count > own:
                    above += 1
                elif count == own:
                    tied += 1
            if own > 0 and above < AWARDED_RANKS:
                scoring: i64
                for scoring in range(held, SCORINGS):
                    rank = (scoring * KINDS + kind) * AWARDED_RANKS + above
                    self.features[seat * FEATURES + scoring] += float(shares[rank * MOST_TIED + tied - 1])

    def _count(self, state: State) -> None:
        """Tiles of each kind in the cities and with Dirk."""
        columns = self._columns
        kind: i64
        seat: i64
        for kind in range(KINDS):
            for seat in range(self.seats):
                self._counts[kind * columns + seat] = state.players[seat].city.count_of(kind)
            if columns > self.seats:
                self._counts[kind * columns + self.seats] = 0
        for tile in state.dirk:
            kind = state.book.kind[tile]
            if kind >= 0:
                self._counts[kind * columns + self.seats] += 1

    def _read_modules(self, state: State, held: i64) -> None:
        """What modules would give, added to the points of the kinds."""
        if self._hooks is not state.hooks:
            self._hooks = state.hooks
            names = [module.row for module in state.modules if module.row]
            self._sheet = Sheet(0, names, self._columns, vec[i64]([0] * (self._columns * len(names))))
        sheet = self._sheet
        scoring: i64
        seat: i64
        i: i64
        for scoring in range(held, SCORINGS):
            sheet.scoring = scoring + 1
            for i in range(len(sheet.points)):
                sheet.points[i] = 0
            for plug in state.plugs:
                if plug.module.row:
                    plug.module.score(state, scoring + 1, sheet)
            for seat in range(self.seats):
                self.features[seat * FEATURES + scoring] += float(sheet.total(seat))
