"""Are the drawings of the documentation what `python scripts/drawings.py` draws?"""

from pathlib import Path

from scripts.drawings import FOLDER, drawn


def test_every_drawing_is_up_to_date() -> None:
    content = dict(drawn())
    kept = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.svg")}
    assert kept == content


def test_every_drawing_is_on_a_page() -> None:
    pages = "".join(
        path.read_text(encoding="utf-8")
        for path in [*FOLDER.parent.glob("*.md"), Path(__file__).parents[2] / "README.md"]
    )
    assert [name for name, _ in drawn() if f"pictures/{name}" not in pages] == []
