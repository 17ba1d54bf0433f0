"""Do the camps follow rules 13.1 to 13.3? What they are, where they may stand, and redesign round them."""

import pytest

from arena.rules import TILES, GameConfig, State, new_game
from tests.rules.positions import CityPlan, do, position, refused, texts

CAMPS = {
    "camp-4-N",
    "camp-5-E",
    "camp-6-S",
    "camp-7-W",
    "camp-8-NE",
    "camp-9-ES",
    "camp-10-SW",
    "camp-11-NW",
}

EAST_WALL = {(1, 0): "tower-13-E"}
# Twelve tiles round a yard of two by two squares, walled towards it; its lower left corner is the fountain.
RING = {
    (1, 0): "garden-10-N",
    (2, 0): "tower-11-N",
    (3, 0): "chambers-10",
    (3, 1): "tower-10-W",
    (3, 2): "garden-10-W",
    (3, 3): "chambers-11",
    (2, 3): "garden-12-S",
    (1, 3): "tower-11-S",
    (0, 3): "arcades-9",
    (0, 2): "garden-9-E",
    (0, 1): "tower-13-E",
}
YARD = {(1, 1): "camp-10-SW", (2, 1): "camp-9-ES", (1, 2): "camp-11-NW", (2, 2): "camp-8-NE"}


def placing(city: CityPlan, *tiles: str, rules: str = "classic+camps+bazaars+medina,players=3") -> State:
    """Seat 0 places these tiles in this city."""
    return position(rules, cities=(city,), aside=(tiles,), placing=True)


def redesigning(city: CityPlan, *reserve: str) -> State:
    """Seat 0 has this city and these tiles in reserve, and acts."""
    return position("classic+camps,players=3", cities=(city,), reserves=(reserve,))


def without(city: CityPlan, *squares: tuple[int, int]) -> dict[tuple[int, int], str]:
    """The city with some squares empty."""
    return {square: name for square, name in city.items() if square not in squares}


def test_13_1_eight_camps_with_prices_and_bastions() -> None:
    """13.1: prices 4 to 11; one bastion N, E, S, W up to 7, two at a right angle from 8 on."""
    camps = [tile for tile in TILES if tile.group == "camp"]
    assert {tile.name for tile in camps} == CAMPS
    assert [(tile.price, tile.walls) for tile in camps] == [
        (4, "N"),
        (5, "E"),
        (6, "S"),
        (7, "W"),
        (8, "NE"),
        (9, "ES"),
        (10, "SW"),
        (11, "NW"),
    ]


def test_13_1_camps_go_into_the_bag() -> None:
    """13.1: 54 + 8 tiles, four of them in the market; without the module 54."""
    for rules, tiles in (("classic+camps,players=3", 62), ("classic,players=3", 54)):
        state = new_game(GameConfig.parse(rules), seed=1)
        assert state.observe(None).bag_size == tiles - 4


def test_13_1_a_camp_is_bought_and_reserved_like_a_building() -> None:
    """13.1: camp-7-W in slot 1 costs 7 denar; it is set aside, put in the reserve, and built a turn later."""
    state = position(
        "classic+camps,players=2",
        market=("camp-7-W", None, None, None),
        display=("florin-9", "ducat-9", "dirham-9", "denar-9"),
        hands=(["denar-7"],),
        cities=(EAST_WALL,),
    )
    assert refused(state, "buy 1 with 6") == "5.1"
    do(state, "buy 1 with 7")
    assert state.observe(0).extra
    do(state, "take denar-9")
    assert texts(state) == ["place camp-7-W at 2,0", "reserve camp-7-W", "give camp-7-W"]
    do(state, "reserve camp-7-W", "take dirham-9")
    assert "build camp-7-W at 2,0" in texts(state)
    do(state, "build camp-7-W at 2,0")
    assert [(tile.tile.name, tile.x) for tile in state.observe(None).seats[0].city] == [
        ("fountain", 0),
        ("tower-13-E", 1),
        ("camp-7-W", 2),
    ]


