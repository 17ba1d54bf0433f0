"""`arena rules show`: the component tables of an edition and the source of each."""

import json
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from arena.cli.ending import Mistake
from arena.cli.options import AsJson
from arena.cli.table import console
from arena.rules import (
    DATA_FILE,
    PROVENANCES,
    ComponentTable,
    editions,
    modules_of,
    numbers_of,
    options_of,
    tables_of,
)

app = typer.Typer(add_completion=False, help="Look at the rules and their components.", no_args_is_help=True)

Edition = Annotated[str, typer.Argument(metavar="EDITION", help="classic or red-palace.")]


@app.callback()
def rules() -> None:
    """Look at the rules and their components."""


@app.command()
def show(edition: Edition, as_json: AsJson = False) -> None:
    """Show the component tables of an edition, and which of them were chosen for want of a source."""
    if edition not in editions():
        raise Mistake(f"{edition!r} is not an edition; the editions are {', '.join(editions())}")
    tables = tables_of(edition)
    if as_json:
        print(json.dumps(_as_json(edition, tables), indent=2))
    else:
        _print(edition, tables)


def _as_json(edition: str, tables: list[ComponentTable]) -> dict[str, object]:
    return {
        "edition": edition,
        "modules": modules_of(edition),
        "options": options_of(edition),
        "numbers": numbers_of(edition),
        "chosen": [table.name for table in tables if table.provenance == "chosen"],
        "tables": [
            {"name": table.name, "provenance": table.provenance, "rows": table.rows} for table in tables
        ],
    }


def _print(edition: str, tables: list[ComponentTable]) -> None:
    out = console()
    out.print(Text(f"Edition {edition}", "bold"))
    out.print(f"modules: {', '.join(modules_of(edition))}")
    out.print(f"options: {', '.join(options_of(edition)) or 'none of its own'}")
    for name, number in numbers_of(edition).items():
        out.print(f"{name.replace('_', ' ')}: {number}")
    out.print()
    summary = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    summary.add_column("table")
    summary.add_column("rows", justify="right")
    summary.add_column("provenance")
    for table in tables:
        style = "yellow" if table.provenance == "chosen" else ""
        summary.add_row(table.name, str(len(table.rows)), Text(table.provenance, style))
    out.print(summary)
    out.print()
    for word in dict.fromkeys(table.provenance for table in tables):
        out.print(f"{word}: {PROVENANCES[word]}")
    chosen = [table.name for table in tables if table.provenance == "chosen"]
    if chosen:
        out.print()
        out.print(Text(f"Chosen: {', '.join(chosen)}.", "yellow"))
        out.print(
            f"An owner of the game can correct these tables in {DATA_FILE}; nothing else has to change."
        )
    for table in tables:
        out.print()
        out.print(Text(f"{table.name} ({table.provenance})", "bold"))
        for number, row in enumerate(table.rows, start=1):
            out.print(f"{number:4}  {_row(row)}")


def _row(row: Any) -> str:
    if isinstance(row, dict):
        return ", ".join(f"{key} {_cell(value)}" for key, value in row.items() if value != "")
    return _cell(row)


def _cell(value: Any) -> str:
    return " ".join(value) if isinstance(value, list) else str(value)
