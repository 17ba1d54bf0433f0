"""How is the result of a match shown in a terminal? Tables, leads, and what went wrong."""

import math

from rich.console import Console
from rich.table import Table
from rich.text import Text

from arena.cli.numbers import counted, decimal
from arena.match import FaultSummary, Summary
from arena.rating import Decision, Estimate, Model, Progress, Sprt

MOST_FAULTS = 10


def print_summary(console: Console, summary: Summary, reason: str, out: str | None) -> None:
    """Everything about a match; `out` is where its games are kept."""
    console.print(_results(summary, reason))
    console.print(_conduct(summary))
    _print_faults(console, summary.faults, out)
    stopped = summary.sprt is not None and summary.sprt.decision is not Decision.UNDECIDED
    for (first, second), duel in summary.duels.items():
        pair = f"{summary.rows[first].name} − {summary.rows[second].name}"
        biased = "; too far from 0, since the match stopped itself" if stopped and first == 0 else ""
        console.print(
            f"{pair}: {_interval(duel.elo, 0)} Elo (95 %), better with likelihood {_likelihood(duel.superiority)}{biased}",
            highlight=False,
        )
    if summary.saved is not None:
        console.print(_saved(summary.saved), highlight=False)
    if summary.sprt is not None and summary.test is not None and summary.lead is not None:
        _print_test(console, summary.test, summary.sprt, summary.lead, summary.rows[0].name)
    if summary.void:
        console.print(
            f"{counted(summary.void, 'void game')}: the host broke {'it' if summary.void == 1 else 'them'}, "
            f"and {'it does' if summary.void == 1 else 'they do'} not count",
            highlight=False,
        )


def verdict(test: Sprt, reached: Progress, first: str) -> str:
    """What the test has accepted, and how often it would do so wrongly; "" while it is undecided."""
    if reached.decision is Decision.UNDECIDED:
        return ""
    unit = "Elo" if test.model is Model.LOGISTIC else "normalised Elo"
    upper = reached.decision is Decision.ELO1
    accepted, rejected, chance = (
        (test.elo1, test.elo0, test.alpha) if upper else (test.elo0, test.elo1, test.beta)
    )
    side = "or less" if upper else "or more"
    return (
        f"SPRT accepts a lead of {accepted:g} {unit} for {first} and rejects {rejected:g}: if the lead were "
        f"{rejected:g} {side}, that would happen in at most {100 * chance:g} % of matches"
    )


def _print_test(console: Console, test: Sprt, reached: Progress, lead: Estimate, first: str) -> None:
    console.print(
        f"SPRT: log-likelihood ratio {reached.log_ratio:.2f} in ({reached.lower:.2f}, {reached.upper:.2f}), "
        f"{_accepted(test, reached)}; alpha {test.alpha:g}, beta {test.beta:g}, {test.model.value} model",
        highlight=False,
    )
    console.print(
        f"{first}: {_interval(lead, 0)} Elo over its opponents, corrected for stopping early (median-unbiased)",
        highlight=False,
    )


def _accepted(test: Sprt, reached: Progress) -> str:
    if reached.decision is Decision.UNDECIDED:
        return "undecided"
    return f"accepts {test.elo1 if reached.decision is Decision.ELO1 else test.elo0:g}"


def _print_faults(console: Console, faults: tuple[FaultSummary, ...], out: str | None) -> None:
    """Each sentence once, with the way to see the first game that it is from."""
    for one in faults[:MOST_FAULTS]:
        games = (
            f"game {one.first_game}" if one.games == 1 else f"{one.games} games, first game {one.first_game}"
        )
        console.print(Text(f"✗ {one.bot} failed in {games}, {one.termination}: {one.sentence}"))
        show = f"arena replay show {out or 'DIR'} --game {one.first_game}"
        console.print(Text(f"  {show}" if out else f"  add --out DIR to keep the games, then: {show}", "dim"))
    if (more := len(faults) - MOST_FAULTS) > 0:
        console.print(Text(f"… and {counted(more, 'other kind')} of fault; --json has all"))


def _saved(factor: Estimate) -> str:
    if not math.isfinite(factor.high):
        return "how many games the duplicates saved cannot be said of fewer than 20 sets"
    return f"one game in a duplicate set is worth {_interval(factor, 2)} games on deals of their own"


def _results(summary: Summary, reason: str) -> Table:
    title = f"{counted(summary.games, 'game')} in {counted(summary.sets, 'whole set')}"
    table = Table(title=title, caption=reason)
    for column in ("bot", "wins", "shared", "losses", "mean rank", "mean score"):
        table.add_column(column, justify="left" if column == "bot" else "right")
    for row in summary.rows:
        standing = row.standing
        losses = standing.games - standing.wins - standing.shared_wins
        counts = (str(standing.wins), str(standing.shared_wins), str(losses))
        table.add_row(row.name, *counts, _interval(standing.rank, 2), f"{row.mean_score:.1f}")
    return table


def _conduct(summary: Summary) -> Table:
    table = Table(title="thinking time, ms a decision")
    for column in ("bot", "mean", "p99", "worst", "cpu mean", "faults"):
        table.add_column(column, justify="left" if column in ("bot", "faults") else "right")
    for row in summary.rows:
        times = row.times
        figures = (times.mean_ms, times.p99_ms, times.worst_ms, times.cpu_mean_ms)
        faults = ", ".join(f"{count} {kind}" for kind, count in row.faults.items()) or "none"
        table.add_row(row.name, *(f"{figure:.1f}" for figure in figures), faults)
    return table


def _interval(estimate: Estimate, digits: int) -> str:
    value, low, high = (decimal(one, digits) for one in (estimate.value, estimate.low, estimate.high))
    return f"{value} [{low}, {high}]"


def _likelihood(superiority: float) -> str:
    """Never quite 0 or 100 per cent: no match proves that much."""
    if superiority > 0.999:
        return "above 99.9 %"
    return "below 0.1 %" if superiority < 0.001 else f"{100 * superiority:.1f} %"
