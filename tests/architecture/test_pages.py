"""Do the pages read the same on GitHub and on the site, and does the Python on them run?"""

import re
from itertools import pairwise
from pathlib import Path

import pytest

from arena.record import GameRecord
from arena.store import Store
from tests.record.records import played_record

DOCS = Path(__file__).parents[2] / "docs"
PAGES = sorted(DOCS.glob("*.md"))
MOST = 100
UNWRAPPED = ("MAP.md", "cli.md", "frames.md", "review.md")  # generated, or one table after the other


def prose(page: Path) -> list[str]:
    """The lines of a page, with those of code left empty."""
    code = False
    lines = []
    for line in page.read_text(encoding="utf-8").splitlines():
        fence = line.lstrip().startswith("```")
        lines.append("" if code or fence else line)
        code ^= fence
    return lines


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_lists_and_tables_begin_after_an_empty_line(page: Path) -> None:
    """GitHub makes a list of lines right below a paragraph; the site runs them together."""
    lines = prose(page)
    begins = re.compile(r"\s*(?:[-*]|\d+\.) |\|")
    inside = re.compile(r"\s*(?:[-*]|\d+\.) |\||\s|#|<!--")
    wrong = [
        f"{page.name}:{number}"
        for number, (before, line) in enumerate(pairwise(lines), start=2)
        if begins.match(line) and before and not inside.match(before)
    ]
    assert wrong == []


@pytest.mark.parametrize(
    "page", [page for page in PAGES if page.name not in UNWRAPPED], ids=lambda page: page.name
)
def test_prose_is_wrapped(page: Path) -> None:
    """Tables, links to pictures and generated pages are as long as they are."""
    long = [line for line in prose(page) if len(line) > MOST and not line.lstrip().startswith(("|", "<"))]
    assert long == []


def test_the_python_on_the_page_about_research_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    record: GameRecord = played_record("classic,players=2")
    Store.open(tmp_path / "games", create=True).append([record])
    monkeypatch.chdir(tmp_path)
    page = (DOCS / "research.md").read_text(encoding="utf-8")
    names: dict[str, object] = {}
    for block in re.findall(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL):
        exec(compile(block, "research.md", "exec"), names)
    assert "200 iterations" in capsys.readouterr().out
    positions, results = names["positions"], names["results"]
    assert isinstance(positions, list)
    assert isinstance(results, list)
    assert (len(positions), len(results)) == (len(record.decisions), 100)


@pytest.mark.parametrize("page", ["encoding.md", "environments.md"])
def test_the_python_on_the_pages_for_learners_runs(page: str, capsys: pytest.CaptureFixture[str]) -> None:
    blocks = re.findall(
        r"^```python\n(.*?)^```$", (DOCS / page).read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    )
    assert blocks
    names: dict[str, object] = {}
    for block in blocks:
        exec(compile(block, page, "exec"), names)
    assert page != "environments.md" or "is refused: " in capsys.readouterr().out
