"""How is an event really served for a test? `arena serve` as a process of its own, with all its workers."""

import json
import select
import signal
import subprocess
import time
import urllib.request
from pathlib import Path
from typing import Any

from tests.conftest import ARENA


class Serving:
    """`arena serve` on a port of this host; it can be killed and started again."""

    def __init__(self, file: Path, port: int, *options: str) -> None:
        self.file = file
        self.port = port
        self.url = f"http://127.0.0.1:{port}"
        self._options = options
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> "Serving":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def start(self, patience_s: float = 240.0) -> None:
        """Begin, and wait until it says where it is."""
        command = [*ARENA, "serve", str(self.file)]
        command += ["--port", str(self.port), "--jobs", "1", *self._options]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True)
        assert self._process.stdout is not None
        ready, _, _ = select.select([self._process.stdout], [], [], patience_s)
        assert ready, "the server did not start in time"
        assert f"is at {self.url}/" in self._process.stdout.readline()

    def kill(self) -> None:
        """As a power cut would: nobody says goodbye."""
        assert self._process is not None
        self._process.kill()
        self._end()

    def stop(self) -> None:
        """As Ctrl-C would."""
        if self._process is None:
            return
        self._process.send_signal(signal.SIGINT)
        self._end()

    def _end(self) -> None:
        assert self._process is not None
        assert self._process.stdout is not None
        self._process.wait(60)
        self._process.stdout.close()
        self._process = None


def asked(url: str, token: str = "", content: bytes | None = None, patience_s: float = 30.0) -> Any:
    """The JSON at a URL."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    request = urllib.request.Request(url, content, headers)
    with urllib.request.urlopen(request, timeout=patience_s) as answer:
        return json.load(answer)


def until(condition: Any, patience_s: float = 240.0, every_s: float = 0.2) -> Any:
    """What a condition gives as soon as it holds."""
    deadline = time.monotonic() + patience_s
    while time.monotonic() < deadline:
        found = condition()
        if found:
            return found
        time.sleep(every_s)
    raise AssertionError("it did not come to that in time")
