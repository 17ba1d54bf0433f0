"""Do the oracles say what the rulebooks say, on cities and counts written down by hand?"""

import pytest

from .cities import placing_violations, violated, violations, without
from .majorities import (
    bazaar_points,
    camp_points,
    falcon_points,
    majority_points,
    medina_points,
    scoring_rows,
)
from .views import HandObservation, HandSeat, build, placed, tile
from .walls import longest_wall, wall_runs

WALLED_ALL_ROUND = {
    (-1, 1): "arcades-5-NW",
    (0, 1): "tower-11-N",
    (1, 1): "tower-9-NE",
    (-1, 0): "seraglio-7-W",
    (1, 0): "pavilion-7-E",
    (-1, -1): "seraglio-5-SW",
    (0, -1): "seraglio-8-S",
    (1, -1): "tower-9-ES",
}

EIGHT_SEGMENTS = {
    (-1, 1): "arcades-5-NW",
    (0, 1): "tower-11-N",
    (1, 1): "tower-9-NE",
    (1, 0): "tower-13-E",
    (1, -1): "chambers-6-ES",
    (0, -1): "garden-10",
    (-1, 0): "chambers-10",
    (-1, -1): "seraglio-5-SW",
    (-1, -2): "garden-10-N",
    (0, -2): "pavilion-8",
}

FOUR_CAMPS = {(1, 1): "camp-10-SW", (2, 1): "camp-9-ES", (1, 2): "camp-11-NW", (2, 2): "camp-8-NE"}

RING = {
    (1, 0): "garden-10-N",
    (2, 0): "tower-11-N",
    (3, 0): "pavilion-8",
    (3, 1): "seraglio-7-W",
    (3, 2): "chambers-9-W",
    (3, 3): "seraglio-9",
    (2, 3): "seraglio-8-S",
    (1, 3): "chambers-9-S",
    (0, 3): "garden-10",
    (0, 2): "pavilion-7-E",
    (0, 1): "arcades-8-E",
}


def test_8_2_walled_and_open_sides_do_not_touch() -> None:
    """8.2: a wall against the open fountain is refused, an open side is not."""
    assert violations(build({(1, 0): "garden-10-W"})) == {"8.2", "8.3"}
    assert violated(build({(1, 0): "tower-13-E"})) is None


def test_8_3_every_tile_is_reached_on_foot() -> None:
    """8.3: two tiles that touch by walls alone need another way round."""
    cut_off = build({(1, 0): "tower-13-E", (2, 0): "tower-10-W"})
    assert violations(cut_off) == {"8.3"}
    round_about = build(
        {(1, 0): "tower-13-E", (2, 0): "tower-10-W", (1, 1): "garden-10", (2, 1): "garden-11"}
    )
    assert violated(round_about) is None


def test_8_4_a_corner_is_not_enough() -> None:
    """8.4: a tile that touches by a corner alone is refused."""
    assert violations(build({(1, 1): "garden-10"})) == {"8.3", "8.4"}


def test_8_5_no_hole() -> None:
    """8.5: the tile that would close a ring is refused, also if the empty square could be left by a corner."""
    around = [(1, 0), (2, 0), (2, 1), (2, 2), (1, 2), (0, 2)]
    names = ["garden-10", "garden-11", "tower-11", "tower-12", "chambers-10", "chambers-11"]
    ring = build(dict(zip(around, names, strict=True)))
    assert violated(ring) is None
    assert placing_violations(ring, tile("arcades-9"), (0, 1)) == {"8.5"}
    assert placing_violations(ring, tile("arcades-9"), (1, 1)) == set()
    no_corner = without(ring, (2, 2))
    assert violations(without(no_corner, (1, 2))) == {"8.3", "8.4"}
    assert violated(without(without(no_corner, (1, 2)), (0, 2))) is None


def test_6_4_redesign_looks_at_the_whole_city() -> None:
    """6.4: the fountain stays, nothing is cut off, no hole is opened."""
    city = build(WALLED_ALL_ROUND)
    assert violated(city) is None
    assert violations(without(city, (0, 0))) == {"6.4"}
    assert violated(without(city, (0, 1))) is None
    line = build({(1, 0): "garden-10", (2, 0): "garden-11"})
    assert violations(without(line, (1, 0))) == {"8.3", "8.4"}
    shifted = build({(x, y): "pavilion-8" for x in (0, 1, 2) for y in (-1, 0, 1) if (x, y) != (0, 0)})
    assert violations(without(shifted, (1, 0))) == {"8.5"}


def test_8_6_one_tile_a_square() -> None:
    """8.6: a square that is taken is refused, the fountain's too."""
    assert placing_violations(build({}), tile("pavilion-8"), (0, 0)) == {"8.6"}


