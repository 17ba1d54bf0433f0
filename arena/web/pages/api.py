"""The JSON interface, described by OpenAPI: standings, bots, games and your own submissions."""

import math
from typing import Annotated, Any

from fastapi import APIRouter, HTTPException, Path, Query, Request
from pydantic import BaseModel, Field
from starlette.concurrency import run_in_threadpool

from arena.ladder import StandingsRow, report_bot
from arena.web.access import require_results
from arena.web.finals import finals_of
from arena.web.games import GameView, bot_request
from arena.web.models import MOST_ID, Submission
from arena.web.pages.finals_answer import FinalsAnswer, finals_answer
from arena.web.pages.public import MOST_PAGE
from arena.web.pages.site import Anyone, Here, Participant, Someone, slow_down
from arena.web.refusals import NotFound
from arena.web.teams import bots_of
from arena.web.uploads import gathered, keep, latest_submissions, own_submission

A_PAGE = 100


ANNULLED = Field(description="Why it counts no more, if the match was to be played again.")


class ApiProblem(BaseModel):
    """Why something was refused."""

    detail: str


class EventAnswer(BaseModel):
    """The event and its phase."""

    title: str
    phase: str
    paused: bool
    visibility: str
    rules: str
    time: str
    opens: str | None
    freeze: str | None
    final: str | None


class BotRow(BaseModel):
    """A version of a bot in the table."""

    rank: int | None
    bot: str
    number: int
    version: str
    team: str
    active: bool
    elo: float | None
    low: float | None
    high: float | None
    games: int
    faults: dict[str, int]
    disqualified: str | None = Field(description="Why its team is, if it is.")


class SeatAnswer(BaseModel):
    """A seat of a finished game."""

    bot: str
    version: str
    team: str
    termination: str
    sentence: str | None = Field(description="What went wrong; only for the bot's own team.")
    score: int | None
    rank: int | None


class MoveAnswer(BaseModel):
    """A decision of a game."""

    seat: int
    action: str
    wall_ms: float
    charged_ms: float
    house: bool


class GameAnswer(BaseModel):
    """A game, as far as it has come."""

    match: str
    game: int
    rules: str
    over: bool
    rated: bool
    void: bool
    annulled: str | None = ANNULLED
    seats: list[SeatAnswer]
    moves: list[MoveAnswer]


class GameRow(BaseModel):
    """A finished game in a list."""

    match: str
    game: int
    started_ns: int
    bots: list[str] = Field(description="Names by seat, such as lion v2.")
    versions: list[str]
    scores: list[int]
    ranks: list[int]
    terminations: list[str]
    void: bool
    annulled: str | None = ANNULLED


class StepAnswer(BaseModel):
    """A step of the check."""

    name: str
    ok: bool
    detail: str
    notes: list[str] = []


class SubmissionAnswer(BaseModel):
    """An upload and how far its check has come."""

    id: int
    name: str
    state: str = Field(description="waiting, working, taken, refused or failed")
    sentence: str
    bot: str
    version: str
    created: float
    steps: list[StepAnswer]


class MeAnswer(BaseModel):
    """Whose token it is."""

    name: str
    role: str
    team: str
    bots: list[BotRow]
    submissions: list[SubmissionAnswer]


def _problems(*codes: int) -> dict[int | str, dict[str, Any]]:
    return {code: {"model": ApiProblem} for code in codes}


router = APIRouter(prefix="/api/v1", tags=["arena"], responses=_problems(400, 401, 403, 422, 429))
Name = Annotated[str, Path(max_length=120)]
GameNumber = Annotated[int, Path(ge=0, le=MOST_ID - 1)]


@router.get("/event")
def event(site: Here) -> EventAnswer:
    """What is going on."""
    one, dates = site.event, site.now.dates
    return EventAnswer(
        title=one.title,
        phase=str(site.now.phase),
        paused=site.now.paused,
        visibility=one.visibility,
        rules=str(one.ladder.settings.config),
        time=str(one.ladder.settings.control),
        opens=dates.opens.isoformat() if dates.opens else None,
        freeze=dates.freeze.isoformat() if dates.freeze else None,
        final=dates.final.isoformat() if dates.final else None,
    )


@router.get("/leaderboard")
def leaderboard(site: Here, person: Anyone, everyone: bool = False) -> list[BotRow]:
    """The standings; with `everyone`, retired versions too. Who is disqualified has no rank."""
    require_results(site.event, person)
    return [_row(row) for row in site.snapshot.rows if row.active or row.disqualified or everyone]


@router.get("/finals", responses=_problems(404))
def finals(site: Here, person: Anyone) -> FinalsAnswer:
    """The finals: their bracket or table, and the places when all is played."""
    if site.standings.final is None or site.event.final is None:
        raise NotFound("This event has no finals.")
    require_results(site.event, person)
    return finals_answer(finals_of(site.event.final, site.standings.final.snapshot), site.standings.label)


@router.get("/bots/{bot}", responses=_problems(404))
def bot(site: Here, person: Anyone, bot: Name) -> list[BotRow]:
    """All versions of a bot, the oldest first."""
    require_results(site.event, person)
    report = report_bot(site.snapshot, bot)
    if report is None:
        raise NotFound("There is no such bot on the ladder.")
    return [_row(row) for row in report.rows()]


