"""Does the Go kit play from another machine, over TCP with TLS?"""

import json
import os
import subprocess
from pathlib import Path

import pytest

from arena.match.recording_sandbox import RecordingSandbox
from tests.kits.kits import bot_folder, made
from tests.match.remote_match import needs_openssl, remote_match


@needs_openssl
@pytest.mark.parametrize("trusted", [True, False])
def test_go_over_tls(sandbox: RecordingSandbox, tmp_path: Path, trusted: bool) -> None:
    """With the certificate it plays; without it, it does not trust who answers, and leaves."""
    program = made(bot_folder("go"), sandbox).folder / "bot"
    match, told = remote_match(tmp_path, "--start-s", "30" if trusted else "3")
    if not trusted:
        del told["ARENA_CA"]
    env = {**os.environ, **told}
    bot = subprocess.run([program], env=env, check=False, capture_output=True, text=True, timeout=60)
    output, errors = match.communicate(timeout=60)
    assert bot.returncode == (0 if trusted else 1), bot.stderr
    assert trusted or "certificate" in bot.stderr
    assert match.returncode == (0 if trusted else 1), errors  # it failed in every game
    faults = [row["faults"] for row in json.loads(output)["rows"]]
    assert faults == [{}, {}] if trusted else faults[0] == {"stalled start": 1}
