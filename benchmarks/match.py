"""What does the referee cost? Refereed games with a trivial bot, next to a bare gRPC echo.

All rows have the same layout: an asyncio server in this process, and for each seat a process with a synchronous client that answers at
once, in a session of its own and on one processor. The echo sends the requests of a recorded game and gets answers of the same size
back. On a busy machine only the ratios mean anything: whatever is measured is measured many times over, each time right after the echo
and compared with that, and the median of these ratios is shown with their middle half.
"""

import argparse
import asyncio
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from arena.match.bot_process import BotProcess
from arena.match.deals import duplicate_deals
from arena.match.game import house_choice
from arena.match.manifest import Bot
from arena.match.session import Session
from arena.match.settings import MatchSettings, MatchTerms
from arena.proto import arena_pb2 as pb
from arena.record import NOTHING_SPENT, Allowance, DecisionRecord, TimeControl, verify
from arena.referee.game import GamePlan, GameReferee
from arena.referee.seat import BotSeat, Failure, Reply
from arena.referee.seat_server import SeatServer, Stream
from arena.rules import GameConfig, compiled
from arena.sandbox import Sandbox, SandboxRefused

ROOT = Path(__file__).parent.parent
FAKES = ROOT / "tests" / "fakes"
RANDOM = ROOT / "bots" / "random"
RULES = "classic,players=2"
SETTINGS = MatchSettings(GameConfig.parse(RULES), TimeControl.parse("600+10"))


@dataclass(frozen=True, slots=True)
class Row:
    """One way to ask and be answered."""

    name: str
    decisions: int
    per_second: float
    mean_us: float
    own_us: float  # processor time of this process, which tells something on a busy machine too
    p50_us: float
    p99_us: float
    ratio: tuple[float, float, float]  # of the time for a decision to that of the echo just before: quartiles


@dataclass(frozen=True, slots=True)
class Timing:
    """What one round measured, from its first answer to its last: what begins and ends a game is no decision's."""

    seconds: float
    own_s: float
    each_us: list[float]

    @property
    def decisions(self) -> int:
        return len(self.each_us) - 1

    @property
    def mean_us(self) -> float:
        return self.seconds * 1e6 / self.decisions


class Stopwatch:
    """The answers of one round, each with its time."""

    def __init__(self) -> None:
        self._each_us: list[float] = []
        self._answers: list[tuple[float, float]] = []

    def answered(self, asked: float) -> None:
        now = time.perf_counter()
        self._each_us.append((now - asked) * 1e6)
        self._answers.append((now, time.process_time()))

    def timing(self) -> Timing:
        (first, first_own), (last, last_own) = self._answers[0], self._answers[-1]
        return Timing(last - first, last_own - first_own, self._each_us)


def trivial_bot() -> Bot:
    """The first legal action, at once."""
    return Bot(FAKES, "first", ("python3", "bot.py"), (), "python", (), "", "0" * 64)


def plan(game: int) -> GamePlan:
    """The same game every time."""
    return GamePlan(game, SETTINGS, b"benchmark", b"salt", ("a", "b"))


class Refereed:
    """Whole games between two trivial bots that keep their seats."""

    def __init__(self, sandbox: Sandbox, ponder: bool) -> None:
        terms = MatchTerms("benchmark", 0, replace(SETTINGS, ponder=ponder))
        self._bot_processes = [
            BotProcess(sandbox, trivial_bot(), FAKES, terms, number) for number in range(2)
        ]
        self._games = 0
        self._last_id = 0

    async def start(self) -> None:
        for bot_process in self._bot_processes:
            fault = await bot_process.ready(b"benchmark")
            if fault is not None:
                raise SystemExit(fault.sentence)

    async def round(self) -> Timing:
        self._games += 1
        seats = [bot_process.player for bot_process in self._bot_processes if bot_process.player is not None]
        watch = Stopwatch()
        watched = [Watched(seat, watch) for seat in seats]
        played = await GameReferee(plan(self._games), watched, house_choice, self._last_id).play()
        self._last_id = played.last_id
        if played.faults:
            raise SystemExit(str(played.faults))
        return watch.timing()

    async def stop(self) -> None:
        for bot_process in self._bot_processes:
            await bot_process.leave()


class Watched:
    """A seat with a stopwatch."""

    def __init__(self, seat: BotSeat, watch: Stopwatch) -> None:
        self._seat = seat
        self._watch = watch
        self.tell = seat.tell
        self.unasked = seat.unasked

    async def ask(self, question: bytes, id: int, allowance: Allowance) -> Reply | Failure:
        asked = time.perf_counter()
        reply = await self._seat.ask(question, id, allowance)
        self._watch.answered(asked)
        return reply


