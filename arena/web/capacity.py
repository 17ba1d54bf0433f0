"""What will an event need? Games, core-hours and disk for a number of teams, from rates that were measured."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from sqlalchemy import func, select

from arena.ladder import PlanQuestion, Stage, measured_seconds, needs, simulate
from arena.match import seat_orders
from arena.web.event_context import EventContext
from arena.web.models import Submission

MOST_OF_BOTS: Final = 0.95
GAME_BYTES: Final = 18_000  # between two greedy bots, in a file of its own; joined files are smaller
UPLOAD_BYTES: Final = 200_000  # about a starter kit with its libraries
CHECK_GAMES: Final = 4  # about what a check plays and builds, in games


@dataclass(frozen=True, slots=True)
class Crowd:
    """Who is expected."""

    teams: int
    bots: int  # of a team
    versions: int  # of a bot, over the whole event
    precision_elo: float  # half the width that 95 % of the intervals are to have


@dataclass(frozen=True, slots=True)
class CapacityRow:
    """What one part of an event needs."""

    what: str
    games: int
    core_hours: float
    bytes: int


@dataclass(frozen=True, slots=True)
class Capacity:
    """What an event needs, and where the rates come from."""

    rows: tuple[CapacityRow, ...]
    game_s: float
    source: str  # of the seconds
    game_bytes: int
    days: float | None  # from the opening to the finals, as the event file says

    @property
    def core_hours(self) -> float:
        return sum(row.core_hours for row in self.rows)

    def days_on(self, cores: int) -> float:
        """How long it takes if all cores play all the time."""
        return self.core_hours / cores / 24.0


def plan_event(
    context: EventContext,
    crowd: Crowd,
    game_s: float = 0.0,
    report: Callable[[Stage], bool] = lambda _: True,
) -> Capacity:
    """Simulate the ladder of an event with its real scheduler, and add up what its games cost."""
    ladder = context.event.ladder
    seconds, source = (game_s, "as given") if game_s else measured_seconds(ladder)
    active = crowd.teams * crowd.bots + len(ladder.bots)
    first = _games_for(context, max(active, ladder.seats, 2), crowd.precision_elo, report)
    # A new version begins anew, and plays as many games as each bot did, beside bots that are known.
    later = (crowd.versions - 1) * crowd.teams * crowd.bots * math.ceil(first * ladder.seats / active)
    uploads = crowd.teams * crowd.bots * crowd.versions
    checks = uploads * CHECK_GAMES
    game_bytes, upload_bytes = _measured_bytes(context)
    core_s = seconds * ladder.settings.busy_cores

    def row(what: str, games: int, more_bytes: int = 0, kept: bool = True) -> CapacityRow:
        return CapacityRow(what, games, games * core_s / 3600.0, games * game_bytes * kept + more_bytes)

    rows = [
        row("first versions", first),
        row("later versions", later),
        row("checks of uploads", checks, uploads * upload_bytes, kept=False),
        row("finals", _final_games(context)),
    ]
    days = None
    dates = context.now().dates
    if dates.opens is not None and dates.final is not None:
        days = (dates.final - dates.opens).total_seconds() / 86_400.0
    return Capacity(tuple(rows), seconds, source, game_bytes, days)


def _games_for(
    context: EventContext, bots: int, precision_elo: float, report: Callable[[Stage], bool]
) -> int:
    ladder = context.event.ladder
    question = PlanQuestion(
        bots,
        precision_elo,
        ladder.seats,
        ladder.sets,
        ladder.format.newcomer_sets,
        deals=ladder.settings.deals,
    )
    found = next(
        one for one in needs(question, simulate(question, report=report)) if one.share == MOST_OF_BOTS
    )
    return found.games or 0


def _final_games(context: EventContext) -> int:
    final, best = context.event.final, context.event.finalists
    if final is None:
        return 0
    meetings = best - 1 if final.format.kind == "knockout" else math.comb(best, 2)
    return meetings * final.sets * len(seat_orders(final.seats))


def _measured_bytes(context: EventContext) -> tuple[int, int]:
    """Bytes of a game and of an upload, as they are here, or as they were measured elsewhere if there is none yet."""
    store = context.ladder_folder.games
    sizes = [(store.size(part), len(store.columns(part, ["game"]))) for part in store.parts()[:200]]
    games = sum(count for _, count in sizes)
    with context.database.reading() as session:
        upload = session.scalar(select(func.avg(Submission.bytes)))
    a_game = sum(size for size, _ in sizes) // games if games else GAME_BYTES
    return a_game, int(upload) if upload else UPLOAD_BYTES
