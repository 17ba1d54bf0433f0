"""Do the attacks on files fail in the sandbox, and work without it? (F1-F12 of docs/sandbox.md)"""

import os
import shutil
import tempfile
from dataclasses import replace
from pathlib import Path

import pytest

from arena.sandbox import Limits, Protection
from arena.sandbox.interpreter import interpreter_for
from arena.sandbox.jail import program
from tests.sandbox.probing import SMALL, Prober

AS_ROOT = pytest.mark.skipif(os.geteuid() != 0, reason="the control needs root")
HERE = str(Path(__file__).parent)


def test_f1_password_files(jailed: Prober, bare: Prober) -> None:
    for path in ("/etc/passwd", "/etc/shadow"):
        assert jailed.run("files", f"read={path}")[f"read={path}"] == "ENOENT"
    assert bare.run("files", "read=/etc/passwd")["read=/etc/passwd"].startswith("ok root")


def test_f2_folders_of_the_host(jailed: Prober, bare: Prober, tmp_path: Path) -> None:
    wanted = [f"list={path}" for path in ("/root", "/home", "/tmp", "/var", str(tmp_path), HERE)]
    inside, outside = jailed.run("files", *wanted), bare.run("files", *wanted)
    assert {inside[name] for name in wanted} == {"ENOENT"}
    assert outside[f"list={HERE}"].startswith("ok ")
    assert outside["list=/tmp"].startswith("ok ")


def test_f3_write_where_one_may_not(jailed: Prober, bare: Prober, tmp_path: Path) -> None:
    mounts = interpreter_for(jailed.sandbox.tier).mounts
    shown = [mount.target for mount in mounts if mount.source.is_dir()]  # none where Python is the system's
    places = ("/bot", "/usr", "/", "/dev", "/etc", "/proc", *shown)
    wanted = [f"make-file={path}" for path in places]
    inside = jailed.run("files", *wanted)
    assert {inside[name] for name in wanted} == {"EROFS"}
    assert jailed.run("files", "make-file=/scratch")["make-file=/scratch"] == "ok written"
    assert bare.run("files", f"make-file={tmp_path}")[f"make-file={tmp_path}"] == "ok written"


def test_f4_fill_scratch(jailed: Prober) -> None:
    """The control is a larger cap: then the same fits."""
    for folder in ("/scratch", "/dev/shm"):
        assert jailed.run("files", f"fill={folder},32")[f"fill={folder},32"] == "ENOSPC"
    roomy = replace(jailed, limits=Limits(memory_mb=256, scratch_mb=64, shared_memory_mb=64))
    assert roomy.run("files", "fill=/scratch,32")["fill=/scratch,32"] == "ok 32"


def test_f4_one_file_larger_than_allowed(jailed: Prober) -> None:
    capped = replace(jailed, limits=Limits(memory_mb=256, scratch_mb=64, file_mb=4))
    outcome = capped.run("files", "one-large-file=/scratch,8")
    assert outcome.answers.get("one-large-file=/scratch,8", "killed") in ("EFBIG", "killed")
    roomy = replace(jailed, limits=Limits(memory_mb=256, scratch_mb=64))
    assert roomy.run("files", "one-large-file=/scratch,8")["one-large-file=/scratch,8"] == "ok 8"


@pytest.mark.parametrize(
    "wanted", ["memory-file=96", "shared-mapping=96", "empty-files=/scratch,50000", "pipe-buffers=60"]
)
def test_f6_memory_outside_the_scratch_cap(jailed: Prober, wanted: str) -> None:
    """The control is a larger memory limit: then the same is allowed. Files are not limited in number here."""
    jailed = replace(jailed, without=frozenset({Protection.FILE_COUNT}))
    tight = replace(jailed, limits=replace(SMALL, memory_mb=48, file_mb=256))
    outcome = tight.run("files", wanted)
    assert outcome.evidence.ran_out_of_memory, outcome
    assert wanted not in outcome.answers
    roomy = replace(jailed, limits=replace(SMALL, memory_mb=512, file_mb=256))
    assert roomy.run("files", wanted)[wanted].startswith("ok ")


def test_f6_socket_buffers_are_counted(jailed: Prober) -> None:
    """The control is one pair of sockets instead of a hundred."""
    few, many = (jailed.run("files", f"socket-buffers={count}") for count in (1, 100))
    assert many["socket-buffers=100"].startswith("ok ")
    held = (many.evidence.usage.memory_peak_bytes or 0) - (few.evidence.usage.memory_peak_bytes or 0)
    assert held > 15 << 20


