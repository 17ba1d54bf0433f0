"""The public pages: standings, bots, games with replays, and what a bot was asked and wrote."""

import gzip
import math
from dataclasses import dataclass, replace
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Query, Request
from markupsafe import Markup
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse, Response

from arena.ladder import HOUSE, BotReport, StandingsRow, StandingsSnapshot, report_bot
from arena.review import Grade
from arena.web.access import may_see_results, require_results
from arena.web.finals import finals_of
from arena.web.game_frames import etag_of, rest_of
from arena.web.games import bot_request
from arena.web.pages.charts import bars, plot, trend, up_to_now
from arena.web.pages.site import Anyone, Form, Here, Participant, Site, Someone, slow_down
from arena.web.people import Person
from arena.web.refusals import NotFound
from arena.web.reviews import ask_for_review, losses_of, review_of, reviews_of

SORTS = ("rating", "name", "team", "games", "faults")
SHOWS = ("active", "teams", "mine", "all")
A_PAGE = 50
BOTS_A_PAGE = 100
MOST_SEARCHED = 80
MOST_PAGE = 100_000
MOST_MOVES = 1_000_000
KEPT_S = 600
JSON = "application/json"

router = APIRouter(include_in_schema=False)


@dataclass(frozen=True, slots=True)
class LeaderboardView:
    """Which part of the leaderboard somebody looks at."""

    sort: str
    show: str
    search: str  # part of the name of a bot or a team
    page: int  # from 1
    team: str  # of who looks

    def link(self, **changes: object) -> str:
        """The query of another view; another order or another search begins on its first page."""
        wanted = {"sort": self.sort, "show": self.show, "q": self.search, **changes}
        return "?" + urlencode({key: value for key, value in wanted.items() if value != ""})

    def finds(self, row: StandingsRow) -> bool:
        """Whether a row is among those that are searched for."""
        wanted = self.search.casefold()
        return wanted in row.bot.casefold() or wanted in row.owner.casefold()


@router.get("/leaderboard")
def leaderboard(
    request: Request,
    site: Here,
    person: Anyone,
    sort: str = "rating",
    show: str = "active",
    q: Annotated[str, Query(max_length=MOST_SEARCHED)] = "",
    page: Annotated[int, Query(ge=1, le=MOST_PAGE)] = 1,
    part: bool = False,
) -> Response:
    """How the ladder stands: a page of all bots, or of those whose name or team is searched for."""
    if not may_see_results(site.event, person):
        return site.page(request, "closed.html", person)
    sort, show = sort if sort in SORTS else "rating", show if show in SHOWS else "active"
    snapshot = site.snapshot
    view = LeaderboardView(sort, show, q.strip(), page, person.team if person is not None else "")
    table = _table(site, snapshot, view)
    if part:
        return HTMLResponse(table)

    def whole() -> HTMLResponse:
        return _leaderboard_page(request, site, person, snapshot, table, view)

    if person is None and not view.search:
        return site.for_a_moment((snapshot.number, view), whole)
    return whole()


def _leaderboard_page(
    request: Request,
    site: Site,
    person: Person | None,
    snapshot: StandingsSnapshot,
    table: Markup,
    view: "LeaderboardView",
) -> HTMLResponse:
    live = site.games.live()
    return site.page(
        request,
        "leaderboard.html",
        person,
        table=table,
        view=view,
        live=live,
        snapshot=snapshot,
    )


@router.get("/live")
def live_part(site: Here, person: Anyone) -> Response:
    """The list of games under way, for pages that show it."""
    require_results(site.event, person)
    return HTMLResponse(site.part("live.html", live=site.games.live()))


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
        return HTMLResponse(site.part("bracket.html", **values, now=site.now))
    return site.page(request, "finals.html", person, **values, live=site.games.live())


@router.get("/bots/{bot}")
def bot_page(request: Request, site: Here, person: Anyone, bot: str) -> Response:
    """One bot: its versions, its rating over time, whom it met and its last games."""
    require_results(site.event, person)
    report = report_bot(site.snapshot, bot)
    if report is None:
        raise NotFound("There is no such bot on the ladder.")
    own = person is not None and person.owns(report.latest.owner)
    return site.page(
        request,
        "bot.html",
        person,
        report=report,
        rows=report.rows(),
        own=own,
        losses=losses_of(site.context, site.games, report.bot, person)
        if own and person is not None
        else None,
        grades=tuple(Grade),
        house=HOUSE,
        plot=plot(up_to_now(report.history(), _row_of(report), len(site.snapshot.games))),
        games=report.games()[:20],
        snapshot=site.snapshot,
    )


