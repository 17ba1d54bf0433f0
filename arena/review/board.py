"""A review on the board: chances to win, better actions and what mistakes cost, in the frames of a game (docs/frames.md)."""

from collections.abc import Sequence
from typing import Any

from arena.drawing import action_path, frames_of_record, table_words
from arena.record import GameRecord, replay
from arena.review.seat_review import ReviewedDecision, SeatReview
from arena.rules import Action, State


def reviewed_frames(record: GameRecord, reviews: Sequence[SeatReview]) -> dict[str, Any]:
    """The frames of a game, all hands open, with what the reviews of its seats say."""
    return with_reviews(frames_of_record(record), record, reviews)


def with_reviews(frames: dict[str, Any], record: GameRecord, reviews: Sequence[SeatReview]) -> dict[str, Any]:
    """Frames of a finished game with a move for every decision, and what the reviews of its seats say."""
    moves = frames["moves"]
    mistakes = {one.number: one for review in reviews for one in review.decisions if one.grade is not None}
    for number, (state, decision) in enumerate(replay(record), start=1) if mistakes else ():
        if number in mistakes:
            moves[number - 1] |= _verdict(mistakes[number], state, decision.seat)
    before = _chances(record, reviews)
    known = before.get(1)
    if known is None:
        return frames
    frames["win"] = known
    for number, move in enumerate(moves, start=1):
        known = before.get(number + 1, known)
        move["win"] = known
    moves[-1]["win"] = _shares(record.ranks)
    return frames


def _verdict(one: ReviewedDecision, state: State, seat: int) -> dict[str, Any]:
    """What was better and what that cost, with the choices that lead to both, to be marked on the board."""
    words = table_words(state.observe(seat))
    played, better = (
        action_path(words, seat, Action.parse(text)) for text in (one.choice.played, one.choice.preferred)
    )
    return {
        "better": one.preferred,
        "loss": round(one.choice.loss.win, 3),
        "why": one.why,
        "paths": {"played": played, "better": better},
    }


def _chances(record: GameRecord, reviews: Sequence[SeatReview]) -> dict[int, list[float]]:
    """Chances to win by seat before decisions, by their number: of two seats one tells the other's, of more all are needed."""
    seats = len(record.seats)
    by_seat = {review.seat: dict(zip(review.numbers, review.chances, strict=True)) for review in reviews}
    if seats == 2 and len(by_seat) == 1:
        ((seat, chances),) = by_seat.items()
        by_seat[1 - seat] = {number: 1.0 - chance for number, chance in chances.items()}
    if len(by_seat) < seats:
        return {}
    numbers = set.intersection(*[set(chances) for chances in by_seat.values()])
    return {number: _level([by_seat[seat][number] for seat in range(seats)]) for number in sorted(numbers)}


def _level(chances: list[float]) -> list[float]:
    """Chances that were found apart, made to add up to one."""
    total = sum(chances)
    return [round(chance / total, 3) if total > 0.0 else round(1 / len(chances), 3) for chance in chances]


def _shares(ranks: Sequence[int]) -> list[float]:
    """What came of them: the win, shared by those who share it."""
    return [round((rank == 1) / list(ranks).count(1), 3) for rank in ranks]
