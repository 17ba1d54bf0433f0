"""`arena dataset`: recorded games as tables for learning."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from arena.cli.ending import Failed, Mistake
from arena.cli.options import AsJson
from arena.cli.replay import run_store
from arena.cli.waiting import lines
from arena.dataset import SPLITS, DatasetError, DatasetSettings, DatasetSummary, export_games
from arena.encoding import LIMIT, WINDOW, EncodingError, Layout
from arena.record import GameRecord
from arena.rules import GameConfig
from arena.store import StoreError

app = typer.Typer()


@app.command()
def dataset(
    runs: Annotated[list[str], typer.Argument(metavar="RUN...", help="Folders or URLs with recorded games.")],
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="The folder to write, not there yet.")],
    observations: Annotated[
        bool, typer.Option("--observations", help="Also write the encoded observation of each decision.")
    ] = False,
    split: Annotated[
        str, typer.Option("--split", metavar="A,B,C", help="Deals of 100 for train, validation and test.")
    ] = "80,10,10",
    window: Annotated[
        int, typer.Option("--window", metavar="N", help="Squares across a city in the observations.")
    ] = WINDOW,
    limit: Annotated[
        int, typer.Option("--limit", metavar="N", help="Most actions in an observation.")
    ] = LIMIT,
    as_json: AsJson = False,
) -> None:
    """Write the games of runs as Parquet tables: games, decisions and, if asked for, encoded observations."""
    try:
        Layout(GameConfig(), window, limit)
    except EncodingError as wrong:
        raise Mistake(f"--{wrong}") from None
    settings = DatasetSettings(observations, window, limit, _shares(split))
    if out.exists():
        raise Mistake(f"--out: {out} is there already")
    stores = [run_store(run) for run in runs]
    summary = DatasetSummary()

    def progress(_: float) -> str:
        return f"{sum(summary.games.values()):,} games, {sum(summary.decisions.values()):,} decisions"

    def records() -> Iterator[GameRecord]:
        for store in stores:
            yield from store.games()

    def told(so_far: DatasetSummary) -> None:
        nonlocal summary
        summary = so_far

    try:
        with lines(progress):
            summary = export_games(records(), out, settings, told)
    except (DatasetError, StoreError) as wrong:
        raise Failed(str(wrong)) from None
    except OSError as wrong:
        raise Failed(f"--out: {wrong.strerror or wrong}: {out}") from None
    _tell(summary, out, as_json)


def _tell(summary: DatasetSummary, out: Path, as_json: bool) -> None:
    if as_json:
        told = {
            "out": str(out),
            "games": summary.games,
            "decisions": summary.decisions,
            "void": summary.void,
            "width": summary.width,
        }
        print(json.dumps(told, indent=2))
        return
    for name in SPLITS:
        print(f"{name:10}  {summary.games[name]:>9,} games  {summary.decisions[name]:>11,} decisions")
    if summary.void:
        print(f"{summary.void} void games were left out")
    print(f"next: {out / 'README.md'} says what is in it and how to read it")


def _shares(text: str) -> tuple[int, int, int]:
    parts = text.split(",")
    if len(parts) != len(SPLITS) or not all(part.strip().isdecimal() for part in parts):
        raise Mistake(f"--split: {text!r} is not three whole numbers such as 80,10,10")
    first, second, third = (int(part) for part in parts)
    if first + second + third != 100:
        raise Mistake(f"--split: {text} add up to {first + second + third}, not 100")
    return first, second, third
