"""A quick value of each action: greedy's values, roughly, in a few microseconds.

The search needs a value for every action of every position that it passes, first to order them and then to play on. What
docs/greedy.md works out exactly is taken from tables and caches here: walls are followed only round the new tile, and what a
camp or a bazaar on offer will earn is a rule of thumb. What counts how much is a list of weights: greedy's own, or those that
won most games against them (benchmarks/heuristic.py).
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from arena.rules import TILES, State
from arena.rules.engine import (
    ACT,
    BUILD,
    BUY,
    BUY_GAMBLING,
    BUY_HAGGLING,
    BUY_OFFER,
    BUY_WITH_BOTH,
    BY_BASTION,
    EXCHANGE,
    FALCON,
    FALCON_COLOUR,
    FAVOUR,
    FAVOUR_OFFER,
    FIRST_VERB,
    PAY,
    PLACE,
    REMOVE,
    RESERVE,
    TAKE,
    USE_EXCHANGER,
    USE_MASON,
    USE_SCOUT,
    USE_TELLER,
    VALUES,
    ActionCodes,
    City,
    Falconers,
    Player,
    bazaar_gain,
    camp_gain,
    can_pay_exactly,
    card_bit,
    card_of,
    contains,
    currency_of,
    fee_of,
    longest_wall,
    number_of,
    purse_of,
    purse_size,
    purse_total,
    slot_of,
    step_kind,
    step_seat,
    tile_of,
    verb_of,
    x_of,
    y_of,
)
from arena.search.greedy import CITY_POINT
from arena.search.greedy_palace import ability_cost, palace_in
from arena.search.majorities import SCORINGS, Majorities
from arena.search.wall_runs import best_run, run_at

UNKNOWN: Final = -1
NO_NEARER: Final = -1_000_000  # the tile of a slot can be paid exactly, or is worth nothing

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


class Heuristic:
    """What is kept between glances to save allocations; `values` holds the last answer."""

    def __init__(self, weights: vec[i64] = TUNED) -> None:
        self.weights: Final = weights
        self.values: vec[i64] = vec[i64]([0] * 256)
        self.card: Final = weights[CARD]
        self.same: Final = weights[SAME]
        self.majorities: Final = Majorities(weights[NEXT : NEXT + SCORINGS])
        # Of the position that is looked at:
        self.seat: i64 = 0
        self.held: i64 = 0
        self.acts = False  # whether an action is due
        self.coin: i64 = 0
        self.wall: i64 = 0  # what a segment of wall is worth
        # Worked out when asked for:
        self.slot_gains: vec[i64] = vec[i64]([UNKNOWN] * 4)
        self.near: vec[i64] = vec[i64]([UNKNOWN] * 4)  # of these, what the hand can pay of the price

    def look(self, state: State, codes: ActionCodes) -> None:
        """Put what each of these actions is worth into `values`."""
        if len(self.values) < codes.count:
            self.values = vec[i64]([0] * (2 * codes.count))
        step = state.top()
        self.seat = step_seat(step)
        self.held = min(len(state.scorings), 2)
        self.acts = step_kind(step) == ACT
        weights = self.weights
        bag: i64 = len(state.bag) - state.bag_next
        self.coin = min(weights[COIN + self.held], weights[BAG_COIN] * bag >> 4)
        self.wall = weights[WALL + self.held] * (SCORINGS - self.held)
        self.majorities.count(state, self.held)
        slot: i64
        for slot in range(4):
            self.slot_gains[slot] = UNKNOWN
            self.near[slot] = UNKNOWN
        player = state.players[self.seat]
        values = self.values
        items = codes.items
        i: i64
        for i in range(codes.count):
            code = items[i]
            verb = verb_of(code)
            if verb == TAKE:
                values[i] = self._take(state, player, code)
            elif verb == BUY:
                slot = slot_of(code)
                values[i] = self._paid(state, code, state.market[slot], self._slot_gain(state, player, slot))
            elif verb == PLACE or verb == BUILD:
                index = player.city.index(x_of(code), y_of(code))
                values[i] = self._laid(state, player.city, tile_of(code), index)
            else:
                values[i] = self._other(state, player, code)

    def _other(self, state: State, player: Player, code: i64) -> i64:
        """The same for what is done less often."""
        verb = verb_of(code)
        tile = tile_of(code)
        if verb == RESERVE:
            return self._gain(state, player.city, tile) * self.weights[KEPT] >> 4
        if verb == BUY_OFFER or verb == FAVOUR_OFFER:
            return self._paid(state, code, tile, self._gain(state, player.city, tile))
        if verb == FAVOUR:
            sold = state.market[slot_of(code)]
            return self._paid(state, code, sold, self._gain(state, player.city, sold))
        if verb == REMOVE:
            return -self._kind_gain(state, tile) - CITY_POINT
        if verb == EXCHANGE:
            return self._exchanged(state, player.city, code)
        if verb >= FIRST_VERB:
            return self._ability(state, player, code)
        if verb == FALCON:
            return self._falcon(state, tile) - self.card - self.coin * (card_of(code) % VALUES + 1)
        return 0  # give, wake, decline, done, pass

    def _slot_gain(self, state: State, player: Player, slot: i64) -> i64:
        """What the tile of a market slot would gain, 0 if there is none."""
        gain = self.slot_gains[slot]
        if gain == UNKNOWN:
            tile = state.market[slot]
            gain = 0
            if tile >= 0:
                gain = self._gain(state, player.city, tile)
            self.slot_gains[slot] = gain
        return gain

    def _kind_gain(self, state: State, tile: i64) -> i64:
        """What one more tile of its kind gains, as in docs/greedy.md."""
        kind = state.book.kind[tile]
        if kind >= 0:
            return self.majorities.gain(self.seat, kind)
        if _IS_MEDINA[tile]:
            return self.weights[MEDINA] * (SCORINGS - self.held)
        if _IS_BAZAAR[tile]:
            return self.weights[BAZAAR]
        return 0

    def _rival_gain(self, state: State, tile: i64) -> i64:
        """What one more tile of its kind would gain the next seat."""
        kind = state.book.kind[tile]
        if kind < 0:
            return 0
        return self.majorities.gain((self.seat + 1) % len(state.players), kind)

    def _gain(self, state: State, city: City, tile: i64) -> i64:
        """What a tile would gain on its best square, and not below 0."""
        kind_gain = self._kind_gain(state, tile)
        if state.book.join[tile] == BY_BASTION:
            return self.weights[CAMP] * (SCORINGS - self.held)
        longest = best_run(city, state.book.marks[tile])
        if longest < 0:
            return max(kind_gain * self.weights[KEPT] >> 4, 0)
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
        longer = run_at(city, index, marks) - longest_wall(city)
        if longer > 0:
            value += self.wall * longer
        if state.modules:
            value += CITY_POINT * bazaar_gain(state.book, city, index, tile)
            value += CITY_POINT * to_come * camp_gain(state.book, city, index, tile)
        return value

    def _exchanged(self, state: State, city: City, code: i64) -> i64:
        old = city.tile_at(x_of(code), y_of(code))
        new = tile_of(code)
        value = CITY_POINT * (_ones(state.book.marks[new]) - _ones(state.book.marks[old]))
        if state.book.kind[old] != state.book.kind[new]:
            value += self._kind_gain(state, new) - self._kind_gain(state, old)
        return value

    def _paid(self, state: State, code: i64, tile: i64, gain: i64) -> i64:
        purse = purse_of(code)
        total = purse_total(purse)
        value = gain - self.card * purse_size(purse) - self.coin * total
        value += self._rival_gain(state, tile) * self.weights[DENIED] >> 4
        beside = state.market[currency_of(code)]
        if beside >= 0 and total == state.book.price[beside] and self.acts:
            value += self.weights[EXTRA + self.held]
        return value

    def _take(self, state: State, player: Player, code: i64) -> i64:
        """Money: its cards and coins, and how much nearer it brings the tiles of the market."""
        value: i64 = 0
        rest = (code >> 6) & 0xFFFFFF
        done: i64 = 0
        while rest:
            card = (rest & 63) - 1
            rest >>= 6
            slot = card // VALUES
            total = purse_total(player.hand[slot])
            value += self.card + self.coin * (card % VALUES + 1)
            value += self.same * min(total, MANY) >> 4
            if not (done >> slot) & 1:
                done |= 1 << slot
                value += self._nearer(state, player, slot, card, rest)
        return value

    def _nearer(self, state: State, player: Player, slot: i64, card: i64, rest: i64) -> i64:
        """How much nearer a card, and those of its currency that follow, bring the tile of the slot."""
        before = self.near[slot]
        if before == UNKNOWN:
            before = self._near(state, player, slot)
            self.near[slot] = before
        if before == NO_NEARER:
            return 0
        price = state.book.price[state.market[slot]]
        purse = player.hand[slot] + card_bit(card)
        while rest:
            other = (rest & 63) - 1
            rest >>= 6
            if other // VALUES == slot:
                purse += card_bit(other)
        if can_pay_exactly(purse, price):
            return (self.slot_gains[slot] * self.weights[READY] >> 4) - before
        return self._in_part(self.slot_gains[slot], purse, price) - before

    def _near(self, state: State, player: Player, slot: i64) -> i64:
        """What the tile of a slot is worth to a hand that cannot pay exactly for it; NO_NEARER if no card can bring it nearer."""
        tile = state.market[slot]
        if tile < 0:
            return NO_NEARER
        price = state.book.price[tile]
        purse = player.hand[slot]
        if can_pay_exactly(purse, price):
            return NO_NEARER
        gain = self._slot_gain(state, player, slot)
        if gain == 0:
            return NO_NEARER
        return self._in_part(gain, purse, price)

    def _in_part(self, gain: i64, purse: i64, price: i64) -> i64:
        """The share of its gain that a tile has while a purse pays for it only in part, or too much."""
        return gain * self.weights[NEAR] * min(purse_total(purse), price) // (16 * price)

    def _ability(self, state: State, player: Player, code: i64) -> i64:
        """The second edition's actions, about as in docs/greedy.md; a wall piece and a plaza by rule of thumb."""
        verb = verb_of(code)
        palace = palace_in(state)
        if palace is None:
            return 0
        cost = ability_cost(palace, state, self.seat, verb)
        card = self.card
        extra = self.weights[EXTRA + self.held]
        if BUY_HAGGLING <= verb <= BUY_WITH_BOTH:
            slot = slot_of(code)
            value = self._paid(state, code, state.market[slot], self._slot_gain(state, player, slot)) - cost
            return value if verb == BUY_GAMBLING else value + extra
        if verb == USE_SCOUT:
            tile = palace.preview[number_of(code) - 1]
            purse = purse_of(code)
            money = card * (purse_size(purse) + 1) + self.coin * (
                purse_total(purse) + fee_of(code) % VALUES + 1
            )
            return self._gain(state, player.city, tile) + extra - money - cost
        if verb == USE_TELLER:
            return self._take(state, player, code) - cost
        if verb == USE_EXCHANGER:
            swapped = self._kind_gain(state, state.market[slot_of(code)]) - self._kind_gain(
                state, tile_of(code)
            )
            return swapped - card - self.coin * (card_of(code) % VALUES + 1) - cost
        if verb == USE_MASON:
            return CITY_POINT * (SCORINGS - self.held) - cost
        if verb == PAY:
            if contains(player.reserve, tile_of(code)):
                return card
            return 0
        return -cost  # choose, wall, post and end cost nothing; paver, captain and architect seldom pay

    def _falcon(self, state: State, falcon: i64) -> i64:
        """Two points for the first falcon of a colour, four more for the second and so on, in every scoring to come."""
        owned: i64 = 0
        for module in state.modules:
            if isinstance(module, Falconers):
                i: i64
                for i in range(len(module.where)):
                    if FALCON_COLOUR[i] == FALCON_COLOUR[falcon] and module.where[i] & 15 == self.seat + 1:
                        owned += 1
        return CITY_POINT * 2 * (owned + 1) * (SCORINGS - self.held)


def _ones(bits: i64) -> i64:
    count: i64 = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count
