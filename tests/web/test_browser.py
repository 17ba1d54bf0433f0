"""Can people take part? In a real browser and from a shell, against a real server with all its workers.

One story after the other on one server: sign up, upload, climb, replay, be refused, play by hand, and the same from the command line.
"""

import json
import os
import re
import shutil
import urllib.parse
import urllib.request
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from arena.web.event_context import EventContext
from arena.web.organise import make_organiser
from tests.conftest import arena, free_port
from tests.web.browsing import needs_browser, signed_up
from tests.web.events import ROOT, bot_archive, event_toml
from tests.web.serving import Serving, asked, until

SHOWN = "[document.querySelector('[data-board]').board.at, document.querySelector('[data-board]').board.game.last]"


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    folder = tmp_path_factory.mktemp("event")
    house = [str(ROOT / "bots" / "random")]
    path = event_toml(folder, ladder={"bots": house, "rules": "classic,turn_limit=4"})
    port = free_port()
    with Serving(path, port) as serving:
        yield serving


@needs_browser
def test_a_person_takes_part(serving: Serving, browser: Any, tmp_path: Path) -> None:
    page = browser.new_page()
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda line: problems.append(line.text) if line.type == "error" else None)
    token = signed_up(page, serving.url, "Ada", "Lions")
    _upload_and_see_it_climb(page, tmp_path)
    match = _watch_a_replay(page, serving.url)
    _challenge(page, serving.url)
    _play_to_the_end(page, serving.url)
    assert problems == []
    page.get_by_role("button", name="Log out").click()
    signed_up(page, serving.url, "Bob", "Crows")
    answer = page.goto(f"{serving.url}/games/{match}/1/logs/0")
    other = page.goto(f"{serving.url}/games/{match}/1/logs/1")
    assert [answer.status, other.status] == [403, 403]
    assert "Only the bot's own team" in page.inner_text("main")
    _watch_without_javascript(page, serving.url)
    page.close()
    assert asked(f"{serving.url}/api/v1/me", token)["team"] == "Lions"


def _upload_and_see_it_climb(page: Any, folder: Path) -> None:
    (folder / "cub.tar.gz").write_bytes(bot_archive("cub", ROOT / "bots" / "greedy"))
    page.get_by_role("link", name="Go on").click()
    page.set_input_files("input[type=file]", str(folder / "cub.tar.gz"))
    page.get_by_role("button", name="Upload and check").click()
    page.wait_for_url("**/submissions/*")
    page.wait_for_selector("[data-state=taken]")
    steps = page.locator(".steps li.ok")
    assert steps.count() >= 6
    page.goto(page.url.split("/submissions")[0] + "/leaderboard")
    row = page.locator(".board tbody tr", has_text="cub")
    row.locator(".middle").wait_for()  # without a reload: the table refreshes itself
    assert "Lions" in row.inner_text()


def _watch_a_replay(page: Any, url: str) -> str:
    games = until(lambda: [one for one in asked(f"{url}/api/v1/games") if "normal" in one["terminations"]])
    cub = next(row["version"] for row in asked(f"{url}/api/v1/leaderboard") if row["bot"] == "cub")
    one = next(game for game in games if cub in game["versions"] and game["game"] == 1)
    page.goto(f"{url}/games/{one['match']}/1")
    page.wait_for_selector("[data-board][data-ready]")
    page.keyboard.press("ArrowRight")
    until(lambda: page.evaluate(SHOWN)[0] == 1)
    page.keyboard.press("End")
    until(lambda: len(set(page.evaluate(SHOWN))) == 1)
    assert "Scoring 3" in page.inner_text("[data-board]")
    return str(one["match"])


def _challenge(page: Any, url: str) -> None:
    """One's own bot plays at once, and the page goes on to the game by itself."""
    page.goto(f"{url}/play")
    page.get_by_label("Your bot").select_option(label="cub v1")
    page.get_by_role("button", name="Challenge").click()
    page.wait_for_url("**/games/table-*/1")
    page.wait_for_selector("[data-board][data-ready]")
    assert "unrated" in page.inner_text("main")


def _play_to_the_end(page: Any, url: str) -> None:
    page.goto(f"{url}/play")
    page.get_by_role("button", name="Sit down").click()
    until(lambda: _played_on(page))
    assert re.search(r"You (won|lost|share)", page.inner_text("main"))


