"""Who plays whom outside the ladder? Tables for a person and bots, or for bots that were challenged."""

import random
import secrets
import time
from collections.abc import Sequence

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from arena.ladder import HOUSE, StandingsSnapshot, Version
from arena.web.event_context import EventContext
from arena.web.models import MOST_ID, CasualTable, Member, Role, Team, WorkState
from arena.web.people import Person
from arena.web.refusals import LimitReached, LoginRequired, NotFound, NotPermitted, RequestRefused
from arena.web.uploads import DAY_S

MOST_OPEN = 3
UNRANKED = 10**6


def open_table(
    context: EventContext, snapshot: StandingsSnapshot, person: Person, bot: str | None, opponent: str
) -> int:
    """A table for a person (no bot) or a bot of their team, against an opponent that may be played; its number."""
    willing = {one.version: one for one in opponents(context, snapshot, person)}
    if person.is_guest and not opponent:
        opponent = next(iter(willing), "")
    if not willing:
        raise RequestRefused("There is no bot to play yet. Come back in a minute.")
    if opponent not in willing:
        raise RequestRefused("Choose an opponent from the list.")
    if bot is not None:
        own = snapshot.versions.get(bot)
        if own is None or not own.active or not person.owns(own.owner):
            raise NotPermitted("That is not a bot of your team.")
    seated = [bot or "", opponent]
    house = [one.version for one in willing.values() if one.owner == HOUSE]
    while len(seated) < context.event.ladder.seats:
        seated.append(random.choice(house or [opponent]))
    random.shuffle(seated)
    return _laid(context, person, seated)


def _laid(context: EventContext, person: Person, seated: list[str]) -> int:
    with context.database.session() as session:
        _refuse_too_many(context, session, person)
        table = CasualTable(
            member_id=person.id,
            team_id=person.team_id,
            created=time.time(),
            versions=seated,
            state=WorkState.WAITING,
            seed=secrets.token_bytes(16),
            answers=[],
        )
        session.add(table)
        session.flush()
        return table.id


def opponents(context: EventContext, snapshot: StandingsSnapshot, person: Person) -> Sequence[Version]:
    """House bots, one's own, and those of teams that consent."""
    with context.database.reading() as session:
        willing = set(session.scalars(select(Team.name).where(Team.consents, Team.disqualified == "")))
    if person.is_guest:
        willing = set()
    active = [one for one in snapshot.versions.values() if one.active]
    ranks = {row.version: row.rank or UNRANKED for row in snapshot.rows}
    found = [one for one in active if one.owner == HOUSE or one.owner in willing or person.owns(one.owner)]
    return sorted(found, key=lambda one: (one.owner != HOUSE, ranks.get(one.version, UNRANKED)))


def own_bots(snapshot: StandingsSnapshot, person: Person) -> list[Version]:
    """The bots that the person may send to a table."""
    return [one for one in snapshot.versions.values() if one.active and person.owns(one.owner)]


def own_table(context: EventContext, person: Person, id: int) -> CasualTable:
    """A table that the person opened."""
    with context.database.reading() as session:
        table = session.get(CasualTable, id) if 0 < id < MOST_ID else None
    if table is None or table.member_id != person.id:
        raise NotFound("You have no such table.")
    return table


def own_tables(context: EventContext, person: Person) -> list[CasualTable]:
    """The tables that the person opened last, the latest first."""
    with context.database.reading() as session:
        own = select(CasualTable).where(CasualTable.member_id == person.id)
        return list(session.scalars(own.order_by(CasualTable.id.desc()).limit(20)))


def open_rematch(
    context: EventContext, snapshot: StandingsSnapshot, person: Person, table: CasualTable
) -> int:
    """A table with the same opponents, the person one seat further; its number."""
    seated = [*table.versions[-1:], *table.versions[:-1]]
    playable = {one.version for one in opponents(context, snapshot, person)} | {""}
    gone = next((version for version in seated if version not in playable), None)
    if gone is not None:
        raise RequestRefused(f"{snapshot.label(gone)} does not play any more.")
    return _laid(context, person, seated)


def refuse_more_guests(context: EventContext) -> None:
    """Refuse somebody without an account if as many play as the event allows."""
    playing = CasualTable.state.in_((WorkState.WAITING, WorkState.WORKING))
    of_guests = select(func.count()).select_from(CasualTable).join(Member, Member.id == CasualTable.member_id)
    with context.database.reading() as session:
        count = session.scalar(of_guests.where(playing, Member.role == Role.GUEST)) or 0
    if not context.event.guests:
        raise LoginRequired("Log in to play.")
    if count >= context.event.guests:
        raise LimitReached("All tables for guests are taken. Come back in a few minutes.")


def _refuse_too_many(context: EventContext, session: Session, person: Person) -> None:
    mine = CasualTable.member_id == person.id
    unfinished = mine & CasualTable.state.in_((WorkState.WAITING, WorkState.WORKING))
    if (session.scalar(select(func.count()).select_from(CasualTable).where(unfinished)) or 0) >= MOST_OPEN:
        raise LimitReached(f"You have {MOST_OPEN} tables at once; finish one first.")
    recent = CasualTable.created > time.time() - DAY_S
    whose = (CasualTable.team_id == person.team_id) if person.team_id is not None else mine
    most = context.event.limits.challenges_a_day
    if (session.scalar(select(func.count()).select_from(CasualTable).where(whose & recent)) or 0) >= most:
        raise LimitReached(f"That would be more than {most} games in 24 hours.")
