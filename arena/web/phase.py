"""What is allowed now? The phase of an event, from its dates and the organiser's switches."""

import time
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from sqlalchemy import select
from sqlalchemy.orm import Session

from arena.web.event_file import EventFile
from arena.web.models import Switch

PAUSED, FROZEN = "paused", "frozen"
DATE = "date "
NO_DATE = "none"


class Phase(StrEnum):
    """From before the start to the finals."""

    EARLY = "early"  # people sign up
    OPEN = "open"  # bots come in and play
    FROZEN = "frozen"  # no more bots; the ladder goes on
    FINAL = "final"  # the finals, or the end where there are none


@dataclass(frozen=True, slots=True)
class EventDates:
    """When the phases begin; what the organiser changed stands above the event file."""

    opens: datetime | None
    freeze: datetime | None
    final: datetime | None


@dataclass(frozen=True, slots=True)
class Now:
    """How things stand."""

    phase: Phase
    paused: bool
    dates: EventDates

    @property
    def accepts_bots(self) -> bool:
        return self.phase == Phase.OPEN


def now(session: Session, event: EventFile, at: float | None = None) -> Now:
    """The phase at a time; a freeze by hand is a freeze before its date."""
    seconds = time.time() if at is None else at
    switches = {one.name: one.value for one in session.scalars(select(Switch))}
    dates = _dates(switches, event)
    phase = Phase.OPEN
    if _before(seconds, dates.opens):
        phase = Phase.EARLY
    if switches.get(FROZEN) or _reached(seconds, dates.freeze):
        phase = Phase.FROZEN
    if _reached(seconds, dates.final):
        phase = Phase.FINAL
    return Now(phase, bool(switches.get(PAUSED)), dates)


@dataclass(frozen=True, slots=True)
class EventDate:
    """A date of the event: which phase begins then, and whether it has come."""

    phase: Phase
    at: datetime
    passed: bool


def dates_of(dates: EventDates, at: float | None = None) -> list[EventDate]:
    """The dates of an event in their order."""
    seconds = time.time() if at is None else at
    given = (Phase.OPEN, dates.opens), (Phase.FROZEN, dates.freeze), (Phase.FINAL, dates.final)
    return [EventDate(phase, day, _reached(seconds, day)) for phase, day in given if day is not None]


def switch(session: Session, name: str, on: bool) -> None:
    """Set a switch, or take it back."""
    _set(session, name, "1" if on else "")


def set_date(session: Session, name: str, moment: datetime | None) -> None:
    """Have a date of the event be another than its file says, or none."""
    _set(session, f"{DATE}{name}", NO_DATE if moment is None else moment.isoformat())


def _set(session: Session, name: str, value: str) -> None:
    found = session.get(Switch, name)
    if found is None:
        session.add(Switch(name=name, value=value))
    else:
        found.value = value


def _dates(switches: Mapping[str, str], event: EventFile) -> EventDates:
    def date(name: str, in_file: datetime | None) -> datetime | None:
        value = switches.get(f"{DATE}{name}", "")
        if not value:
            return in_file
        return None if value == NO_DATE else datetime.fromisoformat(value)

    return EventDates(date("opens", event.opens), date("freeze", event.freeze), date("final", event.final_at))


def _before(seconds: float, moment: datetime | None) -> bool:
    return moment is not None and seconds < moment.timestamp()


def _reached(seconds: float, moment: datetime | None) -> bool:
    return moment is not None and seconds >= moment.timestamp()
