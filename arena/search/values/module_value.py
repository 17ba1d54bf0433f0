"""What a module can be worth to the policies: to the heuristic on a state, and to greedy in one decision."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64

from arena.rules import Observation, State
from arena.rules.engine import City, Player, TileBook

if TYPE_CHECKING:
    from arena.search.greedy import GreedyDecision
    from arena.search.greedy_city import CitySketch
    from arena.search.heuristic import Heuristic

NO_WEIGHT: Final = -1


class ModuleHeuristic:
    """What the heuristic asks of a module. The same for all games; it keeps nothing."""

    def __init__(
        self,
        group: str = "",
        kind_weight: i64 = NO_WEIGHT,
        gain_weight: i64 = NO_WEIGHT,
        each_scoring: bool = False,
        sites: bool = False,
    ) -> None:
        self.group: Final = group  # of tiles without a kind
        self.kind_weight: Final = kind_weight  # what one of them is worth beside its walls (weights.py)
        self.gain_weight: Final = gain_weight  # all that one on offer is worth
        self.each_scoring: Final = each_scoring  # whether these count for each scoring to come
        self.sites: Final = sites  # whether `site_gain` says something

    def action_value(self, heuristic: "Heuristic", state: State, player: Player, code: i64) -> i64:
        """What an action with one of the module's verbs is worth."""
        return 0

    def site_gain(self, state: State, city: City, index: i64, tile: i64, scorings: i64) -> i64:
        """The points that a tile on an empty square gains in the scorings to come."""
        return 0


class ModuleGreedy:
    """What greedy asks of a module in one decision."""

    def altered(self, book: TileBook) -> TileBook:
        """The book of tiles as the module has it."""
        return book

    def add_halves(self, counts: vec[i64], width: i64) -> None:
        """Add to the number of tiles that each seat has of each kind, in halves."""

    def city_points(self, sketch: "CitySketch", scorings: i64) -> i64:
        """The points of a city in the scorings to come."""
        return 0

    def purchase_value(self, tile: i64) -> i64:
        """What the purchase of a tile brings besides the tile."""
        return 0

    def action_value(self, decision: "GreedyDecision", code: i64) -> i64:
        """What an action with one of the module's verbs is worth."""
        return 0


def no_greedy(_: Observation) -> ModuleGreedy:
    """A module that adds nothing to greedy's decisions."""
    return ModuleGreedy()


class ModuleValue:
    """Both, for one module."""

    def __init__(
        self, heuristic: ModuleHeuristic, greedy: Callable[[Observation], ModuleGreedy] = no_greedy
    ) -> None:
        self.heuristic: Final = heuristic
        self.greedy: Final = greedy
