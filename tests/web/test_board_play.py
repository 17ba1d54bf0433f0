"""Can somebody play every decision of every module by clicks alone, take steps back, and never face a frozen page?"""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.web.board_host import BoardHost, board_host
from tests.web.board_page import DESK, PHONE, Page, fits, keep_shot, opened, until, violations
from tests.web.browsing import needs_browser
from tests.web.by_hand import ByHand, board_of

pytestmark = needs_browser
ALL_MODULES = "classic+vizier+camps+bazaars+falconers+medina"
PALACE = "red-palace+camps+bazaars+medina"
AT_ONCE = "location.protocol === 'http:' && localStorage.setItem('arena at once', 'true')"


@pytest.fixture(scope="module")
def host() -> Iterator[BoardHost]:
    with board_host() as served:
        yield served


@pytest.fixture
def page(browser: Any) -> Iterator[Page]:
    one = browser.new_page()
    one.set_viewport_size(DESK)
    one.emulate_media(reduced_motion="reduce", color_scheme="light")
    one.add_init_script(AT_ONCE)
    yield one
    one.close()


def seated(page: Page, host: BoardHost, rules: str, seed: int = 41, query: str = "") -> ByHand:
    opened(page, host.seat(rules, seed) + query)
    return ByHand(page, seed)


@pytest.mark.parametrize(
    "rules",
    [
        "classic,players=2,turn_limit=8",
        f"{ALL_MODULES},players=4,turn_limit=8",
        f"{PALACE},players=2,turn_limit=6",
        "red-palace,players=4,turn_limit=8",
    ],
)
def test_a_short_game_is_played_by_clicks_alone(page: Page, host: BoardHost, rules: str) -> None:
    by_hand = seated(page, host, rules)
    by_hand.to_the_end()
    assert page.locator(".ended").is_visible()
    name = rules.split(",", maxsplit=1)[0].replace("+", "-")
    keep_shot(page, f"play-{name}-over")


@pytest.mark.soak
@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize(
    "rules",
    [f"{some},players={players}" for some in ("classic", ALL_MODULES, PALACE) for players in (2, 4)],
)
def test_a_whole_game_is_played_by_clicks_alone(page: Page, host: BoardHost, rules: str, seed: int) -> None:
    by_hand = seated(page, host, rules, seed)
    page.set_viewport_size(PHONE if seed == 2 else DESK)
    for number in range(2000):
        if not by_hand.click():
            break
        if number % 25 == 0:
            assert fits(page) == []
    assert by_hand.state() == "over"


def test_a_turn_is_staged_undone_and_sent(page: Page, host: BoardHost) -> None:
    by_hand = seated(page, host, "classic,players=2", 5)
    by_hand.until("slot")
    by_hand.settle()
    while board_of(page, "board.steps.length"):
        page.locator("[data-do=undo]").click()
        by_hand.settle()
    before = board_of(page, "JSON.stringify(board.now.frame)")
    moves = board_of(page, "board.game.last")
    page.locator(".slot.open").first.click()
    assert page.locator(".sheet .ways button").count() > 0
    keep_shot(page, "play-pay-desk")
    assert violations(page) == []
    page.keyboard.press("Escape")
    assert page.locator(".sheet").is_hidden()
    page.locator(".slot.open").first.click()
    page.locator(".sheet .ways button").first.click()
    until(page, "() => document.querySelectorAll('.staged li').length === 1")
    assert "You buy" in page.locator(".staged").inner_text()
    assert board_of(page, "board.game.last") == moves, "nothing is sent before the turn ends"
    page.keyboard.press("u")
    until(page, "() => document.querySelectorAll('.staged li').length === 0")
    assert board_of(page, "JSON.stringify(board.now.frame)") == before


def test_squares_glow_say_what_they_change_and_say_why_not(page: Page, host: BoardHost) -> None:
    by_hand = seated(page, host, "classic,players=2", 5)
    by_hand.until("square")
    page.locator(".spot").first.hover()
    assert "would pay" in page.locator(".told").inner_text()
    keep_shot(page, "play-place-desk")
    page.mouse.move(5, 5)
    box = page.locator(".seat[data-seat='0'] .city").bounding_box()
    page.mouse.click(box["x"] + box["width"] - 6, box["y"] + 6)
    until(page, "() => document.querySelector('.told a')")
    assert "/rules#8" in page.locator(".told a").get_attribute("href")
    keep_shot(page, "play-refused-desk")
    staged = page.locator(".staged li").count()
    held, spot = (
        page.locator(".in-hand button").first.bounding_box(),
        page.locator(".spot rect").first.bounding_box(),
    )
    page.mouse.move(held["x"] + 20, held["y"] + 20)
    page.mouse.down()
    page.mouse.move(spot["x"] + 10, spot["y"] + 12, steps=4)
    page.mouse.move(spot["x"] + spot["width"] / 2, spot["y"] + spot["height"] / 2, steps=4)
    page.mouse.up()
    until(page, "staged => document.querySelectorAll('.staged li').length === staged + 1", staged)


