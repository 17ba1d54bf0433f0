"""Are toolchains found where they are, shown alone, and missed with a word on what to install?"""

import os
import stat
from pathlib import Path

import pytest

from arena.sandbox import Tier, toolchain
from arena.sandbox.build import Build, run_build
from arena.sandbox.toolchain import (
    RECIPES,
    ToolchainMissing,
    build_surroundings,
    find_toolchain,
    run_surroundings,
)
from tests.sandbox.probing import Prober

JAILED = Tier(1, 2)


def install(prefix: Path, *programs: str) -> Path:
    """A made-up toolchain: programs that say where they are."""
    (prefix / "bin").mkdir(parents=True, exist_ok=True)
    for program in programs:
        path = prefix / "bin" / program
        path.write_text('#!/bin/sh\necho "$0"\n', encoding="utf-8")
        path.chmod(0o755)
    return prefix


@pytest.fixture
def path(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A host with nothing but what the test installs below this folder."""
    monkeypatch.setenv("PATH", str(tmp_path / "path"))
    monkeypatch.setattr(toolchain, "_USUAL_FOLDERS", ())
    (tmp_path / "path").mkdir()
    return tmp_path


def link(path: Path, target: Path) -> None:
    (path / "path" / target.name).symlink_to(target)


@pytest.mark.parametrize("name", RECIPES)
def test_what_is_missing_is_named_with_what_to_install(path: Path, name: str) -> None:
    assert path.is_dir()
    with pytest.raises(ToolchainMissing) as missing:
        find_toolchain(name)
    assert f"needs {RECIPES[name].programs[0]}, which is not on this host: " in str(missing.value)
    assert "install" in str(missing.value)


def test_one_elsewhere_is_shown_alone_behind_its_links(path: Path) -> None:
    root = install(path / "somewhere" / "go1.99", "go", "gofmt")
    link(path, root / "bin" / "go")
    found = find_toolchain("go")
    assert (found.root, found.programs(JAILED)) == (root, "/opt/go/bin")
    around = build_surroundings(JAILED, ["go"])
    assert [mount.source for mount in around.mounts if mount.target == "/opt/go"] == [root]
    assert "/opt/go/bin" in around.env["PATH"].split(":")
    assert around.env["GOPROXY"] == "off"
    bare = build_surroundings(Tier(3), ["go"])
    assert f"{root}/bin" in bare.env["PATH"].split(":")


def test_a_compiler_is_not_there_when_the_bot_runs_and_a_runtime_is(path: Path) -> None:
    for name, program in (("go", "go"), ("node", "node")):
        link(path, install(path / name, program) / "bin" / program)
    around = run_surroundings(JAILED, ["go", "node"])
    assert [mount.target for mount in around.mounts if mount.target.startswith("/opt/")][-1] == "/opt/node"
    assert "/opt/go/bin" not in around.env["PATH"]
    assert "GOPROXY" not in around.env


def test_behind_rustup_is_the_toolchain_that_it_stands_for(path: Path) -> None:
    real = install(path / "toolchains" / "stable", "rustc", "cargo")
    proxy = install(path / "cargo", "rustup", "cc") / "bin" / "rustup"
    proxy.write_text(f'#!/bin/sh\n[ "$1 $2" = "--print sysroot" ] && echo {real}\n', encoding="utf-8")
    for name in ("rustc", "cargo"):
        (path / "path" / name).symlink_to(proxy)
    link(path, path / "cargo" / "bin" / "cc")
    os.environ["PATH"] += ":/usr/bin:/bin"  # for the shell; the made-up ones come first
    assert find_toolchain("rust").root == real


def test_a_program_in_a_home_directory_does_not_show_the_home(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = install(path / "home" / "me", "go")
    monkeypatch.setenv("HOME", str(home))
    link(path, home / "bin" / "go")
    with pytest.raises(ToolchainMissing, match="is no installation that could be shown alone"):
        find_toolchain("go")


def test_the_stamp_changes_with_the_toolchain(path: Path) -> None:
    root = install(path / "go", "go")
    link(path, root / "bin" / "go")
    before = find_toolchain("go").stamp
    assert find_toolchain("go").stamp == before
    (root / "bin" / "go").write_text("#!/bin/sh\n", encoding="utf-8")
    assert find_toolchain("go").stamp != before


def test_a_build_runs_a_toolchain_below_a_private_folder_and_cannot_change_it(
    jailed: Prober, path: Path, tmp_path: Path
) -> None:
    private = tmp_path / "private"
    private.mkdir()
    root = install(private / "go", "go")
    private.chmod(stat.S_IRWXU)
    link(path, root / "bin" / "go")
    source = tmp_path / "source"
    source.mkdir()
    around = build_surroundings(jailed.sandbox.tier, ["go"])
    commands = (("go",), ("sh", "-c", "touch /opt/go/bin/new 2>&1 || true"))
    result = run_build(jailed.sandbox, Build(source, commands, around.mounts, around.env), tmp_path / "built")
    assert result.problem is None, result.log
    said = result.log.splitlines()
    assert said[0] == "/opt/go/bin/go"
    assert "Read-only file system" in said[1]
