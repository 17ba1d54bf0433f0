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

from arena.sandbox import cgroups, procfs, tier
from arena.sandbox.errors import SandboxError, SandboxRefused
from arena.sandbox.jail import PROGRAMS_PATH, Protection
from arena.sandbox.limits import Limits
from arena.sandbox.process import Process
from arena.sandbox.sandbox import Launch, Sandbox
from arena.sandbox.tier import Host, Tier

_PROBE_LIMITS = Limits(memory_mb=64, processes=16, scratch_mb=1)
_NAMESPACES = ("user", "pid", "mnt", "net", "ipc", "uts")
_FREEZE_S = 0.05
_PROBE_S = 10.0

_TRY_USER_NAMESPACE = "command -v unshare || exit 2; if unshare --user true; then exit 1; else exit 0; fi"
_TRY_TO_FORK = "for n in $(seq 32); do sleep 1 & done"
# Twice the limit and no more: where there is no limit, nothing is to happen to the host.
_TRY_TO_GROW = "x=0123456789abcdef; for n in $(seq 23); do x=$x$x; done"


@dataclass(frozen=True, slots=True)
class HostCheck:
    """One row of `arena doctor`; `remedy` is empty when the row is ok."""

    name: str
    ok: bool
    detail: str
    remedy: str = ""


def examine_host() -> list[HostCheck]:
    """Everything that `arena doctor` shows."""
    host = tier.examine()
    offered = tier.tier_of(host)
    rows = list(_host_rows(host))
    if offered.number < 3:
        with Sandbox(offered) as sandbox:
            rows += self_test(sandbox)
    rows.append(
        HostCheck("tier", offered.number == 1, str(offered), "" if offered.number == 1 else _first(offered))
    )
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
        raise SandboxRefused(
            f"the sandbox does not hold on this host ({rows}); `arena doctor` says more, "
            "and --no-sandbox is for bots that you trust with everything you have"
        )


def _host_rows(host: Host) -> Iterator[HostCheck]:
    yield _row("programs", host.programs, _versions())
    yield _row("user namespaces", host.namespaces, "bwrap can make them as an ordinary user")
    yield _row("system call filter", host.seccomp, "the kernel has seccomp filters")
    yield _row("root", host.root, f"user {os.geteuid()}")
    groups = cgroups.find()
    detail = (
        "" if groups is None else f"version {groups.version}, processors {','.join(map(str, groups.cpus()))}"
    )
    yield _row("control groups", host.control_groups, detail)


def _row(name: str, problem: str | None, detail: str) -> HostCheck:
    if problem is None:
        return HostCheck(name, True, detail)
    what, _, remedy = problem.rpartition(": ")
    return HostCheck(name, False, what, remedy)


def _tested(name: str, ok: bool, detail: str) -> HostCheck:
    return HostCheck(name, ok, detail, "" if ok else "play no rated games on this host")


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
        yield from _seen_from_outside(bot, seat.uid)
        yield _freezes(busy)
        busy.kill()
        yield _tested("kill", procfs.stat(bot) is None, "every process is gone after a kill")
        yield _no_user_namespaces(start(_TRY_USER_NAMESPACE, frozenset({Protection.SECCOMP})))
        if sandbox.tier.number == 1:
            yield _forks_are_limited(start(_TRY_TO_FORK))
            yield _memory_is_limited(start(_TRY_TO_GROW))
    finally:
        sandbox.give_back(seat)


def _seen_from_outside(bot: int, uid: int) -> Iterator[HostCheck]:
    status = procfs.status(bot)
    uids = {int(word) for word in status["Uid"].split()}
    yield _tested("own user", uids == {uid} and 0 not in uids, f"user {status['Uid'].split()[0]} of the host")
    capabilities = [status[name] for name in ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb")]
    powerless = status["NoNewPrivs"] == "1" and all(int(mask, 16) == 0 for mask in capabilities)
    yield _tested("no privileges", powerless, "no capabilities, and no way to new ones")
    yield _tested("filter in force", status["Seccomp"] == "2", f"seccomp mode {status['Seccomp']}")
    shared = [name for name in _NAMESPACES if _namespace(bot, name) == _namespace(os.getpid(), name)]
    yield _tested("own namespaces", not shared, f"shared with the host: {', '.join(shared) or 'none'}")


def _namespace(pid: int, name: str) -> str:
    return str((procfs.PROC / str(pid) / "ns" / name).readlink())


def _freezes(busy: Process) -> HostCheck:
    stood_still = busy.freeze()
    before_ns = busy.cpu_ns()
    time.sleep(_FREEZE_S)
    used_ns = busy.cpu_ns() - before_ns
    busy.thaw()
    return _tested(
        "freeze", stood_still and used_ns == 0, f"{used_ns} ns of processor time in {_FREEZE_S:g} s of frost"
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
