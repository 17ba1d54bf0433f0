"""`arena challenge`: have your bot play another one at an event, unrated."""

import json
import time
from typing import Annotated
from urllib.parse import quote

import typer

from arena.cli.ending import HostFailed
from arena.cli.options import AsJson, AtEvent
from arena.cli.remote import Remote

LOOK_S = 0.5
app = typer.Typer(add_completion=False)


@app.command()
def challenge(
    bot: Annotated[str, typer.Argument(metavar="BOT", help="A bot of your team, as on the leaderboard.")],
    opponent: Annotated[
        str, typer.Argument(metavar="OPPONENT", help="A house bot, or one whose team allows it.")
    ],
    url: AtEvent = None,
    wait: Annotated[
        bool, typer.Option("--wait/--no-wait", help="Wait for the result; else only say where the game is.")
    ] = True,
    as_json: AsJson = False,
) -> None:
    """Have a bot of your team play one game against another, unrated, and say how it ended."""
    remote = Remote.open(url)
    one = remote.post(f"/challenges?bot={quote(bot)}&opponent={quote(opponent)}", b"")
    page = f"{remote.site}/games/{one['match']}/{one['game']}"
    if not as_json:
        print(f"Watch it at {page}", flush=True)
    while wait and one["state"] in ("waiting", "working"):
        time.sleep(LOOK_S)
        one = remote.get(f"/challenges/{one['id']}")
    if one["state"] == "failed":
        raise HostFailed(one["sentence"] or "the game was broken off by the host")
    game = remote.get(f"/games/{one['match']}/{one['game']}") if one["state"] == "over" else None
    if as_json:
        print(json.dumps({"page": page, **one, "seats": None if game is None else game["seats"]}, indent=2))
    elif game is not None:
        for seat in sorted(game["seats"], key=lambda seat: seat["rank"] or 0):
            ended = "" if seat["termination"] == "normal" else f", {seat['termination']}"
            print(
                f"{seat['rank'] or '-'}. {seat['bot']} {seat['score'] if seat['score'] is not None else ''}{ended}"
            )
