"""Is an exported game a page of its own? In a real browser, from a file, without a network; and in a notebook."""

import html
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from arena.drawing import board_page, frames_of_record, record_page
from arena.record import BotInfo
from arena.review import Reviewer, reviewed_frames
from arena.rules import GameConfig, new_game
from tests.record.records import played_record
from tests.review.games import with_mistake
from tests.web.board_page import DESK, PHONE, fits, keep_shot, opened, violations
from tests.web.browsing import needs_browser
from tests.web.serving import until

ALL = "classic+vizier+camps+bazaars+falconers+medina,players=4"
BOARD = "document.querySelector('[data-board]').board"


@needs_browser
@pytest.mark.parametrize("rules", [ALL, "red-palace,players=2"])
def test_a_file_shows_the_game_offline(browser: Any, tmp_path: Path, rules: str) -> None:
    record = played_record(rules, 3)
    file = tmp_path / "game.html"
    file.write_text(record_page(record), encoding="utf-8")
    page = browser.new_page()
    problems: list[str] = []
    asked: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda line: problems.append(line.text) if line.type == "error" else None)
    page.on("request", lambda request: asked.append(request.url))
    page.goto(file.as_uri())
    page.wait_for_selector("[data-board][data-ready]")
    page.keyboard.press("End")
    until(lambda: page.evaluate(f"{BOARD}.at") == len(record.decisions))
    shown = page.inner_text("[data-board]")
    assert all(str(score) in shown for score in record.scores)
    assert problems == []
    assert asked == [file.as_uri()]
    page.close()


@needs_browser
def test_a_file_shows_the_review_and_what_the_bots_thought(browser: Any, tmp_path: Path) -> None:
    record = played_record("classic,players=2,turn_limit=8", 2)
    infos = [BotInfo(win=0.3 + 0.01 * number, text="hm").packed() for number in range(len(record.decisions))]
    thinking = [replace(one, info=info) for one, info in zip(record.decisions, infos, strict=True)]
    record = replace(record, decisions=tuple(thinking))
    reviews = [with_mistake(Reviewer(30).review(record, seat)) for seat in (0, 1)]
    number = next(one.number for one in reviews[1].decisions)
    file = tmp_path / "game.html"
    file.write_text(board_page(reviewed_frames(record, reviews), "A game"), encoding="utf-8")
    page = browser.new_page()
    page.set_viewport_size(DESK)
    opened(page, f"{file.as_uri()}#move={len(record.decisions)}")
    assert page.locator(".thought").count() == 2
    assert page.locator(".area").count() == 2
    page.locator(f".slip-mark[data-at='{number}']").dispatch_event("pointerdown")
    assert page.evaluate(f"{BOARD}.at") == number - 1
    told = page.locator(".verdict-words").inner_text()
    assert "Better:" in told
    assert "of a win" in told
    assert page.locator(".marked.better, .verdict.better").count() > 0
    assert page.locator(".marked.played, .verdict.played").count() > 0
    assert violations(page) == []
    keep_shot(page, "review-mistake-desk")
    page.set_viewport_size(PHONE)
    assert fits(page) == []
    keep_shot(page, "review-mistake-phone")
    page.keyboard.press("ArrowRight")
    assert page.evaluate(f"{BOARD}.at") == number
    assert page.locator(".marked, .verdict").count() == 0
    page.close()


def test_a_page_is_small_and_holds_no_reference() -> None:
    page = record_page(played_record(ALL, 3))
    assert len(page.encode()) < 1_000_000
    assert "src=" not in page
    assert "<link" not in page
    assert "import {" not in page
    assert "\nexport " not in page


def test_names_cannot_break_out_of_the_page() -> None:
    record = played_record("classic,players=2", 3, stop_after=4)
    frames = frames_of_record(record)
    frames["names"] = ["</script><script>alert(1)</script>", "<!--"]
    page = board_page(frames, "</title><b>")
    assert "alert(1)</script>" not in page
    assert "</title><b>" not in page
    inside = page.split('type="application/json">')[1].split("</script>")[0]
    assert json.loads(inside)["names"] == frames["names"]


def test_records_and_states_show_themselves_in_notebooks() -> None:
    record = played_record("classic,players=2", 3, stop_after=4)
    state = new_game(GameConfig.parse("red-palace,players=3"), 5)
    for value in (record, state):
        shown = value._repr_html_()
        assert shown.startswith('<iframe srcdoc="')
        page = html.unescape(shown.split('srcdoc="')[1].split('" title=')[0])
        assert page.startswith("<!doctype html>")
        assert "data-board" in page
