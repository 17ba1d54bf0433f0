"""What does a step of a turn lead to before anything hidden is revealed? A game that stops where a seat's own steps end.

Market and display are refilled when a turn is over and not before (3.3), so a player can try out a whole turn and take it back.
A barrier on the stack below the seat's own steps keeps the game from going on to what follows them.
"""

from typing import TYPE_CHECKING, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from arena.rules.action import Action, verb_of
from arena.rules.refusal import IllegalAction
from arena.rules.steps import ACT, asks_decision, step_detail, step_kind, step_of, step_seat

if TYPE_CHECKING:
    from arena.rules.state import State

BARRIER: Final = 2  # the detail of a step to act that stands for the end of the seat's own steps


def staged(state: "State", action: Action) -> "State | None":
    """The game after an action and no more than that; None if the action itself reveals something, or only its seat may know it.

    IllegalAction if it is refused. The result can be staged further until `is_complete`; it is never the game itself.
    """
    owner = state.owner_of(verb_of(action.code))
    if owner is not None and owner.is_hidden(action.code):
        refusal = state.check(action)
        if refusal is not None:
            raise IllegalAction(action, refusal)
        return None  # what comes after it would tell what others hold
    after = state.clone()
    after.set_pending(_with_barrier(state.pending(), step_seat(state.top())))
    after.apply(action)
    return after if _hidden(after) == _hidden(state) else None


def is_complete(state: "State") -> bool:
    """Whether a staged turn has nothing left that its seat decides."""
    return state.depth > 0 and _is_barrier(state.top())


def _is_barrier(step: i64) -> bool:
    return step_kind(step) == ACT and step_detail(step) == BARRIER


def _with_barrier(steps: vec[i64], seat: i64) -> vec[i64]:
    """The steps with a barrier below those on top that ask this seat; a barrier from before is gone."""
    kept = vec[i64]()
    for step in steps:
        if not _is_barrier(step):
            kept = append(kept, step)
    own: i64 = len(kept)
    while own > 0 and step_seat(kept[own - 1]) == seat and asks_decision(step_kind(kept[own - 1])):
        own -= 1
    fenced = append(kept[:own], step_of(ACT, seat, BARRIER))
    for step in kept[own:]:
        fenced = append(fenced, step)
    return fenced


def _hidden(state: "State") -> tuple[object, ...]:
    """How far the bag, the deck and the bags of modules are known."""
    secrets = [tuple([int(number) for number in module.secrets()]) for module in state.modules]
    return int(state.bag_next), int(state.deck_next), int(state.reshuffles), *secrets
