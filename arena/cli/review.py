"""`arena replay review`: where did a seat lose a game, and where does a bot lose over a run?"""

import json
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from functools import partial
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from arena.cli.ending import Failed, Mistake
from arena.cli.replay import Match, Out, Run, app, records_of, refuse_seat, the_game, write_out
from arena.cli.review_text import print_review, print_summary
from arena.cli.table import console
from arena.drawing import board_page
from arena.operating_system import usable_cpus
from arena.record import GameRecord
from arena.review import (
    KeptReviews,
    Reviewer,
    ReviewProgress,
    ReviewRefused,
    SeatReview,
    check_reviewable,
    moments_in,
    processes,
    review_to_plain,
    reviewed_frames,
    summary_of,
    summary_to_plain,
)
from arena.store import Folder, StoreError

TOLD_EVERY_S = 2.0  # where there is no terminal
INTERRUPTED = 130


class ReviewFormat(StrEnum):
    """How a review is written."""

    TEXT = "text"
    JSON = "json"
    HTML = "html"


@app.command("review")
def review(
    run: Run,
    game: Annotated[
        int | None, typer.Option("--game", metavar="G", help="Review this game of its match, from 1.")
    ] = None,
    bot: Annotated[
        str | None, typer.Option("--bot", metavar="NAME", help="Sum up where this bot loses over all games.")
    ] = None,
    seat: Annotated[
        int | None, typer.Option("--seat", metavar="S", help="Review only this seat, from 0.")
    ] = None,
    match: Match = None,
    iterations: Annotated[
        int, typer.Option(metavar="N", help="Iterations for each decision; the same N gives the same review.")
    ] = 20_000,
    jobs: Annotated[
        int, typer.Option(metavar="N", help="How many processes to use; 0 uses one for each processor.")
    ] = 0,
    format: Annotated[
        ReviewFormat,
        typer.Option(
            "--format",
            metavar="text|json|html",
            help="text: for people. json: for programs. html: a page with the game on the board, its mistakes marked.",
        ),
    ] = ReviewFormat.TEXT,
    out: Out = None,
) -> None:
    """Review the decisions of a game and split its result into luck and skill.

    Results are kept in RUN: a review that was stopped continues, and a finished one is shown at once.
    """
    if iterations < 1:
        raise Mistake(f"--iterations: {iterations} is less than 1")
    if jobs < 0:
        raise Mistake(f"--jobs: {jobs} is less than 0")
    if game is None and bot is None:
        raise Mistake("--game: name a game to review, or a bot with --bot to sum up all its games")
    if game is None and format == ReviewFormat.HTML:
        raise Mistake("--format html shows one game: name it with --game")
    seats = _game_seats(run, game, match, seat, bot) if game is not None else _bot_seats(run, match, str(bot))
    reviews = _reviewed(seats, _kept(run), iterations, jobs or len(usable_cpus()))
    if game is not None:
        content = _game_content(seats, reviews, format)
    else:
        summary = summary_of(str(bot), reviews)
        content = (
            _text(lambda screen: print_summary(screen, summary))
            if format == ReviewFormat.TEXT
            else (_plain_text(summary_to_plain(summary)))
        )
    write_out(content.encode(), out)


def _game_content(
    seats: list[tuple[GameRecord, int]], reviews: list[SeatReview], format: ReviewFormat
) -> str:
    if format == ReviewFormat.TEXT:
        return _game_text(seats, reviews)
    if format == ReviewFormat.JSON:
        return _plain_text({"seats": [review_to_plain(one) for one in reviews]})
    frames = reviewed_frames(seats[0][0], reviews)
    return board_page(frames, " – ".join(frames["names"]))


def _game_seats(
    run: str, game: int, match: str | None, seat: int | None, bot: str | None
) -> list[tuple[GameRecord, int]]:
    record = the_game(run, game, match)
    refuse_seat(record, seat)
    try:
        check_reviewable(record)
    except ReviewRefused as refused:
        raise Mistake(str(refused)) from None
    chosen = [
        number for number, one in enumerate(record.seats) if seat in (None, number) and bot in (None, one.bot)
    ]
    if not chosen:
        raise Mistake(f"--bot: {bot} does not sit there in game {game}")
    return [(record, number) for number in chosen]


