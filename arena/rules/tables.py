"""Where do the tables of an edition come from, and how certain is each? (components.toml)"""

from typing import Any, Final

from arena.rules.components import AWARDED_RANKS, KINDS, POINTS, section

SCORINGS: Final = 3
# How sure component data is: the word on a table, and what it means.
PROVENANCES: Final[dict[str, str]] = {
    "verified": "several independent sources and printed art agree",
    "single": "one source, not contradicted",
    "chosen": "no source found; picked to fit every stated fact",
}
_TABLES: Final[dict[str, tuple[str, ...]]] = {
    "classic": ("base", "camps", "bazaars", "falcons", "medina"),
    "red-palace": (
        "red_palace.floor",
        "red_palace.strips",
        "red_palace.stands",
        "camps",
        "bazaars",
        "medina",
    ),
}
_NUMBERS: Final[dict[str, str]] = {"classic": "", "red-palace": "red_palace"}


class ComponentTable:
    """One table of the data file: its name there, its provenance, and its rows."""

    def __init__(self, name: str, provenance: str, rows: list[Any]) -> None:
        self.name: Final = name
        self.provenance: Final = provenance
        self.rows: Final = rows


def tables_of(edition: str) -> list[ComponentTable]:
    """The tables of an edition and of its modules; KeyError if there is no such edition."""
    return [_table(name) for name in _TABLES[edition]]


def scoring_rows() -> list[list[str]]:
    """For each kind, what the ranks of each scoring are worth (9.5)."""
    rows: list[list[str]] = []
    for number, kind in enumerate(KINDS):
        row = [kind]
        for scoring in range(SCORINGS):
            first = (scoring * len(KINDS) + number) * AWARDED_RANKS
            row.append(" / ".join([str(int(POINTS[first + rank])) for rank in range(scoring + 1)]))
        rows.append(row)
    return rows


def numbers_of(edition: str) -> dict[str, int]:
    """The single numbers that an edition has besides, by name."""
    name = _NUMBERS[edition]
    if not name:
        return {}
    return {key: value for key, value in section(name).items() if isinstance(value, int)}


def _table(name: str) -> ComponentTable:
    part = section(name)
    rows = part.get("tiles") or part.get("orders") or part.get("guards") or []
    return ComponentTable(name, part["provenance"], list(rows))
