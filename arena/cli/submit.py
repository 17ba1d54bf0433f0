"""How does an author enter a bot? `arena submit`: checked under the ladder's own terms, then kept for ever."""

import dataclasses
import getpass
import json
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from arena.cli.bot import print_step
from arena.cli.ending import HostFailed, Mistake
from arena.cli.table import console
from arena.ladder.archive import BadArchive
from arena.ladder.file import LadderFile
from arena.ladder.home import Home
from arena.ladder.keys import LadderError
from arena.ladder.roster import NotTaken
from arena.ladder.submit import enter_house_bots, submit
from arena.match.check import Step
from arena.referee.fault import HostFailure
from arena.sandbox import SandboxError
from arena.store import StoreError

app = typer.Typer(add_completion=False)


@app.command()
def enter(
    bot: Annotated[Path, typer.Argument(metavar="BOT", help="Folder with bot.toml, .zip or .tar.gz.")],
    ladder: Annotated[Path, typer.Option("--ladder", metavar="FILE", help="The ladder's file.")],
    owner: Annotated[
        str | None, typer.Option(metavar="NAME", help="Whose bot it is; your user name if not given.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Enter a bot, or a new version of it, on a ladder; exit code 1 if it fails the check."""
    out = console()
    steps: list[Step] = []

    def report(step: Step) -> None:
        steps.append(step)
        if not as_json:
            print_step(out, step)

    try:
        file = LadderFile.load(ladder)
        home = Home.open(file.store, create=True)
        enter_house_bots(file, home)
        entered = submit(bot, file, home, owner or getpass.getuser(), report)
    except (LadderError, BadArchive, NotTaken) as error:
        raise Mistake(str(error)) from None
    except (StoreError, SandboxError, HostFailure, OSError) as error:
        raise HostFailed(str(error)) from None
    if as_json:
        version = None if entered is None else dataclasses.asdict(entered)
        rows = [dataclasses.asdict(step) for step in steps]
        print(json.dumps({"ok": entered is not None, "version": version, "steps": rows}, indent=2))
    elif entered is None:
        out.print("It is refused: nothing was entered.", highlight=False)
    else:
        out.print(
            Text(f"{entered.label} ({entered.version[:12]}) of {entered.owner} is on the ladder {file.name}.")
        )
    if entered is None:
        raise typer.Exit(1)
