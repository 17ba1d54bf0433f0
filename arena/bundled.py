"""Where is what comes with the package and is no code? In its folder `bundle`, or in the checkout it is made from."""

from pathlib import Path
from typing import Final

_PACKAGE: Final = Path(__file__).parent


def bundled(path: str) -> Path:
    """A file or folder that the build puts into the package (setup.py), by its path in the checkout."""
    built = _PACKAGE / "bundle" / path
    return built if built.exists() else _PACKAGE.parent / path
