"""Options shared by several commands, each declared once with its help text."""

from typing import Annotated

import typer

from arena.sandbox import Limits

DEFAULT = Limits()
DEFAULT_TIME = "30+0.5"

Time = Annotated[str, typer.Option(metavar="B+I", help="Bank and increment per decision, in seconds.")]
MemoryMb = Annotated[int, typer.Option(metavar="MB", help="Memory of each bot.")]
Processes = Annotated[int, typer.Option(metavar="N", help="Processes and threads of each bot.")]
Cores = Annotated[int, typer.Option(metavar="N", help="Cores of each bot.")]
ScratchMb = Annotated[int, typer.Option(metavar="MB", help="Size of /scratch.")]
StartS = Annotated[float, typer.Option(metavar="S", help="Seconds that a bot may take to say hello.")]
NoSandbox = Annotated[bool, typer.Option("--no-sandbox", help="Run bots unprotected: your own only.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]


def as_typed(error: ValueError) -> str:
    """The sentence of an error with the option that the user typed in place of the key that it names."""
    key, colon, rest = str(error).partition(": ")
    return f"--{key.replace('_', '-')}{colon}{rest}"
