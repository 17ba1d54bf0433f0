"""What does Der Rote Palast add to the box? Its tables, verbs and steps (rules 17.1, 17.5, 17.6, 17.11)."""

from typing import Any, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from arena.rules import action as a
from arena.rules.compact import CARD_MASK, SIDE_MASK
from arena.rules.components import KINDS, TILES, section, side_mask, tiles_of
from arena.rules.steps import name_decision

RED_PALACE: Final = "red-palace"

_PALACE: Final[dict[str, Any]] = section("red_palace")
_FLOOR: Final = tiles_of("floor")
_PLAZAS: Final = tiles_of("plaza")

FLOOR_FIRST: Final[i64] = _FLOOR[0].id
FLOOR_TILES: Final[i64] = len(_FLOOR)
PLAZA_FIRST: Final[i64] = _PLAZAS[0].id
PLAZAS: Final[i64] = len(_PLAZAS)
PIECES_PER_KIND: Final[i64] = _PALACE["pieces_per_kind"]
GUARDS: Final[i64] = _PALACE["guards"]
WALL_PIECES: Final[i64] = _PALACE["wall_pieces"]
START_SCORE: Final[i64] = _PALACE["start_score"]
PREVIEW: Final[i64] = _PALACE["preview"]
IN_PLAY: Final[i64] = _PALACE["abilities_in_play"]
STANDS: Final[i64] = _PALACE["stands"]["in_play"]
STAND_SIZES: Final = vec[i64]([int(guards) for guards in _PALACE["stands"]["guards"]])
STAND_POINTS: Final = vec[i64]([int(points) for points in _PALACE["stands"]["points"]])
STRIP_ORDERS: Final[list[tuple[str, ...]]] = [tuple(order) for order in _PALACE["strips"]["orders"]]
STRIPS: Final[i64] = len(STRIP_ORDERS)
KIND_COUNT: Final = 6


def _towers() -> vec[i64]:
    masks = vec[i64]()
    for tile in TILES:
        masks = append(masks, side_mask(tile.towers))
    return masks


def _rows() -> vec[i64]:
    """By strip and kind: the row of the kind, from 0."""
    rows = vec[i64]()
    for order in STRIP_ORDERS:
        for kind in KINDS:
            rows = append(rows, order.index(kind))
    return rows


TOWERS: Final = _towers()  # by tile: sides with a guard tower
STRIP_ROWS: Final = _rows()

# The nine abilities (17.11), by their bits.
ABILITIES: Final = (
    "mason",
    "teller",
    "paver",
    "haggler",
    "gambler",
    "captain",
    "architect",
    "exchanger",
    "scout",
)
MASON: Final = 1
TELLER: Final = 2
PAVER: Final = 4
HAGGLER: Final = 8
GAMBLER: Final = 16
CAPTAIN: Final = 32
ARCHITECT: Final = 64
EXCHANGER: Final = 128
SCOUT: Final = 256
ARCHITECT_COST: Final = 2  # guards; all others cost one

FIRST_VERB: Final = 32
VERB_COUNT: Final = 16
CHOOSE: Final = 32
END: Final = 33
PAY: Final = 34
POST: Final = 35
WALL: Final = 36
USE_MASON: Final = 37
USE_TELLER: Final = 38
USE_PAVER: Final = 39
USE_CAPTAIN: Final = 40
USE_ARCHITECT: Final = 41
USE_EXCHANGER: Final = 42
USE_SCOUT: Final = 43
BUY_HAGGLING: Final = 44
BUY_GAMBLING: Final = 45
BUY_WITH_BOTH: Final = 46

# A post is a side of a tile, and so is a wall piece: tile * 4 + side. A card of a set is its number * 64 + the card.
SIDE_BITS: Final = 2
SET_BITS: Final = 6

# Pending steps. The detail of PAYING is how many guards are due, then 1 + the post of the one that moves; of POSTING the post
# that it leaves; of REPIECING the tile.
DUE_MASK: Final = 3
MOVING_SHIFT: Final = 2
CHOOSING: Final = 32
ABILITY: Final = 33
PAYING: Final = 34
POSTING: Final = 35
WALLING: Final = 36
REPIECING: Final = 37

a.add_verb(CHOOSE, "choose", a.NUMBER)
a.add_verb(END, "end", a.WORD)
a.add_verb(PAY, "pay", a.TILE_SIDE)
a.add_verb(POST, "post", a.TILE_SIDE)
a.add_verb(WALL, "wall", a.TILE_SIDE)
a.add_verb(USE_MASON, "mason", a.WORD)
a.add_verb(USE_TELLER, "teller", a.CARD_LIST)
a.add_verb(USE_PAVER, "paver", a.WORD)
a.add_verb(USE_CAPTAIN, "captain", a.TILE_SIDE)
a.add_verb(USE_ARCHITECT, "architect", a.NAME, list(KINDS))
a.add_verb(USE_EXCHANGER, "exchanger", a.TILE_NUMBER_FOR)
a.add_verb(USE_SCOUT, "scout", a.NUMBER_PAID_FOR)
a.add_verb(BUY_HAGGLING, "buy", a.SLOT_PAID, ending="using haggler")
a.add_verb(BUY_GAMBLING, "buy", a.SLOT_PAID, ending="using gambler")
a.add_verb(BUY_WITH_BOTH, "buy", a.SLOT_PAID, ending="using haggler+gambler")
name_decision(CHOOSING, "choose")
name_decision(ABILITY, "ability")
name_decision(PAYING, "pay")
name_decision(POSTING, "post")
name_decision(WALLING, "wall")


def post_tile(post: i64) -> i64:
    """The tile of a post, which is a side of a tile as one number."""
    return post >> SIDE_BITS


def post_side(post: i64) -> i64:
    """The side of a post, 0 to 3."""
    return post & SIDE_MASK


def set_of(card: i64) -> i64:
    """The number of the set that a card lies in."""
    return card >> SET_BITS


def set_card(card: i64) -> i64:
    """The card itself."""
    return card & CARD_MASK


def ability_of(verb: i64) -> i64:
    """The bits of the abilities that a verb uses."""
    if verb == BUY_HAGGLING:
        return HAGGLER
    if verb == BUY_GAMBLING:
        return GAMBLER
    if verb == BUY_WITH_BOTH:
        return HAGGLER | GAMBLER
    if verb == USE_MASON:
        return MASON
    if verb == USE_TELLER:
        return TELLER
    if verb == USE_PAVER:
        return PAVER
    if verb == USE_CAPTAIN:
        return CAPTAIN
    if verb == USE_ARCHITECT:
        return ARCHITECT
    if verb == USE_EXCHANGER:
        return EXCHANGER
    return SCOUT if verb == USE_SCOUT else 0


def ability_names(bits: i64) -> tuple[str, ...]:
    """The names of abilities, in the order of 17.11."""
    return tuple([name for i, name in enumerate(ABILITIES) if (bits >> i) & 1])


def is_floor(tile: i64) -> bool:
    """Whether it is a floor tile, which carries a piece (17.1)."""
    return FLOOR_FIRST <= tile < FLOOR_FIRST + FLOOR_TILES


def is_plaza(tile: i64) -> bool:
    """Whether it is a plaza (17.3)."""
    return PLAZA_FIRST <= tile < PLAZA_FIRST + PLAZAS


def ones(bits: i64) -> i64:
    """How many bits are set."""
    count: i64 = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count