def _bot_seats(run: str, match: str | None, bot: str) -> list[tuple[GameRecord, int]]:
    """The seats of a bot in all games that can be reviewed; says how many cannot."""
    records = [record for record in records_of(run, None) if match in (None, record.match)]
    found = [(record, seat) for record in records for seat, one in enumerate(record.seats) if one.bot == bot]
    if not found:
        names = ", ".join(sorted({one.bot for record in records for one in record.seats}))
        raise Mistake(f"--bot: {run} has no game of {bot}" + (f"; its bots are {names}" if names else ""))
    good: list[tuple[GameRecord, int]] = []
    refusals: list[str] = []
    for record, seat in found:
        try:
            check_reviewable(record)
        except ReviewRefused as refused:
            refusals.append(str(refused))
        else:
            good.append((record, seat))
    if not good:
        raise Mistake(f"--bot: no game of {bot} can be reviewed: {refusals[0]}")
    if refusals:
        print(f"left out {len(refusals)} of {len(found)} games, the first: {refusals[0]}", file=sys.stderr)
    return good


def _kept(run: str) -> KeptReviews | None:
    try:
        return KeptReviews(Folder.open(run))
    except StoreError as wrong:
        print(f"the review is not kept: {wrong}", file=sys.stderr)
        return None


def _reviewed(
    seats: list[tuple[GameRecord, int]], kept: KeptReviews | None, iterations: int, jobs: int
) -> list[SeatReview]:
    reviews: list[SeatReview] = []
    try:
        with processes(jobs) as pool, _progress(len(seats)) as told:
            reviewer = Reviewer(iterations, pool, kept)
            for number, (record, seat) in enumerate(seats):
                reviews.append(reviewer.review(record, seat, partial(told, number)))
    except ReviewRefused as refused:
        raise Failed(str(refused)) from None
    except StoreError as wrong:
        raise Failed(f"the review cannot be kept: {wrong}") from None
    except KeyboardInterrupt:
        print("stopped; what was found out is kept, and the same command goes on from there", file=sys.stderr)
        raise typer.Exit(INTERRUPTED) from None
    return reviews


@contextmanager
def _progress(seats: int) -> Iterator["Told"]:
    """A bar on a terminal, and else a line every two seconds."""
    columns = (
        TextColumn("reviewing"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.description}"),
        TimeRemainingColumn(),
    )
    with Progress(
        *columns, console=Console(stderr=True), disable=not sys.stderr.isatty(), transient=True
    ) as bar:
        yield Told(bar, seats)


class Told:
    """Says how far a review has come."""

    def __init__(self, bar: Progress, seats: int) -> None:
        self._bar = bar
        self._seats = seats
        self._task = bar.add_task("", total=None)
        self._said_s = time.monotonic()

    def __call__(self, seat: int, progress: ReviewProgress) -> None:
        """Tell of one more moment."""
        where = f"decisions, seat {seat + 1} of {self._seats}" if self._seats > 1 else "decisions"
        self._bar.update(self._task, completed=progress.done, total=progress.moments, description=where)
        if self._bar.disable and time.monotonic() - self._said_s > TOLD_EVERY_S:
            self._said_s = time.monotonic()
            print(f"reviewed {progress.done} of {progress.moments} {where}", file=sys.stderr, flush=True)


def _game_text(seats: list[tuple[GameRecord, int]], reviews: list[SeatReview]) -> str:
    def write(screen: Console) -> None:
        for (record, seat), one in zip(seats, reviews, strict=True):
            observations = {moment.number: moment.observation for moment in moments_in(record, seat)}
            print_review(screen, one, observations)

    return _text(write)


def _text(write: Callable[[Console], None]) -> str:
    """What is written for people: as wide as the terminal, and in colour if that is where it goes."""
    screen = console()
    with screen.capture() as captured:
        write(screen)
    return captured.get()


def _plain_text(plain: object) -> str:
    return json.dumps(plain, ensure_ascii=False, indent=1, allow_nan=False) + "\n"
