"""How much of a result was luck, and how much was skill? The two add up to it exactly.

Each change of the expected result goes either to a decision or to what was drawn after it. The sum over a game telescopes:
its first value, which the deal brought, and all changes make the result.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import fsum, hypot

from arena.review.choice import MomentReview, Worth


@dataclass(frozen=True)
class Change:
    """How one moment changed the expected result: by the decision, and by what was drawn after it."""

    skill: float
    luck: float


@dataclass(frozen=True)
class Balance:
    """Where a result came from, in points of lead or in win chance."""

    result: float  # final lead, or share of the win less a fair share
    deal: float
    changes: tuple[Change, ...]  # by moment
    own_skill: float
    others_skill: float
    luck_error: float  # standard error of luck, and of skill, which is what luck leaves

    @property
    def luck(self) -> float:
        """What deal and draws changed."""
        return fsum([self.deal, *(change.luck for change in self.changes)])

    @property
    def skill(self) -> float:
        """What the decisions of all seats changed."""
        return fsum(change.skill for change in self.changes)


def balance_of(
    moments: Sequence[MomentReview],
    own: Sequence[bool],
    result: float,
    start: float,
    value: Callable[[Worth], float],
    error: Callable[[Worth], float],
) -> Balance:
    """The balance of a game that went from an expectation of `start` before the deal to `result`."""
    before = [value(moment.before) for moment in moments] + [result]
    changes: list[Change] = []
    errors = [error(moments[0].before)] if moments else []
    for i, moment in enumerate(moments):
        after = before[i + 1] if moment.after is None else value(moment.after)
        changes.append(Change(after - before[i], before[i + 1] - after))
        if moment.after is not None:
            errors.append(error(moment.after))
            if i + 1 < len(moments):
                errors.append(error(moments[i + 1].before))
    return Balance(
        result - start,
        before[0] - start,
        tuple(changes),
        fsum(change.skill for change, is_own in zip(changes, own, strict=True) if is_own),
        fsum(change.skill for change, is_own in zip(changes, own, strict=True) if not is_own),
        hypot(*errors) if errors else 0.0,
    )
