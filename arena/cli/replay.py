"""`arena replay`: show a recorded game, verify it, export it, or rebuild a request a bot got."""

import json
import sys
from collections.abc import Iterator
from enum import StrEnum
from itertools import islice
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from arena.cli.ending import Failed, Mistake
from arena.cli.table import console, event_lines, score_table, table_of
from arena.drawing import action_sentence, frames_of_record, record_page, table_words
from arena.record import (
    BotInfo,
    DecisionRecord,
    GameRecord,
    ReplayError,
    carry_out,
    replay,
    start,
    to_plain,
    verify,
)
from arena.rules import Action, State
from arena.store import Gone, Store, StoreError
from arena.wire import WireError, conversation, conversation_json

WORTH_A_WORD_NS = 1_000_000  # of a decision's time, taken by the host

app = typer.Typer(help="Show, verify and export recorded games.", no_args_is_help=True, add_completion=False)

Run = Annotated[str, typer.Argument(metavar="RUN", help="Folder given to `arena match --out`, or its URL.")]
Game = Annotated[
    int | None,
    typer.Option(
        "--game", metavar="G", help="Number of the game in its match, from 1; needed if RUN has several."
    ),
]
AnyGame = Annotated[int | None, typer.Option("--game", metavar="G", help="Only this game.")]
Match = Annotated[
    str | None, typer.Option("--match", metavar="NAME", help="Name of the match, if RUN has several.")
]
Out = Annotated[
    Path | None, typer.Option("--out", metavar="FILE", help="Write to this file instead of stdout.")
]


class ExportFormat(StrEnum):
    """How games are exported."""

    JSON = "json"
    FRAMES = "frames"
    HTML = "html"


class RequestFormat(StrEnum):
    """How a request is written."""

    JSON = "json"
    BINARY = "binary"


@app.command("show")
def show(
    run: Run,
    game: Game = None,
    seat: Annotated[
        int | None, typer.Option("--seat", metavar="S", help="Show only decisions of this seat, from 0.")
    ] = None,
    move: Annotated[
        int | None,
        typer.Option("--move", metavar="M", help="Show only this decision, with the table before it."),
    ] = None,
    boards: Annotated[bool, typer.Option("--boards", help="Show the table before every decision.")] = False,
    match: Match = None,
) -> None:
    """Show a game move by move, with what followed each decision. All hands are open."""
    record = the_game(run, game, match)
    refuse_seat(record, seat)
    if move is not None and not 1 <= move <= len(record.decisions):
        raise Mistake(f"--move: {move} is not from 1 to {len(record.decisions)}")
    try:
        _show(console(), record, seat, move, boards or move is not None)
    except ReplayError as stuck:
        raise Failed(f"game {record.game} cannot be played again: {stuck}") from None


@app.command("verify")
def verify_run(run: Run, game: AnyGame = None, match: Match = None) -> None:
    """Play games again and check every decision, event, score and the commitment to the seed; exit code 1 on any problem."""
    store = run_store(run)
    games = wrong = damaged = 0
    told: set[int] = set()
    for found in _parts(store, game):
        if isinstance(found, StoreError):
            damaged += 1
            print(f"✗ {found}")
            continue
        for record in found:
            if match in (None, record.match) and hash(record) not in told:
                told.add(hash(record))
                games += 1
                wrong += not _print_verdict(record)
    if not games and not damaged:
        raise Mistake(_nothing(run, game, match))
    total = f"{games} {'game' if games == 1 else 'games'}, {wrong} with problems"
    files = f"{damaged} damaged {'file' if damaged == 1 else 'files'}"
    print(f"{total}, {files}" if damaged else total)
    if wrong or damaged:
        raise typer.Exit(1)


@app.command("export")
def export(
    run: Run,
    game: AnyGame = None,
    match: Match = None,
    format: Annotated[
        ExportFormat,
        typer.Option(
            "--format",
            metavar="json|frames|html",
            help="json: an array with one game per line. html: a page with one game, to send and to open offline. "
            "frames: one game as the board draws it (docs/frames.md).",
        ),
    ] = ExportFormat.JSON,
    out: Out = None,
) -> None:
    """Write games with every decision and its times, or one game to look at."""
    if format != ExportFormat.JSON:
        write_out(_drawn(the_game(run, game, match), format), out)
        return
    records = [record for record in records_of(run, game) if match in (None, record.match)]
    if not records:
        raise Mistake(_nothing(run, game, match))
    lines = ",\n".join(json.dumps(to_plain(record), ensure_ascii=False) for record in records)
    write_out(f"[\n{lines}\n]\n".encode(), out)


