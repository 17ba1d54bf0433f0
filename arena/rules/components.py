"""What is in the box? Tiles, cards and score tables, read from components.toml (rules 1.1 to 1.5).

Everything has a small number (its id) for the engine and a name for people. Ids follow the order of the data file
and are the same in every game, whichever modules are in use.
"""

import json
import tomllib
from hashlib import sha256
from importlib.resources import files
from typing import Any, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from arena.rules.bits import bit

SIDES: Final = "NESW"
ON_FOOT: Final = 0  # tiles that join across open sides (8.2, 8.3)
BY_BASTION: Final = 1  # tiles that join by a marked side against a wall (13.2)

_DATA: Final[dict[str, Any]] = tomllib.loads(
    files("arena").joinpath("rules/components.toml").read_text(encoding="utf-8")
)


def _facts(part: Any) -> Any:
    """The data without remarks on where it is from."""
    if isinstance(part, dict):
        return {key: _facts(value) for key, value in part.items() if key != "provenance"}
    return [_facts(value) for value in part] if isinstance(part, list) else part


# Part of the rules version: games with other tables are other games.
FINGERPRINT: Final = sha256(json.dumps(_facts(_DATA), sort_keys=True).encode()).hexdigest()[:8]

CURRENCIES: Final[tuple[str, ...]] = tuple(_DATA["currencies"])  # in the order of the market's slots
KINDS: Final[tuple[str, ...]] = tuple(_DATA["kinds"])  # the six kinds of building, the cheapest first


def section(name: str) -> dict[str, Any]:
    """One table of the data file; a dot goes into it."""
    part: dict[str, Any] = _DATA
    for word in name.split("."):
        part = part[word]
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
        towers: str = "",
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
        self.towers: Final = towers  # walled sides with a guard tower (17.1)

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
    return Tile(id, group, name, price, walls, join, kind, currency, kinds, row.get("towers", ""))


def _read_tiles() -> list[Tile]:
    tiles: list[Tile] = []
    for group, name in GROUPS:
        for row in section(name)["tiles"]:
            tiles.append(_read_tile(len(tiles), group, row))
    tiles.append(Tile(len(tiles), "fountain", "fountain"))
    tiles += _palace_tiles(len(tiles))
    return tiles


def _palace_tiles(first: int) -> list[Tile]:
    """Floor tiles and plazas (17.1, 17.3); those that look alike have a letter at the end of their names."""
    palace = section("red_palace")
    floor = [_read_tile(first + i, "floor", row) for i, row in enumerate(palace["floor"]["tiles"])]
    names = [tile.name for tile in floor]
    tiles: list[Tile] = []
    for i, tile in enumerate(floor):
        letter = chr(ord("a") + names[:i].count(tile.name))
        name = f"{tile.name}-{letter}" if names.count(tile.name) > 1 else tile.name
        tiles.append(Tile(tile.id, "floor", name, tile.price, tile.walls, towers=tile.towers))
    first += len(tiles)
    return tiles + [Tile(first + i, "plaza", f"plaza-{i + 1}") for i in range(palace["plazas"])]


GROUPS: Final = (("building", "base"), ("camp", "camps"), ("bazaar", "bazaars"), ("medina", "medina"))
TILES: Final[list[Tile]] = _read_tiles()  # all tiles of all editions and modules, by number
FOUNTAIN: Final[Tile] = next(tile for tile in TILES if tile.group == "fountain")
# Every different money card, by number: four currencies with values from 1 to 9.
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


AWARDED_RANKS: Final = 3
MOST_TIED: Final = 6

# 9.5: for each scoring and kind what the first, second and third rank are worth.
_POINTS_1: Final = (1, 0, 0, 2, 0, 0, 3, 0, 0, 4, 0, 0, 5, 0, 0, 6, 0, 0)
_POINTS_2: Final = (8, 1, 0, 9, 2, 0, 10, 3, 0, 11, 4, 0, 12, 5, 0, 13, 6, 0)
_POINTS_3: Final = (16, 8, 1, 17, 9, 2, 18, 10, 3, 19, 11, 4, 20, 12, 5, 21, 13, 6)
POINTS: Final = vec[i64](_POINTS_1 + _POINTS_2 + _POINTS_3)


class Shares:
    """What each gets of those who share a rank and the ones that follow it (9.6)."""

    def __init__(self, points: vec[i64]) -> None:
        self.each: vec[i64] = vec[i64]()  # for each rank of each scoring and kind, if they are one to six
        for first in range(len(points)):
            left = AWARDED_RANKS - first % AWARDED_RANKS
            for tied in range(1, MOST_TIED + 1):
                shared: i64 = 0
                for rank in range(first, first + min(tied, left)):
                    shared += points[rank]
                self.each = append(self.each, shared // tied)


class TileBook:
    """What the engine looks up by number. A value, shared by all games that do not alter their tiles or points."""

    def __init__(
        self,
        price: vec[i64],
        marks: vec[i64],
        kind: vec[i64],
        join: vec[i64],
        currency: vec[i64],
        points: vec[i64],
        shares: Shares,
    ) -> None:
        self.price = price
        self.marks = marks  # bit 0..3: side N, E, S, W has a wall or a bastion
        self.kind = kind  # index in KINDS, or -1
        self.join = join  # ON_FOOT or BY_BASTION
        self.currency = currency  # index in CURRENCIES of a tile that names its own, or -1
        self.points = points  # three ranks for each scoring and kind (9.5)
        self.shares = shares  # of these points (9.6)

    def with_tiles(self, kind: vec[i64], marks: vec[i64]) -> "TileBook":
        """The same with other kinds and marked sides."""
        return TileBook(self.price, marks, kind, self.join, self.currency, self.points, self.shares)

    def with_points(self, points: vec[i64]) -> "TileBook":
        """The same with another table of points."""
        return TileBook(self.price, self.marks, self.kind, self.join, self.currency, points, Shares(points))


def side_mask(walls: str) -> int:
    """Sides as bits: N is 1, E is 2, S is 4, W is 8."""
    return sum([int(bit(SIDES.index(letter))) for letter in walls])


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
    return TileBook(price, marks, kind, join, currency, POINTS, Shares(POINTS))


BOOK: Final[TileBook] = _book()
