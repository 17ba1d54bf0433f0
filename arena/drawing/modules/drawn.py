"""What a module can add to the picture of a table, for the terminal and for pages."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from arena.rules import Observation, Tile

Rows = list[tuple[str, str]]
"""Lines of a name and a text."""

Square = tuple[int, int]


class Mark(NamedTuple):
    """Something that stands at a corner: a letter for it, its colour, and what it is."""

    letter: str
    colour: str
    title: str


class TileSign(NamedTuple):
    """How a tile without a kind is called: in four characters, and in a word."""

    label: str
    word: str


class Offer(NamedTuple):
    """A tile that is sold beside the market, and for how much."""

    tile: Tile
    price: str


def _no_offers(_: Observation) -> list[Offer]:
    return []


def _no_rows(_: Observation) -> Rows:
    return []


def _no_seat_rows(_: Observation, __: int) -> Rows:
    return []


def _no_marks(_: Observation, __: int) -> dict[Square, Mark]:
    return {}


def _no_sides(_: Observation, __: int) -> dict[Square, str]:
    return {}


def _as_it_is(_: Observation, tile: Tile) -> Tile:
    return tile


@dataclass(frozen=True, slots=True)
class ModuleDrawing:
    """Everything that one module adds; what it leaves out adds nothing."""

    offers: Callable[[Observation], list[Offer]] = _no_offers  # what is sold beside the market
    table_rows: Callable[[Observation], Rows] = _no_rows  # what else lies in the middle of the table
    seat_rows: Callable[[Observation, int], Rows] = _no_seat_rows
    corners: Callable[[Observation, int], Mapping[Square, Mark]] = (
        _no_marks  # by square: its north-east corner
    )
    sides: Callable[[Observation, int], Mapping[Square, str]] = (
        _no_sides  # by square: sides where a guard stands
    )
    dressed: Callable[[Observation, Tile], Tile] = _as_it_is  # a tile as it lies there
    signs: Mapping[str, Callable[[Tile], TileSign]] = field(default_factory=dict)  # by group of tiles
