"""Games under way, in the database: whoever plays one notes how far it has come, so that others can watch."""

import time
from dataclasses import asdict

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from arena.match import LiveGame
from arena.record import DecisionRecord
from arena.units import SECOND_NS
from arena.web.models import LiveGameRow

STALE_S = 24 * 3600.0


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


def forget(session: Session, match: str, game: int) -> None:
    """A game is over: from now on its record tells of it."""
    session.execute(delete(LiveGameRow).where(LiveGameRow.match == match, LiveGameRow.game == game))


def forget_stale(session: Session, older_s: float = STALE_S) -> None:
    """Remove what a worker left behind that was killed and whose game others have played."""
    session.execute(delete(LiveGameRow).where(LiveGameRow.seen < time.time() - older_s))


def decision_counts(session: Session) -> dict[tuple[str, int], int]:
    """How many decisions each game under way has."""
    rows = session.execute(select(LiveGameRow.match, LiveGameRow.game, LiveGameRow.count)).all()
    return {(match, game): count for match, game, count in rows}


def decisions_of(live_game: LiveGameRow) -> tuple[DecisionRecord, ...]:
    """The decisions so far."""
    return tuple(DecisionRecord(*one) for one in live_game.decisions)
