"""`arena event`: what an organiser does from a shell, from invitation codes to backup and restore."""

import secrets
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from arena import to_install
from arena.cli.ending import Failed, HostFailed, Mistake, refuse_without_linux
from arena.cli.ladder import speaking
from arena.cli.options import MatchJobs, PlayedAt, PrintUnit, Where
from arena.cli.starter import write_starter
from arena.cli.unit import unit_text

if TYPE_CHECKING:
    from arena.web import EventContext

app = typer.Typer(help="Run an event as its organiser.", no_args_is_help=True)
WHO = "the command line"

File = Annotated[Path, typer.Argument(metavar="FILE", help="The event's file.")]
Team = Annotated[str, typer.Argument(metavar="TEAM", help="The team's name.")]
Reason = Annotated[str, typer.Option(metavar="TEXT", help="Why; the team is told.")]
Out = Annotated[Path, typer.Argument(metavar="OUT", help="The file to write, .tar.gz.")]


@contextmanager
def opened(file: Path) -> Iterator["EventContext"]:
    """An event; what is wrong with it is said in one sentence."""
    try:
        # An extra, and slow to import.
        from arena.web import (  # noqa: PLC0415
            BackupError,
            DatabaseError,
            EventContext,
            RequestRefused,
        )
    except ImportError:
        raise Mistake(f"the web server is not installed: {to_install('web')}") from None
    with speaking():
        try:
            context = EventContext.open(file)
            try:
                yield context
            finally:
                context.close()
        except RequestRefused as refusal:
            raise Mistake(str(refusal)) from None
        except BackupError as error:
            raise Failed(str(error)) from None
        except DatabaseError as error:
            raise HostFailed(str(error)) from None


@app.command("new")
def new(
    name: Annotated[Path, typer.Argument(metavar="NAME", help="File to write; .toml is added.")],
) -> None:
    """Write an event file with a comment for each key and a sign-up code of its own, ready to be served and changed."""
    path = write_starter(name, "event", code=secrets.token_hex(6))
    print(f"next: arena event organiser {path} YOUR-NAME")
    print(f"next: arena serve {path}")


@app.command("organiser")
def organiser(
    file: File, name: Annotated[str, typer.Argument(metavar="NAME", help="The organiser's name.")]
) -> None:
    """Make an organiser and print their token, once."""
    with opened(file) as context:
        print(_organise().make_organiser(context, name))


@app.command("freeze")
def freeze(
    file: File, undo: Annotated[bool, typer.Option("--undo", help="Take submissions again.")] = False
) -> None:
    """Take no more submissions; the ladder goes on."""
    with opened(file) as context:
        _organise().freeze(context, WHO, not undo)
    print("Submissions are taken again, if the dates allow." if undo else "Submissions are frozen.")


@app.command("pause")
def pause(file: File) -> None:
    """Begin no more matches; games under way are finished."""
    with opened(file) as context:
        _organise().pause(context, WHO)
    print("Matches are paused.")


@app.command("resume")
def resume(file: File) -> None:
    """Go on with the matches."""
    with opened(file) as context:
        _organise().pause(context, WHO, on=False)
    print("Matches go on.")


@app.command("disqualify")
def disqualify(file: File, team: Team, reason: Reason) -> None:
    """Retire all bots of a team, with a reason, and take no more from it."""
    with opened(file) as context:
        retired = _organise().disqualify(context, WHO, team, reason)
    print(f"{team} is disqualified; retired: {', '.join(retired) or 'no bots'}.")


@app.command("reinstate")
def reinstate(file: File, team: Team) -> None:
    """Let a disqualified team submit again, and pair its suspended bots again."""
    with opened(file) as context:
        bots = _organise().reinstate(context, WHO, team)
    print(f"{team} may submit again" + (f"; paired again: {', '.join(bots)}." if bots else "."))


@app.command("rerun")
def rerun(
    file: File,
    match: Annotated[str, typer.Argument(metavar="MATCH", help="Name of the match.")],
    reason: Annotated[str, typer.Option(metavar="TEXT", help="Why.")] = "",
) -> None:
    """Have a match played again, with the same bots; the games that it has count no more."""
    with opened(file) as context:
        _organise().rerun(context, WHO, match, reason)
    print(f"{match} is played again.")


@app.command("announce")
def announce(
    file: File, text: Annotated[str, typer.Argument(metavar="TEXT", help="What everybody is told.")]
) -> None:
    """Tell everybody something, at the top of every page."""
    with opened(file) as context:
        _organise().announce(context, WHO, text)
    print("Announced.")


@app.command("backup")
def backup(file: File, out: Out) -> None:
    """Write everything to one file, while the event runs or not; secrets are in it, so keep it safe."""
    with opened(file) as context:
        from arena.web import write_backup  # noqa: PLC0415

        size = write_backup(context, out)
    print(f"{out}: {size / 1e6:.1f} MB.")


@app.command("restore")
def restore(
    file: File, source: Annotated[Path, typer.Argument(metavar="BACKUP", help="A file that backup wrote.")]
) -> None:
    """Bring a backup back into an empty event, whichever database it has."""
    with opened(file) as context:
        from arena.web import restore_backup  # noqa: PLC0415

        count = restore_backup(context, source)
    print(f"{count} rows and files are back.")


@app.command("download")
def download(file: File, out: Out) -> None:
    """Everything to work with, without secrets: standings and games as CSV, records, bots, people."""
    with opened(file) as context:
        from arena.web import write_download  # noqa: PLC0415

        size = write_download(context, out)
    print(f"{out}: {size / 1e6:.1f} MB.")


@app.command("dataset")
def dataset(
    file: File, out: Annotated[Path, typer.Argument(metavar="OUT", help="The file to write, .tar.")]
) -> None:
    """Write all games as a data set: Parquet files, standings, a card that explains them, and checksums."""
    with opened(file) as context:
        from arena.web import write_dataset  # noqa: PLC0415

        counts = write_dataset(context, out)
    print(f"{out}: " + ", ".join(f"{count} games in {name}" for name, count in counts.items()) + ".")


@app.command("work")
def work(
    file: File,
    jobs: MatchJobs = 0,
    executor: PlayedAt = Where.LOCAL,
    print_unit: PrintUnit = False,
) -> None:
    """Be a worker: check bots, play matches and host tables until Ctrl-C. Any number may work for one event."""
    refuse_without_linux()
    with opened(file) as context:
        if print_unit:
            words = ["event", "work", str(file.absolute()), *(("--jobs", str(jobs)) if jobs else ())]
            title = f"workers of {context.event.title}"
            words += ["--executor", executor]
            print(unit_text(f"arena-{file.stem}-workers", title, words, [], bots=True), end="")
            return
        from arena.web import EventWorkers, WorkerTerms  # noqa: PLC0415

        ended = threading.Event()
        workers = EventWorkers(context, WorkerTerms(jobs, executor == Where.RAY))
        stop: Callable[..., Any] = lambda *_: ended.set()  # noqa: E731
        signal.signal(signal.SIGINT, stop)
        signal.signal(signal.SIGTERM, stop)
        print(f"At work for {context.event.title}; Ctrl-C ends it.", flush=True)
        ended.wait()
        workers.close()


def _organise() -> Any:
    from arena.web import organise  # noqa: PLC0415  # an extra, and slow to import

    return organise
