"""How many people can visit an event at once, and do pages stay fast when the ladder is large?

First, people who refresh the leaderboard on this host while the workers play matches beside them. Then the pages of a ladder of many bots
and games, drawn rather than played. Both on a real server, asked over loopback.
"""

import argparse
import asyncio
import hashlib
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).parent.parent
sys.path.append(str(ROOT))  # for the tests' games; PYTHONPATH says which arena is measured

from arena.ladder.ladder_folder import LadderFolder
from arena.ladder.pairing import HOUSE, Pairing
from arena.ladder.plan import PlanQuestion, Simulation
from arena.record import DecisionRecord, GameRecord, SeatRecord, commitment_of, ranks_after, sealed
from arena.rules import GENERATOR, RULES_VERSION
from tests.web.events import RULES, decisions_of

REFRESH_S = 4.0
STREAMS_EACH = 2  # pages of a person that update themselves, open all the time
A_PART = 1000
REPEATS = 200
WATCHED = "classic,players=2"


@dataclass
class Times:
    """Answers in seconds, and what went wrong."""

    seconds: list[float] = field(default_factory=list)
    errors: Counter[str] = field(default_factory=Counter)
    bytes: int = 0

    def quantile(self, share: float) -> str:
        return f"{1000 * float(np.quantile(self.seconds, share)):.0f} ms" if self.seconds else "–"


def _words(errors: Counter[str]) -> str:
    return ", ".join(f"{count} {name}" for name, count in errors.items()) or "none"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--people", type=int, default=500, help="0: leave this part out")
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--bots", type=int, default=1000)
    parser.add_argument("--games", type=int, default=100_000, help="0: leave this part out")
    parser.add_argument("--watchers", type=int, default=200, help="0: leave this part out")
    arguments = parser.parse_args()
    out = Console()
    with tempfile.TemporaryDirectory(prefix="arena-web-") as folder:
        if arguments.people:
            refreshing(out, Path(folder) / "small", arguments.people, arguments.seconds)
        if arguments.watchers:
            watching(out, Path(folder) / "watched", arguments.watchers)
        if arguments.games:
            large(out, Path(folder) / "large", arguments.bots, arguments.games)


def refreshing(out: Console, folder: Path, people: int, seconds: float) -> None:
    """People who refresh the leaderboard every few seconds while matches are played."""
    bots = [str(ROOT / "bots" / name) for name in ("random", "greedy")]
    url, server = started(event(folder, {"bots": bots}), workers=True)
    try:
        time.sleep(10.0)
        before = asked(f"{url}/api/v1/games")
        times = asyncio.run(crowd(url, people, seconds))
        after = asked(f"{url}/api/v1/games")
    finally:
        ended(server)
    table = Table(
        "people", "requests", "a second", "p50", "p99", "worst", "errors", "games played meanwhile", box=None
    )
    rate = f"{len(times.seconds) / seconds:.0f}"
    played = len(
        {(one["match"], one["game"]) for one in after} - {(one["match"], one["game"]) for one in before}
    )
    quantiles = times.quantile(0.5), times.quantile(0.99), times.quantile(1.0)
    table.add_row(str(people), str(len(times.seconds)), rate, *quantiles, _words(times.errors), str(played))
    out.print(
        f"{people} people at as many addresses refresh the leaderboard every {REFRESH_S:g} s for {seconds:g} s, "
        f"with {STREAMS_EACH * people} event streams open, while matches run"
    )
    out.print(table)


async def crowd(url: str, people: int, seconds: float) -> Times:
    """All of them at once, each from an address and with connections of their own."""
    times = Times()
    host, _, port = url.removeprefix("http://").partition(":")
    streams = [
        await watched(number % people, host, int(port), times) for number in range(STREAMS_EACH * people)
    ]
    until = time.monotonic() + seconds
    await asyncio.gather(*(person(number, host, int(port), until, times) for number in range(people)))
    for stream in streams:
        stream.close()
    return times


async def person(number: int, host: str, port: int, until: float, times: Times) -> None:
    rng = np.random.default_rng(number)
    await asyncio.sleep(float(rng.uniform(0.0, REFRESH_S)))
    reader, writer = await connected(number, host, port)
    while time.monotonic() < until:
        began = time.monotonic()
        try:
            writer.write(f"GET / HTTP/1.1\r\nHost: {host}:{port}\r\nAccept-Encoding: gzip\r\n\r\n".encode())
            status, size = await answer(reader)
            times.seconds.append(time.monotonic() - began)
            times.bytes += size
            if status != 200:
                times.errors[f"status {status}"] += 1
        except (OSError, asyncio.IncompleteReadError) as error:
            times.errors[type(error).__name__] += 1
            reader, writer = await connected(number, host, port)
        await asyncio.sleep(float(rng.uniform(0.5, 1.5)) * REFRESH_S)
    writer.close()


