"""What does an action do, and what happens when a turn ends? (rules 3 to 7, 9.1 to 9.3b, 10, 11)"""

from typing import TYPE_CHECKING, Final

from librt.vecs import append, remove, vec
from mypy_extensions import i64

from arena.rules import action as a
from arena.rules.action import Action
from arena.rules.bits import bit
from arena.rules.chance import Rng
from arena.rules.compact import CARD_BITS, CARD_MASK, CARDS_MASK, CARDS_SHIFT
from arena.rules.deck import SCORING_CARD_1, with_scoring_cards
from arena.rules.event import (
    ACTED,
    AWARDED,
    DIRK,
    DRAWN,
    FILLED,
    LAID_BESIDE,
    OVER,
    RESHUFFLED,
    SCORING_CARD,
    Event,
)
from arena.rules.money import VALUES, card_bit, empty_pile, pile_cards, purse_total
from arena.rules.scoring import hold_scoring
from arena.rules.steps import (
    ACT,
    END_TURN,
    FINISH,
    NEXT_TURN,
    OPENING,
    PLACING,
    step_kind,
    step_of,
    step_seat,
)
from arena.rules.values import insert, inserted

if TYPE_CHECKING:
    from arena.rules.state import State

DISPLAY_SIZE: Final = 4
DIRK_DRAW: Final = 6
ENOUGH: Final = 20  # 2.2


def carry_out(state: "State", code: i64) -> None:
    """Do a legal action and go on to the next decision."""
    seat = step_seat(state.top())
    verb = a.verb_of(code)
    if state.recording:
        owner = state.owner_of(verb)
        hidden = owner is not None and owner.is_hidden(code)
        state.record(Event(ACTED, int(seat), Action(int(code)), private=hidden))
    if verb >= a.FIRST_MODULE_VERB:
        owner = state.owner_of(verb)
        if owner is not None:
            owner.act(state, seat, code)
    elif verb == a.PLACE or verb == a.RESERVE or verb == a.GIVE:
        _place(state, seat, code)
    else:
        _act(state, seat, code)
    settle(state)


def _act(state: "State", seat: i64, code: i64) -> None:
    verb = a.verb_of(code)
    state.pop()
    if verb == a.TAKE:
        _take(state, seat, code)
    elif verb == a.BUY:
        slot = a.slot_of(code)
        price = state.book.price[state.market[slot]]
        buy_from_slot(state, seat, code)
        if purse_total(a.purse_of(code)) == price:
            state.push(step_of(ACT, seat, 1))
    elif verb == a.BUY_OFFER:
        buy_offer(state, seat, code)
        state.push(step_of(ACT, seat, 1))
    elif verb != a.PASS:
        _redesign(state, seat, code)


