"""Does every dependency have its sentence in docs/dependencies.md, and a use?"""

import ast
import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
BASE: list[str] = PYPROJECT["project"]["dependencies"]
EXTRAS: dict[str, list[str]] = PYPROJECT["project"]["optional-dependencies"]
BUILD: list[str] = PYPROJECT["build-system"]["requires"]
IMPORTED_AS = {"grpcio": "grpc", "protobuf": "google"}


def name_of(requirement: str) -> str:
    found = re.match(r"[\w-]+", requirement)
    assert found, requirement
    return found[0]


def test_every_dependency_has_its_sentence_and_no_other_has() -> None:
    document = (ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8")
    sentences = dict(re.findall(r"^- \*\*([\w-]+)\*\*: (.+(?:\n  .+)*\.)$", document, re.MULTILINE))
    groups = [BASE, BUILD, *EXTRAS.values()]
    assert sorted(sentences) == sorted({name_of(requirement) for group in groups for requirement in group})


def test_every_base_dependency_is_imported() -> None:
    imported: set[str] = set()
    for path in ROOT.glob("arena/**/*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                imported.update(alias.name.split(".")[0] for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
                imported.add(node.module.split(".")[0])
    assert [name for name in map(name_of, BASE) if IMPORTED_AS.get(name, name) not in imported] == []


def test_base_dependencies_have_a_lower_bound() -> None:
    assert [requirement for requirement in BASE if ">=" not in requirement] == []


def test_what_is_named_twice_is_the_same_version() -> None:
    groups = [BASE, BUILD, *EXTRAS.values()]
    seen: dict[str, set[str]] = {}
    for requirement in (requirement for group in groups for requirement in group):
        seen.setdefault(name_of(requirement), set()).add(requirement)
    assert {name: versions for name, versions in seen.items() if len(versions) > 1} == {}
