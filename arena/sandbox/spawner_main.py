"""The process that forks the bots, and what a child does between fork and exec.

Run as `python -m arena.sandbox.spawner_main SOCKET_FD RUN_DIRECTORY` by `spawner`, with one thread for its whole life.
"""

import ctypes
import fcntl
import json
import os
import signal
import socket
import stat
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, NoReturn

from arena.sandbox import procfs
from arena.sandbox.cgroup_files import kill_each
from arena.sandbox.errors import SandboxError
from arena.sandbox.mapped_ids import SEAT_INSIDE, IdMapping
from arena.sandbox.run_directory import clean_up_whole
from arena.sandbox.spawner import MESSAGE_BYTES

_MOST_FDS = 16
_FAILURE_FD = 200

_PR_SET_CHILD_SUBREAPER = 36
_CLONE_NEWNS = 0x00020000
_CLONE_NEWUSER = 0x10000000
_MS_NOSUID = 0x2
_MS_NODEV = 0x4
_MS_BIND = 0x1000
_MS_REC = 0x4000
_MS_SLAVE = 0x80000


def main(socket_fd: int, run: Path) -> None:
    """Serve until the other end closes, then kill and clean up."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Orphans come to us and not to the host's init, which may take its time to reap them or never do.
    _check(_libc().prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0), "adopting orphans")
    # Who was killed with an answer of ours unread closes with a reset.
    with socket.socket(fileno=socket_fd) as far, suppress(ConnectionResetError, BrokenPipeError):
        _serve(far)
    _end(run)


def _serve(far: socket.socket) -> None:
    statuses: dict[int, int] = {}
    far.send(b"{}")
    while True:
        message, fds, _, _ = socket.recv_fds(far, MESSAGE_BYTES, _MOST_FDS)
        if not message:
            break
        request = json.loads(message)
        if "start" in request:
            _answer_start(far, request, fds)
        else:
            _reap_all(statuses)
            far.send(json.dumps({"status": statuses.pop(request["reap"], None)}).encode())


def _answer_start(far: socket.socket, request: dict[str, Any], fds: list[int]) -> None:
    try:
        pid = _start(request["start"], dict(zip(request["fds"], fds, strict=True)))
    except (OSError, SandboxError) as error:
        far.send(json.dumps({"error": str(error)}).encode())
    else:
        pidfd = os.pidfd_open(pid)
        socket.send_fds(far, [json.dumps({"pid": pid}).encode()], [pidfd])
        os.close(pidfd)
    finally:
        for fd in fds:
            os.close(fd)


def _start(order: dict[str, Any], fds: dict[int, int]) -> int:
    failure_read, failure_write = os.pipe()
    mapped = order["mapped"]
    mapping = IdMapping() if mapped else None
    pid = os.fork()
    if pid == 0:
        _become(order, fds, failure_write, mapping)
    os.close(failure_write)
    if mapping is not None:
        try:
            mapping.map(pid, mapped["uid"], mapped["gid"])
        except (OSError, SandboxError):
            os.waitpid(pid, 0)
            os.close(failure_read)
            raise
    with os.fdopen(failure_read) as failure:
        problem = failure.read()
    if problem:
        os.waitpid(pid, 0)
        raise OSError(problem)
    return pid


def _become(
    order: dict[str, Any], fds: dict[int, int], failure_fd: int, mapping: IdMapping | None
) -> NoReturn:
    try:
        os.dup2(failure_fd, _FAILURE_FD, inheritable=False)
        os.setsid()
        for entrance in order["entrances"]:
            Path(entrance).write_text("0")
        os.umask(0o022)
        if mapping is not None:
            mapping.enter()
        if order["tmpfs"] and mapping is None and os.geteuid() != 0:
            _may_mount()
        if order["binds"] or order["tmpfs"]:
            _mount_for_this_process_alone(order["binds"], order["tmpfs"])
        if mapping is not None:
            _hand_over(order["mapped"])
        os.sched_setaffinity(0, order["cpus"])
        os.chdir(order["directory"])
        for number in (signal.SIGINT, signal.SIGPIPE, signal.SIGXFSZ):
            signal.signal(number, signal.SIG_DFL)
        _arrange_fds(fds)
        os.execve(order["argv"][0], order["argv"], order["env"])
    except BaseException as error:  # whatever it is, the child must not go on as a second spawner
        try:
            os.write(_FAILURE_FD, str(error).encode())
        finally:
            os._exit(127)


def _arrange_fds(fds: dict[int, int]) -> None:
    """Leave exactly these descriptors, and the failure pipe until exec closes it."""
    # Out of the way first: a target number may be another's source.
    parked = {target: fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, _FAILURE_FD + 1) for target, fd in fds.items()}
    os.closerange(0, _FAILURE_FD)
    for target, fd in parked.items():
        os.dup2(fd, target)
    os.closerange(_FAILURE_FD + 1, 65536)


def _may_mount() -> None:
    """As an ordinary user: in a user namespace of our own, in which we stay who we are. exec takes its privileges away again."""
    uid, gid = os.geteuid(), os.getegid()
    _check(_libc().unshare(_CLONE_NEWUSER), "own user namespace")
    for name, text in (("setgroups", "deny"), ("uid_map", f"{uid} {uid} 1"), ("gid_map", f"{gid} {gid} 1")):
        (procfs.PROC / "self" / name).write_text(text)


def _mount_for_this_process_alone(binds: list[tuple[str, str]], tmpfs: list[tuple[str, str]]) -> None:
    """Mount, as root, what the seat's user could not reach, and what it may write to; all vanishes with the process."""
    _check(_libc().unshare(_CLONE_NEWNS), "own mount namespace")
    _mount(None, Path("/"), None, _MS_REC | _MS_SLAVE, None)
    for source, target in binds:
        _mount(os.fsencode(source), Path(target), None, _MS_BIND | _MS_REC, None)
    for target, options in tmpfs:
        _mount(b"tmpfs", Path(target), b"tmpfs", _MS_NOSUID | _MS_NODEV, options.encode())


