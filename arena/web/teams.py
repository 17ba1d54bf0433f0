"""What belongs to a team, and what may its members do? Submissions, bots and consent to challenges."""

import time
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import select

from arena.ladder import StandingsRow, StandingsSnapshot, Version
from arena.web.event_context import EventContext
from arena.web.membership import captain_of
from arena.web.models import Member, Submission, Team, Token
from arena.web.people import Person, invite, tokens_of
from arena.web.refusals import NotFound, NotPermitted
from arena.web.uploads import latest_submissions


@dataclass(frozen=True, slots=True)
class Account:
    """What a person has: tokens, and what is their team's."""

    tokens: Sequence[Token]
    team: Team | None
    members: Sequence[Member]
    submissions: Sequence[Submission]
    bots: Sequence[StandingsRow]
    captain: int | None  # of the team
    email: str


def account_of(context: EventContext, snapshot: StandingsSnapshot, person: Person) -> Account:
    """Everything that is a person's."""
    with context.database.reading() as session:
        tokens = tokens_of(session, person.id)
        team = None if person.team_id is None else session.get(Team, person.team_id)
        theirs = select(Member).where(Member.team_id == person.team_id)
        members = list(session.scalars(theirs)) if team else []
        email = session.get_one(Member, person.id).email
    submissions = latest_submissions(context, person)
    bots, captain = bots_of(snapshot, person), captain_of(members)
    return Account(tokens, team, members, submissions, bots, captain, email)


def bots_of(snapshot: StandingsSnapshot, person: Person) -> list[StandingsRow]:
    """The active bots of a person's team, as they stand."""
    return [row for row in snapshot.rows if row.active and person.owns(row.owner)]


def invite_member(context: EventContext, person: Person) -> str:
    """A code for one more member of the person's team, to be shown once."""
    with context.database.session() as session:
        return invite(session, team=person.team)


def set_consent(context: EventContext, person: Person, consents: bool) -> None:
    """Whether others may challenge the team's bots."""
    with context.database.session() as session:
        session.get_one(Team, person.team_id).consents = consents


def retire_bot(context: EventContext, snapshot: StandingsSnapshot, person: Person, bot: str) -> None:
    """Pair a bot of the person's team no more."""
    context.ladder_folder.roster.retire(retirable(snapshot, person, bot).version, time.time_ns())


def retirable(snapshot: StandingsSnapshot, person: Person, bot: str) -> Version:
    """The version that a person retires with a bot of their team."""
    active = [one for one in snapshot.of_bot(bot) if one.active]
    if not active:
        raise NotFound("There is no such active bot.")
    if not person.owns(active[-1].owner):
        raise NotPermitted("It is not your team's bot.")
    return active[-1]
