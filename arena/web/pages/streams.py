"""How does a page update itself? Server-sent events, fed by one poll of the database for all listeners."""

import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterator, Callable
from typing import Any

from fastapi import APIRouter, HTTPException, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from arena.web.access import require_results
from arena.web.casual_tables import own_table
from arena.web.game_frames import GrowingFrames
from arena.web.games import GameView
from arena.web.guard import address, network_of
from arena.web.live_games import decision_counts
from arena.web.models import WorkState
from arena.web.pages.casual_pages import view_of
from arena.web.pages.site import Anyone, Here, Player, Site
from arena.web.people import Person
from arena.web.person_turn import is_asked, table_message

LOOK_S = 0.3
SOON_S = 0.5
TABLE_S = 1.0  # a table that fails, or is laid, changes no count of decisions
WAITS = 120
KEEP_ALIVE_S = 15.0
MOST_LISTENERS = 2000
MOST_OF_A_PERSON = 20
FOREVER_S = 1800.0  # browsers come back by themselves

router = APIRouter(include_in_schema=False)


class Pulse:
    """What is under way, looked at while somebody listens."""

    def __init__(self, site: Site, closing: Callable[[], bool]) -> None:
        self._site = site
        self.closing = closing
        self._changed = asyncio.Condition()
        self._task: asyncio.Task[None] | None = None
        self.listeners = 0
        self.held: Counter[str] = Counter()  # streams by address and by person
        self.counts: dict[tuple[str, int], int] = {}
        self.number = 0

    async def wait(self, timeout_s: float) -> None:
        """Until something may have changed."""
        async with self._changed:
            try:
                await asyncio.wait_for(self._changed.wait(), timeout_s)
            except TimeoutError:
                return

    async def look(self) -> None:
        """Look now."""
        counts = await run_in_threadpool(decision_counts, self._site.context)
        number = sum(cache.snapshot.number for cache in self._site.standings.caches())
        if counts != self.counts or number != self.number:
            self.counts, self.number = counts, number
            async with self._changed:
                self._changed.notify_all()

    def begin(self, keys: tuple[str, ...]) -> None:
        """Somebody listens, and counts under these keys."""
        self.listeners += 1
        self.held.update(keys)
        if self._task is None or self._task.done():
            self._task = asyncio.ensure_future(self._work())

    def end(self, keys: tuple[str, ...]) -> None:
        """Somebody listens no more."""
        self.listeners -= 1
        self.held.subtract(keys)
        for key in keys:
            if self.held[key] <= 0:
                del self.held[key]

    async def _work(self) -> None:
        while self.listeners > 0 and not self.closing():
            await self.look()
            await asyncio.sleep(LOOK_S)
        async with self._changed:
            self._changed.notify_all()


@router.get("/games/{match}/{game}/events")
async def game_events(
    request: Request, site: Here, person: Anyone, match: str, game: int
) -> StreamingResponse:
    """The moves of a game under way as they are made, and that it is over (docs/frames.md)."""
    view = await run_in_threadpool(site.games.find, match, game, person)
    return _stream(request, site, person, followed(request, site, person, view))


async def followed(request: Request, site: Site, person: Person | None, view: GameView) -> AsyncIterator[str]:
    """What is told of a game: moves that were not there when it began, until it is over."""
    pulse = pulse_of(request)
    key = (view.match, view.game)
    told = (await run_in_threadpool(site.frames.growing, view)).count
    yield ": here\n\n"
    await pulse.look()
    async for _ in _ticks(request, pulse):
        view, frames = await _newest(site, person, view, pulse.counts.get(key))
        if frames.count > told:
            yield _event_text("moves", f"{{{frames.after(told)}}}")
            told = frames.count
        else:
            yield ": still here\n\n"
        if view.record is not None:
            yield _event("over", {"result": frames.frames.result(view.record)})
            return


