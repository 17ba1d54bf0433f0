"""`arena login`: check a participant's token for an event and keep it."""

import sys
from typing import Annotated

import typer
from rich.text import Text

from arena.cli.ending import Mistake
from arena.cli.remote import Remote, keep_token, site_of
from arena.cli.table import console

app = typer.Typer(add_completion=False)


@app.command()
def login(
    url: Annotated[str, typer.Argument(metavar="URL", help="The event's address.")],
    from_stdin: Annotated[
        bool, typer.Option("--stdin", help="Read the token from stdin, for scripts.")
    ] = False,
) -> None:
    """Log in to an event: the command asks for your token, checks it and keeps it for later commands."""
    site = site_of(url)
    title = Remote(site).get("/event")["title"]  # a wrong address is told before a token is asked for
    token = (
        sys.stdin.readline().strip()
        if from_stdin
        else str(typer.prompt(f"Your token for {title}", hide_input=True)).strip()
    )
    if not token.isprintable() or not token:
        raise Mistake("that is no token")
    me = Remote(site, token).get("/me")
    keep_token(site, token)
    team = f" of {me['team']}" if me["team"] else ""
    console().print(Text(f"You are {me['name']}{team} at {site}."))