@app.command("request")
def request(
    run: Run,
    decision: Annotated[
        int, typer.Option("--decision", metavar="N", help="Number of the decision in the game, from 1.")
    ],
    game: Game = None,
    match: Match = None,
    format: Annotated[
        RequestFormat, typer.Option("--format", metavar="json|binary", help="json: text. binary: bytes.")
    ] = RequestFormat.JSON,
    out: Out = None,
) -> None:
    """Rebuild what a bot was sent up to a decision, ending with the exact request, for `arena bot ask BOT FILE`.

    To get the request that a bot failed to answer, ask for the one after the last decision.
    """
    record = the_game(run, game, match)
    try:
        messages = conversation(record, decision)
    except WireError as wrong:
        raise Mistake(f"--decision: {wrong}") from None
    except ReplayError as stuck:
        raise Failed(f"game {record.game} cannot be played again: {stuck}") from None
    text = conversation_json(messages) + "\n"
    write_out(messages.SerializeToString() if format == RequestFormat.BINARY else text.encode(), out)


def _drawn(record: GameRecord, format: ExportFormat) -> bytes:
    if not record.decisions:
        raise Failed(f"game {record.game} ended before its first decision: there is nothing to look at")
    try:
        if format == ExportFormat.HTML:
            return record_page(record).encode()
        frames = frames_of_record(record)
    except ReplayError as stuck:
        raise Failed(f"game {record.game} cannot be played again: {stuck}") from None
    return json.dumps(frames, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def _show(out: Console, record: GameRecord, seat: int | None, move: int | None, boards: bool) -> None:
    bots = [one.bot for one in record.seats]
    out.print(Text(f"Game {record.game} of match {record.match}", "bold"))
    out.print(Text(f"{record.rules}   {record.time_control}   {len(record.decisions)} decisions"))
    state = start(record)
    if move is None:
        out.print()
        _print_lines(out, event_lines(state.log[: state.log_size]), indent="")
    for number, (before, decision) in enumerate(replay(record), start=1):
        state = before
        if (move or number) == number and seat in (None, decision.seat):
            _show_decision(out, number, before, decision, bots, boards)
    if move is None:
        _show_end(out, record, state, bots)


def _show_decision(
    out: Console, number: int, before: State, decision: DecisionRecord, bots: list[str], boards: bool
) -> None:
    if boards:
        out.print()
        out.rule(Text(f"Decision {number}, turn {before.turn + 1}"), style="dim")
        out.print(table_of(before, bots, out.width))
        out.print()
    after = before.clone()
    carry_out(after, number - 1, decision)
    events = after.log[before.log_size : after.log_size]
    line = Text(f"seat {decision.seat} {bots[decision.seat]}: ")
    action = Action.parse(decision.action)
    said = action_sentence(table_words(before.observe(None)), decision.seat, action)
    line.append(said, "bold")
    line.append(f" [{decision.action}]", "dim")
    line.append(" (house)" if decision.house else _time(decision))
    row = Table.grid(padding=(0, 1))
    row.add_row(Text(f"{number:4}.", "dim"), line)
    out.print(row)
    _print_lines(out, _thought(decision), indent="      ")
    _print_lines(out, event_lines(events[1:]), indent="      ")


def _thought(decision: DecisionRecord) -> list[str]:
    """What the bot told of its choice, in a line or two."""
    info = BotInfo.unpacked(decision.info)
    if info is None:
        return []
    told = [
        *([] if info.win is None else [f"win {100 * info.win:.1f} %"]),
        *([] if info.value is None else [f"value {info.value:.4g}"]),
        *([f"{info.iterations:,} iterations"] if info.iterations else []),
        *([f"expects {', '.join(info.line)}"] if info.line else []),
    ]
    lines = [f"it thought: {'; '.join(told)}"] if told else []
    return [*lines, *([f"it said: {line}" for line in info.text.splitlines()])]


def _time(decision: DecisionRecord) -> str:
    """What was charged; how much of it was waiting for a disk, and what was not charged, if that is worth a word."""
    refunded_ns = decision.wall_ns - decision.charged_ns
    told = [
        *([f"of which {_ms(decision.disk_ns)} for a disk"] if decision.disk_ns >= WORTH_A_WORD_NS else []),
        *([f"and {_ms(refunded_ns)} that the host took"] if refunded_ns >= WORTH_A_WORD_NS else []),
    ]
    return f"  {_ms(decision.charged_ns)}" + (f" ({', '.join(told)})" if told else "")


def _ms(ns: int) -> str:
    return f"{ns / 1e6:.1f} ms"


def _show_end(out: Console, record: GameRecord, state: State, bots: list[str]) -> None:
    out.print()
    out.rule(Text("The end"), style="dim")
    out.print(table_of(state, bots, out.width))
    out.print()
    if state.score_sheet():
        out.print(score_table(state.score_sheet(), bots))
        out.print()
    for seat, one in enumerate(record.seats):
        line = f"rank {record.ranks[seat]}  seat {seat} {one.bot}: {record.scores[seat]} points"
        out.print(Text(line if one.termination == "normal" else f"{line}, {one.termination}. {one.sentence}"))
    if record.void:
        out.print(Text(f"void: {record.void_reason}"))


def _print_lines(out: Console, lines: list[str], indent: str) -> None:
    for line in lines:
        for part in Text(line).wrap(out, out.width - len(indent)):
            out.print(Text(indent) + part)


def _print_verdict(record: GameRecord) -> bool:
    problems = verify(record)
    if problems:
        print(f"✗ game {record.game}: {'; '.join(str(problem) for problem in problems)}")
        return False
    scores = ":".join(str(points) for points in record.scores)
    print(
        f"✓ game {record.game}: {len(record.decisions)} decisions, {scores}{', void' if record.void else ''}"
    )
    return True


def run_store(run: str) -> Store:
    """The store that RUN names."""
    try:
        return Store.open(run)
    except StoreError as error:
        raise Mistake(f"RUN: {error}") from None


def _parts(store: Store, game: int | None) -> Iterator[list[GameRecord] | StoreError]:
    """The records of each part, or what is wrong with it."""

    def read(path: str) -> list[GameRecord] | StoreError:
        try:
            return store.read(path, game)
        except Gone:
            raise
        except StoreError as error:
            return error

    try:
        yield from (found for _, found in store.unread(set(), read))
    except StoreError as error:
        raise Failed(str(error)) from None


def refuse_seat(record: GameRecord, seat: int | None) -> None:
    """Refuse a seat that a game does not have."""
    if seat is not None and not 0 <= seat < len(record.seats):
        raise Mistake(f"--seat: {seat} is not from 0 to {len(record.seats) - 1}")


def records_of(run: str, game: int | None) -> list[GameRecord]:
    """The games of a run, or those of one number."""
    try:
        return list(run_store(run).games(game))
    except StoreError as error:
        raise Failed(str(error)) from None


def the_game(run: str, game: int | None, match: str | None) -> GameRecord:
    """The game of this number, in this match if there are several; without a number, the only game of the run."""
    if game is None:
        return _only_game(run, match)
    found = [record for record in records_of(run, game) if match in (None, record.match)]
    if not found:
        raise Mistake(_nothing(run, game, match))
    if len(found) > 1:
        names = ", ".join(sorted({record.match for record in found}))
        raise Mistake(f"--match: {run} has {len(found)} games of number {game}, of the matches {names}")
    return found[0]


def _only_game(run: str, match: str | None) -> GameRecord:
    """Two games are enough to know that a number is needed, however many a run has."""
    games = (record for record in run_store(run).games(None) if match in (None, record.match))
    try:
        found = list(islice(games, 2))
    except StoreError as error:
        raise Failed(str(error)) from None
    if not found:
        raise Mistake(_nothing(run, None, match))
    if len(found) > 1:
        raise Mistake(f"--game is missing: {run} has several games; `arena replay list {run}` shows them")
    return found[0]


def _nothing(run: str, game: int | None, match: str | None) -> str:
    what = "games" if game is None else f"game {game}"
    return f"{run} has no {what}" + ("" if match is None else f" of match {match}")


def write_out(content: bytes, out: Path | None) -> None:
    """Write to a file, or to stdout if there is none."""
    if out is None:
        sys.stdout.buffer.write(content)
        return
    try:
        out.write_bytes(content)
    except FileNotFoundError:
        raise Failed(f"--out: there is no folder {out.parent}") from None
    except OSError as wrong:
        raise Failed(f"--out: {out}: {wrong.strerror}") from None
