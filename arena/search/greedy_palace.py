"""What does the greedy policy know about Der Rote Palast? (docs/greedy.md)"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from arena.rules import Observation, State
from arena.rules.engine import (
    ARCHITECT_COST,
    KIND_COUNT,
    USE_ARCHITECT,
    Palace,
    ability_of,
    guards_owned,
    new_modules,
    ones,
)

GUARD: Final = 24  # a guard
POINT: Final = 16  # a point that is paid in its place


class Guarded:
    """What the second edition adds to a decision of one seat."""

    def __init__(self, module: Palace, observation: Observation, seat: i64) -> None:
        own = observation.seats[seat]
        self.module: Final = module
        self.held: Final[i64] = len(observation.scorings)
        self._reserve: Final = [tile.id for tile in own.reserve]
        guards_owned: i64 = 0
        for tile in [placed.tile.id for placed in own.city] + self._reserve:
            guards_owned += ones(module.guards[tile])
        self.owned: Final[i64] = guards_owned

    def cost(self, guards: i64) -> i64:
        """What so many guards are worth, or the points in their place (17.10)."""
        paid = min(guards, self.owned)
        return paid * GUARD + (guards - paid) * POINT * (self.held + 1)

    def add_halves(self, counts: vec[i64], width: i64) -> None:
        """Add the half-buildings to the counts of their owners (17.11)."""
        kind: i64
        for kind in range(KIND_COUNT):
            owner = self.module.halves[kind]
            if owner >= 0:
                counts[owner * width + kind] += 1

    def set_cards(self, number: i64) -> list[int]:
        """The cards of a set (17.4)."""
        return [int(card & 63) for card in self.module.sets if card >> 6 == number]

    def in_reserve(self, tile: i64) -> bool:
        """Whether a tile is in the own reserve."""
        return int(tile) in self._reserve


def palace_in(state: State) -> Palace | None:
    """The edition's part of a state, or None in the first edition."""
    if state.modules:
        first = state.modules[0]
        if isinstance(first, Palace):
            return first
    return None


def ability_cost(palace: Palace, state: State, seat: i64, verb: i64) -> i64:
    """What the guards of an ability, or the points in their place, are worth; 0 for the edition's other verbs."""
    guards: i64 = ARCHITECT_COST if verb == USE_ARCHITECT else ones(ability_of(verb))
    if guards == 0:
        return 0
    paid = min(guards, guards_owned(palace, state, seat))
    return paid * GUARD + (guards - paid) * POINT * (len(state.scorings) + 1)


def guarded(observation: Observation) -> Guarded | None:
    """What the second edition adds, or None in the first."""
    config = observation.config
    if config.plugged == config.modules or observation.viewer is None:
        return None
    module = new_modules(config)[0]
    if not isinstance(module, Palace) or not module.restore(vec[i64](observation.facts[0])):
        raise ValueError("the facts of the edition make no sense")
    return Guarded(module, observation, observation.viewer)
