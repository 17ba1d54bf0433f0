"""The standings of a ladder: one row for each version with rating, interval, games, faults and luck."""

import math
from dataclasses import asdict, dataclass
from typing import Any

from arena.ladder.ladder_state import LadderState
from arena.ladder.results import faults_by_version
from arena.rating import Ratings


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """One version in the table."""

    place: int | None  # rank among the active ones; None for those that retired
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
    sets: int
    score: float  # mean share of the others that it stood above
    faults: dict[str, int]
    voids: int
    adjusted: tuple[float, float, float] | None = None  # Elo, low and high with luck taken out

    def to_plain(self) -> dict[str, Any]:
        """As JSON has it: what is unknown or without end is null."""
        plain = asdict(self)
        for key in ("elo", "low", "high", "score"):
            if not math.isfinite(plain[key]) or (key != "score" and not self.rated):
                plain[key] = None
        if self.adjusted is not None:
            plain["adjusted"] = [end if math.isfinite(end) else None for end in self.adjusted]
        return plain


def standings_of(ladder_state: LadderState, without_luck: Ratings | None = None) -> list[StandingsRow]:
    """The table: active versions by rating, then retired ones; with a second opinion, if there is one."""
    if not ladder_state.versions:
        return []
    ratings = ladder_state.ratings(exact=True)
    faults = faults_by_version(ladder_state.results.all())
    connected = ratings.connected
    rows = []
    for index, one in enumerate(ladder_state.versions):
        games = int(ratings.games[index])
        rows.append(
            StandingsRow(
                place=None,
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
                sets=int(ratings.sets[index]),
                score=float(ratings.points[index]) / games if games else math.nan,
                faults=dict(faults.get(one.version, {})),
                voids=int(ratings.voids[index]),
                adjusted=None if without_luck is None else _adjusted(without_luck, index),
            )
        )
    rows.sort(key=lambda row: (not row.active, not row.rated, -row.elo, row.bot, row.number))
    return [
        StandingsRow(**{**asdict(row), "place": number if row.active and row.rated else None})
        for number, row in enumerate(rows, start=1)
    ]


def _adjusted(ratings: Ratings, index: int) -> tuple[float, float, float]:
    return float(ratings.elo[index]), float(ratings.low[index]), float(ratings.high[index])
