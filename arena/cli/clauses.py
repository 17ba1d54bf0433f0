"""Which clauses do the rules have, and which contain given words? Read from docs/rules.md."""

import re
from dataclasses import dataclass

from arena.bundled import bundled

_SECTION = re.compile(r"^## (?:(\d+)\. )?(.*)$")
_CLAUSE = re.compile(r"^- (\d+\.\d+b?) (.*)$")
_NUMBER = re.compile(r"(\d+)(?:\.(\d+)(b)?(?:\.(\d+))?)?")
_MARKS = re.compile(r"\*\*|(?<!\w)\*|\*(?!\w)|`|\[([^\]]*)\]\([^)]*\)")


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause: its number, the title of its section and its lines, without marks of the text's form."""

    number: str
    section: str
    lines: tuple[str, ...]

    @property
    def text(self) -> str:
        """The whole clause, as one line to search in."""
        return " ".join(self.lines)


def all_clauses() -> list[Clause]:
    """Every clause, in the order of the document."""
    found: list[Clause] = []
    section, number, lines = "", "", list[str]()

    def close() -> None:
        if number:
            found.append(Clause(number, section, tuple(lines)))

    for line in bundled("docs/rules.md").read_text(encoding="utf-8").splitlines():
        if title := _SECTION.match(line):
            close()
            number, lines = "", []
            section = title[2]
        elif clause := _CLAUSE.match(line):
            close()
            number, lines = clause[1], [_plain(clause[2])]
        elif number and line.startswith("  "):
            lines.append(_plain(line[2:]))
        elif line.strip() and not line.startswith("  "):
            close()
            number, lines = "", []
    close()
    return found


def clauses_of(number: str) -> list[Clause]:
    """The clause of a number, or all of a section; 17.11.9 is a part of 17.11. None if there is no such thing."""
    wanted = _NUMBER.fullmatch(number)
    if wanted is None:
        return []
    if wanted[2] is None:
        return [one for one in all_clauses() if one.number.split(".")[0] == wanted[1]]
    clause = f"{wanted[1]}.{wanted[2]}{wanted[3] or ''}"
    found = [one for one in all_clauses() if one.number == clause]
    if wanted[4] is None:
        return found
    return [
        Clause(number, one.section, (line.removeprefix(f"{wanted[4]}. "),))
        for one in found
        for line in one.lines
        if line.startswith(f"{wanted[4]}. ")
    ]


def clauses_about(words: str) -> list[Clause]:
    """The clauses that have all of these words, in any order and spelling of case."""
    asked = words.casefold().split()
    return [one for one in all_clauses() if all(word in one.text.casefold() for word in asked)]


def _plain(line: str) -> str:
    return _MARKS.sub(lambda found: found[1] or "", line)
