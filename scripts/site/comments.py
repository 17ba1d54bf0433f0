"""What does an attribute mean? The API reference shows the comment beside it, or right above it, where there is no docstring."""

import re
from pathlib import Path
from typing import Any

from griffe import Attribute, Docstring, Extension

LINT = re.compile(r"(?:noqa|type: ignore|fmt:)\b")


class CommentsAsDocstrings(Extension):
    """mkdocstrings loads it while it reads the sources."""

    def on_attribute_instance(self, *, attr: Attribute, **_: Any) -> None:
        """Give an attribute its comment as a docstring."""
        file = attr.filepath
        if attr.docstring is None and attr.lineno and isinstance(file, Path):
            lines = attr.lines_collection[file]
            found = _beside(lines[(attr.endlineno or attr.lineno) - 1]) or _above(lines, attr.lineno - 1)
            if found:
                attr.docstring = _docstring(found, attr)


def _beside(line: str) -> str:
    _, sign, comment = line.partition("  # ")
    return comment.strip() if sign and not LINT.match(comment) else ""


def _above(lines: list[str], number: int) -> str:
    found: list[str] = []
    while number > 0 and lines[number - 1].lstrip().startswith("# "):
        number -= 1
        found.insert(0, lines[number].strip().removeprefix("# "))
    return " ".join(found)


def _docstring(comment: str, attr: Attribute) -> Docstring:
    return Docstring(comment[:1].upper() + comment[1:], parent=attr)
