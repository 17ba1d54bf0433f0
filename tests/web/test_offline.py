"""Is an exported game a page of its own? In a real browser, from a file, without a network; and in a notebook."""

import html
import json
from pathlib import Path
from typing import Any

import pytest

from arena.drawing import board_page, frames_of_record, record_page
from arena.rules import GameConfig, new_game
from tests.record.records import played_record
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
