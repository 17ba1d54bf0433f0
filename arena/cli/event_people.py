"""`arena event codes|import|people|token|mail`: who may come, who has come, and how they are reached."""

import dataclasses
import json
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table
from rich.text import Text

from arena.cli.ending import Mistake
from arena.cli.event import WHO, File, app, opened
from arena.cli.table import console
from arena.units import MIB
from arena.untrusted import Unreadable, read_limited

if TYPE_CHECKING:
    from arena.web import EventContext, Invitation

AsArray = Annotated[bool, typer.Option("--json", help="Print one JSON array.")]
AsQr = Annotated[bool, typer.Option("--qr", help="Print each link as a QR code too.")]
ByMail = Annotated[
    bool, typer.Option("--mail", help="Send each invitation by the server that [mail] of the file names.")
]


@app.command("codes")
def codes(
    file: File,
    count: Annotated[
        int,
        typer.Option(
            min=0,
            max=1000,
            metavar="N",
            help="How many single-use invitation codes to create; 0: one for each person on the list.",
        ),
    ] = 0,
    qr: AsQr = False,
    as_json: AsArray = False,
) -> None:
    """Make invitation codes and print them, once: for whoever gets them, or for everybody on the list who has not signed up."""
    with opened(file) as context:
        from arena.web import Invitation, invite_people, link_of, listed_people, organise  # noqa: PLC0415

        url = context.event.url
        if count:
            made = [Invitation(one, link_of(url, one)) for one in organise.new_codes(context, WHO, count)]
        else:
            made = invite_people(context, WHO, listed_people(context), url)
        _print(context, made, qr, as_json)


@app.command("import")
def import_people(
    file: File,
    people: Annotated[
        Path, typer.Argument(metavar="CSV", help="Columns name, and if you like team and email.")
    ],
    by_mail: ByMail = False,
    qr: AsQr = False,
    as_json: AsArray = False,
) -> None:
    """Invite the people of a CSV file: a code for everybody who has not signed up, which replaces the one before."""
    try:
        text = read_limited(people, MIB).decode("utf-8")
    except OSError as error:
        raise Mistake(f"CSV: {people}: {error.strerror}") from None
    except (Unreadable, UnicodeDecodeError):
        raise Mistake(f"CSV: {people}: is no text in UTF-8 of at most 1 MiB") from None
    with opened(file) as context:
        from arena.web import invite_people, people_of_csv, send_invitations  # noqa: PLC0415

        if by_mail and not context.event.url:
            raise Mistake("--mail: the event file needs the key url, for the links in the letters")
        if by_mail and context.event.mail is None:
            raise Mistake("--mail: the event file has no table [mail]")
        made = invite_people(context, WHO, people_of_csv(text), context.event.url)
        if by_mail and made:
            _tell_refused(send_invitations(context, made))
        _print(context, made, qr, as_json)


@app.command("people")
def people(file: File, as_json: AsArray = False) -> None:
    """List everybody who has signed up: team, name, role, and when they last logged in."""
    with opened(file) as context:
        from arena.web import everybody  # noqa: PLC0415

        rows = everybody(context)
    if as_json:
        print(json.dumps([dataclasses.asdict(row) for row in rows], indent=2))
        return
    table = Table("team", "name", "role", "tokens", "last login", box=None)
    for row in rows:
        last = (
            "" if row.used is None else datetime.fromtimestamp(row.used, UTC).strftime("%Y-%m-%d %H:%M UTC")
        )
        role = "captain" if row.captain else str(row.role)
        table.add_row(Text(row.team), Text(row.name), role, str(row.tokens), last)
    console().print(table if rows else "Nobody has signed up yet.")


@app.command("token")
def token(
    file: File,
    name: Annotated[str, typer.Argument(metavar="NAME", help="Whose.")],
    replace: Annotated[
        bool, typer.Option("--replace", help="End all tokens and logins that the person has.")
    ] = False,
) -> None:
    """Make a further token for a person who lost theirs and print it, once."""
    with opened(file) as context:
        from arena.web import COMMAND_LINE, member_called, organise, replace_token  # noqa: PLC0415

        if replace:
            print(replace_token(context, COMMAND_LINE, member_called(context, name))[1])
        else:
            print(organise.token_for(context, name))


@app.command("mail")
def mail(
    file: File,
    subject: Annotated[str, typer.Argument(metavar="SUBJECT", help="What it is about.")],
    text: Annotated[str, typer.Argument(metavar="TEXT", help="The letter; - reads it from stdin.")],
) -> None:
    """Write an e-mail to all participants who gave an address."""
    with opened(file) as context:
        from arena.web import write_to_everybody  # noqa: PLC0415

        sent, refused = write_to_everybody(context, WHO, subject, sys.stdin.read() if text == "-" else text)
    _tell_refused(refused)
    print(f"Sent to {sent} people.")


def _print(context: "EventContext", made: "Sequence[Invitation]", qr: bool, as_json: bool) -> None:
    url = context.event.url
    if qr and not url:
        raise Mistake("--qr: the event file needs the key url, which the links begin with")
    if as_json:
        keys = ("team", "name", "email", "code", *(("link",) if url else ()))
        print(json.dumps([{key: getattr(one, key) for key in keys} for one in made], indent=2))
        return
    table = Table("team", "name", "code", *(("link",) if url else ()), box=None)
    for one in made:
        row = [one.team, one.name, one.code, *((one.link,) if url else ())]
        table.add_row(*(Text(cell, overflow="fold") for cell in row))
    console().print(table if made else "Everybody has signed up.", soft_wrap=True)
    if qr:
        from arena.web import qr_lines  # noqa: PLC0415

        for one in made:
            print(f"\n{one.team} {one.name} {one.link}".replace("  ", " "), qr_lines(one.link), sep="\n")


def _tell_refused(addresses: Sequence[str]) -> None:
    for address in addresses:
        print(f"Refused by the mail server: {address}", file=sys.stderr)