def test_13_1_camps_are_of_no_kind() -> None:
    """13.1: a camp has no kind, so it takes part in no majority."""
    assert {tile.kind for tile in TILES if tile.group == "camp"} == {""}


@pytest.mark.parametrize(
    ("wall", "beside", "camp", "square"),
    [
        ("seraglio-8-S", (0, -1), "camp-4-N", (0, -2)),
        ("tower-10-W", (-1, 0), "camp-5-E", (-2, 0)),
        ("tower-11-N", (0, 1), "camp-6-S", (0, 2)),
        ("tower-13-E", (1, 0), "camp-7-W", (2, 0)),
        ("medina-6-E", (1, 0), "camp-7-W", (2, 0)),
        ("medina-9-N", (0, 1), "camp-10-SW", (0, 2)),
    ],
)
def test_13_2_a_bastion_joins_a_wall(
    wall: str, beside: tuple[int, int], camp: str, square: tuple[int, int]
) -> None:
    """13.2: on each of the four sides, against buildings and medinas."""
    x, y = square
    state = placing({beside: wall}, camp)
    assert texts(state) == [f"place {camp} at {x},{y}", f"reserve {camp}"]
    assert refused(state, f"place {camp} at {x},{y}") == ""


@pytest.mark.parametrize("camp", sorted(CAMPS))
def test_13_2_a_plain_side_against_a_wall_is_refused(camp: str) -> None:
    """13.2: east of a wall only camps with a bastion in the west may stand: 7-W, 10-SW and 11-NW."""
    fits = camp in ("camp-7-W", "camp-10-SW", "camp-11-NW")
    state = placing(EAST_WALL, camp)
    assert refused(state, f"place {camp} at 2,0") == ("" if fits else "13.2")
    assert texts(state) == ([f"place {camp} at 2,0"] if fits else []) + [f"reserve {camp}"]


@pytest.mark.parametrize("square", ["0,1", "-1,0", "0,-1", "1,1", "1,-1"])
def test_13_2_no_camp_touches_the_fountain_or_an_open_side(square: str) -> None:
    """13.2: neither with a bastion nor with a plain side."""
    state = placing(EAST_WALL, *CAMPS)
    assert {refused(state, f"place {camp} at {square}") for camp in CAMPS} == {"13.2"}


@pytest.mark.parametrize("tile", ["medina-10", "bazaar-dirham-seraglio-arcades-garden", "pavilion-8"])
def test_13_2_no_camp_touches_a_tile_without_walls(tile: str) -> None:
    """13.2: a medina or bazaar is a tile that is not a camp, and its open side takes no camp."""
    state = placing({(1, 0): tile}, *CAMPS)
    assert {refused(state, f"place {camp} at 2,0") for camp in CAMPS} == {"13.2"}


def test_13_2_a_second_bastion_needs_a_wall_too_where_it_touches() -> None:
    """13.2: in an inner corner both sides count: two bastions on two walls, or no camp."""
    two_walls = {**EAST_WALL, (1, 1): "garden-10", (2, 1): "seraglio-8-S"}
    state = placing(two_walls, *CAMPS)
    assert [camp for camp in sorted(CAMPS) if not refused(state, f"place {camp} at 2,0")] == ["camp-11-NW"]
    assert refused(state, "place camp-7-W at 2,0") == "13.2"
    wall_and_open = placing({**two_walls, (2, 1): "pavilion-8"}, *CAMPS)
    assert {refused(wall_and_open, f"place {camp} at 2,0") for camp in CAMPS} == {"13.2"}


@pytest.mark.parametrize(
    ("below", "above", "rule"),
    [
        ("camp-7-W", "camp-11-NW", ""),
        ("camp-7-W", "camp-10-SW", "13.2"),
        ("camp-11-NW", "camp-7-W", "13.2"),
        ("camp-11-NW", "camp-10-SW", "13.2"),
    ],
)
def test_13_2_camps_touch_only_without_bastions(below: str, above: str, rule: str) -> None:
    """13.2: plain against plain is allowed; bastion and plain, plain and bastion, two bastions are not."""
    state = placing({**EAST_WALL, (1, 1): "pavilion-7-E", (2, 0): below}, above)
    assert refused(state, f"place {above} at 2,1") == rule


