"""Is everything gone after a run, also after one that was killed?"""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from arena.sandbox import SandboxError, Tier, procfs, sweep
from arena.sandbox.run_directory import RunDirectory, remove_tree
from tests.sandbox.probing import ROOT, wait_for

AS_ROOT = pytest.mark.skipif(os.geteuid() != 0, reason="needs root")


@pytest.fixture
def root() -> Iterator[Path]:
    """A short path: sockets lie below it."""
    path = Path(tempfile.mkdtemp(prefix="arena-test-"))
    path.chmod(0o755)
    yield path
    sweep(path)
    shutil.rmtree(path)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "bot"
    made.mkdir()
    return made


def start_launcher(tier: int, root: Path, folder: Path) -> tuple[subprocess.Popen[str], dict[str, Any]]:
    launcher = subprocess.Popen(
        [sys.executable, "-m", "tests.sandbox.launcher", str(tier), str(root), str(folder)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert launcher.stdout is not None
    made: dict[str, Any] = json.loads(launcher.stdout.readline())
    assert left(made) == (made["pids"], made["paths"])
    return launcher, made


def end(launcher: subprocess.Popen[str]) -> None:
    launcher.kill()
    launcher.wait()
    assert launcher.stdout is not None
    launcher.stdout.close()


def left(made: dict[str, Any]) -> tuple[list[int], list[str]]:
    """What is still there of all that was made; a zombie that its new parent has not reaped yet does not count."""
    stats = {pid: procfs.stat(pid) for pid in made["pids"]}
    alive = [pid for pid, stat in stats.items() if stat is not None and not stat.dead]
    return alive, [path for path in made["paths"] if Path(path).exists()]


@pytest.mark.parametrize("tier", [1, 2, 3])
def test_k6_a_killed_run_cleans_up_by_itself(tier: int, offered: Tier, root: Path, folder: Path) -> None:
    """The helper that started the bots sees its owner die, kills them and removes everything, frozen or not."""
    if tier < offered.number:
        pytest.skip("; ".join(offered.missing))
    launcher, made = start_launcher(tier, root, folder)
    end(launcher)
    assert wait_for(lambda: left(made) == ([], []), 30), left(made)
    assert wait_for(lambda: procfs.stat(made["spawner"]) is None, 30)


@pytest.mark.parametrize("tier", [1, 2, 3])
def test_the_next_run_cleans_up_after_one_whose_helper_was_killed_too(
    tier: int, offered: Tier, root: Path, folder: Path
) -> None:
    """The control is what lies about between the kill and the sweep."""
    if tier < offered.number:
        pytest.skip("; ".join(offered.missing))
    launcher, made = start_launcher(tier, root, folder)
    os.kill(made["spawner"], signal.SIGSTOP)
    end(launcher)
    os.kill(made["spawner"], signal.SIGKILL)
    assert wait_for(lambda: procfs.stat(made["spawner"]) is None, 30)
    assert set(left(made)[1]) == set(made["paths"])
    (name,) = sweep(root)
    assert name.split("-")[1] == str(launcher.pid)
    assert wait_for(lambda: left(made) == ([], []), 30), left(made)
    assert sweep(root) == ()


def test_a_living_run_is_not_swept(root: Path, folder: Path) -> None:
    launcher, made = start_launcher(3, root, folder)
    assert sweep(root) == ()
    assert left(made) == (made["pids"], made["paths"])
    end(launcher)
    assert wait_for(lambda: left(made) == ([], []), 30)


def test_runs_of_an_earlier_boot_and_of_a_reused_pid_are_swept(root: Path) -> None:
    mine = RunDirectory(root)
    boot, pid, start, number = mine.name.split("-")
    for name in (f"00000000-{pid}-{start}-{number}", f"{boot}-{pid}-{int(start) - 1}-{number}", "rubbish"):
        (root / "runs" / name).mkdir()
    assert len(sweep(root)) == 3
    assert mine.path.is_dir()
    mine.close()
    assert list((root / "runs").iterdir()) == []


def test_a_register_can_only_remove_what_is_ours(root: Path, tmp_path: Path) -> None:
    """Names that do not begin with arena- are left alone, and so is a line that was cut short."""
    precious = tmp_path / "precious"
    precious.mkdir()
    dead = root / "runs" / "00000000-1-1-0"
    (root / "runs").mkdir()
    dead.mkdir()
    (dead / "register").write_text(f"path {precious}\ncgroup {precious}\npath {tmp_path}/arena-cut-sho")
    (tmp_path / "arena-cut-sho").mkdir()
    assert sweep(root) == (dead.name,)
    assert precious.is_dir()
    assert (tmp_path / "arena-cut-sho").is_dir()


def test_a_process_with_a_reused_pid_is_left_alone(root: Path) -> None:
    bystander = subprocess.Popen(["sleep", "60"])
    dead = root / "runs" / "00000000-1-1-0"
    dead.mkdir(parents=True)
    (dead / "register").write_text(f"process {bystander.pid} 12345\n")
    assert sweep(root) == (dead.name,)
    assert bystander.poll() is None
    bystander.kill()
    bystander.wait()


def test_a_root_of_someone_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "arena").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(SandboxError, match="is not a directory of this user: remove it"):
        RunDirectory(tmp_path / "arena")


def test_what_may_not_be_written_to_is_removed_too() -> None:
    """As an ordinary user, for whom permissions count: a closed directory must not stop this run, and all that follow, from cleaning up."""
    with ordinary_user():
        directory = Path(tempfile.mkdtemp(prefix="arena-test-"))
        inner = directory / "module" / "cache"
        inner.mkdir(parents=True)
        (inner / "go.mod").write_text("module")
        (directory / "elsewhere").symlink_to("/usr")
        (directory / "module" / "shut").mkdir(mode=0o000)
        inner.chmod(0o555)
        with pytest.raises(PermissionError):
            shutil.rmtree(directory)
        remove_tree(directory)
        assert not directory.exists()
    assert Path("/usr/bin").is_dir()


@contextmanager
def ordinary_user() -> Iterator[None]:
    """Somebody without root's rights."""
    before = os.geteuid()
    if before == 0:
        os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(before)
