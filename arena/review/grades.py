"""Was it a mistake? Only if it cost enough, and more than the reviewer's own noise."""

from enum import StrEnum
from typing import Final

from arena.review.choice import SUSPECT, Choice


class Grade(StrEnum):
    """How bad a mistake was."""

    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"

    @property
    def sign(self) -> str:
        """The sign of chess notation."""
        return _SIGNS[self]


_SIGNS: Final = {Grade.INACCURACY: "?!", Grade.MISTAKE: "?", Grade.BLUNDER: "??"}
# Win chance that was lost, at least; the worst first.
LOSSES: Final = {Grade.BLUNDER: 0.20, Grade.MISTAKE: 0.12, Grade.INACCURACY: SUSPECT}


def grade_of(choice: Choice) -> Grade | None:
    """The grade of a decision; None if it was no mistake, or cannot be told from the best."""
    if not choice.is_clear:
        return None
    return next((grade for grade, loss in LOSSES.items() if choice.loss.win >= loss), None)