class Mailbox:
    """Where an echo's answers go."""

    def __init__(self) -> None:
        self.messages: asyncio.Queue[bytes | None] = asyncio.Queue()

    def put(self, message: bytes | None) -> bool:
        self.messages.put_nowait(message)
        return True


class Echo:
    """The requests of one game, sent over bare streams to two processes like the bots', and nothing else done."""

    def __init__(self, folder: Path, questions: list[tuple[int, bytes]], like_a_bot: bool) -> None:
        self._folder = folder
        self._like_a_bot = like_a_bot
        self._questions = questions
        self._doors: list[SeatServer] = []
        self._streams: list[Stream] = []
        self._processes: list[subprocess.Popen[bytes]] = []

    async def start(self) -> None:
        cpus = sorted(os.sched_getaffinity(0))
        for number in range(2):
            door = SeatServer(time.monotonic_ns)
            path = str(self._folder / f"echo{number}{self._like_a_bot}")
            await door.open(f"unix:{path}")
            env = {**os.environ, "ARENA_SOCKET": path, "ARENA_TOKEN": door.token.decode()}
            # Like a bot: in a session of its own, since the kernel shares processors out by session first, and a client in ours
            # is woken sooner than any bot; and on one processor.
            command = [sys.executable, str(FAKES / "bot.py")]
            process = subprocess.Popen(command, env=env, start_new_session=self._like_a_bot)
            if self._like_a_bot:
                os.sched_setaffinity(process.pid, {cpus[number % len(cpus)]})  # as the sandbox does
            self._processes.append(process)
            entered = await door.entered(10.0)
            if not isinstance(entered, Stream):
                raise SystemExit("the echo's client did not come")
            self._doors.append(door)
            self._streams.append(entered)

    async def round(self) -> Timing:
        watch = Stopwatch()
        inboxes = [Mailbox() for _ in self._streams]
        for stream, inbox in zip(self._streams, inboxes, strict=True):
            stream.inbox.put = inbox.put  # type: ignore[method-assign]  # past the referee's own
        for seat, question in self._questions:
            asked = time.perf_counter()
            await self._streams[seat]._context.write(question)
            await inboxes[seat].messages.get()
            watch.answered(asked)
        return watch.timing()

    async def stop(self) -> None:
        for process in self._processes:
            process.kill()
            process.wait()
        for door in self._doors:
            await door.close()


class Overheard:
    """A seat that plays the first action itself and keeps what it was asked."""

    def __init__(self, number: int, questions: list[tuple[int, bytes]]) -> None:
        self._number = number
        self._questions = questions

    async def tell(self, message: bytes) -> None:
        del message

    async def ask(self, question: bytes, id: int, allowance: Allowance) -> Reply | Failure:
        del allowance
        self._questions.append((self._number, question))
        return Reply(pb.Answer(id=id, index=0), NOTHING_SPENT)

    def unasked(self) -> None:
        return None


async def one_game_of_questions() -> tuple[list[tuple[int, bytes]], float]:
    """The requests of the game that is measured, and the seconds it takes with nobody at the other end."""
    questions: list[tuple[int, bytes]] = []
    started = time.perf_counter()
    await GameReferee(plan(1), [Overheard(seat, questions) for seat in range(2)], house_choice, 0).play()
    return questions, time.perf_counter() - started


async def measure(rounds: int, games: int) -> dict[str, object]:
    """All rows, round by round in turn, and then a match."""
    load = os.getloadavg()[0]
    await one_game_of_questions()
    questions, alone_s = await one_game_of_questions()
    result: dict[str, object] = {
        "compiled": compiled,
        "processors": len(os.sched_getaffinity(0)),
        "load": load,
        "decisions a game": len(questions),
        "bytes a request": sum(len(question) for _, question in questions) // len(questions),
        "rules and messages alone, us": alone_s * 1e6 / len(questions),
    }
    with tempfile.TemporaryDirectory() as folder, Sandbox.open(no_sandbox=True) as bare:
        echo = Echo(Path(folder), questions, like_a_bot=True)
        runs: dict[str, Echo | Refereed] = {
            "echo, not pinned": Echo(Path(folder), questions, like_a_bot=False),
            "referee": Refereed(bare, ponder=True),
        }
        jail = None
        with suppress(SandboxRefused):
            jail = Sandbox.open()
            runs["referee, sandbox"] = Refereed(jail, ponder=True)
            runs["same, frozen idle"] = Refereed(jail, ponder=False)
        try:
            result["tier"] = jail.tier.number if jail is not None else 3
            result["rows"] = [asdict(row) for row in await rows(echo, runs, rounds)]
            result["match"] = await match(jail or bare, games) if games else None
        finally:
            if jail is not None:
                jail.close()
    return result


