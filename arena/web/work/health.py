"""Does the work of an event get done? Its queues, its workers, and how quickly games are played."""

import time
from collections.abc import Mapping

from sqlalchemy import func, select

from arena.match import HostWatch, busy_line
from arena.units import SECOND_NS
from arena.web.event_context import EventContext
from arena.web.models import (
    CasualTable,
    GameReview,
    LiveGameRow,
    Submission,
    Worker,
    WorkerKind,
    WorkState,
)
from arena.web.phase import Phase
from arena.web.standings_cache import EventStandings
from arena.web.work.work_queue import SILENT_S

FORGOTTEN_S = 3600.0
MINUTES = 5.0
QUEUES: Mapping[str, type[Submission | CasualTable | GameReview]] = {
    "submissions": Submission,
    "tables": CasualTable,
    "reviews": GameReview,
}


def health_of(context: EventContext, standings: EventStandings) -> dict[str, object]:
    """How things are, as JSON has it; `ok` if there is no problem."""
    now, now_s = context.now(), time.time()
    workers = [
        {
            "name": one.name,
            "kind": one.kind,
            "up": is_up(one, now_s),
            "silent_s": round(now_s - one.alive, 1),
            "games": one.games,
            "sentence": one.sentence,
        }
        for one in recent_workers(context, now_s)
    ]
    able = at_work(context, now_s)
    problems = [
        _missing(kind, able[kind], count)
        for kind, count in context.event.workers.items()
        if able[kind] < count
    ]
    problems += [cache.sentence for cache in standings.caches() if cache.sentence]
    return {
        "ok": not problems,
        "problems": problems,
        "host": busy_line(HostWatch().look(), context.event.ladder.settings.tier),
        "phase": str(now.phase),
        "paused": now.paused,
        "games": games_played(standings),
        "games_a_minute": round(games_a_minute(standings), 1),
        "expected": {str(kind): count for kind, count in context.event.workers.items()},
        "queues": {f"{kind} {state}": count for (kind, state), count in queue_lengths(context).items()},
        "workers": [
            one
            for one in workers
            if one["up"]
            or able[WorkerKind(str(one["kind"]))] < context.event.workers[WorkerKind(str(one["kind"]))]
        ],
    }


def _missing(kind: WorkerKind, able: int, expected: int) -> str:
    if not able:
        return f"no worker for {kind} is at work"
    return f"{able} of {expected} workers for {kind} {'is' if able == 1 else 'are'} at work"


def at_work(context: EventContext, now_s: float) -> dict[WorkerKind, int]:
    """How many workers of each kind give signs of life and have no trouble."""
    workers = [one for one in recent_workers(context, now_s) if is_up(one, now_s) and not one.sentence]
    return {kind: sum(one.kind == kind for one in workers) for kind in WorkerKind}


def matches_due(context: EventContext, standings: EventStandings) -> bool:
    """Whether matches are to be played now, so that none being played is a reason to look."""
    now = context.now()
    if now.paused or now.phase == Phase.EARLY:
        return False
    if now.phase == Phase.FINAL:
        return context.event.final is not None and not standings.champion()
    return sum(row.active for row in standings.ladder.snapshot.rows) > 1


def recent_workers(context: EventContext, now_s: float) -> list[Worker]:
    """The workers that gave a sign of life not too long ago, by kind."""
    with context.database.reading() as session:
        recent = select(Worker).where(Worker.alive > now_s - FORGOTTEN_S)
        return list(session.scalars(recent.order_by(Worker.kind, Worker.begun)))


def is_up(worker: Worker, now_s: float) -> bool:
    """Whether a worker still gives signs of life."""
    return worker.alive > now_s - SILENT_S


def queue_lengths(context: EventContext) -> dict[tuple[str, str], int]:
    """How many submissions, tables and reviews are in which state, of those that are not finished."""
    found: dict[tuple[str, str], int] = {}
    with context.database.reading() as session:
        for name, work in QUEUES.items():
            rows = session.execute(select(work.state, func.count()).group_by(work.state)).all()
            counted: dict[WorkState, int] = dict(rows)
            for state in (WorkState.WAITING, WorkState.WORKING, WorkState.FAILED):
                found[name, state] = counted.get(state, 0)
        live = session.scalar(select(func.count()).select_from(LiveGameRow)) or 0
        found["games", WorkState.WORKING] = live
    return found


def games_played(standings: EventStandings) -> int:
    """All rated games, those of the finals included."""
    return sum(len(cache.snapshot.games) for cache in standings.caches())


def games_a_minute(standings: EventStandings) -> float:
    """Games begun in the last minutes and finished, by the minute."""
    since_ns = (time.time() - 60.0 * MINUTES) * SECOND_NS
    count = 0
    for cache in standings.caches():
        for one in cache.snapshot.latest:
            if one.started_ns < since_ns:
                break
            count += 1
    return count / MINUTES
