"""Do the falcons stand where a plain account of the actions says they do?"""

from random import Random

import pytest

from arena.rules import Action, State

from .play import TABLES, choose, start
from .views import Falcon, Square, city_of, falcons_of, shown

WITH_FALCONS = [table for table in TABLES if "falconers" in table]


@pytest.mark.parametrize("table", WITH_FALCONS)
def test_15_4_falcons_leave_with_their_tiles(table: str) -> None:
    """15.1, 15.4: the falcons at the corners of a tile removed or exchanged go back to the supply, and no others."""
    rng = Random(f"falcons {table}")
    state = start(rng, table)
    expected: list[set[Falcon]] = [set() for _ in range(state.config.players)]
    while not state.is_over:
        action = choose(rng, state, builder=rng.random() < 0.8)
        expected[state.seat] = falcons_after(state, action, expected[state.seat])
        state.apply(action)
        obs = state.observe(None)
        assert [set(falcons_of(obs, seat)) for seat in range(state.config.players)] == expected
        supply = shown(obs)["falcon_supply"]
        assert isinstance(supply, tuple)
        assert len(supply) == 15 - sum(len(one) for one in expected)


def falcons_after(state: State, action: Action, standing: set[Falcon]) -> set[Falcon]:
    """The falcons of the seat that decides, once it has done this."""
    verb, *rest = str(action).split(" ")
    if verb == "falcon":
        return standing | {(rest[0], square_named(rest[2]))}
    if verb == "remove":
        city = city_of(state.observe(None).seats[state.seat].city)
        left = next(square for square, one in city.items() if one.name == rest[0])
    elif verb == "exchange":
        left = square_named(rest[2])
    else:
        return standing
    x, y = left
    corners = [(x, y), (x - 1, y), (x, y - 1), (x - 1, y - 1)]
    return {falcon for falcon in standing if falcon[1] not in corners}


def square_named(text: str) -> Square:
    """The square or corner written as in an action."""
    x, y = text.split(",")
    return int(x), int(y)
