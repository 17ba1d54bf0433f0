"""How is a review done? Moment by moment, in any number of processes, and kept as it goes."""

import multiprocessing
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from arena.record import GameRecord
from arena.review.choice import MomentReview, review_moment
from arena.review.kept import KeptReviews
from arena.review.moments import Moment
from arena.review.seat_review import SeatReview, assembled, check_reviewable, moments_in

KEEP_EVERY_S: Final = 5.0
_AT_ONCE: Final = 3  # moments waiting for each process, so that none is idle


@dataclass(frozen=True)
class ReviewProgress:
    """How far a review has come."""

    done: int  # moments
    moments: int


Told = Callable[[ReviewProgress], None]


class Reviewer:
    """Reviews seats, each with the same iterations a decision; the same whatever the number of processes."""

    def __init__(
        self, iterations: int, pool: ProcessPoolExecutor | None = None, kept: KeptReviews | None = None
    ) -> None:
        self._iterations: Final = iterations
        self._pool: Final = pool
        self._kept: Final = kept

    def review(self, record: GameRecord, seat: int, told: Told = lambda _: None) -> SeatReview:
        """The review of a seat in a game; ReviewRefused if there can be none."""
        check_reviewable(record)
        moments = _moments(record, seat)
        known = {} if self._kept is None else self._kept.read(record, seat, self._iterations)
        found = {moment.number: known[moment.number] for moment in moments if moment.number in known}
        missing = [moment.number for moment in moments if moment.number not in found]
        kept_s = time.monotonic()
        try:
            told(ReviewProgress(len(found), len(moments)))
            for review in self._reviews(record, seat, missing):
                found[review.number] = review
                if time.monotonic() - kept_s > KEEP_EVERY_S:
                    self._keep(record, seat, found)
                    kept_s = time.monotonic()
                told(ReviewProgress(len(found), len(moments)))
        finally:
            if missing:
                self._keep(record, seat, found)
        return assembled(record, seat, moments, found.values(), self._iterations)

    def _keep(self, record: GameRecord, seat: int, found: dict[int, MomentReview]) -> None:
        if self._kept is not None:
            self._kept.write(record, seat, self._iterations, found.values())

    def _reviews(self, record: GameRecord, seat: int, numbers: Sequence[int]) -> Iterator[MomentReview]:
        if self._pool is None:
            yield from (_review(record, seat, number, self._iterations) for number in numbers)
            return
        queue = list(reversed(numbers))
        under_way: set[Future[MomentReview]] = set()
        while queue or under_way:
            while queue and len(under_way) < _AT_ONCE * _processes(self._pool):
                under_way.add(self._pool.submit(_review, record, seat, queue.pop(), self._iterations))
            done, under_way = wait(under_way, return_when=FIRST_COMPLETED)
            yield from (one.result() for one in done)


def kept_review(kept: KeptReviews, record: GameRecord, seat: int, iterations: int) -> SeatReview | None:
    """A review that was done to its end before; None if there is none."""
    moments = _moments(record, seat)
    found = kept.read(record, seat, iterations)
    if any(moment.number not in found for moment in moments):
        return None
    return assembled(record, seat, moments, found.values(), iterations)


@contextmanager
def processes(jobs: int) -> Iterator[ProcessPoolExecutor | None]:
    """Processes that review side by side; none for one job, which this process does itself."""
    if jobs == 1:
        yield None
        return
    pool = ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("spawn"))
    try:
        yield pool
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _processes(pool: ProcessPoolExecutor) -> int:
    return int(getattr(pool, "_max_workers", 1))


def _review(record: GameRecord, seat: int, number: int, iterations: int) -> MomentReview:
    moment = next(one for one in _moments(record, seat) if one.number == number)
    return review_moment(moment, iterations)


@lru_cache(maxsize=2)
def _moments(record: GameRecord, seat: int) -> list[Moment]:
    return moments_in(record, seat)
