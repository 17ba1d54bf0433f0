"""Why is one of the edition's actions illegal? (rules 17.4, 17.9 to 17.12)"""

from typing import TYPE_CHECKING

from mypy_extensions import i64

from arena.rules import action as a
from arena.rules.check import check_payment, check_slot_purchase, wrong_decision
from arena.rules.codes import ActionCodes
from arena.rules.components import CARDS, KINDS, TILES
from arena.rules.money import card_bit, card_held, holds, purse_total
from arena.rules.palace.abilities import options, ready, wall_tiles
from arena.rules.palace.guards import can_pay, guards_owned, is_manned, own_tiles, points_a_guard
from arena.rules.palace.parts import (
    ABILITY,
    ARCHITECT_COST,
    BUY_GAMBLING,
    BUY_HAGGLING,
    CHOOSE,
    CHOOSING,
    FIRST_VERB,
    PAY,
    PAYING,
    POST,
    POSTING,
    PREVIEW,
    USE_ARCHITECT,
    USE_CAPTAIN,
    USE_EXCHANGER,
    USE_MASON,
    USE_PAVER,
    USE_SCOUT,
    USE_TELLER,
    WALLING,
    ability_names,
    ability_of,
    ones,
)
from arena.rules.refusal import Refusal
from arena.rules.steps import ACT, step_kind
from arena.rules.values import contains

if TYPE_CHECKING:
    from arena.rules.palace.edition import Palace
    from arena.rules.state import State


def check(palace: "Palace", state: "State", seat: i64, code: i64) -> Refusal | None:
    """Why an action with one of the edition's verbs is refused, if it is."""
    verb = a.verb_of(code)
    asked = step_kind(state.top())
    if verb < USE_MASON:
        answers = (CHOOSING, ABILITY, PAYING, POSTING, WALLING)[verb - FIRST_VERB]
        return wrong_decision(state, code) if asked != answers else _check_answer(palace, state, seat, code)
    buying = verb >= USE_SCOUT
    if asked != ACT and (buying or asked != ABILITY):
        return wrong_decision(state, code)
    for name in ability_names(ability_of(verb) & ~palace.abilities):
        return Refusal("17.6", f"the {name} is not in play")
    for name in ability_names(ability_of(verb) & ~ready(palace)):
        return Refusal("17.9", f"the {name} was used this turn")
    refusal = _check_purchase(palace, state, seat, code) if buying else _check_use(palace, state, seat, code)
    return _check_cost(palace, state, seat, verb) if refusal is None else refusal


def _check_answer(palace: "Palace", state: "State", seat: i64, code: i64) -> Refusal | None:
    """An answer to one of the edition's own decisions: it must be among those that can be given."""
    codes = ActionCodes()
    options(palace, state, seat, codes)
    i: i64
    for i in range(codes.count):
        if codes.items[i] == code:
            return None
    verb = a.verb_of(code)
    if verb == CHOOSE:
        return Refusal("17.4", f"set {a.number_of(code)} is not there to be taken")
    name = TILES[a.tile_of(code)].name
    if verb == PAY:
        return Refusal("17.10", f"no guard of this seat that could be paid stands on that side of {name}")
    if verb == POST:
        return Refusal("17.11", f"that side of {name} is no wall of this seat without a guard")
    return Refusal("17.11", f"that side of {name} is no open side of a tile gained this turn")


def _check_cost(palace: "Palace", state: "State", seat: i64, verb: i64) -> Refusal | None:
    guards = guards_owned(palace, state, seat)
    if verb == USE_CAPTAIN:
        return None if guards > 1 else Refusal("17.11", f"the captain needs two guards, there are {guards}")
    cost: i64 = ARCHITECT_COST if verb == USE_ARCHITECT else ones(ability_of(verb))
    if can_pay(state, seat, guards, cost, verb != USE_ARCHITECT):
        return None
    if guards > 0 and verb == USE_ARCHITECT:
        return Refusal(
            "17.10", f"costs {cost} guards, there are {guards}, and points are for those with none"
        )
    points = (cost - guards) * points_a_guard(state)
    return Refusal("17.10", f"costs {points} points, the score is {state.players[seat].score}")


