"""How well can this host confine a bot, and what is missing for a better tier?

Tier 1: user id, namespaces, system call filter and control groups; rated play asks for it. Root has it, and so does a
user to whom systemd delegates control groups and the administrator has given subordinate user ids.
Tier 2: the same namespaces and filter; but bots share one user id, or rlimits and SIGSTOP replace control groups.
Tier 3: nothing at all; refused unless the user says so, for bots of his own.
"""

import os
import platform
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from arena.sandbox import cgroups, delegation, mapped_ids
from arena.sandbox.cgroups import Hierarchy
from arena.sandbox.jail import PROGRAMS_PATH, privilege_arguments
from arena.sandbox.seccomp import MACHINES

_NOBODY = 65534
_SYSCTL = Path("/proc/sys")


@dataclass(frozen=True, slots=True)
class Tier:
    """What a bot is confined by, recorded with every result; `missing` says why it is not better, a sentence each."""

    number: int
    cgroup_version: int | None = None
    missing: tuple[str, ...] = ()

    def __str__(self) -> str:
        if self.number == 1:
            return f"tier 1 (own user, namespaces, system call filter, cgroup v{self.cgroup_version})"
        if self.number == 2 and self.cgroup_version is not None:
            return f"tier 2 (namespaces, system call filter, cgroup v{self.cgroup_version}; bots share one user id)"
        if self.number == 2:
            return "tier 2 (namespaces, system call filter, rlimits; memory and processor time are not enforced exactly)"
        return "tier 3 (no sandbox)"


@dataclass(frozen=True, slots=True)
class Host:
    """What was found on this host: None where all is well, else one sentence that says what to do."""

    programs: str | None
    namespaces: str | None
    seccomp: str | None
    users: str | None
    control_groups: str | None
    cgroup_version: int | None


def detect() -> Tier:
    """The best tier that this host offers."""
    return tier_of(examine())


def tier_of(host: Host) -> Tier:
    missing = tuple(
        sentence
        for sentence in (host.programs, host.namespaces, host.seccomp, host.users, host.control_groups)
        if sentence is not None
    )
    if host.programs or host.namespaces or host.seccomp:
        return Tier(3, None, missing)
    if host.control_groups:
        return Tier(2, None, missing)
    if host.users:
        return Tier(2, host.cgroup_version, missing)
    return Tier(1, host.cgroup_version)


def examine() -> Host:
    """Look at this host; user namespaces are tried out, since too many settings can forbid them."""
    programs = _programs()
    groups = cgroups.find()
    return Host(
        programs=programs,
        namespaces=None if programs else _namespaces(),
        seccomp=_seccomp(),
        users=_users(),
        control_groups=_control_groups(groups),
        cgroup_version=None if groups is None else groups.version,
    )


def _users() -> str | None:
    if os.geteuid() == 0:
        return None
    found = mapped_ids.find(os.geteuid())
    return found if isinstance(found, str) else None


def _control_groups(groups: Hierarchy | None) -> str | None:
    if groups is None:
        return "no control groups with memory, pids and cpuset are mounted: mount cgroup2 at /sys/fs/cgroup"
    if os.geteuid() == 0:
        return groups.usable()
    if groups.version == 1:
        return "control groups of version 1 are for root alone: start arena with sudo"
    return delegation.problem(os.geteuid())


def _programs() -> str | None:
    for name, package in (("bwrap", "bubblewrap"), ("setpriv", "util-linux"), ("prlimit", "util-linux")):
        if shutil.which(name, path=PROGRAMS_PATH) is None:
            return f"{name} is not installed: apt-get install {package}"
    options = subprocess.run(
        ["bwrap", "--help"], capture_output=True, check=False, text=True, env={"PATH": PROGRAMS_PATH}
    ).stdout
    if "--assert-userns-disabled" not in options:
        return "bwrap is too old: install bubblewrap 0.8 or newer"
    return None


def _namespaces() -> str | None:
    leave_root = privilege_arguments(_NOBODY) if os.geteuid() == 0 else []
    jail = [
        "bwrap",
        "--unshare-all",
        "--unshare-user",
        "--disable-userns",
        "--ro-bind",
        "/",
        "/",
        "/bin/true",
    ]
    trial = subprocess.run(
        leave_root + jail,
        capture_output=True,
        check=False,
        text=True,
        env={"PATH": PROGRAMS_PATH},
        cwd="/",
        stdin=subprocess.DEVNULL,
    )
    if trial.returncode == 0:
        return None
    return f"user namespaces are not available ({trial.stderr.strip()}): {_namespace_remedy()}"


def _namespace_remedy() -> str:
    settings = {
        "user/max_user_namespaces": ("0", "sysctl user.max_user_namespaces=10000"),
        "kernel/unprivileged_userns_clone": ("0", "sysctl kernel.unprivileged_userns_clone=1"),
        "kernel/apparmor_restrict_unprivileged_userns": (
            "1",
            "sysctl kernel.apparmor_restrict_unprivileged_userns=0, or give bwrap an AppArmor profile with `userns` (docs/sandbox.md)",
        ),
    }
    for name, (forbids, remedy) in settings.items():
        path = _SYSCTL / name
        if path.exists() and path.read_text().strip() == forbids:
            return remedy
    return (
        "inside a container, start the container with --privileged; else build the kernel with CONFIG_USER_NS"
    )


def _seccomp() -> str | None:
    if platform.machine() not in MACHINES:
        return f"there is no system call filter for {platform.machine()}: use one of {', '.join(sorted(MACHINES))}"
    actions = _SYSCTL / "kernel/seccomp/actions_avail"
    if not actions.exists() or not {"kill_process", "errno"} <= set(actions.read_text().split()):
        return "the kernel has no system call filters: use one built with CONFIG_SECCOMP_FILTER"
    return None


def may_mount() -> bool:
    """Whether an ordinary user may mount in a user namespace of its own; some hosts allow that to bwrap alone."""
    words = ("unshare", "--user", "--map-root-user", "--mount", "mount", "-t", "tmpfs", "tmpfs", "/tmp")
    try:
        tried = subprocess.run(words, capture_output=True, check=False, env={"PATH": PROGRAMS_PATH})
    except FileNotFoundError:
        return False
    return tried.returncode == 0
