"""Does the server hold against what strangers and other sites send?"""

import logging
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from starlette.types import Message

from arena.match.archive import MOST_PACKED_BYTES
from arena.web.guard import HEADERS, SMALL_BYTES, Buckets, Guard
from arena.web.pages.site import COOKIE, STATUSES
from arena.web.refusals import RequestRefused
from tests.web.events import CODE, Cast, ask_oddly, bot_archive, cast


@pytest.fixture
def stage(tmp_path: Path) -> Cast:
    return cast(tmp_path)


@pytest.fixture
def client(stage: Cast) -> Iterator[TestClient]:
    with stage.client(follow_redirects=False) as client:
        yield client


def logged_in(stage: Cast, client: TestClient, role: str) -> str:
    """Log in as a browser does; the session's secret for forms."""
    answer = client.post("/login", data={"token": stage.tokens[role], "next": "/me"})
    assert (answer.status_code, answer.headers["location"]) == (303, "/me")
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    found = re.search(r'name="csrf" value="([^"]+)"', client.get("/me").text)
    assert found is not None
    return found[1]


def test_every_answer_has_the_headers(stage: Cast, client: TestClient) -> None:
    for path in ("/", "/static/style.css", "/nowhere", "/api/v1/event", "/api/v1/nowhere", "/metrics"):
        answer = client.get(path)
        assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS, path
    assert "unsafe" not in HEADERS["Content-Security-Policy"]
    assert not re.search(r"<script(?! type=\"module\" src)|\son\w+=|style=", client.get("/").text)
    assert stage.client().app is not None


def test_a_form_needs_the_secret_of_its_session(stage: Cast, client: TestClient) -> None:
    csrf = logged_in(stage, client, "member")
    assert client.post("/me/tokens", data={"label": "x"}).status_code == 403
    assert client.post("/me/tokens", data={"label": "x", "csrf": "wrong"}).status_code == 403
    assert client.post("/me/tokens", data={"label": "x", "csrf": csrf}).status_code == 200
    files = {"bot": ("lion.tar.gz", bot_archive("lion"))}
    assert client.post("/submissions", files=files).status_code == 403
    assert client.post("/submissions", files=files, data={"csrf": csrf}).status_code == 303


def test_other_sites_cannot_send_forms(stage: Cast, client: TestClient) -> None:
    csrf = logged_in(stage, client, "organiser")
    for headers in ({"Origin": "http://evil.test"}, {"Sec-Fetch-Site": "cross-site"}, {"Origin": "null"}):
        assert client.post("/admin/pause", data={"csrf": csrf}, headers=headers).status_code == 403
        assert client.post("/login", data={"token": "x"}, headers=headers).status_code == 403
    assert not stage.context.now().paused
    good = {"Origin": "http://arena.test", "Sec-Fetch-Site": "same-origin"}
    assert client.post("/admin/pause", data={"csrf": csrf}, headers=good).status_code == 303
    assert stage.context.now().paused


def test_a_login_leads_nowhere_else(stage: Cast, client: TestClient) -> None:
    for target in ("//evil.test", "http://evil.test/", "/\\evil.test", "/a\nb", "javascript:alert(1)"):
        answer = client.post("/login", data={"token": stage.tokens["member"], "next": target})
        assert answer.headers["location"] == "/"
        client.cookies.delete(COOKIE)


def test_a_token_that_is_no_good_is_refused_and_led_nowhere(tmp_path: Path) -> None:
    """It would be shown at the login too, and lead from there to the login. The control shows no token."""
    with cast(tmp_path).client(follow_redirects=False) as client:
        for page in ("/", "/me", "/login"):
            answer = client.get(page, headers={"Authorization": "Bearer arena_old"})
            assert answer.status_code == 401
            assert "There is no such token." in answer.text
        assert client.get("/me").headers["location"] == "/login?next=/me"


def test_names_are_escaped_everywhere(stage: Cast, client: TestClient) -> None:
    evil = "<img src=x>'\"&{{7*7}}"
    answer = client.post("/signup", data={"code": CODE, "name": evil, "team": f"T{evil}"})
    assert answer.status_code == 200
    stage.context.ladder_folder.roster.enter("evil", "e" * 64, f"T{evil}", time.time_ns())
    headers = stage.headers("organiser")
    client.cookies.delete(COOKIE)
    time.sleep(1.5)
    pages = [
        answer.text,
        *(
            client.get(path, headers=headers).text
            for path in ("/leaderboard", "/admin", "/bots/evil", "/play")
        ),
    ]
    assert not [page for page in pages if "<img" in page]
    assert all("&lt;img src=x&gt;" in page for page in pages)
    assert all("Test &lt;i&gt;Open" in page for page in pages)