def test_13_2_a_camp_alone_does_not_join_a_camp() -> None:
    """13.2: one bastion of its own must touch a wall; a bastion that touches nothing does no harm and no good."""
    state = placing({**EAST_WALL, (2, 0): "camp-7-W"}, *(CAMPS - {"camp-7-W"}))
    for camp in CAMPS - {"camp-7-W"}:
        assert refused(state, f"place {camp} at 3,0") == "13.2"
        assert refused(state, f"place {camp} at 2,1") == "13.2"


def test_13_2_a_corner_is_not_enough() -> None:
    """13.2, 8.4: a camp that shares no side with the city is refused."""
    state = placing(EAST_WALL, "camp-7-W")
    assert refused(state, "place camp-7-W at 2,1") == "8.4"
    assert refused(state, "place camp-7-W at 3,0") == "8.4"


def test_13_2_a_building_meets_a_bastion_with_a_wall() -> None:
    """13.2: it holds for every camp, so a building laid beside one needs a wall there, and a bastion to meet."""
    bastion = placing({**EAST_WALL, (1, 1): "garden-10", (2, 0): "camp-11-NW"}, "seraglio-8-S", "pavilion-8")
    assert refused(bastion, "place seraglio-8-S at 2,1") == ""
    assert refused(bastion, "place pavilion-8 at 2,1") == "13.2"
    plain = placing({**EAST_WALL, (1, 1): "garden-10", (2, 0): "camp-7-W"}, "seraglio-8-S", "pavilion-8")
    assert refused(plain, "place seraglio-8-S at 2,1") == "13.2"
    assert refused(plain, "place pavilion-8 at 2,1") == "13.2"


def test_13_3_camps_are_no_way_for_buildings() -> None:
    """13.3, 8.3: a building that touches nothing but a camp cannot be reached on foot."""
    state = placing({**EAST_WALL, (2, 0): "camp-11-NW"}, "seraglio-8-S")
    assert refused(state, "place seraglio-8-S at 2,1") == "8.3"


def test_13_3_one_tile_a_square() -> None:
    """13.3, 8.6: neither a camp on a building nor a building on a camp."""
    state = placing({**EAST_WALL, (2, 0): "camp-7-W"}, "camp-10-SW", "pavilion-7-E")
    assert refused(state, "place camp-10-SW at 1,0") == "8.6"
    assert refused(state, "place camp-10-SW at 0,0") == "8.6"
    assert refused(state, "place pavilion-7-E at 2,0") == "8.6"


def test_13_3_a_camp_may_not_close_a_hole() -> None:
    """13.3, 8.5: the square (2,1) is open only to the south, where the camp would stand."""
    hook = {
        **EAST_WALL,
        (1, 1): "garden-10",
        (1, 2): "garden-11",
        (2, 2): "tower-11",
        (3, 2): "tower-12",
        (3, 1): "chambers-10",
    }
    assert refused(placing(hook, "camp-7-W"), "place camp-7-W at 2,0") == "8.5"
    filled = {**hook, (2, 1): "seraglio-8-S"}
    assert refused(placing(filled, "camp-11-NW"), "place camp-11-NW at 2,0") == ""


def test_13_3_a_yard_may_be_closed_when_camps_fill_it() -> None:
    """13.3, 8.5: the last tile of the ring is refused while one square of the yard is empty."""
    open_ring = without(RING, (3, 2))
    full = placing({**open_ring, **YARD}, "garden-10-W")
    assert refused(full, "place garden-10-W at 3,2") == ""
    lacking = placing({**open_ring, **without(YARD, (2, 2))}, "garden-10-W")
    assert refused(lacking, "place garden-10-W at 3,2") == "8.5"


