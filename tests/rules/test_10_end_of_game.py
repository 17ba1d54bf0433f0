"""How does the game end (rule 10)?"""

from collections.abc import Sequence
from typing import Any

import pytest

from arena.rules import State
from tests.rules.positions import (
    TILE_IDS,
    after_scoring,
    do,
    hand,
    kinds_of,
    names,
    plan,
    position,
    refused,
    row,
    texts,
)
from tests.rules.views import seen_bazaars

CURRENCIES = ["denar", "dirham", "ducat", "florin"]


def last_turn(
    market: Sequence[str | None],
    hands: Sequence[Sequence[str]],
    rules: str = "classic,players=3",
    **more: Any,
) -> State:
    """Seat 0 has the last turn: the bag is empty, and so is slot 4, or whichever a test says."""
    return position(rules, market=market, hands=hands, bag=[], display=["florin-9"], **more)


def awarded(state: State, action: str = "take florin-9") -> list[tuple[int, int]]:
    """Slot and seat of the tiles given out after the last action; -1 is nobody."""
    return [(event.slot, event.seat) for event in do(state, action) if event.kind == "awarded"]


def market_after(state: State) -> list[str]:
    """What is left in the market."""
    return names(state.observe(None).market)


@pytest.mark.parametrize(("slot", "currency"), [(1, "denar"), (2, "dirham"), (3, "ducat"), (4, "florin")])
def test_to_the_most_money_in_the_currency_of_the_slot(slot: int, currency: str) -> None:
    """10.1 A tile left in a slot goes to whoever has most money in that slot's currency; other money does not matter."""
    market: list[str | None] = [None, None, None, None]
    market[slot - 1] = "tower-12"
    rest = [f"{other}-9" for other in CURRENCIES if other != currency]
    state = position(
        market=market, bag=[], display=["denar-1"], hands=[rest, [f"{currency}-3"], [f"{currency}-2", *rest]]
    )
    assert awarded(state, "take denar-1") == [(slot, 1)]
    assert (state.seat, state.decision) == (1, "place")
    assert names(state.observe(None).seats[1].aside) == ["tower-12"]
    assert market_after(state) == ["", "", "", ""]


def test_money_not_cards() -> None:
    """10.1 The largest sum wins, not the most cards: one 6 beats three cards worth 5."""
    state = last_turn(["tower-12", None, None, None], [["denar-1", "denar-2", "denar-2"], ["denar-6"], []])
    assert awarded(state) == [(1, 1)]


def test_whatever_its_price() -> None:
    """10.1 The price does not matter: a tower for 13 goes to whoever has the only denar."""
    state = last_turn(["tower-13-E", None, None, None], [[], [], ["denar-1"]])
    assert awarded(state) == [(1, 2)]


def test_the_money_is_not_spent() -> None:
    """10.1 The money is not spent, so one player may get several tiles, even all."""
    state = last_turn(
        ["tower-12", "tower-11", "garden-10", None],
        [["denar-9", "denar-9"], ["denar-1", "dirham-2", "ducat-3"], ["ducat-1"]],
    )
    assert awarded(state) == [(1, 0), (2, 1), (3, 1)]
    assert hand(state, 1) == ["denar-1", "dirham-2", "ducat-3"]
    assert names(state.observe(None).seats[1].aside) == ["garden-10", "tower-11"]
    assert state.observe(None).discard == ()


def test_the_last_player_has_a_part_with_what_is_in_hand_now() -> None:
    """10.1 What counts is the hand at the end: cards just taken count, cards just paid do not."""
    took = last_turn(["tower-12", None, None, "garden-10"], [["florin-1"], ["florin-9"], []])
    assert awarded(took) == [(1, -1), (4, 0)]
    paid = last_turn(["tower-12", "pavilion-8", None, None], [["dirham-9", "dirham-1"], ["dirham-2"], []])
    do(paid, "buy 2 with 9")
    assert awarded(paid, "reserve pavilion-8") == [(1, -1)]
    paid = last_turn(["tower-12", "pavilion-8", None, None], [["denar-8", "denar-9"], ["denar-5"], []])
    do(paid, "buy 1 with 8+9")
    assert awarded(paid, "reserve tower-12") == [(2, -1)]


