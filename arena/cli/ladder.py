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

from arena import to_install
from arena.cli.bot_options import jobs_that_fit, refuse_missing_cores
from arena.cli.ending import HostFailed, Mistake, refuse_without_linux
from arena.cli.live import LiveDisplay
from arena.cli.numbers import counted
from arena.cli.options import AsJson, ForceJobs, MatchJobs, PlayedAt, Where
from arena.cli.standings import (
    print_bot_report,
    print_standings,
    print_superiority,
    print_tournament,
)
from arena.cli.starter import write_starter
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
from arena.match import Executor, HostError, Throttle, open_executor, starter_ladders
from arena.rules import MIN_PLAYERS
from arena.sandbox import SandboxError
from arena.store import StoreError

app = typer.Typer(help="Run a ladder and read its table.", no_args_is_help=True, add_completion=False)

File = Annotated[Path, typer.Argument(metavar="FILE", help="The ladder's file.")]


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
    """Format of the output."""

    CSV = "csv"
    JSON = "json"
    PARQUET = "parquet"


@app.command("new")
def new(
    name: Annotated[Path, typer.Argument(metavar="NAME", help="File to write; .toml is added.")],
    like: Annotated[
        str,
        typer.Option(
            metavar="LADDER", help="classic, hidden (closed deal), red-palace or table (four players)."
        ),
    ] = "classic",
) -> None:
    """Write a ladder file with a comment for each key, ready to run and change."""
    if like not in starter_ladders():
        raise Mistake(f"--like: there is no {like!r}, only {', '.join(starter_ladders())}")
    path = write_starter(name, like)
    print(f"next: arena ladder run {path}")


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
    executor: PlayedAt = Where.LOCAL,
    jobs: MatchJobs = 0,
    force_jobs: ForceJobs = False,
    as_json: AsJson = False,
) -> None:
    """Play matches: unfinished ones first, then those that tell most about the bots. Ctrl-C finishes the games in progress."""
    if executor == Where.LOCAL:
        refuse_without_linux()
    goal = Goal(matches, _elo(until))
    with speaking():
        ladder = LadderFile.load(file)
        ladder_folder = LadderFolder.open(ladder.store, create=True)
        enter_house_bots(ladder, ladder_folder)
        _refuse_too_few(ladder_folder)
        workers = _executor(executor, ladder, jobs, force_jobs)
        try:
            ladder_state = _run(ladder, ladder_folder, workers, goal, local=executor == Where.LOCAL)
        finally:
            workers.close()
        _show(ladder, ladder_state, as_json, everyone=False)
        if not as_json and ladder_state.versions:
            out = Console(highlight=False)
            out.print(f"next: arena ladder show {file} {ladder_state.versions[0].bot}", soft_wrap=True)
            out.print(f"next: arena replay list {ladder.store}/games", soft_wrap=True)


