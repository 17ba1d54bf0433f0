"""What is the result of a match? Scores with intervals over sets, faults and times."""

import dataclasses
import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from arena.match.duplicates import seat_orders
from arena.match.runner import complete_sets
from arena.rating import (
    Duel,
    Estimate,
    Games,
    Progress,
    Sprt,
    Standing,
    duels,
    progress,
    saved_by_duplicates,
    set_scores,
    standings,
)
from arena.record import GameRecord


@dataclass(frozen=True, slots=True)
class Times:
    """Thinking time of one bot, in milliseconds a decision."""

    decisions: int
    mean_ms: float
    p99_ms: float
    worst_ms: float
    cpu_mean_ms: float


@dataclass(frozen=True, slots=True)
class BotSummary:
    """One bot in the table of a match."""

    name: str
    standing: Standing
    mean_score: float
    faults: dict[str, int]
    times: Times


@dataclass(frozen=True, slots=True)
class Summary:
    """A match as it stands."""

    games: int
    sets: int
    void: int
    rows: tuple[BotSummary, ...]
    duels: dict[tuple[int, int], Duel]
    saved: Estimate
    sprt: Progress | None

    def to_plain(self) -> dict[str, Any]:
        """The same as JSON has it; ends of intervals that are open are null."""
        plain = dataclasses.asdict(self)
        plain["duels"] = [
            {"bots": list(pair), **dataclasses.asdict(duel)} for pair, duel in self.duels.items()
        ]
        if self.sprt is not None:
            plain["sprt"]["decision"] = self.sprt.decision.value
        finite: dict[str, Any] = _finite(plain)
        return finite


def summarise(records: Sequence[GameRecord], names: Sequence[str], sprt: Sprt | None = None) -> Summary:
    """All figures of the games so far."""
    seats = {record.game: _bots_by_seat(record, names) for record in records}
    games = _games(records, seats, len(names))
    table = standings(games)
    rows = tuple(_row(records, seats, bot, name, table[bot]) for bot, name in enumerate(names))
    whole = complete_sets(records, len(names))
    scores = set_scores(games, 0, len(seat_orders(len(names)))) if whole else np.zeros(0)
    return Summary(
        games=sum(not record.void for record in records),
        sets=len({record.set for record in whole}),
        void=sum(record.void for record in records),
        rows=rows,
        duels=duels(games) if any(not record.void for record in records) else {},
        saved=_saved(whole, seats, len(names)),
        sprt=None if sprt is None else progress(sprt, scores),
    )


def _bots_by_seat(record: GameRecord, names: Sequence[str]) -> tuple[int, ...]:
    """Which bot of the command sat where: the order of the game's number in its set."""
    orders = seat_orders(len(names))
    return orders[(record.game - 1) % len(orders)]


def _games(records: Sequence[GameRecord], seats: dict[int, tuple[int, ...]], bots: int) -> Games:
    rows = [
        (record.game, record.set, seats[record.game][seat], rank, who.failed)
        for record in records
        if not record.void
        for seat, (rank, who) in enumerate(zip(record.ranks, record.seats, strict=True))
    ]
    game, deal, bot, rank, faulted = (
        (np.array(column) for column in zip(*rows, strict=True)) if rows else (np.zeros(0, int),) * 5
    )
    return Games.of(bots, game=game, deal=deal, bot=bot, rank=rank, faulted=faulted.astype(bool))


def _row(
    records: Sequence[GameRecord], seats: dict[int, tuple[int, ...]], bot: int, name: str, standing: Standing
) -> BotSummary:
    scores: list[int] = []
    faults: Counter[str] = Counter()
    wall: list[int] = []
    cpu: list[int] = []
    for record in records:
        if record.void:
            continue
        seat = seats[record.game].index(bot)
        scores.append(record.scores[seat])
        if record.seats[seat].failed:
            faults[str(record.seats[seat].termination)] += 1
        for decision in record.decisions:
            if decision.seat == seat and not decision.house:
                wall.append(decision.wall_ns)
                cpu.append(decision.cpu_ns)
    mean_score = sum(scores) / len(scores) if scores else math.nan
    return BotSummary(name, standing, mean_score, dict(faults), _times(wall, cpu))


def _times(wall_ns: list[int], cpu_ns: list[int]) -> Times:
    if not wall_ns:
        return Times(0, 0.0, 0.0, 0.0, 0.0)
    wall_ms = np.array(wall_ns) / 1e6
    return Times(
        decisions=len(wall_ns),
        mean_ms=float(wall_ms.mean()),
        p99_ms=float(np.percentile(wall_ms, 99)),
        worst_ms=float(wall_ms.max()),
        cpu_mean_ms=float(np.mean(cpu_ns)) / 1e6,
    )


def _saved(whole: Sequence[GameRecord], seats: dict[int, tuple[int, ...]], bots: int) -> Estimate:
    orders = len(seat_orders(bots))
    sets = sorted({record.set for record in whole})
    points = np.zeros((len(sets), orders, bots))
    for record in whole:
        for seat, rank in enumerate(record.ranks):
            beaten = sum((other > rank) + 0.5 * (other == rank) for other in record.ranks) - 0.5
            points[sets.index(record.set), (record.game - 1) % orders, seats[record.game][seat]] = beaten / (
                bots - 1
            )
    return saved_by_duplicates(points[:, :, 0] if bots == 2 else points)


def _finite(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _finite(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(item) for item in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value
