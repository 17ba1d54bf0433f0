"""What happens when a turn ends (rules 9.1 to 9.3b)?"""

from collections.abc import Sequence
from typing import Any

import pytest

from arena.rules import Event, State
from tests.rules.positions import do, hand, kinds_of, names, plan, position, row

MARKET = ["pavilion-8", "seraglio-9", "arcades-9", "chambers-10"]
DISPLAY = ["denar-1", "dirham-2", "ducat-3", "florin-4"]


def ending(rules: str = "classic,players=3", **more: Any) -> State:
    """A full market and display, seat 0 to play; `more` changes what a test is about."""
    return position(rules, **{"market": MARKET, "display": DISPLAY, **more})


def said(events: Sequence[Event], *kinds: str) -> list[str]:
    """The texts of the events of these kinds."""
    return [str(event) for event in events if event.kind in kinds]


def test_slots_2_and_4_are_refilled_in_order() -> None:
    """9.1 The books' example: slots 2 and 4 were bought; first 2 is refilled, then 4, whatever was bought first."""
    state = ending(hands=[["dirham-9", "florin-4", "florin-7"]], bag=["tower-12", "tower-11", "garden-10"])
    do(state, "buy 2 with 9", "buy 4 with 4+7", "reserve chambers-10")
    events = do(state, "reserve seraglio-9")
    assert said(events, "filled") == ["slot 2 gets tower-12", "slot 4 gets tower-11"]
    assert names(state.observe(0).market) == ["pavilion-8", "tower-12", "arcades-9", "tower-11"]
    assert state.observe(0).bag_size == 1


def test_slots_bought_backwards_are_refilled_forwards() -> None:
    """9.1 Lowest first: bought as 4, 3, 2, 1, filled as 1, 2, 3, 4."""
    state = ending(
        hands=[["denar-9", "dirham-9", "ducat-9", "florin-4", "florin-6"]],
        bag=["tower-12", "tower-11", "garden-10", "garden-11"],
    )
    do(state, "buy 4 with 4+6", "buy 3 with 9", "buy 2 with 9", "buy 1 with 9")
    do(state, "reserve pavilion-8", "reserve seraglio-9", "reserve arcades-9", "reserve chambers-10")
    assert names(state.observe(0).market) == ["tower-12", "tower-11", "garden-10", "garden-11"]


def test_the_market_is_refilled_as_far_as_the_bag_goes() -> None:
    """9.1 With one tile in the bag and slots 2 and 4 empty, slot 2 gets it and slot 4 stays empty."""
    state = ending(market=["pavilion-8", None, "arcades-9", None], bag=["tower-12"])
    events = do(state, "take denar-1")
    assert said(events, "filled") == ["slot 2 gets tower-12"]
    awarded = [(event.slot, event.seat) for event in events if event.kind == "awarded"]
    assert awarded == [(1, 0), (2, -1), (3, -1)]


def test_market_before_display() -> None:
    """9.1 The market is refilled before the display."""
    state = ending(hands=[["dirham-9"]])
    do(state, "buy 2 with 9", "take denar-1")
    events = do(state, "reserve seraglio-9")
    assert kinds_of(events) == ["acted", "filled", "drawn"]


def test_the_display_is_refilled_to_four() -> None:
    """9.2 The display gets as many cards as it lacks, from the top of the deck."""
    state = ending(deck=["florin-9", "florin-8", "florin-7"])
    events = do(state, "take denar-1+dirham-2")
    assert said(events, "drawn") == ["the display gets florin-9", "the display gets florin-8"]
    assert names(state.observe(0).display) == ["ducat-3", "florin-4", "florin-8", "florin-9"]


def test_a_full_display_draws_nothing() -> None:
    """9.2 Where no card must be drawn the deck is not touched, and an empty one is not renewed."""
    state = ending(hands=[["denar-9"]], no_deck=True, discard=["florin-9", "florin-8"])
    do(state, "buy 1 with 9")
    events = do(state, "reserve pavilion-8")
    assert kinds_of(events) == ["acted", "filled"]
    assert state.observe(0).deck_size == 0
    assert names(state.observe(0).discard) == ["denar-9", "florin-8", "florin-9"]


def test_the_last_card_of_the_deck_is_no_reason_to_shuffle() -> None:
    """9.2 Drawing the last card of the deck leaves it empty: the discard is shuffled only when a card must be drawn."""
    state = ending(deck=["florin-9"], no_deck=True, discard=["denar-8", "denar-7"])
    events = do(state, "take denar-1")
    assert "reshuffled" not in kinds_of(events)
    assert state.observe(0).deck_size == 0
    assert names(state.observe(0).discard) == ["denar-7", "denar-8"]
    events = do(state, "take dirham-2")
    assert kinds_of(events) == ["acted", "reshuffled", "drawn"]
    assert state.observe(0).discard == ()
    assert state.observe(0).deck_size == 1


