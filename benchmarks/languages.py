"""What does a language cost? Start, answer time, memory and lines of the greedy bot in six languages.

Every bot runs in the sandbox, one processor, frozen between its turns, and plays the same games against the house's greedy policy, which is
asked in this process. All make the same moves, so all are asked the same. Rounds go through the languages in turn, so that a busy moment of the host
falls on all of them; medians over all rounds are shown. `--write` puts the table into docs/languages.md.
"""

import argparse
import json
import os
import re
import statistics
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from arena.match.bot_process import BotProcess
from arena.match.build import BuildFailed, build_bot
from arena.match.game import house_choice
from arena.match.manifest import Bot
from arena.match.recording_sandbox import RecordingSandbox
from arena.match.settings import MatchSettings, MatchTerms
from arena.proto import arena_pb2 as pb
from arena.record import Allowance, TimeControl
from arena.referee.loop import run_to_end
from arena.referee.seat import BotSeat, Reply
from arena.rules import GameConfig, State, compiled, new_game
from arena.wire import chosen, decision_bytes

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "languages.md"
LANGUAGES = {"Python": "greedy", "C++": "greedy-cpp", "Go": "greedy-go", "Java": "greedy-java"}
LANGUAGES |= {"JavaScript": "greedy-node", "Rust": "greedy-rust"}
ALL = "classic+vizier+camps+bazaars+falconers+medina"
RULES = ("classic,players=2", f"{ALL},players=2")
CONTROL = TimeControl.parse("600+10")
TERMS = MatchTerms("languages", 0, MatchSettings(GameConfig.parse(RULES[0]), CONTROL))
# What the others have in their own folders is part of arena in Python.
_GREEDY = (
    "arena/search/greedy.py",
    "arena/search/greedy_city.py",
    "arena/search/greedy_numbers.py",
    *(str(path) for path in sorted(Path("arena/search/values").glob("*.py"))),
)
ELSEWHERE = {"Python": ("arena/botkit", *_GREEDY)}
SOURCES = {".py", ".cc", ".h", ".go", ".java", ".js", ".rs"}
GENERATED = re.compile(r"arenapb/|src/arena\.rs|\.pb\.")
BEGIN, END = "<!-- measured -->\n", "<!-- /measured -->\n"


