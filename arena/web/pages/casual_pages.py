"""The pages of casual games: play against bots yourself, or let bots play each other."""

from collections.abc import Callable
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from arena.ladder import HOUSE
from arena.web.accounts import begin_visit
from arena.web.casual_tables import (
    open_rematch,
    open_table,
    opponents,
    own_bots,
    own_table,
    own_tables,
    refuse_more_guests,
)
from arena.web.games import GAME, GameView, name_of
from arena.web.guard import address, network_of
from arena.web.models import CasualTable, WorkState
from arena.web.pages.site import (
    Anyone,
    Form,
    Here,
    JsonFields,
    Participant,
    Player,
    Site,
    at_door,
    slow_down,
    with_cookie,
)
from arena.web.people import Person
from arena.web.person_turn import commit_turn, position_of, resign, steps_of, table_message, try_turn
from arena.web.refusals import LoginRequired, RequestRefused

MOST_MOVES = 1_000_000

router = APIRouter(include_in_schema=False)


@router.get("/play")
def play_page(request: Request, site: Here, person: Anyone) -> Response:
    """Whom one can play or challenge, and the tables one has."""
    if person is None:
        if not site.event.guests:
            raise LoginRequired("Log in to play.")
        return site.page(request, "guest.html", None)
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
def sit_down(site: Here, person: Player, fields: Form) -> Response:
    """Begin a game of one's own against bots."""
    return _open(site, person, None, fields.get("opponent", ""))


@router.post("/guest", dependencies=[Depends(at_door)])
def play_as_guest(request: Request, site: Here, person: Anyone, fields: Form) -> Response:
    """Begin a game against a house bot without an account, where the event allows it."""
    del fields
    refuse_more_guests(site.context)
    if person is not None:
        return _open(site, person, None, "")
    slow_down(site.guests, network_of(address(request.scope)))
    cookie, guest = begin_visit(site.context)
    return with_cookie(request, _open(site, guest, None, ""), cookie)


@router.post("/challenge")
def challenge(site: Here, person: Participant, fields: Form) -> Response:
    """Have a bot of one's team play another, unrated."""
    return _open(site, person, fields.get("bot", ""), fields.get("opponent", ""))


@router.get("/play/{id}")
def table_page(request: Request, site: Here, person: Player, id: int) -> Response:
    """The table: the board asks for what lies on it, and for what one may do."""
    table = own_table(site.context, person, id)
    view = view_of(site, person, table)
    seated = "" in table.versions
    if not seated and view is not None:
        return RedirectResponse(f"/games/{view.match}/{GAME}", 303)
    told = None if view is None else site.frames.told(view)
    first = len(own_tables(site.context, person)) == 1
    return site.page(
        request, "seat.html", person, table=table, view=view, told=told, guide=first, seated=seated
    )


@router.get("/play/{id}/table")
def table_state(
    site: Here,
    person: Player,
    id: int,
    first: Annotated[int | None, Query(alias="from", ge=0, le=MOST_MOVES)] = None,
) -> Response:
    """The table as its person sees it, and what they are asked (docs/frames.md)."""
    table = own_table(site.context, person, id)
    text = table_message(site.frames, view_of(site, person, table), table, first)
    return Response(text, media_type="application/json")


@router.post("/play/{id}/try")
def try_steps(site: Here, person: Player, id: int, fields: JsonFields) -> Response:
    """What steps of a turn lead to, before they are sent."""
    slow_down(site.tries, str(person.id))
    return _answered(site, person, id, lambda view, table: try_turn(view, table, *steps_of(fields)))


@router.post("/play/{id}/commit")
def commit_steps(site: Here, person: Player, id: int, fields: JsonFields) -> Response:
    """Play a turn, or a step that cannot be taken back."""
    return _answered(
        site, person, id, lambda view, table: commit_turn(site.context, view, table, *steps_of(fields))
    )


@router.post("/play/{id}/hint")
def give_hint(site: Here, person: Player, id: int, fields: JsonFields) -> Response:
    """What the search would play, in a game that does not count."""
    slow_down(site.costly, str(person.id))

    def hint(view: GameView, table: CasualTable) -> dict[str, Any]:
        if view.rated:
            return {"sentence": "There are no hints in games that count."}
        position = position_of(view, table, *steps_of(fields))
        if position is None:
            return {"sentence": "There is nothing left to decide."}
        return {"hints": site.hints.best(position)}

    return _answered(site, person, id, hint)


@router.post("/play/{id}/resign")
def resign_game(site: Here, person: Player, id: int, fields: JsonFields) -> Response:
    """Give the game up and see how it ends."""
    del fields
    resign(site.context, own_table(site.context, person, id))
    return JSONResponse({"ok": True, "href": f"/play/{id}"})


@router.post("/play/{id}/leave")
def leave_table(site: Here, person: Player, id: int, fields: JsonFields) -> Response:
    """Give the game up and go."""
    del fields
    resign(site.context, own_table(site.context, person, id))
    return JSONResponse({"ok": True, "href": "/play"})


@router.post("/play/{id}/rematch")
def play_again(site: Here, person: Player, id: int, fields: JsonFields) -> Response:
    """The same opponents once more."""
    del fields
    slow_down(site.costly, str(person.id))
    table = own_table(site.context, person, id)
    fresh = open_rematch(site.context, site.snapshot, person, table)
    return JSONResponse({"ok": True, "href": f"/play/{fresh}"})


def view_of(site: Site, person: Person, table: CasualTable) -> GameView | None:
    """The game at a table; None while it is being laid."""
    try:
        return site.games.find(name_of(table.id), GAME, person)
    except RequestRefused:
        if table.state == WorkState.OVER:
            raise
        return None


def _answered(
    site: Site, person: Person, id: int, answer: Callable[[GameView, CasualTable], dict[str, Any]]
) -> Response:
    table = own_table(site.context, person, id)
    view = view_of(site, person, table)
    if view is None:
        raise RequestRefused("The table is being laid.")
    return JSONResponse(answer(view, table))


def _open(site: Site, person: Person, bot: str | None, opponent: str) -> Response:
    slow_down(site.costly, str(person.id))
    id = open_table(site.context, site.snapshot, person, bot, opponent)
    return RedirectResponse(f"/play/{id}", 303)
