"""Is an action legal now, and if not, why? Payments that are not minimal are legal too."""

from typing import TYPE_CHECKING

from mypy_extensions import i64

from arena.rules import action as a
from arena.rules.action import Action, is_action, listed_cards
from arena.rules.cells import RING_ORTHOGONAL, TILE, has_wall, join_of, joined_sides, ring_of
from arena.rules.city import City
from arena.rules.codes import ActionCodes
from arena.rules.components import BY_BASTION, CARDS, CURRENCIES, SIDES, TILES
from arena.rules.legal import kept_from_dirk, legal_codes
from arena.rules.money import TAKE_LIMIT, holds, purse_size, purse_total
from arena.rules.refusal import Refusal
from arena.rules.steps import ACT, PLACING, decision_name, step_detail, step_kind, step_seat
from arena.rules.values import contains

if TYPE_CHECKING:
    from arena.rules.state import State


def refusal(state: "State", code: i64) -> Refusal | None:
    """Why a compact action is refused, or None."""
    if state.depth == 0:
        return Refusal("10.3", "the game is over")
    if not is_action(int(code)):
        return Refusal("3.1", "this number is no action")
    step = state.top()
    seat = step_seat(step)
    kind = step_kind(step)
    verb = a.verb_of(code)
    if verb >= a.FIRST_MODULE_VERB:
        owner = state.owner_of(verb)
        if owner is None:
            return Refusal("3.1", f"{Action(int(code)).verb!r} belongs to a module that is not in this game")
        return owner.check(state, seat, code)
    placing = verb == a.PLACE or verb == a.RESERVE or verb == a.GIVE
    if kind == PLACING and placing:
        return _check_placing(state, seat, code, step_detail(step) == 1)
    if kind == ACT and not placing:
        return _check_act(state, seat, code)
    return wrong_decision(state, code)


def wrong_decision(state: "State", code: i64) -> Refusal:
    """The refusal of an action that answers another decision."""
    asked = decision_name(step_kind(state.top()))
    return Refusal("3.4", f"{Action(int(code)).verb!r} does not answer the decision {asked!r}")


def _check_act(state: "State", seat: i64, code: i64) -> Refusal | None:
    verb = a.verb_of(code)
    if verb == a.TAKE:
        return _check_take(state, code)
    if verb == a.BUY:
        return check_slot_purchase(state, seat, code, False)
    if verb == a.BUY_OFFER:
        return check_offer_purchase(state, seat, code)
    if verb == a.PASS:
        return _check_pass(state)
    return _check_redesign(state, seat, code)


def _check_take(state: "State", code: i64) -> Refusal | None:
    cards = listed_cards(code)
    for card in cards:
        wanted = sum(1 for other in cards if other == card)
        shown = sum(1 for other in state.display if other == card)
        if wanted > shown:
            return Refusal("4.1", f"the display shows {CARDS[card].name} {shown} times, not {wanted}")
    total = sum(CARDS[card].value for card in cards)
    if len(cards) > 1 and total > TAKE_LIMIT:
        return Refusal("4.1", f"several cards may total {TAKE_LIMIT} at most, these total {total}")
    return None


def _check_pass(state: "State") -> Refusal | None:
    codes = ActionCodes()
    legal_codes(state, codes)
    if codes.items[0] == a.PASS:
        return None
    return Refusal("3.5", f"there are other legal actions, for example {str(Action(int(codes.items[0])))!r}")


def check_slot_purchase(state: "State", seat: i64, code: i64, exact: bool) -> Refusal | None:
    """Why the tile of a slot cannot be bought like this (5.1)."""
    slot = a.slot_of(code)
    tile = state.market[slot]
    if tile < 0:
        return Refusal("5.1", f"slot {slot + 1} is empty")
    return check_payment(state, seat, slot, a.purse_of(code), state.book.price[tile], exact)


def check_offer_purchase(state: "State", seat: i64, code: i64) -> Refusal | None:
    """Why a tile beside the market cannot be bought like this (14.2)."""
    tile = a.tile_of(code)
    name = TILES[tile].name
    if not any(contains(module.on_offer(), tile) for module in state.modules):
        return Refusal("14.2", f"{name} does not lie beside the market")
    currency = state.book.currency[tile]
    beside = state.market[currency]
    if beside < 0:
        return Refusal("14.2", f"{name} cannot be bought while the slot of its currency is empty")
    return check_payment(state, seat, currency, a.purse_of(code), state.book.price[beside], True)


def check_payment(
    state: "State", seat: i64, currency: i64, purse: i64, price: i64, exact: bool
) -> Refusal | None:
    """Why these cards do not pay this price."""
    name = CURRENCIES[currency]
    hand = state.players[seat].hand[currency]
    if not holds(hand, purse):
        return Refusal("5.1", f"the hand holds {purse_size(hand)} {name} cards, and not all of those offered")
    paid = purse_total(purse)
    if paid < price:
        return Refusal("5.1", f"pays {paid} of {price} {name}")
    if exact and paid != price:
        return Refusal("5.3", f"pays {paid} where exactly {price} {name} are due")
    return None


