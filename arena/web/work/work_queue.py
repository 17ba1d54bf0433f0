"""Which worker does what? A worker claims a piece of work and keeps it while its heartbeat goes on."""

import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from threading import Event, Thread
from types import TracebackType
from typing import TypeVar

from sqlalchemy import and_, or_, select, update
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from arena.web.database import Database
from arena.web.models import CasualTable, Submission, Worker

SIGN_S = 2.0
SILENT_S = 15.0
MOST_TRIES = 3

Work = TypeVar("Work", Submission, CasualTable)


def claim(session: Session, work: type[Work], worker: str) -> int | None:
    """Claim the oldest piece of work that nobody does; its id. What failed its workers time and again is given up."""
    abandoned = and_(work.state == "working", work.alive < time.time() - SILENT_S)
    waiting = select(work).where(or_(work.state == "waiting", abandoned)).order_by(work.id)
    for one in session.scalars(waiting.with_for_update(skip_locked=True).limit(10)):
        if one.tries >= MOST_TRIES:
            one.state, one.sentence = (
                "failed",
                "The host failed time and again; the organiser has to look into it.",
            )
            continue
        one.state, one.worker, one.alive, one.tries = "working", worker, time.time(), one.tries + 1
        return one.id
    return None


def release(session: Session, worker: str) -> None:
    """A worker is known to be gone: others may have its work at once."""
    for work in (Submission, CasualTable):
        session.execute(update(work).where(work.worker == worker, work.state == "working").values(alive=0.0))


class Heartbeat(AbstractContextManager["Heartbeat"]):
    """Signs of life of one worker, for itself and for the work that it has claimed."""

    def __init__(
        self, database: Database, worker: str, kind: str, look: Callable[[], None] = lambda: None
    ) -> None:
        self._database = database
        self._worker = worker
        self._kind = kind
        self._look = look  # done after each sign
        self._ended = Event()
        self._thread = Thread(target=self._give, daemon=True)
        self.games = 0
        self.sentence = ""

    def __enter__(self) -> "Heartbeat":
        self._sign()
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._ended.set()
        self._thread.join()

    def _give(self) -> None:
        while not self._ended.wait(SIGN_S):
            try:
                self._sign()
                self._look()
            except SQLAlchemyError:  # the next one may get through; if none does, others take over
                continue

    def _sign(self) -> None:
        with self._database.session() as session:
            found = session.get(Worker, self._worker)
            if found is None:
                found = Worker(name=self._worker, kind=self._kind, begun=time.time(), games=0, sentence="")
                session.add(found)
            found.alive, found.games, found.sentence = time.time(), self.games, self.sentence
            for work in (Submission, CasualTable):
                mine = and_(work.worker == self._worker, work.state == "working")
                session.execute(update(work).where(mine).values(alive=time.time()))
