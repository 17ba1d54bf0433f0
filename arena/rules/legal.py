"""What may be done now? The legal actions of the decision that is due, in canonical order."""

from typing import TYPE_CHECKING

from mypy_extensions import i64

from arena.rules import action as a
from arena.rules.money import TAKE_LIMIT, VALUES, Codes, can_pay_exactly, exact_payments, minimal_payments
from arena.rules.steps import ACT, PLACING, step_detail, step_kind, step_seat

if TYPE_CHECKING:
    from arena.rules.state import State


def legal_codes(state: "State", out: Codes) -> None:
    """Add all legal actions to an empty list; none when the game is over."""
    if len(state.stack) == 0:
        return
    step = state.top()
    seat = step_seat(step)
    kind = step_kind(step)
    if kind == ACT:
        _actions(state, seat, step_detail(step) == 1, out)
        if out.count == 0:
            out.add(a.PASS)
    elif kind == PLACING:
        _placings(state, seat, step_detail(step) == 1, out)
    else:
        owner = state.owner_of(kind)
        if owner is not None:
            owner.options(state, seat, out)


def _actions(state: "State", seat: i64, extra: bool, out: Codes) -> None:
    _takes(state, out)
    hand = state.players[seat].hand
    slot: i64
    for slot in range(4):
        tile = state.market[slot]
        if tile >= 0:
            base = a.paid_slot(a.BUY, slot)
            minimal_payments(hand[slot], state.book.price[tile], base, a.PAYMENT_SHIFT, out)
    exact_offers(state, seat, a.BUY_OFFER, out)
    _redesigns(state, seat, out)
    for place in state.doors.acting:
        state.modules[place].actions(state, seat, extra, out)


def _takes(state: "State", out: Codes) -> None:
    """One card, or several worth five or less (4.1); equal cards give one action."""
    display = state.display
    size: i64 = len(display)
    i: i64
    for i in range(size):
        if i == 0 or display[i] != display[i - 1]:
            out.add(a.TAKE | ((display[i] + 1) << 6))
    for i in range(size):
        if i == 0 or display[i] != display[i - 1]:
            value = display[i] % VALUES + 1
            if value < TAKE_LIMIT:
                _takes_after(state, i, value, a.TAKE | ((display[i] + 1) << 6), 12, out)


def _takes_after(state: "State", last: i64, total: i64, code: i64, shift: i64, out: Codes) -> None:
    display = state.display
    previous: i64 = -1
    i: i64
    for i in range(last + 1, len(display)):
        card = display[i]
        more = total + card % VALUES + 1
        if card != previous and more <= TAKE_LIMIT:
            longer = code | ((card + 1) << shift)
            out.add(longer)
            _takes_after(state, i, more, longer, shift + 6, out)
        previous = card


def _redesigns(state: "State", seat: i64, out: Codes) -> None:
    player = state.players[seat]
    city = player.city
    for index in city.removable():
        out.add(a.REMOVE | (((city.cells[index] & 255) - 1) << 6))
    for tile in player.reserve:
        marks = state.book.marks[tile]
        join = state.book.join[tile]
        city.add_fitting(a.BUILD | (tile << 6), marks, join, out)
        city.add_fitting_instead(a.EXCHANGE | (tile << 6), marks, join, out)


def _placings(state: "State", seat: i64, final: bool, out: Codes) -> None:
    player = state.players[seat]
    for tile in player.aside:
        player.city.add_fitting(a.PLACE | (tile << 6), state.book.marks[tile], state.book.join[tile], out)
        out.add(a.RESERVE | (tile << 6))
        if len(state.players) == 2 and not final:
            out.add(a.GIVE | (tile << 6))


def exact_offers(state: "State", seat: i64, verb: i64, out: Codes) -> None:
    """Add the purchases of tiles beside the market, which are paid exactly (14.2)."""
    hand = state.players[seat].hand
    for place in state.doors.selling:
        module = state.modules[place]
        for tile in module.on_offer():
            currency = state.book.currency[tile]
            base = a.paid_tile(verb, tile, currency)
            exact_payments(hand[currency], module.offer_price(state, tile), base, a.PAYMENT_SHIFT, out)


def can_buy_exactly(state: "State", seat: i64) -> bool:
    """Whether a seat can pay exactly for anything on offer (12.3)."""
    hand = state.players[seat].hand
    slot: i64
    for slot in range(4):
        tile = state.market[slot]
        if tile >= 0 and can_pay_exactly(hand[slot], state.book.price[tile]):
            return True
    for place in state.doors.selling:
        module = state.modules[place]
        for tile in module.on_offer():
            if can_pay_exactly(hand[state.book.currency[tile]], module.offer_price(state, tile)):
                return True
    return False
