"""What does a running ladder show? Its progress and online Elo, marked as provisional."""

from collections import Counter
from contextlib import ExitStack
from types import TracebackType
from typing import Final

import numpy as np
from rich.console import Console, Group
from rich.live import Live
from rich.spinner import Spinner
from rich.table import Table
from rich.text import Text

from arena.cli.numbers import counted
from arena.cli.waiting import LATER_S, lines
from arena.ladder import LadderState
from arena.rating import K_FACTOR, ONLINE_LABEL, Floats, after_game
from arena.record import GameRecord

SHOWN: Final = 12


class LiveDisplay:
    """A display on a terminal; elsewhere a line every ten seconds."""

    def __init__(self, out: Console) -> None:
        self._out = out
        self._spinner = Spinner("dots", Text("starting"))
        self._screen = Live(self._spinner, console=out, transient=True, refresh_per_second=8)
        self._begin: dict[str, float] | None = None
        self._elo: dict[str, float] = {}
        self._move: dict[str, float] = {}
        self._games: Counter[str] = Counter()
        self._played = 0
        self._finished = 0
        self._lines = ExitStack()

    def __enter__(self) -> "LiveDisplay":
        if self._out.is_terminal:
            self._screen.start()
        else:
            self._lines.enter_context(lines(self._line, LATER_S))
        return self

    def _line(self, seconds: float) -> str:
        return f"{counted(self._finished, 'match', 'matches')} finished, {counted(self._played, 'game')} in this run, {seconds:.0f} s"

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._screen.stop()
        self._lines.close()

    def show(self, ladder_state: LadderState, record: GameRecord | None) -> None:
        """A game is over."""
        self._finished = ladder_state.finished
        if record is not None:
            self._played += 1
        if not self._out.is_terminal:
            return
        if record is not None:
            self._follow(ladder_state, record)
        self._spinner.update(
            text=Text(
                f"{counted(ladder_state.finished, 'match', 'matches')} finished, {counted(self._played, 'game')} in this run"
            )
        )
        self._screen.update(
            Group(self._spinner, Text(f"{ONLINE_LABEL}, K = {K_FACTOR:g}"), self._table(ladder_state))
        )

    def _follow(self, ladder_state: LadderState, record: GameRecord) -> None:
        """Move the ratings of those at the table; all begin where the table had them, newcomers at zero."""
        if record.void:
            return
        if self._begin is None:
            self._begin = _in_the_table(ladder_state)
        versions = sorted({seat.version for seat in record.seats})
        begin = [self._begin.get(version, 0.0) for version in versions]
        elo: Floats = np.array([self._elo.get(one, at) for one, at in zip(versions, begin, strict=True)])
        ranks = [
            np.inf if seat.failed else float(rank)
            for seat, rank in zip(record.seats, record.ranks, strict=True)
        ]
        bot = np.array([versions.index(seat.version) for seat in record.seats])
        moved = after_game(elo, bot, np.array(ranks))
        for version, before, after in zip(versions, elo.tolist(), moved.tolist(), strict=True):
            self._elo[version], self._move[version] = after, after - before
            self._games[version] += 1

    def _table(self, ladder_state: LadderState) -> Table:
        labels = {one.version: one.label for one in ladder_state.versions}
        table = Table()
        for column in ("bot", "live Elo", "last game", "games in this run"):
            table.add_column(column, justify="left" if column == "bot" else "right")
        for version in sorted(self._elo, key=lambda one: -self._elo[one])[:SHOWN]:
            table.add_row(
                Text(labels.get(version, version[:12])),
                f"{self._elo[version]:+.0f}",
                f"{self._move[version]:+.1f}",
                str(self._games[version]),
            )
        return table


def _in_the_table(ladder_state: LadderState) -> dict[str, float]:
    ratings = ladder_state.ratings()
    both = zip(ladder_state.versions, ratings.elo.tolist(), ratings.connected.tolist(), strict=False)
    return {version.version: elo for version, elo, connected in both if connected}