@pytest.mark.parametrize(
    ("camp", "square", "clauses"),
    [
        ("camp-7-W", (2, 0), set()),
        ("camp-11-NW", (2, 0), set()),
        ("camp-10-SW", (2, 0), set()),
        ("camp-8-NE", (2, 0), {"13.2"}),
        ("camp-4-N", (1, -1), {"13.2"}),
        ("camp-5-E", (-1, 0), {"13.2"}),
        ("camp-7-W", (3, 0), {"8.4", "13.2"}),
    ],
)
def test_13_2_a_camp_is_joined_by_a_bastion_to_a_wall(
    camp: str, square: tuple[int, int], clauses: set[str]
) -> None:
    """13.2: bastion to wall only; never to the fountain, to an open side, or to nothing."""
    assert placing_violations(build({(1, 0): "tower-13-E"}), tile(camp), square) == clauses


def test_13_2_camps_touch_by_plain_sides() -> None:
    """13.2: two camps meet where neither side is a bastion, and each needs a wall of its own."""
    city = build({(1, 0): "tower-13-E", (1, 1): "pavilion-7-E", (2, 0): "camp-7-W"})
    assert violated(city) is None
    assert placing_violations(city, tile("camp-11-NW"), (2, 1)) == set()
    assert placing_violations(city, tile("camp-10-SW"), (2, 1)) == {"13.2"}
    assert placing_violations(city, tile("camp-4-N"), (2, -1)) == {"13.2"}
    assert placing_violations(city, tile("camp-8-NE"), (3, 0)) == {"13.2"}


def test_13_3_redesign_keeps_the_camps_joined() -> None:
    """13.3: the wall behind a camp's only bastion cannot be taken out."""
    city = build({(1, 0): "tower-13-E", (2, 0): "camp-7-W"})
    assert violations(without(city, (1, 0))) == {"8.4", "13.2"}
    assert violated(without(city, (2, 0))) is None


def test_13_3_a_camp_can_close_a_hole() -> None:
    """13.3: 8.5 holds for all tiles together, so camps may fill a yard but not leave one square of it."""
    full = build({**RING, **FOUR_CAMPS})
    assert violated(full) is None
    assert violations(without(full, (1, 1))) == {"8.5"}


def test_9_4_the_wall_of_eight() -> None:
    """9.4: eight segments in a row score 8; the shorter wall and the walls inside do not count."""
    city = build(EIGHT_SEGMENTS)
    assert violated(city) is None
    assert longest_wall(city) == 8
    assert sorted(len(run) for run in wall_runs(city)) == [1, 8]


def test_9_4_a_loop_walled_all_round_counts_its_full_length() -> None:
    """9.4: three by three tiles walled all round are a loop of 12."""
    assert longest_wall(build(WALLED_ALL_ROUND)) == 12
    assert longest_wall(without(build(WALLED_ALL_ROUND), (1, 1))) == 10


def test_9_4_no_wall_scores_nothing() -> None:
    """9.4: the fountain alone has no wall; three sides of one tile are a run of 3."""
    assert longest_wall(build({})) == 0
    assert longest_wall(build({(0, 1): "tower-7-NEW"})) == 3


def test_13_5_a_wall_behind_a_bastion_still_counts() -> None:
    """13.5: camps hide no wall, and a yard filled with camps is a loop of 8."""
    bare = build({(0, 1): "tower-7-NEW"})
    with_camp = build({(0, 1): "tower-7-NEW", (1, 1): "camp-7-W"})
    assert violated(with_camp) is None
    assert longest_wall(bare) == longest_wall(with_camp) == 3
    assert longest_wall(build({**RING, **FOUR_CAMPS})) == 8


def test_9_4_where_four_sides_meet_only_those_of_one_tile_follow() -> None:
    """9.4: the run leaves the yard round each of the two tiles at the gap: 8 inside, and one more at each end."""
    gap = {square: name for square, name in RING.items() if square != (0, 3)}
    city = build({**gap, **FOUR_CAMPS, (0, 2): "chambers-7-NE", (1, 3): "chambers-7-SW"})
    assert violated(city) is None
    assert longest_wall(city) == 10
    one_sided = build({**gap, **FOUR_CAMPS, (0, 2): "chambers-7-NE"})
    assert violated(one_sided) is None
    assert longest_wall(one_sided) == 9


def test_9_6_thirteen_and_six_shared() -> None:
    """9.6: two with four towers each in scoring 2 get (13+6)/2 rounded down, 9 each."""
    assert majority_points("tower", 2, [4, 4, 1]) == (9, 9, 0)


