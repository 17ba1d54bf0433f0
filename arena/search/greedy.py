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
    BUY_OFFER,
    EXCHANGE,
    FIRST_MODULE_VERB,
    PLACE,
    REMOVE,
    TAKE,
    VALUES,
    currency_of,
    listed_cards,
    module_entries,
    purse_of,
    purse_size,
    purse_total,
    slot_of,
    tile_of,
    verb_of,
    x_of,
    y_of,
)
from arena.search.greedy_city import CitySketch
from arena.search.greedy_numbers import (
    CARD,
    CITY_POINT,
    COIN,
    COUNTED,
    EXTRA,
    INEXACT,
    KIND_POINT,
    SCORINGS,
    TILES_PER_COIN,
)
from arena.search.values import MODULE_VALUES
from arena.search.values.medina import GROUP, MEDINA_KIND, medina_points
from arena.search.values.module_value import ModuleGreedy

PRICES: Final = 16383  # bits 0 to 13, as far as prices go


def choose(observation: Observation, legal: Sequence[Action]) -> int:
    """The index in the list of the best action, the earliest if several are equally good."""
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
        self.modules: Final = {
            seen.module: MODULE_VALUES[seen.module].greedy(observation) for seen in observation.modules
        }
        book = BOOK
        for module in self.modules.values():
            book = module.altered(book)
        self.book: Final = book
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
        if verb == BUY:
            sold = self.observation.market[slot_of(code)]
            return 0 if sold is None else self.buy(sold.id, code)
        if verb == BUY_OFFER:
            return self.buy(tile, code)
        if verb == PLACE or verb == BUILD:
            return self.kind_gain(tile, 0) + self._site(self._square(code), tile)
        if verb == REMOVE:
            return self._removed(self.sketch.where(tile)) - self.kind_gain(tile, 1)
        if verb == EXCHANGE:
            return self._exchanged(self._square(code), tile)
        owner = self._owner(verb) if verb >= FIRST_MODULE_VERB else None
        return 0 if owner is None else owner.action_value(self, code)  # 0 for reserve, give and pass

    def _owner(self, verb: i64) -> ModuleGreedy | None:
        """The module whose verb this is."""
        for entry in module_entries():
            if entry.has_verb(int(verb)):
                return self.modules.get(entry.name)
        return None

    def _square(self, code: i64) -> i64:
        return self.sketch.square(x_of(code), y_of(code))

    def _city_value(self) -> i64:
        scorings = SCORINGS - self.held
        points = self.sketch.longest_wall() * scorings
        for module in self.modules.values():
            points += module.city_points(self.sketch, scorings)
        return CITY_POINT * points

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
            value += self.kind_gain(tile, 0) - self.kind_gain(old, 1)
        return value

    def kind_gain(self, tile: i64, less: i64) -> i64:
        """What one more tile of a kind gains if the city had `less` fewer of them."""
        kind = self._counted_kind(tile)
        return 0 if kind < 0 else self._gain_of_kind(kind, less)

    def _gain_of_kind(self, kind: i64, less: i64) -> i64:
        own = self.counts[self.seat * COUNTED + kind] - 2 * less
        return KIND_POINT * (self.points(kind, own + 2) - self.points(kind, max(own - 2, own & 1)))

    def _counted_kind(self, tile: i64) -> i64:
        """The number of a tile's kind, from 0; medinas have one too, and other tiles of no kind have -1."""
        return MEDINA_KIND if TILES[tile].group == GROUP else self.book.kind[tile]

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
        for module in self.modules.values():
            module.add_halves(counts, COUNTED)
        return counts

    def points(self, kind: i64, own: i64) -> i64:
        """What `own` half tiles of a kind earn in the scorings to come, if nobody else gets another."""
        points: i64 = 0
        scoring: i64
        for scoring in range(self.held + 1, SCORINGS + 1):
            if kind == MEDINA_KIND:
                points += medina_points(self.counts, self.seat, own, scoring)
            else:
                points += self._share(scoring, kind, own)
        return points

    def _share(self, scoring: i64, kind: i64, own: i64) -> i64:
        """What `own` half tiles of a kind earn in one scoring (9.5, 9.6)."""
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
        rank: i64
        for rank in range(above, min(above + tied, scoring)):
            points += self.book.points[((scoring - 1) * MEDINA_KIND + kind) * SCORINGS + rank]
        return points // tied

    def _gain(self, tile: i64) -> i64:
        """What a tile would gain on the best square that seems to take it, and not below 0."""
        if self.gains[tile] < 0:
            best: i64 = 0
            kind_gain = self.kind_gain(tile, 0)
            for square in self.sketch.frontier():
                if self.sketch.fits(square, tile):
                    best = max(best, kind_gain + self._site(square, tile))
            self.gains[tile] = best
        return self.gains[tile]

    def buy(self, tile: i64, code: i64) -> i64:
        """A purchase, and an extra action if it is paid exactly on a turn."""
        beside = self.observation.market[currency_of(code)]
        exact = beside is not None and purse_total(purse_of(code)) == beside.price
        value = self.paid(tile, code)
        return value + EXTRA if exact and self.observation.decision == "act" else value

    def paid(self, tile: i64, code: i64) -> i64:
        """What a tile gains, and its guards, less the money."""
        purse = purse_of(code)
        value = self._gain(tile) - CARD * purse_size(purse) - self.coin * purse_total(purse)
        for module in self.modules.values():
            value += module.purchase_value(tile)
        return value

    def _take(self, code: i64) -> i64:
        """Money: its cards and coins, and how much nearer it brings the tiles of the market."""
        return self.money(listed_cards(code))

    def money(self, cards: list[int]) -> i64:
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
