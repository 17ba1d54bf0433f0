"""Options that set the limits of bots, each declared once with its help text."""

from typing import Annotated

import typer

from arena.cli.ending import Mistake
from arena.match import MatchSettings
from arena.operating_system import usable_cpus
from arena.sandbox import Limits

DEFAULT = Limits()
DEFAULT_TIME = "30+0.5"

Time = Annotated[str, typer.Option(metavar="B+I", help="Bank and increment per decision, in seconds.")]
MemoryMb = Annotated[int, typer.Option(metavar="MB", help="Memory of each bot.")]
Processes = Annotated[int, typer.Option(metavar="N", help="Processes and threads of each bot.")]
Cores = Annotated[int, typer.Option(metavar="N", help="Cores of each bot.")]
ScratchMb = Annotated[int, typer.Option(metavar="MB", help="Size of /scratch.")]
StartS = Annotated[float, typer.Option(metavar="S", help="Seconds a bot may take to start and say hello.")]
NoSandbox = Annotated[
    bool, typer.Option("--no-sandbox", help="Run bots without protection; only for your own bots.")
]


def refuse_missing_cores(settings: MatchSettings, option: str = "--cores") -> None:
    """Refuse settings that give one bot more cores than this host has."""
    here, asked = len(usable_cpus()), settings.limits.cores
    if asked > here:
        has = "one core" if here == 1 else f"{here} cores"
        raise Mistake(f"{option}: a bot cannot have {asked} cores, this host has {has}")


def jobs_that_fit(asked: int, settings: MatchSettings, what: str, force: bool = False) -> int:
    """How many games or matches are played at once; more than the cores allow is refused."""
    allowed = settings.default_jobs
    if asked < 0:
        raise Mistake(f"--jobs: {asked} is less than 0")
    if asked > allowed and not force:
        raise Mistake(
            f"--jobs: {asked} {what} at once would make bots share cores, here {allowed} fit; pass --force-jobs to do it all the same"
        )
    return asked or allowed
