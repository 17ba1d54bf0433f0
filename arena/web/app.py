"""How do the pages become one web application? Routes, error pages, static files and metrics."""

import asyncio
import hashlib
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import JSONResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from arena import __version__
from arena.bundled import bundled
from arena.documentation import built_pages
from arena.drawing import board_script
from arena.web.event_context import EventContext
from arena.web.guard import Guard
from arena.web.pages import (
    accounts,
    admin,
    api,
    casual_pages,
    challenges_api,
    front,
    people_pages,
    public,
    streams,
)
from arena.web.pages.metrics import Metrics
from arena.web.pages.site import HERE, STATUSES, Anyone, Here, Site, person_of, to_login
from arena.web.refusals import RequestRefused

KEPT = "public, max-age=300"


def create_app(context: EventContext, closing: Callable[[], bool] = lambda: False) -> ASGIApp:
    """The application of one event; `closing` says when the server is to stop, so that nobody is kept listening."""
    site = Site(context, Metrics())

    @asynccontextmanager
    async def alive(app: FastAPI) -> AsyncIterator[None]:
        await asyncio.to_thread(site.standings.start)
        app.state.pulse = streams.Pulse(site, closing)
        yield
        site.hints.close()
        await asyncio.to_thread(site.standings.close)

    app = FastAPI(
        title=f"{context.event.title}: arena",
        version=__version__,
        description="Standings, games and submissions of an event. Show your token as `Authorization: Bearer arena_…`.",
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=alive,
    )
    app.state.site = site
    site.metrics.watch(context, site.standings)
    for module in (api, challenges_api, front, public, accounts, casual_pages, people_pages, admin, streams):
        app.include_router(module.router)
    app.add_route("/static/board/whole.js", _board_script)
    app.mount("/static", _Static(directory=HERE / "static"))
    app.mount("/pictures", _Static(directory=bundled("docs/pictures")))
    if pages := built_pages():
        app.mount("/docs", _Static(directory=pages, html=True))
    app.add_exception_handler(HTTPException, _answer_error)
    app.add_exception_handler(RequestRefused, _answer_refusal)
    app.add_exception_handler(RequestValidationError, _answer_misread)
    app.add_middleware(_Measured, metrics=site.metrics)
    app.add_middleware(_Packed, minimum_size=1000, compresslevel=4)
    app.add_middleware(_Headers)
    _add_api_page(app)
    return Guard(app, context.event.requests_a_second)


def _add_api_page(app: FastAPI) -> None:
    @app.get("/api", include_in_schema=False)
    def api_page(request: Request, site: Here, person: Anyone) -> Response:
        """The interface for programs, for people."""
        return site.page(request, "api.html", person, schema=app.openapi())


async def _answer_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if _wants_json(request):
        return JSONResponse({"detail": error.detail}, error.status_code, error.headers)
    by_hand = request.method == "GET" and "part" not in request.query_params
    # Whoever shows a token that is no good shows it at the login too.
    if error.status_code == 401 and by_hand and "authorization" not in request.headers:
        return to_login(request)
    return await asyncio.to_thread(_error_page, request, error.status_code, error.detail, error.headers)


def _wants_json(request: Request) -> bool:
    """Whether a program asks, or the module of a page, and not a person."""
    return request.url.path.startswith("/api/") or request.headers.get("accept") == "application/json"


async def _answer_refusal(request: Request, refusal: Exception) -> Response:
    return await _answer_error(request, HTTPException(STATUSES[type(refusal)], str(refusal)))


async def _answer_misread(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    if _wants_json(request):
        wrong = [f"{'.'.join(map(str, one['loc']))}: {one['msg']}" for one in error.errors()]
        return JSONResponse({"detail": "; ".join(wrong)}, 422)
    return await asyncio.to_thread(_error_page, request, 404, "There is no such page.", None)


def _error_page(request: Request, status: int, sentence: str, headers: object) -> Response:
    site: Site = request.app.state.site
    try:
        person = person_of(request)
    except HTTPException:
        person = None
    answer = site.page(request, "error.html", person, status, code=status, sentence=sentence)
    if isinstance(headers, dict):
        answer.headers.update(headers)
    return answer


async def _board_script(request: Request) -> Response:
    """The modules of the board in one answer: a page that asks for them one by one is drawn later."""
    script = board_script()
    headers = {"ETag": f'"{hashlib.sha256(script.encode()).hexdigest()[:24]}"', "Cache-Control": KEPT}
    if request.headers.get("if-none-match") == headers["ETag"]:
        return Response(status_code=304, headers=headers)
    return Response(script, media_type="text/javascript", headers=headers)


class _Static(StaticFiles):
    """Our own files; browsers ask again whether they are new."""

    def file_response(self, *args: object, **kwargs: object) -> Response:
        answer = super().file_response(*args, **kwargs)  # type: ignore[arg-type]  # handed on as they came
        answer.headers["Cache-Control"] = KEPT
        return answer


class _Measured:
    """Counts requests and their times, by route: addresses as such would be without number."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began = time.perf_counter()
        status = 500

        async def noted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, noted)
        finally:
            route = getattr(scope.get("route"), "path", "other")
            self._metrics.requests.labels(route, str(status)).inc()
            if not scope["path"].endswith("/events"):
                self._metrics.latency.labels(route).observe(time.perf_counter() - began)


class _Headers:
    """Answers HEAD as GET without the body; not for streams of events, which have no end."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "HEAD" or scope["path"].endswith("/events"):
            await self._app(scope, receive, send)
            return

        async def without_body(message: Message) -> None:
            if message["type"] == "http.response.body":
                if message.get("more_body", False):
                    return
                message = {"type": "http.response.body", "body": b""}
            await send(message)

        await self._app({**scope, "method": "GET"}, receive, without_body)


class _Packed(GZipMiddleware):
    """Packs answers, but not streams of events, which would be held back."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["path"].endswith("/events"):
            await self.app(scope, receive, send)
            return
        await super().__call__(scope, receive, send)
