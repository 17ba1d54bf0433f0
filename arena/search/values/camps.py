"""The Camps as the policies see them: lines of tiles that their arrows point at (13.4)."""

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from arena.rules import Observation, State
from arena.rules.engine import BY_BASTION, City, camp_gain
from arena.search.values.module_value import NO_WEIGHT, ModuleGreedy, ModuleHeuristic, ModuleValue
from arena.search.weights import CAMP

if TYPE_CHECKING:
    from arena.search.greedy_city import CitySketch


class CampsHeuristic(ModuleHeuristic):
    """Lines that a tile makes longer."""

    def site_gain(self, state: State, city: City, index: i64, tile: i64, scorings: i64) -> i64:
        return scorings * camp_gain(state.book, city, index, tile)


class CampsGreedy(ModuleGreedy):
    """Lines of a whole city."""

    def city_points(self, sketch: "CitySketch", scorings: i64) -> i64:
        points: i64 = 0
        for square in sketch.spots:
            tile = sketch.cells[square]
            if sketch.book.join[tile] == BY_BASTION:
                side: i64
                for side in range(4):
                    if (sketch.book.marks[tile] >> side) & 1:
                        points += _line(sketch, square, side)
        return points * scorings


def _line(sketch: "CitySketch", square: i64, side: i64) -> i64:
    """How many tiles that are not camps lie in a row from here."""
    length: i64 = 0
    square += sketch.steps[side]
    while sketch.solid(square):
        length += 1
        square += sketch.steps[side]
    return length


def _greedy(_: Observation) -> ModuleGreedy:
    return CampsGreedy()


CAMPS_VALUE: Final = ModuleValue(CampsHeuristic("camp", NO_WEIGHT, CAMP, True, True), _greedy)
