"""Does anything leak? Thousands of games with random faults; nothing may be left, and every record must verify.

The games are played in batches, each with bots of its own, in one process and one sandbox. After each batch the open files, the
processes, the control groups and the run's directory are as they were after the first one; memory may not grow from the second quarter to the last.
"""

import argparse
import asyncio
import gc
import os
import random
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from rich.console import Console
from rich.progress import track

from arena.match.deals import duplicate_deals
from arena.match.manifest import Bot
from arena.match.session import Session
from arena.match.settings import MatchSettings, MatchTerms
from arena.record import GameRecord, TimeControl, verify
from arena.rules import GameConfig
from arena.sandbox import Limits, Sandbox, procfs
from arena.sandbox.run_directory import default_root

ROOT = Path(__file__).parent.parent
FAKES = ROOT / "tests" / "fakes"
MIB = 1 << 20
MOST_GROWTH_BYTES = 24 * MIB
BATCH = 10
DEEDS = (
    "crash", "stall", "illegal", "index", "garbage", "empty", "twice", "other", "flood", "hello", "close", "late", "huge", "log",
)  # fmt: skip
JAILED_DEEDS = ("hog", "fork")  # only where something stops them
STARTS = ("never", "crash", "token", "version", "garbage", "silent")
LIMITS = Limits(memory_mb=192, processes=24, start_s=2.0)


@dataclass(frozen=True, slots=True)
class Left:
    """What a host has on our behalf."""

    files: int
    processes: tuple[int, ...]
    groups: tuple[str, ...]
    paths: tuple[str, ...]
    memory_bytes: int = field(compare=False)


def left(sandbox: Sandbox, run: Path) -> Left:
    """Everything there is at this moment."""
    gc.collect()
    ours = (os.getpid(), sandbox.spawner_pid)
    return Left(
        files=len(list(Path("/proc/self/fd").iterdir())),
        processes=tuple(pid for pid in procfs.descendants(os.getpid()) if pid not in ours),
        groups=groups(run),
        paths=tuple(sorted(path.name for path in run.iterdir())),
        memory_bytes=int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGESIZE"),
    )


async def settled(sandbox: Sandbox, run: Path, first: Left | None) -> Left:
    """The same, after connections that are being closed had their moment."""
    for _ in range(20):
        now = left(sandbox, run)
        if first is None or now.files <= first.files:
            break
        await asyncio.sleep(0.1)
    return now


def groups(run: Path) -> tuple[str, ...]:
    """The control groups of a run."""
    return tuple(str(path) for path in Path("/sys/fs/cgroup").rglob(f"arena-{run.name}-*"))


def bot(dice: random.Random, jailed: bool) -> Bot:
    """Honest, or with one fault at some decision or at the start."""
    flags: tuple[str, ...] = ()
    luck = dice.random()
    if luck < 0.05:
        flags = ("--start", dice.choice(STARTS))
    elif luck < 0.6:
        deed = dice.choice(DEEDS + JAILED_DEEDS if jailed else DEEDS)
        flags = (f"--{deed}-at", str(dice.randint(1, 40)), "--late-s", "3", "--hog-mb", "512")
    return Bot(FAKES, "fake", ("python3", "bot.py", *flags), (), "python", (), "", "0" * 64)


async def batch(sandbox: Sandbox, dice: random.Random, games: int, run: Path) -> tuple[list[GameRecord], int]:
    """Games between the same bots, two to four of them; and how many control groups there were with them still there."""
    players = dice.choice((2, 2, 3, 4))
    bots = tuple(bot(dice, sandbox.tier.number == 1) for _ in range(players))
    config = GameConfig.parse(f"classic,players={players},turn_limit={dice.choice((6, 20, 60))}")
    settings = MatchSettings(config, TimeControl.parse("1+0.1"), LIMITS, ponder=dice.random() < 0.3)
    session = Session(sandbox, MatchTerms("soak", games, settings), bots)
    try:
        records = [
            await session.play(seating) for seating in duplicate_deals(players, games, dice.randbytes(8))
        ]
        return records, len(groups(run))
    finally:
        await session.close("the batch is over")


@dataclass(slots=True)
class Soak:
    """All batches, and what was wrong with them."""

    games: int = 0
    terminations: Counter[str] = field(default_factory=Counter)
    problems: list[str] = field(default_factory=list)
    memory_bytes: list[int] = field(default_factory=list)

    def take(self, records: list[GameRecord]) -> None:
        for record in records:
            self.games += 1
            self.terminations.update(seat.termination for seat in record.seats)
            if record.void:
                self.problems.append(f"game {self.games} is void: {record.void_reason}")
            else:
                self.problems += [f"game {self.games}: {problem}" for problem in verify(record)]

    def compare(self, now: Left, first: Left) -> None:
        self.memory_bytes.append(now.memory_bytes)
        if now.files > first.files:
            self.problems.append(f"after {self.games} games {now.files} files are open, not {first.files}")
        for name in ("processes", "groups", "paths"):
            extra = set(getattr(now, name)) - set(getattr(first, name))
            if extra:
                self.problems.append(f"after {self.games} games there are {name} left: {sorted(extra)}")

    def growth_bytes(self) -> int:
        """From the second quarter on: caches have filled by then."""
        quarter = len(self.memory_bytes) // 4
        return self.memory_bytes[-1] - max(self.memory_bytes[quarter : 2 * quarter + 1])


async def soak(sandbox: Sandbox, games: int, seed: int) -> Soak:
    """Play them all."""
    dice = random.Random(seed)
    run = next(path for path in (default_root() / "runs").iterdir() if f"-{os.getpid()}-" in path.name)
    result = Soak()
    first: Left | None = None
    most_groups = 0
    for _ in track(range(-(-games // BATCH)), "games", console=Console(stderr=True)):
        records, seen = await batch(sandbox, dice, min(BATCH, games - result.games), run)
        result.take(records)
        most_groups = max(most_groups, seen)
        now = await settled(sandbox, run, first)
        first = first or now
        result.compare(now, first)
    if first is not None and (first.processes or first.groups or len(first.paths) != 1):
        result.problems.append(f"the first batch left something: {first}")
    if sandbox.tier.number == 1 and not most_groups:
        result.problems.append("control groups were looked for where there are none")
    if result.growth_bytes() > MOST_GROWTH_BYTES:
        result.problems.append(f"memory grew by {result.growth_bytes() // MIB} MiB")
    return result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--no-sandbox", action="store_true")
    options = parser.parse_args()
    started = time.monotonic()
    with Sandbox.open(no_sandbox=options.no_sandbox) as sandbox:
        tier = sandbox.tier
        result = asyncio.run(soak(sandbox, options.games, options.seed))
    remaining = procfs.descendants(os.getpid())[1:]
    if remaining:
        result.problems.append(f"processes {remaining} are left after the sandbox was closed")
    named = f"-{os.getpid()}-"
    result.problems += [
        f"{path} is left" for path in (default_root() / "runs").iterdir() if named in path.name
    ]
    print(f"{result.games} games in {time.monotonic() - started:.0f} s, {tier}")
    print(", ".join(f"{how} {count}" for how, count in result.terminations.most_common()))
    print(
        f"memory {result.memory_bytes[0] // MIB} MiB after the first batch, {result.memory_bytes[-1] // MIB} MiB at the end"
    )
    for problem in result.problems:
        print(problem)
    sys.exit(1 if result.problems else 0)


if __name__ == "__main__":
    main()
