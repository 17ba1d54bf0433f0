"""Is the run that a tile would join the same, walked once for all tiles or for this one alone?"""

import pytest

from arena.rules import GameConfig
from arena.rules.city import City, new_city
from arena.rules.components import BOOK, tile_named
from arena.rules.wall import longest_wall, run_with, runs
from arena.search.wall_runs import best_run, run_at
from tests.rules.games import MODULES, played

ALL = "+".join(["classic", *MODULES])
MARKS = range(15)  # nothing is walled all round


def squares(city: City, marks: int) -> list[int]:
    """The cells that a tile on foot with these walls fits."""
    return [int(index) for index in city.frontier if city.fits(index, marks, 0)]


def check(city: City) -> int:
    """Compare all tiles on all squares; how many runs there were to join."""
    joined = 0
    for marks in MARKS:
        fitting = squares(city, marks)
        alone = [run_with(city, index, marks) for index in fitting]
        assert [run_at(city, index, marks) for index in fitting] == alone
        assert best_run(city, marks) == max(alone, default=-1)
        assert best_run(city, marks) == max(alone, default=-1)
        joined += sum(run > marks.bit_count() for run in alone)
    return joined


@pytest.mark.parametrize("rules", ["classic,players=2", f"{ALL},players=3", "red-palace,players=2"])
def test_a_run_on_each_square_in_lively_games(rules: str) -> None:
    """9.4, 13.5: as tiles come and go; and looking changes nothing."""
    joined = 0
    for seed in range(3):
        for number, state in enumerate(played(GameConfig.parse(rules), seed)):
            if number % 3 == 0:
                before = state.to_bytes()
                joined += sum(check(player.city) for player in state.players)
                assert state.to_bytes() == before
    assert joined > 1000


@pytest.mark.parametrize("rules", ["classic,players=3", f"{ALL},players=4", "red-palace,players=3"])
def test_the_wall_is_known_from_the_one_before(rules: str) -> None:
    """9.4: asked after every action it is the longest of all runs, as it is when it is asked for the first time."""
    known = 0
    for seed in range(6):
        for state in played(GameConfig.parse(rules), 40 + seed):
            for player in state.players:
                known += player.city.wall < 0 <= player.city.wall_before
                longest = max((len(run) for run in runs(player.city)), default=0)
                assert longest_wall(player.city) == longest == longest_wall(player.city.copy())
    assert known > 50


def test_a_run_that_leads_back_to_the_tile() -> None:
    """9.4: around the last square of three by three all else is walled, ten segments long."""
    city = new_city()
    for x, y, name in [
        (0, 1, "tower-11-N"),
        (-1, 1, "arcades-5-NW"),
        (-1, 0, "seraglio-7-W"),
        (-1, -1, "seraglio-5-SW"),
        (0, -1, "seraglio-8-S"),
        (1, -1, "tower-9-ES"),
        (1, 0, "pavilion-7-E"),
    ]:
        city.put(BOOK, tile_named(name).id, x, y)
    last = city.index(1, 1)
    assert [run_at(city, last, marks) for marks in (0, 1, 2, 3)] == [0, 11, 11, 12]
    assert check(city) > 0
