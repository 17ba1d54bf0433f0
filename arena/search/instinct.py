"""What is each action worth at a glance? Greedy's values from a whole state, roughly and in a few microseconds.

The search needs a value for every action of every position that it passes, first to order them and then to play on. What
docs/greedy.md works out exactly is taken from tables and caches here: walls are followed only round the new tile, and what a
camp or a bazaar on offer will earn is a rule of thumb. What counts how much is a list of weights: greedy's own, or those that
won most games against them (benchmarks/instinct.py).
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from arena.rules import action as a
from arena.rules.city import City
from arena.rules.codes import Codes
from arena.rules.components import BY_BASTION, TILES
from arena.rules.modules.bazaars import bazaar_gain
from arena.rules.modules.camps import camp_gain
from arena.rules.modules.falconers import COLOUR, FALCON, Falconers
from arena.rules.modules.vizier import FAVOUR, FAVOUR_OFFER
from arena.rules.money import VALUES, purse_size, purse_total
from arena.rules.palace.parts import (
    BUY_GAMBLING,
    BUY_HAGGLING,
    BUY_WITH_BOTH,
    FIRST_VERB,
    PAY,
    USE_EXCHANGER,
    USE_MASON,
    USE_SCOUT,
    USE_TELLER,
)
from arena.rules.state import State
from arena.rules.steps import ACT, step_kind, step_seat
from arena.rules.values import contains
from arena.rules.wall import longest_wall, run_with
from arena.search.greedy import CITY_POINT, PRICES, SCORINGS
from arena.search.greedy_palace import ability_cost, palace_in

KINDS: Final = 6
UNKNOWN: Final = -1
NOT_ASKED: Final = -2

# Places in a list of weights. All are sixteenths: of a point, or as a share of something.
NEXT: Final = 0  # points of a kind in the next scoring, and in the two after it
WALL: Final = 3  # a point of wall now, for each scoring to come, by scorings held
COIN: Final = 6  # money worth 1, by scorings held
BAG_COIN: Final = 9  # but no more than so much for each tile in the bag
CARD: Final = 10  # a money card, whatever its value
EXTRA: Final = 11  # an extra action (3.2), by scorings held
NEAR: Final = 14  # share of its gain that a tile has while it cannot be paid exactly
READY: Final = 15  # share of its gain that a tile has when it can
KEPT: Final = 16  # share of its gain that a tile has in the reserve
COVERED: Final = 17  # cost of a wall that comes to lie inside, for each scoring to come
DENIED: Final = 18  # share of what a tile is worth to the next seat
SAME: Final = 19  # a card for each coin of its currency in the hand, up to MANY
MEDINA: Final = 20  # a medina, for each scoring to come
CAMP: Final = 21  # a camp on offer, for each scoring to come
BAZAAR: Final = 22  # a bazaar
WEIGHTS: Final = 23
MANY: Final = 12

_GREEDY: Final = (8, 8, 8, 16, 16, 16, 9, 9, 9, 8, 6, 100, 100, 100, 4, 16, 5, 8, 0, 0, 48, 48, 128)
_TUNED: Final = (6, 6, -1, 13, 12, 16, 11, 14, 10, 5, 11, 336, 121, 124, 3, 14, 1, -5, 3, 2, 20, 16, 96)
GREEDY: Final = vec[i64](_GREEDY)
TUNED: Final = vec[i64](_TUNED)


def _groups(group: str) -> vec[i64]:
    return vec[i64]([1 if tile.group == group else 0 for tile in TILES])


_IS_MEDINA: Final = _groups("medina")
_IS_BAZAAR: Final = _groups("bazaar")


class Instinct:
    """What is kept between glances to save allocations; `values` holds the last answer."""

    def __init__(self, weights: vec[i64] = TUNED) -> None:
        self.weights: Final = weights
        self.values: vec[i64] = vec[i64]([0] * 256)
        self.counts: vec[i64] = vec[i64]([0] * (7 * KINDS))  # tiles of each kind, seat after seat, Dirk last
        self.rivals: i64 = 0  # rows of counts
        self.kind_gains: vec[i64] = vec[i64]([UNKNOWN] * KINDS)
        self.rival_gains: vec[i64] = vec[i64]([UNKNOWN] * KINDS)
        self.slot_gains: vec[i64] = vec[i64]([0] * 4)
        self.reach: vec[i64] = vec[i64]([1] * 4)  # by currency: sums that some cards have, as bits
        self.seat: i64 = 0
        self.held: i64 = 0
        self.coin: i64 = 0
        self.wall: i64 = 0  # what a segment of wall is worth

    def look(self, state: State, codes: Codes) -> None:
        """Put what each of these actions is worth into `values`."""
        if len(self.values) < codes.count:
            self.values = vec[i64]([0] * (2 * codes.count))
        step = state.top()
        self.seat = step_seat(step)
        self.held = min(len(state.scorings), 2)
        bag: i64 = len(state.bag) - state.bag_next
        self.coin = min(self.weights[COIN + self.held], self.weights[BAG_COIN] * bag // 16)
        self.wall = self.weights[WALL + self.held] * (SCORINGS - self.held)
        self._count(state)
        if step_kind(step) == ACT:
            self._look_at_market(state)
        i: i64
        for i in range(codes.count):
            self.values[i] = self._value(state, codes.items[i])

    def _value(self, state: State, code: i64) -> i64:
        verb = a.verb_of(code)
        if verb == a.TAKE:
            return self._take(state, code)
        if verb == a.BUY:
            return self._paid(state, code, state.market[a.slot_of(code)], self.slot_gains[a.slot_of(code)])
        tile = a.tile_of(code)
        if verb == a.PLACE or verb == a.BUILD:
            city = state.players[self.seat].city
            return self._laid(state, city, tile, city.index(a.x_of(code), a.y_of(code)))
        if verb == a.RESERVE:
            return self._gain(state, tile) * self.weights[KEPT] // 16
        if verb == a.BUY_OFFER or verb == FAVOUR_OFFER:
            return self._paid(state, code, tile, self._gain(state, tile))
        if verb == FAVOUR:
            sold = state.market[a.slot_of(code)]
            return self._paid(state, code, sold, self._gain(state, sold))
        if verb == a.REMOVE:
            return -self._kind_gain(state, tile) - CITY_POINT
        if verb == a.EXCHANGE:
            return self._exchanged(state, code)
        if verb >= FIRST_VERB:
            return self._ability(state, code)
        if verb == FALCON:
            return self._falcon(state, tile) - self.weights[CARD] - self.coin * (a.card_of(code) % VALUES + 1)
        return 0  # give, wake, decline, done, pass

    def _count(self, state: State) -> None:
        """Tiles of each kind by seat, and gains that are to be worked out anew."""
        counts = self.counts
        seats: i64 = len(state.players)
        kind: i64
        seat: i64
        for seat in range(seats):
            own = state.players[seat].city.counts
            for kind in range(KINDS):
                counts[seat * KINDS + kind] = own[kind]
        self.rivals = seats
        if seats == 2:
            self.rivals = 3
            for kind in range(KINDS):
                counts[2 * KINDS + kind] = 0
            for tile in state.dirk:
                kind = state.book.kind[tile]
                if kind >= 0:
                    counts[2 * KINDS + kind] += 1
        for kind in range(KINDS):
            self.kind_gains[kind] = UNKNOWN
            self.rival_gains[kind] = UNKNOWN

    def _look_at_market(self, state: State) -> None:
        hand = state.players[self.seat].hand
        slot: i64
        for slot in range(4):
            tile = state.market[slot]
            self.slot_gains[slot] = 0 if tile < 0 else self._gain(state, tile)
            self.reach[slot] = _reach(hand[slot])

    def _kind_gain(self, state: State, tile: i64) -> i64:
        """What one more tile of its kind gains, as in docs/greedy.md."""
        kind = state.book.kind[tile]
        if kind < 0:
            if _IS_MEDINA[tile]:
                return self.weights[MEDINA] * (SCORINGS - self.held)
            return self.weights[BAZAAR] if _IS_BAZAAR[tile] else 0
        if self.kind_gains[kind] == UNKNOWN:
            self.kind_gains[kind] = self._one_more(state.book.points, kind, self.seat)
        return self.kind_gains[kind]

    def _rival_gain(self, state: State, tile: i64) -> i64:
        """What one more tile of its kind would gain the next seat."""
        kind = state.book.kind[tile]
        if kind < 0:
            return 0
        if self.rival_gains[kind] == UNKNOWN:
            self.rival_gains[kind] = self._one_more(
                state.book.points, kind, (self.seat + 1) % len(state.players)
            )
        return self.rival_gains[kind]

    def _one_more(self, table: vec[i64], kind: i64, seat: i64) -> i64:
        own = self.counts[seat * KINDS + kind]
        gain = self._points(table, kind, seat, own + 1)
        return gain if own < 2 else gain - self._points(table, kind, seat, own - 1)

    def _points(self, table: vec[i64], kind: i64, seat: i64, own: i64) -> i64:
        """What so many tiles of a kind earn a seat in the scorings to come (9.5, 9.6)."""
        above: i64 = 0
        tied: i64 = 1
        other: i64
        for other in range(self.rivals):
            if other != seat:
                count = self.counts[other * KINDS + kind]
                if count > own:
                    above += 1
                elif count == own:
                    tied += 1
        points: i64 = 0
        scoring: i64
        place: i64
        for scoring in range(self.held, SCORINGS):
            shared: i64 = 0
            for place in range(above, min(above + tied, 3)):
                shared += table[(scoring * KINDS + kind) * 3 + place]
            points += self.weights[NEXT + scoring - self.held] * (shared // tied)
        return points

    def _gain(self, state: State, tile: i64) -> i64:
        """What a tile would gain on its best square, and not below 0."""
        kind_gain = self._kind_gain(state, tile)
        city = state.players[self.seat].city
        if state.book.join[tile] == BY_BASTION:
            return self.weights[CAMP] * (SCORINGS - self.held)
        longest = best_run(city, state.book.marks[tile])
        if longest < 0:
            return max(kind_gain * self.weights[KEPT] // 16, 0)
        longer = max(longest - longest_wall(city), 0)
        return max(kind_gain + self.wall * longer, 0)

    def _laid(self, state: State, city: City, tile: i64, index: i64) -> i64:
        """What a tile gains on a square."""
        marks = state.book.marks[tile]
        to_come = SCORINGS - self.held
        if state.book.join[tile] == BY_BASTION:
            return CITY_POINT * to_come * camp_gain(state.book, city, index, tile)
        covered = (city.cells[index] >> 16) & marks  # walls that would lie inside
        value = self._kind_gain(state, tile) - self.weights[COVERED] * to_come * _ones(covered)
        longer = run_with(city, index, marks) - longest_wall(city)
        if longer > 0:
            value += self.wall * longer
        if state.modules:
            value += CITY_POINT * bazaar_gain(state.book, city, index, tile)
            value += CITY_POINT * to_come * camp_gain(state.book, city, index, tile)
        return value

    def _exchanged(self, state: State, code: i64) -> i64:
        city = state.players[self.seat].city
        old = city.tile_at(a.x_of(code), a.y_of(code))
        new = a.tile_of(code)
        value = CITY_POINT * (_ones(state.book.marks[new]) - _ones(state.book.marks[old]))
        if state.book.kind[old] != state.book.kind[new]:
            value += self._kind_gain(state, new) - self._kind_gain(state, old)
        return value

    def _paid(self, state: State, code: i64, tile: i64, gain: i64) -> i64:
        purse = a.purse_of(code)
        total = purse_total(purse)
        value = gain - self.weights[CARD] * purse_size(purse) - self.coin * total
        value += self._rival_gain(state, tile) * self.weights[DENIED] // 16
        beside = state.market[a.currency_of(code)]
        if beside >= 0 and total == state.book.price[beside] and step_kind(state.top()) == ACT:
            value += self.weights[EXTRA + self.held]
        return value

    def _take(self, state: State, code: i64) -> i64:
        """Money: its cards and coins, and how much nearer it brings the tiles of the market."""
        value: i64 = 0
        hand = state.players[self.seat].hand
        rest = (code >> 6) & 0xFFFFFF
        done: i64 = 0
        while rest:
            card = (rest & 63) - 1
            rest >>= 6
            slot = card // VALUES
            value += self.weights[CARD] + self.coin * (card % VALUES + 1)
            value += self.weights[SAME] * min(purse_total(hand[slot]), MANY) // 16
            if not (done >> slot) & 1:
                done |= 1 << slot
                value += self._nearer(state, slot, hand[slot], card, rest)
        return value

    def _nearer(self, state: State, slot: i64, purse: i64, card: i64, rest: i64) -> i64:
        """How much nearer a card, and those of its currency that follow, bring the tile of the slot."""
        gain = self.slot_gains[slot]
        if gain == 0:
            return 0
        price = state.book.price[state.market[slot]]
        reach = self.reach[slot]
        if (reach >> price) & 1:
            return 0
        near = gain * self.weights[NEAR]
        total = purse_total(purse)
        before = near * min(total, price) // (16 * price)
        more = card % VALUES + 1
        total += more
        reach |= (reach << more) & PRICES
        while rest:
            other = (rest & 63) - 1
            rest >>= 6
            if other // VALUES == slot:
                more = other % VALUES + 1
                total += more
                reach |= (reach << more) & PRICES
        if (reach >> price) & 1:
            return gain * self.weights[READY] // 16 - before
        return near * min(total, price) // (16 * price) - before

    def _ability(self, state: State, code: i64) -> i64:
        """The second edition's actions, about as in docs/greedy.md; a wall piece and a plaza by rule of thumb."""
        verb = a.verb_of(code)
        palace = palace_in(state)
        if palace is None:
            return 0
        cost = ability_cost(palace, state, self.seat, verb)
        card = self.weights[CARD]
        extra = self.weights[EXTRA + self.held]
        if BUY_HAGGLING <= verb <= BUY_WITH_BOTH:
            slot = a.slot_of(code)
            value = self._paid(state, code, state.market[slot], self.slot_gains[slot]) - cost
            return value if verb == BUY_GAMBLING else value + extra
        if verb == USE_SCOUT:
            tile = palace.preview[a.number_of(code) - 1]
            purse = a.purse_of(code)
            money = card * (purse_size(purse) + 1) + self.coin * (
                purse_total(purse) + a.fee_of(code) % VALUES + 1
            )
            return self._gain(state, tile) + extra - money - cost
        if verb == USE_TELLER:
            return self._take(state, code) - cost
        if verb == USE_EXCHANGER:
            swapped = self._kind_gain(state, state.market[a.slot_of(code)]) - self._kind_gain(
                state, a.tile_of(code)
            )
            return swapped - card - self.coin * (a.card_of(code) % VALUES + 1) - cost
        if verb == USE_MASON:
            return CITY_POINT * (SCORINGS - self.held) - cost
        if verb == PAY:
            return card if contains(state.players[self.seat].reserve, a.tile_of(code)) else 0
        return -cost  # choose, wall, post and end cost nothing; paver, captain and architect seldom pay

    def _falcon(self, state: State, falcon: i64) -> i64:
        """Two points for the first falcon of a colour, four more for the second and so on, in every scoring to come."""
        owned: i64 = 0
        for module in state.modules:
            if isinstance(module, Falconers):
                i: i64
                for i in range(len(module.where)):
                    if COLOUR[i] == COLOUR[falcon] and module.where[i] & 15 == self.seat + 1:
                        owned += 1
        return CITY_POINT * 2 * (owned + 1) * (SCORINGS - self.held)


def best_run(city: City, marks: i64) -> i64:
    """The longest run that a tile on foot with these walls could be part of; -1 if it fits nowhere."""
    if len(city.runs) == 0:
        city.runs = vec[i64]([NOT_ASKED] * 16)
    best = city.runs[marks]
    if best == NOT_ASKED:
        best = -1
        for index in city.frontier:
            if city.fits(index, marks, 0):
                run = run_with(city, index, marks) if marks else 0
                best = max(best, run)
        city.runs[marks] = best
    return best


def _reach(purse: i64) -> i64:
    """The sums that some cards of a purse have, as bits, as far as prices go."""
    reach: i64 = 1
    value: i64 = 1
    while purse:
        copies = purse & 3
        while copies > 0:
            reach |= (reach << value) & PRICES
            copies -= 1
        purse >>= 2
        value += 1
    return reach


def _ones(bits: i64) -> i64:
    count: i64 = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count
