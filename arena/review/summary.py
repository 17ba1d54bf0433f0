"""Where does a bot lose? Its loss by phase, kind of decision, payment and time, over all games of a run, with intervals."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from arena.rating import Estimate, mean_over_sets
from arena.review.grades import Grade
from arena.review.seat_review import DecisionKind, ReviewedDecision, SeatReview

_MS: Final = 1_000_000


@dataclass(frozen=True)
class Row:
    """Decisions of one sort."""

    group: str  # what they are sorted by
    name: str
    decisions: int
    lead: Estimate  # mean loss a decision, in points
    win: Estimate  # and in win chance
    lead_a_game: float
    mistakes: dict[Grade, int]


@dataclass(frozen=True)
class BotLosses:
    """Where a bot loses."""

    bot: str
    games: int  # seats that it had in them count one by one
    iterations: int
    rows: tuple[Row, ...]  # all decisions first
    result: Estimate  # mean final lead
    luck: Estimate
    own_skill: Estimate
    others_skill: Estimate


def _phase(one: ReviewedDecision) -> str:
    return f"before scoring {min(one.scorings, 2) + 1}"


def _payment(one: ReviewedDecision) -> str | None:
    if one.overpaid is None:
        return None
    return "exact" if one.overpaid == 0 else "overpaid"


def _time(one: ReviewedDecision) -> str:
    if one.charged_ns < 10 * _MS:
        return "under 10 ms"
    if one.charged_ns < 100 * _MS:
        return "10 to 100 ms"
    return "0.1 to 1 s" if one.charged_ns < 1000 * _MS else "over 1 s"


_GROUPS: Final[dict[str, tuple[Callable[[ReviewedDecision], str | None], tuple[str, ...]]]] = {
    "phase": (_phase, tuple([f"before scoring {n}" for n in (1, 2, 3)])),
    "kind": (lambda one: str(one.kind), tuple([str(kind) for kind in DecisionKind])),
    "payment": (_payment, ("exact", "overpaid")),
    "time": (_time, ("under 10 ms", "10 to 100 ms", "0.1 to 1 s", "over 1 s")),
}


def summary_of(bot: str, reviews: Sequence[SeatReview]) -> BotLosses:
    """Sum up reviews of seats that a bot had; the games of one deal are not told apart, so intervals are over games."""
    labels = {key: i for i, key in enumerate(dict.fromkeys((one.match, one.game) for one in reviews))}
    everything = [(labels[one.match, one.game], decision) for one in reviews for decision in one.decisions]
    rows = [_row("all", "all decisions", everything, len(reviews))]
    for group, (sort_of, names) in _GROUPS.items():
        for name in names:
            chosen = [(game, one) for game, one in everything if sort_of(one) == name]
            if chosen:
                rows.append(_row(group, name, chosen, len(reviews)))
    games = np.array([labels[one.match, one.game] for one in reviews], np.int64)
    result, luck, own, others = (
        mean_over_sets(np.array(values), games)
        for values in (
            [one.lead.result for one in reviews],
            [one.lead.luck for one in reviews],
            [one.lead.own_skill for one in reviews],
            [one.lead.others_skill for one in reviews],
        )
    )
    return BotLosses(bot, len(reviews), reviews[0].iterations, tuple(rows), result, luck, own, others)


def _row(group: str, name: str, chosen: Sequence[tuple[int, ReviewedDecision]], games: int) -> Row:
    label = np.array([game for game, _ in chosen], np.int64)
    lead = np.array([one.choice.loss.lead for _, one in chosen])
    win = np.array([one.choice.loss.win for _, one in chosen])
    return Row(
        group,
        name,
        len(chosen),
        mean_over_sets(lead, label),
        mean_over_sets(win, label),
        float(lead.sum()) / max(games, 1),
        {grade: sum(one.grade is grade for _, one in chosen) for grade in Grade},
    )


def summary_to_plain(summary: BotLosses) -> dict[str, Any]:
    """A summary for JSON; an end of an interval that is open is null."""
    return {
        "bot": summary.bot,
        "games": summary.games,
        "iterations": summary.iterations,
        "scoreLead": {
            "result": _estimate(summary.result),
            "luck": _estimate(summary.luck),
            "ownSkill": _estimate(summary.own_skill),
            "othersSkill": _estimate(summary.others_skill),
        },
        "rows": [
            {
                "by": row.group,
                "name": row.name,
                "decisions": row.decisions,
                "lossPerDecision": {"scoreLead": _estimate(row.lead), "winrate": _estimate(row.win)},
                "scoreLeadPerGame": row.lead_a_game,
                "mistakes": {str(grade): count for grade, count in row.mistakes.items()},
            }
            for row in summary.rows
        ],
    }


def _estimate(estimate: Estimate) -> dict[str, float | None]:
    ends = (("value", estimate.value), ("low", estimate.low), ("high", estimate.high))
    return {name: end if math.isfinite(end) else None for name, end in ends}
