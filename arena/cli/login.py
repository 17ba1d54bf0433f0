"""How does a participant use an event from a shell? `arena login` and `arena status`."""

import json
import sys
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from arena.cli.ending import Mistake
from arena.cli.remote import Remote, keep_token, site_of
from arena.cli.table import console


def login(
    url: Annotated[str, typer.Argument(metavar="URL", help="The event's address.")],
    from_stdin: Annotated[
        bool, typer.Option("--stdin", help="Read the token from stdin, for scripts.")
    ] = False,
) -> None:
    """Log in to an event with your token; it is asked for, tried out, and kept for later commands."""
    site = site_of(url)
    token = (
        sys.stdin.readline().strip()
        if from_stdin
        else str(typer.prompt("Your token", hide_input=True)).strip()
    )
    if not token.isprintable() or not token:
        raise Mistake("that is no token")
    me = Remote(site, token).get("/me")
    keep_token(site, token)
    team = f" of {me['team']}" if me["team"] else ""
    console().print(Text(f"You are {me['name']}{team} at {site}."))


def status(
    url: Annotated[
        str | None, typer.Option("--at", metavar="URL", help="The event; the last one if not given.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """How your team stands at an event: its bots, their ratings, and its last submissions."""
    remote = Remote.open(url)
    event, me = remote.get("/event"), remote.get("/me")
    if as_json:
        print(json.dumps({"event": event, "me": me}, indent=2))
        return
    out = console()
    paused = ", paused" if event["paused"] else ""
    out.print(Text(f"{event['title']} ({event['phase']}{paused}) at {remote.site}", "bold"))
    out.print(Text(f"{me['name']} of {me['team']}" if me["team"] else f"{me['name']}, {me['role']}"))
    bots = Table("place", "bot", "rating", "interval", "games", "faults", box=None)
    for one in me["bots"]:
        ends = "" if one["low"] is None or one["high"] is None else f"{one['low']:+.0f} … {one['high']:+.0f}"
        rating = "new" if one["elo"] is None else f"{one['elo']:+.0f}"
        faults = str(sum(one["faults"].values()))
        bots.add_row(
            str(one["place"] or ""), f"{one['bot']} v{one['number']}", rating, ends, str(one["games"]), faults
        )
    out.print(bots if me["bots"] else Text("No bots on the ladder yet.", "dim"))
    last = Table("submission", "file", "state", "", box=None)
    for one in me["submissions"][:5]:
        last.add_row(str(one["id"]), Text(one["name"]), one["state"], Text(one["sentence"]))
    if me["submissions"]:
        out.print(last)
