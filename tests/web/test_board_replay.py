"""Does the board show a recorded game as it was played, and does it follow keys, links and live games?"""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from arena.drawing import frame_of
from tests.golden.test_golden import GAMES
from tests.web.board_host import BoardHost, board_host
from tests.web.board_page import DESK, PHONE, Page, fits, keep_shot, opened, until, violations
from tests.web.browsing import needs_browser

pytestmark = needs_browser
FEW = ("classic-2", "all-4", "palace-camps-bazaars-medina")
SEEDS = {name: 1 + number for number, name in enumerate(GAMES)}
ALL_MODULES = "classic+vizier+camps+bazaars+falconers+medina"


@pytest.fixture(scope="module")
def host() -> Iterator[BoardHost]:
    with board_host() as served:
        yield served


def replay(page: Page, host: BoardHost, name: str, fragment: str = "") -> Page:
    """The replay of a golden game."""
    host.replay(GAMES[name], SEEDS[name])
    return opened(page, f"{host.url}/replay/{GAMES[name]}@{SEEDS[name]}{fragment}")


def at(page: Page) -> int:
    return int(page.locator(".where b").inner_text())


DRAWN = """() => Object.fromEntries([...document.querySelectorAll('.seat')].map(seat => [seat.dataset.seat, {
    points: seat.querySelector('.points').lastChild.textContent,
    tiles: [...seat.querySelectorAll('.layer-tiles > g title')].map(one => one.textContent).sort(),
    birds: seat.querySelectorAll('.layer-birds > g').length,
}]))"""


def whole_game(page: Page, host: BoardHost, name: str) -> None:
    """Go to the end of a game by keys, and compare what is drawn with the record."""
    game = host.replay(GAMES[name], SEEDS[name])
    replay(page, host, name)
    page.keyboard.press("End")
    until(
        page,
        "last => document.querySelector('.where b').textContent === String(last)",
        len(game.frames.moves),
    )
    last = page.evaluate("document.querySelector('[data-board]').board.game.frames.at(-1)")
    everybody = frozenset(range(game.state.config.players))
    assert last == json.loads(json.dumps(frame_of(game.state, everybody)))
    drawn = page.evaluate(DRAWN)
    for number, seat in last["seats"].items():
        assert drawn[number]["points"] == str(seat["score"])
        assert len(drawn[number]["tiles"]) == len(seat["city"])
        assert drawn[number]["birds"] == len(seat.get("falcons", {}))
    assert page.locator(".moves li[aria-current]").inner_text().split()[0] == str(len(game.frames.moves))
    assert fits(page) == []


@pytest.mark.parametrize("name", FEW)
def test_a_golden_game_is_replayed_to_its_end(browser: Any, host: BoardHost, name: str) -> None:
    page = browser.new_page()
    page.set_viewport_size(DESK)
    whole_game(page, host, name)
    keep_shot(page, f"replay-{name}-end-desk")
    page.set_viewport_size(PHONE)
    assert fits(page) == []
    keep_shot(page, f"replay-{name}-end-phone")
    page.close()


@pytest.mark.soak
def test_every_golden_game_is_replayed_to_its_end(browser: Any, host: BoardHost) -> None:
    page = browser.new_page()
    page.set_viewport_size(DESK)
    for name in GAMES:
        whole_game(page, host, name)
        for move in ("#move=20", "#move=60", "#move=90"):
            for size in (DESK, PHONE):
                page.set_viewport_size(size)
                replay(page, host, name, move)
                assert fits(page) == [], (name, move, size)
        page.set_viewport_size(DESK)
    page.close()


