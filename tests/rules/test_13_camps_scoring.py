"""Do the camps follow rules 13.4 to 13.6? Lines of tiles, the wall behind a bastion, and the end of the game."""

import pytest

from tests.rules.positions import after_scoring, do, names, position, row, texts
from tests.rules.test_13_camps import RING, YARD, without

RULES = "classic+camps+bazaars+medina,players=3"
# The picture of the rulebook: two camps face each other along four tiles, a third has an arrow to one tile each way.
FOUR_FOUR_TWO = {
    (-1, 0): "tower-10-W",
    (1, 0): "seraglio-8-S",
    (2, 0): "tower-13-E",
    (2, -1): "seraglio-7-W",
    (-2, 0): "camp-5-E",
    (3, 0): "camp-7-W",
    (1, -1): "camp-8-NE",
}


@pytest.mark.parametrize("scoring", [1, 2, 3])
def test_13_4_the_worked_example(scoring: int) -> None:
    """13.4: 4 + 4 + 2 = 10 points, in every scoring; the fountain is one of the four, a camp at the end is not."""
    state = after_scoring(scoring, [FOUR_FOUR_TWO], RULES)
    assert row(state, "camps") == (10, 0, 0)


@pytest.mark.parametrize(
    ("camp", "square", "points"),
    [("camp-5-E", (-2, 0), 4), ("camp-7-W", (3, 0), 4), ("camp-8-NE", (1, -1), 2)],
)
def test_13_4_each_camp_of_the_example(camp: str, square: tuple[int, int], points: int) -> None:
    """13.4: alone they score 4, 4 and 1 + 1."""
    city = {where: name for where, name in FOUR_FOUR_TWO.items() if not name.startswith("camp")}
    assert row(after_scoring(1, [{**city, square: camp}], RULES), "camps") == (points, 0, 0)


def test_13_4_walls_do_not_break_the_line() -> None:
    """13.4: between arcades-4-NES and garden-10-N there is a wall, and both count: 2 points."""
    city = {(0, 1): "pavilion-8", (1, 1): "arcades-4-NES", (1, 0): "garden-10-N", (1, 2): "camp-6-S"}
    assert row(after_scoring(1, [city], RULES), "camps") == (2, 0, 0)


def test_13_4_an_empty_square_breaks_the_line() -> None:
    """13.4: tower, fountain, then nothing at (-1,0): 2 points, though (-2,0) is built."""
    city = {
        (1, 0): "tower-13-E",
        (2, 0): "camp-7-W",
        (0, 1): "garden-10",
        (-1, 1): "garden-11",
        (-2, 1): "tower-11",
        (-2, 0): "tower-12",
    }
    assert row(after_scoring(1, [city], RULES), "camps") == (2, 0, 0)
    assert row(after_scoring(1, [{**city, (-1, 0): "pavilion-8"}], RULES), "camps") == (4, 0, 0)


def test_13_4_a_camp_breaks_the_line() -> None:
    """13.4: of two tiles on either side of another camp only the near one counts."""
    city = {(1, 0): "garden-10", (2, 0): "camp-6-S", (3, 0): "tower-13-E", (4, 0): "camp-7-W"}
    assert row(after_scoring(1, [city], RULES), "camps") == (1, 0, 0)


def test_13_4_fountain_bazaars_and_medinas_count() -> None:
    """13.4: medina, bazaar and fountain in a row are 3 points."""
    city = {
        (1, 0): "bazaar-dirham-seraglio-arcades-garden",
        (2, 0): "medina-6-E",
        (3, 0): "camp-7-W",
    }
    assert row(after_scoring(1, [city], RULES), "camps") == (3, 0, 0)


def test_13_4_an_arrow_into_the_open_scores_nothing() -> None:
    """13.4: camp-11-NW beside one wall: its west arrow meets tower and fountain, the north arrow nothing."""
    assert row(after_scoring(1, [{(1, 0): "tower-13-E", (2, 0): "camp-11-NW"}], RULES), "camps") == (2, 0, 0)


def test_13_4_each_seat_scores_its_own_camps() -> None:
    """13.4: camps in the city only, each in its own; a camp in reserve scores nothing."""
    one = {(1, 0): "tower-13-E", (2, 0): "camp-7-W"}
    two = {(0, 1): "tower-11-N", (0, 2): "camp-6-S", (0, -1): "garden-10"}
    state = after_scoring(2, [one, two, {}], RULES, reserves=([], [], ["camp-5-E"]))
    assert row(state, "camps") == (2, 3, 0)


