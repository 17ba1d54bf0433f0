"""How long is the longest outer wall (rule 9.4)?"""

import pytest

from tests.rules.positions import CityPlan, after_scoring, row

# Eight tiles round the fountain, walled all round: twelve segments.
WALLED: CityPlan = {
    (-1, 1): "arcades-5-NW",
    (0, 1): "tower-11-N",
    (1, 1): "tower-9-NE",
    (1, 0): "tower-13-E",
    (1, -1): "tower-9-ES",
    (0, -1): "tower-11-S",
    (-1, -1): "arcades-6-SW",
    (-1, 0): "tower-10-W",
}
# What stands at a square of WALLED if one of its walls is missing.
OPENED = {
    ((-1, 1), "N"): "garden-10-W",
    ((-1, 1), "W"): "garden-10-N",
    ((0, 1), "N"): "garden-10",
    ((1, 1), "N"): "garden-9-E",
    ((1, 1), "E"): "garden-10-N",
    ((1, 0), "E"): "chambers-10",
    ((1, -1), "E"): "garden-12-S",
    ((1, -1), "S"): "garden-9-E",
    ((0, -1), "S"): "garden-11",
    ((-1, -1), "S"): "garden-10-W",
    ((-1, -1), "W"): "garden-12-S",
    ((-1, 0), "W"): "chambers-11",
}


def wall(city: CityPlan, number: int = 1) -> int:
    """The points for the wall of a city in a scoring."""
    return row(after_scoring(number, [city]), "wall")[0]


def test_the_rulebooks_wall_of_8() -> None:
    """9.4 As in the books' picture: a wall of 8 counts, a shorter one of 2 does not, nor do walls inside."""
    city: CityPlan = {
        (-1, -1): "chambers-7-SW",
        (-1, 0): "seraglio-7-W",
        (-1, 1): "garden-8-NW",
        (0, 1): "arcades-8-N",
        (1, 1): "chambers-7-NE",
        (1, 0): "tower-11",
        (2, 0): "tower-9-ES",
        (2, -1): "garden-8-NE",
        (1, -1): "chambers-10",
        (0, -1): "chambers-11",
    }
    assert wall(city) == 8


@pytest.mark.parametrize("number", [1, 2, 3])
def test_one_point_a_segment_in_every_scoring(number: int) -> None:
    """9.4 A segment is one point in each of the three scorings, for each player."""
    state = after_scoring(
        number, [{(0, 1): "tower-9-NE"}, {}, {(0, 1): "pavilion-2-NEW"}, {(0, 1): "tower-12"}]
    )
    assert row(state, "wall") == (2, 0, 3, 0)


@pytest.mark.parametrize(
    ("tile", "square", "segments"),
    [
        ("tower-12", (0, 1), 0),
        ("tower-11-N", (0, 1), 1),
        ("tower-9-NW", (0, 1), 2),
        ("pavilion-2-NEW", (0, 1), 3),
        ("arcades-4-NES", (1, 0), 3),
        ("seraglio-3-ESW", (0, -1), 3),
        ("chambers-5-NSW", (-1, 0), 3),
    ],
)
def test_walls_of_one_tile(tile: str, square: tuple[int, int], segments: int) -> None:
    """9.4 Walls that meet at a corner of a tile follow each other."""
    assert wall({square: tile}) == segments


def test_walls_in_a_line() -> None:
    """9.4 Walls of tiles side by side follow each other; an open side breaks the run and the longest part counts."""
    line: CityPlan = {(1, 0): "arcades-8-N", (2, 0): "garden-10-N", (3, 0): "tower-11-N"}
    assert wall(line) == 3
    assert wall({**line, (4, 0): "tower-12", (5, 0): "pavilion-6-N", (6, 0): "garden-8-NE"}) == 3
    assert wall({**line, (4, 0): "tower-12", (5, 0): "pavilion-6-N", (6, 0): "arcades-4-NES"}) == 4


def test_runs_on_either_side_of_a_tile() -> None:
    """9.4 The end of a corridor joins both its sides to one run; if it is open they are two."""
    assert wall({(1, 0): "arcades-8-N", (2, 0): "arcades-4-NES"}) == 4
    assert wall({(1, 0): "arcades-8-N", (2, 0): "tower-9-ES"}) == 2