@pytest.mark.parametrize("camp", list(YARD.values()))
def test_13_3_no_camp_leaves_a_closed_yard(camp: str) -> None:
    """13.3, 8.5: without any of its four camps the yard would be a hole; a tile of the ring may go."""
    state = redesigning({**RING, **YARD})
    assert refused(state, f"remove {camp}") == "8.5"
    assert refused(state, "remove arcades-9") == ""


def test_13_3_what_holds_up_a_camp_stays() -> None:
    """13.3: the building behind a camp's only bastion on a wall cannot go; the camp itself can."""
    state = redesigning({**EAST_WALL, (2, 0): "camp-7-W"})
    assert refused(state, "remove tower-13-E") == "13.2"
    assert texts(state) == ["remove camp-7-W"]


def test_13_3_a_camp_on_two_walls_can_lose_one() -> None:
    """13.3: tower or seraglio may go, as the other bastion stays on its wall; then the other is held."""
    city = {
        **EAST_WALL,
        (0, 1): "arcades-9",
        (1, 1): "garden-10",
        (2, 1): "seraglio-8-S",
        (2, 0): "camp-11-NW",
    }
    state = redesigning(city)
    assert refused(state, "remove tower-13-E") == ""
    assert refused(state, "remove seraglio-8-S") == ""
    assert refused(state, "remove garden-10") == "8.3"
    assert refused(redesigning(without(city, (1, 0))), "remove seraglio-8-S") == "13.2"
    assert refused(redesigning(without(city, (2, 1))), "remove tower-13-E") == "13.2"


def test_13_3_a_camp_is_exchanged_for_a_camp() -> None:
    """13.3, 6.3: 10-SW fits where 7-W stands, 8-NE does not; the old camp goes to the reserve."""
    state = redesigning({**EAST_WALL, (2, 0): "camp-7-W"}, "camp-10-SW", "camp-8-NE")
    assert refused(state, "exchange camp-8-NE at 2,0") == "13.2"
    assert refused(state, "exchange camp-10-SW at 2,0") == ""
    do(state, "exchange camp-10-SW at 2,0")
    seat = state.observe(None).seats[0]
    assert [tile.tile.name for tile in seat.city] == ["fountain", "tower-13-E", "camp-10-SW"]
    assert [tile.name for tile in seat.reserve] == ["camp-7-W", "camp-8-NE"]


def test_13_3_an_exchanged_camp_still_meets_its_neighbour_camp_plainly() -> None:
    """13.3: above another camp 11-NW may not become 10-SW, whose bastion would touch it; below, 7-W may."""
    city = {**EAST_WALL, (1, 1): "pavilion-7-E", (2, 0): "camp-7-W", (2, 1): "camp-11-NW"}
    state = redesigning(city, "camp-10-SW")
    assert refused(state, "exchange camp-10-SW at 2,1") == "13.2"
    assert refused(state, "exchange camp-10-SW at 2,0") == ""


def test_13_3_camps_and_buildings_do_not_take_each_others_place() -> None:
    """13.3: a building needs a way on foot where a camp has only walls round it, and the other way round."""
    state = redesigning({**EAST_WALL, (2, 0): "camp-7-W"}, "pavilion-8", "tower-10-W", "camp-8-NE")
    assert refused(state, "exchange pavilion-8 at 2,0") == "8.2"
    assert refused(state, "exchange tower-10-W at 2,0") == "8.3"
    assert refused(state, "exchange camp-8-NE at 1,0") == "13.2"


def test_13_3_a_building_with_a_camp_keeps_its_wall_when_exchanged() -> None:
    """13.3: tower-13-E may become another tile with a wall in the east, not one without."""
    city = {**EAST_WALL, (2, 0): "camp-7-W"}
    state = redesigning(city, "pavilion-7-E", "arcades-7-ES", "garden-10", "garden-10-N")
    assert refused(state, "exchange pavilion-7-E at 1,0") == ""
    assert refused(state, "exchange arcades-7-ES at 1,0") == ""
    assert refused(state, "exchange garden-10 at 1,0") == "13.2"
    assert refused(state, "exchange garden-10-N at 1,0") == "13.2"
