"""What is allowed now? The phase of an event, from its dates and the organiser's switches."""

import time
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from sqlalchemy import select
from sqlalchemy.orm import Session

from arena.web.event_file import EventFile
from arena.web.models import Switch

PAUSED, FROZEN = "paused", "frozen"


class Phase(StrEnum):
    """From before the start to the finals."""

    EARLY = "early"  # people sign up
    OPEN = "open"  # bots come in and play
    FROZEN = "frozen"  # no more bots; the ladder goes on
    FINAL = "final"  # the finals, or the end where there are none


@dataclass(frozen=True, slots=True)
class Now:
    """How things stand."""

    phase: Phase
    paused: bool

    @property
    def accepts_bots(self) -> bool:
        return self.phase == Phase.OPEN


def now(session: Session, event: EventFile, at: float | None = None) -> Now:
    """The phase at a time; a freeze by hand is a freeze before its date."""
    seconds = time.time() if at is None else at
    switches = {one.name: one.value for one in session.scalars(select(Switch))}
    phase = Phase.OPEN
    if _before(seconds, event.opens):
        phase = Phase.EARLY
    if switches.get(FROZEN) or _reached(seconds, event.freeze):
        phase = Phase.FROZEN
    if _reached(seconds, event.final_at):
        phase = Phase.FINAL
    return Now(phase, bool(switches.get(PAUSED)))


@dataclass(frozen=True, slots=True)
class EventDate:
    """A date of the event: which phase begins then, and whether it has come."""

    phase: Phase
    at: datetime
    passed: bool


def dates_of(event: EventFile, at: float | None = None) -> list[EventDate]:
    """The dates of an event in their order."""
    seconds = time.time() if at is None else at
    given = (Phase.OPEN, event.opens), (Phase.FROZEN, event.freeze), (Phase.FINAL, event.final_at)
    return [EventDate(phase, day, _reached(seconds, day)) for phase, day in given if day is not None]


def switch(session: Session, name: str, on: bool) -> None:
    """Set a switch, or take it back."""
    found = session.get(Switch, name)
    if found is None:
        session.add(Switch(name=name, value="1" if on else ""))
    else:
        found.value = "1" if on else ""


def _before(seconds: float, moment: datetime | None) -> bool:
    return moment is not None and seconds < moment.timestamp()


def _reached(seconds: float, moment: datetime | None) -> bool:
    return moment is not None and seconds >= moment.timestamp()
