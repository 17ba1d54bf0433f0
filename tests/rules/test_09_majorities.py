"""Who gets points for the most tiles of a kind (rules 9.5 and 9.6)?"""

from collections.abc import Sequence

import pytest

from arena.rules import TILES
from tests.rules.positions import CityPlan, after_scoring, row

KINDS = ["pavilion", "seraglio", "arcades", "chambers", "garden", "tower"]
TILES_OF = {kind: [tile.name for tile in TILES if tile.kind == kind] for kind in KINDS}


def cities(kind: str, counts: Sequence[int]) -> list[CityPlan]:
    """A city for each count, with so many tiles of one kind in a row."""
    left = iter(TILES_OF[kind])
    return [{(x, 0): next(left) for x in range(1, count + 1)} for count in counts]


def points(scoring: int, kind: str, *counts: int) -> tuple[int, ...]:
    """What players with so many tiles of a kind get for it."""
    return row(after_scoring(scoring, cities(kind, counts), f"classic,players={len(counts)}"), kind)


@pytest.mark.parametrize(
    ("kind", "first", "second", "third"),
    [
        ("pavilion", (1, 0, 0), (8, 1, 0), (16, 8, 1)),
        ("seraglio", (2, 0, 0), (9, 2, 0), (17, 9, 2)),
        ("arcades", (3, 0, 0), (10, 3, 0), (18, 10, 3)),
        ("chambers", (4, 0, 0), (11, 4, 0), (19, 11, 4)),
        ("garden", (5, 0, 0), (12, 5, 0), (20, 12, 5)),
        ("tower", (6, 0, 0), (13, 6, 0), (21, 13, 6)),
    ],
)
def test_the_table(
    kind: str, first: tuple[int, ...], second: tuple[int, ...], third: tuple[int, ...]
) -> None:
    """9.5 The points of the first, second and third place for each kind in scorings 1, 2 and 3."""
    for scoring, paid in ((1, first), (2, second), (3, third)):
        assert points(scoring, kind, 3, 2, 1) == paid
        assert points(scoring, kind, 1, 2, 3) == paid[::-1]


def test_fourth_and_later_places_get_nothing() -> None:
    """9.5 In scoring 3 three places are paid, the fourth and fifth get nothing."""
    assert points(3, "tower", 1, 2, 3, 4) == (0, 6, 13, 21)
    assert points(3, "garden", 4, 3, 2, 1, 0) == (20, 12, 5, 0, 0)


def test_the_rulebooks_majorities() -> None:
    """9.5 The books' examples: most chambers 4; most towers 13, second 6; pavilions 16, 8 and 1."""
    assert points(1, "chambers", 3, 2, 0) == (4, 0, 0)
    assert points(2, "tower", 4, 2, 1) == (13, 6, 0)
    assert points(3, "pavilion", 4, 2, 1) == (16, 8, 1)


def test_each_kind_by_itself() -> None:
    """9.5 A player may lead in several kinds: each is scored by itself, and the tiles' prices do not matter."""
    state = after_scoring(
        2,
        [
            {(1, 0): "tower-7-NEW", (2, 0): "tower-8-NES", (3, 0): "pavilion-2-NEW"},
            {(1, 0): "tower-13-E", (2, 0): "garden-12-S"},
            {(1, 0): "pavilion-8", (2, 0): "pavilion-7-E"},
        ],
        "classic,players=3",
    )
    assert row(state, "tower") == (13, 6, 0)
    assert row(state, "pavilion") == (1, 0, 8)
    assert row(state, "garden") == (0, 12, 0)
    assert row(state, "arcades") == (0, 0, 0)


def test_the_reserve_never_counts() -> None:
    """9.5 Tiles in the reserve count in no scoring, however many."""
    towers = TILES_OF["tower"]
    for scoring, first, second in ((1, 6, 0), (2, 13, 6), (3, 21, 13)):
        state = after_scoring(
            scoring,
            [{}, {(1, 0): towers[0]}, {}],
            "classic,players=3",
            reserves=[towers[1:9], [], towers[9:]],
        )
        assert row(state, "tower") == (0, first, 0)
        state = after_scoring(
            scoring,
            [{(1, 0): towers[1]}, {(1, 0): towers[0], (2, 0): towers[2]}, {}],
            "classic,players=3",
            reserves=[towers[3:]],
        )
        assert row(state, "tower") == (second, first, 0)


