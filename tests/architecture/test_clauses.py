"""Is every clause of docs/rules.md named by a test of the rules?"""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
CLAUSE = re.compile(r"(?<![\d.])(\d+\.\d+b?)(?!\w|\.\d)")
CLAUSE_IN_NAME = re.compile(r"_(\d+)_(\d+b?)(?=_|$)")


def clauses() -> list[str]:
    """The clause numbers in the order of the document."""
    text = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    return re.findall(r"^- (\d+\.\d+b?) ", text, re.MULTILINE)


def clauses_named_in(source: str) -> set[str]:
    """The clause numbers in names and docstrings of test functions."""
    named: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            named.update(CLAUSE.findall(ast.get_docstring(node) or ""))
            named.update(".".join(found) for found in CLAUSE_IN_NAME.findall(node.name))
    return named


def test_the_clauses_are_all_read() -> None:
    found = clauses()
    assert len(found) == len(set(found))
    assert "9.3b" in found
    for section in range(1, 18):
        numbers = [
            int(number) for number in re.findall(rf"^{section}\.(\d+)$", "\n".join(found), re.MULTILINE)
        ]
        assert numbers == list(range(1, max(numbers) + 1))


def test_a_clause_is_named_by_docstring_or_name() -> None:
    source = '''
def test_no_holes():
    """8.5, and 9.3b. Not 1.5.2."""
def test_6_3_exchange():
    "It says nothing of 17.99."
def the_oracle():
    """4.1"""
'''
    assert clauses_named_in(source) == {"8.5", "9.3b", "6.3", "17.99"}


def test_every_clause_is_named_by_a_test() -> None:
    named: set[str] = set()
    for path in sorted((ROOT / "tests" / "rules").rglob("test_*.py")):
        source = path.read_text(encoding="utf-8")
        tests_the_oracle_alone = "oracle" in path.parts and "from arena" not in source
        if not tests_the_oracle_alone:
            named |= clauses_named_in(source)
    missing = [clause for clause in clauses() if clause not in named]
    assert not missing, f"no test names {', '.join(missing)}"
