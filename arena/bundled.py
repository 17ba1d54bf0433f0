"""Where are the house bots, ladder files and rules that come with the package? In its folder `bundle`, or in the checkout."""

from pathlib import Path
from typing import Final

_PACKAGE: Final = Path(__file__).parent


def bundled(path: str) -> Path:
    """A file or folder that the build puts into the package (setup.py), by its path in the checkout."""
    built = _PACKAGE / "bundle" / path
    return built if built.exists() else _PACKAGE.parent / path
