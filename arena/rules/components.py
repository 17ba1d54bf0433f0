"""What is in the box? Tiles, cards and tables of points, read once from components.toml (rules 1.1 to 1.5).

Everything has a small number (its id) for the engine and a name for people. Ids follow the order of the data file
and are the same in every game, whichever modules are in use.
"""

import tomllib
from importlib.resources import files
from typing import Any, Final

from librt.vecs import append, vec
from mypy_extensions import i64

SIDES: Final = "NESW"
ON_FOOT: Final = 0  # tiles that join across open sides (8.2, 8.3)
BY_BASTION: Final = 1  # tiles that join by a marked side against a wall (13.2)

_DATA: Final[dict[str, Any]] = tomllib.loads(
    files("arena").joinpath("rules/components.toml").read_text(encoding="utf-8")
)

CURRENCIES: Final[tuple[str, ...]] = tuple(_DATA["currencies"])
KINDS: Final[tuple[str, ...]] = tuple(_DATA["kinds"])


def section(name: str) -> dict[str, Any]:
    """One table of the data file."""
    part: dict[str, Any] = _DATA[name]
    return part


class Card:
    """A money card (1.2)."""

    def __init__(self, id: int, currency: str, value: int) -> None:
        self.id: Final = id
        self.currency: Final = currency
        self.value: Final = value
        self.name: Final = f"{currency}-{value}"

    def __repr__(self) -> str:
        return self.name

    def __reduce__(self) -> tuple[Any, ...]:
        return card_named, (self.name,)


class Tile:
    """A tile as printed: its group ("building", "camp", ...), price, kind and marked sides (1.1)."""

    def __init__(
        self,
        id: int,
        group: str,
        name: str,
        price: int = 0,
        walls: str = "",
        join: int = ON_FOOT,
        kind: str = "",
        currency: str = "",
        kinds: tuple[str, ...] = (),
    ) -> None:
        self.id: Final = id
        self.group: Final = group
        self.name: Final = name
        self.price: Final = price
        self.walls: Final = walls
        self.join: Final = join
        self.kind: Final = kind
        self.currency: Final = currency
        self.kinds: Final = kinds

    def __repr__(self) -> str:
        return self.name

    def __reduce__(self) -> tuple[Any, ...]:
        return tile_named, (self.name,)


def _read_tile(id: int, group: str, row: dict[str, Any]) -> Tile:
    walls: str = row.get("walls", row.get("bastions", ""))
    kind: str = row.get("kind", "")
    kinds: tuple[str, ...] = tuple(row.get("kinds", ()))
    price: int = row.get("price", 0)
    currency: str = row.get("currency", "")
    middle = [currency, *kinds] if currency else [str(price)]
    name = "-".join([kind or group, *middle] + ([walls] if walls else []))
    join = BY_BASTION if "bastions" in row else ON_FOOT
    return Tile(id, group, name, price, walls, join, kind, currency, kinds)


def _read_tiles() -> list[Tile]:
    tiles: list[Tile] = []
    for group, name in GROUPS:
        for row in section(name)["tiles"]:
            tiles.append(_read_tile(len(tiles), group, row))
    tiles.append(Tile(len(tiles), "fountain", "fountain"))
    return tiles


GROUPS: Final = (("building", "base"), ("camp", "camps"), ("bazaar", "bazaars"), ("medina", "medina"))
TILES: Final[list[Tile]] = _read_tiles()
FOUNTAIN: Final[Tile] = TILES[-1]
CARDS: Final[list[Card]] = [
    Card(i * 9 + value - 1, currency, value)
    for i, currency in enumerate(CURRENCIES)
    for value in range(1, 10)
]
_TILE_NAMES: Final = {tile.name: tile for tile in TILES}
_CARD_NAMES: Final = {card.name: card for card in CARDS}


def tile_named(name: str) -> Tile:
    """The tile of this name; KeyError if there is none."""
    return _TILE_NAMES[name]


def card_named(name: str) -> Card:
    """The card of this name; KeyError if there is none."""
    return _CARD_NAMES[name]


def tiles_of(group: str) -> list[Tile]:
    """All tiles of one group, in the order of the data file."""
    return [tile for tile in TILES if tile.group == group]


class TileBook:
    """The facts about tiles that the engine looks up by id. Shared by all games that do not alter their tiles."""

    def __init__(
        self, price: vec[i64], marks: vec[i64], kind: vec[i64], join: vec[i64], currency: vec[i64]
    ) -> None:
        self.price = price
        self.marks = marks  # bit 0..3: side N, E, S, W has a wall or a bastion
        self.kind = kind  # index in KINDS, or -1
        self.join = join  # ON_FOOT or BY_BASTION
        self.currency = currency  # index in CURRENCIES of a tile that names its own, or -1


def side_mask(walls: str) -> int:
    """Sides as bits: N is 1, E is 2, S is 4, W is 8."""
    return sum(1 << SIDES.index(letter) for letter in walls)


def _book() -> TileBook:
    price = vec[i64]()
    marks = vec[i64]()
    kind = vec[i64]()
    join = vec[i64]()
    currency = vec[i64]()
    for tile in TILES:
        price = append(price, tile.price)
        marks = append(marks, side_mask(tile.walls))
        kind = append(kind, KINDS.index(tile.kind) if tile.kind else -1)
        join = append(join, tile.join)
        currency = append(currency, CURRENCIES.index(tile.currency) if tile.currency else -1)
    return TileBook(price, marks, kind, join, currency)


BOOK: Final[TileBook] = _book()
