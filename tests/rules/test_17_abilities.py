"""When abilities may be used, and the four that stand apart: mason, teller, paver, captain (17.9, 17.11, 17.12)."""

import pytest

from tests.rules.palace import palace, palace_of
from tests.rules.positions import do, hand, refused, texts
from tests.rules.views import seen_palace

FOUR = ["floor-9-a", "floor-9-b", "floor-10-a", "floor-10-b"]
THREE = ["denar-1", "dirham-2", "ducat-9"]


def test_once_a_turn() -> None:
    """17.9: each ability once, and again on the next turn."""
    state = palace(abilities=["teller"], display=[*THREE, "florin-9"], market=FOUR)
    do(state, "teller ducat-9")
    assert refused(state, "teller florin-9") == "17.9"
    assert not any(text.startswith("teller") for text in texts(state))
    do(state, "take denar-1")
    assert state.seat == 1
    assert any(text.startswith("teller") for text in texts(state))


def test_before_between_and_after_actions() -> None:
    """17.9: before an action, after an exact purchase, and at the end before placing; then no more."""
    state = palace(
        abilities=["paver", "teller", "architect", "mason"],
        market=FOUR,
        hands=[["denar-9"]],
        display=THREE,
        scores=[20],
    )
    do(state, "paver")
    assert state.decision == "act"
    assert not state.observe(0).extra
    do(state, "buy 1 with 9")
    assert state.decision == "act"
    assert state.observe(0).extra
    do(state, "teller ducat-9", "take denar-1")
    assert state.decision == "ability"
    assert texts(state)[0] == "end"
    assert "architect garden" in texts(state)
    assert refused(state, "take dirham-2") == "3.4"
    do(state, "architect garden", "end")
    assert state.decision == "place"
    assert refused(state, "mason") == "3.4"


def test_the_end_is_asked_only_if_an_ability_could_be_used() -> None:
    """17.9: nobody is asked who can do nothing."""
    poor = palace(abilities=["paver"], scores=[0], display=THREE, market=FOUR)
    do(poor, "take denar-1")
    assert poor.seat == 1
    rich = palace(abilities=["paver"], scores=[1], display=THREE, market=FOUR)
    do(rich, "take denar-1")
    assert (rich.seat, rich.decision, texts(rich)) == (0, "ability", ["end", "paver"])


def test_an_ability_is_no_action_and_replaces_none() -> None:
    """17.9, 3.5: the action is still due; a player without one may use abilities before passing."""
    state = palace(abilities=["paver"], market=FOUR)
    assert texts(state) == ["pass", "paver"]
    do(state, "paver")
    assert texts(state) == ["pass"]
    do(state, "pass")
    assert state.decision == "place"


def test_none_after_the_end() -> None:
    """17.9: in 10 no ability is used, whoever places."""
    state = palace(
        abilities=["mason", "paver"],
        display=["denar-1"],
        hands=[["denar-5"]],
        market=["floor-6-N", None, None, None],
        bag=[],
        scores=[9],
    )
    do(state, "take denar-1", "end")
    assert state.observe(None).final
    assert {text.split()[0] for text in texts(state)} == {"place", "reserve"}


def test_an_ability_that_is_not_in_play() -> None:
    """17.6: only the four that were drawn."""
    state = palace(abilities=["mason", "teller", "haggler", "scout"], display=THREE, market=FOUR)
    assert refused(state, "paver") == "17.6"
    assert refused(state, "architect tower") == "17.6"


def test_the_mason_needs_a_tile_gained_this_turn() -> None:
    """17.11: not before a purchase, and a camp does not do."""
    before = palace(abilities=["mason"], market=FOUR, display=THREE)
    assert refused(before, "mason") == "17.11"
    camp = palace(
        "red-palace+camps,players=3", abilities=["mason"], market=FOUR, aside=[["camp-4-N"]], display=THREE
    )
    assert refused(camp, "mason") == "17.11"
    plaza = palace(abilities=["mason"], market=FOUR, aside=[["plaza-1"]], plazas_left=5, display=THREE)
    assert refused(plaza, "mason") == ""


def test_a_wall_piece_becomes_a_wall() -> None:
    """17.11: attached to an open side before the tile is placed; 8.2 is checked with it, and it counts as outer wall."""
    state = palace(abilities=["mason"], market=FOUR, aside=[["plaza-1"]], plazas_left=5, display=THREE)
    do(state, "mason", "take denar-1")
    assert state.decision == "wall"
    assert texts(state) == [f"wall plaza-1 {side}" for side in "NESW"]
    do(state, "wall plaza-1 E")
    assert state.decision == "place"
    assert refused(state, "place plaza-1 at -1,0") == "8.2"
    do(state, "place plaza-1 at 1,0")
    seen = state.observe(None)
    assert seen_palace(seen).wall_pieces == (("plaza-1", "E"),)
    assert seen_palace(seen).wall_pieces_left == 5
    assert state.players[0].city.cells[state.players[0].city.index(1, 0)] >> 8 & 15 == 2


