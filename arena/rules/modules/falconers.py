"""The Falconers: falcons on corners where four tiles meet (rule 15)."""

from typing import TYPE_CHECKING, Final, NamedTuple

from librt.vecs import append, vec
from mypy_extensions import i64

from arena.rules import action as a
from arena.rules.bits import BYTE, bit
from arena.rules.cells import is_on_foot, ring_of, tile_on
from arena.rules.check import wrong_decision
from arena.rules.city import City
from arena.rules.codes import ADDED, ASKS_SHIFT, UNKNOWN, ActionCodes
from arena.rules.compact import PAYMENT_SHIFT, X_SHIFT
from arena.rules.components import CARDS, KINDS, TileBook, section
from arena.rules.event import RETURNED, Event
from arena.rules.hooks import ACTS, WATCHES, Module, ModuleView, numbers
from arena.rules.money import COPIES_BITS, COPIES_MASK, VALUES, card_bit, card_held
from arena.rules.refusal import Refusal
from arena.rules.steps import ACT, name_decision, step_detail, step_kind, step_of, step_seat
from arena.rules.turn import pay
from arena.rules.values import replaced

if TYPE_CHECKING:
    from arena.rules.scoring import Sheet
    from arena.rules.state import State

FALCONERS: Final = "falconers"

FALCON: Final = 24
DONE: Final = 25
HUNT: Final = 24  # pending step: buy more falcons, or be done

_ROWS: Final = section("falcons")["tiles"]
COLOURS: Final = sorted({str(row["colour"]) for row in _ROWS})
FALCON_NAMES: Final[list[str]] = ["-".join(["falcon", row["colour"], *row["kinds"]]) for row in _ROWS]
POINTS: Final = vec[i64]([int(points) for points in section("falcons")["points"]])
NORTH_TO_EAST: Final = 7  # of the squares around a cell, those that share its north-east corner (city.py)
FALCONS: Final[i64] = len(FALCON_NAMES)
SUPPLY: Final = (
    0  # where a falcon is; else 1 + seat in SEAT_MASK, and above that its square as in a compact action
)
SEAT_MASK: Final = 0xF
CORNER_SHIFT: Final = 4
CORNER_MASK: Final = 0xFFFF
LAST_SPOT: Final = 0xFFFFF
NEXT_FALCON: Final = 64  # one more in the bits of the tile (compact.py)
TALLY_BITS: Final = 3  # there are five falcons of each of three colours at most: six seats fill 54 bits
TALLY_MASK: Final = 7


def _colour_numbers() -> vec[i64]:
    return vec[i64]([COLOURS.index(row["colour"]) for row in _ROWS])


def _kind_masks() -> vec[i64]:
    masks = vec[i64]()
    for row in _ROWS:
        masks = append(masks, sum(int(bit(KINDS.index(kind))) for kind in row["kinds"]))
    return masks


def _admitted() -> vec[i64]:
    """For each set of kinds, as bits: the falcons that want no other."""
    table = vec[i64]()
    for kinds in range(bit(len(KINDS))):
        wanted = [int(mask) for mask in KIND_MASKS]
        table = append(table, sum(int(bit(i)) for i, mask in enumerate(wanted) if mask & ~kinds == 0))
    return table


FALCON_COLOUR: Final = _colour_numbers()
KIND_MASKS: Final = _kind_masks()
ADMITTED: Final = _admitted()

a.add_verb(FALCON, "falcon", a.NAMED_AT_FOR, FALCON_NAMES)
a.add_verb(DONE, "done", a.WORD)
name_decision(HUNT, "falcon")


def _spot_code(seat: i64, code: i64) -> i64:
    """Where a seat's falcon is whose corner is the square of a compact action."""
    return 1 + seat + (((code >> X_SHIFT) & CORNER_MASK) << CORNER_SHIFT)


def falcon_seat(spot: i64) -> i64:
    """Who has a falcon, by where it is; -1 if it is in the supply."""
    return (spot & SEAT_MASK) - 1


def falcon_column(spot: i64) -> i64:
    """The column of the square at whose north-east corner a falcon stands."""
    return a.x_of((spot >> CORNER_SHIFT) << X_SHIFT)


def falcon_row(spot: i64) -> i64:
    """The row of that square."""
    return a.y_of((spot >> CORNER_SHIFT) << X_SHIFT)


class Falcon(NamedTuple):
    """A falcon in a city: whose, and at the north-east corner of which square (15.3)."""

    name: str
    seat: int
    x: int
    y: int


