"""`arena event plan`: the games, core-hours and disk that an event will need."""

import dataclasses
import json
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from arena.cli.event import File, app, opened
from arena.cli.options import AsJson
from arena.cli.table import console
from arena.cli.waiting import Phases
from arena.operating_system import usable_cpus


@app.command("plan")
def plan(
    file: File,
    teams: Annotated[
        int, typer.Option(min=1, max=2000, metavar="N", help="How many teams there will be.")
    ] = 20,
    bots: Annotated[int, typer.Option(min=1, max=20, metavar="N", help="Bots of a team.")] = 1,
    versions: Annotated[
        int, typer.Option(min=1, max=1000, metavar="N", help="Versions of a bot over the whole event.")
    ] = 5,
    precision: Annotated[
        float,
        typer.Option(
            min=5, max=1000, metavar="ELO", help="Half the width that 95 % of the intervals are to have."
        ),
    ] = 50.0,
    cores: Annotated[
        int, typer.Option(min=0, metavar="N", help="Cores to spread it over; 0: those of this host.")
    ] = 0,
    game_s: Annotated[
        float, typer.Option("--game-s", min=0, metavar="S", help="Seconds a game; 0: measured.")
    ] = 0.0,
    as_json: AsJson = False,
) -> None:
    """Simulate the event's ladder for a number of teams, and say what it takes: games, core-hours, days and disk."""
    with opened(file) as context, Phases() as phases:
        from arena.web import Crowd, plan_event  # noqa: PLC0415

        phases("measuring and simulating")
        found = plan_event(context, Crowd(teams, bots, versions, precision), game_s)
    cores = cores or len(usable_cpus())
    days = found.days_on(cores)
    if as_json:
        known = {"cores": cores, "core_hours": found.core_hours, "days_needed": days}
        print(json.dumps({**dataclasses.asdict(found), **known}, indent=2))
        return
    out = console()
    out.print(
        Text(
            f"{teams} teams; bots of each: {bots}, versions of each bot: {versions}; 95 % of them known to ±{precision:g} Elo; "
            f"{found.game_s:.2f} s a game, {found.source}; {found.game_bytes / 1000:.1f} kB a game"
        )
    )
    table = Table("", box=None)
    for column in ("games", "core-hours", "MB on disk"):
        table.add_column(column, justify="right")
    for row in found.rows:
        table.add_row(row.what, f"{row.games:,}", f"{row.core_hours:,.1f}", f"{row.bytes / 1e6:,.1f}")
    total = sum(row.games for row in found.rows), found.core_hours, sum(row.bytes for row in found.rows)
    table.add_row("in all", f"{total[0]:,}", f"{total[1]:,.1f}", f"{total[2] / 1e6:,.1f}", style="bold")
    out.print(table)
    out.print(Text(f"On {cores} cores that play all the time: {days:,.2f} days."))
    if found.days is not None:
        enough = (
            "enough"
            if days <= found.days
            else "NOT enough: more cores, less time for bots, or wider intervals"
        )
        out.print(Text(f"From the opening to the finals there are {found.days:,.2f} days: {enough}."))
    out.print(Text("People's own games, challenges and reviews come on top."))
