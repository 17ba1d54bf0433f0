"""Is every request over HTTP answered, and none with an error of the server? Seeded changes to good ones."""

import random
from pathlib import Path
from urllib.parse import unquote, urlencode

import pytest
from starlette.testclient import TestClient
from starlette.types import Message

from arena.web.guard import Buckets
from tests.fuzz.mutations import ODD_BYTES, ODD_VALUES, mutated_bytes
from tests.web.events import CODE, Cast, bot_archive, cast
from tests.web.test_routes import TABLE

FIELDS = (
    "csrf",
    "code",
    "name",
    "team",
    "token",
    "next",
    "label",
    "bot",
    "opponent",
    "text",
    "reason",
    "match",
    "answer",
)
ODD_HEADERS = (
    b"Host",
    b"Origin",
    b"Cookie",
    b"Authorization",
    b"Content-Type",
    b"Content-Length",
    b"Accept",
    b"Range",
)
FORM, MULTIPART = b"application/x-www-form-urlencoded", b"multipart/form-data; boundary=x"


def target(rng: random.Random, stage: Cast) -> tuple[str, bytes, bytes]:
    """Method, raw path and query of a request."""
    method, _, route = rng.choice(sorted(TABLE)).partition(" ")
    words = [
        stage.match,
        "1",
        "2",
        "lion",
        "0",
        "-1",
        "9" * 30,
        "table-1",
        "%00",
        "%ff",
        "..",
        "é",
        "a" * 300,
        "",
    ]
    parts = [rng.choice(words) if part.startswith("{") else part for part in route.split("/")]
    raw = "/".join(parts).encode("ascii", "ignore") or b"/"
    if rng.random() < 0.2:
        raw = b"/" + mutated_bytes(raw, rng)[:4000]
    query = urlencode(
        {rng.choice((*FIELDS, "page", "sort", "show", "move", "part")): str(rng.choice(ODD_VALUES))}
    )
    asked = query.encode("ascii", "ignore") if rng.random() < 0.5 else rng.choice(ODD_BYTES)[:4000]
    method = method if rng.random() < 0.9 else rng.choice(("PUT", "HEAD", "OPTIONS", "X"))
    return method, visible(raw), visible(asked)


def visible(line: bytes) -> bytes:
    """What the server lets through of a request's first line."""
    return bytes(byte for byte in line if 0x21 <= byte <= 0x7E)


def odd_header(rng: random.Random) -> bytes:
    """A value that the server lets through."""
    return bytes(byte for byte in rng.choice(ODD_BYTES)[:2000] if byte >= 0x20 and byte != 0x7F)


def body_of(rng: random.Random) -> tuple[bytes, bytes]:
    """A content type and a body."""
    if rng.random() < 0.3:
        kind, body = (
            MULTIPART,
            b'--x\r\nContent-Disposition: form-data; name="bot"; filename="a.zip"\r\n\r\nx\r\n--x--\r\n',
        )
    elif rng.random() < 0.3:
        kind, body = b"application/octet-stream", ARCHIVE
    else:
        values = {key: rng.choice((CODE, "Eve", *map(str, ODD_VALUES))) for key in rng.sample(FIELDS, 4)}
        kind, body = FORM, urlencode(values, errors="replace").encode()
    return kind, mutated_bytes(body, rng) if rng.random() < 0.6 else body


ARCHIVE = bot_archive("fuzzed")


class Asking:
    """An event that is asked whatever comes."""

    def __init__(self, stage: Cast, client: TestClient) -> None:
        self._stage = stage
        self._client = client

    def ask(self, rng: random.Random) -> tuple[int, str]:
        """Send one request; the status of the answer, 0 if there is none, and what was asked."""
        method, raw, query = target(rng, self._stage)
        kind, body = body_of(rng)
        headers = [(b"host", b"arena.test"), (b"content-type", kind)]
        if rng.random() < 0.8:
            headers.append(
                (b"authorization", f"Bearer {rng.choice([*self._stage.tokens.values()])}".encode())
            )
        if rng.random() < 0.3:
            headers.append((rng.choice(ODD_HEADERS).lower(), odd_header(rng)))
        scope = {
            "type": "http",
            "method": method,
            "path": unquote(raw.decode("latin1")),
            "raw_path": raw,
            "query_string": query,
            "headers": headers,
            "client": ("192.0.2.1", 1),
            "scheme": "http",
            "server": ("arena.test", 80),
            "http_version": "1.1",
            "root_path": "",
        }
        cut = rng.randrange(len(body) + 1)
        waiting: list[Message] = [
            {"type": "http.request", "body": body[:cut], "more_body": True},
            {"type": "http.request", "body": body[cut:], "more_body": False},
        ]
        statuses: list[int] = []

        async def receive() -> Message:
            return waiting.pop(0) if waiting else {"type": "http.disconnect"}

        async def send(message: Message) -> None:
            if message["type"] == "http.response.start":
                statuses.append(message["status"])

        async def asked() -> None:
            await self._client.app(scope, receive, send)

        assert self._client.portal is not None
        self._client.portal.call(asked)
        return statuses[0] if statuses else 0, f"{method} {raw!r}?{query!r} {headers} {body!r}"


# A form that breaks off leaves its temporary file to the garbage collector of the library that reads it.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("count", [150, pytest.param(10_000, marks=pytest.mark.soak)])
def test_a_bad_request_is_answered_and_breaks_nothing(tmp_path: Path, count: int) -> None:
    stage = cast(
        tmp_path,
        requests_a_second=100_000,
        limits={"submissions_a_day": 10_000, "challenges_a_day": 10_000},
    )
    statuses: set[int] = set()
    with stage.client() as client:
        site = client.app._app.state.site  # type: ignore[attr-defined]  # the application behind the guard
        site.doors = site.costly = Buckets(1e9, 1e9)
        asking = Asking(stage, client)
        for number in range(count):
            try:
                status, asked = asking.ask(random.Random(f"request {number}"))
            except Exception as error:
                raise AssertionError(f"request {number}: {type(error).__name__}: {error}") from error
            without_workers = status == 503 and asked.startswith("GET b'/health'")
            assert 0 < status < 500 or asked.startswith("GET"), (number, status, asked)
            assert status < 500 or without_workers, (number, status, asked)
            statuses.add(status)
        assert client.get("/").status_code == 200
    assert {200, 404, 422} <= statuses
