"""Is the /proc that a bot finds what it should be?"""

import stat
from pathlib import Path

import pytest

from arena.sandbox import Launch, Limits, Mount
from arena.sandbox.made_proc import make_proc, program_of
from tests.sandbox.probing import Prober

PATH = {"PATH": "/opt/tool/bin:/usr/bin:/bin"}


@pytest.fixture
def mounts(tmp_path: Path) -> list[Mount]:
    """A toolchain with a link to its program, and a bot's folder with a program and a script."""
    tool, bot = tmp_path / "tool", tmp_path / "bot"
    (tool / "bin").mkdir(parents=True)
    bot.mkdir()
    _executable(tool / "bin/run-3.1", b"\x7fELF")
    (tool / "bin/run").symlink_to("run-3.1")
    _executable(bot / "bot", b"\x7fELF")
    _executable(bot / "start", b"#!/bin/sh\n")
    (bot / "data").write_text("")
    return [Mount(bot, "/bot"), Mount(tool, "/opt/tool")]


def _executable(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    path.chmod(0o755)


@pytest.mark.parametrize(
    ("command", "program"),
    [
        ("run", "/opt/tool/bin/run-3.1"),
        ("/opt/tool/bin/run", "/opt/tool/bin/run-3.1"),
        ("./bot", "/bot/bot"),
        ("./start", None),
        ("sh", None),
        ("./data", None),
        ("no-such-program", None),
    ],
)
def test_the_program_of_a_command(mounts: list[Mount], command: str, program: str | None) -> None:
    assert program_of((command, "argument"), PATH, "/bot", mounts) == program


def test_only_processors_of_the_seat_and_nothing_that_follows_the_load(tmp_path: Path) -> None:
    host = tmp_path / "host"
    host.mkdir()
    blocks = [f"processor\t: {n}\ncpu MHz\t\t: {2000 + n}.5\nflags\t\t: fpu\n" for n in range(4)]
    (host / "cpuinfo").write_text("\n".join(blocks) + "\n")
    make_proc(tmp_path / "made", Limits(memory_mb=64), (2, 3), None, host)
    shown = (tmp_path / "made/cpuinfo").read_text()
    assert shown == "processor\t: 0\nflags\t\t: fpu\n\nprocessor\t: 1\nflags\t\t: fpu\n\n"
    assert (tmp_path / "made/meminfo").read_text().startswith("MemTotal: 65536 kB\n")
    assert (tmp_path / "made/stat").read_text().count("cpu") == 3


def test_everything_can_be_read_by_the_bots_user(tmp_path: Path) -> None:
    make_proc(tmp_path / "made", Limits(), (0,), "/bot/bot")
    for path in (tmp_path / "made").rglob("*"):
        mode = path.lstat().st_mode
        assert path.is_symlink() or mode & stat.S_IROTH, path
        assert not path.is_dir() or mode & stat.S_IXOTH, path


@pytest.mark.parametrize("tier", ["jailed", "tier_2_as_root"])
def test_what_runtimes_read(request: pytest.FixtureRequest, tier: str, tmp_path: Path) -> None:
    prober: Prober = request.getfixturevalue(tier)
    script = "readlink /proc/self/exe || echo none; cat /proc/loadavg; grep -c ^cpu /proc/stat; ls /proc/self"
    with prober.seat() as seat:
        launch = Launch(("perl", "-e", f"system('{script}')"), tmp_path, limits=Limits(memory_mb=128))
        tmp_path.chmod(0o755)
        process = prober.sandbox.launch(seat, launch)
        process.wait_gone(30)
        said = process.stdout.log().text().splitlines()
    assert Path(said[0]).name.startswith("perl")
    assert said[1:] == ["0.00 0.00 0.00 1/1 1", "2", "exe", "stat", "statm", "status"]
