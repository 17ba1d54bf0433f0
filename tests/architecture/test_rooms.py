"""Does each room keep to its task? What import-linter cannot see."""

from pathlib import Path

PAGES = Path(__file__).parents[2] / "arena" / "web" / "pages"


def test_pages_open_no_database_session() -> None:
    """A page reads input, calls a function of the domain and renders."""
    files = sorted(PAGES.glob("*.py"))
    assert files
    assert [file.name for file in files if ".database" in file.read_text(encoding="utf-8")] == []
