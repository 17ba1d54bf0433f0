"""Does docs/MAP.md still say where everything is?"""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
MAP = (ROOT / "docs" / "MAP.md").read_text(encoding="utf-8")
NAMED = set(re.findall(r"`([\w./-]+)`", MAP))


def test_every_module_is_on_the_map() -> None:
    modules = [path.relative_to(ROOT).as_posix() for path in sorted(ROOT.glob("arena/**/*.py"))]
    assert modules
    assert [module for module in modules if module not in NAMED] == []


def test_every_top_level_folder_is_on_the_map() -> None:
    built = re.compile(r"\.(?!ci$)|build$|dist$|runs$|.*\.egg-info$")
    folders = {path.name + "/" for path in ROOT.iterdir() if path.is_dir() and not built.match(path.name)}
    assert "arena/" in folders
    assert sorted(folders - NAMED) == []


def test_every_path_on_the_map_exists() -> None:
    paths = {name for name in NAMED if "/" in name or (ROOT / name).suffix}
    assert paths
    assert sorted(path for path in paths if not (ROOT / path).exists()) == []
