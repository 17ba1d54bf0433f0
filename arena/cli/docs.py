"""`arena docs`: open the documentation, which comes with the package."""

import difflib
import webbrowser
from pathlib import Path
from typing import Annotated

import typer

from arena.cli.ending import Failed, Mistake
from arena.documentation import built_pages

app = typer.Typer(add_completion=False)


@app.command()
def docs(
    page: Annotated[
        str, typer.Argument(metavar="[PAGE]", help="A page, such as `tutorial`, `cli` or `api/rules`.")
    ] = "index",
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="Open it in a browser, or only print its address.")
    ] = True,
) -> None:
    """Open the documentation in a browser and print its address. It needs no network."""
    folder = built_pages()
    if folder is None:
        raise Failed(
            "this build of arena has no documentation in it: in a checkout, `make docs` builds it from docs/"
        )
    file = _page(folder, page)
    print(file.as_uri())
    if browser and not _opened(file.as_uri()):
        print(f"There is no browser to open it in. The pages are in {folder}")


def _page(folder: Path, name: str) -> Path:
    names = sorted(path.relative_to(folder).with_suffix("").as_posix() for path in folder.rglob("*.html"))
    wanted = name.removesuffix(".html").removesuffix(".md")
    if wanted in names:
        return folder / f"{wanted}.html"
    near = difflib.get_close_matches(wanted, names, 1)
    hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(names)}"
    raise Mistake(f"PAGE: there is no page {name!r}; {hint}")


def _opened(address: str) -> bool:
    try:
        return webbrowser.open(address)
    except webbrowser.Error:
        return False
