"""What would a sensible player do who looks one step ahead? The greedy policy, exactly as docs/greedy.md specifies it.

It uses whole numbers, the observation and the list of legal actions, and nothing else, so that it can be written in any
language and give the same answers.
"""

from collections.abc import Sequence
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from arena.rules import action as a
from arena.rules.action import Action
from arena.rules.components import BOOK, TILES, Tile
from arena.rules.modules.falconers import COLOUR, FALCON
from arena.rules.modules.falconers import NAMES as FALCONS
from arena.rules.modules.vizier import DECLINE, FAVOUR, FAVOUR_OFFER, WAKE
from arena.rules.money import purse_total
from arena.rules.view import Observation
from arena.search.greedy_city import Sketch

NEXT: Final = 12  # a point in the scoring that comes next
LATER: Final = 8  # a point in one after that
LEVELS_BELOW: Final = 1  # how much a kind's gain one tile ago counts,
LEVELS_HERE: Final = 2  # the gain of this tile,
LEVELS_ABOVE: Final = 1  # and the gain of the tile after it
OUTER: Final = 4  # an outer wall segment, in the longest run or not
OPEN: Final = 8  # an open side of the city,
OPEN_MOST: Final = 6  # up to so many
COIN: Final = 6  # money worth 1
EXTRA: Final = 60  # an extra action (3.2)
EXACT: Final = 6  # eighths of a tile's gain: it can be paid exactly,
ENOUGH: Final = 4  # it can be paid,
PART: Final = 2  # all its price is in the hand but the last coin
STORED: Final = 4  # eighths of a kind's gain: the tile is in the reserve
AWAKE: Final = 60  # a vizier that is awake

MEDINA: Final = 6  # medinas are counted like a seventh kind
KINDS_COUNTED: Final = 7
EIGHTHS: Final = 8
PRICES: Final = 16383  # bits 0 to 13: what a hand can pay exactly, as far as prices go


def choose(observation: Observation, legal: Sequence[Action]) -> int:
    """The place in the list of the best action, the earliest if several are equally good."""
    return first_best(action_values(observation, legal))


def first_best(values: list[int]) -> int:
    """The place of the greatest number, the earliest if several are."""
    return values.index(max(values))


def action_values(observation: Observation, legal: Sequence[Action]) -> list[int]:
    """What each action is worth, in the units of the weights above."""
    table = Table(observation)
    return [int(table.value(action.code)) for action in legal]


