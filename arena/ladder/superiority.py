"""How likely is each bot to be stronger than each other bot?"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from arena.ladder.ladder_state import LadderState
from arena.ladder.standings import StandingsRow
from arena.rating import Floats


@dataclass(frozen=True)
class Superiority:
    """The likelihood that the bot of each row is stronger than that of each column, in the order of the table."""

    rows: tuple[StandingsRow, ...]
    likely: Floats

    @staticmethod
    def of(ladder_state: LadderState, rows: Sequence[StandingsRow]) -> "Superiority":
        """Of these rows of the table, but for those that no games join to the anchor."""
        rated = tuple(row for row in rows if row.rated)
        indices = {one.version: index for index, one in enumerate(ladder_state.versions)}
        chosen = [indices[row.version] for row in rated]
        whole = ladder_state.covered().superiority() if rated else np.zeros((0, 0))
        return Superiority(rated, whole[np.ix_(chosen, chosen)])

    def to_plain(self) -> dict[str, Any]:
        """As JSON has it."""
        return {"bots": [f"{row.bot} v{row.number}" for row in self.rows], "likely": self.likely.tolist()}


def percent(likely: float) -> str:
    """A likelihood in per cent; it is never quite 0 or 100."""
    shown = min(max(100.0 * likely, 0.1), 99.9)
    return f"{shown:.1f}" if shown < 1.0 or shown > 99.0 else f"{shown:.0f}"
