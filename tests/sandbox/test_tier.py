"""Is the tier what the host offers, with a sentence for everything that is missing?"""

from dataclasses import replace
from pathlib import Path

import pytest

from arena.sandbox import tier
from arena.sandbox.tier import Host, Tier, tier_of

ALL_WELL = Host(None, None, None, None, None, 2)


@pytest.mark.parametrize(
    ("host", "number"),
    [
        (ALL_WELL, 1),
        (replace(ALL_WELL, users="one user"), 2),
        (replace(ALL_WELL, control_groups="no groups"), 2),
        (replace(ALL_WELL, seccomp="no filter"), 3),
        (replace(ALL_WELL, namespaces="no namespaces", users="one user"), 3),
        (replace(ALL_WELL, programs="no bwrap"), 3),
    ],
)
def test_tiers(host: Host, number: int) -> None:
    found = tier_of(host)
    assert found.number == number
    sentences = (host.programs, host.namespaces, host.seccomp, host.users, host.control_groups)
    assert found.missing == tuple(sentence for sentence in sentences if sentence)


def test_text_of_a_tier() -> None:
    assert str(tier_of(ALL_WELL)) == "tier 1 (own user, namespaces, system call filter, cgroup v2)"
    assert str(Tier(2)).startswith("tier 2 (namespaces, system call filter, rlimits")
    shared = tier_of(replace(ALL_WELL, users="one user"))
    assert str(shared) == "tier 2 (namespaces, system call filter, cgroup v2; bots share one user id)"
    assert tier_of(replace(ALL_WELL, users="one user", control_groups="none")).cgroup_version is None
    assert str(Tier(3)) == "tier 3 (no sandbox)"


def test_missing_programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tier, "PROGRAMS_PATH", str(tmp_path))
    assert tier.examine().programs == "bwrap is not installed: apt-get install bubblewrap"
    old = tmp_path / "bwrap"
    old.write_text("#!/bin/sh\necho --disable-nothing\n")
    old.chmod(0o755)
    for name in ("setpriv", "prlimit"):
        (tmp_path / name).symlink_to("/bin/true")
    assert tier.examine().programs == "bwrap is too old: install bubblewrap 0.8 or newer"


@pytest.mark.parametrize(
    ("setting", "value", "remedy"),
    [
        ("user/max_user_namespaces", "0", "sysctl user.max_user_namespaces=10000"),
        ("kernel/unprivileged_userns_clone", "0", "sysctl kernel.unprivileged_userns_clone=1"),
        (
            "kernel/apparmor_restrict_unprivileged_userns",
            "1",
            "sysctl kernel.apparmor_restrict_unprivileged_userns=0",
        ),
    ],
)
def test_forbidden_namespaces(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, setting: str, value: str, remedy: str
) -> None:
    path = tmp_path / setting
    path.parent.mkdir()
    path.write_text(f"{value}\n")
    programs = tmp_path / "bin"
    programs.mkdir()
    for name, text in (
        ("bwrap", "echo no permission >&2; exit 1"),
        ("setpriv", "exec /usr/bin/setpriv"),
        ("prlimit", ""),
    ):
        (programs / name).write_text(
            f'#!/bin/sh\n[ "$1" = --help ] && echo --assert-userns-disabled && exit\n{text} "$@"\n'
        )
        (programs / name).chmod(0o755)
    monkeypatch.setattr(tier, "_SYSCTL", tmp_path)
    monkeypatch.setattr(tier, "PROGRAMS_PATH", f"{programs}:/usr/bin:/bin")
    sentence = tier.examine().namespaces
    assert sentence is not None
    assert sentence.startswith("user namespaces are not available (")
    assert remedy in sentence


def test_unknown_machine_and_kernel_without_filters(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tier, "_SYSCTL", tmp_path)
    assert "CONFIG_SECCOMP_FILTER" in str(tier.examine().seccomp)
    monkeypatch.setattr("platform.machine", lambda: "vax")
    assert tier.examine().seccomp == "there is no system call filter for vax: use one of aarch64, x86_64"
