"""What do all pages share? The visitor and their rights, the state of the event, rendering and CSRF."""

import math
import threading
import time
from collections.abc import Callable, Hashable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import quote, urlsplit

from fastapi import Depends, HTTPException, Request
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from starlette.responses import HTMLResponse, Response

from arena.documentation import built_pages
from arena.ladder import StandingsSnapshot
from arena.untrusted import Unreadable, json_value
from arena.web.access import may_see_results
from arena.web.accounts import person_with_cookie, person_with_token
from arena.web.event_context import EventContext
from arena.web.game_frames import FrameShelf
from arena.web.games import EventGames
from arena.web.guard import Buckets, address, network_of
from arena.web.hints import Hints
from arena.web.organise import announcements
from arena.web.pages.metrics import Metrics
from arena.web.people import SESSION_S, Person
from arena.web.phase import Now, Phase
from arena.web.refusals import (
    LimitReached,
    LoginRequired,
    NotFound,
    NotNow,
    NotPermitted,
    RequestRefused,
    TooLarge,
)
from arena.web.standings_cache import EventStandings

HERE = Path(__file__).parents[1]
COOKIE = "arena_visit"
BRIEF_S = 1.0  # what all pages show of the event may be so old
MOST_BRIEF = 100
MOST_KEPT = 500
STATUSES: Mapping[type, int] = {
    RequestRefused: 422,
    LoginRequired: 401,
    NotPermitted: 403,
    NotFound: 404,
    NotNow: 409,
    TooLarge: 413,
    LimitReached: 429,
}


class Site:
    """The event as the pages need it."""

    def __init__(self, context: EventContext, metrics: Metrics) -> None:
        self.context = context
        self.event = context.event
        self.metrics = metrics
        self.standings = EventStandings(context)
        self.games = EventGames(context, self.standings)
        self.frames = FrameShelf()
        self.hints = Hints()
        self.guests = Buckets(burst=5, a_second=5 / 3600)  # games of people without an account, by address
        self.doors = Buckets(burst=20, a_second=0.5)  # sign-up and login, by address
        self.tries = Buckets(burst=60, a_second=10.0)  # steps of a turn that are tried out, by person
        self.costly = Buckets(burst=30, a_second=2.0)  # what makes the server work, by person
        self._brief: tuple[float, Mapping[str, Any]] = (0.0, {})
        self._making = threading.Lock()
        self._briefly: dict[tuple[object, ...], tuple[float, bytes]] = {}
        self._kept: tuple[int, dict[Hashable, Markup]] = (-1, {})
        self._environment = _environment()
        self.has_docs = built_pages() is not None

    @property
    def snapshot(self) -> StandingsSnapshot:
        """How the ladder stands."""
        return self.standings.ladder.snapshot

    def brief(self) -> Mapping[str, Any]:
        """Phase and announcements, for the head of every page."""
        at, found = self._brief
        if time.monotonic() - at > BRIEF_S:
            news, champion = announcements(self.context), self.standings.champion()
            found = {"now": self.context.now(), "news": news, "champion": champion}
            self._brief = time.monotonic(), found
        return found

    @property
    def now(self) -> Now:
        found: Now = self.brief()["now"]
        return found

    def is_over(self) -> bool:
        """Whether nothing more is played for the result."""
        over = self.now.phase == Phase.FINAL
        return over and (self.event.final is None or bool(self.brief()["champion"]))

    def forget_brief(self) -> None:
        """The organiser changed something: say so at once."""
        self._brief = 0.0, {}

    def kept(self, number: int, key: Hashable, make: Callable[[], Markup]) -> Markup:
        """What was made for a snapshot before, as long as there is no newer one."""
        known, parts = self._kept
        if known != number:
            parts = {}
            self._kept = number, parts
        if key in parts:
            return parts[key]
        made = make()
        if len(parts) < MOST_KEPT:
            parts[key] = made
        return made

    def for_a_moment(self, key: tuple[object, ...], make: Callable[[], HTMLResponse]) -> HTMLResponse:
        """A page that is the same for all strangers, made once a second however many of them ask."""
        with self._making:
            at, page = self._briefly.get(key, (0.0, b""))
            if not page or time.monotonic() - at > BRIEF_S:
                page = bytes(make().body)
                if len(self._briefly) > MOST_BRIEF:
                    self._briefly.clear()
                self._briefly[key] = time.monotonic(), page
        return HTMLResponse(page)  # a fresh one: on its way out an answer gets headers of its own

    def page(
        self, request: Request, name: str, person: Person | None, status: int = 200, **values: Any
    ) -> HTMLResponse:
        """A page from its template."""
        text = self._environment.get_template(name).render(
            event=self.event,
            person=person,
            path=request.url.path,
            phases=Phase,
            has_docs=self.has_docs,
            results=may_see_results(self.event, person),
            **self.brief(),
            **values,
        )
        return HTMLResponse(text, status)

    def part(self, name: str, **values: Any) -> str:
        """A part of a page."""
        return self._environment.get_template(name).render(event=self.event, **values)


