"""Which runner plays which match? Leases that end when their runner does.

A lease is a file that is written once; the one with the highest number holds. A runner gives signs of life; when they stop, or when it
ran on this host and is gone, others may take its matches over. Should two ever play the same match, the work is wasted but nothing is
spoilt: both have the same deals, and each game counts once.
"""

import os
import re
import secrets
import socket
import threading
from pathlib import Path
from types import TracebackType

from arena.ladder.notes import SUFFIX, decoded, encoded
from arena.store import Folder, StoreError

SIGN_S = 10.0
SILENT_NS = 120_000_000_000
_LEASE = re.compile(r"(.+)\.(\d{6})\.json")


class Leases:
    """The leases of one runner and of all others. In the context, signs of life are given."""

    def __init__(self, leases: Folder, runners: Folder) -> None:
        self._leases = leases
        self._runners = runners
        self._host = _host()
        self.runner = f"{os.getpid()}-{secrets.token_hex(6)}"
        self._holders: dict[str, str] = {}
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._give_signs, daemon=True)

    def __enter__(self) -> "Leases":
        self._sign()
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._ended.set()
        self._thread.join()
        self._runners.remove(f"{self.runner}{SUFFIX}")

    def take(self, match: str) -> bool:
        """Take a match that nobody plays; whether it is ours now."""
        last = self._last()
        number = last.get(match, 0)
        if number and self._is_at_work(self._holder(match, number)):
            return False
        name = f"{match}.{number + 1:06}{SUFFIX}"
        if not self._leases.write_once(name, encoded({"runner": self.runner})):
            return False
        return self._holder(match, number + 1) == self.runner

    def free(self, matches: list[str]) -> list[str]:
        """Those of the matches that nobody plays now."""
        last = self._last()
        at_work: dict[str, bool] = {}
        found = []
        for match in matches:
            if number := last.get(match, 0):
                holder = self._holder(match, number)
                if holder not in at_work:
                    at_work[holder] = self._is_at_work(holder)
                if at_work[holder]:
                    continue
            found.append(match)
        return found

    def _last(self) -> dict[str, int]:
        """The highest lease of each match."""
        last: dict[str, int] = {}
        for name in self._leases.names(SUFFIX):
            if found := _LEASE.fullmatch(name):
                last[found[1]] = max(last.get(found[1], 0), int(found[2]))
        return last

    def _holder(self, match: str, number: int) -> str:
        name = f"{match}.{number:06}{SUFFIX}"
        if name not in self._holders:
            note = decoded(self._leases.read(name), f"{self._leases.path}/{name}")
            self._holders[name] = str(note["runner"])
        return self._holders[name]

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
            sign = decoded(self._runners.read(name), f"{self._runners.path}/{name}")
        except StoreError:  # it left at this very moment
            return False
        return bool(sign["host"] != self._host or started(int(sign["process"])) == sign["started"])

    def _sign(self) -> None:
        sign = {"host": self._host, "process": os.getpid(), "started": started(os.getpid())}
        self._runners.write(f"{self.runner}{SUFFIX}", encoded(sign))

    def _give_signs(self) -> None:
        while not self._ended.wait(SIGN_S):
            try:
                self._sign()
            except StoreError:  # the next one may get through; if none does, others take over
                continue


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
