"""Which bots and ladder files come with the package?"""

from pathlib import Path
from typing import Final

from arena.bundled import bundled
from arena.match.content import MANIFEST

_HOUSE_FIRST: Final = ("random", "greedy", "mcts")


def house_bots() -> tuple[str, ...]:
    """The names of all house bots, those that need nothing but Python first."""
    found = sorted(path.parent.name for path in bundled("bots").glob(f"*/{MANIFEST}"))
    return tuple(sorted(found, key=lambda name: (name not in _HOUSE_FIRST, name)))


def bot_folder(text: str, parent: Path = Path()) -> Path:
    """The folder that a text means: one that is there, or else a house bot of this name."""
    folder = parent / text
    return bundled("bots") / text if not folder.exists() and text in house_bots() else folder


def starter_ladders() -> tuple[str, ...]:
    """The names of the ladder files to begin with."""
    return tuple(sorted(path.stem for path in bundled("ladders").glob("*.toml") if path.stem != "event"))


def starter_file(name: str) -> str:
    """The text of a ladder or event file to begin with."""
    return (bundled("ladders") / f"{name}.toml").read_text(encoding="utf-8")