@pytest.mark.parametrize(
    ("hands", "winner"),
    [
        ([["denar-5"], ["denar-5"], []], -1),
        ([["denar-5"], ["denar-2", "denar-3"], ["denar-4"]], -1),
        ([["denar-5"], ["denar-5"], ["denar-5"]], -1),
        ([["denar-5"], ["denar-5"], ["denar-6"]], 2),
        ([["denar-6"], ["denar-5"], ["denar-5"]], 0),
        ([["denar-4"], ["denar-6"], ["denar-6"]], -1),
    ],
)
def test_a_tie_for_the_largest(hands: list[list[str]], winner: int) -> None:
    """10.1 If the largest sum is tied the tile stays where it is; a tie below it does not matter."""
    state = last_turn(["tower-12", None, None, None], hands)
    assert awarded(state) == [(1, winner)]
    assert market_after(state)[0] == ("tower-12" if winner < 0 else "")
    assert state.is_over == (winner < 0)


def test_nobody_has_any() -> None:
    """10.1 If nobody has money of that currency the tile stays where it is."""
    state = last_turn(["tower-12", None, None, None], [["dirham-9"], ["ducat-9"], []])
    assert awarded(state) == [(1, -1)]
    assert state.is_over
    assert market_after(state) == ["tower-12", "", "", ""]
    assert state.scores() == [0, 0, 0]


def test_camps_and_medinas_too_but_no_bazaars() -> None:
    """10.1 Camps and medinas in slots are given out as well; bazaars lie beside the market and stay there."""
    bazaar = "bazaar-denar-pavilion-seraglio-arcades"
    state = last_turn(
        ["camp-8-NE", "medina-10", None, None],
        [[], ["denar-9"], ["dirham-9"]],
        "classic+camps+bazaars+medina,players=3",
        facts={"bazaars": [TILE_IDS[bazaar]]},
    )
    assert awarded(state) == [(1, 1), (2, 2)]
    do(state, "reserve camp-8-NE", "place medina-10 at 0,1")
    assert state.is_over
    offered = seen_bazaars(state.observe(None)).offered
    assert isinstance(offered, tuple)
    assert names(offered) == [bazaar]


def test_dirk_has_no_part() -> None:
    """10.1 With two players the tile goes to one of them; Dirk gets nothing, and a tied one stays."""
    state = last_turn(
        ["tower-12", "tower-11", None, None],
        [["denar-1", "dirham-2"], ["dirham-2"]],
        "classic,players=2",
        dirk=["garden-10"],
    )
    assert awarded(state) == [(1, 0), (2, -1)]
    assert names(state.observe(None).dirk or ()) == ["garden-10"]
    assert market_after(state) == ["", "tower-11", "", ""]


@pytest.mark.parametrize(("last", "order"), [(0, [1, 2, 3]), (1, [2, 3, 1]), (2, [3, 1, 2]), (3, [1, 2, 3])])
def test_placed_in_turn_order_from_the_next_seat(last: int, order: list[int]) -> None:
    """10.2 Who got tiles places them in turn order, beginning with the seat after the last turn; seat 0 got none."""
    state = position(
        "classic,players=4",
        seat=last,
        market=["tower-12", "tower-11", "garden-10", None],
        bag=[],
        display=["florin-9"],
        hands=[[], ["denar-1"], ["dirham-1"], ["ducat-1"]],
    )
    do(state, "take florin-9")
    tiles = {1: "tower-12", 2: "tower-11", 3: "garden-10"}
    for seat in order:
        assert (state.seat, state.decision) == (seat, "place")
        do(state, f"place {tiles[seat]} at 0,1")
        assert plan(state, seat) == {(0, 1): tiles[seat]}
    assert state.is_over


def test_placed_as_in_7_1() -> None:
    """10.2 As in 7.1: one at a time, in any order, into the city under rule 8 or into the reserve, and nothing else."""
    state = last_turn(["tower-13-E", "tower-11", "garden-10", None], [["denar-9", "dirham-9", "ducat-9"]])
    do(state, "take florin-9")
    assert state.observe(0).final
    assert refused(state, "place tower-13-E at -1,0") == "8.2"
    assert refused(state, "place tower-13-E at 2,0") == "8.4"
    assert refused(state, "pass") == "3.4"
    assert refused(state, "take florin-9") == "3.4"
    do(state, "place garden-10 at 1,0", "place tower-13-E at 2,0", "reserve tower-11")
    assert plan(state, 0) == {(1, 0): "garden-10", (2, 0): "tower-13-E"}
    assert names(state.observe(None).seats[0].reserve) == ["tower-11"]
    assert state.is_over


