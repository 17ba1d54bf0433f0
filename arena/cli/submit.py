"""`arena submit`: enter a bot on a ladder of this host or at an event."""

import dataclasses
import getpass
import json
import time
import urllib.parse
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

from arena.cli.bot import print_step
from arena.cli.ending import HostFailed, Mistake
from arena.cli.options import AsJson
from arena.cli.remote import Remote
from arena.cli.table import console
from arena.ladder import (
    LadderError,
    LadderFile,
    LadderFolder,
    NotTaken,
    clean_copy,
    enter_house_bots,
    submit_bot,
)
from arena.match import BadArchive, CheckStep, pack_folder
from arena.referee import HostFailure
from arena.sandbox import SandboxError
from arena.store import StoreError
from arena.untrusted import why_unread

LOOK_S = 0.5
UNFINISHED = ("waiting", "working")
app = typer.Typer(add_completion=False)


@app.command()
def enter(
    bot: Annotated[Path, typer.Argument(metavar="BOT", help="Folder with bot.toml, .zip or .tar.gz.")],
    ladder: Annotated[
        Path | None, typer.Option("--ladder", metavar="FILE", help="Ladder file to enter the bot on.")
    ] = None,
    to: Annotated[
        str | None,
        typer.Option("--to", metavar="URL", help="Event to enter the bot at, after `arena login URL`."),
    ] = None,
    owner: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Owner of the bot on the ladder; by default your user name."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Enter a bot, or a new version of it, on a ladder or at an event; exit code 1 if it fails the check."""
    if (ladder is None) == (to is None):
        raise Mistake("say either --ladder FILE or --to URL")
    if to is not None:
        if owner is not None:
            raise Mistake("--owner: at an event the bot is your team's")
        _upload(bot, Remote.open(to), as_json)
        return
    assert ladder is not None
    out = console()
    steps: list[CheckStep] = []

    def report(step: CheckStep) -> None:
        steps.append(step)
        if not as_json:
            print_step(out, step)

    try:
        file = LadderFile.load(ladder)
        ladder_folder = LadderFolder.open(file.store, create=True)
        enter_house_bots(file, ladder_folder)
        entered = submit_bot(bot, file, ladder_folder, owner or getpass.getuser(), report)
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


def _upload(bot: Path, remote: Remote, as_json: bool) -> None:
    """Send a bot to an event and tell of the steps of its check as they are done."""
    name, content = _packed(bot)
    one = remote.post(f"/submissions?name={urllib.parse.quote(name)}", content)
    out = console()
    told = 0
    while True:
        for step in one["steps"][told:]:
            told += 1
            if not as_json:
                print_step(out, _step(step))
        if one["state"] not in UNFINISHED:
            break
        time.sleep(LOOK_S)
        one = remote.get(f"/submissions/{one['id']}")
    if as_json:
        print(json.dumps(one, indent=2))
    else:
        out.print(Text(one["sentence"]))
    if one["state"] == "failed":
        raise typer.Exit(3)
    if one["state"] != "taken":
        raise typer.Exit(1)


def _packed(bot: Path) -> tuple[str, bytes]:
    try:
        if not bot.is_dir():
            return bot.name, bot.read_bytes()
        with clean_copy(bot) as folder:
            return f"{bot.resolve().name}.tar.gz", pack_folder(folder)
    except BadArchive as error:
        raise Mistake(str(error)) from None
    except OSError as error:
        raise Mistake(f"{bot}: {why_unread(error)}") from None


def _step(step: dict[str, Any]) -> CheckStep:
    return CheckStep(step["name"], step["ok"], step["detail"], tuple(step["notes"]))
