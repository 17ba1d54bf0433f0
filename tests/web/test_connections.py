"""Can one client shut out the others? Half a request, a slow one, many connections, many streams; each over real sockets.

Every address of 127.0.0.0/8 is this host, so that many clients are at hand.
"""

import asyncio
import contextlib
import resource
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import ip_network
from pathlib import Path

import pytest
import uvicorn
from starlette.types import ASGIApp, Receive, Scope, Send

from arena.web import connections, guard
from arena.web.connections import Connections, Network, limited_protocol
from arena.web.guard import Guard, network_of
from arena.web.pages import streams
from tests.conftest import ARENA, arena, free_port
from tests.web.events import Cast, cast, listening
from tests.web.serving import Serving

MANY = 100
GET = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"


async def tells_who(scope: Scope, receive: Receive, send: Send) -> None:
    """An application that reads the body and answers with the client's address and scheme."""
    if scope["type"] != "http":
        return
    while scope["method"] == "POST":
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        if not message.get("more_body"):
            break
    body = f"{scope['client'][0]} {scope['scheme']}".encode()
    head = [(b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": head})
    await send({"type": "http.response.body", "body": body})


@contextmanager
def serving(
    limits: Connections | None, trusted: tuple[Network, ...] = (), app: ASGIApp = tells_who
) -> Iterator[int]:
    """A server with room for `MANY` connections; without limits it is uvicorn as it comes. Its port."""
    config = uvicorn.Config(
        Guard(app, 100_000),
        port=0,
        log_level="critical",
        limit_concurrency=MANY,
        http="h11" if limits is None else limited_protocol(limits),
        proxy_headers=bool(trusted),
        forwarded_allow_ips=[str(network) for network in trusted],
        lifespan="off",
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    try:
        yield server.servers[0].sockets[0].getsockname()[1]
    finally:
        server.should_exit = True
        thread.join(20)


def connected(port: int, address: str = "127.0.0.1", sends: bytes = b"") -> socket.socket:
    link = socket.create_connection(("127.0.0.1", port), timeout=30, source_address=(address, 0))
    if sends:
        link.sendall(sends)
    return link


def answer(link: socket.socket, found: bytes = b"") -> str:
    """Everything until the other side closes or has answered whole, with what was read of it before."""
    with contextlib.suppress(ConnectionResetError):
        while not whole(found) and (chunk := link.recv(65536)):
            found += chunk
    return found.decode()


def whole(found: bytes) -> bool:
    """Whether this is an answer with as much of a body as it says."""
    head, end, body = found.partition(b"\r\n\r\n")
    sizes = [line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")]
    return bool(end and sizes) and len(body) >= int(sizes[0].split(b":")[1])


def asked(port: int, address: str, *headers: str) -> str:
    head = "".join(f"{header}\r\n" for header in headers)
    with connected(port, address, f"GET / HTTP/1.1\r\nHost: x\r\n{head}\r\n".encode()) as link:
        return answer(link)


def test_half_requests_of_one_address_leave_room_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "HEAD_S", 1.0)
    with serving(Connections(MANY // 4)) as port:
        links = [connected(port, "127.0.0.2", b"GET / HTTP/1.1\r\nHos") for _ in range(MANY + 20)]
        assert asked(port, "127.0.0.3").startswith("HTTP/1.1 200 ")
        said = [answer(link) for link in links]
        late = [text for text in said if "408 Request Timeout" in text]
        assert len(late) == MANY // 4
        assert all("too many connections" in text for text in said if text and text not in late)
        assert asked(port, "127.0.0.2").startswith("HTTP/1.1 200 ")  # it has been forgiven
        for link in links:
            link.close()


def test_without_the_limits_half_requests_shut_everybody_out() -> None:
    """The control: uvicorn as it comes."""
    with serving(None) as port:
        links = [connected(port, "127.0.0.2", b"GET / HTTP/1.1\r\nHos") for _ in range(MANY + 20)]
        time.sleep(1.5)
        assert asked(port, "127.0.0.3").startswith("HTTP/1.1 503 ")
        for link in links:
            link.settimeout(0.01)
            with pytest.raises(TimeoutError):
                link.recv(1)
            link.close()


@pytest.mark.parametrize("before", [b"", GET])
def test_a_head_that_drips_is_ended_in_time(before: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """A byte now and then does not win more time, on a new connection or on one that was used before."""
    monkeypatch.setattr(connections, "HEAD_S", 1.0)
    with serving(Connections(10)) as port, connected(port) as link:
        if before:
            link.sendall(before)
            assert "200 OK" in answer(link)
        began = time.monotonic()
        link.settimeout(0.1)
        found = b""
        while not found and time.monotonic() - began < 30.0:
            with contextlib.suppress(TimeoutError, BrokenPipeError):
                link.sendall(b"G")
                found = link.recv(1000)
        assert b"408 Request Timeout" in found
        assert time.monotonic() - began > 0.9


def test_who_connects_and_says_nothing_is_ended_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "HEAD_S", 0.5)
    with serving(Connections(10)) as port, connected(port) as link:
        assert "408 Request Timeout" in answer(link)


def test_a_body_that_drips_is_ended_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "BODY_S", 1.0)
    head = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n"
    with serving(Connections(10)) as port, connected(port, sends=head + b"x") as link:
        assert "408 " in answer(link)
    monkeypatch.setattr(guard, "SLOWEST_BYTES_A_SECOND", 1)
    with serving(Connections(10)) as port, connected(port, sends=head + b"x" * 900) as link:
        time.sleep(2.0)  # what is quick enough so far has more time
        link.sendall(b"x" * 100)
        assert "200 OK" in answer(link)


def test_who_takes_nothing_of_the_answer_is_ended_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "STUCK_S", 0.5)
    over = threading.Event()

    async def endless(scope: Scope, receive: Receive, send: Send) -> None:
        del scope, receive
        await send({"type": "http.response.start", "status": 200, "headers": []})
        while not over.is_set():
            await send({"type": "http.response.body", "body": b"x" * 65536, "more_body": True})
            await asyncio.sleep(0)

    limits = Connections(10)
    with serving(limits, app=endless) as port, connected(port, sends=GET):
        for _ in range(600):
            time.sleep(0.05)
            if not limits._held:
                break
        over.set()
        assert not limits._held


def test_an_address_is_told_why_and_has_room_again_when_it_lets_go() -> None:
    with serving(Connections(3)) as port:
        links = [connected(port, "127.0.0.2", GET) for _ in range(3)]
        assert all("200 OK" in answer(link) for link in links)
        with connected(port, "127.0.0.2") as link:
            assert "429 Too Many Requests" in (said := answer(link))
            assert "Your address has too many connections open." in said
        links.pop().close()
        time.sleep(0.2)
        assert "200 OK" in asked(port, "127.0.0.2")
        for link in links:
            link.close()


def test_only_a_trusted_proxy_is_believed() -> None:
    forwarded = "X-Forwarded-For: 203.0.113.7", "X-Forwarded-Proto: https"
    proxy = (ip_network("127.0.0.9"),)
    with serving(Connections(2, proxy), trusted=proxy) as port:
        assert asked(port, "127.0.0.9", *forwarded).endswith("203.0.113.7 https")
        assert asked(port, "127.0.0.2", *forwarded).endswith("127.0.0.2 http")
        # What a client writes itself stands before what the proxy adds, and is not believed.
        assert asked(port, "127.0.0.9", "X-Forwarded-For: 1.1.1.1, 203.0.113.8").endswith("203.0.113.8 http")
        links = [connected(port, "127.0.0.9", GET) for _ in range(5)]  # it speaks for many
        assert all("200 OK" in answer(link) for link in links)
        for link in links:
            link.close()
    with serving(Connections(2)) as port:
        assert asked(port, "127.0.0.9", *forwarded).endswith("127.0.0.9 http")


@pytest.mark.parametrize("wrong", ["*", "proxy.example", "10.0.0.1/8", ""])
def test_a_proxy_is_named_by_its_address(tmp_path: Path, wrong: str) -> None:
    done = arena("serve", tmp_path / "event.toml", "--trusted-proxy", wrong)
    assert done.returncode == 2
    assert done.stderr.startswith(f"arena: --trusted-proxy: {wrong!r} is neither an address nor a network")


def test_what_counts_as_one_address() -> None:
    assert network_of("192.0.2.1") == "192.0.2.1"
    assert (
        network_of("2001:db8:1:2::1") == network_of("2001:db8:1:2:ffff::9") != network_of("2001:db8:1:3::1")
    )
    assert network_of("::ffff:192.0.2.1") == "192.0.2.1"
    assert network_of("fe80::1%eth0") == network_of("fe80::2")
    assert network_of("odd:thing") == "odd:thing"


def streams_of(url: str, address: str, count: int, token: str = "") -> tuple[list[socket.socket], list[str]]:
    """Open event streams from an address: those that were opened, and what the others were told."""
    port = int(url.rpartition(":")[2])
    shown = f"Authorization: Bearer {token}\r\n" if token else ""
    request = f"GET /events HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{shown}\r\n".encode()
    opened, refused = [], []
    for link in [connected(port, address, request) for _ in range(count)]:
        head = link.recv(65536)
        if head.startswith(b"HTTP/1.1 200 "):
            opened.append(link)
        else:
            refused.append(answer(link, head))
            link.close()
    return opened, refused


@pytest.fixture
def few_streams(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Cast:
    monkeypatch.setattr(streams, "MOST_LISTENERS", 12)
    monkeypatch.setattr(streams, "MOST_OF_A_PERSON", 3)
    return cast(tmp_path, streams_an_address=8)


def test_streams_of_one_address_do_not_shut_out_the_rest(few_streams: Cast) -> None:
    with listening(few_streams.context) as url:
        greedy, refused = streams_of(url, "127.0.0.2", 14)
        assert (len(greedy), len(refused)) == (8, 6)
        assert all(text.startswith("HTTP/1.1 429 ") for text in refused)
        assert "Your address has 8 pages open that update themselves." in refused[0]
        other, none = streams_of(url, "127.0.0.3", 2)
        assert (len(other), none) == (2, [])
        for link in greedy:
            link.close()
        for _ in range(100):  # what was let go can be had again
            time.sleep(0.3)
            again, _ = streams_of(url, "127.0.0.2", 1)
            for link in again:
                link.close()
            if again:
                break
        assert again
        for link in other:
            link.close()


def test_ctrl_c_ends_streams_without_a_word(tmp_path: Path) -> None:
    """Whoever watches is let go; a server that is stopped has nothing to complain about."""
    stage = cast(tmp_path)
    port = free_port()
    command = [*ARENA, "serve", str(stage.context.event.path), "--port", str(port), "--no-workers"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert server.stdout is not None
    assert "is at " in server.stdout.readline()
    opened, _ = streams_of(f"http://127.0.0.1:{port}", "127.0.0.2", 3)
    server.send_signal(signal.SIGINT)
    _, wrong = server.communicate(timeout=120)
    assert len(opened) == 3
    assert wrong == ""
    for link in opened:
        link.close()


def test_streams_of_one_login_are_limited_wherever_they_come_from(few_streams: Cast) -> None:
    token = few_streams.tokens["member"]
    with listening(few_streams.context) as url:
        first, _ = streams_of(url, "127.0.0.2", 2, token)
        second, refused = streams_of(url, "127.0.0.3", 2, token)
        assert (len(first), len(second)) == (2, 1)
        assert "You have 3 pages open that update themselves." in refused[0]
        others, _ = streams_of(url, "127.0.0.3", 1)
        assert len(others) == 1
        for link in (*first, *second, *others):
            link.close()


def test_without_the_limit_one_address_takes_all_streams(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: as many as there are go to whoever asks first."""
    monkeypatch.setattr(streams, "MOST_LISTENERS", 12)
    stage = cast(tmp_path, streams_an_address=100)
    with listening(stage.context) as url:
        greedy, _ = streams_of(url, "127.0.0.2", 12)
        assert len(greedy) == 12
        _, refused = streams_of(url, "127.0.0.3", 1)
        assert refused[0].startswith("HTTP/1.1 503 ")
        for link in greedy:
            link.close()


@pytest.mark.soak
def test_one_address_against_a_served_event(tmp_path: Path) -> None:
    """At full size, against `arena serve` itself: 4,100 half requests, then 2,000 event streams."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 8000), hard))
    stage = cast(tmp_path)
    port = free_port()
    stage.context.close()
    with Serving(stage.context.event.path, port, "--no-workers") as server:
        began = time.monotonic()
        links = [connected(port, "127.0.0.2", b"GET / HTTP/1.1\r\nHos") for _ in range(4100)]
        assert asked(port, "127.0.0.3").startswith("HTTP/1.1 200 ")
        late = sum("408 Request Timeout" in answer(link) for link in links)
        assert late == 500
        assert time.monotonic() - began < 120.0
        for link in links:
            link.close()
        greedy: list[socket.socket] = []
        refused: list[str] = []
        for _ in range(20):
            opened, told = streams_of(server.url, "127.0.0.2", 100)
            greedy += opened
            refused += told
        assert (len(greedy), len(refused)) == (200, 1800)
        others, _ = streams_of(server.url, "127.0.0.3", 5)
        assert len(others) == 5
        assert asked(port, "127.0.0.3").startswith("HTTP/1.1 200 ")
        for link in (*greedy, *others):
            link.close()
        time.sleep(1.0)
