"""Where may a tile stand (rule 8)?"""

import pytest

from arena.rules import TILES, ActionError
from tests.rules.positions import CityPlan, do, plan, position, refused, row, texts

DISPLAY = ["denar-1", "dirham-2", "ducat-3", "florin-4"]
MARKET = ["pavilion-2-NEW", "pavilion-3-SW", "pavilion-4-ES", "pavilion-5-NW"]
AROUND = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}
OPPOSITE = {"N": "S", "E": "W", "S": "N", "W": "E"}
ONE_WALL = {"N": "tower-11-N", "E": "tower-13-E", "S": "tower-11-S", "W": "tower-10-W"}
OTHER_WALL = {"N": "garden-10-N", "E": "garden-9-E", "S": "garden-12-S", "W": "garden-10-W"}

# The squares round (1,1), the fountain at (0,0) being one of them: seven tiles leave one gap.
RING: CityPlan = {
    (1, 0): "pavilion-8",
    (2, 0): "seraglio-9",
    (2, 1): "garden-10",
    (2, 2): "chambers-10",
    (1, 2): "chambers-11",
    (0, 2): "garden-11",
    (0, 1): "arcades-9",
}


def without(city: CityPlan, *squares: tuple[int, int]) -> CityPlan:
    """A city with some squares left empty."""
    return {square: tile for square, tile in city.items() if square not in squares}


def refusals(city: CityPlan, tile: str, square: tuple[int, int]) -> set[str]:
    """What refuses a tile, bought or from the reserve, on a square; {""} if it may stand there both ways."""
    x, y = square
    bought = position(cities=[city], aside=[[tile]], placing=True)
    kept = position(cities=[city], reserves=[[tile]])
    offered = {
        f"place {tile} at {x},{y}" in texts(bought),
        f"build {tile} at {x},{y}" in texts(kept),
    }
    rules = {refused(bought, f"place {tile} at {x},{y}"), refused(kept, f"build {tile} at {x},{y}")}
    assert offered == {rules == {""}}
    return rules


@pytest.mark.parametrize(
    ("city", "tile", "square", "rule"),
    [
        ({(1, 0): "chambers-10"}, "tower-11-S", (0, 1), "8.2"),
        ({(1, 0): "pavilion-7-E"}, "garden-11", (2, 0), "8.2"),
        ({(1, 0): "pavilion-7-E"}, "tower-10-W", (2, 0), "8.3"),
        ({(1, 0): "chambers-10"}, "garden-11", (2, 1), "8.4"),
        (without(RING, (0, 1)), "arcades-10", (0, 1), "8.5"),
    ],
    ids=["turned", "wall-to-open", "not-on-foot", "corner-only", "arcades-hole"],
)
def test_the_pictured_illegal_placements(
    city: CityPlan, tile: str, square: tuple[int, int], rule: str
) -> None:
    """8.1, 8.2, 8.3, 8.4, 8.5: the combinations that the books show as not allowed, each with its rule."""
    assert refusals(city, tile, square) == {rule}


def test_tiles_are_never_turned() -> None:
    """8.1 A wall stays on its side: of the four squares beside the fountain a one-walled tile fits on three."""
    for side, (x, y) in AROUND.items():
        tile = ONE_WALL[OPPOSITE[side]]
        assert refusals({}, tile, (x, y)) == {"8.2"}
        others = {f"place {tile} at {a},{b}" for other, (a, b) in AROUND.items() if other != side}
        state = position(aside=[[tile]], placing=True)
        assert {text for text in texts(state) if text.startswith("place")} == others


def test_moving_does_not_turn_a_tile() -> None:
    """8.1 A tile that was removed and built again elsewhere has its walls where it had them."""
    state = position(cities=[{(0, 1): "tower-9-NE"}, {}, {}], market=MARKET, display=DISPLAY)
    do(state, "remove tower-9-NE", "take denar-1", "take dirham-2")
    assert refused(state, "build tower-9-NE at 0,-1") == "8.2"
    assert refused(state, "build tower-9-NE at -1,0") == "8.2"
    do(state, "build tower-9-NE at 1,0")
    assert [placed.tile.walls for placed in state.observe(0).seats[0].city if placed.x == 1] == ["NE"]


