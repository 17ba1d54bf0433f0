"""Does docs/MAP.md say where everything is? `make golden` writes its tables of modules."""

import ast
import os
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "MAP.md"
MARK = "<!-- `make golden` writes everything below from the modules -->\n"
GENERATED_CODE = ("_pb2.py", "_pb2_grpc.py")


def modules_of(folder: Path) -> list[Path]:
    """The modules of one folder of a package, or of all folders in it where they are no packages."""
    found = folder.glob("*.py") if (folder / "__init__.py").exists() else folder.rglob("*.py")
    return sorted(path for path in found if not path.name.endswith((*GENERATED_CODE, "__init__.py")))


def packages() -> Iterator[Path]:
    """Every folder that gets a section."""
    yield from sorted(path.parent for path in (ROOT / "arena").rglob("__init__.py"))
    yield ROOT / "arena" / "match" / "kits"
    yield ROOT / "bots"
    yield ROOT / "benchmarks"


def first_line(module: Path) -> str:
    docstring = ast.get_docstring(ast.parse(module.read_text(encoding="utf-8")))
    assert docstring, module
    return docstring.splitlines()[0].replace("|", "\\|")


def section(folder: Path) -> str:
    idea = folder / "__init__.py"
    rows = [f"| `{path.relative_to(ROOT).as_posix()}` | {first_line(path)} |" for path in modules_of(folder)]
    parts = [f"## `{folder.relative_to(ROOT).as_posix()}/`"]
    if idea.exists():
        parts.append(f"{first_line(idea)}\n")
    if rows:
        parts += ["| file | what it is for |", "|---|---|", *rows, ""]
    return "\n".join(parts)


def sections() -> str:
    return "\n" + "\n".join(section(folder) for folder in packages())


def named() -> set[str]:
    """Everything that stands between backticks on the page."""
    return set(re.findall(r"`([\w./-]+)`", PAGE.read_text(encoding="utf-8")))


def test_the_tables_of_modules_are_what_the_modules_say() -> None:
    by_hand = PAGE.read_text(encoding="utf-8").split(MARK)[0]
    if os.environ.get("ARENA_GOLDEN") == "rewrite":
        PAGE.write_text(by_hand + MARK + sections(), encoding="utf-8")
    assert PAGE.read_text(encoding="utf-8") == by_hand + MARK + sections()


def test_every_module_is_on_the_map() -> None:
    modules = [
        path.relative_to(ROOT).as_posix()
        for path in sorted(ROOT.glob("arena/**/*.py"))
        if path.name != "__init__.py"
    ]
    assert modules
    assert [module for module in modules if module not in named()] == []


def test_every_top_level_folder_and_page_is_on_the_map() -> None:
    built = re.compile(r"\.(?!ci$)|build$|dist$|runs$|.*\.egg-info$")
    folders = {path.name + "/" for path in ROOT.iterdir() if path.is_dir() and not built.match(path.name)}
    assert "arena/" in folders
    pages = {path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").glob("*.md")} - {"docs/MAP.md"}
    assert pages
    assert sorted((folders | pages) - named()) == []


def test_every_path_named_by_hand_exists() -> None:
    named_by_hand = re.findall(r"`([\w./-]+)`", PAGE.read_text(encoding="utf-8").split(MARK)[0])
    paths = {name for name in named_by_hand if "/" in name or (ROOT / name).suffix}
    assert paths
    assert sorted(path for path in paths if not (ROOT / path).exists()) == []