async def _newest(
    site: Site, person: Person | None, view: GameView, count: int | None
) -> tuple[GameView, GrowingFrames]:
    """A game with this number of decisions by now, or none because it is over: then once its record was read."""
    frames = site.frames.known(view)
    if frames is not None and count is not None and frames.decisions >= count:
        return view, frames
    for _ in range(1 if count is not None else WAITS):
        view = await run_in_threadpool(site.games.find, view.match, view.game, person)
        if view.over or count is not None:
            break
        await asyncio.sleep(SOON_S)
    return view, await run_in_threadpool(site.frames.growing, view)


@router.get("/play/{id}/events")
async def table_events(request: Request, site: Here, person: Player, id: int) -> StreamingResponse:
    """What happens at a person's own table, and what they are asked (docs/frames.md)."""
    await run_in_threadpool(own_table, site.context, person, id)
    return _stream(request, site, person, _at_table(request, site, person, id))


async def _at_table(request: Request, site: Site, person: Person, id: int) -> AsyncIterator[str]:
    pulse = pulse_of(request)
    told: int | None = None  # how many moves the page has; at first it may have no game at all
    known: object = None

    def look() -> tuple[object, int | None, bool, str]:
        table = own_table(site.context, person, id)
        view = view_of(site, person, table)
        count = None if view is None else site.frames.growing(view).count
        ended = table.state == WorkState.FAILED or (view is not None and view.over)
        key = (count, ended, view is not None and not view.over and is_asked(view, table))
        first = None if told is None or count is None else min(told, count)
        text = table_message(site.frames, view, table, first) if key != known else ""
        return key, count, ended, text

    async for _ in _ticks(request, pulse, TABLE_S):
        known, told, ended, text = await run_in_threadpool(look)
        yield _event_text("table", text) if text else ": still here\n\n"
        if ended:
            return


@router.get("/events")
async def standings_events(request: Request, site: Here, person: Anyone) -> StreamingResponse:
    """That the table is new, and how many games are under way."""
    require_results(site.event, person)
    pulse = pulse_of(request)

    async def events() -> AsyncIterator[str]:
        told: tuple[int, set[tuple[str, int]]] | None = None
        async for _ in _ticks(request, pulse):
            fresh = pulse.number, set(pulse.counts)
            if fresh != told:
                told = fresh
                yield _event("standings", {"number": fresh[0], "live": len(fresh[1])})
            else:
                yield ": still here\n\n"

    return _stream(request, site, person, events())


def pulse_of(request: Request) -> Pulse:
    pulse: Pulse = request.app.state.pulse
    return pulse


async def _ticks(request: Request, pulse: Pulse, longest_s: float = KEEP_ALIVE_S) -> AsyncIterator[None]:
    until = asyncio.get_running_loop().time() + FOREVER_S
    while asyncio.get_running_loop().time() < until and not await request.is_disconnected():
        yield
        await pulse.wait(longest_s)
        if pulse.closing():
            return


def _stream(
    request: Request, site: Site, person: Person | None, events: AsyncIterator[str]
) -> StreamingResponse:
    """A stream, if not too many are open: in all, at this address, or of this person."""
    pulse = pulse_of(request)
    keys = (
        f"address {network_of(address(request.scope))}",
        *([] if person is None else [f"person {person.id}"]),
    )
    if pulse.listeners >= MOST_LISTENERS:
        raise HTTPException(503, "Too many are watching. Reload the page now and then instead.")
    for key, most in zip(keys, (site.event.streams_an_address, MOST_OF_A_PERSON), strict=False):
        if pulse.held[key] >= most:
            whose = "Your address has" if key is keys[0] else "You have"
            raise HTTPException(
                429,
                f"{whose} {most} pages open that update themselves. Close some, or reload this one now and then.",
            )
    return _Counted(pulse, keys, events)


class _Counted(StreamingResponse):
    """A stream that counts as long as it is sent."""

    def __init__(self, pulse: Pulse, keys: tuple[str, ...], events: AsyncIterator[str]) -> None:
        headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        super().__init__(events, media_type="text/event-stream", headers=headers)
        self._pulse = pulse
        self._keys = keys
        pulse.begin(keys)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._pulse.end(self._keys)


def _event(name: str, data: dict[str, Any]) -> str:
    return _event_text(name, json.dumps(data))


def _event_text(name: str, data: str) -> str:
    return f"event: {name}\ndata: {data}\n\n"