def _take(state: "State", seat: i64, code: i64) -> None:
    player = state.players[seat]
    rest = (code >> CARDS_SHIFT) & CARDS_MASK
    while rest:
        card = (rest & CARD_MASK) - 1
        player.hand[card // VALUES] += card_bit(card)
        state.display = remove(state.display, card)
        rest >>= CARD_BITS


def pay(state: "State", seat: i64, currency: i64, purse: i64) -> None:
    """Cards of one currency go from a hand to the discard (5.2)."""
    state.players[seat].hand[currency] -= purse
    state.discard[currency] += purse


def buy_from_slot(state: "State", seat: i64, code: i64) -> None:
    """Pay for the tile in a slot and set it aside (5.2)."""
    slot = a.slot_of(code)
    pay(state, seat, slot, a.purse_of(code))
    player = state.players[seat]
    player.aside = insert(player.aside, state.market[slot])
    state.market[slot] = -1


def buy_offer(state: "State", seat: i64, code: i64) -> None:
    """Pay for a tile beside the market and set it aside (14.2)."""
    tile = a.tile_of(code)
    pay(state, seat, a.currency_of(code), a.purse_of(code))
    player = state.players[seat]
    player.aside = insert(player.aside, tile)
    for index in state.hooks.selling:
        state.plugs[index].module.offer_taken(tile)


def _redesign(state: "State", seat: i64, code: i64) -> None:
    player = state.players[seat]
    city = state.own_city(seat)
    tile = a.tile_of(code)
    verb = a.verb_of(code)
    if verb == a.BUILD:
        city.put(state.book, tile, a.x_of(code), a.y_of(code))
        player.reserve = remove(player.reserve, tile)
        return
    cell = city.cell_of(tile) if verb == a.REMOVE else city.index(a.x_of(code), a.y_of(code))
    x = city.x_of(cell)
    y = city.y_of(cell)
    if verb == a.REMOVE:
        city.take(state.book, cell)
        player.reserve = insert(player.reserve, tile)
    else:
        old = city.swap(state.book, tile, cell)
        player.reserve = insert(remove(player.reserve, tile), old)
    for index in state.hooks.watching:
        state.plugs[index].module.left_square(state, seat, x, y)


def _place(state: "State", seat: i64, code: i64) -> None:
    player = state.players[seat]
    tile = a.tile_of(code)
    player.aside = remove(player.aside, tile)
    verb = a.verb_of(code)
    if verb == a.PLACE:
        state.own_city(seat).put(state.book, tile, a.x_of(code), a.y_of(code))
    elif verb == a.RESERVE:
        player.reserve = insert(player.reserve, tile)
    else:
        state.dirk = inserted(state.dirk, tile)
    for index in state.hooks.landing:
        state.plugs[index].module.landed(state, seat, tile, verb == a.GIVE)


def settle(state: "State") -> None:
    """Carry out pending steps until one asks for a decision or the game is over."""
    while state.depth > 0:
        step = state.top()
        kind = step_kind(step)
        if kind == ACT:
            return
        if kind == PLACING:
            if len(state.players[step_seat(step)].aside) > 0:
                return
            state.pop()
        elif kind == END_TURN:
            state.pop()
            _end_turn(state, step_seat(step))
        elif kind == NEXT_TURN:
            state.pop()
            start_turn(state, step_seat(step))
        elif kind == FINISH:
            state.pop()
            hold_scoring(state, 3)
            if state.recording:
                state.record(Event(OVER, points=tuple(state.scores())))
        elif kind == OPENING:
            state.pop()
            _open(state)
        else:
            owner = state.owner_of(kind)
            if owner is None or owner.resume(state, step):
                return


def start_turn(state: "State", seat: i64) -> None:
    """The steps of a turn: act, place, end (3.1, 3.4, 9)."""
    state.push(step_of(END_TURN, seat, 0))
    state.push(step_of(PLACING, seat, 0))
    for index in state.hooks.beginning:
        state.plugs[index].module.begin_turn(state, seat)
    state.push(step_of(ACT, seat, 0))


def _end_turn(state: "State", seat: i64) -> None:
    last = state.count_turn()
    due = seat + 1
    if due == len(state.players):
        due = 0
    full = refill_market(state)
    _hold_scorings(state, _refill_display(state))
    if not full or last:
        end_game(state, due)
        return
    if len(state.hooks.following) == 0:
        start_turn(state, due)
        return
    state.push(step_of(NEXT_TURN, due, 0))
    for index in state.hooks.following:
        state.plugs[index].module.end_turn(state, due)


def refill_market(state: "State") -> bool:
    """Fill empty slots from the bag, lowest first (9.1); False if one stays empty."""
    full = True
    market = state.market
    slot: i64
    for slot in range(4):
        if market[slot] < 0:
            tile = _next_tile(state)
            if tile < 0:
                full = False
                break
            market[slot] = tile
            if state.recording:
                state.record(Event(FILLED, slot=slot + 1, tile=int(tile)))
    for index in state.hooks.supplying:
        state.plugs[index].module.refilled(state)
    return full


def _next_tile(state: "State") -> i64:
    """The tile that comes into an empty slot, or -1 if there is none left."""
    for index in state.hooks.supplying:
        tile = state.plugs[index].module.take_foremost(state)
        if tile >= 0:
            return tile
    return draw_tile(state)


def draw_tile(state: "State") -> i64:
    """The next tile of the bag that does not lie beside the market (14.1), or -1 if there is none left."""
    while state.bag_next < len(state.bag):
        tile = state.bag[state.bag_next]
        state.bag_next += 1
        if not _laid_beside(state, tile):
            for index in state.hooks.supplying:
                state.plugs[index].module.drawn(state, tile)
            return tile
    return -1


def _laid_beside(state: "State", tile: i64) -> bool:
    for index in state.hooks.selling:
        if state.plugs[index].module.lay_beside(tile):
            if state.recording:
                state.record(Event(LAID_BESIDE, tile=int(tile)))
            return True
    return False


def _refill_display(state: "State") -> i64:
    """Draw cards until the display has four (9.2); returns the scoring cards that came up, as bits 1 and 2."""
    came_up: i64 = 0
    while len(state.display) < DISPLAY_SIZE:
        if state.deck_next == len(state.deck) and not _reshuffle(state):
            break
        card = state.deck[state.deck_next]
        state.deck_next += 1
        if card >= SCORING_CARD_1:
            came_up |= bit(card - SCORING_CARD_1 + 1)
            if state.recording:
                state.record(Event(SCORING_CARD, number=int(card) - SCORING_CARD_1 + 1))
            continue
        state.display = insert(state.display, card)
        if state.recording:
            state.record(Event(DRAWN, cards=(int(card),)))
    return came_up


def _open(state: "State") -> None:
    """Draw the first four cards, then shuffle the scoring cards into the rest (2.5, 2.6)."""
    _refill_display(state)
    state.deck = with_scoring_cards(state.deck[state.deck_next :], Rng(state.key, "scoring"))
    state.deck_next = 0


def draw_hand(state: "State") -> vec[i64]:
    """Cards from the deck until they total 20 or more (2.2)."""
    cards = vec[i64]()
    total: i64 = 0
    while total < ENOUGH:
        card = state.deck[state.deck_next]
        state.deck_next += 1
        cards = append(cards, card)
        total += card % VALUES + 1
    return cards


def _reshuffle(state: "State") -> bool:
    """Make the discard the new deck (9.2); False if there is none."""
    cards = pile_cards(state.discard)
    if len(cards) == 0:
        return False
    state.reshuffles += 1
    state.deck = Rng(state.key, f"reshuffle {state.reshuffles}").shuffled(cards)
    state.deck_next = 0
    state.discard = empty_pile()
    if state.recording:
        state.record(Event(RESHUFFLED, number=len(cards)))
    return True


def _hold_scorings(state: "State", came_up: i64) -> None:
    scoring: i64
    for scoring in range(1, 3):
        if (came_up >> scoring) & 1:
            hold_scoring(state, scoring)
            if len(state.players) == 2:
                left: i64 = len(state.bag) - state.bag_next
                give_dirk(state, DIRK_DRAW if scoring == 1 else left // 3)


def give_dirk(state: "State", number: i64) -> None:
    """Dirk gets tiles from the bag, as many as it has (11.2, 11.3)."""
    got: i64 = 0
    while got < number and state.bag_next < len(state.bag):
        tile = state.bag[state.bag_next]
        state.bag_next += 1
        got += 1
        state.dirk = inserted(state.dirk, tile)
        if state.recording:
            state.record(Event(DIRK, tile=int(tile)))
        for index in state.hooks.supplying:
            state.plugs[index].module.drawn(state, tile)
    for index in state.hooks.supplying:
        state.plugs[index].module.dirk_drew(state, got)


def end_game(state: "State", due: i64) -> None:
    """Give out what is left in the market, then place it and hold scoring 3 (10)."""
    slot: i64
    for slot in range(4):
        if state.market[slot] >= 0:
            _award(state, slot)
    state.depth = 0
    state.push(step_of(FINISH, 0, 0))
    seats: i64 = len(state.players)
    i: i64
    for i in range(seats - 1, -1, -1):
        state.push(step_of(PLACING, (due + i) % seats, 1))


def _award(state: "State", slot: i64) -> None:
    """The tile of a slot goes to whoever alone has most money in its currency (10.1)."""
    most: i64 = 0
    winner: i64 = -1
    seat: i64
    for seat in range(len(state.players)):
        money = purse_total(state.players[seat].hand[slot])
        if money > most:
            most = money
            winner = seat
        elif money == most:
            winner = -1
    tile = state.market[slot]
    if winner >= 0:
        player = state.players[winner]
        player.aside = insert(player.aside, tile)
        state.market[slot] = -1
    if state.recording:
        state.record(Event(AWARDED, int(winner), slot=int(slot) + 1, tile=int(tile)))
