"""Do the attacks on processes and the kernel fail in the sandbox, and work without it? (P1-P16 of docs/sandbox.md)"""

import os
import platform
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from arena.sandbox import Limits, Protection, procfs
from arena.sandbox.jail import privilege_arguments
from tests.sandbox.probing import ROOT, SMALL, Prober, finish, module, wait_for

AS_ROOT = pytest.mark.skipif(os.geteuid() != 0, reason="the control needs root")
FILTER_OFF = frozenset({Protection.SECCOMP})
KERNELS_PROC = frozenset({Protection.PROC})
_CAP_SYS_RESOURCE = 24
ONLY_X86 = pytest.mark.skipif(platform.machine() != "x86_64", reason="foreign ABIs of x86_64")


def test_p1_fork_bomb(jailed: Prober) -> None:
    """The control is a larger limit: then as many forks succeed."""
    tight = replace(jailed, limits=replace(SMALL, processes=16)).run("processes", "fork=100")
    assert tight["fork=100"] == "EAGAIN"
    assert tight.evidence.usage.forks_refused
    roomy = replace(jailed, limits=Limits(processes=128)).run("processes", "fork=100")
    assert roomy["fork=100"] == "ok 100"
    assert roomy.evidence.usage.forks_refused == 0


def test_p2_thread_bomb(jailed: Prober) -> None:
    tight = replace(jailed, limits=replace(SMALL, processes=16)).run("processes", "threads=100")
    assert tight["threads=100"].startswith("ok stopped after 1")
    roomy = replace(jailed, limits=Limits(processes=128)).run("processes", "threads=100")
    assert roomy["threads=100"] == "ok all 100"


def test_p3_daemon_outliving_the_bot(jailed: Prober, bare: Prober) -> None:
    with jailed.seat() as seat:
        process = jailed.start(seat, "processes", "daemon")
        assert finish(process)["daemon"] == "ok left"
        assert _processes_of(seat.uid) == []
    before = set(_named("python3"))
    assert bare.run("processes", "daemon")["daemon"] == "ok left"
    left = set(_named("python3")) - before
    assert len(left) == 1
    os.kill(left.pop(), signal.SIGKILL)


@AS_ROOT
def test_p4_kill_everyone(jailed: Prober) -> None:
    """The victim runs outside as the same user. The control attacks as that user, but without a jail."""
    with jailed.seat() as seat:
        as_seat = privilege_arguments(seat.uid)
        victim = subprocess.Popen([*as_seat, "sleep", "60"])
        assert wait_for(lambda: procfs.status(victim.pid)["Uid"].startswith(str(seat.uid)), 30)
        for wanted in ("kill-everyone", "kill-init", f"kill={victim.pid}", f"kill={os.getpid()}"):
            outcome = finish(jailed.start(seat, "processes", wanted))
            assert outcome.answers.get(wanted, "ESRCH") in ("ESRCH", "ok alive", "ok killed")
            assert victim.poll() is None
        subprocess.run([*as_seat, "sh", "-c", "kill -9 -1"], check=False)
        assert victim.wait(5) == -signal.SIGKILL


def test_p5_other_processes(jailed: Prober, bare: Prober) -> None:
    inside = jailed.run("processes", "visible", "trace")
    assert inside["visible"] == "ok 1"
    assert inside["trace"] == "EPERM"
    assert int(bare.run("processes", "visible")["visible"].removeprefix("ok ")) > 3
    assert replace(jailed, without=FILTER_OFF).run("processes", "trace")["trace"] == "ok traced"


def test_p7_reach_into_init(jailed: Prober) -> None:
    wanted = ("read-init", "take-from-init", "compare-init")
    inside = jailed.run("processes", *wanted)
    unfiltered = replace(jailed, without=FILTER_OFF | KERNELS_PROC).run("processes", *wanted)
    assert {inside[name] for name in wanted} == {"EPERM"}
    assert {unfiltered[name].split()[0] for name in wanted} == {"ok"}


@ONLY_X86
def test_p8_rewrite_init(jailed: Prober) -> None:
    """Init's memory is not to be had. With the kernel's own /proc, status 3 arrives as 0: no verdict may rest on it."""
    assert jailed.run("processes", "forge-exit")["forge-exit"] == "ENOENT"
    open_proc = replace(jailed, without=KERNELS_PROC)
    assert open_proc.run("processes", "forge-exit").evidence.exit_status == 0


@ONLY_X86
def test_p8_hanging_init_does_not_keep_the_sandbox(jailed: Prober) -> None:
    """The bot is gone, but its init loops for ever; the control is that it does not end by itself."""
    assert jailed.run("processes", "hang-init")["hang-init"] == "ENOENT"
    with jailed.seat() as seat:
        process = replace(jailed, without=KERNELS_PROC).start(seat, "processes", "hang-init")
        assert wait_for(lambda: len(procfs.descendants(process.pid)) == 2, 30)
        assert process.wait_gone(0.5) is None
        assert process.kill().killed_by_us


