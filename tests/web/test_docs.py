"""Does the documentation build without a broken link, and does its site work as files and at an event, asking nobody else?"""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

import arena.botkit
import arena.record
import arena.rules
import arena.search
from arena import documentation
from arena.web.app import create_app
from arena.web.guard import HEADERS
from tests.conftest import ROOT
from tests.conftest import arena as command
from tests.web.browsing import needs_browser
from tests.web.events import cast, listening

PHONE = {"width": 390, "height": 844}
PAGES = ("index", "game", "tutorial", "languages", "mcts", "api/rules", "cli")
"""What the browser looks at: a page of every sort. ARENA_SHOTS=FOLDER keeps pictures of all pages."""
SHOTS = os.environ.get("ARENA_SHOTS", "")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site as `make docs` builds it; a warning is an error."""
    folder = tmp_path_factory.mktemp("site")
    ran = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--quiet", "--site-dir", folder],
        cwd=ROOT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        check=False,
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return folder


@needs_browser
def test_the_site(built: Path, browser: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One test, since the site takes seconds to build."""
    texts = {path: path.read_text(encoding="utf-8") for path in built.rglob("*.html")}
    for path, text in texts.items():
        fetched = re.findall(
            r'<(?:script|link|img|source|iframe)[^>]*(?:src|href)="((?:https?:)?//[^"]+)', text
        )
        assert not fetched, path
        assert not re.search(r"<script>|<style|\sstyle=|\son\w+=", text), f"{path}: a policy would forbid it"
    for package in (arena.botkit, arena.record, arena.rules, arena.search):
        page = (built / "api" / f"{package.__name__.rpartition('.')[2]}.html").read_text(encoding="utf-8")
        missing = [name for name in package.__all__ if f'id="{package.__name__}.{name}"' not in page]
        assert not missing, package.__name__

    monkeypatch.setattr(documentation, "FOLDER", built)
    with listening(cast(tmp_path).context) as url:
        assert_readable(browser, built, f"{url}/docs")
    assert_readable(browser, built, built.as_uri(), PAGES[:1])


def assert_readable(browser: Any, built: Path, base: str, pages: tuple[str, ...] = PAGES) -> None:
    """No page is wider than a phone or stopped by its policy; dark is dark; the search finds something."""
    page = browser.new_page()
    wrong: list[str] = []
    page.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
    page.on("request", lambda asked: wrong.append(asked.url) if not asked.url.startswith(base[:12]) else None)
    if SHOTS:
        pages = tuple(
            path.relative_to(built).with_suffix("").as_posix() for path in sorted(built.rglob("*.html"))
        )
    for name in pages:
        for scheme, size in (("light", {"width": 1280, "height": 800}), ("dark", PHONE)):
            page.emulate_media(color_scheme=scheme)
            page.set_viewport_size(size)
            page.goto(f"{base}/{name}.html")
            wide = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
            assert wide <= 0, f"{name} is {wide} pixels wider than the screen"
            shade = page.evaluate("getComputedStyle(document.body).backgroundColor")
            assert (shade == "rgb(25, 24, 23)") == (scheme == "dark"), f"{name}: {shade}"
            if SHOTS:
                page.screenshot(path=f"{SHOTS}/{name.replace('/', '_')}-{scheme}.png", full_page=True)
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(f"{base}/index.html")
    assert found_by_search(page, "determinize") > 0
    page.close()
    assert wrong == []


def found_by_search(page: Any, word: str) -> int:
    """How many results there are. A key pressed before the index is there finds nothing, so the last one is pressed again."""
    box, results = page.locator(".md-search__input"), page.locator(".md-search-result__link")
    box.press_sequentially(word)
    for _ in range(100):
        if results.count():
            break
        page.wait_for_timeout(200)
        box.press("Backspace")
        box.press(word[-1])
    return int(results.count())


def test_an_event_serves_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "site"
    folder.mkdir()
    (folder / "index.html").write_text("the first page", encoding="utf-8")
    (folder / "404.html").write_text("no such page", encoding="utf-8")
    monkeypatch.setattr(documentation, "FOLDER", folder)
    with TestClient(create_app(cast(tmp_path / "event").context)) as client:
        assert_served(client)


def assert_served(client: TestClient) -> None:
    answer = client.get("/docs/")
    assert (answer.status_code, answer.text) == (200, "the first page")
    assert {name: answer.headers[name] for name in HEADERS} == HEADERS
    assert client.get("/docs", follow_redirects=False).status_code == 307
    assert client.get("/docs/nowhere.html").status_code == 404
    assert client.get("/docs/%2e%2e/event/event.toml").status_code == 404
    assert 'href="/docs/"' in client.get("/").text


def test_an_event_without_it_does_not_speak_of_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(documentation, "FOLDER", tmp_path / "nowhere")
    with TestClient(create_app(cast(tmp_path).context)) as client:
        assert client.get("/docs/").status_code == 404
        assert "/docs/" not in client.get("/").text


@pytest.fixture
def pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("index", "tutorial", "api/rules"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / f"{name}.html").touch()
    monkeypatch.setattr(documentation, "FOLDER", tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("page", "file"), [((), "index"), (("tutorial",), "tutorial"), (("api/rules.md",), "api/rules")]
)
def test_the_command_prints_and_opens_an_address(
    pages: Path, monkeypatch: pytest.MonkeyPatch, page: tuple[str, ...], file: str
) -> None:
    opened: list[str] = []

    def open_address(address: str) -> bool:
        opened.append(address)
        return True

    monkeypatch.setattr("webbrowser.open", open_address)
    ran = command("docs", *page)
    address = (pages / f"{file}.html").as_uri()
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, f"{address}\n", "")
    assert opened == [address]
    assert command("docs", *page, "--no-browser").stdout == f"{address}\n"
    assert opened == [address]


def test_without_a_browser_it_says_where_the_files_are(pages: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webbrowser.open", lambda _: False)
    ran = command("docs")
    assert ran.returncode == 0
    assert ran.stdout.endswith(f"The pages are in {pages}\n")


@pytest.mark.usefixtures("pages")
def test_a_page_that_is_not_there() -> None:
    ran = command("docs", "tutoral")
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr == "arena: PAGE: there is no page 'tutoral'; did you mean tutorial?\n"


def test_a_build_without_documentation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(documentation, "FOLDER", tmp_path)
    ran = command("docs")
    assert (ran.returncode, ran.stdout) == (1, "")
    assert "`make docs`" in ran.stderr
