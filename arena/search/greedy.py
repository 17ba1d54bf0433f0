"""The greedy policy, which looks one step ahead, exactly as docs/greedy.md specifies it.

It uses whole numbers, the observation and the list of legal actions, and nothing else, so that it can be written in any
language and give the same answers.
"""

from collections.abc import Sequence
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from arena.rules import TILES, Action, Observation
from arena.rules.engine import (
    BOOK,
    BUILD,
    BUY,
    BUY_GAMBLING,
    BUY_HAGGLING,
    BUY_OFFER,
    BUY_WITH_BOTH,
    CHOOSE,
    EXCHANGE,
    FALCON,
    FALCON_COLOUR,
    FALCON_NAMES,
    FAVOUR,
    FAVOUR_OFFER,
    FIRST_VERB,
    PAY,
    PLACE,
    REMOVE,
    TAKE,
    USE_ARCHITECT,
    USE_EXCHANGER,
    USE_MASON,
    USE_SCOUT,
    USE_TELLER,
    VALUES,
    card_of,
    currency_of,
    fee_of,
    listed_cards,
    number_of,
    purse_of,
    purse_size,
    purse_total,
    slot_of,
    tile_of,
    towers_of,
    verb_of,
    x_of,
    y_of,
)
from arena.search.greedy_city import CitySketch
from arena.search.greedy_palace import GUARD, Guarded, guarded

KIND_POINT: Final = 8  # half a point: the gain of a kind looks at two tiles
CITY_POINT: Final = 16  # a point for wall, camps, bazaars or falcons
COIN: Final = 9  # money worth 1,
TILES_PER_COIN: Final = 2  # but no more than one for so many tiles in the bag
CARD: Final = 6  # a money card, whatever its value
EXTRA: Final = 100  # an extra action (3.2)
INEXACT: Final = 4  # a tile that cannot be paid exactly yet has one part in so many of its gain

SCORINGS: Final = 3
MEDINA: Final = 6  # medinas are counted like a seventh kind
COUNTED: Final = 7
PRICES: Final = 16383  # bits 0 to 13, as far as prices go


def choose(observation: Observation, legal: Sequence[Action]) -> int:
    """The place in the list of the best action, the earliest if several are equally good."""
    values = action_values(observation, legal)
    return values.index(max(values))


def action_values(observation: Observation, legal: Sequence[Action]) -> list[int]:
    """What each action is worth."""
    table = GreedyDecision(observation)
    return [int(table.value(action.code)) for action in legal]


