"""Which actions are legal? All actions of the pending decision, in canonical order."""

from typing import TYPE_CHECKING

from librt.vecs import vec
from mypy_extensions import i64

from arena.rules import action as a
from arena.rules.bits import BYTE
from arena.rules.codes import ActionCodes
from arena.rules.compact import CARD_BITS, CARDS_SHIFT, TILE_SHIFT
from arena.rules.components import BY_BASTION, ON_FOOT
from arena.rules.money import TAKE_LIMIT, VALUES, can_pay_any, exact_payments, minimal_payments
from arena.rules.steps import ACT, PLACING, step_detail, step_kind, step_seat

if TYPE_CHECKING:
    from arena.rules.refusal import Refusal
    from arena.rules.state import State


def legal_codes(state: "State", out: ActionCodes) -> None:
    """Add all legal actions to an empty list; none when the game is over."""
    legal_groups(state, out)
    out.fill()


def legal_groups(state: "State", out: ActionCodes) -> None:
    """The same, with the groups not yet written out: for who wants few of the actions."""
    if state.depth == 0:
        return
    step = state.top()
    seat = step_seat(step)
    kind = step_kind(step)
    if kind == ACT:
        _actions(state, seat, step_detail(step) == 1, out)
        if out.count == 0:
            out.add(a.PASS)
        for index in state.hooks.aiding:
            state.plugs[index].module.aids(state, seat, out)
    elif kind == PLACING:
        _placings(state, seat, step_detail(step) == 1, out)
    else:
        owner = state.owner_of(kind)
        if owner is not None:
            owner.options(state, seat, out)


def onward_codes(state: "State", out: ActionCodes) -> None:
    """Add the legal actions but for those that take a tile out of the city (6.2, 6.3); all of them if there are no others."""
    step = state.top()
    if step_kind(step) == ACT:
        seat = step_seat(step)
        _takes(state, out)
        _purchases(state, seat, out)
        player = state.players[seat]
        for tile in player.reserve:
            player.city.add_fitting(
                a.BUILD | (tile << TILE_SHIFT), state.book.marks[tile], state.book.join[tile], out
            )
        for index in state.hooks.acting:
            state.plugs[index].module.actions(state, seat, step_detail(step) == 1, out)
        if out.count > 0:
            for index in state.hooks.aiding:
                state.plugs[index].module.aids(state, seat, out)
    if out.count == 0:
        legal_groups(state, out)
    out.fill()


def _actions(state: "State", seat: i64, extra: bool, out: ActionCodes) -> None:
    _takes(state, out)
    _purchases(state, seat, out)
    _redesigns(state, seat, out)
    for index in state.hooks.acting:
        state.plugs[index].module.actions(state, seat, extra, out)


def _purchases(state: "State", seat: i64, out: ActionCodes) -> None:
    hand = state.players[seat].hand
    market = state.market
    price = state.book.price
    slot: i64
    for slot in range(4):
        tile = market[slot]
        purse = hand[slot]
        if purse and tile >= 0:
            payments = minimal_payments(purse, price[tile])
            out.add_group(a.paid_slot(a.BUY, slot), payments, len(payments), 0)
    exact_offers(state, seat, a.BUY_OFFER, out)


def _takes(state: "State", out: ActionCodes) -> None:
    """One card, or several worth five or less (4.1); equal cards give one action."""
    display = state.display
    shown: i64 = 1
    for card in display:
        shown = shown << CARD_BITS | card
    if shown == state.takes_from:
        out.add_group(0, state.takes, len(state.takes), 0)
        return
    first = out.count
    small: i64 = 0  # cards beside which another has room
    previous: i64 = -1
    for card in display:
        if card != previous:
            out.add(a.TAKE | ((card + 1) << CARDS_SHIFT))
        if card % VALUES + 1 < TAKE_LIMIT:
            small += 1
        previous = card
    if small > 1:
        _takes_after(display, -1, 0, a.TAKE, CARDS_SHIFT, out)
    state.takes = out.items[first : out.count]
    state.takes_from = shown


def _takes_after(display: vec[i64], last: i64, total: i64, code: i64, shift: i64, out: ActionCodes) -> None:
    """Add the takes that begin with the cards of `code` and go on after index `last`; single cards are left out."""
    size: i64 = len(display)
    previous: i64 = -1
    i: i64
    for i in range(last + 1, size):
        card = display[i]
        more = total + card % VALUES + 1
        if card != previous and more <= TAKE_LIMIT:
            longer = code | ((card + 1) << shift)
            if last >= 0:
                out.add(longer)
            if i + 1 < size and more < TAKE_LIMIT:
                _takes_after(display, i, more, longer, shift + CARD_BITS, out)
        previous = card


def _redesigns(state: "State", seat: i64, out: ActionCodes) -> None:
    player = state.players[seat]
    city = player.city
    city.add_removable(a.REMOVE, out)
    if len(player.reserve) == 0:
        return
    book = state.book
    sites = city.surveyed_sites()
    stands = city.surveyed_stands()
    for tile in player.reserve:
        marks = book.marks[tile]
        build = a.BUILD | (tile << TILE_SHIFT)
        exchange = a.EXCHANGE | (tile << TILE_SHIFT)
        if book.join[tile] == ON_FOOT:
            out.add_fitting(build, sites, marks)
            out.add_fitting(exchange, stands, marks)
        else:
            city.add_fitting(build, marks, BY_BASTION, out)
            city.add_camps_instead(exchange, marks, out)


def _placings(state: "State", seat: i64, final: bool, out: ActionCodes) -> None:
    player = state.players[seat]
    for tile in player.aside:
        player.city.add_fitting(
            a.PLACE | (tile << TILE_SHIFT), state.book.marks[tile], state.book.join[tile], out
        )
        out.add(a.RESERVE | (tile << TILE_SHIFT))
        if len(state.players) == 2 and not final and kept_from_dirk(state, tile) is None:
            out.add(a.GIVE | (tile << TILE_SHIFT))


def kept_from_dirk(state: "State", tile: i64) -> "Refusal | None":
    """Why a tile set aside may not be given to Dirk, if a module says so."""
    for index in state.hooks.landing:
        refusal = state.plugs[index].module.refuse_giving(tile)
        if refusal is not None:
            return refusal
    return None


def exact_offers(state: "State", seat: i64, verb: i64, out: ActionCodes) -> None:
    """Add the purchases of tiles beside the market, which are paid exactly (14.2)."""
    if len(state.hooks.selling) == 0:
        return
    hand = state.players[seat].hand
    market = state.market
    book = state.book
    for index in state.hooks.selling:
        for tile in state.plugs[index].module.on_offer():
            currency = book.currency[tile]
            beside = market[currency]
            purse = hand[currency]
            if purse and beside >= 0:
                payments = exact_payments(purse, book.price[beside])
                out.add_group(a.paid_tile(verb, tile, currency), payments, len(payments), 0)


def can_buy_exactly(state: "State", seat: i64) -> bool:
    """Whether a seat can pay exactly for anything (12.3)."""
    return can_pay_any(state.players[seat].hand, market_prices(state))


def market_prices(state: "State") -> i64:
    """What the slots cost, for `can_pay_any`; what lies beside the market costs the same (14.2)."""
    market = state.market
    price = state.book.price
    prices: i64 = 0
    slot: i64
    for slot in range(4):
        if market[slot] >= 0:
            prices |= price[market[slot]] << (BYTE * slot)
    return prices
