"""How does a page update itself? Server-sent events, fed by one poll of the database for all listeners."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

from fastapi import APIRouter, HTTPException, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import StreamingResponse

from arena.web.access import require_results
from arena.web.live_games import decision_counts
from arena.web.pages.site import Anyone, Here, Site

LOOK_S = 0.3
KEEP_ALIVE_S = 15.0
MOST_LISTENERS = 2000
FOREVER_S = 1800.0  # browsers come back by themselves

router = APIRouter(include_in_schema=False)


class Pulse:
    """What is under way, looked at while somebody listens."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._changed = asyncio.Condition()
        self._task: asyncio.Task[None] | None = None
        self.listeners = 0
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
        counts = await run_in_threadpool(self._read)
        number = sum(cache.snapshot.number for cache in self._site.standings.caches())
        if counts != self.counts or number != self.number:
            self.counts, self.number = counts, number
            async with self._changed:
                self._changed.notify_all()

    def begin(self) -> None:
        self.listeners += 1
        if self._task is None or self._task.done():
            self._task = asyncio.ensure_future(self._work())

    def end(self) -> None:
        self.listeners -= 1

    async def _work(self) -> None:
        while self.listeners > 0:
            await self.look()
            await asyncio.sleep(LOOK_S)

    def _read(self) -> dict[tuple[str, int], int]:
        with self._site.context.database.reading() as session:
            return decision_counts(session)


@router.get("/games/{match}/{game}/events")
async def game_events(
    request: Request, site: Here, person: Anyone, match: str, game: int
) -> StreamingResponse:
    """How many decisions a game under way has, whenever there are more; and that it is over."""
    view = await run_in_threadpool(site.games.find, match, game, person)
    pulse = pulse_of(request)
    key = (match, game)

    async def events() -> AsyncIterator[str]:
        told = -1
        if view.over:
            yield _event("over", {})
            return
        await pulse.look()
        async for _ in _ticks(request, pulse):
            count = pulse.counts.get(key)
            if count is None:
                yield _event("over", {})
                return
            if count != told:
                told = count
                yield _event("moved", {"count": count})
            else:
                yield ": still here\n\n"

    return _stream(pulse, events())


@router.get("/events")
async def standings_events(request: Request, site: Here, person: Anyone) -> StreamingResponse:
    """That the table is new, and how many games are under way."""
    require_results(site.event, person)
    pulse = pulse_of(request)

    async def events() -> AsyncIterator[str]:
        told: tuple[int, int] | None = None
        async for _ in _ticks(request, pulse):
            fresh = pulse.number, len(pulse.counts)
            if fresh != told:
                told = fresh
                yield _event("standings", {"number": fresh[0], "live": fresh[1]})
            else:
                yield ": still here\n\n"

    return _stream(pulse, events())


def pulse_of(request: Request) -> Pulse:
    pulse: Pulse = request.app.state.pulse
    return pulse


async def _ticks(request: Request, pulse: Pulse) -> AsyncIterator[None]:
    until = asyncio.get_running_loop().time() + FOREVER_S
    while asyncio.get_running_loop().time() < until and not await request.is_disconnected():
        yield
        await pulse.wait(KEEP_ALIVE_S)
        if request.app.state.closing:
            return


def _stream(pulse: Pulse, events: AsyncIterator[str]) -> StreamingResponse:
    if pulse.listeners >= MOST_LISTENERS:
        raise HTTPException(503, "Too many are watching. Reload the page now and then instead.")

    async def counted() -> AsyncIterator[str]:
        pulse.begin()
        try:
            async for event in events:
                yield event
        finally:
            pulse.end()

    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(counted(), media_type="text/event-stream", headers=headers)


def _event(name: str, data: dict[str, Any]) -> str:
    return f"event: {name}\ndata: {json.dumps(data)}\n\n"
