"""`arena ladder plan`: the games, core-hours and days that a ladder will cost, as a table and a plot."""

import json
import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

from arena import to_install
from arena.cli.ending import Mistake
from arena.cli.ladder import File, app, speaking
from arena.cli.numbers import counted, decimal
from arena.cli.options import AsJson
from arena.cli.table import console
from arena.ladder import MOST_BOTS, LadderFile, Need, Plan, PlanQuestion, Stage, measured_seconds, planned
from arena.operating_system import usable_cpus

WHO = {0.5: "the median bot", 0.95: "95 % of the bots", 1.0: "all bots"}


@app.command()
def plan(
    file: File,
    bots: Annotated[
        int, typer.Option(min=2, max=MOST_BOTS, metavar="N", help="How many bots there will be.")
    ] = 100,
    precision: Annotated[
        float,
        typer.Option(min=1, max=1000, metavar="ELO", help="Half the width that every interval should reach."),
    ] = 25.0,
    spread: Annotated[
        float, typer.Option(min=1, max=2000, metavar="ELO", help="Standard deviation of the bots' strengths.")
    ] = 200.0,
    luck: Annotated[
        float,
        typer.Option(
            min=0,
            max=0.99,
            metavar="SHARE",
            help="Share of a game's chance that the deal decides; for duplicate deals.",
        ),
    ] = 0.5,
    cores: Annotated[
        int, typer.Option(min=0, metavar="N", help="Cores that play; 0 uses those of this host.")
    ] = 0,
    game_s: Annotated[
        float, typer.Option("--game-s", min=0, metavar="S", help="Seconds per game; 0 measures them.")
    ] = 0.0,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw the plan to FILE.png and FILE.svg.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Simulate the ladder with its own scheduler and ratings, and show what it would cost."""
    with speaking():
        ladder = LadderFile.load(file)
        if bots < ladder.seats:
            raise Mistake(f"--bots: {bots} bots do not fill a table of {ladder.seats}")
        seconds, source = (game_s, "as given") if game_s else measured_seconds(ladder)
    sets, newcomers = ladder.sets, ladder.format.newcomer_sets
    deals = ladder.settings.deals
    question = PlanQuestion(bots, precision, ladder.seats, sets, newcomers, spread, luck, deals=deals)
    found = _simulated(question)
    cores = cores or len(usable_cpus())
    rows = [_row(need, seconds * ladder.settings.busy_cores, cores) for need in found.needs]
    if as_json:
        curve = [{"games": stage.games, "half_elo": stage.half_elo} for stage in found.stages]
        known = {"bots": bots, "precision_elo": precision, "deals": deals, "game_s": seconds, "cores": cores}
        known["ladders"] = found.ladders
        print(json.dumps({**known, "needs": rows, "curve": curve}, indent=2))
    else:
        _print(
            console(),
            ladder,
            question,
            f"{seconds:.2f} s a game, {source}; {counted(cores, 'core')}",
            rows,
            found.ladders,
        )
    if out is not None:
        _plot(out, ladder, question, found.stages)


def _simulated(question: PlanQuestion) -> Plan:
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task("simulating")

        def report(stage: Stage) -> bool:
            median, widest = (decimal(stage.half_elo[index], 0) for index in (0, 2))
            text = f"{counted(stage.games, 'game')} simulated, median ±{median}, widest ±{widest}"
            bar.update(task, description=text)
            return True

        return planned(question, report)


def _row(need: Need, core_seconds: float, cores: int) -> dict[str, float | int | None]:
    if need.games is None:
        return {"share": need.share, "games": None, "core_hours": None, "days": None}
    hours = need.games * core_seconds / 3600.0
    return {"share": need.share, "games": need.games, "core_hours": hours, "days": hours / cores / 24.0}


def _print(
    out: Console,
    ladder: LadderFile,
    question: PlanQuestion,
    source: str,
    rows: list[dict[str, float | int | None]],
    ladders: int,
) -> None:
    out.print(
        Text(
            f"{ladder.name}: {question.bots} bots with a spread of {question.spread_elo:g} Elo, {question.deals} deals, {source}"
        )
    )
    table = Table()
    table.add_column(f"±{question.precision_elo:g} Elo for")
    for column in ("games", "a bot", "core-hours", "days"):
        table.add_column(column, justify="right")
    for row in rows:
        share, games, hours, days = (row[key] for key in ("share", "games", "core_hours", "days"))
        if games is None or hours is None or days is None or share is None:
            table.add_row(WHO[float(share or 0)], "not reached", "", "", "")
            continue
        each = games * question.seats / question.bots
        table.add_row(WHO[share], f"{games:,}", f"{each:,.0f}", f"{hours:,.1f}", f"{days:,.2f}")
    out.print(table)
    if ladders > 1:
        out.print(f"Means over {ladders} simulated ladders.")


def _plot(out: Path, ladder: LadderFile, question: PlanQuestion, stages: list[Stage]) -> None:
    try:
        from arena.ladder.plots import plan_figure, save  # noqa: PLC0415  # an extra, and slow to import
    except ImportError:
        raise Mistake(f"--out: matplotlib is not installed: {to_install('plot')}") from None
    with speaking():
        stem = out.with_suffix("") if out.suffix in (".png", ".svg") else out
        for path in save(plan_figure(question, stages, ladder.name), stem):
            print(path, file=sys.stderr)
