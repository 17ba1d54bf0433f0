"""Does every bot have a user of its own, also across processes, and a socket for itself?"""

import os
import socket
import stat
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from arena.sandbox import Sandbox, SandboxError, Tier
from arena.sandbox.run_directory import RunDirectory
from arena.sandbox.seats import SandboxSeats, uid_range
from tests.sandbox.probing import ROOT

AS_ROOT = pytest.mark.skipif(os.geteuid() != 0, reason="needs root")

TAKE_THREE = """
import sys
from arena.sandbox import Sandbox, Tier
with Sandbox(Tier(3)) as sandbox:
    print(*(sandbox.take_seat().uid for _ in range(3)), flush=True)
    sys.stdin.read()
"""


@AS_ROOT
def test_users_of_two_processes_differ() -> None:
    with Sandbox(Tier(3)) as mine, Sandbox(Tier(3)) as second:
        uids = [sandbox.take_seat().uid for sandbox in (mine, second, mine, second)]
        other = subprocess.Popen(
            [sys.executable, "-c", TAKE_THREE],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert other.stdout is not None
        uids += [int(uid) for uid in other.stdout.readline().split()]
        other.communicate()
    assert len(set(uids)) == 7
    assert all(uid in uid_range() for uid in uids)


@AS_ROOT
def test_a_user_is_given_back_with_the_seat() -> None:
    with Sandbox(Tier(3)) as sandbox:
        first = sandbox.take_seat()
        second = sandbox.take_seat()
        sandbox.give_back(first)
        assert not first.directory.exists()
        third = sandbox.take_seat()
        assert third.uid == first.uid != second.uid
        assert third.number == 2


@AS_ROOT
def test_the_socket_is_the_seats_alone() -> None:
    with Sandbox(Tier(3)) as sandbox:
        seat = sandbox.take_seat()
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(str(seat.socket_path))
            seat.hand_over_socket()
            found = seat.socket_path.stat()
    assert (found.st_uid, found.st_gid, stat.S_IMODE(found.st_mode)) == (seat.uid, seat.uid, 0o600)


def test_paths_that_are_too_long_for_a_socket_are_refused() -> None:
    with tempfile.TemporaryDirectory() as short:
        root = Path(short) / ("x" * 90)
        run = RunDirectory(root)
        seats = SandboxSeats(run)
        with pytest.raises(SandboxError, match="longer than the 107 characters"):
            seats.take()
        seats.close()
        run.close()


def test_the_range_fits_the_container(tmp_path: Path) -> None:
    uid_map = tmp_path / "uid_map"
    uid_map.write_text("         0          0 4294967295\n")
    assert uid_range(uid_map).start == 1_900_000_000
    uid_map.write_text("0 100000 65536\n")
    assert uid_range(uid_map).start == 60_600
    uid_map.write_text("0 1000 1\n")
    with pytest.raises(SandboxError, match="no spare user ids"):
        uid_range(uid_map)
