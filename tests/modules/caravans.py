"""A made-up module, plugged in by the recipe of docs/adding-a-module.md: each seat may send three caravans.

Sending one takes the place of an action. Every caravan earns two points in every scoring to come.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from arena.drawing.modules import DRAWINGS
from arena.drawing.modules.drawn import ModuleDrawing, Rows
from arena.proto import arena_pb2 as pb
from arena.rules import GameConfig, Observation, Refusal, State
from arena.rules import action as a
from arena.rules.check import wrong_decision
from arena.rules.codes import ActionCodes
from arena.rules.hooks import ACTS, Module, ModuleView, numbers, view_of
from arena.rules.modules import CLASSIC, ModuleEntry, add_module, remove_module
from arena.rules.palace.parts import RED_PALACE
from arena.rules.scoring import Sheet
from arena.rules.state import Player
from arena.rules.steps import ACT, step_kind
from arena.rules.values import replaced
from arena.search.greedy import GreedyDecision
from arena.search.greedy_numbers import CITY_POINT, SCORINGS
from arena.search.heuristic import Heuristic
from arena.search.values import MODULE_VALUES
from arena.search.values.module_value import ModuleGreedy, ModuleHeuristic, ModuleValue
from arena.wire.modules import WIRE_FORMS, WireForm

CARAVANS: Final = "caravans"
SEND: Final = 56  # the number of the verb; eight verbs from a multiple of eight on are a module's own
MOST: Final = 3
POINTS: Final = 2


# The rules and the view: arena/rules/modules/caravans.py.
class CaravansView(ModuleView):
    """How many caravans each seat has sent."""

    def __init__(self, facts: tuple[int, ...]) -> None:
        super().__init__(CARAVANS, facts)
        self.sent: Final = facts


class Caravans(Module):
    """How many caravans each seat has sent."""

    def __init__(self, sent: vec[i64]) -> None:
        super().__init__(CARAVANS, (), SEND, ACTS)
        self.row = self.name
        self.sent = sent

    def clone(self) -> Module:
        return Caravans(self.sent)

    def facts(self) -> vec[i64]:
        return self.sent

    def restore(self, facts: vec[i64]) -> bool:
        seats = len(self.sent)
        self.sent = facts
        return len(facts) == seats and all(0 <= sent <= MOST for sent in facts)

    def view(self) -> CaravansView:
        return CaravansView(numbers(self.sent))

    def actions(self, state: State, seat: i64, extra: bool, out: ActionCodes) -> None:
        if not extra and self.sent[seat] < MOST:
            out.add(_code(self.sent[seat] + 1))

    def check(self, state: State, seat: i64, code: i64) -> Refusal | None:
        if step_kind(state.top()) != ACT:
            return wrong_decision(state, code)
        if a.number_of(code) != self.sent[seat] + 1 or self.sent[seat] >= MOST:
            return Refusal("99.1", f"the next caravan is number {self.sent[seat] + 1} of {MOST}")
        return None

    def act(self, state: State, seat: i64, code: i64) -> None:
        state.pop()
        self.sent = replaced(self.sent, seat, self.sent[seat] + 1)

    def score(self, state: State, scoring: i64, sheet: Sheet) -> None:
        row = sheet.row_of(self.name)
        for seat in range(len(state.players)):
            sheet.add(row, seat, POINTS * self.sent[seat])


def _code(number: i64) -> i64:
    return SEND | (number << a.NUMBER_SHIFT)


def _new_caravans(config: GameConfig) -> Module:
    return Caravans(vec[i64]([0] * config.players))


# On the wire: arena/wire/modules/caravans.py. Its facts travel by themselves; a field by name would be added to arena.proto.
def _write(_: Observation, __: pb.Observation) -> None:
    return


# In the picture: arena/drawing/modules/caravans.py.
def seen_caravans(seen: Observation) -> CaravansView:
    view = view_of(seen.modules, CaravansView)
    assert view is not None
    return view


def _seat_rows(seen: Observation, seat: int) -> Rows:
    return [(CARAVANS, str(seen_caravans(seen).sent[seat]))]


# To the policies: arena/search/values/caravans.py.
class CaravansHeuristic(ModuleHeuristic):
    """Points in every scoring to come."""

    def action_value(self, heuristic: Heuristic, state: State, player: Player, code: i64) -> i64:
        return CITY_POINT * POINTS * (SCORINGS - heuristic.held)


class CaravansGreedy(ModuleGreedy):
    """The same for greedy."""

    def action_value(self, decision: GreedyDecision, code: i64) -> i64:
        return CITY_POINT * POINTS * (SCORINGS - decision.held)


def _greedy(_: Observation) -> ModuleGreedy:
    return CaravansGreedy()


def plug_in() -> None:
    """Make the module known to every registry."""
    # A word of arena.proto with a shape that it does not have yet; a module of its own would add a word.
    a.add_verb(SEND, "exchange", a.NUMBER)
    add_module(ModuleEntry(CARAVANS, _new_caravans, (CLASSIC, RED_PALACE), SEND, CaravansView))
    WIRE_FORMS[CARAVANS] = WireForm((), _write)
    DRAWINGS[CARAVANS] = ModuleDrawing(seat_rows=_seat_rows)
    MODULE_VALUES[CARAVANS] = ModuleValue(CaravansHeuristic(), _greedy)


@contextmanager
def plugged_in() -> Iterator[None]:
    """The module, for as long as the context lasts."""
    plug_in()
    try:
        yield
    finally:
        for registry in (WIRE_FORMS, DRAWINGS, MODULE_VALUES):
            del registry[CARAVANS]
        remove_module(CARAVANS)
        a.remove_verb(SEND)