def test_the_discard_becomes_the_deck_in_the_middle_of_a_refill() -> None:
    """9.2 Two cards are due and one is left: the discard of three is shuffled into a deck, and one of it drawn."""
    state = ending(deck=["florin-9"], no_deck=True, discard=["denar-8", "denar-7", "denar-6"])
    events = do(state, "take denar-1+dirham-2")
    assert kinds_of(events) == ["acted", "drawn", "reshuffled", "drawn"]
    assert said(events, "reshuffled") == ["the discard, 3 cards, is shuffled into a new deck"]
    seen = state.observe(0)
    assert (len(seen.display), seen.deck_size, seen.discard) == (4, 2, ())
    assert "florin-9" in names(seen.display)
    assert len({"denar-8", "denar-7", "denar-6"} & set(names(seen.display))) == 1


def test_the_new_deck_is_shuffled() -> None:
    """9.2 The discard is shuffled: with many cards it does not come back in the order of the table."""
    discard = [f"{currency}-{value}" for currency in ("dirham", "ducat") for value in range(5, 10)]
    state = ending(no_deck=True, discard=discard)
    do(state, "take denar-1")
    deck = [int(card) for card in state.deck]
    assert len(deck) == 10
    assert deck not in (sorted(deck), sorted(deck, reverse=True))


def test_with_both_empty_the_display_stays_short() -> None:
    """9.2 If deck and discard are empty the display stays short, until a refill finds cards again."""
    state = ending(no_deck=True, hands=[[], ["dirham-4", "dirham-6"], []])
    do(state, "take denar-1+dirham-2")
    assert names(state.observe(0).display) == ["ducat-3", "florin-4"]
    assert (state.seat, state.decision) == (1, "act")
    do(state, "buy 2 with 4+6")
    assert names(state.observe(0).display) == ["ducat-3", "florin-4"]
    events = do(state, "reserve seraglio-9")
    assert said(events, "reshuffled") == ["the discard, 2 cards, is shuffled into a new deck"]
    assert names(state.observe(0).display) == ["dirham-4", "dirham-6", "ducat-3", "florin-4"]


def test_too_few_cards_in_both() -> None:
    """9.2 One card in the deck and one in the discard fill two of three places."""
    display = ["denar-1", "dirham-1", "ducat-2", "florin-9"]
    state = ending(display=display, deck=["florin-8"], no_deck=True, discard=["florin-7"])
    do(state, "take denar-1+dirham-1+ducat-2")
    assert names(state.observe(0).display) == ["florin-7", "florin-8", "florin-9"]


def test_a_scoring_card_leaves_the_game() -> None:
    """9.2 A scoring card drawn leaves the game and another card is drawn for it."""
    state = ending(deck=["scoring-1", "florin-9"])
    before = state.observe(0).deck_size
    events = do(state, "take denar-1")
    assert said(events, "scoring card", "drawn") == ["scoring card 1 comes up", "the display gets florin-9"]
    seen = state.observe(0)
    assert names(seen.display) == ["dirham-2", "ducat-3", "florin-4", "florin-9"]
    assert seen.deck_size == before - 2
    assert seen.discard == ()
    assert len(seen.seats[0].hand or ()) == 1


def test_a_scoring_card_at_the_bottom_of_the_deck() -> None:
    """9.2 If it was the last card, the discard is shuffled for the one drawn in its place."""
    state = ending(deck=["scoring-2"], no_deck=True, discard=["florin-9"])
    events = do(state, "take denar-1")
    assert kinds_of(events)[:4] == ["acted", "scoring card", "reshuffled", "drawn"]
    assert names(state.observe(0).display) == ["dirham-2", "ducat-3", "florin-4", "florin-9"]
    assert state.observe(0).scorings == (2,)


def test_a_scoring_card_with_nothing_to_replace_it() -> None:
    """9.2 If deck and discard are then empty the display stays short, and the scoring is held all the same."""
    state = ending(deck=["scoring-2"], no_deck=True)
    do(state, "take denar-1")
    assert names(state.observe(0).display) == ["dirham-2", "ducat-3", "florin-4"]
    assert state.observe(0).scorings == (2,)


def test_a_scoring_card_that_is_not_drawn_waits() -> None:
    """9.2 A scoring card next in the deck does not come up in a turn that draws no card."""
    state = ending(deck=["scoring-1"], hands=[["denar-9"]])
    do(state, "buy 1 with 9", "reserve pavilion-8")
    assert state.observe(0).scorings == ()
    do(state, "take denar-1")
    assert state.observe(0).scorings == (1,)


def test_the_scoring_is_held_at_once() -> None:
    """9.3 The scoring takes place when both refills are done and before the next seat plays."""
    state = ending(deck=["scoring-1"], hands=[["dirham-9"]])
    do(state, "buy 2 with 9", "take denar-1")
    events = do(state, "place seraglio-9 at 0,1")
    kinds = kinds_of(events)
    assert kinds[:4] == ["acted", "filled", "scoring card", "drawn"]
    assert set(kinds[4:]) == {"scored"}
    assert [(event.number, event.name) for event in events if event.kind == "scored"] == [
        (1, name) for name in ("wall", "pavilion", "seraglio", "arcades", "chambers", "garden", "tower")
    ]
    assert (state.seat, state.decision) == (1, "act")


