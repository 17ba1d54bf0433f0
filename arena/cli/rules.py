"""`arena rules`: a clause by its number or words, the component tables of an edition, and the score tables."""

import json
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from arena.cli.clauses import Clause, clauses_about, clauses_of
from arena.cli.ending import Failed, Mistake
from arena.cli.options import AsJson
from arena.cli.table import console
from arena.rules import (
    CURRENCIES,
    FINGERPRINT,
    PROVENANCES,
    RULES_VERSION,
    ComponentTable,
    editions,
    modules_of,
    numbers_of,
    options_of,
    scoring_rows,
    tables_of,
)

SCORING_COLUMNS = ["scoring 1: 1st", "scoring 2: 1st / 2nd", "scoring 3: 1st / 2nd / 3rd"]

app = typer.Typer(add_completion=False, help="Look at the rules and their components.", no_args_is_help=True)

What = Annotated[
    str,
    typer.Argument(
        metavar="WHAT",
        help="The number of a clause or section (8.5, 17.11.9, 8), an edition (classic, red-palace), scoring or cards.",
    ),
]
Words = Annotated[
    list[str], typer.Argument(metavar="WORD…", help="Words that a clause must contain, all of them.")
]


@app.callback()
def rules() -> None:
    """Look at the rules and their components."""


@app.command()
def show(what: What, as_json: AsJson = False) -> None:
    """Show a clause or section of the rules, the components of an edition, the points of majorities, or the money cards."""
    if what in editions():
        tables = tables_of(what)
        if as_json:
            print(json.dumps(_as_json(what, tables), indent=2))
        else:
            _print(what, tables)
    elif what == "scoring":
        _show_table(["kind", *SCORING_COLUMNS], scoring_rows(), as_json)
    elif what == "cards":
        _show_table(["currency", "slot", "values", "copies"], _card_rows(), as_json)
    elif found := clauses_of(what):
        _show_clauses(found, as_json)
    else:
        raise Mistake(
            f"WHAT: {what!r} is neither the number of a clause, such as 8.5, nor one of {', '.join((*editions(), 'scoring', 'cards'))}"
        )


@app.command()
def search(words: Words, as_json: AsJson = False) -> None:
    """Find the clauses that contain a word."""
    found = clauses_about(" ".join(words))
    if not found:
        raise Failed(f"no clause has {' and '.join(words)} in it")
    _show_clauses(found, as_json)


def _show_clauses(found: list[Clause], as_json: bool) -> None:
    if as_json:
        rows = [{"clause": one.number, "section": one.section, "text": "\n".join(one.lines)} for one in found]
        print(json.dumps(rows, indent=2))
        return
    out = console()
    for number, one in enumerate(found):
        if number == 0 or found[number - 1].section != one.section:
            out.print(Text(one.section, "bold"))
        grid = Table.grid(padding=(0, 1))
        grid.add_row(Text(one.number, "bold"), Text("\n".join(_wrapped(one.lines))))
        out.print(grid)


def _wrapped(lines: tuple[str, ...]) -> list[str]:
    """Lines that go on are joined, for the terminal to wrap; tables and lists keep theirs."""
    joined: list[str] = []
    for line in lines:
        item = line.startswith("|") or line[:2].rstrip(".").isdigit() or not line
        if joined and not item and not joined[-1].startswith("|") and joined[-1]:
            joined[-1] += f" {line}"
        else:
            joined.append(line)
    rows = [line for line in joined if line and not line.startswith("|---")]
    return [line.strip("| ").replace(" | ", " · ") if line.startswith("|") else line for line in rows]


def _show_table(columns: list[str], rows: list[list[str]], as_json: bool) -> None:
    if as_json:
        print(json.dumps([dict(zip(columns, row, strict=True)) for row in rows], indent=2))
        return
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for column in columns:
        table.add_column(column)
    for row in rows:
        table.add_row(*row)
    console().print(table)


def _card_rows() -> list[list[str]]:
    """The money cards (1.2, 1.5, 11.1)."""
    return [
        [currency, str(slot), "1 to 9", "3 of each, 2 with two players"]
        for slot, currency in enumerate(CURRENCIES, start=1)
    ]


def _as_json(edition: str, tables: list[ComponentTable]) -> dict[str, object]:
    return {
        "edition": edition,
        "fingerprint": FINGERPRINT,
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
    out.print(f"fingerprint of all tables: {FINGERPRINT}, part of the rules version {RULES_VERSION}")
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
