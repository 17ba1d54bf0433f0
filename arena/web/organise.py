"""What can an organiser do? One function for each action, used by the admin page and the command line."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import func, select

from arena.ladder import Annulment, LadderFolder
from arena.web.event_context import EventContext, note
from arena.web.models import Announcement, AuditEntry, Member, Submission, Team
from arena.web.people import add_organiser, folded, invite, new_token
from arena.web.phase import FROZEN, PAUSED, switch
from arena.web.refusals import RequestRefused

LONGEST_TEXT = 2000


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
    for ladder_folder in _folders(context):
        for version in ladder_folder.roster.versions():
            if version.suspended and version.owner in suspended:
                suspended[version.owner].append(f"{version.label} is suspended: {version.suspended}.")
    return OrganiserOverview(teams, members, submissions, audit, suspended)


def announcements(context: EventContext) -> list[Announcement]:
    """The last announcements, the latest first."""
    with context.database.reading() as session:
        return list(session.scalars(select(Announcement).order_by(Announcement.id.desc()).limit(3)))


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


def announce(context: EventContext, who: str, text: str) -> None:
    """Tell everybody something."""
    text = text.strip()
    if not text or len(text) > LONGEST_TEXT:
        raise RequestRefused(f"An announcement has 1 to {LONGEST_TEXT} characters.")
    with context.database.session() as session:
        session.add(Announcement(text=text, created=time.time()))
        note(session, who, f"announced: {text}")


def disqualify(context: EventContext, who: str, team: str, reason: str) -> list[str]:
    """Retire all bots of a team and take no more from it; the bots that were retired."""
    reason = reason.strip()
    if not reason or len(reason) > LONGEST_TEXT:
        raise RequestRefused("A disqualification needs a reason.")
    with context.database.session() as session:
        found = session.scalar(select(Team).where(Team.folded == folded(team)))
        if found is None:
            raise RequestRefused(f"There is no team {team!r}.")
        found.disqualified = reason
        note(session, who, f"disqualified {found.name}: {reason}")
    retired = []
    for ladder_folder in _folders(context):
        for one in ladder_folder.roster.versions():
            if one.owner == found.name and one.active:
                ladder_folder.roster.retire(one.version, time.time_ns())
                retired.append(one.label)
    return retired


def reinstate(context: EventContext, who: str, team: str) -> list[str]:
    """Let a team submit again, and pair those of its bots again that were suspended; the bots that were.

    Bots that were retired stay retired until it submits.
    """
    with context.database.session() as session:
        found = session.scalar(select(Team).where(Team.folded == folded(team)))
        name = "" if found is None else found.name
        suspended = [
            (ladder_folder, one)
            for ladder_folder in _folders(context)
            for one in ladder_folder.roster.versions()
            if one.owner == name and one.suspended
        ]
        if found is None or not (found.disqualified or suspended):
            raise RequestRefused(f"There is no team {team!r} that is disqualified or has a suspended bot.")
        found.disqualified = ""
        labels = list(dict.fromkeys(one.label for _, one in suspended))
        note(session, who, f"reinstated {name}" + (f" and {', '.join(labels)}" if labels else ""))
    for ladder_folder, one in suspended:
        ladder_folder.roster.reinstate(one.version, time.time_ns())
    return labels


def rerun(context: EventContext, who: str, match: str, reason: str) -> None:
    """Have a match played again, with the same bots; the games that it has count no more."""
    ladder_folder = next((one for one in _folders(context) if match in one.pairings()), None)
    if ladder_folder is None:
        raise RequestRefused(f"There is no match {match!r}.")
    reason = reason.strip() or "no reason given"
    if len(reason) > LONGEST_TEXT:
        raise RequestRefused(f"A reason has at most {LONGEST_TEXT} characters.")
    ladder_folder.annul(match, Annulment(time.time_ns(), reason))
    with context.database.session() as session:
        note(session, who, f"had {match} played again: {reason}")


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


def _folders(context: EventContext) -> list[LadderFolder]:
    """The folders of the ladder and of the finals."""
    return [context.ladder_folder, *([] if context.final_folder is None else [context.final_folder])]
