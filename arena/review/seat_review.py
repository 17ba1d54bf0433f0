"""The review of one seat in one game: its decisions with their grades, and its result as luck and skill."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from arena.drawing import action_sentence, listed, table_words
from arena.record import GameRecord, ReplayError, replay, start
from arena.review.balance import Balance, balance_of
from arena.review.choice import Choice, MomentReview
from arena.review.grades import Grade, grade_of
from arena.review.moments import Moment, moments_of
from arena.rules import GENERATOR, RULES_VERSION, Action, Observation
from arena.rules.engine import BUY, purse_of, purse_total, slot_of, verb_of


class ReviewRefused(ValueError):
    """A game that cannot be reviewed; one sentence says why."""


class DecisionKind(StrEnum):
    """What sort of decision it was, by what was played."""

    TAKE = "take"
    BUY = "buy"
    PLACE = "place"
    REDESIGN = "redesign"
    OTHER = "other"


_KINDS = {
    "take": DecisionKind.TAKE,
    "buy": DecisionKind.BUY,
    "favour": DecisionKind.BUY,
    "place": DecisionKind.PLACE,
    "reserve": DecisionKind.PLACE,
    "give": DecisionKind.PLACE,
    "build": DecisionKind.REDESIGN,
    "remove": DecisionKind.REDESIGN,
    "exchange": DecisionKind.REDESIGN,
}


_SMALL: Final = 0.5  # points; what moved less is not told


@dataclass(frozen=True)
class ReviewedDecision:
    """A decision of the seat with a choice."""

    number: int  # in the game, from 1
    turn: int  # from 1
    scorings: int  # held before it
    kind: DecisionKind
    overpaid: int | None  # coins more than a tile of the market cost; None if none was bought
    charged_ns: int
    played: str  # in words
    preferred: str
    choice: Choice
    grade: Grade | None

    @property
    def why(self) -> str:
        """Which parts of the evaluation speak for the preferred action, the largest first."""
        moved = sorted(((points, name) for name, points in self.choice.parts.items()), reverse=True)
        gained = [f"{points:.1f} for {name}" for points, name in moved if points >= _SMALL]
        paid = [f"{-points:.1f} for {name}" for points, name in reversed(moved) if points <= -_SMALL]
        told = f"it is worth {listed(gained)} more" if gained else "many small things"
        return told + (f", at a cost of {listed(paid)}" if paid else "")


@dataclass(frozen=True)
class SeatReview:
    """What a review says of a seat in a game."""

    match: str
    game: int
    rules: str
    seat: int
    bots: tuple[str, ...]
    version: str  # of the seat's bot
    scores: tuple[int, ...]
    iterations: int
    forced: int  # decisions of the seat without a choice
    decisions: tuple[ReviewedDecision, ...]
    numbers: tuple[int, ...]  # of the decisions in the balances
    lead: Balance
    win: Balance
    chances: tuple[float, ...]  # the seat's win chance before each of these decisions

    def worst(self, count: int) -> list[ReviewedDecision]:
        """The mistakes that cost most, the worst first."""
        mistakes = [one for one in self.decisions if one.grade is not None]
        return sorted(mistakes, key=lambda one: -one.choice.loss.win)[:count]


def check_reviewable(record: GameRecord) -> None:
    """ReviewRefused if a game cannot be reviewed."""
    name = f"game {record.game} of match {record.match}"
    if record.void:
        raise ReviewRefused(f"{name} is void and has no result: {record.void_reason}")
    for seat, one in enumerate(record.seats):
        if one.failed:
            raise ReviewRefused(f"{name} was decided by a fault of seat {seat} {one.bot}: {one.termination}")
    if record.rules_version != RULES_VERSION or record.generator != GENERATOR:
        raise ReviewRefused(
            f"{name} was played by rules {record.rules_version} with {record.generator}, "
            f"and this arena has rules {RULES_VERSION} with {GENERATOR}"
        )


def moments_in(record: GameRecord, seat: int) -> list[Moment]:
    """The moments of a recorded game that a seat knows of; ReviewRefused if it cannot be played again."""
    try:
        start(record)
        return moments_of(replay(record), seat)
    except ReplayError as stuck:
        raise ReviewRefused(f"game {record.game} cannot be played again: {stuck}") from None


def assembled(
    record: GameRecord, seat: int, moments: Sequence[Moment], found: Iterable[MomentReview], iterations: int
) -> SeatReview:
    """The review of a seat from what was found out about all its moments."""
    by_number = {one.number: one for one in found}
    reviews = [by_number[moment.number] for moment in moments]
    own = [moment.actor == seat for moment in moments]
    best_other = max(points for other, points in enumerate(record.scores) if other != seat)
    winners = record.scores.count(max(record.scores))
    share = 1 / winners if record.scores[seat] == max(record.scores) else 0.0
    fair = 1 / len(record.seats)
    lead = float(record.scores[seat] - best_other)
    return SeatReview(
        match=record.match,
        game=record.game,
        rules=record.rules,
        seat=seat,
        bots=tuple([one.bot for one in record.seats]),
        version=record.seats[seat].version,
        scores=record.scores,
        iterations=iterations,
        forced=sum(moment.actor == seat and not moment.is_choice for moment in moments),
        decisions=tuple(
            [
                _decision(moment, review.choice)
                for moment, review in zip(moments, reviews, strict=True)
                if review.choice is not None
            ]
        ),
        numbers=tuple([moment.number for moment in moments]),
        lead=balance_of(reviews, own, lead, 0.0, lambda worth: worth.lead, lambda worth: worth.lead_error),
        win=balance_of(reviews, own, share, fair, lambda worth: worth.win, lambda worth: worth.win_error),
        chances=tuple([review.before.win for review in reviews]),
    )


def _decision(moment: Moment, choice: Choice) -> ReviewedDecision:
    words = table_words(moment.observation)
    played, preferred = (
        action_sentence(words, moment.viewer, Action.parse(text))
        for text in (choice.played, choice.preferred)
    )
    return ReviewedDecision(
        moment.number,
        moment.observation.turn + 1,
        len(moment.observation.scorings),
        kind_of(moment.action),
        overpaid(moment.observation, moment.action),
        moment.charged_ns,
        played,
        preferred,
        choice,
        grade_of(choice),
    )


def kind_of(action: Action) -> DecisionKind:
    """What sort of decision an action answers."""
    return _KINDS.get(str(action).partition(" ")[0], DecisionKind.OTHER)


def overpaid(seen: Observation, action: Action) -> int | None:
    """How many coins more than its price were paid for a tile of the market; None if none was bought."""
    if verb_of(action.code) != BUY:
        return None
    tile = seen.market[slot_of(action.code)]
    return None if tile is None else int(purse_total(purse_of(action.code))) - tile.price
