"""Can a bot on another machine take part? Over TLS with its token, and nobody else."""

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.conftest import ARENA
from tests.match.matches import FAKES

BOT = Path(__file__).parents[2] / "bots" / "random" / "bot.py"
needs_openssl = pytest.mark.skipif(
    shutil.which("openssl") is None, reason="needs openssl to make a certificate"
)


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
    return port


def wait_for(port: int) -> None:
    """Until someone listens there."""
    for _ in range(200):
        with socket.socket() as knocking:
            if knocking.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)


def certificate(folder: Path) -> tuple[Path, Path]:
    """A certificate for localhost that signs itself, and its key."""
    cert, key = folder / "cert.pem", folder / "key.pem"
    subprocess.run(
        [
            *(
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
            ),
            *("-addext", "subjectAltName=DNS:localhost", "-keyout", str(key), "-out", str(cert)),
        ],
        check=True,
        capture_output=True,
    )
    return cert, key


@needs_openssl
def test_a_remote_bot_plays_a_match(tmp_path: Path) -> None:
    cert, key = certificate(tmp_path)
    port = free_port()
    tls = ["--listen", f"localhost:{port}", "--tls-cert", str(cert), "--tls-key", str(key)]
    rules = ["--rules", "classic,turn_limit=6", "--games", "1", "--start-s", "30", "--no-sandbox", "--json"]
    match = subprocess.Popen(
        [*ARENA, "match", "remote:far", str(FAKES), *tls, *rules],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert match.stderr is not None
    invitation = ""
    while "ARENA_SOCKET" not in invitation:
        invitation = match.stderr.readline()
        assert invitation, "the match ended before it said where to connect"
    env = dict(re.findall(r"(ARENA_\w+)=(\S+)", invitation)) | {"ARENA_CA": str(cert)}
    wait_for(port)
    bot = subprocess.run(
        [sys.executable, str(BOT)], env={**os.environ, **env}, check=False, capture_output=True, timeout=60
    )
    output, errors = match.communicate(timeout=60)
    assert bot.returncode == 0, bot.stderr
    assert match.returncode == 0, errors
    found = json.loads(output)
    assert found["games"] == 1
    assert [row["faults"] for row in found["rows"]] == [{}, {}]