def test_no_key_is_lost_and_a_step_draws_what_changes(browser: Any, host: BoardHost) -> None:
    page = browser.new_page()
    page.set_viewport_size(DESK)
    replay(page, host, "all-4")
    page.keyboard.down("ArrowRight")
    for _ in range(199):
        page.keyboard.down("ArrowRight")  # as a key that is held down
    page.keyboard.up("ArrowRight")
    until(page, "() => document.querySelector('.where b').textContent === '200'")
    for _ in range(50):
        page.keyboard.down("ArrowLeft")
    page.keyboard.up("ArrowLeft")
    until(page, "() => document.querySelector('.where b').textContent === '150'")
    made = page.evaluate(
        """() => { const { board } = document.querySelector('[data-board]'); const counts = [];
            const seen = new MutationObserver(() => {}); seen.observe(board.board.root, { childList: true, subtree: true });
            const nodes = one => 1 + (one.querySelectorAll?.('*').length ?? 0);
            for (let move = 0; move <= board.game.last; move += 1) { board.go(move, false);
                counts.push(seen.takeRecords().flatMap(record => [...record.addedNodes]).reduce((all, one) => all + nodes(one), 0)); }
            return counts.sort((a, b) => a - b); }"""
    )
    everything = page.locator("[data-board] *").count()
    assert made[len(made) // 2] < everything / 4, "a step draws much more than what it changes"
    page.close()


@pytest.mark.parametrize("rules", [f"{ALL_MODULES},players=6", "red-palace+camps+bazaars+medina,players=6"])
def test_a_step_takes_less_than_a_sixtieth_of_a_second(browser: Any, host: BoardHost, rules: str) -> None:
    """On the largest games, over a whole one; in processor time, since a busy host is slow, not wrong."""
    host.replay(rules, 3)
    page = browser.new_page()
    page.set_viewport_size(DESK)
    opened(page, f"{host.url}/replay/{rules}@3")
    protocol = page.context.new_cdp_session(page)
    protocol.send("Performance.enable", {"timeDomain": "threadTicks"})
    before = main_thread_s(protocol)
    steps = page.evaluate(
        """() => { const { board } = document.querySelector('[data-board]');
            for (let move = 0; move <= board.game.last; move += 1) board.go(move, false);
            return board.game.last + 1; }"""
    )
    spent_ms = 1000 * (main_thread_s(protocol) - before) / steps
    assert 0 < spent_ms < 16
    page.close()


def main_thread_s(protocol: Any) -> float:
    """Processor time of the page's main thread so far."""
    found = {one["name"]: one["value"] for one in protocol.send("Performance.getMetrics")["metrics"]}
    return float(found["TaskDuration"])


def test_links_lead_to_a_move_and_keys_through_the_game(browser: Any, host: BoardHost) -> None:
    page = browser.new_page()
    page.set_viewport_size(DESK)
    replay(page, host, "classic-2", "#move=31")
    assert at(page) == 31
    page.keyboard.press("ArrowLeft")
    until(page, "() => location.hash === '#move=30'")
    page.keyboard.press("s")
    assert "Scoring" in page.locator(".told").inner_text()
    assert page.locator(".leads .explained li").count() > 2
    keep_shot(page, "replay-scoring-desk")
    page.keyboard.press("Shift+ArrowLeft")
    page.keyboard.press("w")
    assert page.locator(".longest").count() > 0
    page.keyboard.press("Home")
    assert at(page) == 0
    page.evaluate("location.hash = '#move=12'")
    until(page, "() => document.querySelector('.where b').textContent === '12'")
    page.locator(".moves [data-move='7']").click()
    assert at(page) == 7
    page.close()


def test_nothing_that_comes_is_told_before_its_time(browser: Any, host: BoardHost) -> None:
    page = browser.new_page()
    page.set_viewport_size(DESK)
    replay(page, host, "classic-2", "#move=20")
    assert page.locator(".moves [data-move]").count() == 20
    assert "hidden" in page.locator(".moves li").last.inner_text()
    assert page.locator(".told .after").count() == 0
    page.get_by_label("No spoilers").uncheck()
    assert page.locator(".moves [data-move='40']").count() == 1
    page.close()


def test_the_fountain_stays_where_it_is_unless_the_city_grows(browser: Any, host: BoardHost) -> None:
    page = browser.new_page()
    page.set_viewport_size(DESK)
    page.emulate_media(reduced_motion="reduce")
    replay(page, host, "classic-2")
    views = page.evaluate(
        """() => { const { board } = document.querySelector('[data-board]'); const seen = []; const heights = new Set();
            for (let move = 0; move <= board.game.last; move += 1) { board.go(move, false);
                const city = document.querySelector('.city'); seen.push(city.getAttribute('viewBox')); heights.add(city.clientHeight); }
            return { changes: seen.filter((one, i) => i && one !== seen[i - 1]).length, heights: heights.size, running: document.getAnimations().length }; }"""
    )
    assert views["changes"] <= 12
    assert views["heights"] == 1, "words changed the height of a city"
    assert views["running"] == 0, "somebody who wants no motion sees some"
    page.close()


def test_a_live_game_is_watched_through_its_end(browser: Any, host: BoardHost) -> None:
    address, game = host.live("classic+vizier,players=3", 7)
    for _ in range(10):
        game.step()
    page = opened(browser.new_page(), address)
    page.set_viewport_size(DESK)
    assert at(page) == 10
    for _ in range(5):
        count = len(game.frames.moves)
        game.step()
        game.tell("moves", {"from": count, "moves": game.frames.moves[count:]})
    until(page, "() => document.querySelector('.where b').textContent === '15'")
    page.keyboard.press("ArrowLeft")
    while not game.over:
        game.step()
    game.tell(
        "moves", {"from": len(game.frames.moves) - 1, "moves": game.frames.moves[-1:]}
    )  # some were missed
    until(
        page,
        "last => document.querySelector('.where').textContent.endsWith(String(last))",
        len(game.frames.moves),
    )
    assert at(page) == 14, "somebody who looks back is left in peace"
    page.keyboard.press("End")
    game.tell("over", {"result": {**game.result(), "text": "greedy 2 wins."}})
    until(page, "() => document.querySelector('.told .after')?.textContent === 'greedy 2 wins.'")
    assert at(page) == len(game.frames.moves)
    assert page.locator(".on-air").count() == 0
    page.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_a_replay(browser: Any, host: BoardHost, scheme: str) -> None:
    page = browser.new_page()
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    for name, size in (("classic-2", DESK), ("all-4", PHONE), ("palace-camps-bazaars-medina", DESK)):
        page.set_viewport_size(size)
        replay(page, host, name, "#move=70")
        assert violations(page) == [], (name, scheme)
        keep_shot(page, f"replay-{name}-{scheme}")
    page.close()
