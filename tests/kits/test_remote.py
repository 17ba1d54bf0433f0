"""Does the Go kit play from another machine, over TCP with TLS?"""

import json
import os
import re
import subprocess
from pathlib import Path

import pytest

from arena.match.recording_sandbox import RecordingSandbox
from tests.cli.test_match_remote import certificate, free_port, needs_openssl, wait_for
from tests.conftest import ARENA
from tests.kits.kits import bot_folder, made
from tests.match.matches import FAKES


@needs_openssl
@pytest.mark.parametrize("trusted", [True, False])
def test_go_over_tls(sandbox: RecordingSandbox, tmp_path: Path, trusted: bool) -> None:
    """With the certificate it plays; without it, it does not trust who answers, and leaves."""
    program = made(bot_folder("go"), sandbox).folder / "bot"
    cert, key = certificate(tmp_path)
    port = free_port()
    tls = ["--listen", f"localhost:{port}", "--tls-cert", str(cert), "--tls-key", str(key)]
    rules = ["--rules", "classic,turn_limit=6", "--games", "1", "--no-sandbox", "--json"]
    start = ["--start-s", "30" if trusted else "3"]
    match = subprocess.Popen(
        [*ARENA, "match", "remote:far", str(FAKES), *tls, *rules, *start],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert match.stderr is not None
    invitation = ""
    while "ARENA_SOCKET" not in invitation:
        invitation = match.stderr.readline()
        assert invitation, "the match ended before it said where to connect"
    env = {**os.environ, **dict(re.findall(r"(ARENA_\w+)=(\S+)", invitation))}
    wait_for(port)
    env |= {"ARENA_CA": str(cert)} if trusted else {}
    bot = subprocess.run([program], env=env, check=False, capture_output=True, text=True, timeout=60)
    output, errors = match.communicate(timeout=60)
    assert bot.returncode == (0 if trusted else 1), bot.stderr
    assert trusted or "certificate" in bot.stderr
    assert match.returncode == 0, errors
    faults = [row["faults"] for row in json.loads(output)["rows"]]
    assert faults == [{}, {}] if trusted else faults[0] == {"stalled start": 1}
