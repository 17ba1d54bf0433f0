"""`arena event`: what an organiser does from a shell, from invitation codes to backup and restore."""

import secrets
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.text import Text

from arena import to_install
from arena.cli.ending import Failed, HostFailed, Mistake, refuse_without_linux
from arena.cli.ladder import speaking
from arena.cli.options import MatchJobs, PlayedAt, PrintUnit, Where
from arena.cli.starter import write_starter
from arena.cli.unit import unit_text

if TYPE_CHECKING:
    from arena.web import EventContext

app = typer.Typer(help="Run an event as its organiser.", no_args_is_help=True, add_completion=False)
WHO = "the command line"

File = Annotated[Path, typer.Argument(metavar="FILE", help="The event's file.")]
Team = Annotated[str, typer.Argument(metavar="TEAM", help="The team's name.")]
Reason = Annotated[str, typer.Option(metavar="TEXT", help="Reason, which everybody can read.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
DATE_FORM = "such as 2026-05-01T09:00Z, in UTC if it names no zone; none for no date."
DryRun = Annotated[bool, typer.Option("--dry-run", help="Say what it would do, and do nothing.")]
Out = Annotated[Path, typer.Argument(metavar="OUT", help="File to write, .tar.gz.")]


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
    """Write an event file with a comment for each key and its own sign-up code, ready to serve and change."""
    path = write_starter(name, "event", code=secrets.token_hex(6))
    print(f"next: arena event organiser {path} YOUR-NAME")
    print(f"next: arena serve {path}")


@app.command("organiser")
def organiser(
    file: File, name: Annotated[str, typer.Argument(metavar="NAME", help="The organiser's name.")]
) -> None:
    """Create an organiser and print their token, once."""
    with opened(file) as context:
        print(_organise().make_organiser(context, name))


@app.command("freeze")
def freeze(
    file: File, undo: Annotated[bool, typer.Option("--undo", help="Accept submissions again.")] = False
) -> None:
    """Accept no more submissions; the ladder continues."""
    with opened(file) as context:
        _organise().freeze(context, WHO, not undo)
    print("Submissions are taken again, if the dates allow." if undo else "Submissions are frozen.")


@app.command("pause")
def pause(file: File) -> None:
    """Start no more matches; games in progress are finished."""
    with opened(file) as context:
        _organise().pause(context, WHO)
    print("Matches are paused.")


@app.command("resume")
def resume(file: File) -> None:
    """Continue with the matches."""
    with opened(file) as context:
        _organise().pause(context, WHO, on=False)
    print("Matches go on.")


@app.command("disqualify")
def disqualify(file: File, team: Team, reason: Reason, dry_run: DryRun = False) -> None:
    """Take all bots of a team out of the event, with a reason, and accept no more from it; opponents win by walkover."""
    with opened(file) as context:
        from arena.web import disqualification  # noqa: PLC0415

        found = disqualification.before_disqualifying(context, team, reason)
        if not dry_run:
            disqualification.disqualify(context, WHO, team, reason)
    print(f"{found.team} {'would be' if dry_run else 'is'} disqualified.")
    _print_sentences(found.sentences)


@app.command("reinstate")
def reinstate(file: File, team: Team, dry_run: DryRun = False) -> None:
    """Take a disqualified team back, as it stood, and readmit its suspended bots."""
    with opened(file) as context:
        from arena.web import disqualification  # noqa: PLC0415

        found = disqualification.before_reinstating(context, team)
        if not dry_run:
            disqualification.reinstate(context, WHO, team)
    print(f"{found.team} {'would be' if dry_run else 'is'} reinstated.")
    _print_sentences(found.sentences)


@app.command("rerun")
def rerun(
    file: File,
    match: Annotated[str, typer.Argument(metavar="MATCH", help="Name of the match.")],
    reason: Annotated[str, typer.Option(metavar="TEXT", help="Why.")] = "",
) -> None:
    """Play a match again with the same bots; its old games no longer count."""
    with opened(file) as context:
        _organise().rerun(context, WHO, match, reason)
    print(f"{match} is played again.")


@app.command("announce")
def announce(
    file: File,
    text: Annotated[str, typer.Argument(metavar="TEXT", help="Text to show.")],
    replace: Annotated[
        int, typer.Option(metavar="N", min=0, help="Change the words of announcement N.")
    ] = 0,
) -> None:
    """Show a text at the top of every page, or change the words of an announcement."""
    with opened(file) as context:
        if replace:
            _organise().edit_announcement(context, WHO, replace, text)
            print(f"Announcement {replace} is changed.")
            return
        number = _organise().announce(context, WHO, text)
    print(f"Announced, as number {number}.")


@app.command("announcements")
def announcements(file: File, as_json: AsJson = False) -> None:
    """List the announcements with their numbers, the latest first."""
    with opened(file) as context:
        rows = [
            {"number": one.id, "at": _utc(one.created), "text": one.text}
            for one in _organise().announcements(context, 1000)
        ]
    if as_json:
        print(json.dumps(rows, indent=2, ensure_ascii=False))
        return
    for row in rows:
        console().print(Text(f"{row['number']}  {row['at']}  {row['text']}"), soft_wrap=True)
    if not rows:
        print("Nothing is announced.")


@app.command("withdraw")
def withdraw(
    file: File,
    number: Annotated[int, typer.Argument(metavar="N", help="Number of the announcement.")],
) -> None:
    """Show an announcement no more."""
    with opened(file) as context:
        _organise().withdraw_announcement(context, WHO, number)
    print(f"Announcement {number} is withdrawn.")


@app.command("dates")
def dates(
    file: File,
    opens: Annotated[str | None, typer.Option(metavar="DATE", help=f"Submissions from; {DATE_FORM}")] = None,
    freeze: Annotated[str | None, typer.Option(metavar="DATE", help="Submissions until.")] = None,
    final: Annotated[str | None, typer.Option(metavar="DATE", help="Finals from.")] = None,
    as_json: AsJson = False,
) -> None:
    """Change dates of the event at once, while it runs, and print those that hold; without options, only print them."""
    given = {"opens": opens, "freeze": freeze, "final": final}
    with opened(file) as context:
        changes = {name: "" if text == "none" else text for name, text in given.items() if text is not None}
        found = _organise().change_dates(context, WHO, changes)
    shown = {name: _utc(one.timestamp()) if (one := getattr(found, name)) else None for name in given}
    if as_json:
        print(json.dumps(shown, indent=2))
        return
    for name, moment in shown.items():
        print(f"{name}: {moment or 'none'}")


@app.command("backup")
def backup(file: File, out: Out) -> None:
    """Write everything to one file, also while the event runs. The file contains secrets, so keep it safe."""
    with opened(file) as context:
        from arena.web import write_backup  # noqa: PLC0415

        size = write_backup(context, out)
    print(f"{out}: {size / 1e6:.1f} MB.")


@app.command("restore")
def restore(
    file: File,
    source: Annotated[Path, typer.Argument(metavar="BACKUP", help="File that `arena event backup` wrote.")],
) -> None:
    """Restore a backup into an empty event, with either database."""
    with opened(file) as context:
        from arena.web import restore_backup  # noqa: PLC0415

        count = restore_backup(context, source)
    print(f"{count} rows and files are back.")


@app.command("download")
def download(file: File, out: Out) -> None:
    """Write all results without secrets: standings and games as CSV, records, bots, people."""
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
    """Run a worker that checks bots, plays matches and hosts tables until Ctrl-C. One event can have any number of workers."""
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


def _utc(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _print_sentences(sentences: Sequence[str]) -> None:
    for sentence in sentences:
        print(f"- {sentence}")


def _organise() -> Any:
    from arena.web import organise  # noqa: PLC0415  # an extra, and slow to import

    return organise
