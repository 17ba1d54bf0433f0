"""The public pages: standings, bots, games with replays, and what a bot was asked and wrote."""

import math
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from markupsafe import Markup
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse, Response

from arena.ladder import HOUSE, StandingsRow, StandingsSnapshot, report_bot
from arena.record import FAULTS
from arena.web.access import may_see_results, require_results
from arena.web.finals import finals_of
from arena.web.games import GameView, bot_request
from arena.web.pages.charts import bars, plot, trend
from arena.web.pages.drawing import picture
from arena.web.pages.site import Anyone, Here, Participant, Site, slow_down
from arena.web.people import Person
from arena.web.refusals import NotFound

SORTS = ("rating", "name", "team", "games", "faults")
SHOWS = ("active", "teams", "mine", "all")
A_PAGE = 50
MOST_PAGE = 100_000

router = APIRouter(include_in_schema=False)


@router.get("/")
def leaderboard(
    request: Request,
    site: Here,
    person: Anyone,
    sort: str = "rating",
    show: str = "active",
    part: bool = False,
) -> Response:
    """How the ladder stands."""
    if not may_see_results(site.event, person):
        return site.page(request, "closed.html", person)
    sort, show = sort if sort in SORTS else "rating", show if show in SHOWS else "active"
    snapshot = site.snapshot
    team = person.team if person is not None else ""
    table = _table(site, snapshot, sort, show, team)
    if part:
        return HTMLResponse(table)

    def whole() -> HTMLResponse:
        return _leaderboard_page(request, site, person, snapshot, table, sort, show)

    return site.for_a_moment((snapshot.number, sort, show), whole) if person is None else whole()


def _leaderboard_page(
    request: Request,
    site: Site,
    person: Person | None,
    snapshot: StandingsSnapshot,
    table: Markup,
    sort: str,
    show: str,
) -> HTMLResponse:
    live = site.games.live()
    return site.page(
        request,
        "leaderboard.html",
        person,
        table=table,
        sort=sort,
        show=show,
        live=live,
        snapshot=snapshot,
    )


@router.get("/finals")
def finals_page(request: Request, site: Here, person: Anyone, part: bool = False) -> Response:
    """The bracket of the finals, or their table."""
    if site.standings.final is None or site.event.final is None:
        raise NotFound("This event has no finals.")
    require_results(site.event, person)
    snapshot = site.standings.final.snapshot
    values: dict[str, Any] = {
        "finals": finals_of(site.event.final, snapshot),
        "snapshot": snapshot,
        "label": site.standings.label,
    }
    if part:
        return HTMLResponse(site.part("bracket.html", **values))
    return site.page(request, "finals.html", person, **values, live=site.games.live())


@router.get("/bots/{bot}")
def bot_page(request: Request, site: Here, person: Anyone, bot: str) -> Response:
    """One bot: its versions, its rating over time, whom it met and its last games."""
    require_results(site.event, person)
    report = report_bot(site.snapshot, bot)
    if report is None:
        raise NotFound("There is no such bot on the ladder.")
    return site.page(
        request,
        "bot.html",
        person,
        report=report,
        rows=report.rows(),
        own=person is not None and person.owns(report.latest.owner),
        house=HOUSE,
        plot=plot(report.history()),
        games=report.games()[:20],
        snapshot=site.snapshot,
    )


@router.get("/games")
def games_page(
    request: Request,
    site: Here,
    person: Anyone,
    bot: str = "",
    page: Annotated[int, Query(ge=1, le=MOST_PAGE)] = 1,
) -> Response:
    """All games, the latest first."""
    require_results(site.event, person)
    snapshot = site.snapshot
    results = snapshot.games_of_bot(bot) if bot else snapshot.latest
    first = (page - 1) * A_PAGE
    return site.page(
        request,
        "games.html",
        person,
        games=results[first : first + A_PAGE],
        bot=bot,
        number=page,
        pages=max(1, math.ceil(len(results) / A_PAGE)),
        total=len(results),
        live=site.games.live() if page == 1 and not bot else [],
        snapshot=snapshot,
    )


