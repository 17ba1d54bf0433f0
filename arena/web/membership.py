"""Who is in which team, and who may change that? The team's captain for their own team, an organiser for all."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from arena.web.event_context import EventContext, note
from arena.web.event_file import wrong_email
from arena.web.models import MOST_ID, Member, Role, Team, Token
from arena.web.people import Person, end_access, folded, new_token
from arena.web.refusals import NotFound, NotPermitted, RequestRefused

COMMAND_LINE = Person(0, "the command line", Role.ORGANISER, None, "")


@dataclass(frozen=True, slots=True)
class MemberRow:
    """A person as an organiser sees them."""

    id: int
    name: str
    role: Role
    team: str
    captain: bool
    email: str
    created: float
    tokens: int
    used: float | None  # when they last logged in with one


def everybody(context: EventContext) -> list[MemberRow]:
    """All people of an event but guests, by team and name."""
    with context.database.reading() as session:
        tokens = {
            member: (count, used)
            for member, count, used in session.execute(
                select(Token.member_id, func.count(), func.max(Token.used)).group_by(Token.member_id)
            )
        }
        captains = set(session.scalars(select(func.min(Member.id)).group_by(Member.team_id)))
        teams = {team.id: team.name for team in session.scalars(select(Team))}
        found = [
            MemberRow(
                one.id,
                one.name,
                one.role,
                teams.get(one.team_id or 0, ""),
                one.team_id is not None and one.id in captains,
                one.email,
                one.created,
                *tokens.get(one.id, (0, None)),
            )
            for one in session.scalars(select(Member).where(Member.role != Role.GUEST))
        ]
    return sorted(
        found, key=lambda one: (one.role != Role.ORGANISER, one.team.casefold(), one.name.casefold())
    )


def captain_of(members: Sequence[Member]) -> int | None:
    """Who founded a team; if they left, who has been in it for longest."""
    return min((one.id for one in members), default=None)


def replace_token(context: EventContext, who: Person, member: int) -> tuple[str, str]:
    """End all tokens and login sessions of a person who lost a token: their name and a new token, to be shown once."""
    with context.database.session() as session:
        found = _manageable(session, who, member)
        end_access(session, found.id)
        note(session, who.name, f"replaced the tokens of {found.name}")
        return found.name, new_token(session, found.id, f"from {who.name}")


def remove_member(context: EventContext, who: Person, member: int) -> None:
    """Take a person out of their team; they can log in no more. What they submitted stays the team's."""
    with context.database.session() as session:
        found = _manageable(session, who, member)
        end_access(session, found.id)
        team, found.team_id = found.team, None
        note(session, who.name, f"removed {found.name}" + (f" from {team.name}" if team is not None else ""))


def move_member(context: EventContext, who: Person, member: int, team: str) -> None:
    """Put a person into another team, as an organiser."""
    if not who.is_organiser:
        raise NotPermitted("Only the organiser can do that.")
    with context.database.session() as session:
        found = _manageable(session, who, member)
        target = session.scalar(select(Team).where(Team.folded == folded(team)))
        if target is None:
            raise RequestRefused(f"There is no team {team!r}.")
        if len(target.members) >= context.event.limits.members and found not in target.members:
            raise RequestRefused(f"The team {target.name} is full.")
        found.team_id = target.id
        note(session, who.name, f"put {found.name} into {target.name}")


def member_called(context: EventContext, name: str) -> int:
    """The number of a person."""
    with context.database.reading() as session:
        found = session.scalar(select(Member.id).where(Member.folded == folded(name)))
    if found is None:
        raise RequestRefused(f"There is nobody called {name!r}.")
    return found


def set_email(context: EventContext, person: Person, email: str) -> None:
    """Where a person gets news of the event; empty: nowhere."""
    email = email.strip()
    if wrong := wrong_email(email):
        raise RequestRefused(wrong)
    with context.database.session() as session:
        session.get_one(Member, person.id).email = email


def _manageable(session: Session, who: Person, member: int) -> Member:
    """A participant whose membership this person may change."""
    found = session.get(Member, member) if 0 < member < MOST_ID else None
    theirs = found is not None and found.team_id is not None and found.team_id == who.team_id
    if found is None or found.role != Role.PARTICIPANT or not (who.is_organiser or theirs):
        raise NotFound("There is no such member.")
    if not who.is_organiser:
        if captain_of(found.team.members if found.team is not None else ()) != who.id:
            raise NotPermitted("Only the team's captain or an organiser can do that.")
        if found.id == who.id:
            raise RequestRefused("You have your own tokens below; to leave the team, ask an organiser.")
    return found
