"""Can this host run untrusted bots? Every protection is tried out, not assumed.

The self-test starts a real process in the sandbox and looks at it from outside, where it cannot lie. Limits that are
silently not there are worse than none: a match is refused when a row of the self-test is not ok.
"""

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from arena.operating_system import CAN_RUN_BOTS, NEEDS_LINUX
from arena.sandbox import procfs, tier
from arena.sandbox.errors import SandboxError, SandboxRefused
from arena.sandbox.group import wait_until
from arena.sandbox.jail import PROGRAMS_PATH, Protection
from arena.sandbox.limits import Limits
from arena.sandbox.process import Process
from arena.sandbox.sandbox import Launch, Sandbox
from arena.sandbox.tier import Host, Tier

UNFIT: Final = "play no rated games on this host"
_PROBE_LIMITS = Limits(memory_mb=64, processes=16, scratch_mb=1)
_NAMESPACES = ("user", "pid", "mnt", "net", "ipc", "uts")
_TELLING = frozenset({"cgroup", "cgroup2", "proc", "sysfs"})  # file systems that speak of other processes
_FREEZE_S = 0.05
_AT_WORK_NS = 20_000_000
_PROBE_S = 10.0

_TRY_USER_NAMESPACE = "command -v unshare || exit 2; if unshare --user true; then exit 1; else exit 0; fi"
# Ignores every signal that can be ignored, works in the kernel, and forks without end in a session of its own.
_TRY_TO_RESIST = """
trap '' HUP INT QUIT TERM TSTP TTIN TTOU CONT USR1 USR2
setsid /bin/sh -c 'trap "" HUP TERM CONT; while :; do (:); done' &
dd if=/dev/zero of=/dev/null bs=8M &
while :; do :; done
"""
_TRY_TO_FORK = "for n in $(seq 32); do sleep 1 & done"
# Twice the limit and no more: where there is no limit, nothing is to happen to the host.
_TRY_TO_GROW = "x=0123456789abcdef; for n in $(seq 23); do x=$x$x; done"


@dataclass(frozen=True, slots=True)
class HostCheck:
    """One row of `arena doctor`; `remedy` is empty when the row is ok. What was read and not tried out is no more than a note."""

    name: str
    ok: bool
    detail: str
    remedy: str = ""
    note: bool = False


def examine_host() -> list[HostCheck]:
    """Everything that `arena doctor` shows."""
    if not CAN_RUN_BOTS:
        raise SandboxRefused(NEEDS_LINUX)
    host = tier.examine()
    offered = tier.tier_of(host)
    rows = list(_host_rows(host))
    if offered.number < 3:
        with Sandbox(offered) as sandbox:
            rows += self_test(sandbox)
    best = offered.number == 1
    rows.append(HostCheck("tier", best, str(offered), "" if best else _first(offered), note=True))
    return rows


def self_test(sandbox: Sandbox, without: frozenset[Protection] = frozenset()) -> list[HostCheck]:
    """Start processes in the sandbox and see what holds them; `without` is for testing the test."""
    try:
        with tempfile.TemporaryDirectory(prefix="arena-probe-") as folder:
            Path(folder).chmod(0o755)
            return list(_probe(sandbox, Path(folder), without))
    except SandboxError as error:
        return [_tested("start in the sandbox", False, str(error))]


def refuse_unless_fit(sandbox: Sandbox, without: frozenset[Protection] = frozenset()) -> None:
    """For rated play: refuse a host on which any protection is missing."""
    if sandbox.tier.number != 1:
        raise SandboxRefused("rated play needs sandbox tier 1: " + "; ".join(sandbox.tier.missing))
    refuse_unless_confined(sandbox, without)


def refuse_unless_confined(sandbox: Sandbox, without: frozenset[Protection] = frozenset()) -> None:
    """For every match with a sandbox: refuse a host on which its tier does not hold what it promises."""
    failed = [check for check in self_test(sandbox, without) if not check.ok]
    if failed:
        rows = ", ".join(f"{check.name}: {check.detail}" for check in failed)
        raise SandboxRefused(f"the sandbox does not hold on this host ({rows}); `arena doctor` says more")


def _host_rows(host: Host) -> Iterator[HostCheck]:
    yield _row("programs", host.programs, _versions())
    untried = host.programs and f"not tried, for want of a program: {host.programs.rpartition(': ')[2]}"
    yield _row("user namespaces", untried or host.namespaces, "bwrap made them as an ordinary user")
    yield _row(
        "system call filter",
        host.seccomp,
        "the kernel offers filters; whether one holds is tried below",
        note=True,
    )
    root = os.geteuid() == 0
    users = "root may take some of the host" if root else "newuidmap mapped subordinate ones"
    yield _row("user ids", host.users, users, note=root)
    origin = "root may write them" if root else "systemd delegated one"
    yield _row("control groups", host.control_groups, f"version {host.cgroup_version}, {origin}", note=root)


def _row(name: str, problem: str | None, detail: str, *, note: bool = False) -> HostCheck:
    if problem is None:
        return HostCheck(name, True, detail, note=note)
    what, _, remedy = problem.rpartition(": ")
    return HostCheck(name, False, what, remedy)


def _tested(name: str, ok: bool, detail: str) -> HostCheck:
    return HostCheck(name, ok, detail, "" if ok else UNFIT)


