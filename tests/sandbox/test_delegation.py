"""What is said to a user to whom systemd delegates no control groups, or too few?"""

from pathlib import Path

import pytest

from arena.sandbox import SandboxError, delegation
from arena.sandbox.cgroup_v2 import V2Hierarchy
from arena.sandbox.limits import Limits
from tests.sandbox.test_cgroups import KernelPath, keep, made_up_v2

problem = delegation.problem.__wrapped__


def systemd_run(folder: Path, script: str) -> str:
    program = folder / "systemd-run"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    return str(program)


def test_without_systemd(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> str:
        raise SandboxError(f"{name} is not installed")

    monkeypatch.setattr(delegation, "program", missing)
    assert problem(7) == "no systemd is here that could delegate control groups: start arena with sudo"


@pytest.mark.parametrize(
    ("script", "sentence"),
    [
        ("echo cpuset cpu io memory pids", None),
        ("echo memory pids", None),
        (
            "echo Failed to connect to bus: No such file or directory. >&2; exit 1",
            (
                "no systemd of user {name} delegates control groups (Failed to connect to bus: No such file or directory): "
                "sudo loginctl enable-linger {name}, or start arena with sudo"
            ),
        ),
        (
            "echo cpu",
            (
                "systemd does not pass memory and pids on to users: write [Service] and Delegate=memory pids cpu cpuset "
                "into /etc/systemd/system/user@.service.d/delegate.conf, and log in again"
            ),
        ),
        ("sleep 30", "systemd did not answer in 0.5 s: start arena with sudo"),
    ],
)
def test_sentences(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str, sentence: str | None
) -> None:
    path = systemd_run(tmp_path, script)
    monkeypatch.setattr(delegation, "program", lambda _: path)
    if script == "sleep 30":
        monkeypatch.setattr(delegation, "_PATIENCE_S", 0.5)
    name = delegation._user_name(7)
    assert problem(7) == (sentence.format(name=name) if sentence else None)


def test_groups_without_processors_and_weights(tmp_path: Path) -> None:
    """What Debian 12 delegates to users: affinity and the system call filter pin a bot instead of the group."""
    top = made_up_v2(tmp_path, "memory pids")
    hierarchy = V2Hierarchy(KernelPath(top), controllers=("memory", "pids"), weights=False)
    hierarchy.create("arena-x", Limits(memory_mb=64), (0,), keep)
    assert not hierarchy.pins
    assert (top / "cgroup.subtree_control").read_text() == "+memory +pids"
    assert not (top / "arena-x/cpuset.cpus").exists()
    assert hierarchy.join("arena-own", lambda *_: None) is None
