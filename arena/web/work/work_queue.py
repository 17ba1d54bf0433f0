"""Which worker does what? A worker claims a piece of work and keeps it while its heartbeat goes on."""

import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from types import TracebackType
from typing import TypeVar

from sqlalchemy import and_, or_, select, update
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from arena.ladder import Heartbeat
from arena.web.database import Database
from arena.web.models import CasualTable, GameReview, Submission, Worker, WorkerKind, WorkState

BEAT_S = 2.0
SILENT_S = 15.0
MOST_TRIES = 3

Work = TypeVar("Work", Submission, CasualTable, GameReview)
WORK = (Submission, CasualTable, GameReview)


def claim(session: Session, work: type[Work], worker: str) -> int | None:
    """Claim the oldest piece of work that nobody does; its id. What failed its workers time and again is given up."""
    abandoned = and_(work.state == WorkState.WORKING, work.alive < time.time() - SILENT_S)
    waiting = select(work).where(or_(work.state == WorkState.WAITING, abandoned)).order_by(work.id)
    for one in session.scalars(waiting.with_for_update(skip_locked=True).limit(10)):
        if one.tries >= MOST_TRIES:
            one.state, one.sentence = (
                WorkState.FAILED,
                "The host failed time and again; the organiser has to look into it.",
            )
            continue
        one.state, one.worker, one.alive, one.tries = WorkState.WORKING, worker, time.time(), one.tries + 1
        return one.id
    return None


def release(session: Session, worker: str) -> None:
    """A worker is known to be gone: others may have its work at once."""
    for work in WORK:
        session.execute(
            update(work).where(work.worker == worker, work.state == WorkState.WORKING).values(alive=0.0)
        )


class WorkerHeartbeat(AbstractContextManager["WorkerHeartbeat"]):
    """The heartbeat of one worker, for itself and for the work that it has claimed."""

    def __init__(
        self, database: Database, worker: str, kind: WorkerKind, look: Callable[[], None] = lambda: None
    ) -> None:
        self._database = database
        self._worker = worker
        self._kind = kind
        self._look = look  # done after each beat
        self._heartbeat = Heartbeat(self._beat, BEAT_S, SQLAlchemyError)
        self.games = 0
        self.sentence = ""

    def __enter__(self) -> "WorkerHeartbeat":
        self._heartbeat.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._heartbeat.stop()

    def is_alone(self, session: Session) -> bool:
        """Whether no other worker of this kind is at work."""
        other = and_(
            Worker.kind == self._kind, Worker.name != self._worker, Worker.alive > time.time() - SILENT_S
        )
        return session.scalar(select(Worker.name).where(other).limit(1)) is None

    def _beat(self) -> None:
        self._note()
        self._look()

    def _note(self) -> None:
        with self._database.session() as session:
            found = session.get(Worker, self._worker)
            if found is None:
                found = Worker(name=self._worker, kind=self._kind, begun=time.time(), games=0, sentence="")
                session.add(found)
            found.alive, found.games, found.sentence = time.time(), self.games, self.sentence
            for work in WORK:
                mine = and_(work.worker == self._worker, work.state == WorkState.WORKING)
                session.execute(update(work).where(mine).values(alive=time.time()))
