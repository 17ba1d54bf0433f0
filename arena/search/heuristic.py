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
    BLOCK_SHIFT,
    BUILD,
    BUY,
    BUY_OFFER,
    BY_BASTION,
    CARD_BITS,
    CARD_MASK,
    CARDS_MASK,
    CARDS_SHIFT,
    EXCHANGE,
    FIRST_MODULE_VERB,
    HIGHEST_SUM,
    PLACE,
    REMOVE,
    RESERVE,
    TAKE,
    VALUES,
    WALL_ASKED_SHIFT,
    ActionCodes,
    City,
    Hooks,
    Player,
    can_pay_exactly,
    card_bit,
    currency_of,
    longest_wall,
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
from arena.search.greedy_numbers import CITY_POINT
from arena.search.majorities import SCORINGS, Majorities
from arena.search.values import MODULE_VALUES
from arena.search.values.module_value import NO_WEIGHT, ModuleHeuristic
from arena.search.wall_runs import best_run, run_at
from arena.search.weights import (
    BAG_COIN,
    CARD,
    COIN,
    COVERED,
    DENIED,
    EXTRA,
    KEPT,
    MANY,
    NEAR,
    NEXT,
    READY,
    SAME,
    SIXTEENTHS,
    TUNED,
    WALL,
)

