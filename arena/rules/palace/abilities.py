"""Which uses of abilities and answers to the edition's own decisions are legal? (rules 17.4, 17.9 to 17.12)"""

from typing import TYPE_CHECKING

from librt.vecs import append, vec
from mypy_extensions import i64

from arena.rules import action as a
from arena.rules.codes import ActionCodes
from arena.rules.compact import (
    CARDS_SHIFT,
    CURRENCY_SHIFT,
    FEE_SHIFT,
    NUMBER_SHIFT,
    PAYMENT_SHIFT,
    TILE_SHIFT,
)
from arena.rules.components import BY_BASTION
from arena.rules.money import COPIES_BITS, COPIES_MASK, VALUES, exact_payments, minimal_payments, purse_total
from arena.rules.palace.guards import can_pay, free_posts, guards_owned, manned_posts, payable_posts
from arena.rules.palace.parts import (
    ARCHITECT,
    ARCHITECT_COST,
    BUY_GAMBLING,
    BUY_HAGGLING,
    BUY_WITH_BOTH,
    CAPTAIN,
    CHOOSE,
    CHOOSING,
    END,
    EXCHANGER,
    GAMBLER,
    HAGGLER,
    KIND_COUNT,
    MASON,
    PAVER,
    PAY,
    PAYING,
    POST,
    POSTING,
    PREVIEW,
    SCOUT,
    TELLER,
    USE_ARCHITECT,
    USE_CAPTAIN,
    USE_EXCHANGER,
    USE_MASON,
    USE_PAVER,
    USE_SCOUT,
    USE_TELLER,
    WALL,
    WALLING,
    post_side,
    post_tile,
    set_of,
)
from arena.rules.steps import step_kind

if TYPE_CHECKING:
    from arena.rules.palace.edition import Palace
    from arena.rules.state import State


def ready(palace: "Palace") -> i64:
    """The abilities in play that were not used this turn, as bits (17.9)."""
    return palace.abilities & ~palace.used


def purchases(palace: "Palace", state: "State", seat: i64, out: ActionCodes) -> None:
    """Add the purchases that an ability changes: haggler, gambler and scout (17.11)."""
    left = ready(palace)
    if left & (HAGGLER | GAMBLER | SCOUT) == 0:
        return
    guards = guards_owned(palace, state, seat)
    if not can_pay(state, seat, guards, 1, False):
        return
    if left & HAGGLER:
        _add_market(state, seat, BUY_HAGGLING, True, False, out)
    if left & GAMBLER and palace.bag_next < len(palace.bag):
        _add_market(state, seat, BUY_GAMBLING, False, True, out)
        if left & HAGGLER and can_pay(state, seat, guards, 2, True):
            _add_market(state, seat, BUY_WITH_BOTH, True, True, out)
    if left & SCOUT:
        _add_scouting(palace, state, seat, out)


def _add_market(state: "State", seat: i64, verb: i64, overpaid: bool, piece: bool, out: ActionCodes) -> None:
    hand = state.players[seat].hand
    slot: i64
    for slot in range(4):
        tile = state.market[slot]
        if tile < 0 or (piece and state.book.kind[tile] < 0):
            continue
        price = state.book.price[tile]
        base = a.paid_slot(verb, slot)
        for payment in minimal_payments(hand[slot], price):
            if not overpaid or purse_total(payment >> PAYMENT_SHIFT) > price:
                out.add(base | payment)


def _add_scouting(palace: "Palace", state: "State", seat: i64, out: ActionCodes) -> None:
    """A preview tile, paid exactly in any one currency, and any one card more."""
    hand = state.players[seat].hand
    field: i64
    currency: i64
    for field in range(PREVIEW):
        tile = palace.preview[field]
        if tile < 0:
            continue
        for currency in range(4):
            base = USE_SCOUT | ((field + 1) << NUMBER_SHIFT) | (currency << CURRENCY_SHIFT)
            for payment in exact_payments(hand[currency], state.book.price[tile]):
                for card in distinct_cards(hand, currency, payment >> PAYMENT_SHIFT):
                    out.add(base | payment | (card << FEE_SHIFT))


