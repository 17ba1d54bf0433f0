"""How quick is the board in a browser? Script of a step, first paint of a replay and the size of its frames.

Every game is played by the greedy policy, sent by a real server and stepped through in a real Chromium of 1280 by 800. `step` is the script
of one move, forced layout included; `all` is the whole work of the browser's main thread for it, style, layout and painting too, in
processor time.
"""

import argparse
import gzip
import json
import os
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any

from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).parent.parent
sys.path.append(str(ROOT))  # for the tests' games and browser; PYTHONPATH says which arena is measured

from arena.drawing import frames_of_record
from arena.ladder.pairing import Pairing
from arena.record import (
    DecisionRecord,
    GameRecord,
    SeatRecord,
    commitment_of,
    events_digest,
    ranks_after,
    sealed,
)
from arena.rules import GENERATOR, RULES_VERSION, GameConfig, State, new_game
from arena.search import greedy_choice
from arena.web.event_context import EventContext
from tests.web.board_page import DESK
from tests.web.browsing import chromium
from tests.web.events import event_toml, listening, version_of

ALL_MODULES = "classic+vizier+camps+bazaars+falconers+medina"
PALACE = "red-palace+camps+bazaars+medina"
GAMES = (
    "classic,players=2",
    f"{ALL_MODULES},players=4",
    "red-palace,players=4",
    f"{PALACE},players=4",
    f"{ALL_MODULES},players=6",
    f"{PALACE},players=6",
)
SEED = b"0123456789abcdef"
STEPS = """() => { const { board } = document.querySelector('[data-board]'); const spent = [];
    for (let move = 0; move <= board.game.last; move += 1) {
        const began = performance.now(); board.go(move, false); spent.push(performance.now() - began); }
    return spent; }"""
PAINTED_STEPS = """async () => { const { board } = document.querySelector('[data-board]'); board.go(0, false);
    const painted = () => new Promise(done => requestAnimationFrame(() => setTimeout(done)));
    for (let move = 1; move <= board.game.last; move += 1) { board.go(move, false); await painted(); } }"""
PAINTS = """() => { const of = name => performance.getEntriesByName(name)[0]?.startTime ?? NaN;
    return [of('first-contentful-paint'), of('board drawn')]; }"""


def main() -> None:
    """Measure every game, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--loads", type=int, default=5, help="how often a page is loaded for its first paint")
    options = parser.parse_args()
    load = os.getloadavg()[0]
    names = ("game", "moves", "kB", "gzip", "step median", "95 %", "longest", "all", "first paint", "board")
    table = Table(*names, box=None)
    with tempfile.TemporaryDirectory(prefix="arena-board-") as folder:
        context = EventContext.open(event_toml(Path(folder) / "event"))
        paths = {rules: added(context, number, rules) for number, rules in enumerate(GAMES)}
        with listening(context) as url, chromium(Path(folder) / "profile") as browser:
            for rules, (path, record) in paths.items():
                table.add_row(rules, *sizes(record), *measured(browser, f"{url}{path}", options.loads))
    out = Console(width=150)
    out.print(f"Times in ms, at a load of {load:.1f} before and {os.getloadavg()[0]:.1f} after")
    out.print(table)


def added(context: EventContext, number: int, rules: str) -> tuple[str, GameRecord]:
    """Add a game to the ladder; where its page is."""
    players = int(rules.rpartition("=")[2])
    bots = tuple(f"bot{number}{seat}" for seat in range(players))
    for bot in bots:
        context.ladder_folder.roster.enter(bot, version_of(bot), "Team", 1_000)
    pairing = Pairing(tuple(map(version_of, bots)), f"board {number}", 1, "to measure it")
    match = pairing.named("test")
    context.ladder_folder.matches.choose(match, pairing)
    decisions, state = played_greedily(rules)
    scores, normal = tuple(state.scores()), ("normal",) * players
    record = sealed(
        GameRecord(
            match=match,
            game=1,
            set=1,
            rules=rules,
            rules_version=RULES_VERSION,
            generator=GENERATOR,
            seed=SEED,
            salt=b"salt",
            commitment=commitment_of(SEED, b"salt"),
            time_control="20+1",
            limits="",
            tier=3,
            started_ns=time.time_ns(),
            seats=tuple(SeatRecord(bot, version_of(bot), "normal", "") for bot in bots),
            decisions=tuple(decisions),
            scores=scores,
            ranks=ranks_after(scores, normal),
            void=False,
            void_reason="",
            events_digest=events_digest(state),
        )
    )
    context.ladder_folder.games.append([record])
    return f"/games/{match}/1", record


def played_greedily(rules: str) -> tuple[list[DecisionRecord], State]:
    """A whole game of the greedy policy in every seat, and the state at its end."""
    state = new_game(GameConfig.parse(rules), SEED)
    decisions: list[DecisionRecord] = []
    while not state.is_over:
        legal = state.legal_actions()
        action = legal[greedy_choice(state.observe(state.seat), legal)]
        decisions.append(
            DecisionRecord(state.seat, str(action), 1, 1, 0, 5_000_000, False, 1 + len(decisions))
        )
        state.apply(action)
    return decisions, state


def sizes(record: GameRecord) -> tuple[str, str, str]:
    """Moves, and kilobytes of frames as they are and packed."""
    text = json.dumps(frames_of_record(record), ensure_ascii=False, separators=(",", ":")).encode()
    return str(len(record.decisions)), f"{len(text) / 1000:.0f}", f"{len(gzip.compress(text, 6)) / 1000:.0f}"


def measured(browser: Any, url: str, loads: int) -> tuple[str, ...]:
    """Steps through a whole game, then first paints with empty caches."""
    page = browser.new_page()
    page.set_viewport_size(DESK)
    opened(page, url)
    protocol = page.context.new_cdp_session(page)
    spent = sorted(page.evaluate(STEPS))
    protocol.send("Performance.enable", {"timeDomain": "threadTicks"})
    before = task_s(protocol)
    page.evaluate(PAINTED_STEPS)
    whole = 1000 * (task_s(protocol) - before) / (len(spent) - 1)
    protocol.send("Network.enable")
    protocol.send("Network.setCacheDisabled", {"cacheDisabled": True})
    paints = [paint(page, url) for _ in range(loads)]
    page.close()
    first, board = (median(column) for column in zip(*paints, strict=True))
    steps = median(spent), spent[int(0.95 * len(spent))], spent[-1], whole
    return *(f"{one:.1f}" for one in steps), f"{first:.0f}", f"{board:.0f}"


def task_s(protocol: Any) -> float:
    """Processor time of the page's main thread so far."""
    found = protocol.send("Performance.getMetrics")["metrics"]
    return float(next(one["value"] for one in found if one["name"] == "TaskDuration"))


def opened(page: Any, url: str) -> None:
    page.goto("about:blank")
    page.goto(url)
    page.wait_for_selector("[data-board][data-ready]", state="attached")


def paint(page: Any, url: str) -> tuple[float, float]:
    """When anything was painted first, and when the board was."""
    opened(page, url)
    while True:
        first, board = page.evaluate(PAINTS)
        if first == first and board == board:  # both are known
            return first, board
        page.wait_for_timeout(20)


if __name__ == "__main__":
    main()