def _versions() -> str:
    found = []
    for name in ("bwrap", "setpriv", "prlimit"):
        if shutil.which(name, path=PROGRAMS_PATH):
            shown = subprocess.run(
                [name, "--version"], capture_output=True, text=True, check=False, env={"PATH": PROGRAMS_PATH}
            )
            found.append(shown.stdout.strip())
    return ", ".join(found)


def _first(offered: Tier) -> str:
    return offered.missing[0] if offered.missing else "run arena without --no-sandbox"


def _probe(sandbox: Sandbox, folder: Path, without: frozenset[Protection]) -> Iterator[HostCheck]:
    seat = sandbox.take_seat()

    def start(script: str, also_without: frozenset[Protection] = frozenset()) -> Process:
        command = ("/bin/sh", "-c", script)
        launch = Launch(command, folder, limits=_PROBE_LIMITS, without=without | also_without)
        return sandbox.launch(seat, launch)

    try:
        busy = start("while :; do :; done")
        bot = procfs.descendants(busy.pid)[-1]
        if sandbox.own_users:
            yield _own_user(bot, seat.uid)
        yield from _seen_from_outside(bot)
        yield _clock(busy)
        busy.kill()
        hostile = start(_TRY_TO_RESIST)
        yield _freezes(hostile)
        yield _dies(hostile)
        yield _no_user_namespaces(start(_TRY_USER_NAMESPACE, frozenset({Protection.SECCOMP})))
        if sandbox.tier.cgroup_version is not None:
            yield _forks_are_limited(start(_TRY_TO_FORK))
            yield _memory_is_limited(start(_TRY_TO_GROW))
    finally:
        sandbox.give_back(seat)


def _own_user(bot: int, uid: int) -> HostCheck:
    words = set(procfs.status(bot)["Uid"].split())
    ours = {str(os.geteuid()), "0"}
    return _tested("own user", words == {str(uid)} and not words & ours, f"user {min(words)} of the host")


def _seen_from_outside(bot: int) -> Iterator[HostCheck]:
    status = procfs.status(bot)
    capabilities = [status[name] for name in ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb")]
    powerless = status["NoNewPrivs"] == "1" and all(int(mask, 16) == 0 for mask in capabilities)
    yield _tested("no privileges", powerless, "no capabilities, and no way to new ones")
    yield _tested("filter in force", status["Seccomp"] == "2", f"seccomp mode {status['Seccomp']}")
    shared = [name for name in _NAMESPACES if _namespace(bot, name) == _namespace(os.getpid(), name)]
    yield _tested("own namespaces", not shared, f"shared with the host: {', '.join(shared) or 'none'}")
    telling = sorted(procfs.file_systems(bot) & _TELLING)
    detail = f"{', '.join(telling) or 'nothing'} of the kernel's own is mounted"
    yield _tested("own /proc", not telling, detail)


def _namespace(pid: int, name: str) -> str:
    return str((procfs.PROC / str(pid) / "ns" / name).readlink())


def _freezes(hostile: Process) -> HostCheck:
    wait_until(lambda: hostile.cpu_ns() > _AT_WORK_NS, _PROBE_S)
    started = time.monotonic()
    stood_still = hostile.freeze(_PROBE_S)
    took_ms = (time.monotonic() - started) * 1e3
    before_ns = hostile.cpu_ns()
    time.sleep(_FREEZE_S)
    used_ns = hostile.cpu_ns() - before_ns
    hostile.thaw()
    seen = (
        f"one that resists stood still after {took_ms:.0f} ms" if stood_still else "one that resists did not"
    )
    detail = f"{seen}, {used_ns} ns of processor time in {_FREEZE_S:g} s of frost"
    return _tested("freeze", stood_still and used_ns == 0, detail)


def _dies(hostile: Process) -> HostCheck:
    members = procfs.descendants(hostile.pid)
    started = time.monotonic()
    gone = hostile.kill().gone and not any(procfs.stat(pid) for pid in members)
    took_ms = (time.monotonic() - started) * 1e3
    detail = f"{len(members)} processes that resist were gone after {took_ms:.0f} ms"
    return _tested("kill", gone, detail if gone else "processes that resist are still there after a kill")


def _clock(busy: Process) -> HostCheck:
    """No protection, so never a reason to refuse: a bot that is charged for others' work only needs more patience."""
    if busy.stolen_ns() is None:
        why = "no pressure of control groups" if busy.tier.cgroup_version else "no control groups"
        return HostCheck("clock", True, f"what others take from a bot is charged to it: {why}", note=True)
    first = "and it goes before other programs" if busy.weighted else "but others have the same weight"
    return HostCheck(
        "clock",
        True,
        f"the kernel counts what others take from a bot, so it is not charged, {first}",
        note=True,
    )


def _no_user_namespaces(trial: Process) -> HostCheck:
    evidence = trial.wait_gone(_PROBE_S) or trial.kill()
    return _tested(
        "no further namespaces", evidence.exit_status == 0, "tried with the system call filter left out"
    )


def _forks_are_limited(trial: Process) -> HostCheck:
    evidence = trial.wait_gone(_PROBE_S) or trial.kill()
    return _tested(
        "process limit", bool(evidence.usage.forks_refused), f"forks refused: {evidence.usage.forks_refused}"
    )


def _memory_is_limited(trial: Process) -> HostCheck:
    evidence = trial.wait_gone(_PROBE_S) or trial.kill()
    return _tested(
        "memory limit", evidence.ran_out_of_memory, f"processes killed: {evidence.usage.memory_kills}"
    )
