"""How is a review shown in a terminal? Luck and skill, the decisions that cost most with their boards, and a list of all."""

import math
from collections.abc import Mapping
from typing import Final

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from arena.cli.table import seat_table
from arena.rating import Estimate
from arena.review import BotLosses, Grade, ReviewedDecision, SeatReview
from arena.rules import Observation

WORST: Final = 3
_INDENT: Final = 4
_LINE: Final = 6  # actions of a line that are told
_TITLES: Final = {"phase": "phase", "kind": "kind of decision", "payment": "payment", "time": "time used"}
_GRADE_WORDS: Final = {
    Grade.INACCURACY: ("inaccuracy", "inaccuracies"),
    Grade.MISTAKE: ("mistake", "mistakes"),
    Grade.BLUNDER: ("blunder", "blunders"),
}


def print_review(out: Console, review: SeatReview, seen: Mapping[int, Observation]) -> None:
    """One seat's review; `seen` is what the seat saw before each decision, by number."""
    bot = review.bots[review.seat]
    out.print(Text(f"Review of seat {review.seat} {bot}, game {review.game} of match {review.match}", "bold"))
    out.print(Text(f"{review.rules}   {review.iterations:,} iterations a decision   {_result(review)}"))
    out.print()
    out.print(_balance(review))
    out.print()
    _print_rates(out, review)
    worst = review.worst(WORST)
    if worst:
        out.print()
        out.print(Text(_worst_title(review, len(worst)), "bold"))
    for rank, one in enumerate(worst, start=1):
        out.print()
        _print_mistake(out, rank, one)
        out.print()
        board = seat_table(seen[one.number], bot, out.width - _INDENT)
        out.print(Padding(board, (0, 0, 0, _INDENT)))
    out.print()
    out.print(_all_decisions(review))
    out.print()


def print_summary(out: Console, summary: BotLosses) -> None:
    """Where a bot loses, over many games."""
    games = "game" if summary.games == 1 else "games"
    out.print(
        Text(
            f"Where {summary.bot} loses: {summary.games} {games}, {summary.iterations:,} iterations a decision",
            "bold",
        )
    )
    out.print()
    table = _table("points a game", "mean", "95 % interval")
    for name, estimate in (
        ("luck", summary.luck),
        ("own decisions", summary.own_skill),
        ("others' decisions", summary.others_skill),
        ("result", summary.result),
    ):
        table.add_row(
            name, _signed(estimate.value), _interval(estimate, 1), style="bold" if name == "result" else ""
        )
    out.print(table)
    out.print()
    columns = (
        "decisions",
        "points lost",
        "95 % interval",
        "a game",
        "% lost",
        *(grade.sign for grade in Grade),
    )
    table = _table("", *columns)
    group = "all"
    for row in summary.rows:
        if row.group != group:
            group = row.group
            table.add_section()
            table.add_row(Text(_TITLES[group], "dim"))
        table.add_row(
            row.name,
            str(row.decisions),
            f"{row.lead.value:.2f}",
            _interval(row.lead, 2),
            f"{row.lead_a_game:.1f}",
            f"{100 * row.win.value:.2f}",
            *(str(count) if count else "·" for count in row.mistakes.values()),
        )
    out.print(table)
    out.print(
        Text(
            "Points and win chance lost are means a decision with a choice; a game: points lost in all.",
            "dim",
        )
    )


def _result(review: SeatReview) -> str:
    own = review.scores[review.seat]
    best = max(points for seat, points in enumerate(review.scores) if seat != review.seat)
    how = "won" if own > best else "lost" if own < best else "shared"
    return f"{how} {own} to {best}"


def _balance(review: SeatReview) -> Table:
    table = _table("", "points", "win chance")
    lead, win = review.lead, review.win
    draws = (lead.luck - lead.deal, win.luck - win.deal)
    for name, points, chance in (
        ("luck of the deal", lead.deal, win.deal),
        ("luck of the draws", *draws),
        ("own decisions", lead.own_skill, win.own_skill),
        ("others' decisions", lead.others_skill, win.others_skill),
    ):
        table.add_row(name, _signed(points), _percent(chance))
    table.add_section()
    table.add_row("result", _signed(lead.result), _percent(win.result), style="bold")
    table.add_row(
        "noise of luck and skill", f"± {lead.luck_error:.1f}", f"± {100 * win.luck_error:.1f} %", style="dim"
    )
    return table


