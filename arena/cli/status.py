"""`arena status`: a team's bots, their ratings and its latest submissions at an event."""

import json

import typer
from rich.table import Table
from rich.text import Text

from arena.cli.options import AsJson, AtEvent
from arena.cli.remote import Remote
from arena.cli.table import console

app = typer.Typer(add_completion=False)


@app.command()
def status(
    url: AtEvent = None,
    as_json: AsJson = False,
) -> None:
    """Show how your team stands at an event: its bots, their ratings, and its last submissions."""
    remote = Remote.open(url)
    event, me = remote.get("/event"), remote.get("/me")
    if as_json:
        print(json.dumps({"event": event, "me": me}, indent=2))
        return
    out = console()
    paused = ", paused" if event["paused"] else ""
    out.print(Text(f"{event['title']} ({event['phase']}{paused}) at {remote.site}", "bold"))
    out.print(Text(f"{me['name']} of {me['team']}" if me["team"] else f"{me['name']}, {me['role']}"))
    bots = Table("rank", "bot", "rating", "interval", "games", "faults", box=None)
    for one in me["bots"]:
        ends = "" if one["low"] is None or one["high"] is None else f"{one['low']:+.0f} … {one['high']:+.0f}"
        rating = "new" if one["elo"] is None else f"{one['elo']:+.0f}"
        faults = str(sum(one["faults"].values()))
        bots.add_row(
            str(one["rank"] or ""), f"{one['bot']} v{one['number']}", rating, ends, str(one["games"]), faults
        )
    out.print(bots if me["bots"] else Text("No bots on the ladder yet.", "dim"))
    last = Table("submission", "file", "state", "", box=None)
    for one in me["submissions"][:5]:
        last.add_row(str(one["id"]), Text(one["name"]), one["state"], Text(one["sentence"]))
    if me["submissions"]:
        out.print(last)
