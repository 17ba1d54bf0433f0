"""The Bazaars as the policies see them: buildings of their kinds around them (14.4)."""

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from arena.rules import KINDS, TILES, Observation, State
from arena.rules.engine import City, bazaar_gain
from arena.search.values.module_value import NO_WEIGHT, ModuleGreedy, ModuleHeuristic, ModuleValue
from arena.search.weights import BAZAAR

if TYPE_CHECKING:
    from arena.search.greedy_city import CitySketch


class BazaarsHeuristic(ModuleHeuristic):
    """What a tile adds to bazaars, which score once."""

    def site_gain(self, state: State, city: City, index: i64, tile: i64, scorings: i64) -> i64:
        return bazaar_gain(state.book, city, index, tile)


class BazaarsGreedy(ModuleGreedy):
    """The bazaars of a whole city."""

    def city_points(self, sketch: "CitySketch", scorings: i64) -> i64:
        points: i64 = 0
        for square in sketch.spots:
            tile = sketch.cells[square]
            if sketch.book.currency[tile] >= 0:
                points += _around(sketch, square, tile)
        return points


def _around(sketch: "CitySketch", square: i64, bazaar: i64) -> i64:
    """The points of a bazaar: buildings of its kinds around it, times how many of its kinds."""
    buildings: i64 = 0
    kinds: i64 = 0
    for name in TILES[bazaar].kinds:
        kind: i64 = KINDS.index(name)
        found: i64 = 0
        row: i64
        for row in range(-1, 2):
            column: i64
            for column in range(-1, 2):
                tile = sketch.cells[square + row * sketch.width + column]
                if tile >= 0 and sketch.book.kind[tile] == kind:
                    found += 1
        buildings += found
        kinds += min(found, 1)
    return buildings * kinds


def _greedy(_: Observation) -> ModuleGreedy:
    return BazaarsGreedy()


BAZAARS_VALUE: Final = ModuleValue(BazaarsHeuristic("bazaar", BAZAAR, NO_WEIGHT, False, True), _greedy)
