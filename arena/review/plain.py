"""A review as JSON has it, with the names of KataGo's analysis where they fit (docs/review.md)."""

from math import fsum
from typing import Any

from arena.review.balance import Balance
from arena.review.choice import Choice, TriedMove
from arena.review.grades import Grade
from arena.review.seat_review import ReviewedDecision, SeatReview


def review_to_plain(review: SeatReview) -> dict[str, Any]:
    """A seat's review for JSON."""
    changes = {
        number: (lead, win)
        for number, lead, win in zip(review.numbers, review.lead.changes, review.win.changes, strict=True)
    }
    decisions = []
    for one in review.decisions:
        lead, win = changes[one.number]
        decisions.append(
            {
                **_decision(one, review.seat),
                "skill": {"scoreLead": lead.skill, "winrate": win.skill},
                "luck": {"scoreLead": lead.luck, "winrate": win.luck},
            }
        )
    return {
        "match": review.match,
        "game": review.game,
        "rules": review.rules,
        "seat": review.seat,
        "bots": list(review.bots),
        "version": review.version,
        "scores": list(review.scores),
        "iterations": review.iterations,
        "scoreLead": _balance(review.lead),
        "winrate": _balance(review.win),
        "unforced": len(review.decisions),
        "forced": review.forced,
        "lossPerDecision": {
            "scoreLead": _mean([one.choice.loss.lead for one in review.decisions]),
            "winrate": _mean([one.choice.loss.win for one in review.decisions]),
        },
        "mistakes": {str(grade): sum(one.grade is grade for one in review.decisions) for grade in Grade},
        "worst": [one.number for one in review.worst(3)],
        "turns": [
            {
                "turnNumber": number,
                "winrate": chance,
                "skill": {"scoreLead": lead.skill, "winrate": win.skill},
                "luck": {"scoreLead": lead.luck, "winrate": win.luck},
            }
            for number, chance, (lead, win) in zip(
                review.numbers, review.chances, changes.values(), strict=True
            )
        ],
        "decisions": decisions,
    }


def _decision(one: ReviewedDecision, seat: int) -> dict[str, Any]:
    choice = one.choice
    best = choice.moves[0]
    return {
        "turnNumber": one.number,
        "turn": one.turn,
        "seat": seat,
        "scorings": one.scorings,
        "kind": str(one.kind),
        "overpaid": one.overpaid,
        "ms": one.charged_ns / 1e6,
        "played": choice.played,
        "playedText": one.played,
        "preferred": choice.preferred,
        "preferredText": one.preferred,
        "rootInfo": {
            "visits": choice.visits,
            "winrate": best.win,
            "scoreLead": best.lead,
            "scoreStdev": best.lead_stdev,
        },
        "moveInfos": [_move(order, move) for order, move in enumerate(choice.moves)],
        "loss": _loss(choice),
        "grade": None if one.grade is None else str(one.grade),
    }


def _move(order: int, move: TriedMove) -> dict[str, Any]:
    return {
        "move": move.move,
        "visits": move.visits,
        "winrate": move.win,
        "scoreLead": move.lead,
        "scoreStdev": move.lead_stdev,
        "order": order,
        "pv": list(move.line),
    }


def _loss(choice: Choice) -> dict[str, Any]:
    return {
        "winrate": choice.loss.win,
        "winrateError": choice.loss.win_error,
        "scoreLead": choice.loss.lead,
        "scoreLeadError": choice.loss.lead_error,
        "pairs": choice.pairs,
        "agreed": choice.agreed,
        "parts": choice.parts,
    }


def _balance(balance: Balance) -> dict[str, float]:
    return {
        "result": balance.result,
        "luck": balance.luck,
        "skill": balance.skill,
        "deal": balance.deal,
        "ownSkill": balance.own_skill,
        "othersSkill": balance.others_skill,
        "error": balance.luck_error,
    }


def _mean(values: list[float]) -> float:
    return fsum(values) / len(values) if values else 0.0
