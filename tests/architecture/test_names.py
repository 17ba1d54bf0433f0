"""Does every file answer one question under a name of its own?"""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NAMES_THAT_SAY_NOTHING = {"utils", "util", "helpers", "helper", "manager", "common"}
MOST_LINES = 450
FILES = sorted(
    path for folder in ("arena", "tests", "benchmarks", "bots") for path in (ROOT / folder).rglob("*.py")
)


def test_a_class_name_stands_in_one_file_only() -> None:
    """A name has one meaning in the whole package."""
    homes: dict[str, list[str]] = {}
    for path in sorted((ROOT / "arena").rglob("*.py")):
        if path.name.endswith(("_pb2.py", "_pb2_grpc.py")):
            continue  # generated
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                homes.setdefault(node.name, []).append(path.relative_to(ROOT).as_posix())
    assert len(homes) > 100
    assert {name: files for name, files in homes.items() if len(files) > 1} == {}


def test_there_are_files_to_look_at() -> None:
    assert Path(__file__) in FILES


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_file(path: Path) -> None:
    said = set(path.relative_to(ROOT).with_suffix("").parts)
    assert not said & NAMES_THAT_SAY_NOTHING
    source = path.read_text(encoding="utf-8")
    assert len(source.splitlines()) <= MOST_LINES
    if source:
        docstring = ast.get_docstring(ast.parse(source), clean=False)
        assert docstring, "no docstring"
        assert docstring.splitlines()[0].strip(), "the first line of the docstring says nothing"
