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
