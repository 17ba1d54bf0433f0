"""What does the line protocol cost? The greedy policy in JavaScript over gRPC and in lines of JSON, the same policy in the same games.

Both bots run in the sandbox, one processor, frozen between their turns, as in languages.py; rounds go through them in turn. What a decision takes is the
referee's clock and, because other programs on the host do not count there, the processor time of the bot with its bridge.
"""

import argparse
import os
import shutil
import statistics
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from arena.match.build import build_bot
from arena.match.manifest import Bot
from arena.match.recording_sandbox import RecordingSandbox
from arena.referee.loop import run_to_end
from arena.rules import compiled

sys.path.insert(0, str(Path(__file__).parent.parent))
from benchmarks.languages import Language, play

ROOT = Path(__file__).parent.parent
PROGRAM = """
import { createInterface } from "node:readline";
import protobuf from "protobufjs";
import { Policy } from "./policy.js";

const root = new protobuf.Root().loadSync("arena.proto", { keepCase: true });
const type = root.lookupType("arena.v1.ToBot");
const options = { enums: String, longs: String, defaults: true, oneofs: true };
let policy;
console.log(JSON.stringify({ hello: { protocol: 1 } }));
createInterface({ input: process.stdin }).on("line", (line) => {
  // The policy wants every field, and JSON leaves out those at 0.
  const heard = type.toObject(type.fromObject(JSON.parse(line)), options);
  if (heard.message === "welcome") policy = new Policy(heard.welcome.tiles);
  if (heard.message === "game_start") policy.newGame(heard.game_start);
  if (heard.message === "decision") {
    console.log(JSON.stringify({ answer: { id: heard.decision.id, index: policy.choose(heard.decision) } }));
  }
});
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--rounds", type=int, default=5, help="starts of each bot, two games each")
    options = parser.parse_args()
    with RecordingSandbox.open() as sandbox, tempfile.TemporaryDirectory() as work:
        bot = Bot.load(ROOT / "bots" / "greedy-node")
        built = build_bot(bot, sandbox, allow_network=True).folder
        folder = Path(work) / "lines"
        shutil.copytree(built, folder)
        (folder / "lines.js").write_text(PROGRAM, encoding="utf-8")
        Path(work).chmod(0o755)
        in_lines = replace(bot, run=(*bot.run[:-1], "lines.js"), lines=True)
        known = [Language("gRPC", bot, built), Language("lines", in_lines, folder)]
        for number in range(options.rounds):
            for one in known:
                run_to_end(play(sandbox, one, f"lines {number}".encode()))
        tier = sandbox.tier
    table = Table(
        "greedy in JavaScript", "start, ms", "answer, median ms", "processor, median ms", box=SIMPLE_HEAD
    )
    figures = [
        [statistics.median(values) / 1e6 for values in (one.start_ns, one.answer_ns, one.cpu_ns)]
        for one in known
    ]
    for one, (start, answer, cpu) in zip(known, figures, strict=True):
        table.add_row(one.name, f"{start:.0f}", f"{answer:.2f}", f"{cpu:.2f}")
    ratios = [lines / grpc for grpc, lines in zip(*figures, strict=True)]
    table.add_row("lines over gRPC", *(f"{ratio:.2f}" for ratio in ratios))
    Console().print(table)
    form = "compiled" if compiled else "interpreted"
    print(
        f"{options.rounds} starts and {len(known[0].answer_ns)} answers each, in turn, {tier}, Python {form}, "
        f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors."
    )


if __name__ == "__main__":
    main()