def test_a_turn_is_played_by_keyboard_alone(page: Page, host: BoardHost) -> None:
    by_hand = seated(page, host, "classic,players=2", 5)
    moves = board_of(page, "board.game.last")
    for _ in range(200):
        if by_hand.settle() != "asking" or board_of(page, "board.game.last") > moves:
            break
        page.keyboard.press("Tab")
        target = page.evaluate(
            """() => { const one = document.activeElement; const staged = document.querySelectorAll('.staged li').length;
                return (one.matches('[data-offer], .spot, [data-do=send]') || (!staged && one.matches('.slot.open'))) && !one.disabled; }"""
        )
        if target:
            page.keyboard.press("Enter")
            page.wait_for_timeout(30)
    assert board_of(page, "board.game.last") > moves


def test_a_phone_has_board_and_controls_on_one_screen(page: Page, host: BoardHost) -> None:
    page.set_viewport_size(PHONE)
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    by_hand = seated(page, host, f"{ALL_MODULES},players=4", 3)
    for what in ("slot", "pay", "square"):
        by_hand.until(what)
        assert fits(page) == [], what
        assert violations(page) == [], what
        keep_shot(page, f"play-{what}-phone-dark")


def test_a_phone_shows_the_guards_that_may_pay(page: Page, host: BoardHost) -> None:
    page.set_viewport_size(PHONE)
    opened(page, host.seat("red-palace,players=2", 3, verb="pay"))
    ByHand(page, 3).settle()
    keep_shot(page, "play-guard-phone")
    page.locator(".spot.edge").first.click(timeout=10_000)
    until(page, "() => document.querySelectorAll('.staged li').length > 0")


def test_what_others_did_is_played_back(browser: Any, host: BoardHost) -> None:
    fresh = browser.new_page()
    fresh.add_init_script("location.protocol === 'http:' && localStorage.clear()")
    tables = [host.seat("classic,players=3", 6, you=seat) for seat in (0, 1)]
    moved = [address for address in tables if host.games[address.rpartition("/")[2]].frames.moves]
    opened(fresh, moved[0])
    assert fresh.locator(".moves li.new").count() > 0
    assert ByHand(fresh, 1).settle() == "asking"
    fresh.close()


def test_a_turn_is_kept_while_the_server_is_away(page: Page, host: BoardHost) -> None:
    by_hand = seated(page, host, "classic,players=2", 8)
    moves = board_of(page, "board.game.last")
    by_hand.until("cards")
    page.locator(".quick [data-offer^='take ']").first.click()
    until(page, "() => document.querySelector('[data-do=send]')")
    host.away = True
    page.locator("[data-do=send]").click()
    until(page, "() => document.querySelector('.told').textContent.includes('kept')")
    keep_shot(page, "play-away-desk")
    host.away = False
    until(page, "moves => document.querySelector('[data-board]').board.game.last > moves", moves)
    assert by_hand.settle() == "asking"


def test_hints_resigning_and_the_guide(page: Page, host: BoardHost) -> None:
    by_hand = seated(page, host, "classic,players=2", 5, "?guide=1")
    assert by_hand.settle() == "asking"
    assert "city" in page.locator(".guide").inner_text()
    keep_shot(page, "play-guide-desk")
    page.locator("[data-do=guide-next]").click()
    page.locator("[data-do=guide-end]").click()
    page.locator("[data-do=hint]").click()
    until(page, "() => document.querySelectorAll('.sheet .ways button').length > 0")
    keep_shot(page, "play-hint-desk")
    page.locator(".sheet [data-do=cancel]").click()
    page.locator("[data-do=menu]").click()
    page.locator("[data-do=really]").click()
    page.locator("[data-do=resign]").click()
    until(page, "() => document.querySelector('.ended')")
    assert by_hand.state() == "over"
    assert violations(page) == []
    page.locator("[data-do=rematch]").click()
    page.wait_for_url("**/replay/again")
