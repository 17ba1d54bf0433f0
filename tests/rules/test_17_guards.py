"""Guards: on tiles, on the stands, as payment, and what they score (17.7, 17.8, 17.10, 17.13)."""

import pytest

from arena.rules.palace.guards import last_stand
from arena.rules.scoring import filled_sheet
from tests.rules.palace import palace, palace_of
from tests.rules.positions import CityPlan, do, hand, kinds_of, refused, texts
from tests.rules.views import seen_palace

FOUR = ["floor-9-a", "floor-9-b", "floor-10-a", "floor-10-b"]


def test_a_tile_is_manned_when_it_is_built() -> None:
    """17.7: each tower gets a guard from the supply of 32 when the tile is placed, and none while it is set aside."""
    state = palace(aside=[["floor-4-NES"]], market=FOUR, step="place")
    assert seen_palace(state.observe(None)).guards == {}
    do(state, "place floor-4-NES at 1,0")
    assert seen_palace(state.observe(None)).guards == {"floor-4-NES": "NS"}
    assert seen_palace(state.observe(None)).guard_supply == 30


def test_a_tile_is_manned_in_the_reserve_too_and_keeps_its_guards() -> None:
    """17.7: reserved, then built: the guards came once and stay on their tile and side."""
    state = palace(aside=[["floor-6-N"]], market=FOUR, display=["denar-1", "denar-2"], step="place")
    events = do(state, "reserve floor-6-N")
    assert "manned" in kinds_of(events)
    assert palace_of(state).supply == 31
    for _ in range(2):
        do(state, texts(state)[0])
    do(state, "build floor-6-N at 1,0")
    assert seen_palace(state.observe(None)).guards == {"floor-6-N": "N"}
    assert palace_of(state).supply == 31


def test_a_tower_left_empty_is_not_manned_again() -> None:
    """17.7: the guard was paid; taking the tile out and building it again brings no new one."""
    state = palace(
        abilities=["paver"],
        cities=[{(1, 0): "floor-6-N"}],
        guards={"floor-6-N": "N"},
        market=FOUR,
        display=["denar-1", "denar-2"],
    )
    do(state, "paver", "remove floor-6-N", "reserve plaza-1", "take denar-1", "end", "take denar-2", "end")
    do(state, "build floor-6-N at 1,0")
    assert seen_palace(state.observe(None)).guards == {}
    assert palace_of(state).supply == 31


def test_exchanging_keeps_the_guards_on_their_tiles() -> None:
    """17.7: in redesign guards stay where they are."""
    state = palace(
        cities=[{(1, 0): "floor-6-N"}],
        reserves=[["floor-8-N"]],
        guards={"floor-6-N": "N", "floor-8-N": "N"},
        market=FOUR,
    )
    do(state, "exchange floor-8-N at 1,0")
    assert seen_palace(state.observe(None)).guards == {"floor-6-N": "N", "floor-8-N": "N"}


def test_an_exhausted_supply_gives_fewer() -> None:
    """17.7: one guard is left for two towers."""
    state = palace(aside=[["floor-4-NES"]], market=FOUR, step="place", supply=1, stood=31)
    do(state, "reserve floor-4-NES")
    guards = seen_palace(state.observe(None)).guards
    assert isinstance(guards, dict)
    assert len(guards["floor-4-NES"]) == 1
    assert palace_of(state).supply == 0


def test_a_tile_given_out_at_the_end_is_manned() -> None:
    """17.7, 10.2: what is awarded gets its guards when it is placed."""
    state = palace(
        display=["denar-1"],
        hands=[["denar-5"]],
        market=["floor-6-N", None, None, None],
        preview=[None, None, None],
        bag=[],
    )
    do(state, "take denar-1")
    assert state.observe(None).final
    do(state, "place floor-6-N at 1,0")
    assert state.is_over
    assert seen_palace(state.observe(None)).guards == {"floor-6-N": "N"}


@pytest.mark.parametrize(
    ("stood", "stand"),
    [(0, 0), (1, 1), (2, 1), (3, 2), (5, 2), (6, 3), (7, 3), (8, 4), (21, 7), (22, 8), (32, 8)],
)
def test_stands_fill_from_the_left(stood: int, stand: int) -> None:
    """17.8: each stand holds as many as it shows (2, 3, 2, 4, 3, 2, 5), the eighth any number."""
    state = palace(stood=stood, supply=32 - stood)
    assert last_stand(palace_of(state)) == stand


def test_guards_paid_go_to_the_stands() -> None:
    """17.8, 17.10: from city or reserve, the player's choice which."""
    state = palace(
        abilities=["paver"],
        cities=[{(1, 0): "floor-6-N"}],
        reserves=[["floor-4-NES"]],
        guards={"floor-6-N": "N", "floor-4-NES": "NS"},
        market=FOUR,
        display=["denar-1"],
    )
    do(state, "paver")
    assert state.decision == "pay"
    assert texts(state) == ["pay floor-6-N N", "pay floor-4-NES N", "pay floor-4-NES S"]
    assert refused(state, "pay floor-4-NES E") == "17.10"
    events = do(state, "pay floor-4-NES S")
    assert kinds_of(events) == ["acted", "stationed"]
    assert seen_palace(state.observe(None)).guards == {"floor-6-N": "N", "floor-4-NES": "N"}
    assert (palace_of(state).stood, palace_of(state).supply) == (1, 29)
    assert state.scores()[0] == 5
    assert state.decision == "act"


