"""`arena ladder`: run a ladder, show and export its standings, retire bots, plot, compact and plan."""

import json
import re
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Final

import typer
from rich.console import Console

from arena.cli.ending import HostFailed, Mistake
from arena.cli.live import LiveDisplay
from arena.cli.standings import (
    plain_estimate,
    print_bot_report,
    print_standings,
    print_superiority,
    print_tournament,
)
from arena.cli.table import console
from arena.ladder import (
    Goal,
    LadderError,
    LadderFile,
    LadderFolder,
    LadderRun,
    LadderState,
    StandingsSnapshot,
    Superiority,
    compacted,
    enter_house_bots,
    games_rows,
    plain_report,
    rating_history,
    report_bot,
    slowest_decisions,
    standings_of,
    standings_rows,
    superiority_rows,
    table_bytes,
    tournament_of,
)
from arena.match import Executor, HostError, open_executor
from arena.sandbox import SandboxError
from arena.store import StoreError

app = typer.Typer(help="Run a ladder and read its table.", no_args_is_help=True, add_completion=False)

File = Annotated[Path, typer.Argument(metavar="FILE", help="The ladder's file.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]


class Where(StrEnum):
    """Where matches are played."""

    LOCAL = "local"
    RAY = "ray"


class What(StrEnum):
    """What is exported."""

    STANDINGS = "standings"
    GAMES = "games"
    SUPERIORITY = "superiority"


ROWS: Final = {
    What.STANDINGS: standings_rows,
    What.GAMES: games_rows,
    What.SUPERIORITY: superiority_rows,
}


class Form(StrEnum):
    """How it is written."""

    CSV = "csv"
    JSON = "json"
    PARQUET = "parquet"


@app.command("run")
def run(
    file: File,
    matches: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Stop after this many matches.")
    ] = None,
    until: Annotated[
        str | None,
        typer.Option(metavar="±ELO", help='Stop when all intervals are this narrow, such as "±20".'),
    ] = None,
    executor: Annotated[
        Where, typer.Option(metavar="local|ray", help="Here, or on a Ray cluster.")
    ] = Where.LOCAL,
    jobs: Annotated[
        int, typer.Option(min=0, metavar="J", help="Matches side by side; 0: what the cores allow.")
    ] = 0,
    as_json: AsJson = False,
) -> None:
    """Play matches: those that were left unfinished, then those that tell most. Ctrl-C finishes the games under way."""
    goal = Goal(matches, _elo(until))
    with speaking():
        ladder = LadderFile.load(file)
        ladder_folder = LadderFolder.open(ladder.store, create=True)
        enter_house_bots(ladder, ladder_folder)
        workers = _executor(executor, ladder, jobs)
        try:
            ladder_state = _run(ladder, ladder_folder, workers, goal)
        finally:
            workers.close()
        _show(ladder, ladder_state, as_json, everyone=False)


@app.command("table")
def table(
    file: File,
    everyone: Annotated[bool, typer.Option("--all", help="Retired versions too.")] = False,
    luck: Annotated[
        bool, typer.Option("--luck", help="Say what taking luck out is worth; plays every game again.")
    ] = False,
    superiority: Annotated[
        bool, typer.Option("--superiority", help="How likely each bot is stronger than each other.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """The standings, from the records alone."""
    with speaking():
        ladder, ladder_state = opened(file)
        _show(ladder, ladder_state, as_json, everyone, luck or ladder.luck, superiority)


@app.command("show")
def show(
    file: File, bot: Annotated[str, typer.Argument(metavar="BOT", help="Its name.")], as_json: AsJson = False
) -> None:
    """One bot: its versions, how its rating came about, whom it met, where it failed and where it was slow."""
    with speaking():
        ladder, ladder_state = opened(file)
        snapshot = StandingsSnapshot.of(ladder_state, history=rating_history(ladder_state))
        report = report_bot(snapshot, bot)
        if report is None:
            known = sorted({one.bot for one in ladder_state.versions})
            raise LadderError(
                f"BOT: there is no {bot!r} on the ladder; there are {', '.join(known) or 'none'}"
            )
        slowest = slowest_decisions(ladder_state, report)
    if as_json:
        print(json.dumps(plain_report(report, slowest), indent=2))
    else:
        print_bot_report(console(), ladder, report, slowest)


@app.command("retire")
def retire(file: File, bot: Annotated[str, typer.Argument(metavar="BOT", help="Its name.")]) -> None:
    """Pair a bot no more; its games stay and count for the others."""
    with speaking():
        ladder, ladder_state = opened(file)
        active = [one for one in ladder_state.versions if one.bot == bot and one.active]
        if not active:
            raise LadderError(f"BOT: there is no active {bot!r} on the ladder")
        LadderFolder.open(ladder.store).roster.retire(active[-1].version, time.time_ns())
    print(f"{active[-1].label} is retired.")


@app.command("export")
def export(
    file: File,
    what: Annotated[
        What,
        typer.Option(
            "--what",
            metavar="standings|games|superiority",
            help="A row a version, a row a seat of every game, or a row for every two active bots.",
        ),
    ] = What.STANDINGS,
    form: Annotated[
        Form, typer.Option("--format", metavar="csv|json|parquet", help="How it is written.")
    ] = Form.CSV,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Write to a file, not to stdout.")] = None,
) -> None:
    """Standings and games for other programs; whole games with their decisions: arena replay export STORE/games."""
    with speaking():
        _, ladder_state = opened(file)
        content = table_bytes(ROWS[what](ladder_state), form)
        if out is None:
            sys.stdout.buffer.write(content)
        else:
            out.write_bytes(content)


@app.command("plot")
def plot(
    file: File,
    out: Annotated[Path, typer.Option(metavar="DIR", help="Where the files go.")] = Path("plots"),
) -> None:
    """Ratings with intervals, ratings over time, head-to-head and likelihood of superiority, each as PNG and SVG."""
    try:
        from arena.ladder.plots import plot_all  # noqa: PLC0415  # an extra, and slow to import
    except ImportError:
        raise Mistake("matplotlib is not installed: pip install 'arena[plot]'") from None
    with speaking():
        ladder, ladder_state = opened(file)
        if not ladder_state.versions:
            raise LadderError("the ladder has no bots yet")
        for path in plot_all(ladder_state, ladder.name, out):
            print(path)


@app.command("compact")
def compact(file: File) -> None:
    """Gather the records of all games into few files; runners do so by themselves as games come in."""
    with speaking():
        ladder, ladder_state = opened(file)
        before, after = compacted(LadderFolder.open(ladder.store), ladder_state.results)
    print(f"{before} files of games before, {after} now.")


@contextmanager
def speaking() -> Iterator[None]:
    """Say what is wrong in one sentence."""
    try:
        yield
    except LadderError as error:
        raise Mistake(str(error)) from None
    except (StoreError, SandboxError, HostError, OSError) as error:
        raise HostFailed(str(error)) from None


def opened(file: Path) -> tuple[LadderFile, LadderState]:
    """A ladder as it stands."""
    ladder = LadderFile.load(file)
    ladder_state = LadderState(ladder, LadderFolder.open(ladder.store))
    ladder_state.refresh()
    return ladder, ladder_state


def _elo(until: str | None) -> float | None:
    if until is None:
        return None
    found = re.fullmatch(r"(?:±|\+-|\+/-)?\s*(\d+(?:\.\d+)?)", until)
    if found is None or float(found[1]) <= 0:
        raise Mistake(f"--until: {until!r} is no width of an interval, such as ±20")
    return float(found[1])


def _executor(where: Where, ladder: LadderFile, jobs: int) -> Executor:
    try:
        return open_executor(ladder.settings, jobs, ray=where == Where.RAY)
    except ImportError:
        raise Mistake("--executor: ray is not installed: pip install 'arena[ray]'") from None


def _run(ladder: LadderFile, ladder_folder: LadderFolder, workers: Executor, goal: Goal) -> LadderState:
    with LiveDisplay(Console(stderr=True)) as live:
        playing = LadderRun(ladder, ladder_folder, workers, goal, live.show)
        playing.run()
    return playing.ladder_state


def _show(
    ladder: LadderFile,
    ladder_state: LadderState,
    as_json: bool,
    everyone: bool,
    luck: bool = False,
    superiority: bool = False,
) -> None:
    adjusted = adjustment = None
    if luck and not all(result.void for result in ladder_state.results.all()):
        ratings, adjustment = ladder_state.without_luck()
        adjusted = ratings if adjustment.worthwhile or ladder.luck else None
    rows = [row for row in standings_of(ladder_state, adjusted) if row.active or everyone]
    likely = Superiority.of(ladder_state, rows) if superiority else None
    played = tournament_of(ladder, ladder_state)
    if not as_json:
        print_standings(console(), ladder, ladder_state, rows, adjustment)
        if played is not None:
            print_tournament(console(), ladder, played)
        if likely is not None:
            print_superiority(console(), likely)
        return
    found: dict[str, object] = {
        "ladder": ladder.name,
        "matches": ladder_state.finished,
        "rows": [row.to_plain() for row in rows],
    }
    if adjustment is not None:
        found["luck"] = {"worthwhile": adjustment.worthwhile, **plain_estimate(adjustment.saved)}
    if likely is not None:
        found["superiority"] = likely.to_plain()
    if played is not None:
        found["tournament"] = played.to_plain()
    print(json.dumps(found, indent=2))