def test_four_towers_each() -> None:
    """9.6 The check: two with four towers each in scoring 2 share 13 + 6 = 19 and get 9 each."""
    assert points(2, "tower", 4, 4)[:2] == (9, 9)
    assert points(2, "tower", 4, 4, 1) == (9, 9, 0)
    assert points(2, "tower", 4, 0, 4, 3) == (9, 0, 9, 0)


@pytest.mark.parametrize(
    ("kind", "counts", "paid"),
    [
        ("tower", (2, 2, 0), (3, 3, 0)),
        ("garden", (2, 2, 0), (2, 2, 0)),
        ("pavilion", (2, 2, 0), (0, 0, 0)),
        ("tower", (1, 1, 1), (2, 2, 2)),
        ("tower", (1, 1, 1, 1), (1, 1, 1, 1)),
        ("tower", (3, 2, 2), (6, 0, 0)),
    ],
)
def test_ties_in_scoring_1(kind: str, counts: tuple[int, ...], paid: tuple[int, ...]) -> None:
    """9.6 Scoring 1 pays one place: those tied for it share its points, and the second place adds nothing."""
    assert points(1, kind, *counts) == paid


@pytest.mark.parametrize(
    ("kind", "counts", "paid"),
    [
        ("tower", (3, 2, 2), (13, 3, 3)),
        ("pavilion", (3, 2, 2), (8, 0, 0)),
        ("garden", (2, 2, 2), (5, 5, 5)),
        ("tower", (2, 2, 2, 1), (6, 6, 6, 0)),
        ("garden", (3, 3, 2, 2), (8, 8, 0, 0)),
        ("tower", (1, 1, 1, 1, 1, 1), (3, 3, 3, 3, 3, 3)),
        ("chambers", (3, 1, 1, 1), (11, 1, 1, 1)),
    ],
)
def test_ties_in_scoring_2(kind: str, counts: tuple[int, ...], paid: tuple[int, ...]) -> None:
    """9.6 The points of the places taken up are added, divided and rounded down; a third place adds nothing."""
    assert points(2, kind, *counts) == paid


@pytest.mark.parametrize(
    ("kind", "counts", "paid"),
    [
        ("tower", (3, 3, 1), (17, 17, 6)),
        ("tower", (3, 2, 2), (21, 9, 9)),
        ("tower", (3, 2, 2, 1), (21, 9, 9, 0)),
        ("tower", (3, 2, 1, 1), (21, 13, 3, 3)),
        ("tower", (2, 2, 2), (13, 13, 13)),
        ("tower", (2, 2, 2, 2), (10, 10, 10, 10)),
        ("tower", (2, 2, 2, 2, 1), (10, 10, 10, 10, 0)),
        ("garden", (2, 2, 1, 1), (16, 16, 2, 2)),
        ("pavilion", (2, 1, 1, 1), (16, 3, 3, 3)),
        ("pavilion", (3, 2, 1, 1), (16, 8, 0, 0)),
        ("seraglio", (1, 1, 1, 1, 1, 1), (4, 4, 4, 4, 4, 4)),
        ("arcades", (2, 2, 2, 0), (10, 10, 10, 0)),
        ("chambers", (1, 4, 1, 2, 1), (1, 19, 1, 11, 1)),
    ],
)
def test_ties_in_scoring_3(kind: str, counts: tuple[int, ...], paid: tuple[int, ...]) -> None:
    """9.6 The same with three places; who comes below the tied ones takes the place after them, not the next one."""
    assert points(3, kind, *counts) == paid


@pytest.mark.parametrize("scoring", [1, 2, 3])
def test_without_a_tile_there_is_no_place(scoring: int) -> None:
    """9.6 Players with no tile of a kind have no place in it: they share nothing, even if places are left."""
    assert points(scoring, "tower", 0, 2, 0) == ((0, 6, 0), (0, 13, 0), (0, 21, 0))[scoring - 1]
    assert points(scoring, "tower", 0, 0, 0) == (0, 0, 0)
    assert points(scoring, "garden", 1, 2, 0, 0) == ((0, 5, 0, 0), (5, 12, 0, 0), (12, 20, 0, 0))[scoring - 1]