def _played_on(page: Any) -> bool:
    """Do the next thing at a table; whether the game is over. The first offer of a turn takes money."""
    state = page.locator("[data-board]").get_attribute("data-state")
    if state == "asking":
        ready = page.locator("button[data-do=send]:enabled")
        (
            ready
            if ready.count()
            else page.locator("[data-board] .dock button[data-offer], [data-board] .time button[data-offer]")
        ).first.click()
    elif state == "news":
        page.locator("button[data-do=skip]").first.click()
    return bool(state == "over")


def _watch_without_javascript(page: Any, url: str) -> None:
    page.route("**/*.js", lambda route: route.abort())
    page.goto(f"{url}/games")
    page.locator(".games a").first.click()
    assert "Scoring 3" in page.content()


def test_the_command_line_takes_part(serving: Serving, tmp_path: Path) -> None:
    ours = partial(arena, XDG_CONFIG_HOME=str(tmp_path))
    context = EventContext.open(serving.file)
    organiser = make_organiser(context, f"Olga{os.getpid()}")
    (code,) = _codes(serving.file)
    token = _signed_up_by_form(serving.url, code)
    refused = ours("submit", str(ROOT / "bots" / "random"), "--to", serving.url)
    assert (refused.returncode, refused.stderr) == (2, f"arena: log in first: arena login {serving.url}\n")
    wrong = ours("login", serving.url, "--stdin", stdin="arena_wrong\n")
    assert (wrong.returncode, wrong.stderr) == (2, f"arena: {serving.url} says: There is no such token.\n")
    login = ours("login", serving.url, "--stdin", stdin=f"{token}\n")
    assert login.stdout == f"You are Cleo of Wolves at {serving.url}.\n", login.stderr
    kept = tmp_path / "arena" / "tokens.json"
    assert kept.stat().st_mode & 0o777 == 0o600
    bot = tmp_path / "wolf"
    shutil.copytree(ROOT / "bots" / "random", bot)
    (bot / "bot.toml").write_text((bot / "bot.toml").read_text().replace('"random"', '"wolf"'))
    sent = ours("submit", str(bot), "--to", serving.url)
    assert sent.returncode == 0, sent.stdout + sent.stderr
    assert "wolf v1 is on the ladder." in sent.stdout
    again = ours("submit", str(bot), "--to", serving.url)
    assert again.returncode == 1
    assert "this very content is on the ladder already" in again.stdout
    until(lambda: "wolf" in [row["bot"] for row in asked(f"{serving.url}/api/v1/leaderboard")])
    status = ours("status").stdout
    assert "Cleo of Wolves" in status
    assert "wolf v1" in status
    played = ours("challenge", "wolf", "random")
    assert played.returncode == 0, played.stderr
    page, *places = played.stdout.splitlines()
    assert page.startswith(f"Watch it at {serving.url}/games/table-")
    assert sorted(line.split()[1] for line in places) == ["random", "wolf"]
    until(lambda: "wolf v1" in ours("games", "--bot", "wolf").stdout)
    game = ours("games", "--bot", "wolf").stdout.splitlines()[1].split()[0]
    wrote = ours("log", game)
    assert (wrote.returncode, bool(wrote.stdout)) == (0, True), wrote.stderr
    assert ours("event", "announce", serving.file, "Hello all").returncode == 0
    out = ours("event", "disqualify", serving.file, "wolves", "--reason", "a test")
    assert out.returncode == 0, out.stderr
    out_of_it = ("wolf", None, "a test")
    until(
        lambda: (
            out_of_it
            in [
                (row["bot"], row["rank"], row["disqualified"])
                for row in asked(f"{serving.url}/api/v1/leaderboard")
            ]
        )
    )
    assert asked(f"{serving.url}/api/v1/me", organiser)["role"] == "organiser"
    context.close()


def _codes(file: Path) -> list[str]:
    made = arena("event", "codes", file, "--count", "1", "--json")
    return [one["code"] for one in json.loads(made.stdout)]


def _signed_up_by_form(url: str, code: str) -> str:
    form = urllib.parse.urlencode({"code": code, "name": "Cleo", "team": "Wolves"}).encode()
    with urllib.request.urlopen(f"{url}/signup", form) as answer:
        found = re.search(r"arena_[\w-]+", answer.read().decode())
    assert found is not None
    return found[0]
