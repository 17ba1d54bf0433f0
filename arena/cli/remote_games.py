"""`arena games`: the finished games of an event, the latest first."""

import json
from datetime import UTC, datetime
from typing import Annotated
from urllib.parse import quote

import typer
from rich.table import Table
from rich.text import Text

from arena.cli.options import AtEvent
from arena.cli.remote import Remote
from arena.cli.table import console

app = typer.Typer(add_completion=False)


@app.command()
def games(
    url: AtEvent = None,
    bot: Annotated[str, typer.Option(metavar="NAME", help="Only games of this bot.")] = "",
    page: Annotated[int, typer.Option(min=1, max=100_000, metavar="N", help="A hundred games a page.")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON array.")] = False,
) -> None:
    """List the games of an event with bots, scores, winner and how each ended."""
    remote = Remote.at(url)
    rows = remote.get(f"/games?page={page}&bot={quote(bot)}")
    if as_json:
        print(json.dumps(rows, indent=2))
        return
    if not rows:
        console().print(Text("No games here yet."))
        return
    table = Table(box=None)
    table.add_column(
        "game", no_wrap=True, min_width=max(len(f"{one['match']}/{one['game']}") for one in rows)
    )
    for column in ("bots and scores", "winner", "ended", "begun (UTC)"):
        table.add_column(column, overflow="fold")
    for one in rows:
        scores = one["scores"] or [""] * len(one["bots"])
        told = ", ".join(f"{name} {score}" for name, score in zip(one["bots"], scores, strict=True))
        winners = [name for name, rank in zip(one["bots"], one["ranks"], strict=False) if rank == 1]
        table.add_row(
            f"{one['match']}/{one['game']}",
            Text(told),
            Text("" if one["void"] else " and ".join(winners)),
            _ended(one),
            datetime.fromtimestamp(one["started_ns"] / 1e9, UTC).strftime("%m-%d %H:%M"),
        )
    console().print(table)


def _ended(one: dict[str, object]) -> str:
    if one["annulled"] is not None:
        return "annulled"
    terminations = one["terminations"]
    faults = [word for word in terminations if word != "normal"] if isinstance(terminations, list) else []
    return "void" if one["void"] else ", ".join(faults) or "normal"
