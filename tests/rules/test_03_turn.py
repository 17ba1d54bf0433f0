"""What may, must and may not be done in a turn (rules 3.1 to 3.4)?"""

import pytest

from arena.rules import State
from tests.rules.positions import TILE_IDS, do, hand, names, plan, position, refused, texts

MARKET = ["pavilion-8", "seraglio-9", "arcades-9", "chambers-10"]
DISPLAY = ["denar-1", "dirham-2", "ducat-3", "florin-4"]
EXACT_FOR_ALL = ["denar-8", "dirham-9", "ducat-9", "florin-4", "florin-6"]
BAZAARS = [
    "bazaar-denar-pavilion-seraglio-arcades",
    "bazaar-dirham-seraglio-arcades-garden",
    "bazaar-florin-arcades-chambers-tower",
]


def turn(*hand: str) -> State:
    """Seat 0 of three has these cards, a tile in the city and one in the reserve."""
    return position(
        market=MARKET, display=DISPLAY, hands=[hand], cities=[{(1, 0): "tower-12"}], reserves=[["tower-11"]]
    )


@pytest.mark.parametrize(
    "text",
    ["take denar-1", "buy 1 with 9", "build tower-11 at 2,0", "remove tower-12", "exchange tower-11 at 1,0"],
)
def test_one_action_ends_the_turn(text: str) -> None:
    """3.1 A turn is one action: take money, buy (here not exactly) or one of the three ways to redesign."""
    state = turn("denar-9")
    assert (state.seat, state.decision) == (0, "act")
    assert not state.observe(0).extra
    assert text in texts(state)
    do(state, text)
    if text.startswith("buy"):
        assert (state.seat, state.decision) == (0, "place")
        do(state, "reserve pavilion-8")
    assert (state.seat, state.decision, state.turn) == (1, "act", 1)


@pytest.mark.parametrize(
    ("text", "rule"),
    [("pass", "3.5"), ("place pavilion-8 at 0,1", "3.4"), ("reserve pavilion-8", "3.4"), ("wake", "3.1")],
)
def test_one_action_must_be_taken(text: str, rule: str) -> None:
    """3.1 The player must take an action; placing answers no such decision, and a module's action needs the module."""
    assert refused(turn("denar-9"), text) == rule


def test_a_module_adds_an_action() -> None:
    """3.1 Modules add actions: with a sleeping vizier the player may wake it as the action of the turn."""
    state = position("classic+vizier,players=3", market=MARKET, display=DISPLAY, facts={"vizier": [0, 1, 1]})
    assert "wake" in texts(state)
    do(state, "wake")
    assert (state.seat, state.turn) == (1, 1)


def test_an_exact_payment_grants_an_action() -> None:
    """3.2 A purchase paid exactly grants one more action to the same seat."""
    state = turn("denar-8")
    do(state, "buy 1 with 8")
    assert (state.seat, state.decision, state.turn) == (0, "act", 0)
    assert state.observe(0).extra


def test_the_extra_action_is_mandatory() -> None:
    """3.2 The extra action must be taken: neither passing nor going on to the placing is allowed."""
    state = turn("denar-8")
    do(state, "buy 1 with 8")
    assert refused(state, "pass") == "3.5"
    assert refused(state, "reserve pavilion-8") == "3.4"
    assert refused(state, "place pavilion-8 at 0,1") == "3.4"
    assert "pass" not in texts(state)


@pytest.mark.parametrize("cards", ["9", "1+8", "4+8", "8+9"])
def test_an_overpaid_purchase_grants_none(cards: str) -> None:
    """3.2 A purchase that is not paid exactly ends the action phase."""
    state = turn("denar-1", "denar-4", "denar-8", "denar-9")
    do(state, f"buy 1 with {cards}")
    assert (state.seat, state.decision) == (0, "place")


@pytest.mark.parametrize(
    "text",
    [
        "take denar-1",
        "take denar-1+dirham-2",
        "build tower-11 at 2,0",
        "remove tower-12",
        "exchange tower-11 at 1,0",
        "buy 2 with 4+6",
    ],
)
def test_any_other_action_ends_the_action_phase(text: str) -> None:
    """3.2 After an exact purchase, any action that is not another exact purchase ends the action phase."""
    state = turn("denar-8", "dirham-4", "dirham-6")
    do(state, "buy 1 with 8", text)
    assert (state.seat, state.decision) == (0, "place")
    assert refused(state, "take ducat-3") == "3.4"


def test_four_exact_purchases_and_a_fifth_action() -> None:
    """3.2 All four slots can be bought exactly in one turn; each grants an action, so a fifth one is due."""
    state = turn(*EXACT_FOR_ALL)
    for text in ("buy 1 with 8", "buy 2 with 9", "buy 3 with 9", "buy 4 with 4+6"):
        do(state, text)
        assert (state.seat, state.decision, state.observe(0).extra) == (0, "act", True)
    assert sorted(names(state.observe(0).seats[0].aside)) == sorted(MARKET)
    assert refused(state, "pass") == "3.5"
    do(state, "take ducat-3")
    assert (state.seat, state.decision) == (0, "place")