def site_of(request: Request) -> Site:
    site: Site = request.app.state.site
    return site


def person_of(request: Request) -> Person | None:
    """Who asks: by a token in the header, or by the cookie of a session."""
    site = site_of(request)
    authorization = request.headers.get("authorization", "")
    cookie = request.cookies.get(COOKIE, "")
    if not authorization and not cookie:
        return None
    if not authorization:
        return person_with_cookie(site.context, cookie)
    scheme, _, token = authorization.partition(" ")
    found = person_with_token(site.context, token.strip()) if scheme.lower() == "bearer" else None
    if found is None:
        raise HTTPException(401, "There is no such token.", {"WWW-Authenticate": "Bearer"})
    return found


def player_of(person: Annotated[Person | None, Depends(person_of)]) -> Person:
    """Somebody who is logged in, or a guest."""
    if person is None:
        raise HTTPException(401, "Log in first.", {"WWW-Authenticate": "Bearer"})
    return person


def member_of(person: Annotated[Person, Depends(player_of)]) -> Person:
    """Somebody who is logged in."""
    if person.is_guest:
        raise HTTPException(401, "Log in first.", {"WWW-Authenticate": "Bearer"})
    return person


def participant_of(person: Annotated[Person, Depends(member_of)]) -> Person:
    """Somebody with a team."""
    if not person.team:
        raise HTTPException(403, "Only members of a team can do that.")
    return person


def organiser_of(person: Annotated[Person, Depends(member_of)]) -> Person:
    """An organiser."""
    if not person.is_organiser:
        raise HTTPException(403, "Only the organiser can do that.")
    return person


async def _here(request: Request) -> Site:
    """The same without a thread of its own."""
    return site_of(request)


Here = Annotated[Site, Depends(_here)]
Anyone = Annotated[Person | None, Depends(person_of)]
Player = Annotated[Person, Depends(player_of)]
Someone = Annotated[Person, Depends(member_of)]
Participant = Annotated[Person, Depends(participant_of)]
Organiser = Annotated[Person, Depends(organiser_of)]


async def form_of(request: Request) -> dict[str, str]:
    """The fields of a form that was sent from one of our own pages, in the session that it was made for."""
    refuse_foreign(request)
    form = await request.form(max_files=0, max_fields=20)
    fields = {key: value for key, value in form.items() if isinstance(value, str)}
    if any("\0" in value for value in fields.values()):  # which PostgreSQL has no room for
        raise HTTPException(422, "There is a character in it that cannot be kept.")
    check_csrf(request, fields.get("csrf", ""))
    return fields


Form = Annotated[dict[str, str], Depends(form_of)]


