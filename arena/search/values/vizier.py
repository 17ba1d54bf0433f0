"""The Vizier's favour as the policies see it: a purchase like any other, without an extra action."""

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from arena.rules import Observation, State
from arena.rules.engine import FAVOUR, FAVOUR_OFFER, Player, slot_of, tile_of, verb_of
from arena.search.values.module_value import ModuleGreedy, ModuleHeuristic, ModuleValue

if TYPE_CHECKING:
    from arena.search.greedy import GreedyDecision
    from arena.search.heuristic import Heuristic


class VizierHeuristic(ModuleHeuristic):
    """The value of a favour."""

    def action_value(self, heuristic: "Heuristic", state: State, player: Player, code: i64) -> i64:
        verb = verb_of(code)
        if verb == FAVOUR:
            slot = slot_of(code)
            return heuristic.paid(state, code, state.market[slot], heuristic.slot_gain(state, player, slot))
        if verb == FAVOUR_OFFER:
            tile = tile_of(code)
            return heuristic.paid(state, code, tile, heuristic.gain(state, player.city, tile))
        return 0


class VizierGreedy(ModuleGreedy):
    """The same for greedy."""

    def action_value(self, decision: "GreedyDecision", code: i64) -> i64:
        verb = verb_of(code)
        if verb == FAVOUR:
            sold = decision.observation.market[slot_of(code)]
            return 0 if sold is None else decision.buy(sold.id, code)
        return decision.buy(tile_of(code), code) if verb == FAVOUR_OFFER else 0


def _greedy(_: Observation) -> ModuleGreedy:
    return VizierGreedy()


VIZIER_VALUE: Final = ModuleValue(VizierHeuristic(), _greedy)
