"""Is a bot charged for its own time on a busy host? Matches beside busy programs and a disk writer, next to an idle host.

Each row is a match of the same bots. *lost by wall* counts the games that would have been lost on time if what passed had been charged:
those are the ones that the host would have decided.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from arena.match import Bot, MatchPlan, MatchRun, MatchSettings, build_bot
from arena.record import GameClock, GameRecord, Termination, TimeControl, TimeSpent, verify
from arena.rules import GameConfig, compiled
from arena.sandbox import Sandbox

ROOT = Path(__file__).parent.parent
SPIN = "while True: pass"
WRITE = """
import os, sys
block = os.urandom(1 << 20)
while True:
    with open(sys.argv[1], "wb") as file:
        for _ in range(256):
            file.write(block)
            file.flush()
            os.fdatasync(file.fileno())
"""


@dataclass(frozen=True, slots=True)
class Row:
    """One match."""

    name: str
    games: int
    decisions: int
    time_losses: int
    void: int
    lost_by_wall: int
    median_charged_ms: float
    median_wall_ms: float
    p99_charged_ms: float
    p99_wall_ms: float
    worst_charged_ms: float
    worst_wall_ms: float
    stolen_s: float
    wrong: int  # records that do not verify


@contextmanager
def load(busy: int, writers: int) -> Iterator[None]:
    """A number of programs that want a processor, and of others that write to the disk."""
    with tempfile.TemporaryDirectory(dir=ROOT) as folder:
        commands = [[sys.executable, "-c", SPIN]] * busy
        commands += [[sys.executable, "-c", WRITE, f"{folder}/{number}"] for number in range(writers)]
        programs = [subprocess.Popen(command) for command in commands]
        try:
            yield
        finally:
            for program in programs:
                program.kill()
                program.wait()


def played(bot: Bot, control: str, games: int, decisions: int, jobs: int) -> list[GameRecord]:
    """Games until their number, or that of their decisions, is reached."""
    plan = MatchPlan(
        bots=(bot, bot),
        games=games,
        settings=MatchSettings(GameConfig.parse("classic,players=2"), TimeControl.parse(control)),
        jobs=jobs,
        seed=os.urandom(16),
    )
    shown = Console(stderr=True)

    records: list[GameRecord] = []
    made = 0

    def report(record: GameRecord) -> bool:
        nonlocal made
        records.append(record)
        made += len(record.decisions)
        if len(records) % 20 == 0:
            shown.print(f"{len(records)} games, {made} decisions", highlight=False)
        return made < decisions

    MatchRun(plan, None, report).play()
    return records


def lost_by_wall(record: GameRecord) -> bool:
    """Whether a seat would have run out of time if what passed had been charged."""
    clock = GameClock(TimeControl.parse(record.time_control), len(record.seats))
    for one in record.decisions:
        allowed_ns = clock.allowance(one.seat).time_ns
        if clock.charge(one.seat, TimeSpent(one.wall_ns, one.cpu_ns, 0)) > allowed_ns:
            return True
    return False


def row(name: str, records: list[GameRecord]) -> Row:
    """The figures of a match."""
    made = [one for record in records for one in record.decisions if not one.house]
    charged = sorted(one.charged_ns / 1e6 for one in made)
    wall = sorted(one.wall_ns / 1e6 for one in made)
    late = (Termination.TIMEOUT, Termination.STALLED_START)
    p99 = int(len(made) * 0.99)
    return Row(
        name=name,
        games=len(records),
        decisions=len(made),
        time_losses=sum(seat.termination in late for record in records for seat in record.seats),
        void=sum(record.void for record in records),
        lost_by_wall=sum(map(lost_by_wall, records)),
        median_charged_ms=statistics.median(charged),
        median_wall_ms=statistics.median(wall),
        p99_charged_ms=charged[p99],
        p99_wall_ms=wall[p99],
        worst_charged_ms=charged[-1],
        worst_wall_ms=wall[-1],
        stolen_s=sum(one.stolen_ns for one in made) / 1e9,
        wrong=sum(bool(verify(record)) for record in records),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bot", default=str(ROOT / "bots" / "greedy"))
    parser.add_argument("--time", default="0.5+0.02")
    parser.add_argument("--decisions", type=int, default=20_000)
    parser.add_argument("--queued", type=int, default=250, help="games of the second match under load")
    parser.add_argument("--idle-decisions", type=int, default=2000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--busy", type=int, default=8)
    parser.add_argument("--writers", type=int, default=1)
    parser.add_argument("--json", type=Path)
    asked = parser.parse_args()
    bot = Bot.parse(asked.bot)
    with Sandbox.open() as sandbox:
        build_bot(bot, sandbox)
        where = f"{sandbox.tier}, {'compiled' if compiled else 'interpreted'}, {os.cpu_count()} processors"
    many = asked.decisions // 40  # a game has about 120
    rows = [row("nothing beside it", played(bot, asked.time, many, asked.idle_decisions, asked.jobs))]
    with load(asked.busy, asked.writers):
        beside = f"{asked.busy} busy, {asked.writers} writing"
        rows.append(row(beside, played(bot, asked.time, many, asked.decisions, asked.jobs)))
        if asked.queued:
            queued = played(bot, asked.time, asked.queued, 10**9, asked.jobs)
            rows.append(row(f"{beside}, {asked.queued} games queued", queued))
    if asked.json:
        asked.json.write_text(json.dumps([asdict(one) for one in rows], indent=2))
    show(rows, f"{bot.label} against itself at {asked.time}, {asked.jobs} at once; {where}")


def show(rows: list[Row], title: str) -> None:
    """The table."""
    table = Table(title=title, box=SIMPLE_HEAD)
    for heading in (
        "load", "games", "decisions", "lost on time", "void", "lost by wall", "charged ms p50", "p99", "worst",
        "wall ms p50", "p99", "worst", "host took s", "wrong records",
    ):  # fmt: skip
        table.add_column(heading, justify="left" if heading == "load" else "right")
    for one in rows:
        counts = (one.games, one.decisions, one.time_losses, one.void, one.lost_by_wall)
        times = (
            one.median_charged_ms, one.p99_charged_ms, one.worst_charged_ms, one.median_wall_ms, one.p99_wall_ms,
            one.worst_wall_ms, one.stolen_s,
        )  # fmt: skip
        table.add_row(
            one.name, *(f"{count:,}" for count in counts), *(f"{ms:.2f}" for ms in times), str(one.wrong)
        )
    Console(width=170).print(table)


if __name__ == "__main__":
    main()
