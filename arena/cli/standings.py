"""How are the standings of a ladder shown in a terminal?"""

import math
from collections.abc import Sequence
from typing import Literal

from rich.console import Console
from rich.table import Table
from rich.text import Text

from arena.cli.numbers import counted, decimal
from arena.ladder import (
    BotReport,
    LadderFile,
    LadderState,
    Opponent,
    RatingPoint,
    SlowDecision,
    StandingsRow,
    Superiority,
    Tournament,
    percent,
)

FAULTS_SHOWN = 10
HISTORY_SHOWN = 12
MATRIX_SHOWN = 16


def print_standings(
    out: Console,
    ladder: LadderFile,
    ladder_state: LadderState,
    rows: Sequence[StandingsRow],
) -> None:
    """The table, and what it rests on."""
    out.print(
        Text(f"{ladder.name}: {ladder.settings.config}, time {ladder.settings.control}, {ladder.format.kind}")
    )
    if not rows:
        out.print(Text("No bots yet: arena submit BOT --ladder FILE enters one."))
        return
    table = Table()
    for column in ("", "bot", "Elo", "95 %", "games", "deals", "score", "faults", "void"):
        justify: Literal["left", "right"] = "left" if column in ("bot", "faults") else "right"
        table.add_column(column, justify=justify)
    anchor = ladder_state.versions[ladder_state.anchor].version
    for row in rows:
        table.add_row(
            "" if row.rank is None else str(row.rank),
            Text(f"{row.bot} v{row.number}" + ("" if row.active else f" ({_standing(row)})")),
            _elo(row),
            "anchor" if row.version == anchor else interval(row.low, row.high) if row.rated else "",
            str(row.games),
            str(row.deals),
            "" if math.isnan(row.score) else f"{100 * row.score:.1f} %",
            ", ".join(f"{count} {kind}" for kind, count in sorted(row.faults.items())),
            str(row.voids) if row.voids else "",
        )
    out.print(table)
    for row in rows:
        if row.suspended:
            out.print(Text(f"{row.bot} v{row.number} is suspended: {row.suspended}."))
        if row.disqualified:
            out.print(Text(f"{row.bot} v{row.number} is disqualified: {row.disqualified}."))
    results = ladder_state.results
    out.print(
        Text(
            f"{counted(results.counted, 'game')} in {counted(results.matches, 'match', 'matches')}; score is the share of the others stood above"
        )
    )


def print_superiority(out: Console, found: Superiority) -> None:
    """How likely each row's bot is stronger than each column's, in per cent; the first of a long table."""
    shown = found.rows[:MATRIX_SHOWN]
    more = (
        f"; the first {len(shown)} of {len(found.rows)}, all with --json"
        if len(shown) < len(found.rows)
        else ""
    )
    out.print(Text(f"likelihood that the row's bot is stronger than the column's, per cent{more}"))
    table = Table()
    table.add_column("")
    table.add_column("bot", no_wrap=True)
    for index in range(len(shown)):
        table.add_column(str(index + 1), justify="right")
    for index, row in enumerate(shown):
        cells = [
            "" if other == index else percent(float(found.likely[index, other]))
            for other in range(len(shown))
        ]
        table.add_row(str(index + 1), Text(f"{row.bot} v{row.number}"), *cells)
    out.print(table)


def print_tournament(out: Console, ladder: LadderFile, found: Tournament) -> None:
    """Points, or who met whom and who goes on."""
    if found.scores:
        out.print(
            Text(
                f"round {found.rounds} of {ladder.format.rounds}; points are shares of the others stood above, by match"
            )
        )
        table = Table()
        table.add_column("bot")
        table.add_column("points", justify="right")
        for one in found.scores:
            bot = one.bot + (" (disqualified)" if one.disqualified else "")
            table.add_row(Text(bot), f"{one.points:.2f}")
        out.print(table)
        return
    table = Table()
    for column in ("table", "bots", "goes on"):
        table.add_column(column)
    for seat in found.tables:
        goes_on = (seat.goes_on or "…") + (" by walkover" if seat.walkover and seat.goes_on else "")
        table.add_row(Text(seat.table), Text(", ".join(seat.bots)), Text(goes_on))
    out.print(table)
    if found.winner is not None:
        out.print(Text(f"{found.winner} has won."))


def print_bot_report(
    out: Console, ladder: LadderFile, found: BotReport, slowest: Sequence[SlowDecision]
) -> None:
    """One bot, table by table."""
    out.print(_versions(found))
    for row in found.rows():
        if row.suspended:
            out.print(Text(f"v{row.number} is suspended: {row.suspended}."))
            out.print(Text("    arena ladder reinstate FILE BOT pairs it again", "dim"))
    history, opponents, faults = found.history(), found.opponents(), found.faults()
    if history:
        out.print(_history(history))
    if opponents:
        out.print(_opponents(opponents))
    if faults:
        out.print(Text(f"faults, the latest of {len(faults)} first:"))
        for fault in faults[:FAULTS_SHOWN]:
            out.print(Text(f"  {fault.label}, {fault.termination}: {fault.sentence}"))
            where = f"{ladder.store}/games --match {fault.match} --game {fault.game}"
            out.print(Text(f"    arena replay show {where}", "dim"), soft_wrap=True)
    else:
        out.print(Text("no faults"))
    if slowest:
        out.print(_slowest(slowest))


def _versions(found: BotReport) -> Table:
    table = Table(title=f"{found.bot}: versions")
    for column in ("version", "hash", "owner", "Elo", "95 %", "games", "faults", ""):
        table.add_column(column, justify="right" if column in ("Elo", "95 %", "games") else "left")
    for row in reversed(found.rows()):
        table.add_row(
            f"v{row.number}",
            row.version[:12],
            Text(row.owner),
            _elo(row),
            interval(row.low, row.high) if row.rated else "",
            str(row.games),
            str(sum(row.faults.values())),
            _standing(row),
        )
    return table


def _standing(row: StandingsRow) -> str:
    if row.active:
        return "active"
    return "disqualified" if row.disqualified else "suspended" if row.suspended else "retired"


def _history(history: Sequence[RatingPoint]) -> Table:
    table = Table(title="rating by games of the ladder")
    for column in ("games", "Elo", "95 %"):
        table.add_column(column, justify="right")
    for moment in history[-HISTORY_SHOWN:]:
        table.add_row(str(moment.games), f"{moment.elo:+.0f}", interval(moment.low, moment.high))
    return table


def _opponents(opponents: Sequence[Opponent]) -> Table:
    table = Table(title="head-to-head")
    for column in ("opponent", "games", "points", "share"):
        table.add_column(column, justify="left" if column == "opponent" else "right")
    for one in opponents:
        share = f"{100 * one.points / one.games:.0f} %"
        table.add_row(Text(one.label), str(one.games), f"{one.points:g}", share)
    return table


def _slowest(slowest: Sequence[SlowDecision]) -> Table:
    table = Table(title="slowest decisions")
    for column in ("ms", "cpu ms", "match", "game", "decision", "action"):
        table.add_column(column, justify="left" if column in ("match", "action") else "right")
    for one in slowest:
        where = (one.match, str(one.game), str(one.decision))
        table.add_row(f"{one.charged_ms:.1f}", f"{one.cpu_ms:.1f}", *where, Text(one.action))
    return table


def interval(low: float, high: float) -> str:
    """An interval; what is not bounded is infinite."""
    return f"{decimal(low, 0, '+')} to {decimal(high, 0, '+')}"


def _elo(row: StandingsRow) -> str:
    return f"{row.elo:+.0f}" if row.rated else "not yet"