@dataclass
class Language:
    """What was measured of one bot."""

    name: str
    bot: Bot
    folder: Path
    start_ns: list[int] = field(default_factory=list)
    answer_ns: list[int] = field(default_factory=list)
    cpu_ns: list[int] = field(default_factory=list)
    peak_bytes: list[int] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table."""

    language: str
    start_ms: float
    median_us: float
    p99_us: float
    cpu_us: float
    memory_mb: float
    lines: int


async def play(sandbox: RecordingSandbox, language: Language, seed: bytes) -> None:
    """One process, one game of each kind, the bot in seat 0."""
    bot_process = BotProcess(sandbox, language.bot, language.folder, TERMS, 0)
    try:
        begun = time.monotonic_ns()
        fault = await bot_process.ready(seed)
        language.start_ns.append(time.monotonic_ns() - begun)
        if fault is not None or bot_process.player is None:
            raise SystemExit(f"{language.name}: {fault}")
        for number, rules in enumerate(RULES, start=1):
            await _game(language, bot_process.player, number, new_game(GameConfig.parse(rules), seed))
        peak = sandbox.launched[-1].usage().memory_peak_bytes
        language.peak_bytes += [peak] if peak is not None else []
    finally:
        await bot_process.leave()


async def _game(language: Language, player: BotSeat, number: int, state: State) -> None:
    start = pb.GameStart(game=number, rules=str(state.config), players=2, bots=["bot", "house"])
    await player.tell(pb.ToBot(game_start=start).SerializeToString())
    told, id = 0, number * 10_000
    while not state.is_over:
        wanted = house_choice(state)
        if state.seat == 0:
            id += 1
            fresh = state.history(0)[told:]
            told += len(fresh)
            legal = state.legal_actions()
            banks = [CONTROL.bank_ns] * 2
            question = decision_bytes(id, number, state.observe(0), fresh, legal, banks, CONTROL.increment_ns)
            reply = await player.ask(question, id, Allowance(CONTROL.bank_ns))
            if not isinstance(reply, Reply) or chosen(reply.answer, legal) != wanted:
                raise SystemExit(f"{language.name}: decision {id} was not answered with {wanted}")
            language.answer_ns.append(reply.spent.wall_ns)
            language.cpu_ns.append(reply.spent.cpu_ns)
        state.apply(wanted)


def lines(folder: Path) -> int:
    """Lines of source that are not blank, without what is generated."""
    files = [folder] if folder.is_file() else [path for path in folder.rglob("*") if path.suffix in SOURCES]
    own = [path for path in files if not GENERATED.search(path.as_posix())]
    own = [path for path in own if "node_modules" not in path.parts and not path.name.endswith(".d.ts")]
    return sum(bool(line.strip()) for path in own for line in path.read_text(encoding="utf-8").splitlines())


def row(language: Language) -> Row:
    return Row(
        language.name,
        statistics.median(language.start_ns) / 1e6,
        statistics.median(language.answer_ns) / 1e3,
        statistics.quantiles(language.answer_ns, n=100)[98] / 1e3,
        statistics.median(language.cpu_ns) / 1e3,
        statistics.median(language.peak_bytes) / 2**20 if language.peak_bytes else 0.0,
        lines(language.bot.folder) + sum(lines(ROOT / path) for path in ELSEWHERE.get(language.name, ())),
    )


def cells(one: Row) -> list[str]:
    figures = (one.start_ms, one.median_us / 1e3, one.p99_us / 1e3, one.cpu_us / 1e3, one.memory_mb)
    start, median, p99, cpu, memory = figures
    return [
        one.language,
        f"{start:.0f}",
        f"{median:.2f}",
        f"{p99:.2f}",
        f"{cpu:.2f}",
        f"{memory:.0f}",
        str(one.lines),
    ]


HEAD = [
    "language",
    "start, ms",
    "answer, median ms",
    "p99 ms",
    "processor, median ms",
    "memory, MiB",
    "lines",
]


def write(rows: Sequence[Row], said: str) -> None:
    """Put the table into the page, between its marks."""
    table = [HEAD, ["---"] + ["---:"] * (len(HEAD) - 1), *map(cells, rows)]
    text = "".join(f"| {' | '.join(line)} |\n" for line in table)
    page = PAGE.read_text(encoding="utf-8")
    before, rest = page.split(BEGIN)
    _, after = rest.split(END)
    PAGE.write_text(f"{before}{BEGIN}{text}\n{said}\n{END}{after}", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--rounds", type=int, default=5, help="starts of each bot, two games each")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--write", action="store_true", help="put the table into docs/languages.md")
    options = parser.parse_args()
    with RecordingSandbox.open() as sandbox:
        known = []
        for name, folder in LANGUAGES.items():
            bot = Bot.load(ROOT / "bots" / folder)
            try:
                known.append(Language(name, bot, build_bot(bot, sandbox, allow_network=True).folder))
            except BuildFailed as missing:
                raise SystemExit(f"{name}: {missing}") from None
        for number in range(options.rounds):
            for language in known:
                run_to_end(play(sandbox, language, f"languages {number}".encode()))
        tier = sandbox.tier
    rows = [row(language) for language in known]
    form = "compiled" if compiled else "interpreted"
    said = (
        f"{options.rounds} starts and {len(known[0].answer_ns)} answers each, in turn, {tier}, Python {form}, "
        f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors."
    )
    if options.json:
        print(json.dumps({"rows": [asdict(one) for one in rows], "said": said}, indent=2))
    else:
        table = Table(*HEAD, box=SIMPLE_HEAD)
        for one in rows:
            table.add_row(*cells(one))
        Console().print(table)
        print(said)
    if options.write:
        write(rows, said)


if __name__ == "__main__":
    main()
