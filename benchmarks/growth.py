"""How does the cost of a ladder grow with its games and its bots?

    python benchmarks/growth.py [--most-games 1000000] [--most-bots 10000]

Ladders are written as a runner would leave them, in gathered files, with games between random bots of drawn strengths but
without decisions. Then `arena ladder table` is run as a process of its own: seconds by the clock and of processors, and the
most memory that it had. Beside it stand what one more game and one more match cost in a store of that size: both are written and read,
in files of their own, and the median of twenty is told.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import numpy as np
import pyarrow as pa

from arena.ladder.compaction import FULL
from arena.ladder.ladder_folder import LadderFolder
from arena.ladder.match_notes import JOINED
from arena.ladder.notes import note_bytes
from arena.ladder.pairing import Pairing
from arena.ladder.results import Results
from arena.record import GameRecord, SeatRecord, commitment_of, sealed
from arena.rules import GENERATOR, RULES_VERSION
from arena.store.part import encoded, name_of
from arena.store.schema import to_table

GAMES = (10_000, 100_000, 1_000_000)
BOTS = (10, 1_000, 10_000)
GAMES_A_MATCH = 10
LADDER = """name = "growth"
rules = "classic"
tier = 3
seed = "growth"
store = "store"
"""


@dataclass(frozen=True)
class Cost:
    """What a table took."""

    wall_s: float
    cpu_s: float
    peak_mb: float


def versions_of(bots: int) -> list[str]:
    return [sha256(f"bot {bot}".encode()).hexdigest() for bot in range(bots)]


def example(versions: list[str]) -> GameRecord:
    """A game as a ladder keeps it, but for its decisions."""
    seed = bytes(32)
    return sealed(
        GameRecord(
            match="growth-0", game=1, set=1, rules="classic", rules_version=RULES_VERSION, generator=GENERATOR,
            seed=seed, salt=seed, commitment=commitment_of(seed, seed), time_control="30+0.5", limits="", tier=3,
            started_ns=time.time_ns(), seats=tuple(SeatRecord("bot", one, "normal", "") for one in versions[:2]),
            decisions=(), scores=(100, 90), ranks=(1, 2), void=False, void_reason="", events_digest=bytes(32),
        )
    )  # fmt: skip


def filled(folder: Path, games: int, bots: int) -> LadderFolder:
    """A ladder of that number of games."""
    (folder / "ladder.toml").write_text(LADDER, encoding="utf-8")
    ladder_folder = LadderFolder.open(str(folder / "store"), create=True)
    versions = versions_of(bots)
    for number, version in enumerate(versions):
        note = {
            "bot": f"bot{number}",
            "number": 1,
            "version": version,
            "owner": f"owner{number}",
            "submitted_ns": 1_000 + number,
        }
        content = note_bytes(note)
        name = f"{1_000 + number:020}-{sha256(content).hexdigest()[:32]}.json"
        (folder / "store" / "versions" / name).write_bytes(content)
    rng = np.random.default_rng([games, bots])
    nats = rng.normal(0.0, 1.0, bots)
    like = to_table([example(versions)])
    for first in range(0, games, FULL):
        write_part(folder / "store", like, first, min(FULL, games - first), versions, nats, rng)
    return ladder_folder


def write_part(
    store: Path, like: Any, first: int, games: int, versions: list[str], nats: Any, rng: np.random.Generator
) -> None:
    """Games from this number on, and the notes of the matches that begin with them."""
    number = np.arange(first, first + games)
    match = number // GAMES_A_MATCH
    # The two bots of a match follow from its number, so that a match may go over two parts.
    one = match * 2_654_435_761 % len(versions)
    other = (one + 1 + match * 40_503 % (len(versions) - 1)) % len(versions)
    won = rng.random(games) < 1.0 / (1.0 + np.exp(nats[other] - nats[one]))
    table = pa.concat_tables([like]).take(pa.array(np.zeros(games, np.int64)))
    names = [f"growth-{one:016x}" for one in match.tolist()]
    sealed_bytes = len(like.column("seal")[0].as_py())
    seats = table.column("seats").combine_chunks()
    inner = seats.flatten()
    texts = pa.array(versions).take(pa.array(np.stack([one, other], axis=1).ravel()))
    struct = pa.StructArray.from_arrays(
        [texts if field.name == "version" else inner.field(field.name) for field in inner.type],
        fields=list(inner.type),
    )
    ranks = np.stack([2 - won, 1 + won], axis=1).ravel().astype(np.int8)
    changed = {
        "match": pa.array(names),
        "game": pa.array(number % GAMES_A_MATCH + 1),
        "set": pa.array(number % GAMES_A_MATCH // 2 + 1),
        "seed": random_bytes(rng, games, 32),
        "started_ns": pa.array(10**18 + number * 10**9),
        "seats": pa.ListArray.from_arrays(seats.offsets, struct),
        "ranks": pa.ListArray.from_arrays(
            pa.array(np.arange(0, 2 * games + 1, 2), pa.int32()), pa.array(ranks)
        ),
        "seal": random_bytes(rng, games, sealed_bytes),
    }
    for name, column in changed.items():
        place = table.schema.get_field_index(name)
        table = table.set_column(place, like.schema.field(name), column)
    content = encoded(table.replace_schema_metadata(like.schema.metadata))
    (store / "games" / name_of(content, 10**18 + first)).write_bytes(content)
    notes = {
        names[at]: asdict(
            Pairing((versions[one[at]], versions[other[at]]), f"meeting {match[at]}", 5, "least is known")
        )
        for at in np.flatnonzero(number % GAMES_A_MATCH == 0).tolist()
    }
    content = note_bytes(notes)
    (store / "matches" / f"{10**18 + first:020}-{sha256(content).hexdigest()[:32]}{JOINED}").write_bytes(
        content
    )


def random_bytes(rng: np.random.Generator, count: int, length: int) -> Any:
    """A column of random bytes, each entry of this length."""
    ends = np.arange(count + 1, dtype=np.int32) * np.int32(length)
    return pa.Array.from_buffers(
        pa.binary(), count, [None, pa.py_buffer(ends), pa.py_buffer(rng.bytes(count * length))]
    )


def table_cost(folder: Path) -> Cost:
    """Of `arena ladder table`."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-m", "arena", "ladder", "table", str(folder / "ladder.toml"), "--json"]
    began = time.perf_counter()
    running = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=environment)
    _, status, used = os.wait4(running.pid, 0)
    running.returncode = os.waitstatus_to_exitcode(status)
    if running.returncode:
        raise SystemExit(f"arena ladder table ended with {running.returncode}")
    return Cost(time.perf_counter() - began, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)