@router.get("/games/{match}/{game}")
@router.get("/games/{match}/{game}/annulled/{take}")
def game_page(
    request: Request,
    site: Here,
    person: Anyone,
    match: str,
    game: int,
    take: int = 0,
    move: int | None = None,
    part: bool = False,
) -> Response:
    """A game at a move; without one, finished games begin at the start and those under way at their latest."""
    view = site.games.find(match, game, person, take)
    at = (0 if view.over else view.play.last) if move is None else min(max(move, 0), view.play.last)
    values = position_values(view, at, follow=move is None and not view.over)
    if part:
        return HTMLResponse(site.part("position.html", **values))
    return site.page(request, "game.html", person, **values)


@router.get("/games/{match}/{game}/requests/{decision}")
@router.get("/games/{match}/{game}/annulled/{take}/requests/{decision}")
def request_page(
    site: Here, person: Participant, match: str, game: int, decision: int, take: int = 0
) -> Response:
    """What a bot was sent up to a decision, for its own team."""
    slow_down(site.costly, str(person.id))
    view = site.games.find(match, game, person, take)
    return JSONResponse(bot_request(view, decision))


@router.get("/games/{match}/{game}/logs/{seat}")
def log_page(site: Here, person: Participant, match: str, game: int, seat: int) -> PlainTextResponse:
    """What a bot wrote in the match, for its own team."""
    return PlainTextResponse(site.games.log(match, game, seat, person))


@router.get("/rules")
def rules_page() -> RedirectResponse:
    """Where the game is explained."""
    return RedirectResponse("/help#game")


@router.get("/help")
def help_page(request: Request, site: Here, person: Anyone) -> Response:
    """How to take part."""
    return site.page(request, "help.html", person)


def position_values(view: GameView, at: int, follow: bool) -> dict[str, Any]:
    """What the templates of a position ask for."""
    decision = view.decisions[at - 1] if at else None
    before = view.play.states[at - 1] if at else None
    scorings = view.play.scorings()
    return {
        "view": view,
        "at": at,
        "follow": follow,
        "decision": decision,
        "events": [str(one) for one in view.play.events(at, view.shown)][1 if at else 0 :],
        "table": picture(view.play.states[at], view.bots, view.labels, view.shown, before),
        "scorings": scorings,
        "next_scoring": min((move for move in scorings.values() if move > at), default=None),
        "faults": FAULTS,
    }


def _table(site: Site, snapshot: StandingsSnapshot, sort: str, show: str, team: str) -> Markup:
    """The table of the leaderboard: the same for everybody who asks for it in the same way until something is new."""
    key = sort, show, team if show == "mine" else ""
    return site.kept(snapshot.number, key, lambda: _made_table(site, snapshot, *key))


def _made_table(site: Site, snapshot: StandingsSnapshot, sort: str, show: str, team: str) -> Markup:
    rows = [row for row in snapshot.rows if _shown(row, show, team)]
    orders = {
        "rating": lambda row: (not row.active, not row.rated, -row.elo),
        "name": lambda row: (row.bot, -row.number),
        "team": lambda row: (row.owner.casefold(), row.bot),
        "games": lambda row: -row.games,
        "faults": lambda row: -sum(row.faults.values()),
    }
    rows.sort(key=orders[sort])
    trends = {row.version: trend(snapshot.history.get(row.version, ())) for row in rows}
    text = site.part(
        "table.html",
        rows=rows,
        bars=bars(rows),
        trends=trends,
        sort=sort,
        show=show,
        team=team,
        house=HOUSE,
        snapshot=snapshot,
    )
    return Markup(text)


def _shown(row: StandingsRow, show: str, team: str) -> bool:
    if show == "mine":
        return bool(team) and row.owner == team
    if show == "teams":
        return row.active and row.owner != HOUSE
    return show == "all" or row.active
