"""Does a newcomer find out what the event is and how to begin? The first page, Start a bot, kits and documents."""

import io
import re
import subprocess
import sys
import zipfile
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from arena.match import kit_names, unpack_archive
from arena.match.content import content_hash
from arena.web.organise import freeze
from arena.web.prose import document, organisers_text
from tests.conftest import arena
from tests.web.browsing import log_in, needs_browser
from tests.web.events import Cast, cast, listening

ABOUT = """# Granada Cup
Built *by students*.

| day | what |
|---|---|
| 1 | kick-off |

<script>alert(1)</script>

<b onclick="x()">bold</b> [bad](javascript:alert(1)) [good](https://event.example/)
<img src="https://spy.example/x.png"><iframe src="/me"></iframe><form action="/logout"><input></form>
<a href="/me" style="position:fixed" class="button">style</a>
"""


def test_an_organisers_text_can_do_no_harm() -> None:
    html = str(organisers_text(ABOUT))
    assert "<h2>Granada Cup</h2>" in html  # one below the page's own heading
    assert "<td>kick-off</td>" in html
    assert '<a href="https://event.example/" rel="noopener noreferrer">good</a>' in html
    assert "<b>bold</b>" in html
    found = set(re.findall(r"<(\w+)", html))
    assert found.isdisjoint({"script", "img", "iframe", "form", "input", "style"})
    assert not re.search(r"<[^>]*(javascript:|onclick|style=|class=)", html)


def test_the_first_page_says_what_when_and_where(tmp_path: Path) -> None:
    soon = (datetime.now(UTC) + timedelta(days=2)).strftime("%Y-%m-%dT%H:%M:%SZ")
    head = f"tagline = 'Bots in Granada'\nfreeze = {soon}\nabout = '''{ABOUT}'''\nprizes = '''## Prizes\nA *mug*.'''"
    stage = cast(tmp_path, head=head, guests=3)
    with stage.client(follow_redirects=False) as client:
        page = client.get("/").text
        old = client.get("/?sort=name&show=all")
        assert (old.status_code, old.headers["location"]) == (307, "/leaderboard?sort=name&show=all")
    assert "Bots in Granada" in page
    assert "<h2>Granada Cup</h2>" in page
    assert "<em>mug</em>" in page
    assert re.search(rf'Submissions close</span> <strong data-countdown="{soon[:10]}', page)
    assert f'<time datetime="{soon}" data-local>' in page
    assert f'data-live="/games/{stage.live}/1"' in page  # the game under way is on the board
    assert [f'href="{path}"' in page for path in ("/play", "/start", f"/games/{stage.live}/1")] == [True] * 3


def test_without_a_game_under_way_the_last_one_is_shown_and_without_leave_none(tmp_path: Path) -> None:
    stage = cast(tmp_path, visibility="participants")
    with stage.context.database.session() as session:
        session.connection().exec_driver_sql("DELETE FROM glimpses")
    freeze(stage.context, "Olga")
    with stage.client() as client:
        seen = client.get("/", headers=stage.headers("rival")).text
        stranger = client.get("/").text
    assert f'data-frames="/games/{stage.match}/2/frames"' in seen
    assert "The last game" in seen
    assert not re.search(r"data-board|/bots/|/games/", stranger)


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Cast:
    return cast(tmp_path_factory.mktemp("event"))


@pytest.fixture(scope="module")
def client(stage: Cast) -> Any:
    with stage.client(follow_redirects=False) as client:
        yield client


@pytest.mark.parametrize("kit", kit_names())
def test_a_kit_is_what_the_command_makes(client: TestClient, tmp_path: Path, kit: str) -> None:
    answer = client.get(f"/kits/{kit}.zip?name=lion-{kit}")
    assert answer.headers["content-type"] == "application/zip"
    assert f'filename="lion-{kit}-{kit}.zip"' in answer.headers["content-disposition"]
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        assert {name.split("/")[0] for name in archive.namelist()} == {f"lion-{kit}"}
        assert {one.date_time for one in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
    (tmp_path / "kit.zip").write_bytes(answer.content)
    unpack_archive(tmp_path / "kit.zip", tmp_path / "unpacked")  # as an upload of it would be
    assert arena("bot", "new", str(tmp_path / f"lion-{kit}"), "--lang", kit).returncode == 0
    assert content_hash(tmp_path / "unpacked") == content_hash(tmp_path / f"lion-{kit}")


def test_a_kit_is_the_same_in_another_process(client: TestClient) -> None:
    code = (
        "import sys; from arena.match import zipped_kit; sys.stdout.buffer.write(zipped_kit('go', 'mybot'))"
    )
    other = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True).stdout
    assert client.get("/kits/go.zip").content == other