class GreedyDecision:
    """What the policy knows of a decision."""

    def __init__(self, observation: Observation) -> None:
        viewer = observation.viewer
        if viewer is None:
            raise ValueError("a spectator has nothing to decide")
        own = observation.seats[viewer]
        self.observation: Final = observation
        self.seat: Final[i64] = viewer
        self.held: Final[i64] = len(observation.scorings)
        self.coin: Final[i64] = min(COIN, observation.bag_size // TILES_PER_COIN)
        self.palace: Final = guarded(observation)
        self.book: Final = BOOK if self.palace is None else self.palace.module.altered(BOOK)
        self.counts: Final = self._counts()
        self.sketch: Final = CitySketch(own.city, self.book)
        self.before: Final = self._city_value()
        self.total: vec[i64] = vec[i64]([0, 0, 0, 0])
        self.reach: vec[i64] = vec[i64]([1, 1, 1, 1])
        for card in own.hand or ():
            self._hold(card.id)
        self.gains: Final = vec[i64]([-1] * len(TILES))

    def value(self, code: i64) -> i64:
        """What an action is worth."""
        verb = verb_of(code)
        tile = tile_of(code)
        if verb == TAKE:
            return self._take(code)
        if verb == BUY or verb == FAVOUR:
            sold = self.observation.market[slot_of(code)]
            return 0 if sold is None else self._buy(sold.id, code)
        if verb == BUY_OFFER or verb == FAVOUR_OFFER:
            return self._buy(tile, code)
        if verb == PLACE or verb == BUILD:
            return self._kind_gain(tile, 0) + self._site(self._square(code), tile)
        if verb == REMOVE:
            return self._removed(self.sketch.where(tile)) - self._kind_gain(tile, 1)
        if verb == EXCHANGE:
            return self._exchanged(self._square(code), tile)
        if verb >= FIRST_VERB and self.palace is not None:
            return self._ability(self.palace, code)
        if verb == FALCON:
            return self._falcon(tile) - CARD - self.coin * (card_of(code) % VALUES + 1)
        return 0  # reserve, give, wake, decline, done, pass

    def _square(self, code: i64) -> i64:
        return self.sketch.square(x_of(code), y_of(code))

    def _city_value(self) -> i64:
        return CITY_POINT * self.sketch.points(SCORINGS - self.held)

    def _site(self, square: i64, tile: i64) -> i64:
        """What the city gains by a tile on an empty square, its kind apart."""
        self.sketch.put(square, tile)
        after = self._city_value()
        self.sketch.lift(square)
        return after - self.before

    def _removed(self, square: i64) -> i64:
        """What the city gains if the tile of a square is gone, its kind apart."""
        tile = self.sketch.cells[square]
        self.sketch.lift(square)
        after = self._city_value()
        self.sketch.put(square, tile)
        return after - self.before

    def _exchanged(self, square: i64, tile: i64) -> i64:
        old = self.sketch.cells[square]
        self.sketch.lift(square)
        value = self._site(square, tile)
        self.sketch.put(square, old)
        if self._counted_kind(tile) != self._counted_kind(old):
            value += self._kind_gain(tile, 0) - self._kind_gain(old, 1)
        return value

    def _kind_gain(self, tile: i64, less: i64) -> i64:
        """What one more tile of a kind gains, counted from so many fewer than the city has."""
        kind = self._counted_kind(tile)
        return 0 if kind < 0 else self._gain_of_kind(kind, less)

    def _gain_of_kind(self, kind: i64, less: i64) -> i64:
        own = self.counts[self.seat * COUNTED + kind] - 2 * less
        return KIND_POINT * (self._points(kind, own + 2) - self._points(kind, max(own - 2, own & 1)))

    def _counted_kind(self, tile: i64) -> i64:
        """The number of a tile's kind, from 0; medinas have one too, and other tiles of no kind have -1."""
        return MEDINA if TILES[tile].group == "medina" else self.book.kind[tile]

    def _counts(self) -> vec[i64]:
        """Tiles in the cities by seat and kind, in halves; Dirk is one seat more."""
        seats = [[placed.tile for placed in seat.city] for seat in self.observation.seats]
        if self.observation.dirk is not None:
            seats.append(list(self.observation.dirk))
        counts = vec[i64]([0] * (len(seats) * COUNTED))
        first: i64 = 0
        for tiles in seats:
            for tile in tiles:
                kind = self._counted_kind(tile.id)
                if kind >= 0:
                    counts[first + kind] += 2
            first += COUNTED
        if self.palace is not None:
            self.palace.add_halves(counts, COUNTED)
        return counts

    def _points(self, kind: i64, own: i64) -> i64:
        """What so many half tiles of a kind earn in the scorings to come, if nobody else gets another."""
        points: i64 = 0
        scoring: i64
        for scoring in range(self.held + 1, SCORINGS + 1):
            points += self._medinas(scoring, own) if kind == MEDINA else self._share(scoring, kind, own)
        return points

    def _share(self, scoring: i64, kind: i64, own: i64) -> i64:
        """What so many half tiles of a kind earn in one scoring (9.5, 9.6)."""
        if own == 0:
            return 0
        above: i64 = 0
        tied: i64 = 1
        seat: i64
        for seat in range(len(self.counts) // COUNTED):
            if seat != self.seat:
                count = self.counts[seat * COUNTED + kind]
                if count > own:
                    above += 1
                elif count == own:
                    tied += 1
        points: i64 = 0
        place: i64
        for place in range(above, min(above + tied, scoring)):
            points += self.book.points[((scoring - 1) * MEDINA + kind) * SCORINGS + place]
        return points // tied

    def _medinas(self, scoring: i64, own: i64) -> i64:
        """About what so many half medinas cost in one scoring (16.2), all ties going against this seat."""
        fewer: i64 = 0
        seat: i64
        for seat in range(len(self.counts) // COUNTED):
            if seat != self.seat and self.counts[seat * COUNTED + MEDINA] < own:
                fewer += 1
        return -3 * max(scoring - fewer, 0) - (scoring if own == 0 else 0)

    def _gain(self, tile: i64) -> i64:
        """What a tile would gain on the best square that seems to take it, and not below 0."""
        if self.gains[tile] < 0:
            best: i64 = 0
            kind_gain = self._kind_gain(tile, 0)
            for square in self.sketch.frontier():
                if self.sketch.fits(square, tile):
                    best = max(best, kind_gain + self._site(square, tile))
            self.gains[tile] = best
        return self.gains[tile]

    def _buy(self, tile: i64, code: i64) -> i64:
        """A purchase, and an extra action if it is paid exactly on a turn."""
        beside = self.observation.market[currency_of(code)]
        exact = beside is not None and purse_total(purse_of(code)) == beside.price
        value = self._paid(tile, code)
        return value + EXTRA if exact and self.observation.decision == "act" else value

    def _paid(self, tile: i64, code: i64) -> i64:
        """What a tile gains, and its guards, less the money."""
        purse = purse_of(code)
        value = self._gain(tile) - CARD * purse_size(purse) - self.coin * purse_total(purse)
        return value if self.palace is None else value + GUARD * towers_of(tile)

    def _take(self, code: i64) -> i64:
        """Money: its cards and coins, and how much nearer it brings the tiles of the market."""
        return self._money(listed_cards(code))

    def _money(self, cards: list[int]) -> i64:
        total = self.total[:]
        reach = self.reach[:]
        value = -self._readiness()
        for card in cards:
            self._hold(card)
            value += CARD + self.coin * (card % VALUES + 1)
        value += self._readiness()
        self.total = total
        self.reach = reach
        return value

    def _hold(self, card: i64) -> None:
        currency = card // VALUES
        value = card % VALUES + 1
        self.total[currency] += value
        self.reach[currency] |= (self.reach[currency] << value) & PRICES

    def _readiness(self) -> i64:
        """What the tiles of the market would gain, as far as the hand can pay for them."""
        value: i64 = 0
        slot: i64
        for slot in range(4):
            tile = self.observation.market[slot]
            if tile is not None:
                gain = self._gain(tile.id)
                price: i64 = tile.price
                if (self.reach[slot] >> price) & 1:
                    value += gain
                else:
                    value += gain * min(self.total[slot], price) // (INEXACT * price)
        return value

    def _ability(self, palace: Guarded, code: i64) -> i64:
        """What an ability is worth, or an answer to one of the second edition's own decisions (17)."""
        verb = verb_of(code)
        slot = slot_of(code)
        if BUY_HAGGLING <= verb <= BUY_WITH_BOTH:
            sold = self.observation.market[slot]
            if sold is None:
                return 0
            if verb == BUY_GAMBLING:
                return self._buy(sold.id, code) - palace.cost(1)
            return self._paid(sold.id, code) + EXTRA - palace.cost(1 if verb == BUY_HAGGLING else 2)
        if verb == USE_SCOUT:
            bought = palace.module.preview[number_of(code) - 1]
            fee = CARD + self.coin * (fee_of(code) % VALUES + 1)
            return self._paid(bought, code) + EXTRA - fee - palace.cost(1)
        if verb == CHOOSE:
            return self._money(palace.set_cards(number_of(code)))
        if verb == USE_TELLER:
            return self._money(listed_cards(code)) - palace.cost(1)
        if verb == USE_EXCHANGER:
            other = self.observation.market[slot]
            taken: i64 = 0 if other is None else self._kind_gain(other.id, 0)
            spent = CARD + self.coin * (card_of(code) % VALUES + 1)
            return taken - self._kind_gain(tile_of(code), 0) - spent - palace.cost(1)
        if verb == USE_ARCHITECT:
            kind = tile_of(code)
            own = self.counts[self.seat * COUNTED + kind]
            half = 2 * KIND_POINT * (self._points(kind, own + 1) - self._points(kind, own))
            return half - palace.cost(2)
        if verb == PAY:
            return 1 if palace.in_reserve(tile_of(code)) else 0
        return -palace.cost(1) if verb >= USE_MASON else 0  # mason, paver, captain; else end, wall, post

    def _falcon(self, falcon: i64) -> i64:
        """Two points for the first falcon of a colour, four more for the second and so on, in every scoring to come."""
        owned: i64 = 0
        falcons = self.observation.extras["falcons"]
        assert isinstance(falcons, tuple)
        for name, seat, _, _ in falcons:
            if seat == self.seat and FALCON_COLOUR[FALCON_NAMES.index(name)] == FALCON_COLOUR[falcon]:
                owned += 1
        return CITY_POINT * 2 * (owned + 1) * (SCORINGS - self.held)