async def rows(echo: Echo, runs: dict[str, "Echo | Refereed"], rounds: int) -> list[Row]:
    """In each round every run once, right after the echo; a first round does not count."""
    pairs: dict[str, list[tuple[Timing, Timing]]] = {name: [] for name in runs}
    try:
        for run in (echo, *runs.values()):
            await run.start()
            await run.round()
        for _ in range(rounds):
            for name, run in runs.items():
                pairs[name].append((await echo.round(), await run.round()))
    finally:
        for run in (echo, *runs.values()):
            await run.stop()
    bare = [bare for measured in pairs.values() for bare, _ in measured]
    return [
        row("echo", bare, [1.0] * len(bare)),
        *(
            row(
                name,
                [timing for _, timing in measured],
                [one.mean_us / bare.mean_us for bare, one in measured],
            )
            for name, measured in pairs.items()
        ),
    ]


def row(name: str, timings: list[Timing], ratios: list[float]) -> Row:
    each = sorted(time_us for timing in timings for time_us in timing.each_us)
    mean_us = statistics.median(timing.mean_us for timing in timings)
    own_us = statistics.median(timing.own_s * 1e6 / timing.decisions for timing in timings)
    low, middle, high = statistics.quantiles(ratios, n=4, method="inclusive")
    return Row(
        name,
        len(each),
        1e6 / mean_us,
        mean_us,
        own_us,
        each[len(each) // 2],
        each[len(each) * 99 // 100],
        (low, middle, high),
    )


async def match(sandbox: Sandbox, games: int) -> dict[str, float]:
    """Random against random in one worker, frozen when not asked; every game has a deal of its own, so each bot starts once."""
    bots = (Bot.load(RANDOM), Bot.load(RANDOM))
    deals = [seating for seating in duplicate_deals(2, 2 * games, b"benchmark") if seating.order == (0, 1)]
    started = time.perf_counter()
    session = Session(sandbox, MatchTerms("benchmark", 0, SETTINGS), bots)
    records = [await session.play(seating) for seating in deals]
    await session.close("the match is over")
    seconds = time.perf_counter() - started
    decisions: list[DecisionRecord] = [one for record in records for one in record.decisions]
    if any(verify(record) for record in records):
        raise SystemExit("a record does not verify")
    return {
        "games": games,
        "seconds": seconds,
        "games per second": games / seconds,
        "decisions": len(decisions),
    }


def show(result: dict[str, object], console: Console) -> None:
    form = "compiled" if result["compiled"] else "interpreted"
    title = f"A decision: asked, answered, applied (rules {form})"
    table = Table(title=title, box=SIMPLE_HEAD, pad_edge=False, collapse_padding=True)
    for column in ("", "a second", "own µs", "p50 µs", "p99 µs", "× echo (middle half)"):
        table.add_column(column, justify="left" if not column else "right", no_wrap=True)
    for one in result["rows"]:  # type: ignore[attr-defined]
        table.add_row(
            one["name"],
            f"{one['per_second']:,.0f}",
            f"{one['own_us']:,.0f}",
            f"{one['p50_us']:,.0f}",
            f"{one['p99_us']:,.0f}",
            f"{one['ratio'][1]:.2f} ({one['ratio'][0]:.2f} to {one['ratio'][2]:.2f})",
        )
    console.print(table)
    console.print(
        f"Own: processor time of the referee's process. {result['processors']} processors; load at the start {result['load']:.1f}."
    )
    console.print(
        f"{result['decisions a game']} decisions a game, {result['bytes a request']} bytes a request; "
        f"rules and messages alone take {result['rules and messages alone, us']:,.0f} µs a decision."
    )
    if isinstance(result["match"], dict):
        console.print(
            f"Random against random, {result['match']['games']} games, {result['match']['decisions']:,} decisions, tier "
            f"{result['tier']}, frozen when not asked, one start of each bot: "
            f"{result['match']['games per second']:.1f} games a second."
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=25)
    parser.add_argument("--games", type=int, default=100, help="of the match at the end; 0 leaves it out")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    if options.rounds < 2:
        parser.error("--rounds: two at least")
    result = asyncio.run(measure(options.rounds, options.games))
    if options.json:
        print(json.dumps(result, indent=2))
    else:
        show(result, Console())


if __name__ == "__main__":
    main()