def test_not_to_dirk() -> None:
    """10.2 A tile given out at the end cannot go to Dirk, while one bought in the last turn could."""
    state = last_turn(
        ["tower-12", "pavilion-8", None, None], [["dirham-9"], ["denar-1"]], "classic,players=2"
    )
    do(state, "buy 2 with 9")
    assert refused(state, "give pavilion-8") == ""
    do(state, "give pavilion-8")
    assert (state.seat, state.decision) == (1, "place")
    assert refused(state, "give tower-12") == "10.2"
    assert "give tower-12" not in texts(state)


def test_scoring_3_counts_the_tiles_just_placed() -> None:
    """10.3 Scoring 3 is held after the last tiles are placed: built ones count, those in reserve do not."""
    for text, tower, wall in (("place tower-13-E at 1,0", 21, 1), ("reserve tower-13-E", 0, 0)):
        state = last_turn(["tower-13-E", None, None, None], [[], ["denar-1"], []])
        do(state, "take florin-9")
        assert state.observe(None).scorings == ()
        events = do(state, text)
        assert kinds_of(events) == ["acted", *["scored"] * 7, "over"]
        assert state.observe(None).scorings == (3,)
        assert row(state, "tower") == (0, tower, 0)
        assert state.scores() == [0, tower + wall, 0]


@pytest.mark.parametrize(
    ("scores", "ranks"),
    [
        ([50, 60, 70], [3, 2, 1]),
        ([70, 60, 70], [1, 3, 1]),
        ([70, 70, 70], [1, 1, 1]),
        ([70, 60, 60], [1, 2, 2]),
        ([0, 5, 0], [2, 1, 2]),
    ],
)
def test_the_highest_score_wins(scores: list[int], ranks: list[int]) -> None:
    """10.3 The highest score wins, and equal highest scores share the win; the money left in hand is worth nothing."""
    state = last_turn([None, None, None, None], [["denar-9"], [], ["denar-9", "ducat-9"]], scores=scores)
    do(state, "take florin-9")
    assert state.is_over
    assert state.scores() == scores
    assert state.ranks() == ranks


def test_scoring_3_can_turn_the_game() -> None:
    """10.3 The points of scoring 3 come before the winner is found."""
    state = last_turn(
        [None, None, None, None],
        [],
        scores=[30, 29, 0],
        cities=[{(0, 1): "pavilion-8"}, {(0, 1): "seraglio-9"}],
    )
    do(state, "take florin-9")
    assert state.scores() == [46, 46, 0]
    assert state.ranks() == [1, 1, 3]


def test_after_the_end_nothing_can_be_done() -> None:
    """10.3 Then the game is over: nobody decides, nothing is legal, and every action is refused."""
    state = after_scoring(3, [])
    assert state.is_over
    assert (state.seat, state.decision) == (-1, None)
    assert state.legal_actions() == []
    for text in ("pass", "take denar-2", "place tower-12 at 0,1", "buy 1 with 9"):
        assert refused(state, text) == "10.3"


def test_a_scoring_that_never_came_up_is_not_held() -> None:
    """10.4 If the game ends before its card came up, scoring 1 or 2 is not held; scoring 3 is."""
    state = last_turn(
        [None, None, None, None],
        [],
        cities=[{(0, 1): "tower-12"}, {(0, 1): "garden-11"}],
        deck=["denar-1", "denar-2", "denar-3", "denar-4", "scoring-1", "scoring-2"],
    )
    do(state, "take florin-9")
    assert state.is_over
    assert state.observe(None).scorings == (3,)
    assert state.scores() == [21, 20, 0]


def test_only_scoring_1_came_up() -> None:
    """10.4 With card 2 still in the deck at the end, scorings 1 and 3 are held and 2 is not."""
    state = last_turn(
        [None, None, None, None],
        [],
        cities=[{(0, 1): "tower-12"}, {(0, 1): "garden-11"}],
        deck=["scoring-1", "denar-1", "denar-2", "denar-3", "denar-4", "scoring-2"],
    )
    do(state, "take florin-9")
    assert [sheet.scoring for sheet in state.score_sheet()] == [1, 3]
    assert state.scores() == [6 + 21, 5 + 20, 0]


def test_scoring_3_is_always_held() -> None:
    """10.4 Scoring 3 is held at every end: by the bag, or by the limit of turns."""
    by_limit = position("classic,players=3,turn_limit=1", no_deck=True, cities=[{(0, 1): "tower-12"}])
    do(by_limit, "remove tower-12")
    assert by_limit.is_over
    for state in (by_limit, after_scoring(3, [])):
        assert [sheet.scoring for sheet in state.score_sheet()] == [3]
