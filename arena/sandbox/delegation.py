"""How does a user who is not root get control groups? The user's own systemd delegates one.

The process that starts the bots runs in a scope with `Delegate=yes`: a group whose files belong to the user, so that
groups can be made below it. systemd removes it when the last process in it is gone.
"""

import os
import subprocess
import sys
from functools import cache
from pathlib import Path

from arena.sandbox.cgroup_v2 import V2_CONTROLLERS, V2Hierarchy
from arena.sandbox.errors import SandboxError
from arena.sandbox.jail import PROGRAMS_PATH, program

if sys.platform != "win32":
    import pwd

# Not the processors: the affinity of a bot, which the system call filter keeps it from changing, pins it as well.
NEEDED = ("memory", "pids")
_PATIENCE_S = 30.0
_SEEN = "IFS=: read -r _ _ own < /proc/self/cgroup; cat /sys/fs/cgroup$own/cgroup.controllers"


def scope_command(name: str) -> list[str]:
    """Put before a command, this runs it in a scope of that name, as the same process and with its descriptors."""
    return [
        *(program("systemd-run"), "--user", "--scope", "--quiet", "--collect"),
        *("--property=Delegate=yes", f"--unit={name}.scope", "--"),
    ]


def scope_environment() -> dict[str, str]:
    """Where the user's systemd listens; also for a service or a job, which is not told."""
    default = f"/run/user/{os.geteuid()}"
    return {"XDG_RUNTIME_DIR": os.environ.get("XDG_RUNTIME_DIR", default), "PATH": PROGRAMS_PATH}


@cache
def problem(euid: int) -> str | None:
    """None if this user gets groups with everything that is needed, else a sentence that says what to do."""
    name = _user_name(euid)
    try:
        command = [*scope_command(f"arena-trial-{os.getpid()}"), "/bin/sh", "-c", _SEEN]
    except SandboxError:
        return "no systemd is here that could delegate control groups: start arena with sudo"
    try:
        trial = subprocess.run(
            command,
            env=scope_environment(),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
            timeout=_PATIENCE_S,
        )
    except subprocess.TimeoutExpired:
        return f"systemd did not answer in {_PATIENCE_S:g} s: start arena with sudo"
    if trial.returncode != 0:
        reason = " ".join(trial.stderr.split()).rstrip(".") or f"exit code {trial.returncode}"
        return (
            f"no systemd of user {name} delegates control groups ({reason}): "
            f"sudo loginctl enable-linger {name}, or start arena with sudo"
        )
    missing = [controller for controller in NEEDED if controller not in trial.stdout.split()]
    if missing:
        return (
            f"systemd does not pass {' and '.join(missing)} on to users: write [Service] and "
            "Delegate=memory pids cpu cpuset into /etc/systemd/system/user@.service.d/delegate.conf, and log in again"
        )
    return None


def hierarchy_around(pid: int) -> V2Hierarchy:
    """The groups below the scope that a process of ours was started in; it goes into a group of its own there."""
    own = Path(f"/proc/{pid}/cgroup").read_text().strip().rpartition(":")[2]
    scope = Path(f"/sys/fs/cgroup{own}")
    try:
        offered = (scope / "cgroup.controllers").read_text().split()
        helper = scope / "arena-helper"
        helper.mkdir()
        # Only a group without processes can pass controllers on.
        (helper / "cgroup.procs").write_text(str(pid))
    except OSError as error:
        raise SandboxError(f"the control group {scope} cannot be used: {error.strerror}") from error
    controllers = tuple(controller for controller in V2_CONTROLLERS if controller in offered)
    return V2Hierarchy(scope, controllers=controllers, weights=False)


def _user_name(uid: int) -> str:
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return str(uid)