async def json_of(request: Request) -> dict[str, Any]:
    """What the module of one of our own pages sent as JSON, in the session that the page was made for."""
    refuse_foreign(request)
    check_csrf(request, request.headers.get("x-csrf", ""))
    content = await request.body()
    try:
        value = json_value(content) if content else {}
    except Unreadable as error:
        raise HTTPException(422, f"The request is {error}.") from None
    if not isinstance(value, dict):
        raise HTTPException(422, "The request is not a JSON object.")
    return value


JsonFields = Annotated[dict[str, Any], Depends(json_of)]


def refuse_foreign(request: Request) -> None:
    """Refuse what another site's page made the browser send."""
    origin = request.headers.get("origin")
    foreign = origin is not None and urlsplit(origin).netloc != request.headers.get("host", "")
    if foreign or request.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        raise HTTPException(403, "This was sent from another site.")


def check_csrf(request: Request, given: str) -> None:
    """What changes something in a session names the session's own secret."""
    if request.headers.get("authorization"):
        return  # no browser adds that by itself
    person = person_of(request)
    if person is not None and given != person.csrf:
        raise HTTPException(403, "This page is too old. Go back, reload it and try again.")


def confirmed(fields: Mapping[str, str]) -> bool:
    """Whether a form was sent from the page that says what it will do."""
    return fields.get("confirmed") == "yes"


def ask_first(
    request: Request,
    site: Site,
    person: Person,
    question: str,
    sentences: Sequence[str],
    verb: str,
    fields: Mapping[str, str],
) -> Response:
    """A page that says what a button will do, and has the button."""
    kept = {key: value for key, value in fields.items() if key != "csrf"}
    return site.page(
        request, "confirm.html", person, question=question, sentences=sentences, verb=verb, fields=kept
    )


def slow_down(buckets: Buckets, key: str) -> None:
    """Refuse what comes too often."""
    wait_s = buckets.take(key)
    if wait_s:
        raise HTTPException(429, "That was too often.", {"Retry-After": str(math.ceil(wait_s))})


def at_door(request: Request) -> None:
    """Sign-up and login, which strangers may try."""
    slow_down(site_of(request).doors, network_of(address(request.scope)))


def address_of(request: Request) -> str:
    """Where people find the event: as its file says, or as this visitor asked for it."""
    return site_of(request).event.url or f"{request.url.scheme}://{request.url.netloc}"


def with_cookie(request: Request, answer: Response, cookie: str) -> Response:
    """An answer that begins a session in the browser."""
    secure = request.url.scheme == "https"
    answer.set_cookie(COOKIE, cookie, max_age=int(SESSION_S), httponly=True, secure=secure, samesite="lax")
    return answer


def to_login(request: Request) -> Response:
    """Where somebody goes who has to log in first."""
    return Response(status_code=303, headers={"Location": f"/login?next={quote(request.url.path)}"})


def _environment() -> Environment:
    made = Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters["when"] = _when
    made.filters["elo"] = _elo
    made.filters["input_moment"] = input_moment
    made.filters["ago"] = lambda value: _ago(time.time() - value)
    return made


def input_moment(moment: datetime | None) -> str:
    """A date as the field of a form has it, in UTC."""
    return "" if moment is None else moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M")


def _when(value: datetime | float) -> Markup:
    """A moment in UTC; the browser shows it by its own clock."""
    moment = (value if isinstance(value, datetime) else datetime.fromtimestamp(value, UTC)).astimezone(UTC)
    exact, text = moment.strftime("%Y-%m-%dT%H:%M:%SZ"), moment.strftime("%Y-%m-%d %H:%M UTC")
    return Markup('<time datetime="{}" data-local>{}</time>').format(exact, text)


def _elo(value: float) -> str:
    if not math.isfinite(value):
        return "−∞" if value < 0 else "∞"
    return f"{value:+.0f}".replace("-", "−")


def _ago(seconds: float) -> str:
    for size, word in ((86400, "day"), (3600, "hour"), (60, "minute")):
        if seconds >= size:
            count = int(seconds // size)
            return f"{count} {word}{'s' if count > 1 else ''} ago"
    return "just now"
