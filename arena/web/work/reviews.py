"""How is a game of an event reviewed? One at a time, seat by seat, by a worker with the lowest priority."""

import logging
from collections.abc import Callable

from arena.ladder import Results
from arena.record import GameRecord
from arena.review import Reviewer, ReviewProgress, ReviewRefused
from arena.store import StoreError
from arena.web.event_context import EventContext
from arena.web.models import GameReview, WorkState
from arena.web.reviews import kept_reviews
from arena.web.work.work_queue import claim


class _Stopped(Exception):
    """The worker is to end; the next one goes on with the review."""


def review_next(context: EventContext, worker: str, stopped: Callable[[], bool]) -> bool:
    """Review one game, if one waits; whether there was one."""
    with context.database.session() as session:
        id = claim(session, GameReview, worker)
        asked = None if id is None else session.get(GameReview, id)
    if asked is None:
        return False

    def look(_: ReviewProgress) -> None:
        if stopped():
            raise _Stopped

    try:
        record = _record(context, asked)
        if record is None:
            _end(context, asked.id, WorkState.FAILED, "The game is not in the store any more.")
            return True
        reviewer = Reviewer(context.event.reviews.iterations, kept=kept_reviews(context))
        for seat in range(len(record.seats)):
            reviewer.review(record, seat, look)
        _end(context, asked.id, WorkState.OVER, "")
    except _Stopped:
        _end(context, asked.id, WorkState.WAITING, "")
    except ReviewRefused as refused:
        _end(context, asked.id, WorkState.REFUSED, str(refused))
    except (StoreError, OSError) as error:
        _end(context, asked.id, WorkState.FAILED, f"The host failed: {error}")
    except Exception as error:  # whatever a game brings up, the worker lives on for the next one
        logging.getLogger(__name__).exception("The review of game %d of %s failed.", asked.game, asked.match)
        _end(context, asked.id, WorkState.FAILED, f"The review itself failed ({type(error).__name__}).")
    return True


def _record(context: EventContext, asked: GameReview) -> GameRecord | None:
    folders = [context.ladder_folder, *([] if context.final_folder is None else [context.final_folder])]
    for store in [*(folder.games for folder in folders), context.tables]:
        results = Results(store)
        results.refresh()
        for result in results.of_match(asked.match):
            if result.game == asked.game:
                return results.record(result)
    return None


def _end(context: EventContext, id: int, state: WorkState, sentence: str) -> None:
    with context.database.session() as session:
        asked = session.get_one(GameReview, id)
        asked.state, asked.sentence = state, sentence
        if state == WorkState.WAITING:
            asked.tries -= 1
