"""What do the oracles look at?

The protocols name the few attributes that an oracle reads, so that it works on the engine's values and on the
hand-made ones below alike.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Protocol

Square = tuple[int, int]

CURRENCIES = ("denar", "dirham", "ducat", "florin")
KINDS = ("pavilion", "seraglio", "arcades", "chambers", "garden", "tower")
STEPS = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}


class TileView(Protocol):
    @property
    def name(self) -> str: ...
    @property
    def group(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def price(self) -> int: ...
    @property
    def walls(self) -> str: ...
    @property
    def currency(self) -> str: ...
    @property
    def kinds(self) -> tuple[str, ...]: ...


class CardView(Protocol):
    @property
    def currency(self) -> str: ...
    @property
    def value(self) -> int: ...
    @property
    def name(self) -> str: ...


class PlacedView(Protocol):
    @property
    def tile(self) -> TileView: ...
    @property
    def x(self) -> int: ...
    @property
    def y(self) -> int: ...


class SeatView(Protocol):
    @property
    def hand(self) -> tuple[CardView, ...] | None: ...
    @property
    def city(self) -> tuple[PlacedView, ...]: ...
    @property
    def reserve(self) -> tuple[TileView, ...]: ...
    @property
    def aside(self) -> tuple[TileView, ...]: ...


class ObservationView(Protocol):
    @property
    def decider(self) -> int | None: ...
    @property
    def decision(self) -> str | None: ...
    @property
    def extra(self) -> bool: ...
    @property
    def final(self) -> bool: ...
    @property
    def market(self) -> tuple[TileView | None, ...]: ...
    @property
    def display(self) -> tuple[CardView, ...]: ...
    @property
    def seats(self) -> tuple[SeatView, ...]: ...
    @property
    def dirk(self) -> tuple[TileView, ...] | None: ...


City = Mapping[Square, TileView]
Falcon = tuple[str, Square]
"""A falcon and the corner where it stands: the north-east one of the square named."""


PALACE = [
    "preview",
    "pieces",
    "pieces_left",
    "wall_pieces",
    "wall_pieces_left",
    "plazas_left",
    "guards",
    "guards_on_stands",
    "stands",
    "half_buildings",
    "abilities",
    "abilities_used",
    "strips",
    "sets",
]


def shown(obs: Any) -> Mapping[str, Any]:
    """What modules show, by name: of an observation, or of one written by hand."""
    if isinstance(obs, HandObservation):
        return obs.extras
    named: dict[str, Any] = {}
    if obs.palace is not None:
        named |= {name: getattr(obs.palace, name) for name in PALACE}
    if obs.vizier is not None:
        named["vizier"] = obs.vizier.awake
    if obs.bazaars is not None:
        named["bazaars"] = obs.bazaars.offered
    if obs.falconers is not None:
        named |= {"falcons": obs.falconers.falcons, "falcon_supply": obs.falconers.supply}
    return named


def city_of(placed: tuple[PlacedView, ...]) -> dict[Square, TileView]:
    """The tiles of a city by the square they lie on."""
    return {(one.x, one.y): one.tile for one in placed}


def falcons_of(obs: ObservationView, seat: int) -> list[Falcon]:
    """The falcons that stand in this seat's city (15.3)."""
    standing = shown(obs).get("falcons", ())
    assert isinstance(standing, tuple)
    return [(name, (x, y)) for name, owner, x, y in standing if owner == seat]


def next_square(square: Square, side: str) -> Square:
    """The square across this side."""
    dx, dy = STEPS[side]
    return square[0] + dx, square[1] + dy


@cache
def around(square: Square) -> tuple[tuple[str, str, Square], ...]:
    """The four sides of a square: the side, the side that faces it, and the square across."""
    x, y = square
    return ("N", "S", (x, y + 1)), ("E", "W", (x + 1, y)), ("S", "N", (x, y - 1)), ("W", "E", (x - 1, y))


@dataclass(frozen=True)
class HandTile:
    """A tile written down by hand."""

    name: str
    group: str
    kind: str = ""
    price: int = 0
    walls: str = ""
    currency: str = ""
    kinds: tuple[str, ...] = ()


@dataclass(frozen=True)
class HandCard:
    """A money card written down by hand."""

    currency: str
    value: int

    @property
    def name(self) -> str:
        return f"{self.currency}-{self.value}"


@dataclass(frozen=True)
class HandPlaced:
    """A tile on its square, written down by hand."""

    tile: TileView
    x: int
    y: int


@dataclass(frozen=True)
class HandSeat:
    """What a seat has in front of it, written down by hand."""

    hand: tuple[CardView, ...] | None = ()
    city: tuple[PlacedView, ...] = ()
    reserve: tuple[TileView, ...] = ()
    aside: tuple[TileView, ...] = ()


@dataclass(frozen=True)
class HandObservation:
    """A position written down by hand."""

    seats: tuple[SeatView, ...]
    decision: str | None = "act"
    decider: int | None = 0
    extra: bool = False
    final: bool = False
    market: tuple[TileView | None, ...] = (None, None, None, None)
    display: tuple[CardView, ...] = ()
    dirk: tuple[TileView, ...] | None = None
    extras: Mapping[str, Any] = field(default_factory=dict)


FOUNTAIN = HandTile("fountain", "fountain")


def tile(name: str) -> HandTile:
    """The tile of this name, as spelt in an action."""
    if name == "fountain":
        return FOUNTAIN
    group, *rest = name.split("-")
    if group == "bazaar":
        return HandTile(name, group, currency=rest[0], kinds=tuple(rest[1:]))
    price, walls = int(rest[0]), rest[1] if len(rest) == 2 else ""
    if group in KINDS:
        return HandTile(name, "building", group, price, walls)
    return HandTile(name, group, "", price, walls)


def card(name: str) -> HandCard:
    """The money card of this name."""
    currency, value = name.split("-")
    return HandCard(currency, int(value))


def build(tiles: Mapping[Square, str]) -> dict[Square, TileView]:
    """A city from the names of its tiles; the fountain is added."""
    city: dict[Square, TileView] = {(0, 0): FOUNTAIN}
    city.update({square: tile(name) for square, name in tiles.items()})
    return city


def placed(city: City) -> tuple[PlacedView, ...]:
    """The city as an observation lists it."""
    squares = sorted(city, key=lambda square: (square[1], square[0]))
    return tuple(HandPlaced(city[square], square[0], square[1]) for square in squares)