def _check_purchase(palace: "Palace", state: "State", seat: i64, code: i64) -> Refusal | None:
    verb = a.verb_of(code)
    if verb == USE_SCOUT:
        return _check_scout(palace, state, seat, code)
    refusal = check_slot_purchase(state, seat, code, False)
    if refusal is not None:
        return refusal
    tile = state.market[a.slot_of(code)]
    if verb != BUY_GAMBLING and purse_total(a.purse_of(code)) == state.book.price[tile]:
        return Refusal("17.11", "the haggler is declared with an overpaid purchase, and this one is exact")
    if verb != BUY_HAGGLING:
        if state.book.kind[tile] < 0:
            return Refusal("17.11", f"{TILES[tile].name} carries no piece")
        if palace.bag_next == len(palace.bag):
            return Refusal("17.11", "the bag of pieces is empty")
    return None


def _check_scout(palace: "Palace", state: "State", seat: i64, code: i64) -> Refusal | None:
    field = a.number_of(code)
    if field > PREVIEW or palace.preview[field - 1] < 0:
        return Refusal("17.11", f"there is nothing on preview field {field}")
    currency = a.currency_of(code)
    price = state.book.price[palace.preview[field - 1]]
    refusal = check_payment(state, seat, currency, a.purse_of(code), price, True)
    if refusal is not None:
        return refusal
    fee = a.fee_of(code)
    hand = state.players[seat].hand
    paid: i64 = a.purse_of(code) if fee // 9 == currency else 0
    if not holds(hand[fee // 9] - paid, card_bit(fee)):
        return Refusal("17.11", f"{CARDS[fee].name} is not left in the hand beside the price")
    return None


def _check_use(palace: "Palace", state: "State", seat: i64, code: i64) -> Refusal | None:
    verb = a.verb_of(code)
    if verb == USE_MASON:
        if palace.wall_pieces == 0:
            return Refusal("17.12", "there is no wall piece left")
        if len(wall_tiles(state, seat)) == 0:
            return Refusal("17.11", "the mason needs a tile, not a camp, gained this turn")
    elif verb == USE_PAVER and len(palace.plazas) == 0:
        return Refusal("17.12", "there is no plaza left")
    elif verb == USE_ARCHITECT and palace.halves[a.tile_of(code)] >= 0:
        return Refusal("17.12", f"the half-building of {KINDS[a.tile_of(code)]} is gone")
    elif verb == USE_TELLER:
        return _check_teller(state, code)
    elif verb == USE_CAPTAIN:
        tile = a.tile_of(code)
        mine = contains(own_tiles(state, seat), tile)
        if not mine or not is_manned(palace, tile * 4 + a.side_of(code)):
            return Refusal("17.11", f"no guard of this seat stands on that side of {TILES[tile].name}")
    elif verb == USE_EXCHANGER:
        return _check_exchanger(state, seat, code)
    return None


def _check_teller(state: "State", code: i64) -> Refusal | None:
    cards = a.listed_cards(code)
    if len(cards) != 1:
        return Refusal("17.11", f"the teller takes one card, not {len(cards)}")
    if not contains(state.display, cards[0]):
        return Refusal("17.11", f"{CARDS[cards[0]].name} is not in the display")
    return None


def _check_exchanger(state: "State", seat: i64, code: i64) -> Refusal | None:
    tile = a.tile_of(code)
    player = state.players[seat]
    if not contains(player.aside, tile) or state.book.kind[tile] < 0:
        return Refusal("17.11", f"{TILES[tile].name} is no tile with a piece that was bought this turn")
    slot = a.slot_of(code)
    other = state.market[slot]
    if other < 0 or state.book.kind[other] < 0:
        return Refusal("17.11", f"there is no piece in slot {slot + 1}")
    card = a.card_of(code)
    if card // 9 != slot:
        return Refusal("17.11", f"{CARDS[card].name} is not in the currency of slot {slot + 1}")
    if not card_held(player.hand, card):
        return Refusal("17.11", f"{CARDS[card].name} is not in the hand")
    return None
