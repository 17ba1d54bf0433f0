"""Where are the guards, what do they pay for, and what do they score? (rules 17.7, 17.8, 17.10, 17.13)

A post is a tile times four plus a side (N, E, S, W).
"""

from typing import TYPE_CHECKING

from librt.vecs import append, vec
from mypy_extensions import i64

from arena.rules.bits import bit
from arena.rules.cells import TILE
from arena.rules.city import City
from arena.rules.codes import UNKNOWN
from arena.rules.components import BY_BASTION
from arena.rules.event import MANNED, POINTS_PAID, STATIONED, Event
from arena.rules.palace.parts import (
    DUE_MASK,
    MOVING_SHIFT,
    PAYING,
    STAND_POINTS,
    STANDS,
    TOWERS,
    ones,
    post_side,
    post_tile,
)
from arena.rules.steps import step_detail, step_kind, step_of, step_seat
from arena.rules.values import replaced
from arena.rules.wall import runs

if TYPE_CHECKING:
    from arena.rules.palace.edition import Palace
    from arena.rules.state import State


def towers_of(tile: i64) -> i64:
    """How many guard towers a tile has."""
    return ones(TOWERS[tile])


def station(palace: "Palace", state: "State", number: i64) -> None:
    """Guards go from the supply to the stands, as far as it goes (17.15)."""
    number = min(number, palace.supply)
    if number > 0:
        palace.supply -= number
        _stand(palace, state, number)


def _stand(palace: "Palace", state: "State", number: i64) -> None:
    palace.stood += number
    if state.recording:
        state.record(Event(STATIONED, number=int(number)))


def man(palace: "Palace", state: "State", seat: i64, tile: i64) -> None:
    """A tile gets a guard on each tower, as far as the supply goes (17.7)."""
    towers = TOWERS[tile]
    if towers == 0 or palace.supply == 0:
        return
    while ones(towers) > palace.supply:
        towers &= towers - 1
    number = ones(towers)
    palace.supply -= number
    palace.guards = replaced(palace.guards, tile, towers)
    if palace.owned[seat] != UNKNOWN:
        palace.owned[seat] += number
    if state.recording:
        state.record(Event(MANNED, int(seat), tile=int(tile), number=int(number)))


def guards_owned(palace: "Palace", state: "State", seat: i64) -> i64:
    """How many guards a player has in city and reserve. Their tiles stay there, so that only guards that come and go change it."""
    if palace.owned[seat] == UNKNOWN:
        palace.owned[seat] = len(manned_posts(palace, state, seat))
    return palace.owned[seat]


def guards_due(step: i64) -> i64:
    """How many guards a pending step asks for; 0 if it asks for something else."""
    return step_detail(step) & DUE_MASK if step_kind(step) == PAYING else 0


def own_tiles(state: "State", seat: i64) -> vec[i64]:
    """The tiles of a player's city, as the city has them, then those of the reserve; no camps."""
    player = state.players[seat]
    tiles = vec[i64]()
    for spot in player.city.spots:
        tile = (player.city.cells[spot] & TILE) - 1
        if state.book.join[tile] != BY_BASTION:
            tiles = append(tiles, tile)
    for tile in player.reserve:
        if state.book.join[tile] != BY_BASTION:
            tiles = append(tiles, tile)
    return tiles


def manned_posts(palace: "Palace", state: "State", seat: i64) -> vec[i64]:
    """Where the guards of a player stand."""
    player = state.players[seat]
    cells = player.city.cells
    guards = palace.guards
    posts = vec[i64]()
    for spot in player.city.spots:
        tile = (cells[spot] & TILE) - 1
        if guards[tile]:
            posts = _with_sides(posts, tile, guards[tile])
    for tile in player.reserve:
        if guards[tile]:
            posts = _with_sides(posts, tile, guards[tile])
    return posts


def free_posts(palace: "Palace", state: "State", seat: i64) -> vec[i64]:
    """The walled sides of a player's tiles where none stands (17.11, captain)."""
    posts = vec[i64]()
    for tile in own_tiles(state, seat):
        posts = _with_sides(posts, tile, state.book.marks[tile] & ~palace.guards[tile])
    return posts


