"""A game as one page that needs nothing else: the board's modules, its style and the frames in a single file."""

import html
import json
import re
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Final

from arena.drawing.frames import GameFrames, frames_of_record
from arena.drawing.modules.drawn import Fields
from arena.record import GameRecord
from arena.rules import State

NOTEBOOK_PX: Final = 800
_FIRST: Final = "page.js"
_IMPORT: Final = re.compile(r'^import \{([^}]*)\} from "\./([\w-]+\.js)";$', re.MULTILINE)
_EXPORT: Final = re.compile(r"^export (?=(?:async )?(?:const|let|function|class) )", re.MULTILINE)
_EXPORTED: Final = re.compile(r"^export (?:async )?(?:const|let|function\*?|class) (\w+)", re.MULTILINE)
_PAGE: Final = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:">
<title>{title}</title>
<style>{style}
h1 {{ position: absolute; width: 1px; height: 1px; margin: 0; overflow: hidden; clip-path: inset(50%); }}
body {{ margin: 0; }}</style>
</head>
<body>
<main><h1>{title}</h1><div data-board><script type="application/json">{frames}</script></div></main>
<script type="module">{script}</script>
</body>
</html>
"""


def board_page(frames: Fields, title: str) -> str:
    """A page of its own with a game, to send and to open offline."""
    text = json.dumps(frames, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return _PAGE.format(title=html.escape(title), style=_style(), frames=text, script=board_script())


def record_page(record: GameRecord) -> str:
    """The page of a finished game."""
    frames = frames_of_record(record)
    return board_page(frames, " – ".join(frames["names"]))


def notebook_html(value: GameRecord | State) -> str:
    """What a notebook shows of a record, or of a position with all hands open: the page in a frame."""
    if isinstance(value, State):
        names = [f"seat {seat}" for seat in range(1, value.config.players + 1)]
        page = board_page(GameFrames(value, names, None).document(), "A position")
    else:
        page = record_page(value)
    return (
        f'<iframe srcdoc="{html.escape(page)}" title="Alhambra" '
        f'style="width: 100%; height: {NOTEBOOK_PX}px; border: 0"></iframe>'
    )


@cache
def _style() -> str:
    return _static("board.css")


@cache
def board_script() -> str:
    """All modules that show a game as one, each in a scope of its own, those that others import first."""
    order: list[str] = []
    _visit(_FIRST, order, ())
    parts = [_scoped(name) for name in order]
    return "\n".join(["const modules = {};", *parts]).replace("</script", "<\\/script")


def _visit(name: str, order: list[str], above: Sequence[str]) -> None:
    if name in above:
        raise ValueError(f"{name} imports itself, by way of {', '.join(above)}")
    for _, other in _IMPORT.findall(_static(name)):
        _visit(other, order, (*above, name))
    if name not in order:
        order.append(name)


def _scoped(name: str) -> str:
    source = _static(name)
    exported = ", ".join(_EXPORTED.findall(source))
    body = _EXPORT.sub("", _IMPORT.sub(_taken, source))
    return f'modules["{name}"] = (() => {{\n{body}\nreturn {{ {exported} }};\n}})();'


def _taken(found: re.Match[str]) -> str:
    names = re.sub(r"(\w+) as (\w+)", r"\1: \2", found[1])
    return f'const {{{names}}} = modules["{found[2]}"];'


def _static(name: str) -> str:
    return files("arena").joinpath("web/static/board", name).read_text(encoding="utf-8")