def test_p10_inherited_descriptors(jailed: Prober) -> None:
    """The control shows that the probe would see more: it inherits one that we pass on."""
    assert jailed.run("processes", "descriptors")["descriptors"] == "ok 0 1 2"
    read, write = os.pipe()
    shown = subprocess.run(
        [sys.executable, *module("processes"), "descriptors"],
        cwd=ROOT,
        pass_fds=[write],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert f" {write}" in shown
    os.close(read)
    os.close(write)


def test_p11_user_namespaces(jailed: Prober) -> None:
    wanted = ("unshare-user", "clone-user", "clone3")
    inside = jailed.run("processes", *wanted)
    assert [inside[name] for name in wanted] == ["EPERM", "EPERM", "ENOSYS"]
    unfiltered = replace(jailed, without=FILTER_OFF).run("processes", *wanted)
    assert [unfiltered[name] for name in wanted] == ["ENOSPC", "ENOSPC", "ENOSPC"]
    neither = frozenset({Protection.SECCOMP, Protection.USER_NAMESPACES})
    control = replace(jailed, without=neither).run("processes", *wanted)
    assert [control[name] for name in wanted] == ["ok done", "ok cloned", "ok cloned"]


@AS_ROOT
def test_p12_mounts_and_namespaces(jailed: Prober, bare: Prober) -> None:
    """The control runs as root, in a mount namespace of its own."""
    names = ("mount", "fsopen", "open_tree", "pivot_root", "chroot", "setns")
    wanted = [f"mount-call={name}" for name in names]
    inside = jailed.run("processes", *wanted)
    assert {inside[name] for name in wanted} == {"EPERM"}
    works = ["mount-tmpfs", *(f"mount-call={name}" for name in ("fsopen", "open_tree", "chroot", "setns"))]
    outside = bare.run("processes", *works)
    assert {outside[name] for name in works} == {"ok done"}


def test_p13_new_and_dangerous_calls(jailed: Prober) -> None:
    absent = ("io_uring_setup", "keyctl", "add_key", "memfd_secret", "io_setup", "cachestat")
    forbidden = ("bpf", "perf_event_open", "userfaultfd", "personality", "clock_adjtime")
    wanted = [f"call={name}" for name in absent + forbidden]
    inside = jailed.run("processes", *wanted, "unknown-call")
    assert {name: inside[f"call={name}"] for name in absent} == dict.fromkeys(absent, "ENOSYS")
    assert {name: inside[f"call={name}"] for name in forbidden} == dict.fromkeys(forbidden, "EPERM")
    assert inside["unknown-call"] == "ENOSYS"
    unfiltered = replace(jailed, without=FILTER_OFF).run("processes", *wanted)
    for name in (
        "io_uring_setup",
        "keyctl",
        "add_key",
        "io_setup",
        "personality",
        "userfaultfd",
        "clock_adjtime",
    ):
        assert unfiltered[f"call={name}"] == "ok done", name


@ONLY_X86
def test_p14_foreign_abis(jailed: Prober) -> None:
    for wanted in ("int80", "x32"):
        outcome = jailed.run("processes", wanted)
        assert wanted not in outcome.answers
        assert outcome.evidence.exit_status == 128 + signal.SIGSYS
    control = replace(jailed, without=FILTER_OFF).run("processes", "int80")
    assert control.answers.get("int80", "").startswith("ok ") or control.evidence.exit_status == 139


@AS_ROOT
def test_p16_better_treatment(jailed: Prober, bare: Prober) -> None:
    wanted = [
        *(f"raise-limit={name}" for name in ("RLIMIT_NOFILE", "RLIMIT_NPROC", "RLIMIT_FSIZE")),
        *("nice", "real-time", "oom-score"),
    ]
    inside = jailed.run("processes", *wanted)
    assert {inside[name] for name in wanted} <= {"EPERM", "EACCES", "EROFS"}
    assert replace(jailed, without=KERNELS_PROC).run("processes", "oom-score")["oom-score"] == "EACCES"
    outside = bare.run("processes", *wanted)
    assert outside["nice"] == "ok done"
    # Version 1 grants a control group no real time, not even to root, and a sandbox gives our process a group.
    assert outside["real-time"] == "ok done" or jailed.sandbox.tier.cgroup_version == 1
    if _has_capability(_CAP_SYS_RESOURCE):
        assert outside["raise-limit=RLIMIT_NOFILE"] == outside["oom-score"] == "ok done"


def test_p17_core_dump_handler_of_the_host(jailed: Prober) -> None:
    """A limit of exactly 1 keeps the kernel from starting it, and the bot cannot change the limit."""
    limit = "limits=Max core file size"
    assert replace(jailed, without=KERNELS_PROC).run("processes", limit)[limit] == "ok 1 1"
    assert jailed.run("processes", "lower-core-limit")["lower-core-limit"] == "EPERM"
    control = replace(jailed, without=FILTER_OFF).run("processes", "lower-core-limit")
    assert control["lower-core-limit"] == "ok done"


def _has_capability(number: int) -> bool:
    return bool(int(procfs.status(os.getpid())["CapEff"], 16) >> number & 1)


def _processes_of(uid: int) -> list[int]:
    return [pid for pid in _all() if _uid(pid) == uid]


def _named(name: str) -> list[int]:
    """Processes that are a probe of ours."""
    return [pid for pid in _all() if name in _command(pid) and "processes" in _command(pid)]


def _all() -> list[int]:
    return [int(path.name) for path in Path("/proc").iterdir() if path.name.isdigit()]


def _uid(pid: int) -> int | None:
    try:
        return int(procfs.status(pid)["Uid"].split()[0])
    except (OSError, KeyError):
        return None


def _command(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_text()
    except OSError:
        return ""
