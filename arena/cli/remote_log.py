"""`arena log`: what your bot wrote in a game of an event."""

from typing import Annotated
from urllib.parse import quote, urlsplit

import typer

from arena.cli.ending import Mistake
from arena.cli.options import AtEvent
from arena.cli.remote import Remote

app = typer.Typer(add_completion=False)
Game = Annotated[
    str,
    typer.Argument(
        metavar="GAME", help="MATCH/NUMBER as `arena games` prints it, or the address of its page."
    ),
]


@app.command()
def log(
    game: Game,
    url: AtEvent = None,
    seat: Annotated[
        int | None,
        typer.Option(min=1, max=6, metavar="N", help="Which seat, from 1; your bot's if not given."),
    ] = None,
) -> None:
    """Print what your bot wrote to stdout and stderr in the match of a game."""
    remote, path = found_game(game, url)
    if seat is None:
        team = remote.get("/me")["team"]
        seats = remote.get(path)["seats"]
        own = [number for number, one in enumerate(seats, start=1) if team and one["team"] == team]
        if not own:
            raise Mistake(f"GAME: no bot of your team played in {game}")
        seat = own[0]
    print(remote.get(f"{path}/logs/{seat - 1}")["log"], end="")


def found_game(game: str, url: str | None) -> tuple[Remote, str]:
    """The event that a game belongs to, and the game's path in its interface."""
    if "://" in game:
        url = url or game
        game = urlsplit(game).path.removeprefix("/games/")
    match, _, number = game.strip("/").rpartition("/")
    if not match or not number.isascii() or not number.isdecimal():
        raise Mistake(f"GAME: {game!r} is not MATCH/NUMBER, as `arena games` prints it")
    return Remote.at(url), f"/games/{quote(match, safe='')}/{number}"