def test_a_tile_placed_this_turn_counts() -> None:
    """9.3 The scoring is at the end of the turn: the seraglio built in it counts, and points are 2."""
    state = ending(deck=["scoring-1"], hands=[["dirham-9"]])
    do(state, "buy 2 with 9", "take denar-1", "place seraglio-9 at 0,1")
    assert row(state, "seraglio") == (2, 0, 0)
    assert state.scores() == [2, 0, 0]


@pytest.mark.parametrize("deck", [["scoring-1", "scoring-2"], ["scoring-2", "scoring-1"]])
def test_both_scoring_cards_at_once(deck: list[str]) -> None:
    """9.3 If both come up in one refill, scoring 1 is held first, then 2, whichever card came first."""
    state = ending(deck=deck, cities=[{(0, 1): "tower-12"}, {(0, 1): "tower-11", (1, 0): "tower-13-E"}])
    events = do(state, "take denar-1")
    numbers = [event.number for event in events if event.kind == "scored"]
    assert numbers == [1] * 7 + [2] * 7
    assert state.observe(0).scorings == (1, 2)
    assert row(state, "tower", 0) == (0, 6, 0)
    assert row(state, "tower", 1) == (6, 13, 0)
    assert state.scores() == [6, 6 + 13 + 1 + 1, 0]
    assert len(state.observe(0).display) == 4


def test_scorings_add_up() -> None:
    """9.3 Points of a scoring are added to the score, row by row."""
    state = ending(deck=["scoring-2"], cities=[{(0, 1): "tower-11-N"}], scores=[20, 10, 5])
    do(state, "take denar-1")
    assert state.score_sheet()[0].totals() == (14, 0, 0)
    assert state.scores() == [34, 10, 5]


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_the_next_seat_clockwise(players: int) -> None:
    """9.3b With all slots full the next seat plays, and after the last the first."""
    for seat in range(players):
        state = ending(f"classic,players={players}", seat=seat)
        do(state, "take denar-1")
        assert state.seat == (seat + 1 if seat + 1 < players else 0)


def test_an_empty_slot_ends_the_game() -> None:
    """9.3b If a slot is still empty after the refill, the game ends."""
    state = ending(hands=[["dirham-9"]], bag=[])
    do(state, "buy 2 with 9", "take florin-4")
    assert (state.seat, state.observe(0).final) == (0, False)
    do(state, "reserve seraglio-9")
    assert (state.seat, state.observe(0).final) == (0, True)
    do(state, "reserve chambers-10")
    assert state.is_over
    assert state.observe(0).scorings == (3,)


def test_the_last_tile_of_the_bag_does_not_end_the_game() -> None:
    """9.3b Taking the very last tile out of the bag does not end the game; failing to fill a slot does."""
    state = ending(hands=[["dirham-4", "dirham-6"], [], ["dirham-9"]], bag=["seraglio-8-S"])
    do(state, "buy 2 with 4+6", "reserve seraglio-9")
    assert state.observe(0).bag_size == 0
    assert names(state.observe(0).market) == ["pavilion-8", "seraglio-8-S", "arcades-9", "chambers-10"]
    assert (state.seat, state.decision) == (1, "act")
    do(state, "take denar-1")
    assert (state.seat, state.decision) == (2, "act")
    events = do(state, "buy 2 with 9", "reserve seraglio-8-S")
    assert "awarded" in kinds_of(events)
    assert hand(state, 1) == ["denar-1"]
    assert (state.seat, state.observe(1).final) == (1, True)


def test_scoring_before_the_end() -> None:
    """9.3b A scoring that came up in the last turn is held before the last tiles are given out; scoring 3 comes after."""
    state = ending(
        hands=[["dirham-9", "dirham-9"], ["florin-9"], []],
        bag=[],
        deck=["scoring-2"],
        display=DISPLAY[:3],
        cities=[{(0, 1): "chambers-11"}],
    )
    events = do(state, "buy 2 with 9+9", "reserve seraglio-9")
    kinds = kinds_of(events)
    assert kinds.index("scoring card") < kinds.index("scored") < kinds.index("awarded")
    assert row(state, "chambers") == (11, 0, 0)
    do(state, "place chambers-10 at 0,1")
    assert state.observe(0).scorings == (2, 3)
    assert row(state, "chambers") == (15, 15, 0)
    assert plan(state, 1) == {(0, 1): "chambers-10"}


def test_both_scorings_and_the_end_in_one_turn() -> None:
    """9.3b Even both scoring cards and the end in one turn: scorings 1, 2 and 3, in this order."""
    state = ending(market=[None, None, None, None], bag=[], deck=["scoring-2", "scoring-1"])
    do(state, "take denar-1")
    assert state.is_over
    assert state.observe(0).scorings == (1, 2, 3)
