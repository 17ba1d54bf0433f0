"""`arena replay list`: the games of a run, with bots, scores, winner and how each ended."""

import json
from itertools import groupby
from typing import Annotated

import typer
from rich.text import Text

from arena.cli.ending import Mistake
from arena.cli.options import AsJson
from arena.cli.replay import Match, Run, app, run_store
from arena.cli.table import console
from arena.record import GameRecord
from arena.store import StoreError


@app.command("list")
def list_games(
    run: Run,
    lost: Annotated[
        str | None, typer.Option("--lost", metavar="BOT", help="Only games that this bot did not win.")
    ] = None,
    match: Match = None,
    as_json: AsJson = False,
) -> None:
    """List the games of a run: bots, scores, winner, and how each game ended."""
    records = _records(run, match)
    if lost is not None:
        records = _lost_by(records, lost, run)
    if as_json:
        print(json.dumps([_plain(record) for record in records], indent=2))
        return
    out = console()
    for name, games in groupby(records, key=lambda record: record.match):
        out.print(Text(f"match {name}", "bold"), soft_wrap=True)
        for record in games:
            out.print(Text(f"{record.game:5}  {_line(record)}"), soft_wrap=True)
    out.print(Text(f"{len(records)} {'game' if len(records) == 1 else 'games'}"))
    if records:
        several = f" --match {records[0].match}" if len({one.match for one in records}) > 1 else ""
        out.print(
            Text(f"next: arena replay show {run} --game {records[0].game}{several}", "dim"), soft_wrap=True
        )


def _records(run: str, match: str | None) -> list[GameRecord]:
    """Without their decisions, which are most of a record and not needed."""
    store = run_store(run)
    try:
        found = {
            (one.match, one.game, one.seal): one
            for _, part in store.unread(set(), lambda path: store.results(path, lambda record: record))
            for one in part
        }
    except StoreError as error:
        raise Mistake(f"RUN: {error}") from None
    records = [one for one in found.values() if match in (None, one.match)]
    if not records:
        raise Mistake(f"{run} has no games" + ("" if match is None else f" of match {match}"))
    return sorted(records, key=lambda one: (one.match, one.game))


def _lost_by(records: list[GameRecord], bot: str, run: str) -> list[GameRecord]:
    names = sorted({seat.bot for record in records for seat in record.seats})
    if bot not in names:
        raise Mistake(f"--lost: no {bot!r} plays in {run}; the bots are {', '.join(names)}")
    return [
        record
        for record in records
        if not record.void and bot in [seat.bot for seat in record.seats] and bot not in _winners(record)
    ]


def _winners(record: GameRecord) -> list[str]:
    best = zip(record.seats, record.ranks, strict=True)
    return [] if record.void else [seat.bot for seat, rank in best if rank == 1]


def _line(record: GameRecord) -> str:
    scores = ", ".join(f"{seat.bot} {score}" for seat, score in zip(record.seats, record.scores, strict=True))
    won = " and ".join(_winners(record))
    ended = ", ".join(
        f"{seat.bot}: {seat.termination}" for seat in record.seats if seat.termination != "normal"
    )
    told = f"void: {record.void_reason}" if record.void else f"won by {won}"
    return f"{scores}; {told}" + (f"; {ended}" if ended else "")


def _plain(record: GameRecord) -> dict[str, object]:
    return {
        "match": record.match,
        "game": record.game,
        "rules": record.rules,
        "bots": [seat.bot for seat in record.seats],
        "scores": list(record.scores),
        "ranks": list(record.ranks),
        "winners": _winners(record),
        "terminations": [seat.termination for seat in record.seats],
        "void": record.void,
    }
