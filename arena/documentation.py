"""Where is the documentation? In the folder `site` of the package, if it was built by `make docs`."""

from pathlib import Path

FOLDER = Path(__file__).parent / "site"


def built_pages() -> Path | None:
    """The folder of the built pages, or none in a checkout where they were not built."""
    return FOLDER if (FOLDER / "index.html").is_file() else None
