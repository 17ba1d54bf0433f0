"""Der Rote Palast as the policies see it: guards, half-buildings, sets and what an ability costs (docs/greedy.md)."""

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64

from arena.rules import Observation, State
from arena.rules.engine import (
    ARCHITECT_COST,
    BUY_GAMBLING,
    BUY_HAGGLING,
    BUY_WITH_BOTH,
    CHOOSE,
    KIND_COUNT,
    PAY,
    USE_ARCHITECT,
    USE_EXCHANGER,
    USE_MASON,
    USE_SCOUT,
    USE_TELLER,
    VALUES,
    Palace,
    Player,
    TileBook,
    ability_of,
    card_of,
    contains,
    fee_of,
    guards_owned,
    listed_cards,
    new_modules,
    number_of,
    ones,
    purse_of,
    purse_size,
    purse_total,
    slot_of,
    tile_of,
    towers_of,
    verb_of,
)
from arena.search.greedy_numbers import (
    CARD,
    CITY_POINT,
    COUNTED,
    EXTRA,
    GUARD,
    GUARD_POINT,
    KIND_POINT,
    SCORINGS,
)
from arena.search.values.module_value import ModuleGreedy, ModuleHeuristic, ModuleValue

if TYPE_CHECKING:
    from arena.search.greedy import GreedyDecision
    from arena.search.heuristic import Heuristic


class PalaceHeuristic(ModuleHeuristic):
    """The second edition's actions, about as in docs/greedy.md; a wall piece and a plaza by rule of thumb."""

    def action_value(self, heuristic: "Heuristic", state: State, player: Player, code: i64) -> i64:
        verb = verb_of(code)
        palace = state.owner_of(verb)
        if not isinstance(palace, Palace):
            return 0
        cost = _ability_cost(palace, state, heuristic.seat, verb)
        if BUY_HAGGLING <= verb <= BUY_WITH_BOTH:
            slot = slot_of(code)
            gain = heuristic.slot_gain(state, player, slot)
            value = heuristic.paid(state, code, state.market[slot], gain) - cost
            return value if verb == BUY_GAMBLING else value + heuristic.extra()
        if verb == USE_SCOUT:
            tile = palace.preview[number_of(code) - 1]
            purse = purse_of(code)
            coins = purse_total(purse) + fee_of(code) % VALUES + 1
            money = heuristic.card * (purse_size(purse) + 1) + heuristic.coin * coins
            return heuristic.gain(state, player.city, tile) + heuristic.extra() - money - cost
        if verb == USE_TELLER:
            return heuristic.take(state, player, code) - cost
        if verb == USE_EXCHANGER:
            swapped = heuristic.kind_gain(state, state.market[slot_of(code)])
            swapped -= heuristic.kind_gain(state, tile_of(code))
            return swapped - heuristic.card - heuristic.coin * (card_of(code) % VALUES + 1) - cost
        if verb == USE_MASON:
            return CITY_POINT * (SCORINGS - heuristic.held) - cost
        if verb == PAY:
            if contains(player.reserve, tile_of(code)):
                return heuristic.card
            return 0
        return -cost  # choose, wall, post and end cost nothing; paver, captain and architect seldom pay


def _ability_cost(palace: Palace, state: State, seat: i64, verb: i64) -> i64:
    """What the guards of an ability, or the points in their place, are worth; 0 for the edition's other verbs."""
    guards: i64 = ARCHITECT_COST if verb == USE_ARCHITECT else ones(ability_of(verb))
    if guards == 0:
        return 0
    paid = min(guards, guards_owned(palace, state, seat))
    return paid * GUARD + (guards - paid) * GUARD_POINT * (len(state.scorings) + 1)


class PalaceGreedy(ModuleGreedy):
    """What the second edition adds to a decision of one seat."""

    def __init__(self, palace: Palace, observation: Observation, seat: i64) -> None:
        own = observation.seats[seat]
        self.palace: Final = palace
        self.held: Final[i64] = len(observation.scorings)
        self._reserve: Final = [tile.id for tile in own.reserve]
        owned: i64 = 0
        for tile in [placed.tile.id for placed in own.city] + self._reserve:
            owned += ones(palace.guards[tile])
        self.owned: Final[i64] = owned

    def altered(self, book: TileBook) -> TileBook:
        return self.palace.altered(book)

    def add_halves(self, counts: vec[i64], width: i64) -> None:
        """Half-buildings count for their owners (17.11)."""
        kind: i64
        for kind in range(KIND_COUNT):
            owner = self.palace.halves[kind]
            if owner >= 0:
                counts[owner * width + kind] += 1

    def purchase_value(self, tile: i64) -> i64:
        return GUARD * towers_of(tile)

    def action_value(self, decision: "GreedyDecision", code: i64) -> i64:
        """What an ability is worth, or an answer to one of the edition's own decisions."""
        verb = verb_of(code)
        slot = slot_of(code)
        market = decision.observation.market
        if BUY_HAGGLING <= verb <= BUY_WITH_BOTH:
            sold = market[slot]
            if sold is None:
                return 0
            if verb == BUY_GAMBLING:
                return decision.buy(sold.id, code) - self._cost(1)
            return decision.paid(sold.id, code) + EXTRA - self._cost(1 if verb == BUY_HAGGLING else 2)
        if verb == USE_SCOUT:
            bought = self.palace.preview[number_of(code) - 1]
            fee = CARD + decision.coin * (fee_of(code) % VALUES + 1)
            return decision.paid(bought, code) + EXTRA - fee - self._cost(1)
        if verb == CHOOSE:
            return decision.money(self._set_cards(number_of(code)))
        if verb == USE_TELLER:
            return decision.money(listed_cards(code)) - self._cost(1)
        if verb == USE_EXCHANGER:
            other = market[slot]
            taken: i64 = 0 if other is None else decision.kind_gain(other.id, 0)
            spent = CARD + decision.coin * (card_of(code) % VALUES + 1)
            return taken - decision.kind_gain(tile_of(code), 0) - spent - self._cost(1)
        if verb == USE_ARCHITECT:
            kind = tile_of(code)
            own = decision.counts[decision.seat * COUNTED + kind]
            half = 2 * KIND_POINT * (decision.points(kind, own + 1) - decision.points(kind, own))
            return half - self._cost(2)
        if verb == PAY:
            return 1 if int(tile_of(code)) in self._reserve else 0
        return -self._cost(1) if verb >= USE_MASON else 0  # mason, paver, captain; else end, wall, post

    def _cost(self, guards: i64) -> i64:
        """What guards are worth, or the points in their place (17.10)."""
        paid = min(guards, self.owned)
        return paid * GUARD + (guards - paid) * GUARD_POINT * (self.held + 1)

    def _set_cards(self, number: i64) -> list[int]:
        """The cards of a set (17.4)."""
        return [int(card & 63) for card in self.palace.sets if card >> 6 == number]


def _greedy(observation: Observation) -> ModuleGreedy:
    palace = new_modules(observation.config)[0]  # an edition comes first
    seen = observation.palace
    viewer = observation.viewer
    if (
        not isinstance(palace, Palace)
        or seen is None
        or viewer is None
        or not palace.restore(vec[i64](seen.facts))
    ):
        raise ValueError("the facts of the edition make no sense")
    return PalaceGreedy(palace, observation, viewer)


PALACE_VALUE: Final = ModuleValue(PalaceHeuristic(), _greedy)
