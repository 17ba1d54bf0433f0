"""Games under way, in the database: whoever plays one notes how far it has come, so that others can watch."""

import time
from collections.abc import Collection
from dataclasses import asdict
from typing import Final

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from arena.match import LiveGame
from arena.record import DecisionRecord
from arena.units import SECOND_NS
from arena.web.event_context import EventContext
from arena.web.models import LiveGameRow

STILL_S = 600.0  # a game that has not moved for so long was left by its worker
STALE_S = 24 * 3600.0
LINGER_S = 120.0  # a game that is over can be looked at until its record is in everybody's snapshot
CASUAL: Final = "table-"  # how the matches of casual tables begin


def see(session: Session, seen: LiveGame) -> None:
    """Note how far a game has come."""
    session.merge(
        LiveGameRow(
            match=seen.match,
            game=seen.game,
            rules=seen.rules,
            seed=seen.seed,
            bots=list(seen.bots),
            versions=list(seen.versions),
            decisions=[list(asdict(one).values()) for one in seen.decisions],
            count=len(seen.decisions),
            started=seen.started_ns / SECOND_NS,
            seen=time.time(),
        )
    )


def end(session: Session, match: str, game: int) -> None:
    """A game is over: its record tells of it as soon as that was read, and its row is kept until then.

    A row that has ended has the time of its end, with a minus, for the time when it was seen.
    """
    this = (LiveGameRow.match == match) & (LiveGameRow.game == game)
    now = time.time()
    session.execute(update(LiveGameRow).where(this).values(seen=-now))
    long_over = (LiveGameRow.seen < 0.0) & (LiveGameRow.seen > LINGER_S - now)
    session.execute(delete(LiveGameRow).where(long_over))


def forget_left(session: Session, under_way: Collection[tuple[str, int]]) -> None:
    """Remove what workers that are gone left of matches: nobody plays any but these."""
    noted = select(LiveGameRow.match, LiveGameRow.game).where(LiveGameRow.seen >= 0.0)
    for match, game in session.execute(noted).all():
        if not match.startswith(CASUAL) and (match, game) not in under_way:
            session.execute(delete(LiveGameRow).where(LiveGameRow.match == match, LiveGameRow.game == game))


def forget_stale(session: Session, older_s: float = STALE_S) -> None:
    """Remove what a worker left behind that was killed and whose game others have played."""
    before = LiveGameRow.seen.between(0.0, time.time() - older_s)
    session.execute(delete(LiveGameRow).where(before))


def decision_counts(context: EventContext) -> dict[tuple[str, int], int]:
    """How many decisions each game under way has."""
    with context.database.reading() as session:
        going_on = LiveGameRow.seen >= 0.0
        rows = session.execute(
            select(LiveGameRow.match, LiveGameRow.game, LiveGameRow.count).where(going_on)
        ).all()
    return {(match, game): count for match, game, count in rows}


def decisions_of(live_game: LiveGameRow) -> tuple[DecisionRecord, ...]:
    """The decisions so far."""
    return tuple(DecisionRecord(*one) for one in live_game.decisions)
