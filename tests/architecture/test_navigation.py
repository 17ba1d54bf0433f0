"""Is every page of `docs/` in the navigation of the site, and every public name in the API reference?

`make docs` asks for the first too, and for every link; this takes no time.
"""

import re
from pathlib import Path
from types import ModuleType

import pytest

import arena.botkit
import arena.record
import arena.rules
import arena.search

ROOT = Path(__file__).parents[2]


def test_every_page_is_in_the_navigation() -> None:
    navigation = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").split("\nnav:\n")[1]
    named = re.findall(r": ([\w/-]+\.md)$", navigation, re.MULTILINE)
    pages = {path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md")}
    assert pages <= set(named)
    assert len(named) == len(set(named))


@pytest.mark.parametrize(
    "package", [arena.botkit, arena.record, arena.rules, arena.search], ids=lambda one: one.__name__
)
def test_every_public_name_is_in_the_api_reference(package: ModuleType) -> None:
    page = ROOT / "docs" / "api" / f"{package.__name__.rpartition('.')[2]}.md"
    named = re.findall(rf"^::: {package.__name__}\.(\w+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(named) == sorted(package.__all__)
