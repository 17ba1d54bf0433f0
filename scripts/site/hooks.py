"""How do the pages of `docs/` become a site that needs neither a network nor a server?

MkDocs calls these functions while it builds. Pages are written for GitHub, where most people meet them first; what
differs on the site is changed here and nowhere else.
"""

import re
from html import escape
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

ROOT = Path(__file__).parents[2]
BESIDE = {
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "arena/proto/arena.proto": "arena.proto",
}
PICTURE = re.compile(
    r'<picture>\s*<source media="\(prefers-color-scheme: dark\)" srcset="([^"]+)">\s*'
    r'<img ([^>]*?)src="([^"]+)"([^>]*)>\s*</picture>'
)
PIPED = re.compile(r"`([^`\n]*\\\|[^`\n]*)`")  # code in a table, whose bars would else begin another cell


def on_files(files: Files, config: Any) -> Files:
    """What stands elsewhere in the repository, where people expect it, is part of the site too."""
    for name, page in BESIDE.items():
        text = (ROOT / name).read_text(encoding="utf-8").replace("](docs/", "](")
        files.append(File.generated(config, page, content=text))
    return files


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Links out of `docs/` lead to the files made above."""
    for name, page in {**BESIDE, "README.md": "index.md"}.items():
        markdown = markdown.replace(f"](../{name}", f"]({page}")
    return _indented(PIPED.sub(_code, PICTURE.sub(_both, markdown)))


def _indented(markdown: str) -> str:
    """What belongs to an item of a list is indented by its mark on GitHub, and by four spaces here."""
    lines = []
    fence = 0
    for line in markdown.splitlines():
        own = len(line) - len(line.lstrip(" "))
        more = (4 - own if 0 < own < 4 else 0) if not fence else fence - 1
        if line.lstrip().startswith("```"):
            fence = 0 if fence else more + 1
        lines.append(" " * more + line if line.strip() else line)
    return "\n".join(lines) + "\n"


def _code(found: re.Match[str]) -> str:
    """GitHub drops the backslash before a bar in code; the site would show it."""
    return f"<code>{escape(found[1]).replace(chr(92) + '|', '&#124;')}</code>"


def _both(found: re.Match[str]) -> str:
    """A picture follows the site's own switch, which GitHub does not have, and not only the reader's system."""
    dark, before, light, after = found.groups()
    both = f'<img {before}src="{light}#only-light"{after}><img {before}src="{dark}#only-dark"{after}>'
    return f'<span class="picture">{both}</span>'


def on_post_build(config: Any) -> None:
    """Leave out what is for developers of the theme, and let the search work without a server."""
    site = Path(config.site_dir)
    for pattern in ("**/*.map", "sitemap*", "assets/javascripts/lunr/**/*.js"):
        for file in site.glob(pattern):
            file.unlink()
    index = (site / "search" / "search_index.json").read_text(encoding="utf-8")
    (site / "search" / "search_index.js").write_text(f"var __index = {index}", encoding="utf-8")
