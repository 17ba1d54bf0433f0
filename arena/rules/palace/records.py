"""How is the state of Der Rote Palast stored? As numbers, which are checked when they are read (rule 17)."""

from typing import TYPE_CHECKING, Final

from librt.vecs import append, extend, vec
from mypy_extensions import i64

from arena.rules.bits import bit
from arena.rules.cells import ALL_SIDES
from arena.rules.codes import UNKNOWN
from arena.rules.components import BOOK, BY_BASTION, FOUNTAIN, SIDES, TILES
from arena.rules.palace.abilities import wall_tiles
from arena.rules.palace.guards import is_manned
from arena.rules.palace.parts import (
    ABILITIES,
    CHOOSING,
    DUE_MASK,
    FLOOR_FIRST,
    FLOOR_TILES,
    GUARDS,
    IN_PLAY,
    KIND_COUNT,
    MOVING_SHIFT,
    PAYING,
    PIECES_PER_KIND,
    PLAZA_FIRST,
    PLAZAS,
    POSTING,
    PREVIEW,
    REPIECING,
    STANDS,
    STRIPS,
    WALL_PIECES,
    WALLING,
    is_floor,
    ones,
    post_side,
    post_tile,
    set_card,
    set_of,
)
from arena.rules.steps import step_detail, step_kind, step_seat

if TYPE_CHECKING:
    from arena.rules.palace.edition import Palace
    from arena.rules.state import State

_CARDS: Final = 36
SIDES_SHIFT: Final = 4  # of the tile, above its sides
_MOST_DUE: Final = 2  # guards at once


def facts(palace: "Palace") -> vec[i64]:
    """Everything public: lists of fixed length, single numbers, then lists that begin with their length."""
    out = extend(palace.strips[:], palace.stands)
    for numbers in (palace.preview, palace.pieces, palace.halves):
        out = extend(out, numbers)
    for number in (
        palace.abilities,
        palace.used,
        palace.supply,
        palace.stood,
        palace.wall_held,
        palace.wall_pieces,
        palace.gambles,
    ):
        out = append(out, number)
    for numbers in (palace.plazas, palace.walls, _manned(palace), palace.sets):
        out = extend(append(out, len(numbers)), numbers)
    return out


def _manned(palace: "Palace") -> vec[i64]:
    """Tiles with guards, each with the sides where they stand."""
    manned = vec[i64]()
    tile: i64
    for tile in range(len(palace.guards)):
        if palace.guards[tile]:
            manned = append(manned, (tile << SIDES_SHIFT) | palace.guards[tile])
    return manned


def restore(palace: "Palace", facts: vec[i64]) -> bool:
    """Take over such numbers; False if they make no sense."""
    source = _FactReader(facts)
    palace.strips = source.take(3)
    palace.stands = source.take(STANDS)
    palace.preview = source.take(PREVIEW)
    palace.pieces = source.take(FLOOR_TILES)
    palace.halves = source.take(KIND_COUNT)
    palace.abilities = source.number()
    palace.used = source.number()
    palace.supply = source.number()
    palace.stood = source.number()
    palace.wall_held = source.number()
    palace.wall_pieces = source.number()
    palace.gambles = source.number()
    palace.plazas = source.take(source.number())
    palace.walls = source.take(source.number())
    manned = source.take(source.number())
    palace.sets = source.take(source.number())
    if source.broken or source.at != len(facts) or not _in_range(palace):
        return False
    guards = vec[i64]([0] * len(palace.guards))
    for post in manned:
        tile = post >> SIDES_SHIFT
        if not 0 <= tile < len(guards) or post & ALL_SIDES == 0:
            return False
        guards[tile] = post & ALL_SIDES
    palace.guards = guards
    palace.owned = vec[i64]([UNKNOWN] * palace.players)
    return _adds_up(palace)


class _FactReader:
    def __init__(self, numbers: vec[i64]) -> None:
        self.numbers = numbers
        self.at: i64 = 0
        self.broken = False

    def take(self, size: i64) -> vec[i64]:
        """The next numbers; zeros once something is broken."""
        if size < 0 or size > len(self.numbers) - self.at:
            self.broken = True
            return vec[i64]([0] * max(0, min(size, 64)))
        self.at += size
        return self.numbers[self.at - size : self.at]

    def number(self) -> i64:
        return self.take(1)[0]