@pytest.mark.parametrize(
    "text", ["place tower-11-N at 0,1 turned", "place tower-11-E at 0,1", "turn tower-11-N"]
)
def test_there_is_no_way_to_say_turned(text: str) -> None:
    """8.1 No action turns a tile, and a turned tile has no name."""
    with pytest.raises(ActionError):
        do(position(aside=[["tower-11-N"]], placing=True), text)


@pytest.mark.parametrize("side", ["N", "E", "S", "W"])
def test_touching_sides_are_alike(side: str) -> None:
    """8.2 On each side: an open side does not fit a wall, nor a wall an open side; two open sides fit."""
    x, y = AROUND[side]
    walled, opened = {(x, y): ONE_WALL[side]}, {(x, y): "chambers-10"}
    square = (2 * x, 2 * y)
    assert refusals(walled, "garden-11", square) == {"8.2"}
    assert refusals(opened, ONE_WALL[OPPOSITE[side]], square) == {"8.2"}
    assert refusals(opened, "garden-11", square) == {""}
    assert refusals(opened, ONE_WALL[side], square) == {""}


def test_two_walls_may_touch() -> None:
    """8.2 Two walls may touch if the tile is joined by an open side elsewhere; every touching side is looked at."""
    city: CityPlan = {(1, 0): "arcades-8-N", (0, 1): "garden-10"}
    assert refusals(city, "tower-11-S", (1, 1)) == {""}
    assert refusals(city, "tower-11", (1, 1)) == {"8.2"}
    assert refusals(city, "pavilion-3-SW", (1, 1)) == {"8.2"}
    assert refusals(city, "tower-11-N", (1, 1)) == {"8.2"}


@pytest.mark.parametrize("side", ["N", "E", "S", "W"])
def test_on_foot_from_the_fountain(side: str) -> None:
    """8.3 A tile that touches the city with walls alone cannot be reached on foot, on whichever side."""
    x, y = AROUND[side]
    city = {(x, y): ONE_WALL[side]}
    assert refusals(city, OTHER_WALL[OPPOSITE[side]], (2 * x, 2 * y)) == {"8.3"}


def test_the_way_on_foot_may_be_long() -> None:
    """8.3 It is enough that some way leads there: round the wall to a tile that stands right behind it."""
    city: CityPlan = {(1, 0): "tower-13-E", (0, 1): "garden-11", (1, 1): "garden-10", (2, 1): "chambers-11"}
    assert refusals(city, "tower-10-W", (2, 0)) == {""}
    assert refusals(without(city, (2, 1)), "tower-10-W", (2, 0)) == {"8.3"}


@pytest.mark.parametrize(
    "square", [(1, 1), (-1, 1), (1, -1), (-1, -1), (2, 0), (0, -2), (7, 7), (60, -60), (127, 127)]
)
def test_a_side_in_common(square: tuple[int, int]) -> None:
    """8.4 A tile shares a side with the city: not a corner alone, and not nothing."""
    assert refusals({}, "garden-11", square) == {"8.4"}


def test_the_four_squares_beside_the_fountain() -> None:
    """8.4 Beside the fountain there are four squares for an open tile, and after one is built six in all."""
    assert len(texts(position(aside=[["garden-11"]], placing=True))) == 4 + 1
    state = position(cities=[{(1, 0): "garden-10"}], aside=[["garden-11"]], placing=True)
    assert {text for text in texts(state) if text.startswith("place")} == {
        f"place garden-11 at {square}" for square in ("0,1", "-1,0", "0,-1", "1,1", "2,0", "1,-1")
    }


@pytest.mark.parametrize("gap", [(1, 0), (2, 1), (1, 2), (0, 1)])
def test_no_hole_of_one_square(gap: tuple[int, int]) -> None:
    """8.5 A ring round an empty square may not be closed, whichever of its four sides comes last."""
    assert refusals(without(RING, gap), "arcades-10", gap) == {"8.5"}
    assert refusals(without(RING, gap), "arcades-10", (1, 1)) == {""}


def test_corners_do_not_lead_outside() -> None:
    """8.5 An empty square with tiles on its four sides is a hole, even if the square across its corner is empty."""
    city = without(RING, (2, 2), (1, 2))
    assert refusals(city, "arcades-10", (1, 2)) == {"8.5"}
    assert refusals(without(city, (2, 0), (2, 1)), "arcades-10", (1, 2)) == {""}