def test_a_run_goes_round_an_inner_corner() -> None:
    """9.4 Two walls that meet where the outline turns inwards follow each other."""
    assert wall({(0, 1): "pavilion-7-E", (1, 0): "pavilion-6-N"}) == 2
    assert wall({(0, 1): "tower-9-NE", (1, 0): "arcades-6-NE"}) == 4
    assert wall({(0, 1): "tower-9-NE", (1, 0): "pavilion-7-E"}) == 2


def test_walls_inside_never_count() -> None:
    """9.4 A wall against another tile is inside: it neither counts nor joins what lies on its two sides."""
    city: CityPlan = {(0, 1): "garden-10", (1, 0): "arcades-8-N", (1, 1): "tower-11-S"}
    assert wall(city) == 0
    longer: CityPlan = {**city, (2, 1): "tower-9-NE", (2, 0): "garden-9-E"}
    assert wall(longer) == 3
    assert wall({**longer, (2, 0): "garden-11"}) == 2


def test_walls_inside_break_nothing() -> None:
    """9.4 The outline goes past the end of an inner wall: segments on both sides of it follow each other."""
    city: CityPlan = {
        (0, 1): "tower-11",
        (0, 2): "chambers-10",
        (1, 2): "seraglio-6-ES",
        (1, 1): "garden-8-NE",
        (1, 0): "pavilion-7-E",
    }
    assert wall(city) == 3


def test_a_loop_walled_all_round() -> None:
    """9.4 A loop walled all round counts its full length: twelve round a block of nine squares."""
    assert wall(WALLED) == 12


@pytest.mark.parametrize(("square", "side"), list(OPENED))
def test_a_run_may_pass_any_starting_point(square: tuple[int, int], side: str) -> None:
    """9.4 With one of the twelve sides open, wherever it is, the other eleven are one run."""
    assert wall({**WALLED, square: OPENED[square, side]}) == 11


@pytest.mark.parametrize(
    ("gaps", "longest"),
    [
        ([((0, 1), "N"), ((0, -1), "S")], 5),
        ([((0, 1), "N"), ((1, 0), "E")], 8),
        ([((-1, 1), "N"), ((1, 1), "N")], 9),
    ],
)
def test_two_open_sides_break_the_loop_in_two(gaps: list[tuple[tuple[int, int], str]], longest: int) -> None:
    """9.4 With two open sides there are two runs, and the longer one counts."""
    city = dict(WALLED)
    for square, side in gaps:
        city[square] = OPENED[square, side]
    assert wall(city) == longest


def test_the_fountain_has_an_open_outline() -> None:
    """9.4 The fountain's own sides are open, so it breaks a run where it lies at the outline."""
    city: CityPlan = {(1, 0): "arcades-8-N", (-1, 0): "tower-11-N"}
    assert wall(city) == 1
    assert wall({}) == 0


def test_the_reserve_has_no_wall() -> None:
    """9.4 Only tiles of the city have a wall that counts."""
    state = after_scoring(1, [{(0, 1): "tower-11-N"}], reserves=[["pavilion-2-NEW", "tower-9-NE"]])
    assert row(state, "wall") == (1, 0, 0, 0)


# A yard of four camps: the ring round it is open at the corner (3,3), where four outline sides meet.
YARD: CityPlan = {
    (1, 1): "camp-10-SW",
    (2, 1): "camp-9-ES",
    (2, 2): "camp-8-NE",
    (1, 2): "camp-11-NW",
    (1, 0): "pavilion-6-N",
    (2, 0): "arcades-8-N",
    (3, 0): "tower-12",
    (3, 1): "seraglio-7-W",
    (3, 2): "chambers-8-NW",
    (0, 1): "pavilion-7-E",
    (0, 2): "arcades-8-E",
    (0, 3): "tower-11",
    (1, 3): "seraglio-8-S",
    (2, 3): "tower-9-ES",
}


def test_where_four_sides_meet() -> None:
    """9.4 Round camps four outline sides can meet: only those of the same tile follow each other, so 8 + 1 + 1 are one run."""
    assert row(after_scoring(1, [YARD], "classic+camps,players=4"), "wall")[0] == 10


def test_camp_squares_count_as_empty() -> None:
    """9.4 A wall against a camp is outer wall, and the camp's own sides are none."""
    city: CityPlan = {(1, 0): "tower-13-E", (2, 0): "camp-7-W"}
    assert row(after_scoring(1, [city], "classic+camps,players=4"), "wall")[0] == 1