@pytest.mark.parametrize(
    ("path", "status", "sentence"),
    [
        ("/kits/cobol.zip", 404, "There is no kit for that language, only for cpp, go,"),
        ("/kits/go.zip?name=My%20Bot", 422, "The name of a bot has 1 to 40"),
        ("/kits/go.zip?name=..%2Fx", 422, "The name of a bot has 1 to 40"),
        (f"/kits/go.zip?name={'a' * 200}", 404, "There is no such page."),
    ],
)
def test_a_kit_that_is_not_there(client: TestClient, path: str, status: int, sentence: str) -> None:
    answer = client.get(path)
    assert (answer.status_code, sentence in answer.text) == (status, True)


def test_commands_name_this_event(stage: Cast, client: TestClient) -> None:
    page = client.get("/start").text
    assert "arena login http://arena.test\narena submit mybot --to http://arena.test" in page
    rules = str(stage.context.event.ladder.settings.config)
    assert f"arena bot check mybot --rules &#39;{rules}&#39; --time 20+1" in page
    token = client.post("/me/tokens", headers=stage.headers("member")).text
    assert "arena submit mybot --to http://arena.test" in token


def test_the_address_of_the_event_file_is_told_whatever_a_visitor_asked_for(tmp_path: Path) -> None:
    with cast(tmp_path, url="https://event.example/").client() as client:
        assert "arena login https://event.example\n" in client.get("/start", headers={"Host": "evil"}).text


def test_documents_lead_to_pages_that_are_there(client: TestClient) -> None:
    for name in ("game", "rules", "tutorial"):
        page = client.get(f"/{name}").text
        addresses = re.findall(r'(?:href|src|srcset)="(/[^"]*)"', page)
        wrong = {path: client.get(path).status_code for path in set(addresses)}
        del wrong["/health"]  # nobody is at work here
        assert {path: code for path, code in wrong.items() if code not in (200, 303)} == {}
    rules = str(document("rules", False))
    assert 'id="8.5"' in rules
    assert rules.count("<picture>") == 3
    linked = re.findall(r'href="/rules#([^"]+)"', str(document("game", False)))
    assert linked
    assert [one for one in linked if f'id="{one}"' not in rules] == []
    assert 'href="/docs/languages.html"' in str(document("tutorial", True))


@pytest.mark.parametrize(
    ("files", "status", "sentence"),
    [
        ({}, 422, "Choose a file first."),
        ({"bot": ("bot.rar", b"x")}, 422, "A bot comes as a .zip or a .tar.gz."),
        ({"bot": ("bot.zip", b"")}, 422, "The file is empty."),
    ],
)
def test_an_upload_that_is_refused_leads_back_to_the_upload(
    stage: Cast, client: TestClient, files: dict[str, Any], status: int, sentence: str
) -> None:
    answer = client.post("/submissions", files=files or {"other": ("x", b"")}, headers=stage.headers("rival"))
    assert answer.status_code == status
    upload = answer.text[answer.text.index('id="upload"') :]
    assert f'<p class="wrong" role="alert">{sentence}</p>' in upload
    assert 'action="/submissions"' in upload


@needs_browser
def test_in_a_browser(browser: Any, tmp_path: Path) -> None:
    """The countdown counts, moments are local, the board is drawn, and a refused upload can be tried again at once."""
    soon = (datetime.now(UTC) + timedelta(days=2, minutes=1)).strftime("%Y-%m-%dT%H:%M:%SZ")
    stage = cast(tmp_path, head=f"freeze = {soon}")
    (tmp_path / "bot.rar").write_bytes(b"x")
    with listening(stage.context) as url:
        page = browser.new_page()
        problems: list[str] = []
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.goto(url)
        page.wait_for_selector("[data-board][data-ready]")
        assert re.fullmatch(r"in 2 days 00:0[01]:\d\d", page.inner_text("[data-countdown]"))
        local = page.locator(".next time")
        assert "UTC" not in local.inner_text()
        assert "UTC" in local.get_attribute("title")
        log_in(page, url, stage.tokens["member"])
        page.goto(f"{url}/me")
        for _ in range(2):
            page.set_input_files("input[type=file]", str(tmp_path / "bot.rar"))
            page.get_by_role("button", name="Upload and check").click()
            page.wait_for_selector("#upload .wrong")
            assert page.inner_text("#upload .wrong") == "A bot comes as a .zip or a .tar.gz."
            assert page.get_by_role("button", name="Upload and check").is_enabled()
        page.close()
    assert problems == []