def test_a_single_guard_is_paid_without_asking() -> None:
    """17.10: where there is no choice there is no decision."""
    state = palace(abilities=["paver"], reserves=[["floor-6-N"]], guards={"floor-6-N": "N"}, market=FOUR)
    do(state, "paver")
    assert state.decision != "pay"
    assert seen_palace(state.observe(None)).guards == {}
    assert palace_of(state).stood == 1


@pytest.mark.parametrize(("scorings", "points"), [((), 1), ((1,), 2), ((1, 2), 3)])
def test_points_in_the_place_of_guards(scorings: tuple[int, ...], points: int) -> None:
    """17.10: who owns no guard pays 1, 2 or 3 points a guard, and nothing goes to the stands."""
    state = palace(abilities=["paver", "architect"], scores=[9], scorings=scorings, market=FOUR)
    events = do(state, "paver")
    assert state.scores()[0] == 9 - points
    assert "points paid" in kinds_of(events)
    assert palace_of(state).stood == 0
    do(state, "architect tower")
    assert state.scores()[0] == 9 - 3 * points


def test_the_score_does_not_fall_below_zero() -> None:
    """17.10: one point does not pay for two guards."""
    state = palace(abilities=["paver", "architect"], scores=[1], market=FOUR)
    assert "paver" in texts(state)
    assert refused(state, "architect tower") == "17.10"
    do(state, "paver")
    assert state.scores()[0] == 0
    broke = palace(abilities=["paver", "architect"], scores=[0], market=FOUR)
    assert refused(broke, "paver") == "17.10"


def test_all_or_none() -> None:
    """17.10: with one guard the architect, who costs two, can be paid neither in guards nor in points."""
    state = palace(
        abilities=["architect"], reserves=[["floor-6-N"]], guards={"floor-6-N": "N"}, scores=[50], market=FOUR
    )
    assert refused(state, "architect tower") == "17.10"
    assert not any(text.startswith("architect") for text in texts(state))


def test_the_guards_of_others_pay_nothing() -> None:
    """17.10: only own guards count; a player without one pays in points though others have some."""
    state = palace(
        abilities=["paver"], reserves=[[], ["floor-6-N"]], guards={"floor-6-N": "N"}, market=FOUR, scores=[5]
    )
    do(state, "paver")
    assert state.scores()[0] == 4
    assert seen_palace(state.observe(None)).guards == {"floor-6-N": "N"}


def test_cards_are_paid_in_any_case() -> None:
    """17.10: points stand for guards, not for the card of the scout."""
    state = palace(
        preview=["floor-6-N", None, None], hands=[["denar-6", "florin-1"]], market=FOUR, display=["ducat-1"]
    )
    assert refused(state, "scout 1 with denar-6 for florin-2") == "17.11"
    do(state, "scout 1 with denar-6 for florin-1")
    assert hand(state, 0) == []
    assert state.scores()[0] == 4


# Four tiles to the east with walls to the north, and the last with walls on three sides: a run of 6.
WALLED: CityPlan = {(1, 0): "floor-6-N", (2, 0): "floor-8-N", (3, 0): "floor-11-N", (4, 0): "floor-4-NES"}
GUARDED = {"floor-6-N": "N", "floor-8-N": "N", "floor-4-NES": "N"}


def test_the_books_example_of_guard_points() -> None:
    """17.13: three guards on the longest wall, the rightmost guard on the fourth stand: 12 points."""
    state = palace(cities=[WALLED], guards=GUARDED, stood=8)
    assert last_stand(palace_of(state)) == 4
    assert filled_sheet(state, 3).published().rows["wall"][0] == 6
    assert filled_sheet(state, 3).published().rows["guards"] == (12, 0, 0)
    for scoring in (1, 2):
        assert filled_sheet(state, scoring).published().rows["guards"] == (0, 0, 0)


def test_a_guard_off_the_longest_wall_is_worth_nothing() -> None:
    """17.13: only the run of 9.4 counts; so does none in the reserve."""
    city = {**WALLED, (0, -1): "floor-8-S"}
    state = palace(
        cities=[city],
        reserves=[["floor-6-ES-a"]],
        guards={**GUARDED, "floor-8-S": "S", "floor-6-ES-a": "E"},
        stood=8,
    )
    assert filled_sheet(state, 3).published().rows["guards"][0] == 12


def test_no_guard_on_the_stands_makes_guards_worthless() -> None:
    """17.13: 0 if no guard stands there."""
    assert filled_sheet(palace(cities=[WALLED], guards=GUARDED), 3).published().rows["guards"] == (0, 0, 0)


def test_of_equal_walls_the_one_with_more_guards_counts() -> None:
    """17.13: two runs of the same length."""
    city: CityPlan = {(1, 0): "floor-6-N", (0, -1): "floor-8-S"}
    for guards in ({"floor-6-N": "N"}, {"floor-8-S": "S"}):
        state = palace(cities=[city], guards=guards, stood=1)
        assert filled_sheet(state, 3).published().rows["wall"][0] == 1
        assert filled_sheet(state, 3).published().rows["guards"][0] == 1


def test_a_loop_walled_all_round_counts_its_guards_once() -> None:
    """17.13, 9.4: guards all along one run."""
    state = palace(cities=[{(1, 0): "floor-4-NES"}], guards={"floor-4-NES": "NS"}, stood=23, supply=7)
    assert filled_sheet(state, 3).published().rows["guards"][0] == 16
