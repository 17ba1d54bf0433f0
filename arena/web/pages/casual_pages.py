"""The pages of casual games: play against bots yourself, or let bots play each other."""

import random
import secrets
import time
from collections.abc import Sequence
from typing import Any

from fastapi import APIRouter, HTTPException, Request
from sqlalchemy import func, select
from sqlalchemy.orm import Session
from starlette.responses import HTMLResponse, RedirectResponse, Response

from arena.ladder import HOUSE, Version
from arena.rules import Action, ActionError, State
from arena.web.games import GameView, find
from arena.web.models import CasualTable, Team
from arena.web.pages.drawing import picture
from arena.web.pages.public import tables_of
from arena.web.pages.site import Form, Here, Participant, Site, Someone, slow_down
from arena.web.people import Person
from arena.web.uploads import DAY_S
from arena.web.work.casual_games import GAME, name_of

MOST_OPEN = 3
router = APIRouter(include_in_schema=False)


@router.get("/play")
def play_page(request: Request, site: Here, person: Someone) -> Response:
    """Whom one can play or challenge, and the tables one has."""
    with site.context.database.reading() as session:
        own = (
            select(CasualTable)
            .where(CasualTable.member_id == person.id)
            .order_by(CasualTable.id.desc())
            .limit(20)
        )
        tables = list(session.scalars(own))
    willing = opponents(site, person)
    mine = [one for one in site.snapshot.versions.values() if one.active and person.owns(one.owner)]
    return site.page(
        request,
        "play.html",
        person,
        tables=tables,
        opponents=willing,
        mine=mine,
        house=HOUSE,
        snapshot=site.snapshot,
        name_of=name_of,
    )


@router.post("/play")
def sit_down(site: Here, person: Someone, fields: Form) -> Response:
    """Begin a game of one's own against bots."""
    id = open_table(site, person, None, fields.get("opponent", ""))
    return RedirectResponse(f"/play/{id}", 303)


@router.post("/challenge")
def challenge(site: Here, person: Participant, fields: Form) -> Response:
    """Have a bot of one's team play another, unrated."""
    id = open_table(site, person, fields.get("bot", ""), fields.get("opponent", ""))
    return RedirectResponse(f"/play/{id}", 303)


@router.get("/play/{id}")
def table_page(request: Request, site: Here, person: Someone, id: int, part: bool = False) -> Response:
    """The table: what lies on it, and what one may do."""
    table = own_table(site, person, id)
    try:
        view = find(site, tables_of(request), name_of(id), GAME, person)
    except HTTPException:
        if table.state == "over":
            raise
        if part:
            return HTMLResponse(site.part("seat_part.html", person=person, asked=table, view=None))
        return site.page(request, "seat.html", person, asked=table, view=None)
    if view.over or not view.own or "" not in table.versions:
        if part:
            return HTMLResponse(
                site.part("seat_part.html", person=person, asked=table, view=view, table=None)
            )
        return RedirectResponse(f"/games/{view.match}/{GAME}", 303)
    values = {"view": view, "asked": table, **_offer(view, table)}
    if part:
        return HTMLResponse(site.part("seat_part.html", person=person, **values))
    return site.page(request, "seat.html", person, **values)


@router.post("/play/{id}")
def decide(request: Request, site: Here, person: Someone, fields: Form, id: int) -> Response:
    """Make one's move."""
    table = own_table(site, person, id)
    view = find(site, tables_of(request), name_of(id), GAME, person)
    seat = _seat(table)
    state = view.play.states[-1]
    if view.over or state.seat != seat or fields.get("number") != str(view.play.last):
        return RedirectResponse(f"/play/{id}", 303)  # it was made already, or the page was old
    try:
        action = Action.parse(fields.get("action", ""))
    except ActionError as error:
        raise HTTPException(422, f"That is no move: {error}.") from None
    refusal = state.check(action)
    if refusal is not None:
        raise HTTPException(422, f"That is not allowed: {refusal}.")
    made = sum(one.seat == seat for one in view.decisions)
    with site.context.database.session() as session:
        found = session.get_one(CasualTable, id)
        if len(found.answers) == made:
            found.answers = [*found.answers, str(action)]
    return RedirectResponse(f"/play/{id}", 303)


