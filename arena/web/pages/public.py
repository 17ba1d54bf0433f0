"""The public pages: standings, bots, games with replays, and what a bot was asked and wrote."""

import json
import math
from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import APIRouter, HTTPException, Query, Request
from markupsafe import Markup
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse, Response

from arena.ladder import HOUSE, Result, StandingsRow
from arena.record import FAULTS, ReplayError
from arena.web.finals import finals_of
from arena.web.games import GameView, TableGames, find, live_games
from arena.web.pages.charts import bars, plot, trend
from arena.web.pages.site import Anyone, Here, Participant, Site, slow_down
from arena.web.people import Person
from arena.web.standings_snapshot import StandingsSnapshot
from arena.wire import WireError, conversation, conversation_json

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
    if not site.may_see_results(person):
        return site.page(request, "closed.html", person)
    sort, show = sort if sort in SORTS else "rating", show if show in SHOWS else "active"
    snapshot = site.snapshot
    team = person.team if person is not None else ""
    table = _table(site, snapshot, sort, show, team)
    if part:
        return HTMLResponse(table)

    def whole() -> HTMLResponse:
        return _board_page(request, site, person, snapshot, table, sort, show)

    return site.for_a_moment((snapshot.number, sort, show), whole) if person is None else whole()


def _board_page(
    request: Request,
    site: Site,
    person: Person | None,
    snapshot: StandingsSnapshot,
    table: Markup,
    sort: str,
    show: str,
) -> HTMLResponse:
    live = live_games(site)
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
    if site.final is None or site.event.final is None:
        raise HTTPException(404, "This event has no finals.")
    site.require_results(person)
    snapshot = site.final.snapshot
    values: dict[str, Any] = {
        "finals": finals_of(site.event.final, snapshot),
        "snapshot": snapshot,
        "label": site.label,
    }
    if part:
        return HTMLResponse(site.part("bracket.html", **values))
    return site.page(request, "finals.html", person, **values, live=live_games(site))


