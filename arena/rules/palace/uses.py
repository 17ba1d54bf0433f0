"""What does using an ability do, or answering one of the edition's own decisions? (rules 17.4, 17.9 to 17.11)"""

from typing import TYPE_CHECKING

from librt.vecs import append, extend, remove
from mypy_extensions import i64

from arena.rules import action as a
from arena.rules.bits import bit
from arena.rules.chance import Rng
from arena.rules.compact import CARD_MASK, CARDS_SHIFT
from arena.rules.money import VALUES, card_bit, purse_total
from arena.rules.palace.guards import charge, pay_guard, shift_guard
from arena.rules.palace.parts import (
    ARCHITECT_COST,
    BUY_GAMBLING,
    BUY_HAGGLING,
    BUY_WITH_BOTH,
    CHOOSE,
    END,
    PAY,
    POST,
    POSTING,
    REPIECING,
    USE_ARCHITECT,
    USE_CAPTAIN,
    USE_EXCHANGER,
    USE_MASON,
    USE_PAVER,
    USE_SCOUT,
    USE_TELLER,
    WALL,
    ability_of,
    ones,
    post_side,
    post_tile,
)
from arena.rules.steps import ACT, step_detail, step_of
from arena.rules.turn import buy_from_slot, pay
from arena.rules.values import insert, inserted, replaced

if TYPE_CHECKING:
    from arena.rules.palace.edition import Palace
    from arena.rules.state import State


def act(palace: "Palace", state: "State", seat: i64, code: i64) -> None:
    """Carry out an action with one of the edition's verbs."""
    verb = a.verb_of(code)
    if verb == CHOOSE:
        state.pop()
        palace.take_set(state, seat, a.number_of(code))
    elif verb == END:
        state.pop()
    elif verb == PAY:
        pay_guard(palace, state, _post(code))
    elif verb == POST:
        leaves = step_detail(state.top())
        state.pop()
        shift_guard(palace, seat, leaves)
        shift_guard(palace, seat, _post(code))
    elif verb == WALL:
        state.pop()
        _attach(palace, state, _post(code))
    else:
        _use(palace, state, seat, code)


def _post(code: i64) -> i64:
    return a.tile_of(code) * 4 + a.side_of(code)


def _attach(palace: "Palace", state: "State", post: i64) -> None:
    """The wall piece becomes a wall of a tile that is about to be placed (17.11)."""
    palace.wall_held = 0
    palace.walls = inserted(palace.walls, post)
    tile = post_tile(post)
    marks = replaced(state.book.marks, tile, state.book.marks[tile] | bit(post_side(post)))
    state.book = state.book.with_tiles(state.book.kind, marks)


def _use(palace: "Palace", state: "State", seat: i64, code: i64) -> None:
    verb = a.verb_of(code)
    bits = ability_of(verb)
    palace.used |= bits
    cost: i64 = ARCHITECT_COST if verb == USE_ARCHITECT else ones(bits)
    moving: i64 = -1
    if verb == BUY_HAGGLING or verb == BUY_GAMBLING or verb == BUY_WITH_BOTH:
        _buy(state, seat, code, verb != BUY_GAMBLING, verb != BUY_HAGGLING)
    elif verb == USE_SCOUT:
        _scout(palace, state, seat, code)
    elif verb == USE_MASON:
        palace.wall_pieces -= 1
        palace.wall_held = 1
    elif verb == USE_TELLER:
        card = ((code >> CARDS_SHIFT) & CARD_MASK) - 1
        state.players[seat].hand[card // VALUES] += card_bit(card)
        state.display = remove(state.display, card)
    elif verb == USE_PAVER:
        player = state.players[seat]
        player.aside = insert(player.aside, palace.plazas[0])
        palace.plazas = palace.plazas[1:]
    elif verb == USE_ARCHITECT:
        palace.halves = replaced(palace.halves, a.tile_of(code), seat)
    elif verb == USE_EXCHANGER:
        _exchange(palace, state, seat, code)
    elif verb == USE_CAPTAIN:
        moving = _post(code)
        state.push(step_of(POSTING, seat, moving))
    charge(palace, state, seat, cost, moving)


def _buy(state: "State", seat: i64, code: i64, haggling: bool, gambling: bool) -> None:
    """A purchase from the market with haggler, gambler or both."""
    tile = state.market[a.slot_of(code)]
    state.pop()
    buy_from_slot(state, seat, code)
    if haggling or purse_total(a.purse_of(code)) == state.book.price[tile]:
        state.push(step_of(ACT, seat, 1))
    if gambling:
        state.push(step_of(REPIECING, seat, tile))


def gamble(palace: "Palace", state: "State", tile: i64) -> None:
    """A piece is drawn blind for a tile, then the old one goes into the bag, somewhere (17.11)."""
    old = state.book.kind[tile]
    new = palace.bag[palace.bag_next]
    rest = palace.bag[palace.bag_next + 1 :]
    palace.gambles += 1
    position = Rng(state.key, f"gambler {palace.gambles}").below(len(rest) + 1)
    palace.bag = extend(append(rest[:position], old), rest[position:])
    palace.bag_next = 0
    palace.put_piece(state, tile, new)


def _exchange(palace: "Palace", state: "State", seat: i64, code: i64) -> None:
    """The piece of a tile bought and one of the market are swapped (17.11)."""
    card = a.card_of(code)
    pay(state, seat, card // VALUES, card_bit(card))
    tile = a.tile_of(code)
    other = state.market[a.slot_of(code)]
    kind = state.book.kind[tile]
    palace.put_piece(state, tile, state.book.kind[other])
    palace.put_piece(state, other, kind)


def _scout(palace: "Palace", state: "State", seat: i64, code: i64) -> None:
    """A preview tile is bought, paid exactly (17.11)."""
    field = a.number_of(code) - 1
    tile = palace.preview[field]
    state.pop()
    pay(state, seat, a.currency_of(code), a.purse_of(code))
    fee = a.fee_of(code)
    pay(state, seat, fee // VALUES, card_bit(fee))
    player = state.players[seat]
    player.aside = insert(player.aside, tile)
    palace.preview = replaced(palace.preview, field, -1)
    state.push(step_of(ACT, seat, 1))