@app.command("table")
def table(
    file: File,
    everyone: Annotated[bool, typer.Option("--all", help="Show retired versions too.")] = False,
    superiority: Annotated[
        bool, typer.Option("--superiority", help="Show how likely each bot is stronger than each other bot.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Show the standings."""
    with speaking():
        ladder, ladder_state = opened(file, matches=False)
        _show(ladder, ladder_state, as_json, everyone, superiority)


@app.command("show")
def show(
    file: File,
    bot: Annotated[str, typer.Argument(metavar="BOT", help="Name of the bot.")],
    as_json: AsJson = False,
) -> None:
    """Show one bot: its versions, how its rating came about, its opponents, its faults and its slowest decisions."""
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
def retire(file: File, bot: Annotated[str, typer.Argument(metavar="BOT", help="Name of the bot.")]) -> None:
    """Give a bot no more matches; its games stay and still count for the others."""
    with speaking():
        ladder, ladder_state = opened(file)
        active = [one for one in ladder_state.versions if one.bot == bot and one.active]
        if not active:
            raise LadderError(f"BOT: there is no active {bot!r} on the ladder")
        LadderFolder.open(ladder.store).roster.retire(active[-1].version, time.time_ns())
    print(f"{active[-1].label} is retired.")


@app.command("reinstate")
def reinstate(
    file: File, bot: Annotated[str, typer.Argument(metavar="BOT", help="Name of the bot.")]
) -> None:
    """Readmit a bot that was suspended because its games were void more often than others'."""
    with speaking():
        ladder, ladder_state = opened(file)
        suspended = [one for one in ladder_state.versions if one.bot == bot and one.suspended]
        if not suspended:
            raise LadderError(f"BOT: there is no suspended {bot!r} on the ladder")
        roster = LadderFolder.open(ladder.store).roster
        for one in suspended:
            roster.reinstate(one.version, time.time_ns())
    print(f"{suspended[-1].label} is reinstated.")


@app.command("export")
def export(
    file: File,
    what: Annotated[
        What,
        typer.Option(
            "--what",
            metavar="standings|games|superiority",
            help="standings: a row per version. games: a row per seat of each game. superiority: a row per pair of active bots.",
        ),
    ] = What.STANDINGS,
    form: Annotated[
        Form, typer.Option("--format", metavar="csv|json|parquet", help="Format of the output.")
    ] = Form.CSV,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write to this file instead of stdout.")
    ] = None,
) -> None:
    """Export standings or games for other programs. For whole games with their decisions, use `arena replay export STORE/games`."""
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
    out: Annotated[Path, typer.Option(metavar="DIR", help="Folder for the pictures.")] = Path("plots"),
) -> None:
    """Draw ratings with intervals, ratings over time, head-to-head and likelihood of superiority, each as PNG and SVG."""
    try:
        from arena.ladder.plots import plot_all  # noqa: PLC0415  # an extra, and slow to import
    except ImportError:
        raise Mistake(f"matplotlib is not installed: {to_install('plot')}") from None
    with speaking():
        ladder, ladder_state = opened(file)
        if not ladder_state.versions:
            raise LadderError("the ladder has no bots yet")
        for path in plot_all(ladder_state, ladder.name, out):
            print(path)


@app.command("compact")
def compact(file: File) -> None:
    """Merge the records of all games into a few files; runners also do so by themselves."""
    with speaking():
        ladder, ladder_state = opened(file)
        before, after = compacted(LadderFolder.open(ladder.store), ladder_state.results)
    print(f"{counted(before, 'file')} of games and matches before, {after} now.")


@contextmanager
def speaking() -> Iterator[None]:
    """Say what is wrong in one sentence."""
    try:
        yield
    except LadderError as error:
        raise Mistake(str(error)) from None
    except (StoreError, SandboxError, HostError, OSError) as error:
        raise HostFailed(str(error)) from None


def opened(file: Path, matches: bool = True) -> tuple[LadderFile, LadderState]:
    """A ladder as it stands; without the notes of its matches, unless they are asked for or decide who goes on."""
    ladder = LadderFile.load(file)
    if "://" not in ladder.store and not Path(ladder.store).exists():
        raise LadderError(
            f"nothing has been entered or played on this ladder; `arena ladder run {file}` begins it"
        )
    ladder_state = LadderState(ladder, LadderFolder.open(ladder.store))
    ladder_state.refresh(matches or ladder.format.kind != "continuous")
    return ladder, ladder_state


def _elo(until: str | None) -> float | None:
    if until is None:
        return None
    found = re.fullmatch(r"(?:±|\+-|\+/-)?\s*(\d+(?:\.\d+)?)", until)
    if found is None or float(found[1]) <= 0:
        raise Mistake(f"--until: {until!r} is no width of an interval, such as ±20")
    return float(found[1])


def _refuse_too_few(ladder_folder: LadderFolder) -> None:
    """A ladder whose bots cannot fill a table would end at once and say nothing."""
    names = sorted({one.bot for one in ladder_folder.roster.versions() if one.active})
    if len(names) < MIN_PLAYERS:
        have = f"only {names[0]}" if names else "no bot"
        raise Mistake(
            f"nothing can be played: {have} is on the ladder; enter another (arena submit BOT --ladder FILE) or name one under `bots`"
        )


def _executor(where: Where, ladder: LadderFile, jobs: int, force: bool) -> Executor:
    if where == Where.LOCAL:
        refuse_missing_cores(ladder.settings, "limits.cores")
        jobs_that_fit(jobs, ladder.settings, "matches", force)
    try:
        return open_executor(ladder.settings, jobs, ray=where == Where.RAY)
    except ImportError:
        raise Mistake(f"--executor: ray is not installed: {to_install('ray')}") from None


def _run(
    ladder: LadderFile, ladder_folder: LadderFolder, workers: Executor, goal: Goal, local: bool
) -> LadderState:
    out = Console(stderr=True)
    throttle = None
    if local:  # the hosts of a cluster are not seen from here
        tier = ladder.settings.tier
        throttle = Throttle(workers.free, tier, lambda line: out.print(line, highlight=False))
    with LiveDisplay(out) as live:
        playing = LadderRun(ladder, ladder_folder, workers, goal, live.show, throttle=throttle)
        playing.run()
    return playing.ladder_state


def _show(
    ladder: LadderFile,
    ladder_state: LadderState,
    as_json: bool,
    everyone: bool,
    superiority: bool = False,
) -> None:
    rows = [
        row
        for row in standings_of(ladder_state)
        if row.active or row.suspended or row.disqualified or everyone
    ]
    likely = Superiority.of(ladder_state, rows) if superiority else None
    played = tournament_of(ladder, ladder_state)
    if not as_json:
        print_standings(console(), ladder, ladder_state, rows)
        if played is not None:
            print_tournament(console(), ladder, played)
        if likely is not None:
            print_superiority(console(), likely)
        return
    found: dict[str, object] = {
        "ladder": ladder.name,
        "matches": ladder_state.results.matches,
        "rows": [row.to_plain() for row in rows],
    }
    if likely is not None:
        found["superiority"] = likely.to_plain()
    if played is not None:
        found["tournament"] = played.to_plain()
    print(json.dumps(found, indent=2))