def _row_of(report: BotReport) -> StandingsRow | None:
    """The standings of a bot's latest version."""
    rows = [row for row in report.snapshot.rows if row.version == report.latest.version]
    return rows[0] if rows else None


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
    move: Annotated[int | None, Query(ge=0, le=MOST_MOVES)] = None,
) -> Response:
    """A game; the board asks for its frames, and without JavaScript there is a text."""
    view = site.games.find(match, game, person, take)
    told = site.frames.told(view)
    sisters = site.games.sisters(view)
    asked = None if view.record is None or view.annulled is not None else review_of(site.context, view)
    reviews = reviews_of(site.context, view)
    return site.page(
        request,
        "game.html",
        person,
        view=view,
        told=told,
        move=move,
        sisters=sisters,
        asked=asked,
        reviews=reviews,
    )


@router.post("/games/{match}/{game}/review")
def ask_for_a_review(site: Here, person: Someone, fields: Form, match: str, game: int) -> Response:
    """Have a game reviewed, once for all who may see it."""
    del fields  # they hold the proof that the form was ours
    view = site.games.find(match, game, person)
    ask_for_review(site.context, view, person)
    return RedirectResponse(f"{view.path}#review", 303)


@router.get("/games/{match}/{game}/frames")
@router.get("/games/{match}/{game}/annulled/{take}/frames")
def game_frames(
    request: Request,
    site: Here,
    person: Anyone,
    match: str,
    game: int,
    take: int = 0,
    first: Annotated[int | None, Query(alias="from", ge=0, le=MOST_MOVES)] = None,
) -> Response:
    """A game as the board draws it (docs/frames.md): the whole of it, or what came after a number of moves."""
    view = site.games.find(match, game, person, take)
    if first is not None:
        return Response(rest_of(site.frames, view, first), media_type=JSON)
    if view.record is None:
        return Response(site.frames.growing(view).whole(), media_type=JSON)
    reviews = reviews_of(site.context, view)
    headers = {
        "ETag": etag_of(view, bool(reviews)),
        "Cache-Control": f"private, max-age={KEPT_S}",
        "Vary": "Accept-Encoding",
    }
    if request.headers.get("if-none-match") == headers["ETag"]:
        return Response(status_code=304, headers=headers)
    packed = site.frames.finished(view, reviews).packed
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(packed, media_type=JSON, headers={**headers, "Content-Encoding": "gzip"})
    return Response(gzip.decompress(packed), media_type=JSON, headers=headers)


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


def _table(site: Site, snapshot: StandingsSnapshot, view: LeaderboardView) -> Markup:
    """The table of the leaderboard: the same for everybody who asks for it in the same way until something is new."""
    if view.search:  # there is no end to what can be searched for
        return _made_table(site, snapshot, view)
    shared = view if view.show == "mine" else replace(view, team="")
    return site.kept(snapshot.number, shared, lambda: _made_table(site, snapshot, shared))


def _made_table(site: Site, snapshot: StandingsSnapshot, view: LeaderboardView) -> Markup:
    rows = [row for row in snapshot.rows if _shown(row, view.show, view.team) and view.finds(row)]
    orders = {
        "rating": lambda row: (not row.active, not row.rated, -row.elo),
        "name": lambda row: (row.bot, -row.number),
        "team": lambda row: (row.owner.casefold(), row.bot),
        "games": lambda row: -row.games,
        "faults": lambda row: -sum(row.faults.values()),
    }
    rows.sort(key=orders[view.sort])
    first = (view.page - 1) * BOTS_A_PAGE
    shown = rows[first : first + BOTS_A_PAGE]
    scale = bars(rows)
    text = site.part(
        "table.html",
        rows=shown,
        bars={row.version: scale[row.version] for row in shown if row.version in scale},
        trends={row.version: trend(snapshot.history.get(row.version, ())) for row in shown},
        view=view,
        house=HOUSE,
        found=len(rows),
        pages=max(1, math.ceil(len(rows) / BOTS_A_PAGE)),
        snapshot=snapshot,
    )
    return Markup(text)


def _shown(row: StandingsRow, show: str, team: str) -> bool:
    if show == "mine":
        return bool(team) and row.owner == team
    if show == "teams":
        return bool(row.active or row.suspended or row.disqualified) and row.owner != HOUSE
    return show == "all" or row.active or bool(row.suspended or row.disqualified)
