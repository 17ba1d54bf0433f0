"""Which runner plays which match? Each match is leased to one runner; a lease expires if its runner dies.

A runner that wants a match writes a claim, then looks who else did. If it is alone the match is its own; if not, it takes its claim back and tries
again a little later. Whoever claims later sees the earlier claim, so two never both find themselves alone; and all that is asked of a
filesystem is that what was written is seen from then on, which object stores promise, while "only if it is not there" they do not.

A runner has a heartbeat; when it stops, or when the runner was on this host and is gone, its claims count no longer. Should two ever play the
same match, because one was silent for long and then came back, the work is wasted but nothing is spoilt: both have the same deals, and
each game counts once.
"""

import os
import random
import re
import secrets
import socket
import time
from pathlib import Path
from types import TracebackType

from arena.ladder.heartbeat import Heartbeat
from arena.ladder.notes import SUFFIX, note_bytes, read_note
from arena.store import Folder, StoreError
from arena.units import SECOND_NS

BEAT_S = 10.0
SILENT_NS = 120 * SECOND_NS
MOST_TRIES = 5
FIRST_PAUSE_S = 0.05
_CLAIM = re.compile(r"(.+)\.([0-9a-f-]+)\.json")


class Leases:
    """The leases of one runner and of all others. In the context, this one's heart beats."""

    def __init__(self, leases: Folder, runners: Folder) -> None:
        self._leases = leases
        self._runners = runners
        self._host = _host()
        self.runner = f"{os.getpid()}-{secrets.token_hex(6)}"
        self._heartbeat = Heartbeat(self._beat, BEAT_S, StoreError)

    def __enter__(self) -> "Leases":
        self._heartbeat.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._heartbeat.stop()
        self._runners.remove(f"{self.runner}{SUFFIX}")

    def take(self, match: str) -> bool:
        """Take a match that nobody plays; whether it is ours now."""
        claim = f"{match}.{self.runner}{SUFFIX}"
        for number in range(MOST_TRIES):
            if any(map(self._is_at_work, self._claims().get(match, ()))):
                return False
            self._leases.write(claim, note_bytes({"runner": self.runner}))
            rivals = self._claims()[match] - {self.runner}
            if not any(map(self._is_at_work, rivals)):
                for gone in rivals:
                    self._leases.remove(f"{match}.{gone}{SUFFIX}")
                return True
            self._leases.remove(claim)
            time.sleep(random.uniform(0.0, FIRST_PAUSE_S * 2.0**number))
        return False

    def release(self, match: str) -> None:
        """Give a match back that is finished, or that we will not play."""
        self._leases.remove(f"{match}.{self.runner}{SUFFIX}")

    def free(self, matches: list[str]) -> list[str]:
        """Those of the matches that nobody plays now."""
        claims = self._claims()
        at_work: dict[str, bool] = {}
        found = []
        for match in matches:
            runners = claims.get(match, set())
            for runner in runners - at_work.keys():
                at_work[runner] = self._is_at_work(runner)
            if not any(at_work[runner] for runner in runners):
                found.append(match)
        return found

    def _claims(self) -> dict[str, set[str]]:
        """Which runners claim each match."""
        claims: dict[str, set[str]] = {}
        for name in self._leases.names(SUFFIX):
            if found := _CLAIM.fullmatch(name):
                claims.setdefault(found[1], set()).add(found[2])
        return claims

    def _is_at_work(self, runner: str) -> bool:
        if runner == self.runner:
            return True
        name = f"{runner}{SUFFIX}"
        seen_ns, now_ns = self._runners.changed_ns(name), self._runners.changed_ns(f"{self.runner}{SUFFIX}")
        if seen_ns is None:
            return False
        # Both times are by the clock of the filesystem, so that clocks of two hosts need not agree.
        if now_ns is not None and now_ns - seen_ns > SILENT_NS:
            return False
        try:
            note = read_note(self._runners.read(name), f"{self._runners.path}/{name}")
        except StoreError:  # it left at this very moment
            return False
        return bool(note["host"] != self._host or started(int(note["process"])) == note["started"])

    def _beat(self) -> None:
        note = {"host": self._host, "process": os.getpid(), "started": started(os.getpid())}
        self._runners.write(f"{self.runner}{SUFFIX}", note_bytes(note))


def started(process: int) -> str:
    """When a process of this host started, in its own units; "" if there is none."""
    try:
        stat = Path(f"/proc/{process}/stat").read_text(encoding="utf-8")
    except (FileNotFoundError, ProcessLookupError):
        return ""
    fields = stat.rpartition(")")[2].split()
    return "" if fields[0] in ("Z", "X") else fields[19]


def _host() -> str:
    boot = Path("/proc/sys/kernel/random/boot_id")
    namespace = Path("/proc/self/ns/pid")
    boot_id = boot.read_text(encoding="utf-8").strip() if boot.exists() else ""
    return f"{socket.gethostname()} {boot_id} {namespace.readlink() if namespace.exists() else ''}"