def test_it_must_be_attached_and_not_on_a_tile_for_dirk() -> None:
    """17.11: with two tiles the player chooses; the one with the piece stays, the other may go to Dirk."""
    state = palace(
        "red-palace,players=2",
        abilities=["mason"],
        market=[None, *FOUR[1:]],
        aside=[["floor-8", "floor-9-a"]],
        display=THREE,
    )
    do(state, "mason", "take denar-1")
    assert len(texts(state)) == 8
    assert refused(state, "reserve floor-8") == "3.4"
    do(state, "wall floor-8 N")
    assert refused(state, "give floor-8") == "17.11"
    assert "give floor-9-a" in texts(state)
    do(state, "reserve floor-8", "give floor-9-a")


def test_a_wall_piece_stays_when_the_tile_is_redesigned() -> None:
    """17.11: from then on it is a wall of that tile like any other."""
    state = palace(reserves=[["plaza-1"]], walls=[("plaza-1", "N")], market=FOUR, plazas_left=5)
    assert "build plaza-1 at 0,-1" not in texts(state)
    assert "build plaza-1 at 0,1" in texts(state)


def test_a_walled_side_takes_no_wall_piece() -> None:
    """17.11: the side must be open."""
    state = palace(abilities=["mason"], market=FOUR, aside=[["floor-6-N"]], display=THREE)
    do(state, "mason", "take denar-1")
    assert refused(state, "wall floor-6-N N") == "17.11"
    assert texts(state) == [f"wall floor-6-N {side}" for side in "ESW"]


@pytest.mark.parametrize("text", ["mason", "paver", "architect garden"])
def test_pieces_run_out(text: str) -> None:
    """17.12: mason, paver and architect end when their pieces are gone."""
    state = palace(
        abilities=["mason", "paver", "architect"],
        market=FOUR,
        aside=[["floor-8"]],
        plazas_left=0,
        wall_pieces_left=0,
        halves={"garden": 1},
        display=THREE,
        scores=[9],
    )
    assert refused(state, text) == "17.12"
    assert text not in texts(state)
    assert refused(state, "architect tower") == ""


def test_the_teller_takes_any_card() -> None:
    """17.11: whatever its value, and the display is not refilled (3.3)."""
    state = palace(abilities=["teller"], market=FOUR, display=THREE)
    do(state, "teller ducat-9")
    assert hand(state, 0) == ["ducat-9"]
    assert len(state.observe(None).display) == 2
    assert refused(palace(abilities=["teller"], display=THREE), "teller florin-9") == "17.11"
    assert refused(palace(abilities=["teller"], display=THREE), "teller denar-1+dirham-2") == "17.11"


def test_the_captain_moves_a_guard() -> None:
    """17.11: one guard is paid, another goes to any walled side of an own tile without one."""
    state = palace(
        abilities=["captain"],
        cities=[{(1, 0): "floor-6-N", (0, -1): "floor-8-SW"}],
        reserves=[["floor-9-ES"]],
        guards={"floor-6-N": "N", "floor-8-SW": "S", "floor-9-ES": "S"},
        walls=[],
        market=FOUR,
        display=THREE,
    )
    do(state, "captain floor-6-N N")
    assert state.decision == "pay"
    assert texts(state) == ["pay floor-8-SW S", "pay floor-9-ES S"]
    do(state, "pay floor-9-ES S")
    assert state.decision == "post"
    assert texts(state) == ["post floor-8-SW W", "post floor-9-ES E", "post floor-9-ES S"]
    assert refused(state, "post floor-8-SW N") == "17.11"
    do(state, "post floor-8-SW W")
    assert seen_palace(state.observe(None)).guards == {"floor-8-SW": "SW"}
    assert palace_of(state).stood == 1
    assert state.decision == "act"


def test_the_captain_needs_two_guards() -> None:
    """17.11: one is not enough, and points do not help."""
    state = palace(
        abilities=["captain"], reserves=[["floor-6-N"]], guards={"floor-6-N": "N"}, scores=[50], market=FOUR
    )
    assert refused(state, "captain floor-6-N N") == "17.11"
    none = palace(abilities=["captain"], reserves=[["floor-6-N"]], scores=[50], market=FOUR)
    assert refused(none, "captain floor-6-N N") == "17.11"


def test_a_guard_can_stand_on_a_wall_piece_and_on_a_medina() -> None:
    """17.11: inner walls and wall pieces too, but not on the bastion of a camp."""
    state = palace(
        "red-palace+camps+medina,players=3",
        abilities=["captain"],
        cities=[{(1, 0): "floor-8-E", (2, 0): "camp-7-W"}],
        reserves=[["floor-4-NES", "plaza-1", "medina-6-E"]],
        guards={"floor-4-NES": "NS"},
        walls=[("plaza-1", "W")],
        plazas_left=5,
        market=FOUR,
        display=THREE,
    )
    do(state, "captain floor-4-NES N")
    assert texts(state) == [
        "post floor-8-E E",
        "post medina-6-E E",
        "post floor-4-NES E",
        "post floor-4-NES S",
        "post plaza-1 W",
    ]


def test_who_can_buy_by_the_scout_does_not_pass() -> None:
    """17.9, 3.5: his purchase is an action, so there is one that is legal."""
    state = palace(market=[None] * 4, preview=["floor-6-N", None, None], hands=[["denar-6", "florin-1"]])
    assert texts(state) == ["scout 1 with denar-6 for florin-1"]
    assert refused(state, "pass") == "3.5"
    assert texts(palace(market=[None] * 4, preview=["floor-6-N", None, None], hands=[["denar-6"]])) == [
        "pass"
    ]
