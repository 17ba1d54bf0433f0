"""How does a test play against a bot on another machine? `arena match` listens on loopback, with a certificate of its own."""

import re
import shutil
import socket
import subprocess
import time
from pathlib import Path

import pytest

from tests.conftest import ARENA, free_port
from tests.match.matches import FAKES

needs_openssl = pytest.mark.skipif(
    shutil.which("openssl") is None, reason="needs openssl to make a certificate"
)


def remote_match(folder: Path, *options: str) -> tuple[subprocess.Popen[str], dict[str, str]]:
    """One game that waits for a remote bot, and what the bot is told by its environment."""
    cert, key = _certificate(folder)
    port = free_port()
    tls = ["--listen", f"localhost:{port}", "--tls-cert", str(cert), "--tls-key", str(key)]
    rules = ["--rules", "classic,turn_limit=6", "--games", "1", "--no-sandbox", "--json"]
    match = subprocess.Popen(
        [*ARENA, "match", "remote:far", str(FAKES), *tls, *rules, *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert match.stderr is not None
    invitation = ""
    while "ARENA_SOCKET" not in invitation:
        invitation = match.stderr.readline()
        assert invitation, "the match ended before it said where to connect"
    _wait_for(port)
    return match, {**dict(re.findall(r"(ARENA_\w+)=(\S+)", invitation)), "ARENA_CA": str(cert)}


def _wait_for(port: int) -> None:
    """Until someone listens there."""
    for _ in range(200):
        with socket.socket() as knocking:
            if knocking.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)


def _certificate(folder: Path) -> tuple[Path, Path]:
    """A certificate for localhost that signs itself, and its key."""
    cert, key = folder / "cert.pem", folder / "key.pem"
    command = [
        "openssl",
        "req",
        "-x509",
        "-newkey",
        "rsa:2048",
        "-nodes",
        "-days",
        "1",
        "-subj",
        "/CN=localhost",
    ]
    command += ["-addext", "subjectAltName=DNS:localhost", "-keyout", str(key), "-out", str(cert)]
    subprocess.run(command, check=True, capture_output=True)
    return cert, key