def _print_rates(out: Console, review: SeatReview) -> None:
    decisions = review.decisions
    if not decisions:
        out.print(Text("No decision of this seat had a choice."))
        return
    points = math.fsum(one.choice.loss.lead for one in decisions) / len(decisions)
    chance = 100 * math.fsum(one.choice.loss.win for one in decisions) / len(decisions)
    out.print(
        Text(
            f"{_counted(len(decisions), 'decision', 'decisions')} with a choice, {review.forced} without. "
            f"Lost a decision: {points:.2f} points, {chance:.2f} % of a win."
        )
    )
    counts = [(grade, sum(one.grade is grade for one in decisions)) for grade in Grade]
    told = [f"{_counted(count, *_GRADE_WORDS[grade])} {grade.sign}" for grade, count in counts if count]
    out.print(Text(", ".join(told) if told else "No mistake that can be told from the reviewer's own noise."))


def _worst_title(review: SeatReview, count: int) -> str:
    which = {1: "One decision", 2: "Two decisions", 3: "Three decisions"}[count]
    lost = review.lead.result < 0
    return f"{which} that cost you the game" if lost else f"{which} that cost most"


def _print_mistake(out: Console, rank: int, one: ReviewedDecision) -> None:
    loss = one.choice.loss
    title = Text(
        f"{rank}. Decision {one.number}, turn {one.turn}, {_phase(one)}: {one.grade} {_sign(one)}", "bold"
    )
    title.append(
        f"   {100 * loss.win:.0f} % (± {100 * loss.win_error:.1f}) of a win, {loss.lead:.1f} points",
        "not bold",
    )
    out.print(title)
    rows = Table.grid(padding=(0, 2, 0, 0))
    rows.add_column(min_width=8)
    rows.add_column()
    rows.add_row("played", Text(f"{one.choice.played}: {one.played}"))
    rows.add_row("better", Text(f"{one.choice.preferred}: {one.preferred}"))
    rows.add_row("why", Text(one.why))
    rows.add_row("expected", Text(", ".join(one.choice.moves[0].line[:_LINE])))
    out.print(Padding(rows, (0, 0, 0, _INDENT)))


def _all_decisions(review: SeatReview) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0))
    for name in ("no.", "turn"):
        table.add_column(name, justify="right")
    table.add_column("played", ratio=1)
    table.add_column("preferred", ratio=1)
    for name in ("win %", "points", "lost", ""):
        table.add_column(name, justify="right" if name else "left", no_wrap=True)
    for one in review.decisions:
        best = one.choice.moves[0]
        same = one.choice.pairs == 0
        table.add_row(
            str(one.number),
            str(one.turn),
            one.choice.played,
            Text("the same", "dim") if same else one.choice.preferred,
            f"{100 * best.win:.0f}",
            f"{best.lead:+.1f}".replace("-", "−"),
            Text("·", "dim") if same else f"{one.choice.loss.lead:.1f}".replace("-", "−"),
            _sign(one),
            style="bold" if one.grade is not None else "",
        )
    return table


def _phase(one: ReviewedDecision) -> str:
    return f"before scoring {min(one.scorings, 2) + 1}"


def _sign(one: ReviewedDecision) -> str:
    return "" if one.grade is None else one.grade.sign


def _table(*columns: str) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for number, name in enumerate(columns):
        table.add_column(name, justify="right" if number else "left", no_wrap=True)
    return table


def _signed(points: float) -> str:
    return f"{points:+.1f}".replace("-", "−")


def _percent(chance: float) -> str:
    return f"{100 * chance:+.1f} %".replace("-", "−")


def _interval(estimate: Estimate, digits: int) -> str:
    if not (math.isfinite(estimate.low) and math.isfinite(estimate.high)):
        return "open"
    return f"[{estimate.low:.{digits}f}, {estimate.high:.{digits}f}]".replace("-", "−")


def _counted(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"
