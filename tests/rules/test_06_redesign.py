"""How may a city be redesigned (rule 6)?"""

import pytest

from arena.rules import State
from tests.rules.positions import CityPlan, do, names, plan, position, refused, row, texts

DISPLAY = ["denar-1", "dirham-2", "ducat-3", "florin-4"]
LINE: CityPlan = {(1, 0): "chambers-10", (2, 0): "chambers-11"}
BLOCK: CityPlan = {
    (1, 0): "pavilion-8",
    (2, 0): "seraglio-9",
    (0, 1): "arcades-9",
    (1, 1): "arcades-10",
    (2, 1): "chambers-10",
    (0, 2): "chambers-11",
    (1, 2): "garden-10",
    (2, 2): "garden-11",
}


def redesign(city: CityPlan, *reserve: str) -> State:
    """Seat 0 has this city and reserve; the seats after it have a tower in the city and one in the reserve."""
    return position(
        display=DISPLAY,
        cities=[city, {(1, 0): "tower-11-N"}],
        reserves=[reserve, ["tower-11-S"]],
        aside=[["tower-13-E"]],
    )


def test_build_from_the_reserve() -> None:
    """6.1 A tile goes from the reserve into the city; everything else stays."""
    state = redesign(LINE, "tower-11", "tower-12")
    do(state, "build tower-12 at 0,1")
    assert plan(state, 0) == {**LINE, (0, 1): "tower-12"}
    assert names(state.observe(0).seats[0].reserve) == ["tower-11"]


@pytest.mark.parametrize("tile", ["tower-12", "chambers-11", "tower-13-E", "tower-11-S", "fountain"])
def test_only_what_is_in_the_reserve_can_be_built(tile: str) -> None:
    """6.1 Not a tile of the bag, of the own city, one set aside, one in another's reserve, nor a fountain."""
    state = redesign(LINE, "tower-11")
    assert refused(state, f"build {tile} at 0,1") == "6.1"
    assert not [text for text in texts(state) if text.startswith("build") and "tower-11 " not in text]


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("build tower-11-S at 0,1", "8.2"),
        ("build tower-11 at 3,1", "8.4"),
        ("build tower-11 at 1,0", "8.6"),
        ("build tower-11 at 0,0", "8.6"),
    ],
)
def test_building_obeys_the_building_rules(text: str, rule: str) -> None:
    """6.1 What is built from the reserve must fit like any other tile."""
    state = position(cities=[LINE], reserves=[["tower-11", "tower-11-S"]])
    assert refused(state, text) == rule
    assert text not in texts(state)


def test_remove_into_the_reserve() -> None:
    """6.2 A tile goes from the city into the reserve."""
    state = redesign(LINE, "tower-11")
    do(state, "remove chambers-11")
    assert plan(state, 0) == {(1, 0): "chambers-10"}
    assert sorted(names(state.observe(0).seats[0].reserve)) == ["chambers-11", "tower-11"]


@pytest.mark.parametrize("tile", ["tower-11", "tower-12", "tower-13-E", "tower-11-N"])
def test_only_tiles_of_the_own_city_can_be_removed(tile: str) -> None:
    """6.2 Not a tile of the reserve, of the bag, one set aside, nor one of another's city."""
    state = redesign(LINE, "tower-11")
    assert refused(state, f"remove {tile}") == "6.2"


def test_exchange_in_the_same_place() -> None:
    """6.3 A reserve tile comes exactly into the place of a city tile, which goes to the reserve."""
    state = redesign(LINE, "tower-11", "tower-13-E")
    do(state, "exchange tower-13-E at 2,0")
    assert plan(state, 0) == {(1, 0): "chambers-10", (2, 0): "tower-13-E"}
    assert sorted(names(state.observe(0).seats[0].reserve)) == ["chambers-11", "tower-11"]
    assert (state.seat, state.decision) == (0, "place")


def test_an_exchange_counts_in_the_next_scoring() -> None:
    """6.3 After an exchange the new tile counts and the old one does not, as to its kind and its walls."""
    state = position(
        cities=[{(0, 1): "garden-10"}],
        reserves=[["tower-9-NE"]],
        display=DISPLAY[:3],
        deck=["scoring-1", "florin-1"],
    )
    do(state, "exchange tower-9-NE at 0,1")
    assert row(state, "wall") == (2, 0, 0)
    assert row(state, "tower") == (6, 0, 0)
    assert row(state, "garden") == (0, 0, 0)


