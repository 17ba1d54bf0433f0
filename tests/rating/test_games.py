"""Are games taken in as they were played, and wrong columns refused by name?"""

from typing import Any

import numpy as np
import pytest

from arena.rating.games import Games

COLUMNS: dict[str, Any] = {
    "game": np.array([7, 7, 9, 9, 9]),
    "deal": np.array([1, 1, 2, 2, 2]),
    "bot": np.array([0, 1, 0, 1, 2]),
    "rank": np.array([1, 2, 3, 1, 1]),
}


def test_rows_are_sorted_by_game_and_bot() -> None:
    order = [4, 1, 2, 0, 3]
    games = Games.of(3, **{name: column[order] for name, column in COLUMNS.items()})
    for name, column in COLUMNS.items():
        np.testing.assert_array_equal(getattr(games, name), column)
    np.testing.assert_array_equal(games.starts, [0, 2])


def test_faulted_seat_stands_behind_all_others() -> None:
    games = Games.of(3, **COLUMNS, faulted=np.array([True, False, False, True, False]))
    assert games.rank.tolist() == [np.inf, 2.0, 3.0, np.inf, 1.0]


def test_void_game_is_not_rated() -> None:
    games = Games.of(3, **COLUMNS, void=np.array([True, True, False, False, False]))
    assert games.rated().game.tolist() == [9, 9, 9]
    assert len(games.rated().game) == 3


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"bot": np.array([0, 1, 0, 1, 3])}, "bot goes from 0 to 3, but there are 3 bots"),
        ({"bot": np.array([0, -1, 0, 1, 2])}, "bot goes from -1 to 2, but there are 3 bots"),
        ({"rank": np.array([1.0, 2.0, np.nan, 1.0, 2.0])}, "rank in game 9 is not a number"),
        ({"deal": np.array([1, 1, 2, 2, 3])}, "deal differs between the seats of game 9"),
        ({"void": np.array([True, False, False, False, False])}, "void differs between the seats of game 7"),
        ({"game": np.array([7, 8, 9, 9, 9])}, "game 7 has one seat, but a game has two or more"),
        ({"rank": np.array([1.0, 2.0])}, "rank has 2 entries, but there are 5 seats"),
    ],
)
def test_wrong_column_is_named(change: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Games.of(3, **(COLUMNS | change))
