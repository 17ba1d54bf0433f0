"""What is drawn of a game? The table at one moment, with the hands that the visitor may see."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from arena.record import dressed, guarded_sides, has_palace, seat_rows, table_rows
from arena.rules import CURRENCIES, Action, Card, Observation, Placed, State, Tile
from arena.rules.engine import BUY, TAKE, slot_of, verb_of

SIZE = 48  # of a square
_SHORT = {
    "pavilion": "Pav",
    "seraglio": "Ser",
    "arcades": "Arc",
    "chambers": "Cha",
    "garden": "Gar",
    "tower": "Tow",
}

_GROUPS = {"fountain": "Lions", "medina": "Med", "bazaar": "Baz"}


@dataclass(frozen=True, slots=True)
class Square:
    """A square of a city as it is drawn."""

    x: int
    y: int
    left: int
    top: int
    kind: str
    label: str
    price: str
    title: str
    walls: Sequence[tuple[int, int, int, int]]
    fresh: bool = False  # laid with the last move


@dataclass(frozen=True, slots=True)
class Spot:
    """An empty square on which something may be laid: the actions that do so."""

    left: int
    top: int
    title: str
    tile: str
    action: str


@dataclass(frozen=True, slots=True)
class CityPicture:
    """A city as it is drawn."""

    box: str
    squares: Sequence[Square]
    spots: Sequence[Spot]
    falcons: Sequence[tuple[int, int, str]]
    guards: Sequence[tuple[int, int]]
    words: str  # for those who cannot see it
    width: int = 0


@dataclass(frozen=True, slots=True)
class SeatPicture:
    """A seat."""

    number: int
    name: str
    label: str
    score: int
    decides: bool
    hand: Sequence[Card] | None
    hand_size: int
    worth: int
    reserve: Sequence[Tile]
    aside: Sequence[Tile]
    more: Sequence[tuple[str, str]]  # what else they have, by name
    city: CityPicture


@dataclass(frozen=True, slots=True)
class Picture:
    """The whole table."""

    market: Sequence[tuple[int, str, Tile | None]]
    bazaars: Sequence[Tile]
    display: Sequence[Card]
    deck: int
    discard: int
    bag: int
    dirk: Sequence[Tile] | None
    turn: int
    seats: Sequence[SeatPicture]
    sheets: Sequence[Any] = ()
    over: bool = False
    buys: Mapping[int, Sequence[str]] = field(default_factory=dict)  # by slot: actions
    takes: Sequence[str] = ()
    more: Sequence[tuple[str, str]] = ()  # what else there is to know, by name
    others: Sequence[str] = ()


def picture(
    state: State,
    names: Sequence[str],
    labels: Sequence[str],
    shown: frozenset[int] | None,
    before: State | None = None,
    legal: Sequence[Action] = (),
) -> Picture:
    """The table as those see it who may see these hands (None: all of them); with what may be done, for who decides."""
    seen = dressed(state.observe(None))
    seats = []
    for number, name in enumerate(names):
        own = shown is None or number in shown
        hand = state.observe(number).seats[number].hand if own else None
        spots = [one for one in legal if has_square(one)] if number == state.seat else []
        old = None if before is None else before.observe(None).seats[number].city
        seats.append(_seat(seen, number, name, labels[number], hand, state.seat == number, spots, old))
    return Picture(
        market=[
            (slot, currency, tile)
            for slot, (currency, tile) in enumerate(zip(CURRENCIES, seen.market, strict=True), 1)
        ],
        bazaars=cast("tuple[Tile, ...]", seen.extras.get("bazaars", ())),
        display=seen.display,
        deck=seen.deck_size,
        discard=len(seen.discard),
        bag=seen.bag_size,
        dirk=seen.dirk,
        turn=seen.turn + 1,
        seats=seats,
        sheets=state.score_sheet(),
        over=state.is_over,
        buys=_buys(legal),
        takes=[str(one) for one in legal if verb(one) == TAKE],
        more=table_rows(seen) if has_palace(seen) else (),
        others=[str(one) for one in legal if verb(one) not in (TAKE, BUY) and not has_square(one)],
    )


def verb(action: Action) -> int:
    return int(verb_of(action.code))


def has_square(action: Action) -> bool:
    """Whether an action names a square of the city."""
    return " at " in str(action)


def _buys(legal: Iterable[Action]) -> dict[int, list[str]]:
    found: dict[int, list[str]] = {}
    for one in legal:
        if verb(one) == BUY:
            found.setdefault(int(slot_of(one.code)) + 1, []).append(str(one))
    return found


def _seat(
    seen: Observation,
    number: int,
    name: str,
    label: str,
    hand: Sequence[Card] | None,
    decides: bool,
    spots: Sequence[Action],
    old: Sequence[Placed] | None,
) -> SeatPicture:
    view = seen.seats[number]
    viziers = cast("tuple[bool, ...]", seen.extras.get("vizier", ()))
    falcons = cast("tuple[tuple[str, int, int, int], ...]", seen.extras.get("falcons", ()))
    own = [(bird, x, y) for bird, owner, x, y in falcons if owner == number]
    return SeatPicture(
        number=number,
        name=name,
        label=label,
        score=view.score,
        decides=decides,
        hand=hand,
        hand_size=view.hand_size,
        worth=sum(card.value for card in hand or ()),
        reserve=view.reserve,
        aside=view.aside,
        more=[
            *([("vizier", "awake" if viziers[number] else "asleep")] if viziers else []),
            *(seat_rows(seen, number) if has_palace(seen) else []),
        ],
        city=_city(view.city, old, own, spots, guarded_sides(seen, number)),
    )


def _city(
    city: Sequence[Placed],
    old: Sequence[Placed] | None,
    falcons: Sequence[tuple[str, int, int]],
    actions: Sequence[Action],
    guards: Mapping[tuple[int, int], str],
) -> CityPicture:
    known = None if old is None else {(one.tile.id, one.x, one.y) for one in old}
    wanted = [_spot_of(one) for one in actions]
    xs = [one.x for one in city] + [x for _, _, x, _ in wanted]
    ys = [one.y for one in city] + [y for _, _, _, y in wanted]
    west, north = min(xs), max(ys)

    def place(x: int, y: int) -> tuple[int, int]:
        return (x - west) * SIZE, (north - y) * SIZE

    width, height = (max(xs) - west + 1) * SIZE, (north - min(ys) + 1) * SIZE
    squares = [
        _square(one, *place(one.x, one.y), known is not None and (one.tile.id, one.x, one.y) not in known)
        for one in city
    ]
    kinds: dict[str, int] = {}
    for one in city:
        kinds[one.tile.kind or one.tile.group] = kinds.get(one.tile.kind or one.tile.group, 0) + 1
    return CityPicture(
        box=f"-6 -6 {width + 12} {height + 12}",
        squares=squares,
        spots=[Spot(*place(x, y), text, tile, text) for text, tile, x, y in wanted],
        guards=[_side_middle(*place(*square), side) for square, sides in guards.items() for side in sides],
        falcons=[(place(x, y)[0] + SIZE, place(x, y)[1], bird.split("-")[1]) for bird, x, y in falcons],
        words=", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items())),
        width=width + 12,
    )


def _spot_of(action: Action) -> tuple[str, str, int, int]:
    text = str(action)
    words = text.split()
    x, _, y = words[words.index("at") + 1].partition(",")
    return text, words[1], int(x), int(y)


def _square(one: Placed, left: int, top: int, fresh: bool) -> Square:
    tile = one.tile
    right, bottom = left + SIZE, top + SIZE
    sides = {
        "N": (left, top, right, top),
        "E": (right, top, right, bottom),
        "S": (left, bottom, right, bottom),
        "W": (left, top, left, bottom),
    }
    label = _SHORT.get(tile.kind) or _GROUPS.get(tile.group) or tile.group.capitalize()
    return Square(
        one.x,
        one.y,
        left,
        top,
        tile.kind or tile.group,
        label,
        str(tile.price) if tile.price else "",
        f"{tile.name} at {one.x},{one.y}",
        [sides[side] for side in tile.walls],
        fresh,
    )


def _side_middle(left: int, top: int, side: str) -> tuple[int, int]:
    """Where a guard stands on a side of a square."""
    half = SIZE // 2
    x, y = {"N": (half, 0), "E": (SIZE, half), "S": (half, SIZE), "W": (0, half)}[side]
    return left + x, top + y
