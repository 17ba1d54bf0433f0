"""Does the build compile where it can, install interpreted where it cannot, and pack the sources reproducibly?"""

import os
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GOOD = "def half(n: int) -> int:\n    return n // 2\n"
TYPE_ERROR = "def half(n: int) -> str:\n    return n // 2\n"
SAYS_WHY = "arena is not compiled and will run interpreted, which is slower: "

needs_compiler = pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """The build files of this project round a package of one small module."""
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tmp_path)
    for name in ("bots", "ladders", "docs"):
        (tmp_path / name).mkdir()
    (tmp_path / "docs" / "pictures").mkdir()
    for name in ("game", "rules", "tutorial"):
        (tmp_path / "docs" / f"{name}.md").touch()
    (tmp_path / "arena" / "rules").mkdir(parents=True)
    (tmp_path / "arena" / "__init__.py").write_text('__version__ = "0"\n')
    (tmp_path / "arena" / "rules" / "__init__.py").write_text("from arena.rules.money import half as half\n")
    (tmp_path / "arena" / "rules" / "money.py").write_text(GOOD)
    return tmp_path


def build(project: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "setup.py", "--quiet", "build", "--build-lib", "built"]
    env = {"PATH": "/usr/bin:/bin", **environment}
    return subprocess.run(command, cwd=project, env=env, check=False, capture_output=True, text=True)


def compiled(project: Path) -> list[str]:
    return sorted(path.name.split(".")[0] for path in (project / "built").rglob("*.so"))


def half_of_seven(project: Path) -> str:
    command = [sys.executable, "-c", "import arena.rules; print(arena.rules.half(7))"]
    env = {"PYTHONPATH": str(project / "built")}
    return subprocess.run(
        command, cwd="/", env=env, check=True, capture_output=True, text=True
    ).stdout.strip()


@needs_compiler
def test_with_a_compiler_it_is_compiled(project: Path) -> None:
    ran = build(project, ARENA_COMPILE="require")
    assert ran.returncode == 0, ran.stderr
    assert compiled(project) == ["__init__", "arena_compiled__mypyc", "money"]
    assert half_of_seven(project) == "3"


def test_when_told_not_to_it_is_not_compiled(project: Path) -> None:
    ran = build(project, ARENA_COMPILE="0")
    assert ran.returncode == 0, ran.stderr
    assert compiled(project) == []
    assert SAYS_WHY not in ran.stdout
    assert half_of_seven(project) == "3"


def test_without_a_compiler_it_is_interpreted_and_says_so(project: Path) -> None:
    ran = build(project, CC="no-such-compiler")
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout == SAYS_WHY + "there is no C compiler\n"
    assert compiled(project) == []
    assert half_of_seven(project) == "3"


@pytest.mark.parametrize("compiler", ["no-such-compiler", "false"])
def test_if_compiling_is_required_the_build_fails(project: Path, compiler: str) -> None:
    ran = build(project, CC=compiler, ARENA_COMPILE="require")
    assert ran.returncode == 1
    assert ran.stderr.splitlines()[-1].startswith("arena cannot be compiled: ")


def test_with_a_compiler_that_fails_it_is_interpreted_and_says_so(project: Path) -> None:
    ran = build(project, CC="false")
    assert ran.returncode == 0, ran.stderr
    assert SAYS_WHY + "the C compiler failed" in ran.stdout
    assert compiled(project) == []
    assert half_of_seven(project) == "3"


@needs_compiler
def test_a_type_error_is_survived_unless_compiling_is_required(project: Path) -> None:
    (project / "arena" / "rules" / "money.py").write_text(TYPE_ERROR)
    ran = build(project)
    assert ran.returncode == 0, ran.stderr
    assert SAYS_WHY + "mypyc failed" in ran.stdout
    assert compiled(project) == []
    assert half_of_seven(project) == "3"

    ran = build(project, ARENA_COMPILE="require")
    assert ran.returncode != 0
    assert "money.py:2: error" in ran.stdout + ran.stderr


def packed(project: Path, mask: str) -> Path:
    """The source distribution, made by someone whose new files have these permissions."""
    command = f"umask {mask} && {sys.executable} setup.py --quiet sdist --dist-dir packed-{mask}"
    env = {"PATH": "/usr/bin:/bin"}
    subprocess.run(["/bin/sh", "-c", command], cwd=project, env=env, check=True, capture_output=True)
    (archive,) = (project / f"packed-{mask}").iterdir()
    return archive


def test_the_same_sources_give_the_same_source_distribution(
    project: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """In another folder, with other times and permissions of files, and files made in another order."""
    elsewhere = tmp_path_factory.mktemp("elsewhere") / "project"
    for path in sorted(project.rglob("*"), reverse=True):
        copy = elsewhere / path.relative_to(project)
        if path.is_dir():
            copy.mkdir(parents=True, exist_ok=True)
        else:
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, copy)
            copy.chmod(0o600)
            os.utime(copy, (1_700_000_000, 1_700_000_000))
    here, there = packed(project, "022"), packed(elsewhere, "077")
    assert here.read_bytes() == there.read_bytes()
    with tarfile.open(here) as tar:
        assert "alhambra_arena-0/arena/rules/money.py" in tar.getnames()
    (elsewhere / "arena" / "rules" / "money.py").write_text(TYPE_ERROR)
    assert here.read_bytes() != packed(elsewhere, "027").read_bytes()
