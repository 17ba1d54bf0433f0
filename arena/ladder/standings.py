"""The standings of a ladder: one row for each version with rating, interval, games and faults."""

import math
from dataclasses import dataclass, fields, replace
from typing import Any

from arena.ladder.ladder_state import LadderState


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """One version in the table."""

    rank: int | None  # among the active ones; None for those that retired
    bot: str
    number: int
    version: str
    owner: str
    active: bool
    rated: bool  # whether a chain of games joins it to the anchor
    elo: float
    low: float
    high: float
    games: int
    deals: int
    score: float  # mean share of the others that it stood above
    faults: dict[str, int]
    voids: int
    suspended: str = ""  # why it is paired no more, if it spoils games
    disqualified: str = ""  # why its owner is

    def to_plain(self) -> dict[str, Any]:
        """As JSON has it: what is unknown or without end is null."""
        plain = {field.name: getattr(self, field.name) for field in fields(self)}
        for key in ("elo", "low", "high", "score"):
            if not math.isfinite(plain[key]) or (key != "score" and not self.rated):
                plain[key] = None
        return plain


def standings_of(ladder_state: LadderState) -> list[StandingsRow]:
    """The table: active versions by rating, then retired ones."""
    if not ladder_state.versions:
        return []
    ratings = ladder_state.ratings()
    faults = ladder_state.results.faults()
    connected = ratings.connected
    rows = []
    for index, one in enumerate(ladder_state.versions):
        games = int(ratings.games[index])
        rows.append(
            StandingsRow(
                rank=None,
                bot=one.bot,
                number=one.number,
                version=one.version,
                owner=one.owner,
                active=one.active,
                rated=bool(connected[index]) and (games > 0 or index == ratings.anchor),
                elo=float(ratings.elo[index]),
                low=float(ratings.low[index]),
                high=float(ratings.high[index]),
                games=games,
                deals=int(ratings.sets[index]),
                score=float(ratings.points[index]) / games if games else math.nan,
                faults=faults.get(one.version, {}),
                voids=int(ratings.voids[index]),
                suspended=one.suspended if one.retired_ns is None else "",
                disqualified=one.disqualified if one.retired_ns is None else "",
            )
        )
    rows.sort(key=lambda row: (not row.active, not row.rated, -row.elo, row.bot, row.number))
    return [
        replace(row, rank=number if row.active and row.rated else None)
        for number, row in enumerate(rows, start=1)
    ]
