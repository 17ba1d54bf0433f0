"""How does any thread of this process start a bot? Through one process that forks them all.

A bot dies with the *thread* that started it, and a process full of threads cannot fork safely. So one small helper
process with a single thread does all the starting (`spawner_main`). It lives as long as the sandbox is open; when its
end of the socket closes because we were killed, it kills the bots and cleans up.
"""

import json
import socket
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from arena.sandbox.delegation import scope_command, scope_environment
from arena.sandbox.errors import SandboxError

MESSAGE_BYTES = 131072
_FAREWELL_S = 5.0


@dataclass(frozen=True, slots=True)
class MappedSeat:
    """The ids of a seat on a host where we are not root: a namespace maps them, and the socket is given to them there."""

    uid: int
    gid: int
    directory: str
    socket: str | None


@dataclass(frozen=True, slots=True)
class SpawnOrder:
    """What to start. `binds` and `tmpfs` (with options) are mounted for it alone, `entrances` are the cgroup files that it enters first."""

    argv: Sequence[str]
    env: Mapping[str, str]
    cpus: Sequence[int]
    directory: str = "/"
    entrances: Sequence[str] = ()
    binds: Sequence[tuple[str, str]] = ()
    tmpfs: Sequence[tuple[str, str]] = ()
    mapped: MappedSeat | None = None


class Spawner:
    """The near end of the helper process."""

    def __init__(self, run: Path, share_fd: int, scope: str | None = None) -> None:
        """Start it; in a scope of the user's systemd if that has a name."""
        self._lock = threading.Lock()
        self._near, far = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._near.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 2 * MESSAGE_BYTES)
        package_root = Path(__file__).resolve().parents[2]
        before = [] if scope is None else scope_command(scope)
        env = {"PATH": "/usr/bin:/bin"} if scope is None else scope_environment()
        with far:
            self._helper = subprocess.Popen(
                [
                    *before,
                    sys.executable,
                    "-s",
                    "-m",
                    "arena.sandbox.spawner_main",
                    str(far.fileno()),
                    str(run),
                ],
                env=env | {"PYTHONPATH": str(package_root)},
                cwd="/",
                stdin=subprocess.DEVNULL,
                pass_fds=(far.fileno(), share_fd),
                start_new_session=True,
            )
        self._receive()

    @property
    def pid(self) -> int:
        return self._helper.pid

    def spawn(self, order: SpawnOrder, fds: Mapping[int, int]) -> tuple[int, int]:
        """Start it with our descriptor `fds[n]` as its n; its pid and a pidfd. No other descriptor gets through."""
        request = {"start": asdict(order), "fds": list(fds)}
        answer, received = self._ask(request, list(fds.values()))
        if "error" in answer:
            raise SandboxError(f"{order.argv[0]} could not be started: {answer['error']}")
        return int(answer["pid"]), received[0]

    def reap(self, pid: int) -> int | None:
        """The exit status of a process from `spawn`, negative for a signal; None while it runs. Reaps its orphans too."""
        try:
            answer, _ = self._ask({"reap": pid}, [])
        except SandboxError:
            # The helper was killed, and nobody knows the status any more.
            return None
        status = answer["status"]
        return None if status is None else int(status)

    def close(self, wait: bool = True) -> None:
        """Let the helper end; it cleans up what is left of the run, and stays for that when we do not wait."""
        self._near.close()
        try:
            self._helper.wait(_FAREWELL_S if wait else 0.0)
        except subprocess.TimeoutExpired:
            self._helper.returncode = 0  # nobody asks for it any more

    def _ask(self, request: object, fds: list[int]) -> tuple[dict[str, Any], list[int]]:
        message = json.dumps(request).encode()
        if len(message) > MESSAGE_BYTES:
            raise SandboxError(f"command and environment are longer than {MESSAGE_BYTES} bytes")
        with self._lock:
            try:
                socket.send_fds(self._near, [message], fds)
            except OSError as error:
                raise SandboxError(f"the process that starts the bots is gone: {error}") from error
            return self._receive()

    def _receive(self) -> tuple[dict[str, Any], list[int]]:
        message, fds, _, _ = socket.recv_fds(self._near, MESSAGE_BYTES, 1, socket.MSG_CMSG_CLOEXEC)
        if not message:
            raise SandboxError("the process that starts the bots is gone")
        return json.loads(message), fds