def distinct_cards(hand: vec[i64], currency: i64, paid: i64) -> vec[i64]:
    """The different cards left in a hand when it has paid some of a currency."""
    cards = vec[i64]()
    other: i64
    for other in range(4):
        purse = hand[other] - paid if other == currency else hand[other]
        cards = _with_distinct(cards, purse, other)
    return cards


def _with_distinct(cards: vec[i64], purse: i64, currency: i64) -> vec[i64]:
    card = currency * VALUES
    while purse:
        if purse & COPIES_MASK:
            cards = append(cards, card)
        purse >>= COPIES_BITS
        card += 1
    return cards


def aids(palace: "Palace", state: "State", seat: i64, out: ActionCodes) -> None:
    """Add the abilities that stand for themselves: before, between and after actions (17.9)."""
    left = ready(palace) & ~(HAGGLER | GAMBLER | SCOUT)
    if left == 0:
        return
    guards = guards_owned(palace, state, seat)
    one = can_pay(state, seat, guards, 1, False)
    if one and left & MASON and palace.wall_pieces > 0 and len(wall_tiles(state, seat)) > 0:
        out.add(USE_MASON)
    if one and left & TELLER:
        _add_teller(state, out)
    if one and left & PAVER and len(palace.plazas) > 0:
        out.add(USE_PAVER)
    if guards > 1 and left & CAPTAIN:
        for post in manned_posts(palace, state, seat):
            out.add(a.on_side(USE_CAPTAIN, post_tile(post), post_side(post)))
    if left & ARCHITECT and can_pay(state, seat, guards, ARCHITECT_COST, False):
        kind: i64
        for kind in range(KIND_COUNT):
            if palace.halves[kind] < 0:
                out.add(USE_ARCHITECT | (kind << TILE_SHIFT))
    if one and left & EXCHANGER:
        _add_exchanges(state, seat, out)


def _add_teller(state: "State", out: ActionCodes) -> None:
    previous: i64 = -1
    for card in state.display:
        if card != previous:
            out.add(USE_TELLER | ((card + 1) << CARDS_SHIFT))
        previous = card


def _add_exchanges(state: "State", seat: i64, out: ActionCodes) -> None:
    player = state.players[seat]
    for tile in player.aside:
        if state.book.kind[tile] < 0:
            continue
        slot: i64
        for slot in range(4):
            other = state.market[slot]
            if other >= 0 and state.book.kind[other] >= 0:
                base = USE_EXCHANGER | (tile << TILE_SHIFT) | ((slot + 1) << NUMBER_SHIFT)
                for card in _with_distinct(vec[i64](), player.hand[slot], slot):
                    out.add(base | (card << PAYMENT_SHIFT))


def wall_tiles(state: "State", seat: i64) -> vec[i64]:
    """The tiles set aside that can take a wall piece: all but camps (17.11, mason)."""
    tiles = vec[i64]()
    for tile in state.players[seat].aside:
        if state.book.join[tile] != BY_BASTION:
            tiles = append(tiles, tile)
    return tiles


def options(palace: "Palace", state: "State", seat: i64, out: ActionCodes) -> None:
    """Add what can be answered to the decision that is due."""
    step = state.top()
    kind = step_kind(step)
    side: i64
    if kind == CHOOSING:
        number: i64 = 0
        for card in palace.sets:
            if set_of(card) != number:
                number = set_of(card)
                out.add(CHOOSE | (number << NUMBER_SHIFT))
    elif kind == PAYING:
        for post in payable_posts(palace, state, step):
            out.add(a.on_side(PAY, post_tile(post), post_side(post)))
    elif kind == POSTING:
        for post in free_posts(palace, state, seat):
            out.add(a.on_side(POST, post_tile(post), post_side(post)))
    elif kind == WALLING:
        for tile in wall_tiles(state, seat):
            for side in range(4):
                if not (state.book.marks[tile] >> side) & 1:
                    out.add(a.on_side(WALL, tile, side))
    else:
        out.add(END)
        aids(palace, state, seat, out)
