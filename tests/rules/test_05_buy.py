"""What does a tile cost, and what is paid for it (rule 5)?"""

import pytest

from arena.rules import State
from tests.rules.positions import do, hand, names, plan, position, refused, texts

MARKET = ["garden-10", "seraglio-9", "arcades-9", "chambers-10"]
DISPLAY = ["denar-1", "dirham-2", "ducat-3", "florin-4"]


def buying(*hand: str, market: list[str] | None = None) -> State:
    """Seat 0 may buy with these cards."""
    return position(
        market=market or MARKET,
        display=DISPLAY,
        hands=[hand],
        cities=[{(1, 0): "tower-12"}],
        reserves=[["tower-11"]],
    )


def test_the_rulebooks_garden() -> None:
    """5.1 The books' garden for 10 denar, paid with 11: it is sold, no change is given, and no action follows."""
    state = buying("denar-5", "denar-6", "florin-1")
    assert [text for text in texts(state) if text.startswith("buy")] == ["buy 1 with 5+6"]
    do(state, "buy 1 with 5+6")
    assert hand(state, 0) == ["florin-1"]
    assert names(state.observe(0).discard) == ["denar-5", "denar-6"]
    assert names(state.observe(0).seats[0].aside) == ["garden-10"]
    assert (state.seat, state.decision) == (0, "place")


@pytest.mark.parametrize(
    ("tile", "price"), [("pavilion-2-NEW", 2), ("seraglio-6-ES", 6), ("arcades-10", 10), ("tower-13-E", 13)]
)
@pytest.mark.parametrize(("slot", "currency"), [(1, "denar"), (2, "dirham"), (3, "ducat"), (4, "florin")])
def test_the_printed_price_in_any_slot(tile: str, price: int, slot: int, currency: str) -> None:
    """5.1 A tile costs its printed price in the currency of whichever slot it lies in: one coin less is refused."""
    market: list[str | None] = [None, None, None, None]
    market[slot - 1] = tile
    low, high = price // 2, price - price // 2
    enough = position(market=market, hands=[[f"{currency}-{low}", f"{currency}-{high}"]])
    assert refused(enough, f"buy {slot} with {low}+{high}") == ""
    if low > 1:
        short = position(market=market, hands=[[f"{currency}-{low - 1}", f"{currency}-{high}"]])
        assert refused(short, f"buy {slot} with {low - 1}+{high}") == "5.1"
        assert texts(short) == ["pass"]


@pytest.mark.parametrize("cards", ["8", "3+5", "2+8", "2+3+5", "3+8", "5+8", "2+3+5+8"])
def test_any_set_worth_the_price_pays(cards: str) -> None:
    """5.1 Any cards of the currency worth at least the price are a legal payment, needless ones included."""
    state = buying("denar-2", "denar-3", "denar-5", "denar-8", market=["pavilion-8", *MARKET[1:]])
    do(state, f"buy 1 with {cards}")
    paid = [f"denar-{value}" for value in cards.split("+")]
    assert names(state.observe(0).discard) == paid
    assert hand(state, 0) == [f"denar-{value}" for value in (2, 3, 5, 8) if f"denar-{value}" not in paid]


@pytest.mark.parametrize("cards", ["2", "3", "5", "2+3", "2+5"])
def test_less_than_the_price_does_not_pay(cards: str) -> None:
    """5.1 Cards worth less than the price are refused, and nothing is paid."""
    state = buying("denar-2", "denar-3", "denar-5", "denar-8", market=["pavilion-8", *MARKET[1:]])
    assert refused(state, f"buy 1 with {cards}") == "5.1"


def test_offered_payments_have_no_needless_card() -> None:
    """5.1 The payments listed for a price of 8 with 2, 3, 5, 8 in hand: those from which no card can be left out."""
    state = buying("denar-2", "denar-3", "denar-5", "denar-8", market=["pavilion-8", *MARKET[1:]])
    assert {text for text in texts(state) if text.startswith("buy")} == {"buy 1 with 8", "buy 1 with 3+5"}