def _all_within(numbers: vec[i64], least: i64, most: i64) -> bool:
    for number in numbers:
        if number < least or number > most:
            return False
    return True


def _in_range(palace: "Palace") -> bool:
    strip: i64 = -1 if palace.classic_scoring else 0
    last: i64 = PLAZA_FIRST + PLAZAS - 1
    return (
        _all_within(palace.strips, strip, strip if palace.classic_scoring else STRIPS - 1)
        and _all_within(palace.stands, 0, GUARDS)
        and _all_within(palace.preview, -1, last)
        and _all_within(palace.pieces, -1, KIND_COUNT - 1)
        and _all_within(palace.halves, -1, palace.players - 1)
        and _all_within(palace.plazas, PLAZA_FIRST, last)
        and _all_within(palace.walls, 0, last * 4 + 3)
        and _sets_in_order(palace)
        and 0 <= palace.abilities < bit(len(ABILITIES))
        and ones(palace.abilities) == IN_PLAY
        and palace.used & ~palace.abilities == 0
        and 0 <= palace.supply <= GUARDS
        and 0 <= palace.stood <= GUARDS
        and 0 <= palace.wall_held <= 1
        and 0 <= palace.wall_pieces <= WALL_PIECES
        and 0 <= palace.gambles < bit(30)
    )


def _adds_up(palace: "Palace") -> bool:
    """Whether guards, wall pieces and pieces are all there, and nothing stands where it cannot."""
    guards = palace.supply + palace.stood
    marks = palace.altered(BOOK).marks
    tile: i64
    for tile in range(len(palace.guards)):
        guards += ones(palace.guards[tile])
        if palace.guards[tile] & ~marks[tile]:
            return False
    last: i64 = -1
    for wall in palace.walls:
        printed = TILES[post_tile(wall)]
        if wall <= last or SIDES[post_side(wall)] in printed.walls or printed.join == BY_BASTION:
            return False
        if printed.id == FOUNTAIN.id:
            return False
        last = wall
    counts = _piece_counts(palace)
    return (
        guards == GUARDS
        and len(palace.walls) + palace.wall_pieces + palace.wall_held == WALL_PIECES
        and _all_within(counts, 0, PIECES_PER_KIND)
    )


def _sets_in_order(palace: "Palace") -> bool:
    """Cards of sets 1 and on; those of one set stay together."""
    last: i64 = 1
    for card in palace.sets:
        if not last <= set_of(card) <= palace.players or set_card(card) >= _CARDS:
            return False
        last = set_of(card)
    return True


def step_fits(palace: "Palace", state: "State", step: i64) -> bool:
    """Whether a pending step of the edition has something to go on."""
    kind = step_kind(step)
    detail = step_detail(step)
    if step_seat(step) >= palace.players or kind > REPIECING:
        return False
    if kind == CHOOSING:
        return len(palace.sets) > 0
    if kind == PAYING:
        return 1 <= detail & DUE_MASK <= _MOST_DUE and detail >> MOVING_SHIFT <= 4 * len(palace.guards)
    if kind == POSTING:
        return detail < 4 * len(palace.guards) and is_manned(palace, detail)
    if kind == REPIECING:
        known = is_floor(detail) and palace.pieces[detail - FLOOR_FIRST] >= 0
        return known and palace.bag_next < len(palace.bag)
    return kind != WALLING or not palace.wall_held or len(wall_tiles(state, step_seat(step))) > 0


def _piece_counts(palace: "Palace") -> vec[i64]:
    """Pieces on tiles, by kind."""
    counts = vec[i64]([0] * KIND_COUNT)
    for kind in palace.pieces:
        if kind >= 0:
            counts[kind] += 1
    return counts


def pieces_left(palace: "Palace") -> vec[i64]:
    """The pieces in the bag, by kind; their order is what is secret."""
    counts = _piece_counts(palace)
    pieces = vec[i64]()
    kind: i64
    for kind in range(KIND_COUNT):
        for _ in range(PIECES_PER_KIND - counts[kind]):
            pieces = append(pieces, kind)
    return pieces


def bag_fits(palace: "Palace") -> bool:
    """Whether the bag holds just the pieces that lie nowhere else."""
    return sorted([int(kind) for kind in palace.bag]) == [int(kind) for kind in pieces_left(palace)]