def test_13_4_long_lines() -> None:
    """13.4, 8.6: thirty tiles in a row are 30 points; the grid has no edge."""
    plain = ("pavilion-8", "garden-10", "garden-11", "tower-11", "tower-12", "chambers-10", "chambers-11")
    north_or_south = (
        "seraglio-9",
        "arcades-9",
        "arcades-10",
        "pavilion-6-N",
        "arcades-8-N",
        "garden-10-N",
        "tower-11-N",
        "seraglio-8-S",
        "chambers-9-S",
        "garden-12-S",
        "tower-11-S",
        "medina-8-S",
        "medina-9-N",
        "medina-10",
        "bazaar-denar-pavilion-seraglio-arcades",
        "bazaar-denar-chambers-garden-tower",
        "bazaar-dirham-seraglio-arcades-garden",
        "bazaar-dirham-pavilion-chambers-tower",
        "bazaar-ducat-pavilion-arcades-chambers",
        "bazaar-ducat-seraglio-garden-tower",
        "bazaar-florin-pavilion-seraglio-garden",
    )
    line = dict(zip([(x, 0) for x in range(1, 29)], plain + north_or_south, strict=True))
    city = {**line, (29, 0): "tower-13-E", (30, 0): "camp-7-W"}
    assert row(after_scoring(1, [city], RULES), "camps") == (30, 0, 0)


def test_13_4_camps_score_dirk_nothing() -> None:
    """13.4, 11.2: Dirk has no city, so his camps point at nothing."""
    state = after_scoring(1, [FOUR_FOUR_TWO], "classic+camps,players=2", dirk=("camp-4-N", "camp-11-NW"))
    assert row(state, "camps") == (10, 0, 0)


def test_13_5_a_wall_with_a_bastion_is_outer_wall() -> None:
    """13.5: the three walls of tower-7-NEW are 3 points with and without camps against them."""
    tower = {(0, 1): "tower-7-NEW"}
    camps = {(1, 1): "camp-7-W", (-1, 1): "camp-5-E", (0, 2): "camp-6-S"}
    assert row(after_scoring(1, [tower], RULES), "wall") == (3, 0, 0)
    assert row(after_scoring(1, [{**tower, **camps}], RULES), "wall") == (3, 0, 0)


def test_13_5_bastions_are_no_wall() -> None:
    """13.5: the second bastion of a camp adds nothing to the wall of 1 that it stands at."""
    city = {(1, 0): "tower-13-E", (2, 0): "camp-11-NW"}
    assert row(after_scoring(1, [city], RULES), "wall") == (1, 0, 0)


def test_13_5_walls_on_both_sides_of_a_camp_are_one_run() -> None:
    """13.5: an inner corner of two walls filled by a camp is a run of 2, as if it were empty."""
    corner = {(1, 0): "tower-13-E", (1, 1): "garden-10", (2, 1): "seraglio-8-S"}
    assert row(after_scoring(1, [corner], RULES), "wall") == (2, 0, 0)
    assert row(after_scoring(1, [{**corner, (2, 0): "camp-11-NW"}], RULES), "wall") == (2, 0, 0)


@pytest.mark.parametrize("scoring", [1, 2, 3])
def test_13_5_a_yard_filled_with_camps_is_a_loop(scoring: int) -> None:
    """13.5: eight walls round the yard, closed, are 8 points."""
    assert row(after_scoring(scoring, [{**RING, **YARD}], RULES), "wall") == (8, 0, 0)


@pytest.mark.parametrize(
    ("beside", "above", "points"),
    [
        ("garden-9-E", "tower-11-S", 8),
        ("arcades-6-NE", "tower-11-S", 9),
        ("garden-9-E", "arcades-6-SW", 9),
        ("arcades-6-NE", "arcades-6-SW", 10),
    ],
)
def test_13_5_where_four_sides_meet_those_of_one_tile_follow(beside: str, above: str, points: int) -> None:
    """13.5, 9.4: without the ring's corner (0,3) the tiles (0,2) and (1,3) meet at a point; the 8 walls of the yard go
    on round each of them: 8, 9 or 10.
    """
    city = {**without(RING, (0, 3)), **YARD, (0, 2): beside, (1, 3): above}
    assert row(after_scoring(1, [city], RULES), "wall") == (points, 0, 0)


def test_13_6_a_camp_left_in_the_market_is_given_out() -> None:
    """13.6: seat 1 has 5 denar, the most; it gets camp-7-W of slot 1 and builds it: 2 points for tower and fountain."""
    state = position(
        "classic+camps,players=3",
        market=("camp-7-W", None, None, None),
        display=("denar-1", "dirham-9", "ducat-9", "florin-9"),
        hands=([], ["denar-5"], ["denar-3", "denar-1"]),
        cities=({}, {(1, 0): "tower-13-E"}, {}),
        bag=(),
    )
    do(state, "take dirham-9")
    assert (state.seat, state.decision) == (1, "place")
    assert texts(state) == ["place camp-7-W at 2,0", "reserve camp-7-W"]
    do(state, "place camp-7-W at 2,0")
    assert state.is_over
    assert row(state, "camps") == (0, 2, 0)


def test_13_6_a_tie_leaves_it_there() -> None:
    """13.6, 10.1: with 5 denar each nobody gets the camp."""
    state = position(
        "classic+camps,players=3",
        market=("camp-7-W", None, None, None),
        display=("denar-1", "dirham-9", "ducat-9", "florin-9"),
        hands=([], ["denar-5"], ["denar-4", "denar-1"]),
        bag=(),
    )
    do(state, "take dirham-9")
    assert state.is_over
    assert names(state.observe(None).market) == ["camp-7-W", "", "", ""]
