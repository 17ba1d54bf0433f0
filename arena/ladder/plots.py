"""Plots of a ladder as PNG and SVG: ratings with intervals and over time, head-to-head, superiority."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import LogLocator, NullFormatter, ScalarFormatter

from arena.ladder.history import rating_history
from arena.ladder.ladder_state import LadderState
from arena.ladder.plan import PlanQuestion, Stage
from arena.ladder.standings import StandingsRow, standings_of
from arena.ladder.superiority import Superiority, percent
from arena.rating import Floats, head_to_head, pairs_of
from arena.units import SECOND_NS

mpl.rcParams["svg.hashsalt"] = "arena"  # the same table gives the same file
mpl.rcParams["svg.fonttype"] = "none"

FORMS = ("png", "svg")
DPI = 150
MOST_ROWS = 60
MOST_LINES = 10
MOST_CELLS = 25
INK = "#30343b"
POINT = "#2f6f8f"


def plot_all(ladder_state: LadderState, title: str, folder: Path) -> list[Path]:
    """Every plot in every form; the files that were written."""
    rows = [row for row in standings_of(ladder_state) if row.active and row.rated]
    figures = {
        "ratings": ratings_figure(rows, title),
        "history": history_figure(ladder_state, rows, title),
        "head-to-head": head_to_head_figure(ladder_state, rows, title),
        "superiority": superiority_figure(ladder_state, rows, title),
    }
    folder.mkdir(parents=True, exist_ok=True)
    return [path for name, figure in figures.items() for path in save(figure, folder / name)]


def save(figure: Figure, stem: Path) -> list[Path]:
    """One figure in every form."""
    written = []
    for form in FORMS:
        path = stem.with_name(f"{stem.name}.{form}")
        metadata = {"Date": None} if form == "svg" else {}
        figure.savefig(path, dpi=DPI, metadata=metadata, bbox_inches="tight")
        written.append(path)
    return written


def ratings_figure(rows: Sequence[StandingsRow], title: str) -> Figure:
    """A point and a bar a bot, the best on top; an open end is an arrow."""
    shown = list(rows[:MOST_ROWS])
    figure = Figure(figsize=(8.0, 1.6 + 0.32 * max(2, len(shown))))
    axes = figure.add_subplot()
    ends = [end for row in shown for end in (row.low, row.high, row.elo) if np.isfinite(end)] or [0.0]
    margin = 0.06 * (max(ends) - min(ends)) + 20.0
    left, right = min(ends) - margin, max(ends) + margin
    for index, row in enumerate(shown):
        height = len(shown) - 1 - index
        low, high = max(row.low, left), min(row.high, right)
        axes.plot([low, high], [height, height], color=POINT, linewidth=2.2, solid_capstyle="butt")
        if not np.isfinite(row.high):
            axes.plot([right], [height], marker=">", color=POINT, clip_on=False)
        if not np.isfinite(row.low):
            axes.plot([left], [height], marker="<", color=POINT, clip_on=False)
        axes.plot([row.elo], [height], marker="o", color=INK, markersize=5)
    axes.set_yticks(range(len(shown)), [f"{row.bot} v{row.number}" for row in reversed(shown)])
    axes.set_ylim(-0.7, len(shown) - 0.3)
    axes.set_xlim(left, right)
    more = f", the first {MOST_ROWS} of {len(rows)}" if len(rows) > MOST_ROWS else ""
    _dress(axes, f"{title}: ratings with 95 % intervals{more}", "Elo, counted from the anchor")
    axes.grid(axis="x", color="#dddddd", linewidth=0.6)
    return figure


def history_figure(ladder_state: LadderState, rows: Sequence[StandingsRow], title: str) -> Figure:
    """The rating of the best bots after more and more games, with its interval as a band."""
    figure = Figure(figsize=(8.0, 4.8))
    axes = figure.add_subplot()
    history = rating_history(ladder_state)
    reach = [0.0]
    for number, row in enumerate(rows[:MOST_LINES]):
        points = history.get(row.version)
        if points is None:
            continue
        games = [one.games for one in points]
        elo = np.array([one.elo for one in points])
        low = np.array([one.low for one in points])
        high = np.array([one.high for one in points])
        colour = f"C{number}"
        axes.plot(games, elo, color=colour, label=f"{row.bot} v{row.number}", linewidth=1.6)
        bounded = np.isfinite(low) & np.isfinite(high)
        axes.fill_between(games, low, high, where=bounded.tolist(), color=colour, alpha=0.12, linewidth=0)
        reach += [*elo.tolist(), *(end for end in (low[-1], high[-1]) if np.isfinite(end))]
    if history:
        when = datetime.fromtimestamp(max(points[-1].at_ns for points in history.values()) / SECOND_NS, UTC)
        _dress(axes, f"{title}: ratings over time, until {when:%Y-%m-%d %H:%M} UTC", "games of the ladder")
        axes.legend(loc="center left", bbox_to_anchor=(1.01, 0.5), frameon=False)
    else:
        _dress(axes, f"{title}: no games yet", "games of the ladder")
    # The first intervals may be ten times as wide as all that follows.
    axes.set_ylim(min(reach) - 40.0, max(reach) + 40.0)
    axes.set_ylabel("Elo", color=INK)
    axes.grid(color="#dddddd", linewidth=0.6)
    return figure


def head_to_head_figure(ladder_state: LadderState, rows: Sequence[StandingsRow], title: str) -> Figure:
    """The share of points of each row's bot against each column's, with the number of games."""
    shown = list(rows[:MOST_CELLS])
    indices = [
        next(n for n, one in enumerate(ladder_state.versions) if one.version == row.version) for row in shown
    ]
    points, games = head_to_head(pairs_of(ladder_state.columns()))
    points, games = points[np.ix_(indices, indices)], games[np.ix_(indices, indices)]
    share = np.divide(points, games, out=np.full(points.shape, np.nan), where=games > 0)
    text = {
        (line, column): f"{100 * share[line, column]:.0f}\n{games[line, column]}"
        for line, column in np.argwhere(games > 0).tolist()
    }
    heading = f"{title}: head-to-head, per cent of points and games"
    return _matrix(shown, share, text, heading, "share of points of the row's bot")


def superiority_figure(ladder_state: LadderState, rows: Sequence[StandingsRow], title: str) -> Figure:
    """How likely each row's bot is stronger than each column's."""
    shown = list(rows[:MOST_CELLS])
    likely = Superiority.of(ladder_state, shown).likely.copy()
    np.fill_diagonal(likely, np.nan)
    text = {
        (line, column): percent(float(likely[line, column]))
        for line, column in np.argwhere(np.isfinite(likely)).tolist()
    }
    heading = f"{title}: likelihood of superiority, per cent"
    return _matrix(shown, likely, text, heading, "likelihood that the row's bot is stronger")


def _matrix(
    rows: Sequence[StandingsRow], share: Floats, text: Mapping[tuple[int, int], str], title: str, label: str
) -> Figure:
    """A coloured square for each two bots; red is bad for the row's bot, blue good, and what is unknown is blank."""
    side = 2.4 + 0.55 * max(2, len(rows))
    figure = Figure(figsize=(side + 1.2, side))
    axes = figure.add_subplot()
    image = axes.imshow(share, vmin=0.0, vmax=1.0, cmap="RdBu")
    names = [f"{row.bot} v{row.number}" for row in rows]
    axes.set_xticks(range(len(names)), names, rotation=45, ha="right", rotation_mode="anchor")
    axes.set_yticks(range(len(names)), names)
    for (line, column), cell in text.items():
        dark = abs(share[line, column] - 0.5) > 0.28
        axes.text(column, line, cell, ha="center", va="center", fontsize=7, color="white" if dark else INK)
    figure.colorbar(image, ax=axes, shrink=0.8, label=label)
    _dress(axes, title, "")
    return figure


