"""Can everybody use the pages? axe looks at each of them, light on a desk and dark on a phone."""

import os
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

from axe_playwright_python.base import AXE_SCRIPT

from arena.ladder.pairing import Pairing
from arena.web.games import name_of
from arena.web.models import CasualTable, Worker
from arena.web.organise import announce, rerun
from arena.web.work.checks import check_next
from arena.web.work.matches import draw_finals
from tests.web.browsing import log_in, needs_browser
from tests.web.events import RULES, Cast, cast, decisions_of, listening, live_game_at, played, version_of
from tests.web.serving import asked

SHOTS = os.environ.get("ARENA_SHOTS", "")
"""A folder for pictures of all pages, for whoever changes them: ARENA_SHOTS=shots pytest tests/web/test_access.py."""
PHONE = {"width": 390, "height": 800}
BY_LOOK = (
    "color-contrast",
    "link-in-text-block",
    "meta-viewport",
    "scrollable-region-focusable",
    "target-size",
)
"""Rules whose verdict depends on colours and on the size of the screen; the others need to be asked once."""
DESK = {"width": 1280, "height": 900}


def busy_event(folder: Path) -> Cast:
    """An event with something on every page."""
    stage = cast(folder, head="final = 2999-01-01T00:00:00Z", text="[finals]\nbest = 2\n")
    context = stage.context
    joined = Pairing((version_of("random"), version_of("lion")), "test 3", 1, "so that all are rated")
    context.ladder_folder.matches.choose(joined.named("test"), joined)
    for game, bots in enumerate((("random", "lion"), ("lion", "random")), start=1):
        context.ladder_folder.games.append([played(joined.named("test"), game, bots, f"{game:016}".encode())])
    again = Pairing((version_of("random"), version_of("crow")), "test 4", 1, "to be played again")
    context.ladder_folder.matches.choose(again.named("test"), again)
    context.ladder_folder.games.append([played(again.named("test"), 1, ("random", "crow"), b"1" * 16)])
    rerun(context, "Olga", again.named("test"), "a disk was full")
    announce(context, "Olga", "The finals are on Friday.")
    for bot in ("lion", "crow"):
        context.ladder_folder.keep(version_of(bot), b"packed")
    draw_finals(context)
    with context.database.session() as session:
        versions = ["", version_of("random")]
        session.add(
            CasualTable(
                member_id=2,
                team_id=1,
                created=time.time(),
                versions=versions,
                state="working",
                seed=b"live" * 4,
            )
        )
        give_up = Worker(
            name="tables-1", kind="tables", begun=0.0, alive=time.time() - 60.0, games=0, sentence=""
        )
        session.add(give_up)
    decisions, _ = decisions_of(RULES, b"live" * 4)
    turn = next(index for index, one in enumerate(decisions) if index > 4 and one.seat == 0)
    live_game_at(context, name_of(1), ("", "random"), turn)
    return replace(stage, annulled=again.named("test"))


def pages_of(stage: Cast) -> dict[str, list[str]]:
    """By role: what to look at."""
    game = f"/games/{stage.match}/1"
    return {
        "": ["/signup", "/login", "/", "/start", "/game", "/rules", "/nowhere"],
        "member": [
            "/leaderboard?show=all&sort=name", "/", "/bots/lion", "/games", game, f"{game}?move=100000", f"/games/{stage.live}/1",
            f"/games/{stage.annulled}/1", "/finals", "/play", "/play/1", "/me", "/submissions/1", "/api", "/health",
        ],
        "organiser": ["/admin", "/admin/people", game],
    }  # fmt: skip


def violations(page: Any, rules: tuple[str, ...]) -> list[str]:
    """What axe finds on a page, by all rules or by some, each with where it is."""
    page.evaluate(AXE_SCRIPT)
    options = {"resultTypes": ["violations"], **({"runOnly": list(rules)} if rules else {})}
    found = page.evaluate("options => axe.run(options).then(found => found.violations)", options)
    return [
        f"{one['id']}: {node['target']} {node['html'][:120]} {node['failureSummary']}"
        for one in found
        for node in one["nodes"]
    ]


@needs_browser
def test_axe_finds_nothing(browser: Any, tmp_path: Path) -> None:
    stage = busy_event(tmp_path)
    with listening(stage.context) as url:
        asked(f"{url}/api/v1/submissions?name=a.tar.gz", stage.tokens["member"], b"no archive")
        check_next(stage.context, "w")
        page = browser.new_page()
        found = {}
        for role, paths in pages_of(stage).items():
            browser.clear_cookies()
            if role:
                log_in(page, url, stage.tokens[role])
            for path in paths:
                for scheme, size, rules in (("light", DESK, ()), ("dark", PHONE, BY_LOOK)):
                    page.emulate_media(color_scheme=scheme)
                    page.set_viewport_size(size)
                    page.goto(f"{url}{path}")
                    page.wait_for_load_state()
                    page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })")
                    wrong = violations(page, rules)
                    wide = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
                    wrong += [f"{wide} pixels wider than the screen"] if wide > 0 else []
                    if wrong:
                        found[f"{role} {path} {scheme}"] = wrong
                    if SHOTS:
                        name = f"{role}-{path.strip('/').replace('/', '_')[:40]}-{scheme}.png".replace(
                            "?", "_"
                        )
                        page.screenshot(path=f"{SHOTS}/{name}", full_page=True)
        page.close()
    assert not found, "\n".join(f"{where}: {one}" for where, several in found.items() for one in several)
