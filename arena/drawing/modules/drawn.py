"""What a module can add to the picture of a table, for the terminal and for pages."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from arena.rules import TILES, Action, Observation, Tile

Rows = list[tuple[str, str]]
"""Lines of a name and a text."""

Square = tuple[int, int]

Fields = dict[str, Any]
"""Keys and values of a frame (docs/frames.md)."""

Path = list[tuple[str, str | int]]
"""The choices that lead to an action: what is chosen, and which."""

_TILES = {tile.name: tile for tile in TILES}


class TileSign(NamedTuple):
    """How a tile without a kind is called: in four characters, in a sentence, and by a letter."""

    label: str
    phrase: str
    letter: str


class Offer(NamedTuple):
    """A tile that is sold beside the market; price 0 means not for sale now."""

    tile: Tile
    price: int

    @property
    def words(self) -> str:
        """What it costs."""
        return f"for {self.price} {self.tile.currency}" if self.price else "not for sale"


class TableWords:
    """A table as sentences speak of it: what lies there, and what each tile is called."""

    def __init__(
        self, seen: Observation, dress: Callable[[Tile], Tile], phrase: Callable[[Tile], str]
    ) -> None:
        self.seen = seen
        self._dress = dress
        self._phrase = phrase

    def tile(self, name: str) -> str:
        """What a tile is called in a sentence."""
        return self._phrase(self.dressed(name))

    def dressed(self, name: str) -> Tile:
        """A tile as it lies there."""
        return self._dress(_TILES[name])


class VerbDrawing(NamedTuple):
    """How an action of one verb is told and offered."""

    say: Callable[[TableWords, int, Action], str]  # its seat; verbs of the phrase stand in angle brackets
    path: Callable[[TableWords, int, Action], Path]
    label: Callable[[TableWords, Action], str] | None = None  # the last choice, if a button should say it
    price: Callable[[TableWords, Action], int] | None = None  # what a purchase costs


def _no_offers(_: Observation) -> list[Offer]:
    return []


def _no_rows(_: Observation) -> Rows:
    return []


def _no_seat_rows(_: Observation, __: int) -> Rows:
    return []


def _no_marks(_: Observation, __: int) -> dict[Square, str]:
    return {}


def _no_sides(_: Observation, __: int) -> dict[Square, str]:
    return {}


def _as_it_is(_: Observation, tile: Tile) -> Tile:
    return tile


def _no_fields(_: Observation) -> Fields:
    return {}


def _no_seat_fields(_: Observation, __: int) -> Fields:
    return {}


def _no_counts(_: Observation) -> dict[str, list[float]]:
    return {}


def _nothing_closed(_: TableWords, __: int, ___: Sequence[Action]) -> list[Fields]:
    return []


@dataclass(frozen=True, slots=True)
class ModuleDrawing:
    """Everything that one module adds; what it leaves out adds nothing."""

    offers: Callable[[Observation], list[Offer]] = _no_offers  # what is sold beside the market
    table_rows: Callable[[Observation], Rows] = _no_rows  # what else lies in the middle of the table
    seat_rows: Callable[[Observation, int], Rows] = _no_seat_rows
    corners: Callable[[Observation, int], Mapping[Square, str]] = (
        _no_marks  # a letter by square: its north-east corner
    )
    sides: Callable[[Observation, int], Mapping[Square, str]] = (
        _no_sides  # by square: sides where a guard stands
    )
    dressed: Callable[[Observation, Tile], Tile] = _as_it_is  # a tile as it lies there
    signs: Mapping[str, Callable[[Tile], TileSign]] = field(default_factory=dict)  # by group of tiles
    header: Callable[[Observation], Fields] = _no_fields  # keys of a game's frames that never change
    frame: Callable[[Observation], Fields] = _no_fields  # keys of a frame
    seat: Callable[[Observation, int], Fields] = _no_seat_fields  # keys of a seat in a frame
    counts: Callable[[Observation], dict[str, list[float]]] = _no_counts  # what rows of a scoring count
    verbs: Mapping[str, VerbDrawing] = field(default_factory=dict)  # by the action's ending, or else its verb
    prompts: Mapping[str, str] = field(default_factory=dict)  # by decision: what is asked
    offered: Mapping[str, str] = field(default_factory=dict)  # by verb: "wake your vizier"
    closed: Callable[[TableWords, int, Sequence[Action]], list[Fields]] = (
        _nothing_closed  # why something cannot be had
    )