def plan_figure(question: PlanQuestion, stages: Sequence[Stage], title: str) -> Figure:
    """How the intervals shrink with the games played."""
    figure = Figure(figsize=(8.0, 4.8))
    axes = figure.add_subplot()
    games = [stage.games for stage in stages]
    for index, name in enumerate(("median bot", "95 % of the bots", "all bots")):
        half = [stage.half_elo[index] for stage in stages]
        axes.plot(games, half, label=name, color=f"C{index}", linewidth=1.6)
    axes.axhline(question.precision_elo, color=INK, linewidth=0.8, linestyle="--")
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.yaxis.set_major_locator(LogLocator(subs=(1.0, 2.0, 5.0)))
    axes.yaxis.set_major_formatter(ScalarFormatter())
    axes.yaxis.set_minor_formatter(NullFormatter())
    axes.set_ylabel("half the width of the 95 % interval, Elo", color=INK)
    _dress(axes, f"{title}: {question.bots} bots until ±{question.precision_elo:g} Elo, simulated", "games")
    axes.grid(which="both", color="#dddddd", linewidth=0.6)
    axes.legend(frameon=False)
    return figure


def _dress(axes: Axes, title: str, below: str) -> None:
    axes.set_title(title, loc="left", color=INK, fontsize=11)
    axes.set_xlabel(below, color=INK)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    axes.tick_params(colors=INK, length=0)