def _check_redesign(state: "State", seat: i64, code: i64) -> Refusal | None:
    verb = a.verb_of(code)
    tile = a.tile_of(code)
    player = state.players[seat]
    city = player.city
    if verb == a.REMOVE:
        return _check_remove(city, tile)
    if not contains(player.reserve, tile):
        return Refusal("6.1" if verb == a.BUILD else "6.3", f"{TILES[tile].name} is not in the reserve")
    if verb == a.BUILD:
        return check_square(state, city, tile, a.x_of(code), a.y_of(code))
    return _check_exchange(state, city, tile, a.x_of(code), a.y_of(code))


def _check_remove(city: City, tile: i64) -> Refusal | None:
    name = TILES[tile].name
    index = city.cell_of(tile)
    if index < 0:
        return Refusal("6.2", f"{name} is not in the city")
    if index == city.index(0, 0):
        return Refusal("6.4", "the start tile never moves")
    if contains(city.removable(), index):
        return None
    if city.opens_hole(index):
        return Refusal("8.5", f"without {name} there would be a hole")
    if city.holds_up_camp(index):
        return Refusal("13.2", f"a camp is joined to the city by {name} alone")
    return Refusal("8.3", f"tiles are reached on foot only through {name}")


def _check_exchange(state: "State", city: City, tile: i64, x: i64, y: i64) -> Refusal | None:
    old = city.tile_at(x, y)
    if old < 0:
        return Refusal("6.3", f"there is no tile at ({x},{y})")
    index = city.index(x, y)
    if index == city.index(0, 0):
        return Refusal("6.4", "the start tile never moves")
    join = state.book.join[tile]
    if city.fits_instead(index, state.book.marks[tile], join):
        return None
    clash = _side_clash(city, index, state.book.marks[tile], join)
    return _not_joined(join, x, y) if clash is None else clash


def check_square(state: "State", city: City, tile: i64, x: i64, y: i64) -> Refusal | None:
    """Why a tile cannot be laid on a square (8, 13.2)."""
    other = city.tile_at(x, y)
    if other >= 0:
        return Refusal("8.6", f"{TILES[other].name} stands at ({x},{y})")
    index = city.index(x, y)
    if index < 0 or ring_of(city.cells[index]) & RING_ORTHOGONAL == 0:
        return Refusal("8.4", f"({x},{y}) shares no side with the city")
    marks = state.book.marks[tile]
    join = state.book.join[tile]
    if city.fits(index, marks, join):
        return None
    clash = _side_clash(city, index, marks, join)
    if clash is not None:
        return clash
    if joined_sides(city.cells[index], join) == 0:
        return _not_joined(join, x, y)
    return Refusal("8.5", f"a tile at ({x},{y}) cuts empty squares off from the outside")


def _not_joined(join: i64, x: i64, y: i64) -> Refusal:
    if join == BY_BASTION:
        return Refusal("13.2", f"no bastion touches a wall at ({x},{y})")
    return Refusal("8.3", f"({x},{y}) cannot be reached on foot")


def _side_clash(city: City, index: i64, marks: i64, join: i64) -> Refusal | None:
    """The first side that does not match what it touches."""
    for side in range(4):
        cell = city.cells[city.neighbour(index, side)]
        if cell & TILE == 0:
            continue
        marked = (marks >> side) & 1 == 1
        facing = has_wall(cell, side ^ 2)
        camp_beside = join_of(cell) == BY_BASTION
        where = f"on side {SIDES[side]} at ({city.x_of(index)},{city.y_of(index)})"
        if join == BY_BASTION or camp_beside:
            both_camps = join == BY_BASTION and camp_beside
            if both_camps and (marked or facing):
                return Refusal("13.2", f"camps touch only without bastions, not so {where}")
            if not both_camps and not (marked and facing):
                return Refusal(
                    "13.2", f"a camp and another tile touch only as bastion and wall, not so {where}"
                )
        elif marked != facing:
            what = "wall meets open side" if marked else "open side meets wall"
            return Refusal("8.2", f"{what} {where}")
    return None


def _check_placing(state: "State", seat: i64, code: i64, final: bool) -> Refusal | None:
    tile = a.tile_of(code)
    player = state.players[seat]
    if not contains(player.aside, tile):
        return Refusal("7.1", f"{TILES[tile].name} was not set aside")
    verb = a.verb_of(code)
    if verb == a.PLACE:
        return check_square(state, player.city, tile, a.x_of(code), a.y_of(code))
    if verb == a.GIVE and len(state.players) > 2:
        return Refusal("7.2", "there is a Dirk only with two players")
    if verb == a.GIVE and final:
        return Refusal("10.2", "at the end of the game no tile goes to Dirk")
    return kept_from_dirk(state, tile) if verb == a.GIVE else None
