"""How are ratings plotted? Bars with intervals and lines over time, as numbers for SVG."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from arena.ladder import RatingPoint, StandingsRow

BAR_WIDTH = 160.0
TREND_WIDTH, TREND_HEIGHT = 72.0, 20.0
PLOT_WIDTH, PLOT_HEIGHT = 640.0, 220.0
MARGIN = 44.0


@dataclass(frozen=True, slots=True)
class Bar:
    """An interval and its middle, along a common scale."""

    low: float
    high: float
    middle: float
    zero: float


@dataclass(frozen=True, slots=True)
class Plot:
    """A rating over time: its band, its line, and the numbers beside it."""

    band: str
    line: str
    ticks: Sequence[tuple[float, str]]
    dots: Sequence[tuple[float, float, str]]
    first: str
    last: str


def bars(rows: Sequence[StandingsRow]) -> dict[str, Bar]:
    """The bars of all rated rows, by version; the scale leaves out what is wider than all ratings together."""
    rated = [row for row in rows if row.rated]
    if not rated:
        return {}
    middles = [row.elo for row in rated]
    spread = max(100.0, max(middles) - min(middles))
    low, high = min(middles) - 0.35 * spread, max(middles) + 0.35 * spread

    def offset(elo: float) -> float:
        return round(BAR_WIDTH * min(1.0, max(0.0, (elo - low) / (high - low))), 1)

    return {
        row.version: Bar(
            offset(row.low if math.isfinite(row.low) else low),
            offset(row.high if math.isfinite(row.high) else high),
            offset(row.elo),
            offset(0.0),
        )
        for row in rated
    }


def trend(points: Sequence[RatingPoint]) -> str:
    """A line of the ratings of late, as the points of a polyline; "" if there are too few."""
    if len(points) < 2:
        return ""
    elos = [one.elo for one in points]
    low, high = min(elos), max(elos)
    height = max(high - low, 20.0)
    return " ".join(
        f"{TREND_WIDTH * number / (len(elos) - 1):.1f},{TREND_HEIGHT - 2 - (TREND_HEIGHT - 4) * (elo - low) / height:.1f}"
        for number, elo in enumerate(elos)
    )


def up_to_now(points: Sequence[RatingPoint], row: StandingsRow | None, games: int) -> list[RatingPoint]:
    """A history that ends with the rating as it stands: looking back takes longer than rating, so it comes later."""
    past = [one for one in points if one.games < games]
    if row is None or not row.rated or not past:
        return list(points)
    return [*past, RatingPoint(past[-1].at_ns, games, row.elo, row.low, row.high)]


def plot(points: Sequence[RatingPoint]) -> Plot | None:
    """How a rating came about; None if there is too little to draw."""
    shown = list(points)
    if len(shown) < 2 or shown[-1].games == shown[0].games:
        return None
    # The first intervals are as wide as the sky; those of the later half set the scale, as far as they have ends.
    ends = [end for one in shown[len(shown) // 2 :] for end in (one.low, one.high) if math.isfinite(end)]
    ends += [one.elo for one in shown]
    low, high = min(ends) - 20.0, max(ends) + 20.0
    least, most = math.log(shown[0].games), math.log(shown[-1].games)

    def x(one: RatingPoint) -> float:
        return round(MARGIN + (PLOT_WIDTH - MARGIN - 10) * (math.log(one.games) - least) / (most - least), 1)

    def y(elo: float) -> float:
        inside = min(high, max(low, elo))
        return round(10 + (PLOT_HEIGHT - 40) * (high - inside) / (high - low), 1)

    # An interval without an end is not drawn at all: a block up to the edge would say that it ends there.
    known = [one for one in shown if math.isfinite(one.low) and math.isfinite(one.high)]
    upper = [f"{x(one)},{y(one.high)}" for one in known]
    lower = [f"{x(one)},{y(one.low)}" for one in reversed(known)]
    return Plot(
        " ".join(upper + lower),
        " ".join(f"{x(one)},{y(one.elo)}" for one in shown),
        [(y(elo), f"{elo:+.0f}".replace("-", "−")) for elo in _ticks(low, high)],
        [(x(one), y(one.elo), f"{one.elo:+.0f} after {one.games} games of the ladder") for one in shown],
        f"{shown[0].games} games",
        f"{shown[-1].games} games",
    )


def _ticks(low: float, high: float) -> list[float]:
    step = 10.0 ** math.floor(math.log10((high - low) / 2))
    step = next(step * factor for factor in (1, 2, 5, 10) if (high - low) / (step * factor) <= 5)
    first = math.ceil(low / step)
    return [step * number for number in range(first, math.floor(high / step) + 1)]
