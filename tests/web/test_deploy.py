"""Do the files of deploy/ do what they say? Units, a real nginx before an event, Caddy's and compose's files."""

import http.client
import json
import os
import re
import shutil
import signal
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]  # comes with mkdocs

from arena.units import MIB
from tests.conftest import ROOT, arena, free_port
from tests.web.events import CODE, event_toml
from tests.web.serving import Serving

DEPLOY = ROOT / "deploy"
NGINX = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
CADDY, ANALYZE = shutil.which("caddy"), shutil.which("systemd-analyze")
MAIN = """daemon off; master_process off; error_log {folder}/error.log; pid {folder}/pid; events {{}}
http {{ access_log off; client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s; include {folder}/event.conf; }}
"""


@pytest.mark.parametrize(
    "words",
    [
        ("serve", "FILE", "--trusted-proxy", "127.0.0.1", "--no-workers"),
        ("serve", "FILE", "--port", "8001", "--jobs", "2"),
        ("event", "work", "FILE"),
    ],
)
def test_a_unit_is_one_that_systemd_takes(tmp_path: Path, words: tuple[str, ...]) -> None:
    file = event_toml(tmp_path / "a folder, 100% ours", title="Granada 100%")
    made = arena(*(str(file) if word == "FILE" else word for word in words), "--print-unit")
    assert made.returncode == 0, made.stderr
    assert ("Delegate=yes" in made.stdout) == ("--no-workers" not in words)
    assert ("ProtectSystem=strict" in made.stdout) == ("--no-workers" in words)
    assert "100%% ours" in made.stdout
    if ANALYZE is not None:
        unit = tmp_path / "arena-event.service"
        unit.write_text(made.stdout)
        told = subprocess.run([ANALYZE, "verify", unit], capture_output=True, text=True, check=False)
        assert "arena-event" not in told.stderr, told.stderr
        assert told.returncode == 0, told.stderr
    else:
        pytest.skip("there is no systemd-analyze: scripts/debian-packages tests")


def test_a_unit_needs_a_port_that_stays(tmp_path: Path) -> None:
    ran = arena("serve", event_toml(tmp_path), "--port", "0", "--print-unit")
    assert (ran.returncode, ran.stderr) == (2, "arena: --port: a unit needs a port that stays\n")


@dataclass(frozen=True)
class Answer:
    """What came back."""

    status: int
    headers: Any
    text: str


class Proxied:
    """An event behind a real nginx with TLS, asked from addresses of this host."""

    def __init__(self, port: int) -> None:
        self.port = port
        self._context = ssl._create_unverified_context()

    @contextmanager
    def opened(self, method: str, path: str, client: str, body: bytes, headers: Any) -> Iterator[Any]:
        """An answer that goes on."""
        connection = http.client.HTTPSConnection(
            "127.0.0.1", self.port, timeout=60, source_address=(client, 0), context=self._context
        )
        try:
            connection.request(method, path, body, headers)
            with connection.getresponse() as answer:
                yield answer
        finally:
            connection.close()

    def ask(
        self, method: str, path: str, client: str = "127.0.0.1", body: bytes = b"", **headers: str
    ) -> Answer:
        """A whole answer."""
        with self.opened(method, path, client, body, headers) as answer:
            return Answer(answer.status, answer.headers, answer.read().decode())


@pytest.fixture(scope="module")
def proxied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxied]:
    if NGINX is None or shutil.which("openssl") is None:
        pytest.skip("there is no nginx: scripts/debian-packages tests")
    folder = tmp_path_factory.mktemp("nginx")
    inner, outer, plain = free_port(), free_port(), free_port()
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=event.example",
         "-keyout", folder / "key", "-out", folder / "pem"], check=True, capture_output=True,
    )  # fmt: skip
    text = (DEPLOY / "nginx.conf").read_text()
    for old, new in (
        ("127.0.0.1:8000", f"127.0.0.1:{inner}"),
        ("listen 443", f"listen 127.0.0.1:{outer}"),
        ("listen 80", f"listen 127.0.0.1:{plain}"),
        ("/etc/ssl/event.example.pem", f"{folder}/pem"),
        ("/etc/ssl/event.example.key", f"{folder}/key"),
    ):
        assert old in text
        text = text.replace(old, new)
    (folder / "event.conf").write_text(text)
    (folder / "nginx.conf").write_text(MAIN.format(folder=folder))
    file = event_toml(folder / "event")
    with Serving(file, inner, "--no-workers", "--trusted-proxy", "127.0.0.1"):
        nginx = subprocess.Popen(
            [NGINX, "-c", folder / "nginx.conf", "-p", folder], stderr=subprocess.DEVNULL
        )
        proxied = Proxied(outer)
        try:
            for _ in range(200):
                try:
                    proxied.ask("GET", "/start")
                    break
                except ConnectionRefusedError:
                    assert nginx.poll() is None
                    time.sleep(0.05)
            yield proxied
        finally:
            nginx.send_signal(signal.SIGTERM)
            nginx.wait(20)


