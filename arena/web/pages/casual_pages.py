"""The pages of casual games: play against bots yourself, or let bots play each other."""

from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from arena.ladder import HOUSE
from arena.web.casual_tables import decide, open_table, opponents, own_bots, own_table, own_tables, turn_at
from arena.web.games import GAME, GameView, name_of
from arena.web.models import CasualTable, WorkState
from arena.web.pages.drawing import picture
from arena.web.pages.site import Form, Here, Participant, Site, Someone, slow_down
from arena.web.people import Person
from arena.web.refusals import RequestRefused

router = APIRouter(include_in_schema=False)


@router.get("/play")
def play_page(request: Request, site: Here, person: Someone) -> Response:
    """Whom one can play or challenge, and the tables one has."""
    return site.page(
        request,
        "play.html",
        person,
        tables=own_tables(site.context, person),
        opponents=opponents(site.context, site.snapshot, person),
        mine=own_bots(site.snapshot, person),
        house=HOUSE,
        snapshot=site.snapshot,
        name_of=name_of,
    )


@router.post("/play")
def sit_down(site: Here, person: Someone, fields: Form) -> Response:
    """Begin a game of one's own against bots."""
    return _open(site, person, None, fields.get("opponent", ""))


@router.post("/challenge")
def challenge(site: Here, person: Participant, fields: Form) -> Response:
    """Have a bot of one's team play another, unrated."""
    return _open(site, person, fields.get("bot", ""), fields.get("opponent", ""))


@router.get("/play/{id}")
def table_page(request: Request, site: Here, person: Someone, id: int, part: bool = False) -> Response:
    """The table: what lies on it, and what one may do."""
    table = own_table(site.context, person, id)
    try:
        view = site.games.find(name_of(id), GAME, person)
    except RequestRefused:
        if table.state == WorkState.OVER:
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
def make_move(site: Here, person: Someone, fields: Form, id: int) -> Response:
    """Make one's move."""
    table = own_table(site.context, person, id)
    view = site.games.find(name_of(id), GAME, person)
    decide(site.context, view, table, fields.get("number", ""), fields.get("action", ""))
    return RedirectResponse(f"/play/{id}", 303)


def _open(site: Site, person: Person, bot: str | None, opponent: str) -> Response:
    slow_down(site.costly, str(person.id))
    id = open_table(site.context, site.snapshot, person, bot, opponent)
    return RedirectResponse(f"/play/{id}", 303)


def _offer(view: GameView, table: CasualTable) -> dict[str, Any]:
    """The table as the person sees it, with what they may do."""
    turn = turn_at(view, table)
    shown = picture(view.play.states[-1], view.bots, view.labels, view.shown, turn.before, turn.legal)
    return {"table": shown, "mine": turn.asked, "seat": turn.seat, "recent": turn.recent}
