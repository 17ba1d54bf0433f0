"""How is a bot built? In a sandbox as strict as the one it runs in.

The build works on a copy of the folder in a tmpfs of limited size inside the jail. Its only way out is a tar stream on
one pipe, cut off at a number of bytes and unpacked with suspicion; so it cannot fill a disk of the host, and nothing
that it leaves behind is ever opened by a name of its choosing. File locks are allowed, because toolchains need them
and there is no opponent to signal to.
"""

import glob
import os
import select
import shlex
import shutil
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from arena.sandbox.jail import Mount
from arena.sandbox.limits import Limits
from arena.sandbox.process import Process
from arena.sandbox.reach import refuse_unreadable
from arena.sandbox.run_directory import remove_tree
from arena.sandbox.sandbox import BOT, Launch, Sandbox
from arena.sandbox.seats import SandboxSeat
from arena.sandbox.seccomp import filter_program
from arena.sandbox.unpack import BadOutput, unpack
from arena.units import MIB

_SOURCE = "/source"
_RESULT_FD = 6

BUILD_LIMITS = Limits(memory_mb=2048, processes=256, scratch_mb=256, open_files=1024, file_mb=512)


@dataclass(frozen=True, slots=True)
class Build:
    """Commands to run one after the other in the bot's folder; `size_mb` bounds the folder with all that is built."""

    folder: Path
    commands: tuple[tuple[str, ...], ...]
    mounts: tuple[Mount, ...] = ()
    env: Mapping[str, str] = field(default_factory=dict)
    limits: Limits = BUILD_LIMITS
    size_mb: int = 512
    wall_s: float = 300.0
    left_out: tuple[str, ...] = ()  # names of files and folders that the build does not see


@dataclass(frozen=True, slots=True)
class BuildResult:
    """How it went: `problem` is None or one sentence for the author, `log` is safe to print."""

    problem: str | None
    log: str
    wall_s: float


def run_build(sandbox: Sandbox, order: Build, target: Path) -> BuildResult:
    """Build into `target`, which must not exist yet and appears whole or not at all."""
    started = time.monotonic()
    seat = sandbox.take_seat()
    work = sandbox.new_work_directory(target.resolve().parent)
    try:
        run = _build_bare if sandbox.tier.number == 3 else _build_jailed
        problem, process = run(sandbox, seat, order, work)
        if problem is None:
            (work / "bot").rename(target)
    finally:
        sandbox.give_back(seat)
        remove_tree(work)
    log = process.stdout.log().text() + process.stderr.log().text()
    return BuildResult(problem, log, time.monotonic() - started)


def _build_jailed(
    sandbox: Sandbox, seat: SandboxSeat, order: Build, work: Path
) -> tuple[str | None, Process]:
    if sandbox.own_users:
        refuse_unreadable(order.folder)
    copy = ("cp", "-R", "-P", "--preserve=mode,timestamps,links", f"{_SOURCE}/.", ".")
    forget = [
        ("find", ".", "-name", name, "-prune", "-exec", "rm", "-rf", "{}", "+") for name in order.left_out
    ]
    commands = [copy, *forget, *order.commands]
    script = "set -e\n" + "\n".join(f"{shlex.join(command)} {_RESULT_FD}>&-" for command in commands)
    script += f"\nexec tar --create --hard-dereference --file=- . >&{_RESULT_FD}"
    launch = Launch(
        ("/bin/sh", "-c", script),
        order.folder,
        env=order.env,
        limits=order.limits,
        working_directory=BOT,
        weighted=False,
    )
    result_read, result_write = os.pipe()
    mounts = (Mount(order.folder, _SOURCE), *order.mounts)
    try:
        process = sandbox.launch_jailed(
            seat,
            launch,
            mounts,
            filter_program(file_locks=True, may_move=sandbox.pins),
            {BOT: order.size_mb},
            {_RESULT_FD: result_write},
        )
    except BaseException:
        os.close(result_read)
        raise
    finally:
        os.close(result_write)
    return _collect(process, result_read, order, work), process


def _collect(process: Process, result_fd: int, order: Build, work: Path) -> str | None:
    cap_bytes = 2 * order.size_mb * MIB
    archive = work / "output.tar"
    with os.fdopen(result_fd, "rb", buffering=0) as pipe, archive.open("wb") as file:
        problem = _copy(pipe.fileno(), file.fileno(), cap_bytes, time.monotonic() + order.wall_s)
    if problem == "time":
        process.kill()
        return f"the build took longer than {order.wall_s:g} s"
    if problem == "size":
        process.kill()
        return f"the build's output is larger than {cap_bytes // MIB} MiB"
    evidence = process.wait_gone(5.0) or process.kill()
    if evidence.ran_out_of_memory:
        return f"the build used more than {order.limits.memory_mb} MiB of memory"
    if evidence.exit_status != 0:
        return f"the build failed with exit status {evidence.exit_status}"
    try:
        unpack(archive, work / "bot", order.size_mb * MIB)
    except BadOutput as error:
        return f"the build's output was refused: {error}"
    return None


def _copy(source_fd: int, target_fd: int, cap_bytes: int, deadline: float) -> str | None:
    """Copy to the end of the stream; else which limit ended it."""
    copied = 0
    poller = select.poll()
    poller.register(source_fd, select.POLLIN)
    while True:
        if not poller.poll(max(0.0, deadline - time.monotonic()) * 1000):
            return "time"
        chunk = os.read(source_fd, MIB)
        if not chunk:
            return None
        copied += len(chunk)
        if copied > cap_bytes:
            return "size"
        os.write(target_fd, chunk)


def _build_bare(sandbox: Sandbox, seat: SandboxSeat, order: Build, work: Path) -> tuple[str | None, Process]:
    """Without a sandbox: the commands run as we do, in a copy of the folder."""
    copy = work / "bot"
    shutil.copytree(
        order.folder, copy, symlinks=True, ignore=shutil.ignore_patterns(*map(glob.escape, order.left_out))
    )
    script = "set -e\n" + "\n".join(shlex.join(command) for command in order.commands)
    launch = Launch(
        ("/bin/sh", "-c", script),
        copy,
        env=order.env,
        limits=order.limits,
        working_directory=BOT,
        weighted=False,
    )
    process = sandbox.launch(seat, launch)
    evidence = process.wait_gone(order.wall_s)
    if evidence is None:
        process.kill()
        return f"the build took longer than {order.wall_s:g} s", process
    if evidence.exit_status != 0:
        return f"the build failed with exit status {evidence.exit_status}", process
    return None, process