def _hand_over(seat: dict[str, Any]) -> None:
    """As root of the bot's namespace: give the seat's user its socket, and a way to its directory."""
    if seat["socket"]:
        os.chown(seat["socket"], SEAT_INSIDE, SEAT_INSIDE)
    directory = Path(seat["directory"])
    closed = [path for path in directory.parents if not path.stat().st_mode & stat.S_IXOTH]
    if closed:
        # The directory alone, under the same path, without anything else that is private there.
        fd = os.open(directory, os.O_PATH | os.O_DIRECTORY)
        _mount(b"tmpfs", closed[-1], b"tmpfs", 0, b"mode=0711")
        directory.mkdir(parents=True)
        _mount(f"/proc/self/fd/{fd}".encode(), directory, None, _MS_BIND | _MS_REC, None)
        os.close(fd)


def _mount(source: bytes | None, target: Path, kind: bytes | None, flags: int, data: bytes | None) -> None:
    done = _libc().mount(source, os.fsencode(target), kind, ctypes.c_ulong(flags), data)
    _check(done, f"mount on {target}")


def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def _check(result: int, what: str) -> None:
    if result != 0:
        raise OSError(ctypes.get_errno(), f"{what}: {os.strerror(ctypes.get_errno())}")


def _reap_all(statuses: dict[int, int]) -> None:
    with suppress(ChildProcessError):
        while True:
            pid, status = os.waitpid(-1, os.WNOHANG)
            if pid == 0:
                return
            statuses[pid] = os.waitstatus_to_exitcode(status)


def _end(run: Path) -> None:
    """Clean up what the other end did not, and wait for what does not die: nobody waits for us then.

    Frozen children die only when the clean-up thaws their cgroups.
    """
    clean_up_whole(run, _kill_children)
    while _kill_children():
        time.sleep(0.002)


def _kill_children() -> bool:
    """Whether there were any."""
    below = procfs.descendants(os.getpid())[1:]
    kill_each(below)
    _reap_all({})
    return bool(below)


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]))
