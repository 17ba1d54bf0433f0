"""The Falconers as the policies see them: each falcon of a colour is worth more than the one before (15.4)."""

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from arena.rules import Observation, State
from arena.rules.engine import (
    FALCON,
    FALCON_COLOUR,
    FALCON_NAMES,
    VALUES,
    Falconers,
    Player,
    card_of,
    tile_of,
    verb_of,
)
from arena.search.greedy_numbers import CARD, CITY_POINT, SCORINGS
from arena.search.values.module_value import ModuleGreedy, ModuleHeuristic, ModuleValue

if TYPE_CHECKING:
    from arena.search.greedy import GreedyDecision
    from arena.search.heuristic import Heuristic


class FalconersHeuristic(ModuleHeuristic):
    """The value of a falcon."""

    def action_value(self, heuristic: "Heuristic", state: State, player: Player, code: i64) -> i64:
        falconers = state.owner_of(FALCON)
        if verb_of(code) != FALCON or not isinstance(falconers, Falconers):
            return 0
        owned = falconers.owned(heuristic.seat, FALCON_COLOUR[tile_of(code)])
        paid = heuristic.card + heuristic.coin * (card_of(code) % VALUES + 1)
        return _worth(owned, SCORINGS - heuristic.held) - paid


class FalconersGreedy(ModuleGreedy):
    """The same for greedy."""

    def action_value(self, decision: "GreedyDecision", code: i64) -> i64:
        seen = decision.observation.falconers
        if verb_of(code) != FALCON or seen is None:
            return 0
        colour = FALCON_COLOUR[tile_of(code)]
        owned: i64 = 0
        for falcon in seen.falcons:
            if falcon.seat == decision.seat and FALCON_COLOUR[FALCON_NAMES.index(falcon.name)] == colour:
                owned += 1
        paid = CARD + decision.coin * (card_of(code) % VALUES + 1)
        return _worth(owned, SCORINGS - decision.held) - paid


def _worth(owned: i64, scorings: i64) -> i64:
    """Two points for the first falcon of a colour, four more for the second and so on, in every scoring to come."""
    return CITY_POINT * 2 * (owned + 1) * scorings


def _greedy(_: Observation) -> ModuleGreedy:
    return FalconersGreedy()


FALCONERS_VALUE: Final = ModuleValue(FalconersHeuristic(), _greedy)