@router.get("/bots/{bot}")
def bot_page(request: Request, site: Here, person: Anyone, bot: str) -> Response:
    """One bot: its versions, its rating over time, whom it met and its last games."""
    site.require_results(person)
    snapshot = site.snapshot
    versions = snapshot.of_bot(bot)
    if not versions:
        raise HTTPException(404, "There is no such bot on the ladder.")
    latest = versions[-1]
    own = person is not None and person.owns(latest.owner)
    rows = {row.version: row for row in snapshot.rows}
    results = snapshot.by_version.get(latest.version, ())
    return site.page(
        request,
        "bot.html",
        person,
        bot=bot,
        own=own,
        owner=latest.owner,
        house=HOUSE,
        versions=[(one, rows.get(one.version)) for one in reversed(versions)],
        latest=latest,
        row=rows.get(latest.version),
        plot=plot(snapshot.history.get(latest.version, ())),
        opponents=_opponents(snapshot, latest.version, results),
        games=results[:20],
        faults=_faults(snapshot, [one.version for one in versions]) if own else (),
        snapshot=snapshot,
        matches=_matches(results) if own else (),
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
    site.require_results(person)
    snapshot = site.snapshot
    results: Sequence[Result] = snapshot.latest
    if bot:
        versions = {one.version for one in snapshot.of_bot(bot)}
        own = [one for version in versions for one in snapshot.by_version.get(version, ())]
        own += [one.result for one in snapshot.annulled.values() if versions & {*one.result.versions}]
        results = sorted(own, key=lambda one: -one.started_ns)
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
        live=live_games(site) if page == 1 and not bot else [],
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
    view = find(site, tables_of(request), match, game, person, take)
    at = (0 if view.over else view.play.last) if move is None else min(max(move, 0), view.play.last)
    values = position_values(view, at, follow=move is None and not view.over)
    if part:
        return HTMLResponse(site.part("position.html", **values))
    return site.page(request, "game.html", person, **values)


@router.get("/games/{match}/{game}/requests/{decision}")
@router.get("/games/{match}/{game}/annulled/{take}/requests/{decision}")
def request_page(
    request: Request, site: Here, person: Participant, match: str, game: int, decision: int, take: int = 0
) -> Response:
    """What a bot was sent up to a decision, for its own team."""
    slow_down(site.costly, str(person.id))
    view = find(site, tables_of(request), match, game, person, take)
    return JSONResponse(json.loads(exact_request(view, decision)))


@router.get("/games/{match}/{game}/logs/{seat}")
def log_page(
    request: Request, site: Here, person: Participant, match: str, game: int, seat: int
) -> PlainTextResponse:
    """What a bot wrote in the match, for its own team."""
    return PlainTextResponse(log_text(site, tables_of(request), person, match, game, seat))


@router.get("/rules")
def rules_page() -> RedirectResponse:
    """Where the game is explained."""
    return RedirectResponse("/help#game")


@router.get("/help")
def help_page(request: Request, site: Here, person: Anyone) -> Response:
    """How to take part."""
    return site.page(request, "help.html", person)


def tables_of(request: Request) -> TableGames:
    tables: TableGames = request.app.state.tables
    return tables


def position_values(view: GameView, at: int, follow: bool) -> dict[str, Any]:
    """What the templates of a position ask for."""
    decision = view.decisions[at - 1] if at else None
    scorings = view.play.scorings()
    return {
        "view": view,
        "at": at,
        "follow": follow,
        "decision": decision,
        "events": [str(one) for one in view.play.events(at, view.shown)][1 if at else 0 :],
        "table": view.position(at),
        "scorings": scorings,
        "next_scoring": min((move for move in scorings.values() if move > at), default=None),
        "faults": FAULTS,
    }


def exact_request(view: GameView, decision: int) -> str:
    """The conversation of a bot with the referee up to a decision, as JSON; only for the bot's team."""
    if view.record is None:
        raise HTTPException(409, "The game is not over yet.")
    if not 1 <= decision <= view.play.last + 1:
        raise HTTPException(404, "There is no such decision.")
    if view.seat_asked(decision) not in view.own:
        raise HTTPException(403, "Only the bot's own team sees what it was asked.")
    try:
        return conversation_json(conversation(view.record, decision))
    except (WireError, ReplayError) as error:
        raise HTTPException(404, f"There is no such request: {error}.") from None


def log_text(site: Site, tables: TableGames, person: Person, match: str, game: int, seat: int) -> str:
    """What the bot of a seat wrote in all games of the match; only for the bot's team."""
    view = find(site, tables, match, game, person)
    if not 0 <= seat < len(view.bots):
        raise HTTPException(404, "There is no such seat.")
    if seat not in view.own:
        raise HTTPException(403, "Only the bot's own team sees its logs.")
    board = site.board_of(match)
    table = view.versions if board is None else board.snapshot.pairings[match].table
    places = [place for place, version in enumerate(table) if version == view.versions[seat]]
    found = [path for place in places for path in sorted(site.context.logs.glob(f"{match}-{place}-*.txt"))]
    texts = [
        f"── {path.name.removeprefix(f'{match}-')} ──\n{path.read_text(encoding='utf-8')}" for path in found
    ]
    return "\n".join(texts) or "It wrote nothing that was kept.\n"


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


def _opponents(
    snapshot: StandingsSnapshot, version: str, results: Sequence[Result]
) -> list[tuple[str, str, int, float]]:
    """By opponent: its label, its bot, games, and the points against it."""
    met: dict[str, list[float]] = {}
    for result in results:
        if result.void:
            continue
        ours = [rank for rank, one in zip(result.ranks, result.versions, strict=True) if one == version]
        for rank, other in zip(result.ranks, result.versions, strict=True):
            if other != version:
                met.setdefault(other, []).extend((rank > own) + 0.5 * (rank == own) for own in ours)
    found = [
        (snapshot.label(other), snapshot.versions[other].bot, len(points), sum(points))
        for other, points in met.items()
        if other in snapshot.versions
    ]
    return sorted(found, key=lambda one: (-one[2], one[0]))


def _faults(snapshot: StandingsSnapshot, versions: Sequence[str]) -> list[tuple[Result, int, str]]:
    """The games in which a bot failed, the latest first: result, seat and sentence."""
    return [
        (result, seat, result.sentences[seat])
        for version in versions
        for result in snapshot.by_version.get(version, ())
        for seat, one in enumerate(result.versions)
        if one == version and result.terminations[seat] in FAULTS and not result.void
    ][:50]


def _matches(results: Sequence[Result]) -> list[Result]:
    """One game of each of the last matches."""
    found: dict[str, Result] = {}
    for result in results[:200]:
        found.setdefault(result.match, result)
    return list(found.values())[:20]
