"""What can an organiser do? One function for each action, used by the admin page and the command line."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import pairwise

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from arena.ladder import YEARS, Annulment, LadderFolder
from arena.web.event_context import EventContext, note
from arena.web.models import MOST_ID, Announcement, AuditEntry, Member, Submission, Team
from arena.web.people import add_organiser, folded, invite, new_token
from arena.web.phase import FROZEN, PAUSED, EventDates, set_date, switch
from arena.web.refusals import NotFound, RequestRefused

LONGEST_TEXT = 2000
DATES = ("opens", "freeze", "final")  # in the order in which they come


@dataclass(frozen=True, slots=True)
class OrganiserOverview:
    """What an organiser looks at: teams, the last submissions, and what organisers did."""

    teams: Sequence[Team]
    members: Mapping[int | None, int]  # how many, by team
    submissions: Sequence[tuple[Submission, str]]  # with the team's name, the latest first
    audit: Sequence[AuditEntry]  # the latest first
    suspended: Mapping[str, Sequence[str]]  # by team: which of its bots, and why


def overview(context: EventContext) -> OrganiserOverview:
    """How the event goes."""
    with context.database.reading() as session:
        teams = list(session.scalars(select(Team).order_by(Team.name)))
        members = dict(session.execute(select(Member.team_id, func.count()).group_by(Member.team_id)).all())
        latest = select(Submission).order_by(Submission.id.desc()).limit(15)
        submissions = [(one, one.team.name) for one in session.scalars(latest)]
        audit = list(session.scalars(select(AuditEntry).order_by(AuditEntry.id.desc()).limit(20)))
    suspended: dict[str, list[str]] = {team.name: [] for team in teams}
    for ladder_folder in context.ladder_folders():
        for version in ladder_folder.roster.versions():
            if version.suspended and version.owner in suspended:
                suspended[version.owner].append(f"{version.label} is suspended: {version.suspended}.")
    return OrganiserOverview(teams, members, submissions, audit, suspended)


def announcements(context: EventContext, most: int = 3) -> list[Announcement]:
    """The last announcements, the latest first."""
    with context.database.reading() as session:
        return list(session.scalars(select(Announcement).order_by(Announcement.id.desc()).limit(most)))


def pause(context: EventContext, who: str, on: bool = True) -> None:
    """Begin no more matches, or go on."""
    with context.database.session() as session:
        switch(session, PAUSED, on)
        note(session, who, "paused the matches" if on else "resumed the matches")


def freeze(context: EventContext, who: str, on: bool = True) -> None:
    """Take no more submissions, or take them again if the date allows."""
    with context.database.session() as session:
        switch(session, FROZEN, on)
        note(session, who, "froze submissions" if on else "unfroze submissions")


def announce(context: EventContext, who: str, text: str) -> int:
    """Tell everybody something; the number of the announcement."""
    text = _announcement_text(text)
    with context.database.session() as session:
        one = Announcement(text=text, created=time.time())
        session.add(one)
        note(session, who, f"announced: {text}")
        session.flush()
        return one.id


def edit_announcement(context: EventContext, who: str, id: int, text: str) -> None:
    """Put an announcement into other words; what it said stays in the audit log."""
    text = _announcement_text(text)
    with context.database.session() as session:
        one = _announcement(session, id)
        if one.text != text:
            note(session, who, f"changed an announcement from: {one.text}, to: {text}")
            one.text = text


def withdraw_announcement(context: EventContext, who: str, id: int) -> None:
    """Show an announcement no more; what it said stays in the audit log."""
    with context.database.session() as session:
        one = _announcement(session, id)
        note(session, who, f"withdrew the announcement: {one.text}")
        session.delete(one)


def _announcement_text(text: str) -> str:
    text = text.strip()
    if not text or len(text) > LONGEST_TEXT:
        raise RequestRefused(f"An announcement has 1 to {LONGEST_TEXT} characters.")
    return text


def _announcement(session: Session, id: int) -> Announcement:
    one = session.get(Announcement, id) if 0 < id < MOST_ID else None
    if one is None:
        raise NotFound(f"There is no announcement {id}.")
    return one


def change_dates(context: EventContext, who: str, changes: Mapping[str, str]) -> EventDates:
    """Change dates of the event at once, without a restart; by name (opens, freeze, final), "" for no date.

    All of them are checked before any is changed: the dates that hold then.
    """
    now = context.now().dates
    wanted = replace(now, **{name: _moment(name, text) for name, text in changes.items()})
    given = [(name, one) for name in DATES if (one := getattr(wanted, name)) is not None]
    for (before, first), (after, second) in pairwise(given):
        if second < first:
            raise RequestRefused(f"{after}: {_shown(second)} is before {before}, {_shown(first)}.")
    if wanted.final is None and context.event.final is not None:
        raise RequestRefused("final: an event with finals needs their date.")
    if (
        wanted.final != now.final
        and context.final_folder is not None
        and context.final_folder.roster.versions()
    ):
        raise RequestRefused("final: the finals are drawn; their date stays.")
    with context.database.session() as session:
        for name in DATES:
            moment: datetime | None = getattr(wanted, name)
            if moment != getattr(now, name):
                set_date(session, name, moment)
                note(session, who, f"set the date {name} to {_shown(moment)}")
    return wanted


def _moment(name: str, text: str) -> datetime | None:
    """A date as it was typed; without a zone it is in UTC."""
    if name not in DATES:
        raise RequestRefused(f"{name}: is no date of an event; there are {', '.join(DATES)}.")
    if not text.strip():
        return None
    try:
        moment = datetime.fromisoformat(text.strip())
    except ValueError:
        raise RequestRefused(
            f"{name}: {text.strip()!r} is not a date with a time, such as 2026-05-01T09:00Z."
        ) from None
    if moment.year not in YEARS:
        raise RequestRefused(f"{name}: the year {moment.year} is out of reach.")
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment


def _shown(moment: datetime | None) -> str:
    return "none" if moment is None else moment.astimezone(UTC).strftime("%Y-%m-%d %H:%M UTC")


def rerun(context: EventContext, who: str, match: str, reason: str) -> None:
    """Have a match played again, with the same bots; the games that it has count no more."""
    ladder_folder, reason = _rerun_of(context, match, reason)
    ladder_folder.annul(match, Annulment(time.time_ns(), reason))
    with context.database.session() as session:
        note(session, who, f"had {match} played again: {reason}")


def before_rerunning(context: EventContext, match: str, reason: str) -> list[str]:
    """What having a match played again would do, one sentence each."""
    ladder_folder, reason = _rerun_of(context, match, reason)
    labels = {one.version: one.label for one in ladder_folder.roster.versions()}
    names = " against ".join(
        labels.get(version, version[:12]) for version in dict.fromkeys(ladder_folder.pairings()[match].table)
    )
    return [
        f"All games of this match so far, {names}, count no more. They stay to be looked at, marked with the reason: {reason}",
        "The match is played again with the same bots and other deals. This cannot be undone.",
    ]


def _rerun_of(context: EventContext, match: str, reason: str) -> tuple[LadderFolder, str]:
    """The folder of a match that is to be played again, and the reason as it is noted."""
    ladder_folder = next((one for one in context.ladder_folders() if match in one.pairings()), None)
    if ladder_folder is None:
        raise RequestRefused(f"There is no match {match!r}.")
    reason = reason.strip() or "no reason given"
    if len(reason) > LONGEST_TEXT:
        raise RequestRefused(f"A reason has at most {LONGEST_TEXT} characters.")
    return ladder_folder, reason


def make_organiser(context: EventContext, name: str) -> str:
    """A new organiser's token, to be shown once."""
    with context.database.session() as session:
        _, token = add_organiser(session, name)
        note(session, "the command line", f"made {name} an organiser")
        return token


def token_for(context: EventContext, name: str) -> str:
    """A further token for a person who lost theirs, to be shown once."""
    with context.database.session() as session:
        found = session.scalar(select(Member).where(Member.folded == folded(name)))
        if found is None:
            raise RequestRefused(f"There is nobody called {name!r}.")
        note(session, "the command line", f"made a token for {found.name}")
        return new_token(session, found.id, "from the organiser")


def new_codes(context: EventContext, who: str, count: int) -> list[str]:
    """Invitation codes for one team each, to be shown once."""
    with context.database.session() as session:
        codes = [invite(session) for _ in range(count)]
        note(session, who, f"made {count} invitation codes")
        return codes
