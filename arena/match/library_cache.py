"""How are libraries compiled only once? Builds with the same lock files start from the same output.

Only commands of ours run here, on a folder with nothing of the bot's but its lock files, in the sandbox and without a network. So what is kept depends on
the libraries alone, and no bot can leave something in it for another.
"""

import re
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from arena.sandbox import Build, Sandbox, run_build
from arena.untrusted import read_limited, toml_table

_GO_REQUIRE: Final = re.compile(r"^\s*(?:require\s+)?([\w./-]+\.[\w./-]+) v\S+$", re.MULTILINE)
# Cargo compiles again what is older than something that it was made of.
_OF_ONE_AGE: Final = 'touch .now && find "$1" -exec touch -r .now {} + && rm .now'
_EACH_THAT_CAN_BE_BUILT: Final = 'for package; do go build "$package" || true; done'


@dataclass(frozen=True, slots=True)
class _CacheRecipe:
    """What to compile libraries with: the bot's files that say which, what is added to them, the commands, and the folder that is kept."""

    files: tuple[str, ...]
    added: Mapping[str, str]
    commands: Callable[[Path], tuple[tuple[str, ...], ...]]
    kept: str
    env: Mapping[str, str]
    tidy: tuple[tuple[str, ...], ...] = ()  # ends a build that used it


def _go_commands(folder: Path) -> tuple[tuple[str, ...], ...]:
    """Build every package that go.mod names itself, those that it names for others follow from them."""
    packages = _GO_REQUIRE.findall((folder / "go.mod").read_text(encoding="utf-8"))
    return (("sh", "-c", _EACH_THAT_CAN_BE_BUILT, "sh", *packages),)


def _rust_commands(folder: Path) -> tuple[tuple[str, ...], ...]:
    """Build everything around a program that does nothing, and take that program out again."""
    package = toml_table(read_limited(folder / "Cargo.toml")).get("package")
    name = package.get("name", "") if isinstance(package, dict) else ""
    return (
        ("cargo", "build", "--release", "--locked"),
        ("cargo", "clean", "--release", "--locked", "--package", str(name)),
    )


_RECIPES: Final[Mapping[str, _CacheRecipe]] = {
    "go": _CacheRecipe(
        ("go.mod", "go.sum"),
        {},
        _go_commands,
        ".gocache",
        {"GOCACHE": "/bot/.gocache"},
        (("rm", "-rf", ".gocache"),),
    ),
    "rust": _CacheRecipe(
        ("Cargo.toml", "Cargo.lock"), {"src/main.rs": "fn main() {}\n"}, _rust_commands, "target", {}
    ),
}


@dataclass(frozen=True, slots=True)
class LibraryCache:
    """How a build begins with compiled libraries, and ends without them."""

    begin: tuple[tuple[str, ...], ...] = ()
    end: tuple[tuple[str, ...], ...] = ()
    env: Mapping[str, str] | None = None


def cached_libraries(sandbox: Sandbox, toolchain: str, order: Build, folder: Path, seen: str) -> LibraryCache:
    """Compile the libraries of an order once, into `folder`, which a build sees as `seen`; what cannot be compiled alone is not."""
    recipe = _RECIPES.get(toolchain)
    if recipe is None or sandbox.tier.number == 3:
        return LibraryCache()
    target = folder / "warm"
    if not target.is_dir():
        _compile(sandbox, recipe, order, target)
    if not (target / recipe.kept).is_dir():
        return LibraryCache()
    copy = ("cp", "-R", f"{seen}/warm/{recipe.kept}", recipe.kept)
    return LibraryCache((copy, ("sh", "-c", _OF_ONE_AGE, "sh", recipe.kept)), recipe.tidy, recipe.env)


def _compile(sandbox: Sandbox, recipe: _CacheRecipe, order: Build, target: Path) -> None:
    """Leave compiled libraries in `target`, or, if that fails, an empty folder, so that it is not tried again each time."""
    work = sandbox.new_work_directory(target.parent)
    try:
        folder = work / "stub"
        folder.mkdir()
        for name in recipe.files:
            shutil.copyfile(order.folder / name, folder / name)
        for name, text in recipe.added.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text, encoding="utf-8")
        wanted = replace(
            order, folder=folder, commands=recipe.commands(folder), env={**order.env, **recipe.env}
        )
        failed = run_build(sandbox, wanted, target).problem is not None
    except ValueError:  # lock files that cannot be read: the bot's own build will say so
        failed = True
    finally:
        shutil.rmtree(work)
    if failed:
        target.mkdir()