@AS_ROOT
def test_f7_devices(jailed: Prober, bare: Prober, tmp_path: Path) -> None:
    assert jailed.run("files", "make-device=/scratch")["make-device=/scratch"] == "EPERM"
    assert bare.run("files", f"make-device={tmp_path}")[f"make-device={tmp_path}"] == "ok made"
    devices = [
        f"open-for-reading=/dev/{name}" for name in ("vda", "sda", "mem", "kmsg", "fuse", "kvm", "ptmx")
    ]
    inside, outside = jailed.run("files", *devices), bare.run("files", *devices)
    assert {inside[name] for name in devices} == {"ENOENT"}
    assert outside["open-for-reading=/dev/kmsg"] == "ok opened"
    if Path("/dev/pts/ptmx").exists():
        assert outside["open-for-reading=/dev/ptmx"] == "ok opened"


@AS_ROOT
def test_f8_setuid_program(jailed: Prober, tmp_path: Path) -> None:
    """A copy of `id` that belongs to root and has the setuid bit. The control drops the user, but may gain privileges."""
    folder = tmp_path / "bot"
    shutil.copytree(jailed.folder, folder)
    shutil.copy(program("id"), folder / "id")
    (folder / "id").chmod(0o4755)
    for path in (folder, *folder.parents):
        if path == Path(tempfile.gettempdir()):
            break
        path.chmod(0o755)
    inside = replace(jailed, folder=folder).run("files", "setuid-program=/bot/id")
    assert inside["setuid-program=/bot/id"] == "ok 65534"
    pid = os.posix_spawn(
        program("setpriv"),
        ["setpriv", "--reuid=65533", "--clear-groups", "sh", "-c", f'test "$({folder}/id -u)" = 0'],
        {"PATH": "/usr/bin:/bin"},
    )
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0


@AS_ROOT
def test_f9_sysctl(jailed: Prober) -> None:
    """Opened for writing, never written. The control is bwrap as root, which leaves the bot the host's user 0."""
    wanted = "open-for-writing=/proc/sys/kernel/core_pattern"
    assert jailed.run("files", wanted)[wanted] == "ENOENT"
    kernels_proc = frozenset({Protection.PROC})
    assert replace(jailed, without=kernels_proc).run("files", wanted)[wanted] == "EACCES"
    neither = kernels_proc | {Protection.SEAT_USER}
    assert replace(jailed, without=neither).run("files", wanted)[wanted] == "ok opened"


@AS_ROOT
def test_f10_open_by_handle(jailed: Prober, bare: Prober) -> None:
    assert jailed.run("files", "open-by-handle=/usr/bin/env")["open-by-handle=/usr/bin/env"] == "EPERM"
    unfiltered = replace(jailed, without=frozenset({Protection.SECCOMP}))
    assert unfiltered.run("files", "open-by-handle=/usr/bin/env")["open-by-handle=/usr/bin/env"] == "EPERM"
    assert bare.run("files", "open-by-handle=/usr/bin/env")["open-by-handle=/usr/bin/env"] == "ok opened"


def test_f12_nothing_is_kept_between_two_starts(jailed: Prober, bare: Prober, tmp_path: Path) -> None:
    """Two starts on the same seat, with the same user."""
    for path in ("/scratch/note", "/dev/shm/note"):
        with jailed.seat() as seat:
            first = jailed.start(seat, "files", f"leave={path}", f"read={path}", "leave-key")
            assert first.wait_gone(30)
            second = jailed.start(seat, "files", f"read={path}", "find-key")
            assert second.wait_gone(30)
        assert b"remember me" in first.stdout.log().head
        assert b"ENOENT" in second.stdout.log().head
        assert second.stdout.log().head.count(b"ENOSYS") == 1
    note = str(tmp_path / "note")
    bare.run("files", f"leave={note}")
    assert bare.run("files", f"read={note}")[f"read={note}"] == "ok remember me"


def test_f13_the_environment_of_the_launcher(
    jailed: Prober, bare: Prober, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither variables nor arguments of the launcher are to be read from init."""
    monkeypatch.setenv("ARENA_SECRET", "hidden")
    inside = jailed.run("processes", "init-environment", "init-command")
    assert inside["init-environment"] == inside["init-command"] == "ENOENT"
    kernels_proc = replace(jailed, without=frozenset({Protection.PROC}))
    shown = kernels_proc.run("processes", "init-environment", "init-command")
    assert shown["init-environment"].startswith("ok PATH=")
    assert "=" not in shown["init-environment"].removeprefix("ok PATH=")
    assert shown["init-command"].startswith("ok /usr/bin/bwrap --args 4 -- /bin/sh")
    environment = f"/proc/{os.getpid()}/environ"
    assert bare.run("files", f"read={environment}")[f"read={environment}"].startswith("ok ")
    assert jailed.run("files", f"read={environment}")[f"read={environment}"] == "ENOENT"
