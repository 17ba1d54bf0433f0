"""Do sets give every bot every seat with the same deal, and no bot a deal it knows?"""

from collections import Counter

import pytest

from arena.match.duplicates import SETS_AT_A_TIME, seat_orders, seatings


@pytest.mark.parametrize(("bots", "games"), [(2, 2), (3, 6), (4, 4), (5, 5), (6, 6)])
def test_every_bot_has_every_seat_equally_often(bots: int, games: int) -> None:
    orders = seat_orders(bots)
    assert len(orders) == games == len(set(orders))
    seats = Counter((seat, bot) for order in orders for seat, bot in enumerate(order))
    assert set(seats.values()) == {games // bots}
    assert len(seats) == bots * bots


@pytest.mark.parametrize("bots", [2, 3, 4, 5, 6])
def test_a_match_is_made_of_sets(bots: int) -> None:
    size = len(seat_orders(bots))
    games = seatings(bots, 12 * size, b"seed")
    assert sorted(game.game for game in games) == list(range(1, 12 * size + 1))
    by_set: dict[int, list[bytes]] = {}
    for game in games:
        by_set.setdefault(game.set, []).append(game.seed)
    assert all(len(seeds) == size and len(set(seeds)) == 1 for seeds in by_set.values())
    assert len({seeds[0] for seeds in by_set.values()}) == 12
    assert len({game.salt for game in games}) == len(games)


def test_games_with_the_same_deal_are_not_played_in_a_row() -> None:
    games = seatings(2, 40, b"seed")
    places: dict[int, list[int]] = {}
    for place, game in enumerate(games):
        places.setdefault(game.set, []).append(place)
    assert all(second - first == SETS_AT_A_TIME for first, second in places.values())


def test_a_set_that_was_begun_keeps_its_deal() -> None:
    known = {1: b"the deal of before"}
    games = seatings(2, 4, b"another seed", known)
    assert [game.seed == b"the deal of before" for game in sorted(games, key=lambda game: game.game)] == [
        True,
        True,
        False,
        False,
    ]


def test_the_seed_decides() -> None:
    assert seatings(3, 12, b"a") == seatings(3, 12, b"a")
    assert seatings(3, 12, b"a") != seatings(3, 12, b"b")
