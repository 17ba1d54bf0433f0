"""Options shared by several commands, each declared once with its help text."""

from enum import StrEnum
from pathlib import Path
from tempfile import TemporaryFile
from typing import Annotated

import typer

from arena.cli.ending import Mistake

PrintUnit = Annotated[
    bool, typer.Option("--print-unit", help="Print a unit for systemd that runs this command, and end.")
]
AtEvent = Annotated[
    str | None, typer.Option("--at", metavar="URL", help="The event; the last one if not given.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]


class Where(StrEnum):
    """Where matches are played."""

    LOCAL = "local"
    RAY = "ray"


PlayedAt = Annotated[
    Where,
    typer.Option(
        "--executor", metavar="local|ray", help="local: play on this host. ray: play on a Ray cluster."
    ),
]
ForceJobs = Annotated[
    bool, typer.Option("--force-jobs", help="Allow more jobs than the cores can run at once.")
]
MatchJobs = Annotated[
    int,
    typer.Option("--jobs", min=0, metavar="J", help="How many matches to play at once; 0 uses all cores."),
]


def refuse_unless_writable(folder: Path, option: str) -> None:
    """Make a folder and write a file in it: who finds out after the match that it cannot be done has lost what was to be kept."""
    if folder.exists() and not folder.is_dir():
        raise Mistake(f"{option}: {folder} is a file, not a folder")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise Mistake(f"{option}: {folder} cannot be written: {error.strerror}") from None


def as_typed(error: ValueError) -> str:
    """The sentence of an error with the option that the user typed instead of the key that it names."""
    key, colon, rest = str(error).partition(": ")
    return f"--{key.replace('_', '-')}{colon}{rest}"