class FalconersView(ModuleView):
    """The falcons in the cities, and those still to be bought (15.1)."""

    def __init__(self, facts: tuple[int, ...]) -> None:
        super().__init__(FALCONERS, facts)
        falcons: list[Falcon] = []
        supply: list[str] = []
        for name, spot in zip(FALCON_NAMES, facts, strict=True):
            if spot == SUPPLY:
                supply.append(name)
            else:
                where = int(falcon_column(spot)), int(falcon_row(spot))
                falcons.append(Falcon(name, int(falcon_seat(spot)), *where))
        self.falcons: Final = tuple(falcons)
        self.supply: Final = tuple(supply)

    def rows(self) -> list[tuple[str, str]]:
        placed = [f"{one.name} of seat {one.seat} at {one.x},{one.y}" for one in self.falcons]
        return [("falcons", f"{len(self.supply)} unsold; {', '.join(placed) or 'none placed'}")]


class Falconers(Module):
    """Where each falcon is (15.1)."""

    def __init__(self, where: vec[i64], seats: i64) -> None:
        super().__init__(FALCONERS, (), FALCON, ACTS | WATCHES)
        self.row = self.name
        self.where = where
        self.seats = seats
        self.supply: i64 = 0  # falcons not yet bought, as bits
        self._tally: i64 = 0  # how many each seat has of each colour, a few bits each
        self._move(where)

    def clone(self) -> Module:
        return Falconers(self.where, self.seats)

    def facts(self) -> vec[i64]:
        return self.where

    def restore(self, facts: vec[i64]) -> bool:
        self.where = facts
        if len(facts) != len(FALCON_NAMES):
            return False
        for spot in facts:
            # A seat, 1 and on, and two numbers of eight bits; or nothing at all.
            if spot != SUPPLY and not (1 <= spot & SEAT_MASK <= self.seats and 0 <= spot <= LAST_SPOT):
                return False
        self._move(facts)
        return True

    def _move(self, where: vec[i64]) -> None:
        one: i64 = 1
        self.where = where
        self.supply = 0
        self._tally = 0
        falcon: i64
        for falcon in range(len(where)):
            if where[falcon] == SUPPLY:
                self.supply |= one << falcon
            else:
                seat = (where[falcon] & SEAT_MASK) - 1
                self._tally += bit(TALLY_BITS * (len(COLOURS) * seat + FALCON_COLOUR[falcon]))

    def view(self) -> FalconersView:
        return FalconersView(numbers(self.where))

    def actions(self, state: "State", seat: i64, extra: bool, out: ActionCodes) -> None:
        if not extra:
            self._purchases(state, seat, out)

    def options(self, state: "State", seat: i64, out: ActionCodes) -> None:
        self._purchases(state, seat, out)
        out.add(DONE)

    def _purchases(self, state: "State", seat: i64, out: ActionCodes) -> None:
        """Add the purchase of every falcon that some corner admits, with each card that can pay for it."""
        if self.supply == 0:
            return
        player = state.players[seat]
        city = player.city
        corners = city.corners
        if corners.count == UNKNOWN:
            _survey_corners(state.book, city)
        payments = vec[i64]()
        i: i64
        for i in range(corners.count):
            corner = corners.items[i]
            fitting = ADMITTED[corner >> ASKS_SHIFT] & self.supply
            if fitting == 0 or self._taken(_spot_code(seat, corner & ADDED)):
                continue
            if len(payments) == 0:
                payments = _payments(player.hand)
            action = FALCON | (corner & ADDED)
            while fitting:
                if fitting & 1:
                    out.add_group(action, payments, len(payments), 0)
                fitting >>= 1
                action += NEXT_FALCON

    def _taken(self, corner: i64) -> bool:
        for spot in self.where:
            if spot == corner:
                return True
        return False

    def check(self, state: "State", seat: i64, code: i64) -> Refusal | None:
        step = state.top()
        asked = step_kind(step)
        if a.verb_of(code) == DONE:
            return None if asked == HUNT else wrong_decision(state, code)
        if asked == ACT and step_detail(step) == 1:
            return Refusal("15.2", "falcons are never bought after an exact payment")
        if asked != ACT and asked != HUNT:
            return wrong_decision(state, code)
        falcon = a.tile_of(code)
        if self.where[falcon] != SUPPLY:
            return Refusal("15.1", f"{FALCON_NAMES[falcon]} is not in the supply")
        if not card_held(state.players[seat].hand, a.card_of(code)):
            return Refusal("15.2", f"{CARDS[a.card_of(code)].name} is not in the hand")
        return self._check_corner(state, seat, falcon, a.x_of(code), a.y_of(code))

    def _check_corner(self, state: "State", seat: i64, falcon: i64, x: i64, y: i64) -> Refusal | None:
        city = state.players[seat].city
        index = city.index(x, y)
        kinds: i64 = 0 if index < 0 else corner_kinds(state.book, city, index)
        if kinds == 0:
            return Refusal("15.3", f"no four tiles with the falcon's kinds meet at corner ({x},{y})")
        if kinds & KIND_MASKS[falcon] != KIND_MASKS[falcon]:
            return Refusal(
                "15.3", f"the tiles at corner ({x},{y}) do not have both kinds of {FALCON_NAMES[falcon]}"
            )
        if self._taken(_spot_code(seat, a.at(FALCON, 0, x, y))):
            return Refusal("15.3", f"a falcon stands at corner ({x},{y})")
        return None

    def act(self, state: "State", seat: i64, code: i64) -> None:
        state.pop()
        if a.verb_of(code) == FALCON:
            card = a.card_of(code)
            pay(state, seat, card // 9, card_bit(card))
            self._move(replaced(self.where, a.tile_of(code), _spot_code(seat, code)))
            state.push(step_of(HUNT, seat, 0))

    def resume(self, state: "State", step: i64) -> bool:
        """Whether there is another falcon to buy; if not the action is over without asking."""
        codes = ActionCodes()
        self._purchases(state, step_seat(step), codes)
        if codes.count > 0:
            return True
        state.pop()
        return False

    def left_square(self, state: "State", seat: i64, x: i64, y: i64) -> None:
        city = state.players[seat].city
        if not _at_a_corner(ring_of(city.cells[city.index(x, y)])):
            return
        where = self.where
        falcon: i64
        for falcon in range(FALCONS):
            spot = where[falcon]
            if spot & SEAT_MASK != seat + 1:
                continue
            corner: i64
            for corner in range(4):
                if spot == _spot_code(seat, a.at(FALCON, 0, x - (corner & 1), y - (corner >> 1))):
                    self._move(replaced(self.where, falcon, SUPPLY))
                    if state.recording:
                        state.record(Event(RETURNED, int(seat), name=FALCON_NAMES[falcon]))

    def score(self, state: "State", scoring: i64, sheet: "Sheet") -> None:
        row = sheet.row_of(self.name)
        seat: i64
        for seat in range(len(state.players)):
            colour: i64
            for colour in range(len(COLOURS)):
                sheet.add(row, seat, POINTS[self.owned(seat, colour)])

    def owned(self, seat: i64, colour: i64) -> i64:
        """How many falcons of a colour a seat has."""
        return (self._tally >> (TALLY_BITS * (len(COLOURS) * seat + colour))) & TALLY_MASK


def _payments(hand: vec[i64]) -> vec[i64]:
    """The different cards of a hand, as parts of an action."""
    found = vec[i64]()
    currency: i64
    for currency in range(4):
        purse = hand[currency]
        card = currency * VALUES
        while purse:
            if purse & COPIES_MASK:
                found = append(found, card << PAYMENT_SHIFT)
            purse >>= COPIES_BITS
            card += 1
    return found


def _survey_corners(book: TileBook, city: City) -> None:
    """Collect the corners of a city where four tiles with any kind meet (15.3)."""
    corners = city.corners
    items = corners.room_for(len(city.spots))
    cells = city.cells
    found: i64 = 0
    for spot in city.spots:
        if ring_of(cells[spot]) & NORTH_TO_EAST == NORTH_TO_EAST:
            kinds = corner_kinds(book, city, spot)
            if kinds:
                items[found] = (kinds << ASKS_SHIFT) | city.square_code(spot)
                found += 1
    corners.count = found


def _at_a_corner(ring: i64) -> bool:
    """Whether the squares taken around a square (city.py) include three that meet at one of its corners."""
    around = ring | ring << BYTE
    i: i64
    for i in range(4):
        if (around >> (2 * i)) & NORTH_TO_EAST == NORTH_TO_EAST:
            return True
    return False


def corner_kinds(book: TileBook, city: City, index: i64) -> i64:
    """The kinds, as bits, of the four tiles that meet at the north-east corner of a cell; 0 if they do not (15.3)."""
    one: i64 = 1
    width = one << city.span
    cells = city.cells
    kinds: i64 = 0
    i: i64
    for i in range(4):
        cell = cells[index + (i & 1) + (i >> 1) * width]
        if not is_on_foot(cell):
            return 0
        kind = book.kind[tile_on(cell)]
        if kind >= 0:
            kinds |= one << kind
    return kinds
