"""Does every bot have every seat, and does no bot play a deal that it knows or could guess?"""

from collections import Counter
from collections.abc import Callable
from hashlib import sha256

import pytest

from arena.match.deals import (
    SETS_AT_A_TIME,
    Dealing,
    Seating,
    duplicate_deals,
    fresh_deals,
    missing_games,
    seat_orders,
)
from arena.record import commitment_of


@pytest.mark.parametrize(("bots", "games"), [(2, 2), (3, 6), (4, 4), (5, 5), (6, 6)])
def test_every_bot_has_every_seat_equally_often(bots: int, games: int) -> None:
    orders = seat_orders(bots)
    assert len(orders) == games == len(set(orders))
    seats = Counter((seat, bot) for order in orders for seat, bot in enumerate(order))
    assert set(seats.values()) == {games // bots}
    assert len(seats) == bots * bots


@pytest.mark.parametrize("bots", [2, 3, 4, 5, 6])
def test_duplicate_deals_are_played_in_every_seat_order(bots: int) -> None:
    size = len(seat_orders(bots))
    games = duplicate_deals(bots, 12 * size, b"seed")
    assert sorted(game.game for game in games) == list(range(1, 12 * size + 1))
    by_set: dict[int, list[bytes]] = {}
    for game in games:
        by_set.setdefault(game.set, []).append(game.seed)
    assert all(len(seeds) == size and len(set(seeds)) == 1 for seeds in by_set.values())
    assert len({seeds[0] for seeds in by_set.values()}) == 12
    assert len({game.salt for game in games}) == len(games)


@pytest.mark.parametrize("bots", [2, 3, 4, 5, 6])
def test_fresh_deals_are_played_once_and_the_seats_take_turns(bots: int) -> None:
    size = len(seat_orders(bots))
    games = fresh_deals(bots, 3 * size, b"seed")
    assert [game.game for game in games] == list(range(1, 3 * size + 1))
    assert len({game.seed for game in games}) == len({game.salt for game in games}) == 3 * size
    for set in (1, 2, 3):
        assert sorted(game.order for game in games if game.set == set) == sorted(seat_orders(bots))


def test_a_fresh_deal_is_not_one_of_those_used_before() -> None:
    first = fresh_deals(2, 4, b"seed")
    again = fresh_deals(2, 4, b"seed", {game.seed for game in first})
    assert not {game.seed for game in first} & {game.seed for game in again}


def test_games_with_the_same_deal_are_not_played_in_a_row() -> None:
    games = duplicate_deals(2, 40, b"seed")
    places: dict[int, list[int]] = {}
    for place, game in enumerate(games):
        places.setdefault(game.set, []).append(place)
    assert all(second - first == SETS_AT_A_TIME for first, second in places.values())


def test_a_set_that_was_begun_keeps_its_deal() -> None:
    known = {1: b"the deal of before"}
    games = duplicate_deals(2, 4, b"another seed", known)
    assert [game.seed == b"the deal of before" for game in sorted(games, key=lambda game: game.game)] == [
        True,
        True,
        False,
        False,
    ]


def test_a_game_knows_which_other_games_of_its_deal_are_to_come() -> None:
    """Of a set that is cut short too: the rest of it may be asked for later."""
    planned = duplicate_deals(2, 5, b"seed")
    still = {game.game: game.open for game in missing_games(planned, {1, 4}, Dealing.DUPLICATE)}
    assert still == {2: (), 3: (), 5: (6,)}
    fresh = missing_games(fresh_deals(3, 6, b"seed"), {2}, Dealing.FRESH)
    assert [(game.game, game.open) for game in fresh] == [(game, ()) for game in (1, 3, 4, 5, 6)]


@pytest.mark.parametrize("dealt", [duplicate_deals, fresh_deals])
def test_the_seed_decides(dealt: Callable[[int, int, bytes], list[Seating]]) -> None:
    def seeds(text: bytes) -> list[bytes]:
        return [game.seed for game in dealt(3, 12, text)]

    assert seeds(b"a") == seeds(b"a")
    assert seeds(b"a") != seeds(b"b")


def salt_of_old(match_seed: bytes, game: int) -> bytes:
    """The salt as it followed from the seed of the match."""
    return sha256(b"arena-salt\0" + match_seed + f"\0{game}".encode()).digest()[:16]


def guess(commitment: bytes, most: int) -> Seating | None:
    """What a bot can do with the commitment that it is told: try every number as the typed seed."""
    for number in range(most):
        typed = str(number).encode()
        game = duplicate_deals(2, 1, typed)[0]
        for salt in (game.salt, salt_of_old(typed, 1)):
            if commitment_of(game.seed, salt) == commitment:
                return game
    return None


def test_f15_a_typed_seed_is_not_guessed_from_the_commitment() -> None:
    """F15; the control: with a salt that follows from the seed, a bot knows the deal after 7,000 guesses."""
    (game,) = duplicate_deals(2, 1, b"6999")
    found = guess(commitment_of(game.seed, salt_of_old(b"6999", 1)), 7000)
    assert found is not None
    assert found.seed == game.seed
    assert guess(commitment_of(game.seed, game.salt), 7000) is None