def test_no_larger_hole() -> None:
    """8.5 Two empty squares may not be cut off either; while they are open to the outside all is well."""
    city: CityPlan = {
        (1, 0): "pavilion-8",
        (2, 0): "seraglio-9",
        (3, 0): "tower-11",
        (3, 1): "garden-10",
        (3, 2): "chambers-10",
        (2, 2): "chambers-11",
        (0, 1): "arcades-9",
        (0, 2): "garden-11",
    }
    assert refusals(city, "arcades-10", (1, 2)) == {"8.5"}
    assert refusals(without(city, (2, 2)), "arcades-10", (1, 2)) == {""}
    assert refusals(without(city, (3, 1), (3, 2), (2, 2)), "arcades-10", (1, 2)) == {""}


def test_a_bay_may_be_filled_but_not_shut() -> None:
    """8.5 In a bay two deep a tile at its mouth would cut off the square behind; one at its end, or later both, is legal."""
    bay: CityPlan = {
        (1, 0): "pavilion-8",
        (2, 0): "seraglio-9",
        (0, 1): "garden-10",
        (0, 2): "garden-11",
        (2, 1): "chambers-10",
        (2, 2): "chambers-11",
    }
    assert refusals(bay, "arcades-10", (1, 2)) == {"8.5"}
    assert refusals(bay, "arcades-10", (1, 1)) == {""}
    assert refusals({**bay, (1, 1): "arcades-10"}, "arcades-9", (1, 2)) == {""}


@pytest.mark.parametrize("square", [(0, 0), (1, 0), (2, 0)])
def test_one_tile_a_square(square: tuple[int, int]) -> None:
    """8.6 No tile comes where another stands, the fountain included."""
    assert refusals({(1, 0): "garden-10", (2, 0): "chambers-10"}, "garden-11", square) == {"8.6"}


@pytest.mark.parametrize(
    ("direction", "tile", "wall"),
    [
        ((1, 0), "garden-10-N", 60),
        ((-1, 0), "garden-12-S", 60),
        ((0, 1), "garden-9-E", 60),
        ((0, -1), "garden-10-W", 60),
    ],
)
def test_a_straight_line_of_60_tiles(direction: tuple[int, int], tile: str, wall: int) -> None:
    """8.6 The grid has no edge: 60 tiles in a straight line stand, score and can be built on, in every direction."""
    x, y = direction
    line = {(n * x, n * y): tile for n in range(1, 60)}
    state = position(
        cities=[line], reserves=[[tile, "tower-11"]], display=DISPLAY[:3], deck=["scoring-1"], market=MARKET
    )
    assert f"build {tile} at {60 * x},{60 * y}" in texts(state)
    assert refused(state, f"build {tile} at {61 * x},{61 * y}") == "8.4"
    do(state, f"build {tile} at {60 * x},{60 * y}")
    assert plan(state, 0) == {(n * x, n * y): tile for n in range(1, 61)}
    assert row(state, "wall") == (wall, 0, 0)


def test_a_line_grows_tile_by_tile() -> None:
    """8.6 Built one after the other from the reserve, the line goes on as long as there are tiles."""
    open_to_both_ends = [
        tile.name for tile in TILES if tile.group == "building" and tile.walls in ("", "N", "S")
    ]
    tiles = [*open_to_both_ends, "tower-13-E"]
    assert len(tiles) == 19
    state = position("classic,players=2", display=["denar-9"], market=MARKET, reserves=[tiles])
    for n, tile in enumerate(tiles, start=1):
        do(state, f"build {tile} at {n},0")
        do(state, texts(state)[0])
    assert plan(state, 0) == {(n, 0): tile for n, tile in enumerate(tiles, start=1)}


@pytest.mark.parametrize(
    "square", ["128,0", "0,-128", "1000000,0", "0,99999999999999999999", "x,0", "1.5,0", "1"]
)
def test_squares_that_cannot_be_written(square: str) -> None:
    """8.6 No city can come near squares beyond 127, so such a text is no action and no crash."""
    with pytest.raises(ActionError):
        do(position(reserves=[["tower-11"]]), f"build tower-11 at {square}")
