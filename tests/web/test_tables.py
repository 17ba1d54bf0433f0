"""Can a table hold up another? The worst bot sits at one, and honest bots decide at the others. (T18 of docs/sandbox.md)"""

import secrets
import shutil
import threading
import time
from pathlib import Path

import numpy as np
import pytest

from arena.match.archive import pack_folder
from arena.match.manifest import Bot
from arena.record import GameRecord
from arena.sandbox import detect
from arena.web.event_context import EventContext
from arena.web.models import CasualTable, Member, WorkState
from arena.web.people import sign_up
from arena.web.work.casual_games import host_tables
from tests.web.events import CODE, FAKE, ROOT, event_toml

WORST = ("--stubborn-at", "2", "--stubborn-s", "4")


def entered(context: EventContext, folder: Path, name: str) -> str:
    """A bot on the ladder, with its files: its version."""
    bot = Bot.load(folder)
    context.ladder_folder.keep(bot.version, pack_folder(folder))
    context.ladder_folder.roster.enter(name, bot.version, "Lions", time.time_ns())
    return bot.version


def worst_of(folder: Path) -> Path:
    """A bot that answers and is then out of reach in the kernel, neither to be frozen nor to be killed."""
    shutil.copytree(FAKE, folder, ignore=shutil.ignore_patterns("__pycache__"))
    words = ", ".join(f'"{word}"' for word in WORST)
    text = (folder / "bot.toml").read_text().replace('"bot.py"]', f'"bot.py", {words}]')
    (folder / "bot.toml").write_text(text.replace('"fake"', '"worst"'))
    return folder


class Tables:
    """Tables of an event, and the records of those that are over."""

    def __init__(self, context: EventContext) -> None:
        self._context = context
        with context.database.session() as session:
            person, _ = sign_up(session, context.event, CODE, "Ada", "Lions")
            member = session.get_one(Member, person.id)
            self._owner = {"member_id": member.id, "team_id": member.team_id}

    def lay(self, *versions: str) -> None:
        """Have these bots play."""
        row = CasualTable(
            **self._owner,
            created=time.time(),
            versions=list(versions),
            state=WorkState.WAITING,
            seed=secrets.token_bytes(16),
        )
        with self._context.database.session() as session:
            session.add(row)

    def waiting(self, version: str) -> int:
        """The tables with a version that are not over."""
        with self._context.database.reading() as session:
            rows = session.query(CasualTable).filter(
                CasualTable.state.in_((WorkState.WAITING, WorkState.WORKING))
            )
            return sum(version in row.versions for row in rows)

    def of(self, version: str) -> list[GameRecord]:
        """What was recorded of the tables with a version."""
        records = list(self._context.tables.games())
        return [record for record in records if version in {seat.version for seat in record.seats}]


@pytest.mark.parametrize(
    ("decisions", "time_control", "patience_s"),
    [(250, "2+0.1", 240), pytest.param(20_000, "0.5+0.02", 3000, marks=pytest.mark.soak)],
)
def test_t18_the_worst_bot_at_one_table_costs_no_other_table_a_decision(
    tmp_path: Path, decisions: int, time_control: str, patience_s: float
) -> None:
    if detect().number != 1:
        pytest.skip("needs tier 1: " + "; ".join(detect().missing))
    terms = {"tier": 1, "rules": "classic", "time": time_control}
    context = EventContext.open(event_toml(tmp_path, ladder=terms))
    worst = entered(context, worst_of(tmp_path / "worst"), "worst")
    honest = entered(context, ROOT / "bots" / "greedy", "greedy")
    tables, stopped = Tables(context), threading.Event()
    hosting = threading.Thread(target=host_tables, args=(context, "worker", stopped.is_set))
    hosting.start()
    deadline = time.monotonic() + patience_s
    made = 0
    try:
        while (made < decisions or not tables.of(worst)) and time.monotonic() < deadline:
            if tables.waiting(worst) == 0:
                tables.lay(worst, worst)
            while tables.waiting(honest) < 3:
                tables.lay(honest, honest)
            made = sum(len(record.decisions) for record in tables.of(honest))
            time.sleep(0.5)
    finally:
        stopped.set()
        hosting.join()
    assert made >= decisions
    for record in tables.of(honest):
        assert record.void_reason == ""
        assert [seat.sentence for seat in record.seats] == ["", ""]
    spoilt = tables.of(worst)
    assert spoilt
    assert all(not record.void and any(seat.failed for seat in record.seats) for record in spoilt)
    (tmp_path / "figures.txt").write_text(figures(tables.of(honest), spoilt))


def figures(records: list[GameRecord], spoilt: list[GameRecord]) -> str:
    """What the long run says."""
    wall_ms = np.array([one.wall_ns / 1e6 for record in records for one in record.decisions])
    p50, p99 = np.percentile(wall_ms, [50, 99])
    return (
        f"{len(wall_ms)} decisions in {len(records)} games beside {len(spoilt)} games of the worst bot: "
        f"median {p50:.1f} ms, p99 {p99:.1f} ms, worst {wall_ms.max():.1f} ms, no fault"
    )