class Table:
    """What the policy works out once for a decision."""

    def __init__(self, observation: Observation) -> None:
        viewer = observation.viewer
        if viewer is None:
            raise ValueError("a spectator has nothing to decide")
        own = observation.seats[viewer]
        self.observation: Final = observation
        self.seat: Final[i64] = viewer
        self.weights: Final = _weights(observation.scorings)
        self.horizon: Final = self.weights[0] + self.weights[1] + self.weights[2]
        self.counts: Final = _counts(observation)
        self.sketch: Final = Sketch(own.city)
        self.before: Final = self._city_value()
        self.total = vec[i64]([0, 0, 0, 0])
        self.reach = vec[i64]([1, 1, 1, 1])
        for card in own.hand or ():
            self._hold(card.id)
        self.gains = vec[i64]([-1] * len(TILES))
        self.frontier: Final = self.sketch.frontier()

    def value(self, code: i64) -> i64:
        """What an action is worth."""
        verb = a.verb_of(code)
        tile = a.tile_of(code)
        if verb == a.TAKE:
            return self._take(code)
        if verb == a.BUY or verb == FAVOUR:
            bought = self.observation.market[a.slot_of(code)]
            return 0 if bought is None else self._buy(bought.id, code, verb == a.BUY)
        if verb == a.BUY_OFFER or verb == FAVOUR_OFFER:
            return self._buy(tile, code, verb == a.BUY_OFFER)
        if verb == a.PLACE or verb == a.BUILD:
            gain = self._gain_from(_counted_kind(tile), -1 if verb == a.PLACE else 0)
            value = gain + self._site(self._square(code), tile)
            return value if verb == a.PLACE else value - gain * STORED // EIGHTHS
        if verb == a.RESERVE:
            return self._gain_from(_counted_kind(tile), -1) * STORED // EIGHTHS
        if verb == a.GIVE:
            return -1
        if verb == a.REMOVE:
            return self._lifted(self.sketch.where(tile), tile)
        if verb == a.EXCHANGE:
            return self._exchanged(self._square(code), tile)
        if verb == WAKE or verb == DECLINE:
            return AWAKE
        if verb == FALCON:
            return self._falcon(tile) - COIN * (a.card_of(code) % 9 + 1)
        return 0

    def _square(self, code: i64) -> i64:
        return self.sketch.square(a.x_of(code), a.y_of(code))

    def _city_value(self) -> i64:
        worth = self.sketch.worth()
        points = (worth.wall + worth.camps) * self.horizon + worth.bazaars * self.weights[2]
        return 4 * points + OUTER * worth.outer + OPEN * min(worth.open_sides, OPEN_MOST)

    def _site(self, square: i64, tile: i64) -> i64:
        """What the city gains by a tile on an empty square, its kind apart."""
        self.sketch.put(square, tile)
        after = self._city_value()
        self.sketch.lift(square)
        return after - self.before

    def _lifted(self, square: i64, tile: i64) -> i64:
        self.sketch.lift(square)
        after = self._city_value()
        self.sketch.put(square, tile)
        loss = self._gain_from(_counted_kind(tile), -1)
        return after - self.before - loss + loss * STORED // EIGHTHS

    def _exchanged(self, square: i64, tile: i64) -> i64:
        old = self.sketch.cells[square]
        self.sketch.lift(square)
        after = self._site(square, tile)
        self.sketch.put(square, old)
        if _counted_kind(old) == _counted_kind(tile):
            return after
        loss = self._gain_from(_counted_kind(old), -1)
        gain = self._kind_gain(tile)
        return after - (loss - loss * STORED // EIGHTHS) + (gain - gain * STORED // EIGHTHS)

    def _stored(self, tile: i64) -> i64:
        return self._kind_gain(tile) * STORED // EIGHTHS

    def _kind_gain(self, tile: i64) -> i64:
        return self._gain_from(_counted_kind(tile), 0)

    def _gain_from(self, kind: i64, change: i64) -> i64:
        """What one more tile of a kind gains, the own count changed first."""
        if kind < 0:
            return 0
        own = self.counts[self.seat * KINDS_COUNTED + kind] + change
        below = self._points(kind, max(own - 1, 0))
        here = self._points(kind, own)
        above = self._points(kind, own + 1)
        beyond = self._points(kind, own + 2)
        return LEVELS_BELOW * (here - below) + LEVELS_HERE * (above - here) + LEVELS_ABOVE * (beyond - above)

    def _points(self, kind: i64, own: i64) -> i64:
        """The weighted points of a kind over the scorings to come, with so many tiles of it."""
        points: i64 = 0
        scoring: i64
        for scoring in range(1, 4):
            weight = self.weights[scoring - 1]
            if weight:
                if kind == MEDINA:
                    points -= weight * self._medina_loss(scoring, own)
                elif own > 0:
                    points += weight * self._share(scoring, kind, own)
        return points

    def _share(self, scoring: i64, kind: i64, own: i64) -> i64:
        """What the own count of a kind earns in a scoring (9.5, 9.6)."""
        above: i64 = 0
        tied: i64 = 1
        seat: i64
        for seat in range(len(self.counts) // KINDS_COUNTED):
            if seat != self.seat:
                count = self.counts[seat * KINDS_COUNTED + kind]
                if count > own:
                    above += 1
                elif count == own:
                    tied += 1
        points: i64 = 0
        place: i64
        for place in range(above, min(above + tied, scoring)):
            points += _place_points(scoring, kind, place)
        return points // tied

    def _medina_loss(self, scoring: i64, own: i64) -> i64:
        """About what is lost for few medinas (16.2): the seats with fewer take the larger losses."""
        fewer: i64 = 0
        seat: i64
        for seat in range(len(self.counts) // KINDS_COUNTED):
            if seat != self.seat and self.counts[seat * KINDS_COUNTED + MEDINA] < own:
                fewer += 1
        loss = 3 * max(scoring - fewer, 0)
        return loss if own > 0 else loss + scoring

    def _gain(self, tile: i64) -> i64:
        """What a tile bought now would gain, on the best square that seems to take it; never below 0."""
        if self.gains[tile] < 0:
            best = self._stored(tile)
            kind_gain = self._kind_gain(tile)
            for square in self.frontier:
                if self.sketch.fits(square, tile):
                    best = max(best, kind_gain + self._site(square, tile))
            self.gains[tile] = best
        return self.gains[tile]

    def _buy(self, tile: i64, code: i64, extra: bool) -> i64:
        paid = purse_total(a.purse_of(code))
        value = self._gain(tile) - COIN * paid
        beside = self.observation.market[a.currency_of(code)]
        if extra and beside is not None and paid == beside.price:
            value += EXTRA
        return value

    def _take(self, code: i64) -> i64:
        """Money is worth its coins, and what it helps to buy of the market as it is."""
        total = self.total[:]
        reach = self.reach[:]
        value = -self._readiness()
        for card in a.listed_cards(code):
            self._hold(card)
            value += COIN * (card % 9 + 1)
        value += self._readiness()
        self.total = total
        self.reach = reach
        return value

    def _hold(self, card: i64) -> None:
        currency = card // 9
        value = card % 9 + 1
        self.total[currency] += value
        self.reach[currency] |= (self.reach[currency] << value) & PRICES

    def _readiness(self) -> i64:
        value: i64 = 0
        slot: i64
        for slot in range(4):
            tile = self.observation.market[slot]
            if tile is not None:
                price: i64 = tile.price
                if (self.reach[slot] >> price) & 1:
                    value += self._gain(tile.id) * EXACT // EIGHTHS
                elif self.total[slot] >= price:
                    value += self._gain(tile.id) * ENOUGH // EIGHTHS
                else:
                    value += self._gain(tile.id) * PART * self.total[slot] // (EIGHTHS * price)
        return value

    def _falcon(self, falcon: i64) -> i64:
        """Two points for the first falcon of a colour, four more for the second, and so on, in every scoring to come."""
        owned: i64 = 0
        falcons = self.observation.extras["falcons"]
        assert isinstance(falcons, tuple)
        for name, seat, _, _ in falcons:
            if seat == self.seat and COLOUR[FALCONS.index(name)] == COLOUR[falcon]:
                owned += 1
        return 4 * 2 * (owned + 1) * self.horizon


def _weights(held: tuple[int, ...]) -> vec[i64]:
    """What a point counts in scoring 1, 2 and 3; nothing once that was held."""
    weights = vec[i64]([0, 0, 0])
    following = NEXT
    scoring: i64
    for scoring in range(3):
        if int(scoring) + 1 not in held:
            weights[scoring] = following
            following = LATER
    return weights


def _counts(observation: Observation) -> vec[i64]:
    """Tiles by seat and kind, those set aside included; Dirk is one more seat."""
    seats = len(observation.seats) + (0 if observation.dirk is None else 1)
    counts = vec[i64]([0] * (seats * KINDS_COUNTED))
    first: i64 = 0
    for seat in observation.seats:
        for placed in seat.city:
            _count(counts, first, placed.tile)
        for tile in seat.aside:
            _count(counts, first, tile)
        first += KINDS_COUNTED
    for tile in observation.dirk or ():
        _count(counts, first, tile)
    return counts


def _count(counts: vec[i64], first: i64, tile: Tile) -> None:
    kind = _counted_kind(tile.id)
    if kind >= 0:
        counts[first + kind] += 1


def _counted_kind(tile: i64) -> i64:
    kind = BOOK.kind[tile]
    return MEDINA if kind < 0 and TILES[tile].group == "medina" else kind


def _place_points(scoring: i64, kind: i64, place: i64) -> i64:
    """What a place, counted from 0, is worth (9.5)."""
    if place == scoring - 1:
        return kind + 1
    return kind + 8 * (scoring - 1 - place)
