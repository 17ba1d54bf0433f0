"""What is drawn of a game? The table at one moment, with the hands that the visitor may see."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from arena.drawing import (
    Mark,
    corner_marks,
    dressed,
    guarded_sides,
    market_offers,
    seat_rows,
    table_rows,
    tile_word,
)
from arena.rules import CURRENCIES, Action, Card, Observation, Placed, State, Tile

SIZE = 48  # of a square


@dataclass(frozen=True, slots=True)
class DrawnSquare:
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
    squares: Sequence[DrawnSquare]
    spots: Sequence[Spot]
    marks: Sequence[tuple[int, int, Mark]]
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
    offers: Sequence[Tile]  # beside the market
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
        spots = [one for one in legal if one.square is not None] if number == state.seat else []
        old = None if before is None else before.observe(None).seats[number].city
        seats.append(_seat(seen, number, name, labels[number], hand, state.seat == number, spots, old))
    return Picture(
        market=[
            (slot, currency, tile)
            for slot, (currency, tile) in enumerate(zip(CURRENCIES, seen.market, strict=True), 1)
        ],
        offers=[offer.tile for offer in market_offers(seen)],
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
        takes=[str(one) for one in legal if _takes(one)],
        more=table_rows(seen),
        others=[str(one) for one in legal if not _takes(one) and not _buys_slot(one) and one.square is None],
    )


def _takes(action: Action) -> bool:
    return action.verb == "take"


def _buys_slot(action: Action) -> bool:
    """Whether an action is a plain purchase from the market."""
    return action.verb == "buy" and action.slot > 0 and not action.ending


def _buys(legal: Iterable[Action]) -> dict[int, list[str]]:
    found: dict[int, list[str]] = {}
    for one in legal:
        if _buys_slot(one):
            found.setdefault(one.slot, []).append(str(one))
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
        more=seat_rows(seen, number),
        city=_city(view.city, old, corner_marks(seen, number), spots, guarded_sides(seen, number)),
    )


def _city(
    city: Sequence[Placed],
    old: Sequence[Placed] | None,
    marks: Mapping[tuple[int, int], Mark],
    actions: Sequence[Action],
    guards: Mapping[tuple[int, int], str],
) -> CityPicture:
    known = None if old is None else {(one.tile.id, one.x, one.y) for one in old}
    wanted = [(one, *one.square) for one in actions if one.square is not None]
    xs = [one.x for one in city] + [x for _, x, _ in wanted]
    ys = [one.y for one in city] + [y for _, _, y in wanted]
    west, north = min(xs), max(ys)

    def at(x: int, y: int) -> tuple[int, int]:
        return (x - west) * SIZE, (north - y) * SIZE

    width, height = (max(xs) - west + 1) * SIZE, (north - min(ys) + 1) * SIZE
    squares = [
        _square(one, *at(one.x, one.y), known is not None and (one.tile.id, one.x, one.y) not in known)
        for one in city
    ]
    kinds: dict[str, int] = {}
    for one in city:
        kinds[one.tile.kind or one.tile.group] = kinds.get(one.tile.kind or one.tile.group, 0) + 1
    return CityPicture(
        box=f"-6 -6 {width + 12} {height + 12}",
        squares=squares,
        spots=[Spot(*at(x, y), str(one), one.tile, str(one)) for one, x, y in wanted],
        guards=[_side_middle(*at(*square), side) for square, sides in guards.items() for side in sides],
        marks=[(at(*square)[0] + SIZE, at(*square)[1], mark) for square, mark in marks.items()],
        words=", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items())),
        width=width + 12,
    )


def _square(one: Placed, left: int, top: int, fresh: bool) -> DrawnSquare:
    tile = one.tile
    right, bottom = left + SIZE, top + SIZE
    sides = {
        "N": (left, top, right, top),
        "E": (right, top, right, bottom),
        "S": (left, bottom, right, bottom),
        "W": (left, top, left, bottom),
    }
    return DrawnSquare(
        one.x,
        one.y,
        left,
        top,
        tile.kind or tile.group,
        tile_word(tile),
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
