"""Can a bot on another machine take part? Over TLS with its token, and nobody else."""

import json
import os
import subprocess
import sys
from pathlib import Path

from tests.match.remote_match import needs_openssl, remote_match

BOT = Path(__file__).parents[2] / "bots" / "random" / "bot.py"


@needs_openssl
def test_a_remote_bot_plays_a_match(tmp_path: Path) -> None:
    match, told = remote_match(tmp_path, "--start-s", "30")
    bot = subprocess.run(
        [sys.executable, str(BOT)], env={**os.environ, **told}, check=False, capture_output=True, timeout=60
    )
    output, errors = match.communicate(timeout=60)
    assert bot.returncode == 0, bot.stderr
    assert match.returncode == 0, errors
    found = json.loads(output)
    assert found["games"] == 1
    assert [row["faults"] for row in found["rows"]] == [{}, {}]
