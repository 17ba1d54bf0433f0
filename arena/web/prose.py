"""How does Markdown become a part of a page? An organiser's text is sanitised; our own documents get anchors and links."""

import re
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from typing import Final

import nh3
from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup

from arena.bundled import bundled

TAGS: Final = frozenset(
    [
        "a",
        "abbr",
        "b",
        "blockquote",
        "br",
        "code",
        "dd",
        "del",
        "dl",
        "dt",
        "em",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "hr",
        "i",
        "kbd",
        "li",
        "ol",
        "p",
        "pre",
        "s",
        "small",
        "strong",
        "sub",
        "sup",
        "table",
        "tbody",
        "td",
        "th",
        "thead",
        "tr",
        "ul",
    ]
)
"""What an organiser's text may hold: nothing that loads, runs, or looks like a part of the page itself."""
ATTRIBUTES: Final = {"a": {"href", "title"}, "ol": {"start"}, "abbr": {"title"}}
SCHEMES: Final = frozenset(("http", "https", "mailto"))
DOCUMENTS: Final = ("game", "rules", "tutorial")
"""Pages of docs/ that every event shows by itself, also where the documentation was not built."""
LOWEST_HEADING: Final = 6
_CLAUSE: Final = re.compile(r"(?m)^- (\d+\.\d+b?) ")
_PAGE: Final = re.compile(r"([\w/-]+)\.md(#.*)?")
_NO_ANCHOR: Final = re.compile(r"[^\w\- ]")


def organisers_text(text: str) -> Markup:
    """The Markdown of an event file as HTML that can do no harm; its first heading is one below the page's own."""
    parser = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    tokens = parser.parse(text)
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(int(token.tag[1:]) + 1, LOWEST_HEADING)}"
    html = parser.renderer.render(tokens, parser.options, {})
    return Markup(nh3.clean(html, tags=set(TAGS), attributes=ATTRIBUTES, url_schemes=set(SCHEMES)))


@cache
def document(name: str, has_docs: bool) -> Markup:
    """A page of docs/, of which the package has a copy, as HTML. A clause of the rules has its number for an anchor."""
    text = bundled(f"docs/{name}.md").read_text(encoding="utf-8")
    if name == "rules":
        text = _CLAUSE.sub(r'- <a id="\1" href="#\1">\1</a> ', text)
    parser = MarkdownIt("commonmark").enable("table")
    tokens = parser.parse(text.replace('"pictures/', '"/pictures/'))
    _add_anchors(tokens)
    for token in tokens:
        for inner in token.children or ():
            if inner.type == "link_open":
                inner.attrs["href"] = _address(str(inner.attrs["href"]), has_docs)
    return Markup(parser.renderer.render(tokens, parser.options, {}))


def _add_anchors(tokens: Sequence[Token]) -> None:
    """Name headings as the documentation site does, so that links to them hold here too."""
    for token, inline in pairwise(tokens):
        if token.type == "heading_open":
            token.attrs["id"] = re.sub(r"[\s-]+", "-", _NO_ANCHOR.sub("", inline.content).strip().lower())


def _address(link: str, has_docs: bool) -> str:
    """Where a link of a document leads on the pages of an event."""
    found = _PAGE.fullmatch(link)
    if found is None:
        return link
    page, anchor = found[1], found[2] or ""
    if page in DOCUMENTS:
        return f"/{page}{anchor}"
    return f"/docs/{page}.html{anchor}" if has_docs else "/start#documentation"