def test_no_limit_on_extra_actions() -> None:
    """3.2 There is no limit: with three bazaars on offer seven exact purchases and an eighth action fit in one turn."""
    state = position(
        "classic+bazaars,players=3",
        market=MARKET,
        display=DISPLAY,
        hands=[[*EXACT_FOR_ALL, *EXACT_FOR_ALL]],
        facts={"bazaars": sorted(TILE_IDS[name] for name in BAZAARS)},
    )
    for bazaar, cards in zip(BAZAARS, ["8", "9", "4+6"], strict=True):
        do(state, f"buy {bazaar} with {cards}")
        assert state.observe(0).extra
    for text in ("buy 1 with 8", "buy 2 with 9", "buy 3 with 9", "buy 4 with 4+6"):
        do(state, text)
        assert (state.seat, state.decision, state.observe(0).extra) == (0, "act", True)
    assert len(state.observe(0).seats[0].aside) == 7
    do(state, "take denar-1")
    assert (state.decision, state.turn) == ("place", 0)


def test_the_rulebooks_turn_of_three_actions() -> None:
    """3.2 The books' example: two exact purchases, then an exchange; then both tiles are placed, and the turn is over."""
    state = turn("denar-8", "dirham-9")
    do(state, "buy 1 with 8", "buy 2 with 9", "exchange tower-11 at 1,0")
    assert plan(state, 0) == {(1, 0): "tower-11"}
    assert names(state.observe(0).seats[0].aside) == ["pavilion-8", "seraglio-9"]
    do(state, "place seraglio-9 at 2,0", "reserve pavilion-8")
    assert plan(state, 0) == {(1, 0): "tower-11", (2, 0): "seraglio-9"}
    assert sorted(names(state.observe(0).seats[0].reserve)) == ["pavilion-8", "tower-12"]
    assert (state.seat, state.turn) == (1, 1)


def test_nothing_is_refilled_during_the_turn() -> None:
    """3.3 Market and display are not refilled between actions nor while tiles are placed, only after that."""
    state = turn("denar-8", "dirham-9")
    do(state, "buy 1 with 8")
    assert names(state.observe(0).market) == ["", "seraglio-9", "arcades-9", "chambers-10"]
    assert refused(state, "buy 1 with 9") == "5.1"
    do(state, "buy 2 with 9")
    assert names(state.observe(0).market) == ["", "", "arcades-9", "chambers-10"]
    do(state, "take denar-1+dirham-2")
    for left in ("pavilion-8", "seraglio-9"):
        assert names(state.observe(0).market) == ["", "", "arcades-9", "chambers-10"]
        assert names(state.observe(0).display) == ["ducat-3", "florin-4"]
        do(state, f"reserve {left}")
    assert "" not in names(state.observe(0).market)
    assert len(state.observe(0).display) == 4


@pytest.mark.parametrize("first", ["pavilion-8", "seraglio-9"])
def test_tiles_are_placed_in_any_order(first: str) -> None:
    """3.4 The tiles bought are placed one at a time, in the order that the player likes, before the next seat plays."""
    second = "seraglio-9" if first == "pavilion-8" else "pavilion-8"
    state = position(aside=[["pavilion-8", "seraglio-9"]], placing=True, display=DISPLAY)
    assert {text.split(" ")[1] for text in texts(state)} == {"pavilion-8", "seraglio-9"}
    do(state, f"place {first} at 0,1")
    assert (state.seat, state.decision) == (0, "place")
    assert {text.split(" ")[1] for text in texts(state)} == {second}
    do(state, f"place {second} at 0,2")
    assert plan(state, 0) == {(0, 1): first, (0, 2): second}
    assert (state.seat, state.decision) == (1, "act")


def test_every_tile_bought_must_be_placed() -> None:
    """3.4 While a tile is left to place nothing else can be done, and no seat is left out of 7.1."""
    state = position(aside=[["pavilion-8"]], placing=True, display=DISPLAY)
    for text in ("take denar-1", "pass", "remove pavilion-8", "build pavilion-8 at 0,1"):
        assert refused(state, text) == "3.4"
    assert set(texts(state)) == {
        "place pavilion-8 at 0,1",
        "place pavilion-8 at 1,0",
        "place pavilion-8 at 0,-1",
        "place pavilion-8 at -1,0",
        "reserve pavilion-8",
    }


def test_the_building_rules_hold_after_each_tile() -> None:
    """3.4 Rule 8 holds after each single tile: one that needs another to stand on cannot come before it."""
    state = position(aside=[["pavilion-8", "tower-13-E"]], placing=True, display=DISPLAY)
    assert refused(state, "place tower-13-E at 2,0") == "8.4"
    do(state, "place pavilion-8 at 1,0", "place tower-13-E at 2,0")
    assert plan(state, 0) == {(1, 0): "pavilion-8", (2, 0): "tower-13-E"}


def test_the_camp_rule_holds_after_each_tile() -> None:
    """3.4 Rule 13.2 too: a camp waits until the wall stands that its bastion needs."""
    state = position(
        "classic+camps,players=3",
        cities=[{(0, 1): "tower-12", (-1, 1): "tower-11"}],
        aside=[["camp-5-E", "tower-10-W"]],
        placing=True,
        display=DISPLAY,
    )
    assert refused(state, "place camp-5-E at -2,0") == "8.4"
    assert refused(state, "place camp-5-E at -2,1") == "13.2"
    do(state, "place tower-10-W at -1,0", "place camp-5-E at -2,0")
    assert plan(state, 0)[-2, 0] == "camp-5-E"


def test_a_turn_without_a_purchase_has_no_placing() -> None:
    """3.4 Who bought nothing places nothing: the next seat plays at once."""
    state = turn("denar-9")
    do(state, "take florin-4")
    assert (state.seat, state.decision) == (1, "act")
    assert hand(state, 0) == ["denar-9", "florin-4"]