def open_table(site: Site, person: Person, bot: str | None, opponent: str) -> int:
    """A table for a person (no bot) or a bot of their team, against an opponent that may be played."""
    slow_down(site.costly, str(person.id))
    willing = {one.version: one for one in opponents(site, person)}
    if opponent not in willing:
        raise HTTPException(422, "Choose an opponent from the list.")
    if bot is not None:
        own = site.snapshot.versions.get(bot)
        if own is None or not own.active or not person.owns(own.owner):
            raise HTTPException(403, "That is not a bot of your team.")
    table = [bot or "", opponent]
    house = [one.version for one in willing.values() if one.owner == HOUSE]
    while len(table) < site.event.ladder.seats:
        table.append(random.choice(house or [opponent]))
    random.shuffle(table)
    with site.context.database.session() as session:
        _refuse_too_many(site, session, person)
        one = CasualTable(
            member_id=person.id,
            team_id=person.team_id,
            created=time.time(),
            versions=table,
            state="waiting",
            seed=secrets.token_bytes(16),
            answers=[],
        )
        session.add(one)
        session.flush()
        return one.id


def opponents(site: Site, person: Person) -> Sequence[Version]:
    """House bots, one's own, and those of teams that consent."""
    with site.context.database.reading() as session:
        willing = set(session.scalars(select(Team.name).where(Team.consents, Team.disqualified == "")))
    active = [one for one in site.snapshot.versions.values() if one.active]
    places = {row.version: row.place or 10**6 for row in site.snapshot.rows}
    found = [one for one in active if one.owner == HOUSE or one.owner in willing or person.owns(one.owner)]
    return sorted(found, key=lambda one: (one.owner != HOUSE, places.get(one.version, 10**6)))


def own_table(site: Site, person: Person, id: int) -> CasualTable:
    with site.context.database.reading() as session:
        table = session.get(CasualTable, id) if 0 < id < 2**31 else None
    if table is None or table.member_id != person.id:
        raise HTTPException(404, "You have no such table.")
    return table


def _refuse_too_many(site: Site, session: Session, person: Person) -> None:
    mine = CasualTable.member_id == person.id
    unfinished = mine & CasualTable.state.in_(("waiting", "working"))
    if (session.scalar(select(func.count()).select_from(CasualTable).where(unfinished)) or 0) >= MOST_OPEN:
        raise HTTPException(429, f"You have {MOST_OPEN} tables at once; finish one first.")
    recent = CasualTable.created > time.time() - DAY_S
    whose = (CasualTable.team_id == person.team_id) if person.team_id is not None else mine
    most = site.event.limits.challenges_a_day
    if (session.scalar(select(func.count()).select_from(CasualTable).where(whose & recent)) or 0) >= most:
        raise HTTPException(429, f"That would be more than {most} games in 24 hours.")


def _seat(table: CasualTable) -> int:
    return table.versions.index("")


def _offer(view: GameView, table: CasualTable) -> dict[str, Any]:
    """What the person may do now; nothing while others decide or their last move is being carried out."""
    state = view.play.states[-1]
    seat = _seat(table)
    made = sum(one.seat == seat for one in view.decisions)
    mine = state.seat == seat and len(table.answers) == made
    legal = state.legal_actions() if mine else []
    before = _before(view, seat)
    shown = picture(state, view.bots, view.labels, view.shown, before, legal)
    return {"table": shown, "mine": mine, "seat": seat, "recent": _recent(view, seat)}


def _before(view: GameView, seat: int) -> State:
    """The table when the person had moved last, so that they see what others laid since."""
    for number in range(view.play.last - 1, -1, -1):
        if view.decisions[number].seat == seat:
            return view.play.states[number + 1]
    return view.play.states[0]


def _recent(view: GameView, seat: int) -> list[str]:
    """What happened since the person moved last."""
    first = view.play.last
    while first > 0 and view.decisions[first - 1].seat != seat:
        first -= 1
    moves = range(max(1, first if first else 1), view.play.last + 1)
    return [str(event) for move in moves for event in view.play.events(move, view.shown)]