def test_the_gap_in_between_need_not_be_legal() -> None:
    """6.3 Only the result counts: a tile that may not be removed, since others hang on it, can be exchanged."""
    state = redesign(LINE, "tower-11")
    assert refused(state, "remove chambers-10") == "8.3"
    do(state, "exchange tower-11 at 1,0")
    assert plan(state, 0) == {(1, 0): "tower-11", (2, 0): "chambers-11"}
    whole = redesign(BLOCK, "tower-11")
    assert refused(whole, "remove arcades-10") == "8.5"
    do(whole, "exchange tower-11 at 1,1")
    assert plan(whole, 0) == {**BLOCK, (1, 1): "tower-11"}


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("exchange tower-10-W at 1,0", "8.2"),
        ("exchange tower-13-E at 1,0", "8.2"),
        ("exchange tower-10-W at 2,0", "8.2"),
        ("exchange tower-13-E at 2,0", ""),
        ("exchange tower-11-N at 1,0", ""),
        ("exchange tower-11-N at 0,1", "6.3"),
        ("exchange tower-11-N at 90,90", "6.3"),
        ("exchange chambers-11 at 1,0", "6.3"),
        ("exchange tower-12 at 1,0", "6.3"),
    ],
)
def test_the_result_must_be_legal(text: str, rule: str) -> None:
    """6.3 The new tile's sides must match; it comes from the reserve, and a tile must stand in the place."""
    state = position(cities=[LINE], reserves=[["tower-10-W", "tower-13-E", "tower-11-N"]])
    assert refused(state, text) == rule
    assert (text in texts(state)) == (rule == "")


def test_walls_between_must_stay() -> None:
    """6.3 Where wall meets wall, the tile that comes in needs the wall too."""
    city: CityPlan = {(1, 0): "arcades-8-N", (0, 1): "garden-10", (1, 1): "tower-11-S"}
    state = position(cities=[city], reserves=[["chambers-9-S", "chambers-11", "garden-10-N"]])
    assert refused(state, "exchange chambers-9-S at 1,1") == ""
    assert refused(state, "exchange chambers-11 at 1,1") == "8.2"
    assert refused(state, "exchange garden-10-N at 1,1") == "8.2"


@pytest.mark.parametrize(
    ("text", "rule"),
    [("remove fountain", "6.4"), ("exchange tower-11 at 0,0", "6.4"), ("build fountain at 0,1", "6.1")],
)
def test_the_fountain_never_moves(text: str, rule: str) -> None:
    """6.4 The start tile is neither removed nor exchanged, not even when it stands alone or could be spared."""
    for city in ({}, LINE, BLOCK):
        state = redesign(city, "tower-11")
        assert refused(state, text) == rule
        assert text not in texts(state)


def test_no_tile_may_be_cut_off() -> None:
    """6.4 Only the end of a line can be removed; the tile in the middle joins it to the fountain."""
    state = redesign(LINE)
    assert [text for text in texts(state) if text.startswith("remove")] == ["remove chambers-11"]
    do(state, "remove chambers-11", "reserve tower-13-E")
    state = position(cities=[plan(state, 0)])
    assert texts(state) == ["remove chambers-10"]


def test_touching_across_a_wall_does_not_keep_a_tile() -> None:
    """6.4 A tile that would touch the city only with its wall is cut off, so what leads to it stays."""
    city: CityPlan = {(0, 1): "pavilion-7-E", (1, 0): "tower-12", (1, 1): "seraglio-7-W"}
    state = position(cities=[city])
    assert refused(state, "remove tower-12") == "8.3"
    assert set(texts(state)) == {"remove pavilion-7-E", "remove seraglio-7-W"}


def test_a_second_way_on_foot_keeps_a_tile() -> None:
    """6.4 In a ring of open tiles any one can go, since the others are reached the other way round."""
    city: CityPlan = {(0, 1): "tower-11", (1, 0): "tower-12", (1, 1): "garden-11"}
    assert set(texts(position(cities=[city]))) == {"remove tower-11", "remove tower-12", "remove garden-11"}


def test_no_hole_may_be_opened() -> None:
    """6.4 The tile in the middle of a block may not go; one at its edge may, and then the middle one too."""
    state = position(
        cities=[BLOCK], display=DISPLAY, market=["tower-11", "tower-12", "tower-11-N", "tower-11-S"]
    )
    assert refused(state, "remove arcades-10") == "8.5"
    assert {text for text in texts(state) if text.startswith("remove")} == {
        f"remove {name}" for name in BLOCK.values() if name != "arcades-10"
    }
    do(state, "remove chambers-10", "take denar-1", "take dirham-2", "remove arcades-10")
    assert (1, 1) not in plan(state, 0)
    assert (2, 1) not in plan(state, 0)


def test_one_redesign_is_one_action() -> None:
    """6.1, 6.2 and 6.3 are one action each: after one of them the turn goes on to the placing."""
    for text in ("build tower-11 at 0,1", "remove chambers-11", "exchange tower-11 at 1,0"):
        state = redesign(LINE, "tower-11")
        do(state, text)
        assert (state.seat, state.decision) == (0, "place")