def test_cookies_are_secure_and_commands_name_the_outer_address(proxied: Proxied) -> None:
    form = f"code={CODE}&name=Ada&team=Lions".encode()
    kind = {
        "Content-Type": "application/x-www-form-urlencoded",
        "Origin": f"https://127.0.0.1:{proxied.port}",
    }
    answer = proxied.ask("POST", "/signup", body=form, **kind)
    assert answer.status == 200
    assert re.search(r"; Secure", answer.headers["set-cookie"], re.IGNORECASE)
    assert "max-age" in answer.headers["strict-transport-security"]
    assert f"arena login https://127.0.0.1:{proxied.port}" in answer.text


def test_clients_are_told_apart_whatever_they_write(proxied: Proxied) -> None:
    """Login lets an address try twenty times; who claims to be somebody else is counted all the same."""
    kind = {"Content-Type": "application/x-www-form-urlencoded"}
    codes = [
        proxied.ask(
            "POST", "/login", "127.0.0.5", b"token=x", **kind, **{"X-Forwarded-For": f"10.0.0.{number}"}
        ).status
        for number in range(30)
    ]
    assert set(codes) == {422, 429}
    assert proxied.ask("POST", "/login", "127.0.0.6", b"token=x", **kind).status == 422


def test_streams_come_through_at_once(proxied: Proxied) -> None:
    with proxied.opened("GET", "/events", "127.0.0.1", b"", {}) as answer:
        assert (answer.status, answer.headers["content-type"].split(";")[0]) == (200, "text/event-stream")
        assert answer.readline()  # the first event, while the stream goes on


def test_large_uploads_come_through_and_larger_ones_do_not(proxied: Proxied) -> None:
    form = f"code={CODE}&name=Bob&team=Crows".encode()
    kind = {"Content-Type": "application/x-www-form-urlencoded"}
    page = proxied.ask("POST", "/signup", body=form, **kind).text
    found = re.search(r"arena_[\w-]+", page)
    assert found is not None
    token = {"Authorization": f"Bearer {found[0]}"}
    path = "/api/v1/submissions?name=bot.zip"
    taken = proxied.ask("POST", path, body=b"x" * (20 * MIB), **token)
    assert taken.status == 201, taken.text
    assert json.loads(taken.text)["state"] == "waiting"
    assert proxied.ask("POST", path, body=b"x" * (66 * MIB), **token).status == 413


def test_metrics_are_for_this_host(proxied: Proxied) -> None:
    assert proxied.ask("GET", "/metrics").status == 200
    assert proxied.ask("GET", "/metrics", "127.0.0.7").status == 403


@pytest.mark.skipif(CADDY is None, reason="there is no caddy: scripts/debian-packages tests")
def test_caddy_takes_its_file() -> None:
    env = {**os.environ, "ARENA_HOST": "event.example", "HOME": "/nonexistent"}
    command = [str(CADDY), "validate", "--adapter", "caddyfile", "--config", str(DEPLOY / "Caddyfile")]
    told = subprocess.run(command, capture_output=True, text=True, check=False, env=env)
    assert told.returncode == 0, told.stderr
    assert "not formatted" not in told.stderr


def test_the_compose_file_names_what_is_there() -> None:
    found = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    services = found["services"]
    assert set(services) == {"database", "site", "workers", "caddy"}
    assert (DEPLOY / services["site"]["build"]["dockerfile"].removeprefix("deploy/")).is_file()
    assert "site:8000" in (DEPLOY / "Caddyfile").read_text()
    assert services["workers"]["privileged"] is True
    assert "--no-workers" in services["site"]["command"]
    named = {name for one in services.values() for name in one.get("secrets", ())}
    assert named == set(found["secrets"])
    for name in ("site", "workers"):  # each is a command that exists, with options that it has
        words = [word for word in services[name]["command"] if not word.startswith("/event")]
        ran = arena(*words[:2] if words[0] == "event" else words[:1], "--help")
        assert all(word in ran.stdout for word in words if word.startswith("--"))


def test_the_container_file_copies_what_is_there() -> None:
    text = (DEPLOY / "Containerfile").read_text()
    copied = re.findall(r"^COPY (\S+)", text, re.MULTILINE)
    assert [one for one in copied if not one.startswith("dist/") and not (ROOT / one).exists()] == []
    assert subprocess.run(["sh", "-n", DEPLOY / "enter"], check=False).returncode == 0
