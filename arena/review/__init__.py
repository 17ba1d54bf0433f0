"""Reviews: where did a seat lose a game? Its decisions beside better ones, and its result as luck and skill.

A review is made from what the seat knew at each decision. It reads no clock but to say how far it is.
"""

from arena.review.board import reviewed_frames, with_reviews
from arena.review.choice import NOISE, Choice, TriedMove, Worth
from arena.review.grades import LOSSES, Grade
from arena.review.kept import KeptReviews
from arena.review.moments import Moment, moments_of
from arena.review.plain import review_to_plain
from arena.review.reviewer import Reviewer, ReviewProgress, kept_review, processes
from arena.review.seat_review import (
    DecisionKind,
    ReviewedDecision,
    ReviewRefused,
    SeatReview,
    check_reviewable,
    moments_in,
)
from arena.review.summary import BotLosses, Row, summary_of, summary_to_plain

__all__ = [
    "LOSSES",
    "NOISE",
    "BotLosses",
    "Choice",
    "DecisionKind",
    "Grade",
    "KeptReviews",
    "Moment",
    "ReviewProgress",
    "ReviewRefused",
    "ReviewedDecision",
    "Reviewer",
    "Row",
    "SeatReview",
    "TriedMove",
    "Worth",
    "check_reviewable",
    "kept_review",
    "moments_in",
    "moments_of",
    "processes",
    "review_to_plain",
    "reviewed_frames",
    "summary_of",
    "summary_to_plain",
    "with_reviews",
]
