"""Which moments of a game does a seat know of, and what did it know then?

A review is made of moments and of nothing else, so what the seat did not know cannot change it.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from arena.record import DecisionRecord
from arena.rules import Action, Event, Observation, State, known_events
from arena.rules.engine import ACTED

# What follows from a decision without anything being drawn.
_NO_DRAW: Final = frozenset({ACTED, "scored", "awarded", "returned", "over", "points paid"})


@dataclass(frozen=True)
class Moment:
    """A decision of any seat as one seat, the viewer, knows it."""

    number: int  # of the decision in the game, from 1
    order: int  # among those that the viewer knows of, from 1
    actor: int
    action: Action
    observation: Observation  # the viewer's, before the decision
    history: list[Event]  # likewise
    legal: tuple[Action, ...]  # what could be done; empty if another seat decided
    drew: bool  # whether anything was drawn before the next moment
    house: bool  # played by the house
    charged_ns: int

    @property
    def viewer(self) -> int:
        """The seat whose view it is."""
        assert self.observation.viewer is not None
        return self.observation.viewer

    @property
    def is_choice(self) -> bool:
        """Whether the viewer decided and had more than one action to choose from."""
        return self.actor == self.viewer and (len(self.legal) > 1 or self.action not in self.legal)


def moments_of(game: Iterable[tuple[State, DecisionRecord]], viewer: int) -> list[Moment]:
    """The moments of a game that a seat knows of, in order; the game is as `record.replay` gives it."""
    found: list[Moment] = []
    seen = 0  # events looked at
    state: State | None = None
    pending: Moment | None = None
    for number, (state, decision) in enumerate(game, start=1):
        if pending is not None:
            _settle(found, pending, state.log[seen : state.log_size])
        own = decision.seat == viewer
        seen = state.log_size
        pending = Moment(
            number=number,
            order=len(found) + 1,
            actor=decision.seat,
            action=Action.parse(decision.action),
            observation=state.observe(viewer),
            history=state.history(viewer),
            legal=tuple(state.legal_actions()) if own else (),
            drew=False,
            house=decision.house,
            charged_ns=decision.charged_ns if own else 0,
        )
    if pending is not None and state is not None:
        _settle(found, pending, state.log[seen : state.log_size])
    return found


def _settle(found: list[Moment], moment: Moment, events: list[Event]) -> None:
    """Add a moment now that what came of it is known, unless it was hidden from the viewer (12.3)."""
    known = known_events(events, moment.viewer)
    drew = any(event.kind not in _NO_DRAW for event in known)
    if events[0].seen_by(moment.viewer) is not None:
        found.append(_with_draw(moment) if drew else moment)
    elif drew and found:
        found[-1] = _with_draw(found[-1])


def _with_draw(moment: Moment) -> Moment:
    return replace(moment, drew=True)
