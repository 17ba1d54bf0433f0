"""Who may see the results of an event? Everybody, participants, or organisers only, as the event file says."""

from arena.web.event_file import EventFile, Visibility
from arena.web.people import Person
from arena.web.refusals import LoginRequired, NotPermitted


def may_see_results(event: EventFile, person: Person | None) -> bool:
    """Whether somebody may see how the ladder stands."""
    if person is not None and person.is_organiser:
        return True
    if event.visibility == Visibility.PARTICIPANTS:
        return person is not None and not person.is_guest
    return event.visibility == Visibility.PUBLIC


def require_results(event: EventFile, person: Person | None) -> None:
    """Refuse those who may not see how the ladder stands."""
    if not may_see_results(event, person):
        if person is None or person.is_guest:
            raise LoginRequired("Log in to see the results.")
        raise NotPermitted("The organiser shows the results later.")
