"""Does tier 2 hold for a user without root, systemd and ids of his own, really run as one?"""

import json
import os
import shutil
import stat
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest

from arena.sandbox import Tier
from arena.sandbox.jail import privilege_arguments
from tests.sandbox.probing import ROOT

NOBODY_ELSE = 65_431


def open_to_all(path: Path) -> bool:
    return all(part.stat().st_mode & stat.S_IXOTH for part in (path, *path.parents))


@pytest.fixture(scope="module")
def found(offered: Tier) -> dict[str, Any]:
    if os.geteuid() != 0:
        pytest.skip("needs root, to become such a user")
    if offered.number == 3:
        pytest.skip("; ".join(offered.missing))
    pythons = [Path(sys.executable).resolve(), Path("/usr/bin/python3").resolve()]
    readable = [path for path in pythons if path.exists() and open_to_all(path)]
    if not readable or not open_to_all(ROOT):
        pytest.skip("needs a Python and sources that every user can read")
    temporary = tempfile.mkdtemp(prefix="arena-test-")
    command = [str(readable[0]), "-m", "tests.sandbox.unprivileged", temporary]
    command = privilege_arguments(NOBODY_ELSE) + command
    os.chown(temporary, NOBODY_ELSE, NOBODY_ELSE)
    env = {"PATH": "/usr/bin:/bin", "TMPDIR": temporary, "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        command, cwd=ROOT, env=env, capture_output=True, text=True, check=False, timeout=120
    )
    shutil.rmtree(temporary)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def test_the_tier_and_why_it_is_not_better(found: dict[str, Any]) -> None:
    assert (found["tier"]["number"], found["tier"]["cgroup_version"]) == (2, None)
    users, control_groups = found["tier"]["missing"]
    assert users.startswith(f"bots share the user id {NOBODY_ELSE} with arena")
    assert "control groups" in control_groups


def test_the_self_test_passes(found: dict[str, Any]) -> None:
    assert found["failed rows"] == []


def test_all_processes_stop_and_die(found: dict[str, Any]) -> None:
    """bwrap, its init, the bot, and the daemon in a session of its own."""
    seen = found["seen from outside"]
    assert seen["members"] >= 4
    assert (seen["frozen"], seen["used_ns"], seen["runs again"], seen["left"]) == (True, 0, True, [])
    assert seen["seat is own user"]


def test_attacks(found: dict[str, Any]) -> None:
    assert found["attacks"] == {
        "fork=100": "EAGAIN",
        "unshare-user": "EPERM",
        "visible": "ok 1",
        "descriptors": "ok 0 1 2",
        "mount-call=mount": "EPERM",
        "read=/etc/passwd": "ENOENT",
        "make-file=/bot": "EROFS",
        "fill=/scratch,32": "ENOSPC",
        "make-socket=AF_INET": "EAFNOSUPPORT",
        "interfaces": "ok lo",
        "litter=/scratch,20000": "ok 2047",
        "allocate=300": "ENOMEM",
    }


def test_nothing_is_left(found: dict[str, Any]) -> None:
    assert found["left"] == []
