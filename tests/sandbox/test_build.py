"""Is a bot built with the same distrust with which it is run? (A9 of docs/sandbox.md)"""

import shutil
import time
from dataclasses import replace
from pathlib import Path

import pytest

from arena.sandbox import Launch
from arena.sandbox.build import BUILD_LIMITS, Build, run_build
from tests.sandbox.probing import Prober

SMALL_BUILD = replace(BUILD_LIMITS, memory_mb=256, processes=32, log_kb=16)


@pytest.fixture
def source(tmp_path: Path) -> Path:
    folder = tmp_path / "source"
    (folder / "src").mkdir(parents=True)
    (folder / "src/bot.c").write_text('#include <stdio.h>\nint main(void) { puts("built"); return 0; }\n')
    (folder / "run").symlink_to("src/bot.c")
    return folder


def order(source: Path, *commands: str, size_mb: int = 32, wall_s: float = 30.0) -> Build:
    shell = tuple(("sh", "-c", command) for command in commands)
    return Build(source, shell, limits=SMALL_BUILD, size_mb=size_mb, wall_s=wall_s)


@pytest.fixture(params=["jailed", "tier_2_as_root", "bare"])
def prober(request: pytest.FixtureRequest) -> Prober:
    found: Prober = request.getfixturevalue(request.param)
    return found


def test_a_build_changes_a_copy(prober: Prober, source: Path, tmp_path: Path) -> None:
    wanted = order(
        source, "mkdir bin; cp src/bot.c bin/made; echo working", "chmod 755 bin/made; ln bin/made bin/hard"
    )
    result = run_build(prober.sandbox, wanted, tmp_path / "target")
    assert (result.problem, result.log) == (None, "working\n")
    assert (tmp_path / "target/bin/made").read_bytes() == (source / "src/bot.c").read_bytes()
    assert (tmp_path / "target/bin/hard").stat().st_mode & 0o777 == 0o755
    assert (tmp_path / "target/run").readlink() == Path("src/bot.c")
    assert not (source / "bin").exists()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["source", "target"]


def test_a_failing_command_ends_the_build(prober: Prober, source: Path, tmp_path: Path) -> None:
    result = run_build(
        prober.sandbox, order(source, "echo wrong >&2; exit 3", "echo never"), tmp_path / "target"
    )
    assert result.problem == "the build failed with exit status 3"
    assert result.log == "wrong\n"
    assert not (tmp_path / "target").exists()
    assert [path.name for path in tmp_path.iterdir()] == ["source"]


def test_a_build_that_takes_too_long(prober: Prober, source: Path, tmp_path: Path) -> None:
    started = time.monotonic()
    result = run_build(prober.sandbox, order(source, "sleep 60", wall_s=0.5), tmp_path / "target")
    assert result.problem == "the build took longer than 0.5 s"
    assert time.monotonic() - started < 10


@pytest.mark.skipif(shutil.which("cc") is None, reason="needs a C compiler")
def test_a_compiler_works_inside_and_its_program_runs(jailed: Prober, source: Path, tmp_path: Path) -> None:
    result = run_build(jailed.sandbox, order(source, "cc -O1 -o bot src/bot.c"), tmp_path / "target")
    assert result.problem is None, result.log
    with jailed.seat() as seat:
        process = jailed.sandbox.launch(
            seat, Launch(("./bot",), tmp_path / "target", working_directory="/bot")
        )
        assert process.wait_gone(30)
        assert process.stdout.log().text() == "built\n"


def test_a9_attacks_of_a_build(jailed: Prober, source: Path, tmp_path: Path) -> None:
    """Fill the disk, include a device, warn without end, fork, look for a network, write where it may not."""
    attacks = {
        "head -c 64m /dev/zero > big": "the build failed",
        "yes warning >&2": "took longer",
        "for n in $(seq 100); do sleep 5 & done; wait": "the build failed",
        "ls /sys/class/net /root /home": "the build failed",
        "touch /usr/x": "the build failed",
        "echo x > /source/x": "the build failed",
        "x=0123456789abcdef; for n in $(seq 26); do x=$x$x; done": "more than 256 MiB of memory",
        "mkfifo pipe": "is neither a folder, a plain file nor a symbolic link",
        "ln -s /etc/shadow leak": "outside the folder",
    }
    for attack, answer in attacks.items():
        wall_s = 2.0 if answer == "took longer" else 60.0
        result = run_build(jailed.sandbox, order(source, attack, wall_s=wall_s), tmp_path / "target")
        assert result.problem is not None, attack
        assert answer in result.problem, (attack, result)
        assert not (tmp_path / "target").exists()
        assert len(result.log) < 64 * 1024


def test_a9_compiler_input_from_a_device(jailed: Prober, source: Path, tmp_path: Path) -> None:
    if shutil.which("cc") is None:
        pytest.skip("needs a C compiler")
    (source / "src/bot.c").write_text('#include "/dev/zero"\n')
    result = run_build(jailed.sandbox, order(source, "cc -o bot src/bot.c", wall_s=20.0), tmp_path / "target")
    assert result.problem is not None


def test_locks_work_in_a_build_and_not_in_a_game(jailed: Prober, source: Path, tmp_path: Path) -> None:
    """Toolchains lock their caches; while building there is nobody to signal to."""
    if shutil.which("flock") is None:
        pytest.skip("needs flock of util-linux")
    result = run_build(jailed.sandbox, order(source, "flock lock echo locked"), tmp_path / "target")
    assert (result.problem, result.log) == (None, "locked\n")
    with jailed.seat() as seat:
        process = jailed.sandbox.launch(seat, Launch(("flock", "lock", "echo", "locked"), source))
        assert process.wait_gone(30)
        assert "locked" not in process.stdout.log().text()
