"""Who plays whom outside the ladder? Tables for a person and bots, or for bots that were challenged."""

import random
import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from arena.ladder import HOUSE, StandingsSnapshot, Version
from arena.rules import Action, ActionError, State
from arena.web.event_context import EventContext
from arena.web.games import GameView
from arena.web.models import MOST_ID, CasualTable, Team, WorkState
from arena.web.people import Person
from arena.web.refusals import LimitReached, NotFound, NotPermitted, RequestRefused
from arena.web.uploads import DAY_S

MOST_OPEN = 3
UNRANKED = 10**6


@dataclass(frozen=True, slots=True)
class PersonTurn:
    """What a person at a table may do now."""

    seat: int
    asked: bool  # whether it is they who decide
    legal: Sequence[Action]
    before: State  # when they had moved last, so that they see what others laid since
    recent: Sequence[str]  # what happened since


def open_table(
    context: EventContext, snapshot: StandingsSnapshot, person: Person, bot: str | None, opponent: str
) -> int:
    """A table for a person (no bot) or a bot of their team, against an opponent that may be played; its number."""
    willing = {one.version: one for one in opponents(context, snapshot, person)}
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
    active = [one for one in snapshot.versions.values() if one.active]
    ranks = {row.version: row.place or UNRANKED for row in snapshot.rows}
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


def turn_at(view: GameView, table: CasualTable) -> PersonTurn:
    """What the person may do; nothing while others decide or their last move is being carried out."""
    state, seat = view.play.states[-1], _seat(table)
    asked = state.seat == seat and len(table.answers) == _made(view, seat)
    before, recent = _before(view, seat), _recent(view, seat)
    return PersonTurn(seat, asked, state.legal_actions() if asked else [], before, recent)


def decide(context: EventContext, view: GameView, table: CasualTable, number: str, text: str) -> None:
    """Make the person's move, if it still is the one that the page asked for."""
    if "" not in table.versions:
        raise NotPermitted("You do not sit at this table.")
    state, seat = view.play.states[-1], _seat(table)
    if view.over or state.seat != seat or number != str(view.play.last):
        return  # it was made already, or the page was old
    try:
        action = Action.parse(text)
    except ActionError as error:
        raise RequestRefused(f"That is no move: {error}.") from None
    refusal = state.check(action)
    if refusal is not None:
        raise RequestRefused(f"That is not allowed: {refusal}.")
    with context.database.session() as session:
        found = session.get_one(CasualTable, table.id)
        if len(found.answers) == _made(view, seat):
            found.answers = [*found.answers, str(action)]


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


def _seat(table: CasualTable) -> int:
    return table.versions.index("")


def _made(view: GameView, seat: int) -> int:
    return sum(one.seat == seat for one in view.decisions)


def _before(view: GameView, seat: int) -> State:
    for number in range(view.play.last - 1, -1, -1):
        if view.decisions[number].seat == seat:
            return view.play.states[number + 1]
    return view.play.states[0]


def _recent(view: GameView, seat: int) -> list[str]:
    first = view.play.last
    while first > 0 and view.decisions[first - 1].seat != seat:
        first -= 1
    moves = range(max(1, first if first else 1), view.play.last + 1)
    return [str(event) for move in moves for event in view.play.events(move, view.shown)]