UNKNOWN: Final = -1
NO_NEARER: Final = -1_000_000  # the tile of a slot can be paid exactly, or is worth nothing
# A product with these, shifted right so far, is a quotient by a price, far sooner than by a division: right as long as the
# number divided times the price has fewer bits.
INVERSE_BITS: Final = 32
_INVERSE: Final = vec[i64]([0] + [(1 << INVERSE_BITS) // price + 1 for price in range(1, HIGHEST_SUM + 1)])


def _by_group(numbers: dict[str, int], default: int) -> vec[i64]:
    """By tile: the number that the module of its group gives it."""
    return vec[i64]([numbers.get(tile.group, default) for tile in TILES])


_MODULES: Final = [value.heuristic for value in MODULE_VALUES.values() if value.heuristic.group]
_KIND_WEIGHT: Final = _by_group({one.group: int(one.kind_weight) for one in _MODULES}, NO_WEIGHT)
_GAIN_WEIGHT: Final = _by_group({one.group: int(one.gain_weight) for one in _MODULES}, NO_WEIGHT)
_EACH_SCORING: Final = _by_group({one.group: int(one.each_scoring) for one in _MODULES}, 0)


class Handle:
    """Holds what a module is worth: an attribute comes without the check of its type that an item of a list needs."""

    def __init__(self, module: ModuleHeuristic, following: "Handle | None" = None) -> None:
        self.module: Final = module
        self.following: Final = following


class Heuristic:
    """What is kept between glances to save allocations; `values` holds the last answer."""

    def __init__(self, weights: vec[i64] = TUNED) -> None:
        self.weights: Final = weights
        self.values: vec[i64] = vec[i64]([0] * 256)
        self.card: Final = weights[CARD]
        self.same: Final = weights[SAME]
        self.majorities: Final = Majorities(weights[NEXT : NEXT + SCORINGS])
        # Of the game that is looked at:
        self._hooks: Hooks | None = None
        self._modules: list[Handle] = []
        self._sites: Handle | None = None  # the modules that give points for squares, one after the other
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
        if self._hooks is not state.hooks:
            self._learn(state)
        step = state.top()
        self.seat = step_seat(step)
        self.held = min(len(state.scorings), 2)
        self.acts = step_kind(step) == ACT
        weights = self.weights
        bag: i64 = len(state.bag) - state.bag_next
        self.coin = min(weights[COIN + self.held], weights[BAG_COIN] * bag >> SIXTEENTHS)
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
                values[i] = self.take(state, player, code)
            elif verb == BUY:
                slot = slot_of(code)
                values[i] = self.paid(state, code, state.market[slot], self.slot_gain(state, player, slot))
            elif verb == PLACE or verb == BUILD:
                index = player.city.index(x_of(code), y_of(code))
                values[i] = self._laid(state, player.city, tile_of(code), index)
            else:
                values[i] = self._other(state, player, code)

    def _learn(self, state: State) -> None:
        """Look up the modules of another game."""
        self._hooks = state.hooks
        self._modules = [Handle(MODULE_VALUES[module.name].heuristic) for module in state.modules]
        self._sites = None
        for handle in self._modules:
            if handle.module.sites:
                self._sites = Handle(handle.module, self._sites)

    def _other(self, state: State, player: Player, code: i64) -> i64:
        """The same for what is done less often."""
        verb = verb_of(code)
        tile = tile_of(code)
        if verb == RESERVE:
            return self.gain(state, player.city, tile) * self.weights[KEPT] >> SIXTEENTHS
        if verb == BUY_OFFER:
            return self.paid(state, code, tile, self.gain(state, player.city, tile))
        if verb == REMOVE:
            return -self.kind_gain(state, tile) - CITY_POINT
        if verb == EXCHANGE:
            return self._exchanged(state, player.city, code)
        if verb < FIRST_MODULE_VERB:
            return 0  # give, pass
        return self._modules[state.hooks.owner[verb >> BLOCK_SHIFT]].module.action_value(
            self, state, player, code
        )

    def slot_gain(self, state: State, player: Player, slot: i64) -> i64:
        """What the tile of a market slot would gain, 0 if there is none."""
        gain = self.slot_gains[slot]
        if gain == UNKNOWN:
            tile = state.market[slot]
            gain = 0
            if tile >= 0:
                gain = self.gain(state, player.city, tile)
            self.slot_gains[slot] = gain
        return gain

    def kind_gain(self, state: State, tile: i64) -> i64:
        """What one more tile of its kind gains, as in docs/greedy.md."""
        kind = state.book.kind[tile]
        if kind >= 0:
            return self.majorities.gain(self.seat, kind)
        return self._weighed(_KIND_WEIGHT[tile], tile)

    def _weighed(self, weight: i64, tile: i64) -> i64:
        """What a weight says of a tile, in all scorings to come if it counts in each; 0 if it has none."""
        if weight == NO_WEIGHT:
            return 0
        if _EACH_SCORING[tile]:
            return self.weights[weight] * (SCORINGS - self.held)
        return self.weights[weight]

    def _rival_gain(self, state: State, tile: i64) -> i64:
        """What one more tile of its kind would gain the next seat."""
        kind = state.book.kind[tile]
        if kind < 0:
            return 0
        return self.majorities.gain((self.seat + 1) % len(state.players), kind)

    def gain(self, state: State, city: City, tile: i64) -> i64:
        """What a tile would gain on its best square, and not below 0."""
        kind_gain: i64
        kind = state.book.kind[tile]
        if kind >= 0:
            kind_gain = self.majorities.gain(self.seat, kind)
        elif _GAIN_WEIGHT[tile] != NO_WEIGHT:
            return self._weighed(_GAIN_WEIGHT[tile], tile)
        else:
            kind_gain = self._weighed(_KIND_WEIGHT[tile], tile)
        longest = best_run(city, state.book.marks[tile])
        if longest < 0:
            return max(kind_gain * self.weights[KEPT] >> SIXTEENTHS, 0)
        longer = max(longest - longest_wall(city), 0)
        return max(kind_gain + self.wall * longer, 0)

    def _laid(self, state: State, city: City, tile: i64, index: i64) -> i64:
        """What a tile gains on a square."""
        marks = state.book.marks[tile]
        to_come = SCORINGS - self.held
        if state.book.join[tile] == BY_BASTION:
            return self._site_gain(state, city, index, tile)
        covered = (city.cells[index] >> WALL_ASKED_SHIFT) & marks  # walls that would lie inside
        value = self.kind_gain(state, tile) - self.weights[COVERED] * to_come * _ones(covered)
        longer = run_at(city, index, marks) - longest_wall(city)
        if longer > 0:
            value += self.wall * longer
        if self._sites is not None:
            value += self._site_gain(state, city, index, tile)
        return value

    def _site_gain(self, state: State, city: City, index: i64, tile: i64) -> i64:
        """What modules give for a tile on a square."""
        points: i64 = 0
        scorings = SCORINGS - self.held
        handle = self._sites
        while handle is not None:
            points += handle.module.site_gain(state, city, index, tile, scorings)
            handle = handle.following
        return CITY_POINT * points

    def _exchanged(self, state: State, city: City, code: i64) -> i64:
        old = city.tile_at(x_of(code), y_of(code))
        new = tile_of(code)
        value = CITY_POINT * (_ones(state.book.marks[new]) - _ones(state.book.marks[old]))
        if state.book.kind[old] != state.book.kind[new]:
            value += self.kind_gain(state, new) - self.kind_gain(state, old)
        return value

    def paid(self, state: State, code: i64, tile: i64, gain: i64) -> i64:
        purse = purse_of(code)
        total = purse_total(purse)
        value = gain - self.card * purse_size(purse) - self.coin * total
        value += self._rival_gain(state, tile) * self.weights[DENIED] >> SIXTEENTHS
        beside = state.market[currency_of(code)]
        if beside >= 0 and total == state.book.price[beside] and self.acts:
            value += self.extra()
        return value

    def take(self, state: State, player: Player, code: i64) -> i64:
        """Money: its cards and coins, and how much nearer it brings the tiles of the market."""
        value: i64 = 0
        rest = (code >> CARDS_SHIFT) & CARDS_MASK
        done: i64 = 0
        while rest:
            card = (rest & CARD_MASK) - 1
            rest >>= CARD_BITS
            slot = card // VALUES
            total = purse_total(player.hand[slot])
            value += self.card + self.coin * (card % VALUES + 1)
            value += self.same * min(total, MANY) >> SIXTEENTHS
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
            other = (rest & CARD_MASK) - 1
            rest >>= CARD_BITS
            if other // VALUES == slot:
                purse += card_bit(other)
        if can_pay_exactly(purse, price):
            return (self.slot_gains[slot] * self.weights[READY] >> SIXTEENTHS) - before
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
        gain = self.slot_gain(state, player, slot)
        if gain == 0:
            return NO_NEARER
        return self._in_part(gain, purse, price)

    def _in_part(self, gain: i64, purse: i64, price: i64) -> i64:
        """The share of its gain that a tile has while a purse pays for it only in part, or too much."""
        share = gain * self.weights[NEAR] * min(purse_total(purse), price) >> SIXTEENTHS
        if share < 0:
            return share // price
        return share * _INVERSE[price] >> INVERSE_BITS

    def extra(self) -> i64:
        """What an extra action is worth (3.2)."""
        return self.weights[EXTRA + self.held]


def _ones(bits: i64) -> i64:
    count: i64 = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count
