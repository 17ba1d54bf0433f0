"""How is a ladder run for a test? Over a real store, with games that are drawn rather than played."""

import hashlib
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from arena.ladder.compaction import Compaction, JoinedGames
from arena.ladder.file import LadderFile
from arena.ladder.ladder_folder import LadderFolder
from arena.ladder.ladder_state import LadderState
from arena.ladder.runner import Goal, LadderRun
from arena.match.deals import Seating
from arena.match.executor import ExecutorEvent, GamePlayed, OrderEnded
from arena.match.order import MatchOrder
from arena.record import GameRecord, SeatRecord, Termination, commitment_of, sealed
from arena.rules import GENERATOR, RULES_VERSION

ROOT = Path(__file__).parents[2]
RANDOM, GREEDY = ROOT / "bots" / "random", ROOT / "bots" / "greedy"


def ladder_file(folder: Path, text: str = "", **keys: object) -> LadderFile:
    """A ladder of quick games; `keys` replace or add lines, `text` is added at the end."""
    lines: dict[str, object] = {
        "name": "test",
        "rules": "classic,turn_limit=6",
        "time": "20+1",
        "tier": 3,
        "sets": 1,
        "store": "store",
        "seed": "test",
        **keys,
    }
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "ladder.toml"
    path.write_text("\n".join(f"{key} = {toml(value)}" for key, value in lines.items()) + f"\n{text}\n")
    return LadderFile.load(path)


def toml(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(toml, value))}]"
    return f'"{value}"' if isinstance(value, str | Path) else str(value)


def with_bots(ladder_folder: LadderFolder, count: int, owners: int | None = None) -> list[str]:
    """Versions without files, which is enough where nothing is played; some may share an owner."""
    names = [f"bot{number}" for number in range(count)]
    versions = [hashlib.sha256(name.encode()).hexdigest() for name in names]
    for number, (name, version) in enumerate(zip(names, versions, strict=True)):
        ladder_folder.roster.enter(name, version, f"owner{number % (owners or count)}", 1_000 + number)
    return versions


def strength(version: str) -> float:
    """A strength that belongs to the version, in units of log-odds."""
    return float(np.random.default_rng(int(version[:8], 16)).normal())


def drawn(order: MatchOrder, seating: Seating, void: bool = False) -> GameRecord:
    """A game whose result follows from its seed and seats; drawn again, it ends the same."""
    versions = [order.bots[bot].version for bot in seating.order]
    chance = np.random.default_rng([*seating.seed, seating.game]).gumbel(size=len(versions))
    level = np.array([strength(version) for version in versions]) + chance
    ranks = tuple(int(np.sum(level > one)) + 1 for one in level)
    settings = order.terms.settings
    how = Termination.VOID if void else Termination.NORMAL
    return sealed(
        GameRecord(
            match=order.match,
            game=seating.game,
            set=seating.set,
            rules=str(settings.config),
            rules_version=RULES_VERSION,
            generator=GENERATOR,
            seed=seating.seed,
            salt=seating.salt,
            commitment=commitment_of(seating.seed, seating.salt),
            time_control=str(settings.control),
            limits="",
            tier=settings.tier,
            started_ns=time.time_ns(),
            seats=tuple(SeatRecord("bot", version, how, "") for version in versions),
            decisions=(),
            scores=tuple(100 - rank for rank in ranks),
            ranks=() if void else ranks,
            void=void,
            void_reason="the host broke it" if void else "",
            events_digest=b"",
        )
    )


class DrawnGames:
    """An executor that draws results; `delay_s` is what a game takes."""

    def __init__(self, jobs: int = 1, delay_s: float = 0.0) -> None:
        self._jobs = jobs
        self._delay_s = delay_s
        self._orders: dict[str, tuple[MatchOrder, list[Seating]]] = {}
        self.played: list[tuple[str, int]] = []

    @property
    def free(self) -> int:
        return self._jobs - len(self._orders)

    def submit(self, order: MatchOrder) -> None:
        assert self.free > 0
        self._orders[order.match] = order, list(order.seatings)

    def send_home(self) -> list[MatchOrder]:
        return []

    def events(self, patience_s: float) -> Iterator[ExecutorEvent]:
        del patience_s
        for match in list(self._orders):
            yield self.next(match)

    def next(self, match: str) -> ExecutorEvent:
        order, missing = self._orders[match]
        if not missing:
            del self._orders[match]
            return OrderEnded(match)
        time.sleep(self._delay_s)
        seating = missing.pop(0)
        self.played.append((match, seating.game))
        return GamePlayed(match, drawn(order, seating))

    def stop(self) -> None:
        self._orders.clear()

    def close(self) -> None:
        self._orders.clear()


def run(
    ladder: LadderFile,
    matches: int | None = None,
    until: float | None = None,
    executor: DrawnGames | None = None,
    fan: int | None = None,
) -> LadderState:
    """Run a ladder with drawn games; with `fan`, so many files are gathered to one, and those are removed at once."""
    ladder_folder = LadderFolder.open(ladder.store)
    playing = LadderRun(
        ladder, ladder_folder, executor or DrawnGames(), Goal(matches, until), lambda *_: None
    )
    if fan is not None:
        games = JoinedGames(ladder_folder.games, playing.ladder_state.results)
        playing._compactions = [
            Compaction(files, playing._leases, fan, grace_s=0.0) for files in (games, ladder_folder.matches)
        ]
    playing.run()
    return playing.ladder_state


def outcome(ladder_state: LadderState) -> list[tuple[str, int, bytes, tuple[str, ...], tuple[int, ...]]]:
    """What was played and how it ended, without what differs from run to run."""
    return [(one.match, one.game, one.seed, one.versions, one.ranks) for one in ladder_state.results.all()]