@pytest.mark.parametrize(
    ("path", "limit"),
    [
        ("/login", SMALL_BYTES),
        ("/api/v1/submissions", MOST_PACKED_BYTES),
        ("/submissions", MOST_PACKED_BYTES),
    ],
)
def test_bodies_are_counted_as_they_come(stage: Cast, client: TestClient, path: str, limit: int) -> None:
    """Nobody reads a body without end to its end."""
    chunk = b"x" * 2**20
    head = b'--x\r\nContent-Disposition: form-data; name="bot"; filename="a.zip"\r\n\r\n'
    sent: list[int] = []
    answers: list[Message] = []
    form = (
        b"multipart/form-data; boundary=x" if path == "/submissions" else b"application/x-www-form-urlencoded"
    )
    token = f"Bearer {stage.tokens['member']}".encode()
    headers = [(b"host", b"arena.test"), (b"content-type", form), (b"authorization", token)]
    scope = {
        "type": "http",
        "method": "POST",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"name=a.zip",
        "headers": headers,
        "client": ("192.0.2.1", 1),
        "scheme": "http",
        "server": ("arena.test", 80),
        "http_version": "1.1",
        "root_path": "",
    }

    async def receive() -> Message:
        assert sum(sent) <= limit + 8 * len(chunk), "it reads on for ever"
        body = head if path == "/submissions" and not sent else chunk
        sent.append(len(body))
        return {"type": "http.request", "body": body, "more_body": True}

    async def send(message: Message) -> None:
        answers.append(message)

    app = client.app

    async def ask() -> None:
        await app(scope, receive, send)

    assert client.portal is not None
    client.portal.call(ask)
    assert answers[0]["status"] == 413
    assert sum(sent) <= limit + 3 * len(chunk)


def test_a_body_that_is_announced_as_too_large_is_not_read(client: TestClient) -> None:
    answer = client.post("/login", content=b"x", headers={"Content-Length": str(SMALL_BYTES + 1)})
    assert answer.status_code == 413
    assert "64 KiB" in answer.text


def test_odd_requests_break_nothing(stage: Cast) -> None:
    with stage.client(raise_server_exceptions=False, follow_redirects=False) as client:
        assert ask_oddly(stage, client) == {}


def test_no_secret_is_logged(stage: Cast, client: TestClient, caplog: pytest.LogCaptureFixture) -> None:
    """Not even when everything is logged that can be."""
    caplog.set_level(logging.DEBUG)
    secrets = [*stage.tokens.values(), CODE, "arena_wrong"]
    for token in (*stage.tokens.values(), "arena_wrong"):
        client.post("/login", data={"token": token})
        client.get("/api/v1/me", headers={"Authorization": f"Bearer {token}"})
    client.post("/signup", data={"code": CODE, "name": "Eve", "team": "Elks"})
    ours = [one.getMessage() for one in caplog.records if not one.name.startswith("http")]  # not the client's
    assert not [line for line in ours for secret in secrets if secret in line]


def test_strangers_cannot_try_many_tokens(client: TestClient) -> None:
    answers = [client.post("/login", data={"token": f"arena_{number}"}) for number in range(30)]
    codes = [answer.status_code for answer in answers]
    assert codes[0] == 422
    assert codes[-1] == 429
    assert int(answers[-1].headers["retry-after"]) >= 1


def test_one_address_cannot_take_all(tmp_path: Path) -> None:
    stage = cast(tmp_path, requests_a_second=2)
    with stage.client() as client:
        assert isinstance(client.app, Guard)
        client.app._buckets._now_s = lambda: 0.0  # the time between requests is not what is tested
        codes = [client.get("/api/v1/event").status_code for _ in range(8)]
    assert codes == [200] * 6 + [429] * 2


def test_a_bucket_fills_again_and_forgets_the_oldest() -> None:
    now = [0.0]
    buckets = Buckets(2, 0.5, lambda: now[0])
    assert [buckets.take("a") for _ in range(3)] == [0.0, 0.0, 2.0]
    now[0] = 2.0
    assert [buckets.take("a"), buckets.take("b")] == [0.0, 0.0]
    for number in range(60_000):
        buckets.take(str(number))
    assert len(buckets._left) == 50_000


def test_the_guard_is_outermost(stage: Cast) -> None:
    assert isinstance(stage.client().app, Guard)


def test_what_is_counted_goes_by_route(stage: Cast, client: TestClient) -> None:
    client.get(f"/games/{stage.match}/1")
    client.get("/games/nowhere/1")
    client.get("/nowhere")
    text = client.get("/metrics").text
    assert 'arena_requests_total{route="/games/{match}/{game}",status="200"} 1.0' in text
    assert 'arena_requests_total{route="/games/{match}/{game}",status="404"} 1.0' in text
    assert "nowhere" not in text
    assert 'arena_queue{kind="games",state="working"} 1.0' in text
    assert 'arena_faults{kind="crash"} 1.0' in text
    assert "arena_games 2.0" in text


def test_every_refusal_has_a_status() -> None:
    assert set(STATUSES) == {RequestRefused, *RequestRefused.__subclasses__()}
