"""Which games are reviewed, for whom, and what came of it? A game is reviewed once, and for all who may see it."""

import time
from collections.abc import Iterable
from functools import lru_cache

from sqlalchemy import func, select

from arena.record import GameRecord
from arena.review import (
    BotLosses,
    KeptReviews,
    ReviewRefused,
    SeatReview,
    check_reviewable,
    kept_review,
    summary_of,
)
from arena.store import Folder
from arena.web.event_context import EventContext, note
from arena.web.games import EventGames, GameView
from arena.web.models import GameReview, WorkState
from arena.web.people import Person
from arena.web.refusals import LimitReached, NotNow, NotPermitted, RequestRefused
from arena.web.uploads import DAY_S

LATEST = 20  # games of a bot that are summed up


def kept_reviews(context: EventContext) -> KeptReviews:
    """Where the reviews of an event are kept."""
    return KeptReviews(Folder.open(context.event.ladder.store))


def ask_for_review(context: EventContext, view: GameView, person: Person) -> None:
    """Have a game reviewed, unless it was or is to be; RequestRefused says why not."""
    if view.record is None:
        raise NotNow("The game is not over yet.")
    try:
        check_reviewable(view.record)
    except ReviewRefused as refused:
        raise RequestRefused(f"It cannot be reviewed: {refused}.") from None
    if review_of(context, view) is not None:
        return
    most = context.event.reviews.a_day
    with context.database.session() as session:
        if not person.is_organiser:
            if not person.team:
                raise NotPermitted("Only members of a team can do that.")
            if most == 0:
                raise NotPermitted("At this event only organisers have games reviewed.")
            recent = (GameReview.created > time.time() - DAY_S) & (GameReview.team_id == person.team_id)
            if (session.scalar(select(func.count()).select_from(GameReview).where(recent)) or 0) >= most:
                raise LimitReached(
                    f"Your team has had {most} games reviewed in 24 hours, and more are not done."
                )
        session.add(
            GameReview(
                match=view.match,
                game=view.game,
                bots=list(view.bots),
                member_id=person.id,
                team_id=person.team_id,
                created=time.time(),
                state=WorkState.WAITING,
            )
        )


def ask_for_all(
    context: EventContext, games: EventGames, these: Iterable[tuple[str, int]], organiser: Person
) -> int:
    """Have games reviewed, by match and number, that can be and were not yet; how many are asked for now."""
    before = _count(context)
    for match, game in sorted(these):
        try:
            ask_for_review(context, games.find(match, game, organiser), organiser)
        except RequestRefused:
            continue  # void, or decided by a fault
    count = _count(context) - before
    with context.database.session() as session:
        note(session, organiser.name, f"had {count} games reviewed")
    return count


def _count(context: EventContext) -> int:
    with context.database.reading() as session:
        return session.scalar(select(func.count()).select_from(GameReview)) or 0


def review_of(context: EventContext, view: GameView) -> GameReview | None:
    """How far the review of a game has come; None if nobody asked for one."""
    with context.database.reading() as session:
        asked = (GameReview.match == view.match) & (GameReview.game == view.game)
        return session.scalars(select(GameReview).where(asked)).one_or_none()


def reviews_of(context: EventContext, view: GameView) -> list[SeatReview]:
    """The reviews of all seats of a finished game; empty if they are not all done."""
    if view.record is None or view.annulled is not None:
        return []
    asked = review_of(context, view)
    return _reviews(context, view.record) if asked is not None and asked.state == WorkState.OVER else []


def _reviews(context: EventContext, record: GameRecord) -> list[SeatReview]:
    store, iterations = context.event.ladder.store, context.event.reviews.iterations
    try:
        return [_found(store, record, seat, iterations) for seat in range(len(record.seats))]
    except LookupError:
        return []


def losses_of(context: EventContext, games: EventGames, bot: str, person: Person) -> BotLosses | None:
    """Where a bot loses, by its latest games that were reviewed; None if none was."""
    with context.database.reading() as session:
        done = select(GameReview).where(GameReview.state == WorkState.OVER).order_by(GameReview.id.desc())
        asked = [one for one in session.scalars(done.limit(50 * LATEST)) if bot in one.bots][:LATEST]
    reviews: list[SeatReview] = []
    for one in asked:
        try:
            view = games.find(one.match, one.game, person)
        except RequestRefused:
            continue
        if view.record is not None:
            reviews += [review for review in _reviews(context, view.record) if view.bots[review.seat] == bot]
    return summary_of(bot, reviews) if reviews else None


@lru_cache(maxsize=256)
def _found(store: str, record: GameRecord, seat: int, iterations: int) -> SeatReview:
    found = kept_review(KeptReviews(Folder.open(store)), record, seat, iterations)
    if found is None:
        raise LookupError(seat)  # and is not remembered: it may be done later
    return found
