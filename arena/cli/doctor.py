"""`arena doctor`: can this host run untrusted bots? A table of every protection; only what was tried out is ticked."""

import dataclasses
import json

import typer
from rich.table import Table
from rich.text import Text

from arena.cli.ending import HostFailed
from arena.cli.options import AsJson
from arena.cli.table import console
from arena.sandbox import UNFIT, HostCheck, SandboxError, examine_host

app = typer.Typer(add_completion=False)


@app.command()
def show(as_json: AsJson = False) -> None:
    """Check whether bots can be confined here; exit code 0 if rated play is possible, 1 if not."""
    try:
        checks = examine_host()
    except SandboxError as error:
        raise HostFailed(str(error)) from None
    rated = all(check.ok for check in checks)
    if as_json:
        rows = [dataclasses.asdict(check) for check in checks]
        print(json.dumps({"rated": rated, "checks": rows}, indent=2))
    else:
        _print(checks)
    if not rated:
        raise typer.Exit(1)


def _print(checks: list[HostCheck]) -> None:
    out = console()
    table = Table(box=None, pad_edge=False)
    for column in ("", "check", "seen"):
        table.add_column(column, overflow="fold")
    for check in checks:
        table.add_row(_mark(check), Text(check.name), Text(check.detail))
    out.print(table)
    out.print("✓ was tried out here, · was only looked at.", highlight=False)
    out.print()
    failed = [check for check in checks if not check.ok]
    if not failed:
        out.print("Rated play is possible here.", highlight=False)
        return
    out.print("Rated play is not possible here. What to do:", highlight=False)
    remedies: dict[str, list[str]] = {}
    for check in failed:
        if check.name != "tier" or len(failed) == 1:  # the tier only sums up the others
            remedies.setdefault(check.remedy, []).append(check.name)
    for remedy, names in remedies.items():
        out.print(Text(f"  {', '.join(names)}: {remedy}"))
    out.print(_otherwise(checks), highlight=False)


def _mark(check: HostCheck) -> Text:
    if not check.ok:
        return Text("✗", "red")
    return Text("·") if check.note else Text("✓", "green")


def _otherwise(checks: list[HostCheck]) -> str:
    """What can be played all the same: unprotected only where there is no protection to be had."""
    (tier,) = [check for check in checks if check.name == "tier"]
    if tier.detail.startswith("tier 3"):
        return "Bots of your own can be played without: arena match --no-sandbox"
    if any(check.remedy == UNFIT for check in checks):
        return "Until then no match is played with the sandbox of this host."
    return "Matches that are not rated can be played here, in the sandbox: arena match"
