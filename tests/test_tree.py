"""Do the tests run on the tree that was asked for?"""

import os
from pathlib import Path

import arena.rules

ROOT = Path(__file__).parents[1]


def test_arena_comes_from_the_tree_under_test() -> None:
    tree = ROOT / "build" / "compiled" if os.environ.get("ARENA_TESTS") == "build" else ROOT
    assert Path(arena.__file__) == tree / "arena" / "__init__.py"
    assert Path(arena.rules.__file__).parent == tree / "arena" / "rules"


def test_the_rules_know_whether_they_are_compiled() -> None:
    assert arena.rules.compiled == any(Path(arena.__file__).parent.rglob("*.so"))