async def connected(number: int, host: str, port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A connection from an address of that person's own, of which this host has many."""
    own = f"127.1.{number // 250}.{number % 250 + 1}"
    return await asyncio.open_connection(host, port, local_addr=(own, 0))


async def watched(number: int, host: str, port: int, times: Times) -> asyncio.StreamWriter:
    """A page of that person's that updates itself, kept open."""
    reader, writer = await connected(number, host, port)
    writer.write(f"GET /events HTTP/1.1\r\nHost: {host}:{port}\r\n\r\n".encode())
    if b" 200 " not in await reader.readline():
        times.errors["stream refused"] += 1
    return writer


async def answer(reader: asyncio.StreamReader) -> tuple[int, int]:
    """Status and size of one answer."""
    head = (await reader.readuntil(b"\r\n\r\n")).decode()
    fields = dict(line.lower().split(": ", 1) for line in head.split("\r\n")[1:] if ": " in line)
    size = int(fields["content-length"])
    await reader.readexactly(size)
    return int(head.split()[1]), size


def watching(out: Console, folder: Path, watchers: int) -> None:
    """What a replay costs the server that somebody watches from its first move to its last: page and frames, once.

    Beside it, what it would cost to ask for the page of every move, as a board without frames would.
    """
    path = event(folder, {"rules": "classic"})
    match = fill(folder / "run" / "ladder", 2, 10, WATCHED)
    url, server = started(path, workers=False)
    table = Table("replay", "requests", "server CPU", "KiB sent", box=None)
    game = f"/games/{match}/1"
    moves = len(json.loads(text_of(f"{url}{game}/frames"))["moves"])
    ways = (
        ("by each person, the game once", [game, f"{game}/frames"], watchers),
        ("a request a move", [f"{game}?move={move}" for move in range(moves + 1)], 3),
    )
    spent: list[float] = []
    try:
        for name, pages, times in ways:
            before, sent = cpu_s(server.pid), 0
            for _ in range(times):
                sent += sum(len(packed(f"{url}{page}")) for page in pages)
            spent.append(1000 * (cpu_s(server.pid) - before) / times)
            table.add_row(name, str(len(pages)), f"{spent[-1]:.1f} ms", f"{sent / times / 1024:.1f}")
    finally:
        ended(server)
    out.print(
        f"\nA replay of {moves} moves, watched to its end: sent once, it costs 1/{spent[1] / spent[0]:.0f}"
    )
    out.print(table)


def packed(url: str) -> bytes:
    """An answer as it is sent, compressed."""
    asking = urllib.request.Request(url, headers={"Accept-Encoding": "gzip"})
    with urllib.request.urlopen(asking) as found:
        content: bytes = found.read()
        return content


def cpu_s(pid: int) -> float:
    """Processor time of a process so far."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def large(out: Console, folder: Path, bots: int, games: int) -> None:
    """The pages of a ladder that has been running for long."""
    path = event(folder, {})
    began = time.monotonic()
    match = fill(folder / "run" / "ladder", bots, games)
    out.print(f"\nA ladder of {bots} bots and {games} games, drawn in {time.monotonic() - began:.0f} s")
    began = time.monotonic()
    url, server = started(path, workers=False)
    table = Table("page", "p50", "p99", "worst", "KiB", box=None)
    try:
        out.print(
            f"The server listens after {time.monotonic() - began:.1f} s and has {resident_mb(server.pid)} MB"
        )
        while "its rating over time" not in text_of(f"{url}/leaderboard?part=1"):
            time.sleep(1.0)
        out.print(
            f"It has looked back at all ratings after {time.monotonic() - began:.0f} s and has {resident_mb(server.pid)} MB"
        )
        pages = (
            "/",
            "/leaderboard",
            "/leaderboard?sort=name&show=all",
            "/bots/bot7",
            "/games",
            f"/games?page={games // 100}",
            "/games?bot=bot7",
            f"/games/{match}/1",
            f"/games/{match}/1/frames",
        )
        for page in (*pages, "/health", "/api/v1/leaderboard", "/api/v1/games?page=500", "/metrics"):
            times = Times()
            for _ in range(REPEATS):
                began = time.monotonic()
                with urllib.request.urlopen(f"{url}{page}") as found:
                    times.bytes = len(found.read())
                times.seconds.append(time.monotonic() - began)
            table.add_row(
                page.replace(match, "MATCH"),
                times.quantile(0.5),
                times.quantile(0.99),
                times.quantile(1.0),
                f"{times.bytes / 1024:.0f}",
            )
    finally:
        ended(server)
    out.print(table)


def event(folder: Path, ladder: dict[str, object]) -> Path:
    folder.mkdir(parents=True)
    inner = {
        "name": "test",
        "rules": "classic,turn_limit=6",
        "time": "20+1",
        "tier": 3,
        "sets": 5,
        "seed": "x",
        **ladder,
    }
    text = 'title = "Benchmark"\nfolder = "run"\nrequests_a_second = 100000\n[ladder]\n'
    path = folder / "event.toml"
    path.write_text(text + "\n".join(f"{key} = {json.dumps(value)}" for key, value in inner.items()) + "\n")
    return path


def fill(store: Path, bots: int, games: int, rules: str = RULES) -> str:
    """Draw a ladder with the real scheduler's results; the name of a match whose first game can be looked at."""
    ladder_folder = LadderFolder.open(str(store), create=True)
    versions = [hashlib.sha256(f"bot{number}".encode()).hexdigest() for number in range(bots)]
    for number, version in enumerate(versions):
        owner = HOUSE if number == 0 else f"Team {number % 200}"
        note = {
            "bot": f"bot{number}",
            "number": 1,
            "version": version,
            "owner": owner,
            "submitted_ns": number,
        }
        ladder_folder.roster._submitted.add(note)
    rng = np.random.default_rng(1)
    strengths = Simulation(
        PlanQuestion(bots, 25.0, 2, 5, 10), rng, tables=lambda _: np.zeros((0, 2), np.int64)
    ).nats
    decisions, _ = decisions_of(rules, b"0123456789abcdef")
    records: list[GameRecord] = []
    first = ""
    now_ns = time.time_ns() - games * 1_000_000_000
    for number in range(games // 10):
        one, two = (int(bot) for bot in rng.choice(bots, 2, replace=False))
        pairing = Pairing((versions[one], versions[two]), f"{number}", 5, "drawn for the benchmark")
        match = pairing.named("test")
        first = first or match
        note = {
            "table": list(pairing.table),
            "label": pairing.label,
            "sets": 5,
            "reason": pairing.reason,
            "draw": [],
        }
        (store / "matches" / f"{match}.json").write_text(json.dumps(note))
        for game in range(1, 11):
            seed = (
                b"0123456789abcdef"
                if number == 0 and game == 1
                else rng.bytes(16)
                if game % 2
                else records[-1].seed
            )
            table = (one, two) if game % 2 else (two, one)
            won = rng.random() < 1.0 / (1.0 + np.exp(strengths[table[1]] - strengths[table[0]]))
            scores = (100, 90) if won else (90, 100)
            now_ns += 1_000_000_000
            records.append(
                drawn(
                    match,
                    game,
                    [versions[bot] for bot in table],
                    seed,
                    scores,
                    now_ns,
                    decisions if seed == b"0123456789abcdef" else [],
                    rules,
                )
            )
            if len(records) == A_PART:
                ladder_folder.games.append(records)
                records = [records[-1]] if game % 2 else []
    if records:
        ladder_folder.games.append(records)
    return first


def drawn(
    match: str,
    game: int,
    versions: list[str],
    seed: bytes,
    scores: tuple[int, int],
    now_ns: int,
    decisions: list[DecisionRecord],
    rules: str,
) -> GameRecord:
    ranks = ranks_after(scores, ("normal", "normal"))
    return sealed(
        GameRecord(
            match,
            game,
            (game + 1) // 2,
            rules,
            RULES_VERSION,
            GENERATOR,
            seed,
            b"",
            commitment_of(seed, b""),
            "20+1",
            "",
            3,
            now_ns,
            tuple(SeatRecord("bot", version, "normal", "") for version in versions),
            tuple(decisions),
            scores,
            ranks,
            False,
            "",
            b"",
        )
    )


def started(path: Path, workers: bool) -> tuple[str, subprocess.Popen[str]]:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [
        sys.executable,
        "-c",
        "from arena.cli import main; main()",
        "serve",
        str(path),
        "--port",
        str(port),
        "--jobs",
        "1",
    ]
    command += [] if workers else ["--no-workers"]
    environment = {**os.environ, "PYTHONSAFEPATH": "1", "PYTHONPATH": os.pathsep.join(sys.path[1:])}
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    assert server.stdout is not None
    assert "is at" in server.stdout.readline()
    return f"http://127.0.0.1:{port}", server


def ended(server: subprocess.Popen[str]) -> None:
    server.terminate()
    server.wait(60)


def resident_mb(pid: int) -> int:
    pages = int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1])
    return pages * 4096 // 1_000_000


def text_of(url: str) -> str:
    with urllib.request.urlopen(url) as found:
        text: str = found.read().decode()
        return text


def asked(url: str) -> list[dict[str, object]]:
    with urllib.request.urlopen(url) as found:
        answer: list[dict[str, object]] = json.load(found)
    return answer


if __name__ == "__main__":
    main()