@pytest.mark.parametrize(
    ("kind", "scoring", "counts", "points"),
    [
        ("chambers", 1, [0, 3, 1], (0, 4, 0)),
        ("tower", 2, [5, 3, 1], (13, 6, 0)),
        ("pavilion", 3, [1, 2, 3, 0], (1, 8, 16, 0)),
        ("tower", 3, [2, 2, 2, 1], (13, 13, 13, 0)),
        ("garden", 3, [3, 1, 1], (20, 8, 8)),
        ("seraglio", 3, [2, 1, 1, 1], (17, 3, 3, 3)),
        ("arcades", 1, [2, 2, 2, 2], (0, 0, 0, 0)),
        ("arcades", 1, [2, 2, 0], (1, 1, 0)),
        ("tower", 3, [0, 0, 0], (0, 0, 0)),
    ],
)
def test_9_5_majorities(kind: str, scoring: int, counts: list[int], points: tuple[int, ...]) -> None:
    """9.5, 9.6: places, ties over unpaid places, and no place without a tile."""
    assert majority_points(kind, scoring, counts) == points


@pytest.mark.parametrize(
    ("scoring", "prices", "points"),
    [
        (3, [[], [], [4], [2, 3]], (-11, -11, -3, 0)),
        (2, [[], [], [4]], (-7, -7, 0)),
        (3, [[], [2], [4], [5, 6]], (-12, -6, -3, 0)),
        (3, [[2, 4, 8], [3, 5, 6], [7]], (-3, -6, -9)),
        (3, [[], [], []], (-9, -9, -9)),
        (3, [[], [], [], []], (-8, -8, -8, -8)),
        (3, [[], [], [], [2]], (-9, -9, -9, 0)),
        (2, [[], [], []], (-5, -5, -5)),
        (2, [[], [4], [3]], (-8, 0, -3)),
        (1, [[], []], (-3, -3)),
        (1, [[], [2]], (-4, 0)),
        (1, [[5], [2]], (0, -3)),
        (1, [[], [], [], [2]], (-2, -2, -2, 0)),
    ],
)
def test_16_medina_losses(scoring: int, prices: list[list[int]], points: tuple[int, ...]) -> None:
    """16.2, 16.3, 16.4: fewest lose most, the dearer medina loses less, those with none share and lose more."""
    assert medina_points(scoring, prices) == points


def test_14_4_bazaar_four_times_three() -> None:
    """14.4: four matching buildings of three kinds are 12; without the tower three of two kinds are 6."""
    around = {
        (1, 0): "pavilion-8",
        (2, 0): "garden-10",
        (3, 0): "chambers-10",
        (3, 1): "chambers-11",
        (1, 1): "tower-11",
        (2, -1): "seraglio-9",
        (2, 1): "bazaar-denar-chambers-garden-tower",
    }
    assert bazaar_points(build(around)) == 12
    assert bazaar_points(without(build(around), (1, 1))) == 6


def test_13_4_camps_four_four_and_two() -> None:
    """13.4: two camps that face each other along four tiles and one with two arrows to one tile each are 10."""
    city = build(
        {
            (-1, 0): "seraglio-7-W",
            (1, 0): "seraglio-8-S",
            (2, 0): "tower-13-E",
            (0, -1): "pavilion-7-E",
            (-2, 0): "camp-5-E",
            (3, 0): "camp-7-W",
            (1, -1): "camp-11-NW",
        }
    )
    assert violated(city) is None
    assert camp_points(city) == 4 + 4 + 2


def test_15_5_falcons() -> None:
    """15.5: 2, 6, 12, 20, 30 by colour."""
    white = [f"falcon-white-{kinds}" for kinds in ("garden-tower", "chambers-tower", "pavilion-arcades")]
    black = ["falcon-black-seraglio-tower"]
    assert falcon_points([]) == 0
    assert falcon_points(white[:1]) == 2
    assert falcon_points(white[:2] + black) == 8
    assert falcon_points(white + black) == 14


def test_11_4_dirk_is_the_last_of_the_row() -> None:
    """11.4, 16.5: Dirk takes places and medina losses, and scores no wall."""
    first = build({(0, 1): "tower-7-NEW", (1, 0): "medina-10"})
    dirk = (tile("tower-11"), tile("tower-12"), tile("medina-5-NW"), tile("camp-4-N"))
    obs = HandObservation((HandSeat(city=placed(first)), HandSeat(city=placed(build({})))), dirk=dirk)
    rows = scoring_rows(obs, 2, ("camps", "medina"), dirk)
    assert rows["wall"] == (3, 0, 0)
    assert rows["tower"] == (6, 0, 13)
    assert rows["medina"] == (0, -8, -3)
    assert rows["camps"] == (0, 0, 0)
    assert "medina" not in scoring_rows(obs, 2, (), dirk)
    assert scoring_rows(obs, 2, (), ())["tower"] == (13, 0, 0)