@router.get("/games")
def games(
    site: Here,
    person: Anyone,
    page: Annotated[int, Query(ge=1, le=MOST_PAGE)] = 1,
    bot: Annotated[str, Query(max_length=80, description="Only games of this bot.")] = "",
) -> list[GameRow]:
    """Finished games, the latest first, a hundred a page."""
    require_results(site.event, person)
    results = site.snapshot.games_of_bot(bot) if bot else site.snapshot.latest
    first = (page - 1) * A_PAGE
    return [
        GameRow(
            match=one.match,
            game=one.game,
            started_ns=one.started_ns,
            bots=[site.snapshot.label(version) for version in one.versions],
            versions=list(one.versions),
            scores=list(one.scores),
            ranks=list(one.ranks),
            terminations=list(one.terminations),
            void=one.void,
            annulled=site.snapshot.annulled[one.seal].reason if one.seal in site.snapshot.annulled else None,
        )
        for one in results[first : first + A_PAGE]
    ]


@router.get("/games/{match}/{game}", responses=_problems(404))
def game(site: Here, person: Anyone, match: Name, game: GameNumber) -> GameAnswer:
    """One game with every decision. Hands, draws and the seed are not told."""
    view = site.games.find(match, game, person)
    return GameAnswer(
        match=match,
        game=game,
        rules=view.rules,
        over=view.over,
        rated=view.rated,
        void=view.record is not None and view.record.void,
        annulled=view.annulled.reason if view.annulled is not None else None,
        seats=[_seat(view, seat) for seat in range(len(view.bots))],
        moves=[
            MoveAnswer(
                seat=one.seat,
                action=one.action,
                wall_ms=one.wall_ns / 1e6,
                charged_ms=one.charged_ns / 1e6,
                house=one.house,
            )
            for one in view.decisions
        ],
    )


@router.get("/games/{match}/{game}/requests/{decision}", responses=_problems(404, 409))
def request_of(
    site: Here,
    person: Participant,
    match: Name,
    game: GameNumber,
    decision: Annotated[int, Path(ge=1, le=MOST_ID - 1)],
) -> dict[str, Any]:
    """What your bot was sent up to a decision, counted from 1, for `arena bot ask`."""
    slow_down(site.costly, str(person.id))
    view = site.games.find(match, game, person)
    return bot_request(view, decision)


@router.get("/games/{match}/{game}/logs/{seat}", responses=_problems(404))
def log(
    site: Here,
    person: Participant,
    match: Name,
    game: GameNumber,
    seat: Annotated[int, Path(ge=0, le=5)],
) -> dict[str, str]:
    """What your bot wrote to stdout and stderr in the match."""
    return {"log": site.games.log(match, game, seat, person)}


@router.get("/me")
def me(site: Here, person: Someone) -> MeAnswer:
    """Who you are, your bots and your last submissions."""
    return MeAnswer(
        name=person.name,
        role=person.role,
        team=person.team,
        bots=[_row(row) for row in bots_of(site.snapshot, person)],
        submissions=[_submission(one) for one in latest_submissions(site.context, person)],
    )


@router.post(
    "/submissions",
    status_code=201,
    responses=_problems(409, 413),
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
        }
    },
)
async def submit(
    request: Request,
    site: Here,
    person: Participant,
    name: Annotated[
        str, Query(min_length=1, max_length=200, description="Name of the file, .zip or .tar.gz.")
    ],
) -> SubmissionAnswer:
    """Upload a bot: the bytes of its archive are the body. It is safe in the queue when this is answered."""
    if request.headers.get("authorization") is None:
        raise HTTPException(
            401, "Programs show a token: Authorization: Bearer …", {"WWW-Authenticate": "Bearer"}
        )
    content = await gathered(request.stream())
    id = await run_in_threadpool(keep, site.context, person, name, content)
    return _submission(own_submission(site.context, person, id))


@router.get("/submissions/{id}", responses=_problems(404))
def submission(
    site: Here, person: Participant, id: Annotated[int, Path(ge=1, le=MOST_ID - 1)]
) -> SubmissionAnswer:
    """How far the check of an upload of your team has come."""
    return _submission(own_submission(site.context, person, id))


def _row(row: StandingsRow) -> BotRow:
    def number(value: float) -> float | None:
        return round(value, 2) if row.rated and math.isfinite(value) else None

    return BotRow(
        rank=row.rank,
        bot=row.bot,
        number=row.number,
        version=row.version,
        team=row.owner,
        active=row.active,
        elo=number(row.elo),
        low=number(row.low),
        high=number(row.high),
        games=row.games,
        faults=row.faults,
        disqualified=row.disqualified or None,
    )


def _seat(view: GameView, seat: int) -> SeatAnswer:
    record = view.record
    over = record is not None and not record.void
    return SeatAnswer(
        bot=view.bots[seat],
        version=view.versions[seat],
        team=view.owners[seat],
        termination=record.seats[seat].termination if record is not None else "",
        sentence=record.seats[seat].sentence if record is not None and seat in view.own else None,
        score=record.scores[seat] if record is not None and over else None,
        rank=record.ranks[seat] if record is not None and over else None,
    )


def _submission(one: Submission) -> SubmissionAnswer:
    return SubmissionAnswer(
        id=one.id,
        name=one.name,
        state=one.state,
        sentence=one.sentence,
        bot=one.bot,
        version=one.version,
        created=one.created,
        steps=[StepAnswer(**{**step, "notes": list(step.get("notes", ()))}) for step in one.steps],
    )