def _with_sides(posts: vec[i64], tile: i64, sides: i64) -> vec[i64]:
    side: i64
    for side in range(4):
        if (sides >> side) & 1:
            posts = append(posts, tile * 4 + side)
    return posts


def is_manned(palace: "Palace", post: i64) -> bool:
    """Whether a guard stands there."""
    return (palace.guards[post_tile(post)] >> post_side(post)) & 1 == 1


def shift_guard(palace: "Palace", seat: i64, post: i64) -> None:
    """A guard of a player leaves this post, or comes to it if there is none."""
    tile = post_tile(post)
    if palace.owned[seat] != UNKNOWN:
        if is_manned(palace, post):
            palace.owned[seat] -= 1
        else:
            palace.owned[seat] += 1
    palace.guards = replaced(palace.guards, tile, palace.guards[tile] ^ bit(post_side(post)))


def points_a_guard(state: "State") -> i64:
    """What is paid instead of a guard (17.10)."""
    if not state.scorings:
        return 1
    return 1 + state.scorings[-1]


def can_pay(state: "State", seat: i64, guards: i64, cost: i64, together: bool) -> bool:
    """Whether a player with these guards can pay for abilities: one at this cost, or this many that cost one each.

    Only who has no guard at all pays in points, all or none; the second of two abilities can find a player so (17.10).
    """
    if guards >= cost:
        return True
    if guards > 0 and not together:
        return False
    return state.players[seat].score >= (cost - guards) * points_a_guard(state)


def charge(palace: "Palace", state: "State", seat: i64, cost: i64, moving: i64) -> None:
    """Pay with guards, but not the one that is to move (a post, or -1); in points what there are no guards for (17.10)."""
    guards = guards_owned(palace, state, seat)
    if guards < cost:
        points = (cost - guards) * points_a_guard(state)
        state.players[seat].score -= points
        cost = guards
        if state.recording:
            state.record(Event(POINTS_PAID, int(seat), number=int(points)))
    if cost > 0:
        state.push(step_of(PAYING, seat, cost | ((moving + 1) << MOVING_SHIFT)))


def payable_posts(palace: "Palace", state: "State", step: i64) -> vec[i64]:
    """The guards that can be paid: all but the one that is to move."""
    moving = (step_detail(step) >> MOVING_SHIFT) - 1
    posts = vec[i64]()
    for post in manned_posts(palace, state, step_seat(step)):
        if post != moving:
            posts = append(posts, post)
    return posts


def payment_asks(palace: "Palace", state: "State", step: i64) -> bool:
    """Whether there is a choice which guards to pay; if not, they are paid."""
    posts = payable_posts(palace, state, step)
    due = step_detail(step) & DUE_MASK
    if len(posts) > due:
        return True
    state.pop()
    for post in posts:
        shift_guard(palace, step_seat(step), post)
    _stand(palace, state, len(posts))
    return False


def pay_guard(palace: "Palace", state: "State", post: i64) -> None:
    """A guard goes from its post to the stands; more may be due."""
    step = state.top()
    state.pop()
    shift_guard(palace, step_seat(step), post)
    _stand(palace, state, 1)
    if step_detail(step) & DUE_MASK > 1:
        state.push(step_of(PAYING, step_seat(step), step_detail(step) - 1))


def last_stand(palace: "Palace") -> i64:
    """The number in the row of the stand that holds the rightmost guard, 1 to 8; 0 if none stands there (17.8)."""
    if palace.stood == 0:
        return 0
    left = palace.stood
    number: i64
    for number in range(STANDS - 1):
        left -= palace.stands[number]
        if left <= 0:
            return number + 1
    return STANDS


def guard_points(palace: "Palace", city: City) -> i64:
    """What the guards on the longest wall are worth; of equal walls the one with more guards counts (17.13)."""
    stand = last_stand(palace)
    if stand == 0:
        return 0
    longest: i64 = 0
    most: i64 = 0
    for run in runs(city):
        length: i64 = len(run)
        if length >= longest:
            standing: i64 = 0
            for side in run:
                tile = (city.cells[post_tile(side)] & TILE) - 1
                standing += (palace.guards[tile] >> post_side(side)) & 1
            most = standing if length > longest else max(most, standing)
            longest = length
    return most * STAND_POINTS[stand - 1]