def test_one_currency_alone() -> None:
    """5.1 Money of another currency pays nothing, neither alone nor to make up the price."""
    state = buying("denar-9", "denar-9", "denar-9", "florin-5")
    assert refused(state, "buy 2 with 9") == "5.1"
    assert refused(state, "buy 2 with 9+9") == "5.1"
    assert refused(state, "buy 4 with 5") == "5.1"
    assert {text for text in texts(state) if text.startswith("buy")} == {"buy 1 with 9+9"}


@pytest.mark.parametrize("cards", ["9+9", "1+9", "4+9"])
def test_cards_not_held_do_not_pay(cards: str) -> None:
    """5.1 Only cards in the hand pay: not a second copy of a card held once, nor one of the display or another hand."""
    state = position(market=MARKET, display=DISPLAY, hands=[["denar-9", "denar-5"], ["denar-4"]])
    assert refused(state, f"buy 1 with {cards}") == "5.1"


def test_an_empty_slot_sells_nothing() -> None:
    """5.1 There is nothing to buy in an empty slot."""
    state = position(market=["garden-10", None, "arcades-9", "chambers-10"], hands=[["dirham-9", "dirham-9"]])
    assert refused(state, "buy 2 with 9") == "5.1"
    assert texts(state) == ["pass"]


def test_the_tile_is_set_aside() -> None:
    """5.2 The cards go to the discard and the tile is set aside in the open: neither in the reserve nor in the city."""
    state = buying("denar-4", "denar-6")
    do(state, "buy 1 with 4+6")
    for viewer in (0, 1, None):
        seen = state.observe(viewer)
        assert names(seen.discard) == ["denar-4", "denar-6"]
        assert names(seen.seats[0].aside) == ["garden-10"]
        assert names(seen.seats[0].reserve) == ["tower-11"]
        assert seen.seats[0].hand_size == 0
    assert plan(state, 0) == {(1, 0): "tower-12"}


@pytest.mark.parametrize(
    ("text", "rule"),
    [("build garden-10 at 0,1", "6.1"), ("remove garden-10", "6.2"), ("exchange garden-10 at 1,0", "6.3")],
)
def test_redesign_cannot_touch_it(text: str, rule: str) -> None:
    """5.2 An extra action cannot build, remove or exchange the tile set aside, though it may use the reserve."""
    state = buying("denar-4", "denar-6")
    do(state, "buy 1 with 4+6")
    assert refused(state, text) == rule
    assert not [offered for offered in texts(state) if "garden-10" in offered]
    assert refused(state, "build tower-11 at 0,1") == ""


def test_a_tile_taken_out_in_the_same_turn_stays_in_reserve() -> None:
    """5.2 Only the tile bought is placed: one removed by the extra action is in the reserve and waits."""
    state = buying("denar-4", "denar-6")
    do(state, "buy 1 with 4+6", "remove tower-12")
    assert refused(state, "place tower-12 at 0,1") == "7.1"
    do(state, "place garden-10 at 0,1")
    assert names(state.observe(0).seats[0].reserve) == ["tower-11", "tower-12"]
    assert state.seat == 1


@pytest.mark.parametrize(
    ("cards", "exact"),
    [("1+9", True), ("2+8", True), ("1+2+7", True), ("2+9", False), ("1+2+8", False), ("7+8", False)],
)
def test_exact_is_a_matter_of_the_total(cards: str, exact: bool) -> None:
    """5.3 A price of 10 is paid exactly by cards that total 10, however many; 11 or more is not exact."""
    state = buying("denar-1", "denar-2", "denar-7", "denar-8", "denar-9")
    do(state, f"buy 1 with {cards}")
    assert state.decision == ("act" if exact else "place")
    assert state.observe(0).extra == exact
