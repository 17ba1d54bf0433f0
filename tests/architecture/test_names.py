"""Does every file answer one question under a name of its own?"""

import ast
from pathlib import Path

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


def test_a_file_has_a_name_a_length_and_a_first_line_that_say_something() -> None:
    assert Path(__file__) in FILES
    assert {path.relative_to(ROOT).as_posix(): wrong for path in FILES if (wrong := faults(path))} == {}


def faults(path: Path) -> list[str]:
    source = path.read_text(encoding="utf-8")
    docstring = ast.get_docstring(ast.parse(source), clean=False) or ""
    found = {
        "its name says nothing": set(path.relative_to(ROOT).with_suffix("").parts) & NAMES_THAT_SAY_NOTHING,
        "it is too long": len(source.splitlines()) > MOST_LINES and not path.name.endswith("_pb2_grpc.py"),
        "it has no docstring whose first line says something": source
        and not docstring.split("\n")[0].strip(),
    }
    return [fault for fault, here in found.items() if here]
