"""Which folders of the host does a Python bot see, wherever Python and arena are installed?"""

import sysconfig
from pathlib import Path

import pytest

from arena.sandbox import Mount, Tier, interpreter


def install(monkeypatch: pytest.MonkeyPatch, base: Path, packages: Path, arena: Path) -> None:
    monkeypatch.setattr("sys.base_prefix", str(base))
    monkeypatch.setattr(sysconfig, "get_path", lambda _: str(packages))
    monkeypatch.setattr(interpreter, "_ARENA", arena)


def test_a_checkout_with_a_virtual_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    base, packages, arena = tmp_path / "python", tmp_path / "venv/site-packages", tmp_path / "checkout/arena"
    packages.mkdir(parents=True)
    install(monkeypatch, base, packages, arena)
    found = interpreter.interpreter_for(Tier(1, 2))
    assert found.mounts == (
        Mount(base, "/opt/python"),
        Mount(packages, "/opt/packages/0"),
        Mount(arena, "/opt/packages/1/arena"),
    )
    assert found.env["PATH"] == "/opt/python/bin:/usr/bin:/bin"
    assert found.env["PYTHONPATH"] == "/opt/packages/0:/opt/packages/1"


def test_arena_among_the_installed_packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    packages = tmp_path / "venv/site-packages"
    packages.mkdir(parents=True)
    install(monkeypatch, Path("/usr"), packages, packages / "arena")
    found = interpreter.interpreter_for(Tier(1, 2))
    assert found.mounts == (Mount(packages, "/opt/packages/0"),)
    assert found.env["PATH"] == "/usr/bin:/bin"


def test_everything_below_usr_or_absent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, Path("/usr"), tmp_path / "absent", Path("/usr/lib/python3/dist-packages/arena"))
    found = interpreter.interpreter_for(Tier(2))
    assert found.mounts == ()
    assert found.env["PYTHONPATH"] == "/usr/lib/python3/dist-packages"


def test_without_a_sandbox_nothing_is_mounted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    packages = tmp_path / "site-packages"
    packages.mkdir()
    install(monkeypatch, tmp_path, packages, tmp_path / "checkout/arena")
    found = interpreter.interpreter_for(Tier(3))
    assert found.mounts == ()
    assert found.env["PYTHONPATH"] == f"{packages}:{tmp_path}/checkout"