def one_more(ladder_folder: LadderFolder, versions: list[str]) -> Iterator[tuple[float, float]]:
    """Seconds to keep a game, and to note a match, where many are stored."""
    results, matches = Results(ladder_folder.games), ladder_folder.matches
    results.refresh()
    matches.refresh()
    record = example(versions)
    for number in range(20):
        game = sealed(replace(record, match=f"growth-more{number}", seed=os.urandom(32), seal=b""))
        began = time.perf_counter()
        results.keep(game)
        kept = time.perf_counter()
        matches.choose(game.match, Pairing((versions[0], versions[1]), f"more {number}", 5, "least is known"))
        yield kept - began, time.perf_counter() - kept


def measured(games: int, bots: int) -> str:
    """One row of the table."""
    with tempfile.TemporaryDirectory(prefix="arena-growth-") as name:
        ladder_folder = filled(Path(name), games, bots)
        cost = table_cost(Path(name))
        more = zip(*one_more(ladder_folder, versions_of(bots)), strict=True)
        game_s, match_s = map(statistics.median, more)
    return (
        f"| {games:,} | {bots:,} | {cost.wall_s:.1f} s | {cost.cpu_s:.1f} s | {cost.peak_mb:.0f} MB "
        f"| {1e3 * game_s:.1f} ms | {1e3 * match_s:.1f} ms | {os.getloadavg()[0]:.0f} |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--most-games", type=int, default=GAMES[-1])
    parser.add_argument("--most-bots", type=int, default=BOTS[-1])
    options = parser.parse_args()
    print(
        "| games | bots | table, by the clock | of processors | peak | one more game | one more match | load |"
    )
    print("|---:|---:|---:|---:|---:|---:|---:|---:|", flush=True)
    for games in (count for count in GAMES if count <= options.most_games):
        for bots in (count for count in BOTS if count <= options.most_bots):
            began = time.perf_counter()
            print(measured(games, bots), flush=True)
            print(
                f"  {time.perf_counter() - began:.0f} s with writing the ladder", file=sys.stderr, flush=True
            )


if __name__ == "__main__":
    main()
