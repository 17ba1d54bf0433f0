"""When does a player pass, and when does the limit end the game (rules 3.5 and 3.6)?"""

from collections.abc import Sequence
from typing import Any

import pytest

from arena.rules import ConfigError, GameConfig, State
from tests.rules.positions import do, names, position, refused, texts

MARKET = ["pavilion-8", "seraglio-9", "arcades-9", "chambers-10"]
DISPLAY = ["denar-1", "dirham-2", "ducat-3", "florin-4"]


def stuck(rules: str = "classic,players=3", **more: Any) -> State:
    """Nobody has any money and no card is left to take; `more` adds what a test needs."""
    return position(rules, market=MARKET, no_deck=True, **more)


def test_who_can_do_nothing_passes() -> None:
    """3.5 A player with no legal action at all passes; the turn counts and the next seat plays."""
    state = stuck()
    assert texts(state) == ["pass"]
    assert refused(state, "take denar-1") == "4.1"
    assert refused(state, "buy 1 with 8") == "5.1"
    do(state, "pass")
    assert (state.seat, state.decision, state.turn) == (1, "act", 1)


@pytest.mark.parametrize(
    ("more", "only"),
    [
        ({"display": ["denar-9"]}, "take denar-9"),
        ({"hands": [["florin-4", "florin-9"]]}, "buy 4 with 4+9"),
        ({"reserves": [["tower-13-E"]], "cities": [{}]}, "build tower-13-E at 1,0"),
        ({"cities": [{(0, 1): "tower-11-N"}]}, "remove tower-11-N"),
    ],
)
def test_nobody_else_may_pass(more: dict[str, Any], only: str) -> None:
    """3.5 Whoever has any legal action, of whatever sort, may not pass."""
    state = stuck(**more)
    assert only in texts(state)
    assert "pass" not in texts(state)
    assert refused(state, "pass") == "3.5"


def test_the_money_of_others_does_not_matter() -> None:
    """3.5 A player passes even if others could act, and they do not."""
    state = stuck(hands=[[], ["denar-9"], []])
    assert texts(state) == ["pass"]
    do(state, "pass")
    assert texts(state) == ["buy 1 with 9"]


def test_passing_an_extra_action() -> None:
    """3.5 An extra action is passed too if there is none; the turn then goes on to the placing (3.4)."""
    state = stuck(hands=[["denar-3", "denar-5"]])
    do(state, "buy 1 with 3+5")
    assert (state.seat, state.decision, state.observe(0).extra) == (0, "act", True)
    assert texts(state) == ["pass"]
    do(state, "pass")
    assert (state.seat, state.decision) == (0, "place")
    do(state, "place pavilion-8 at 0,1")
    assert (state.seat, state.turn) == (1, 1)


def test_passing_is_for_the_action_phase() -> None:
    """3.5 A tile set aside is placed, never passed over."""
    assert refused(stuck(aside=[["tower-12"]], placing=True), "pass") == "3.4"


@pytest.mark.parametrize(("players", "limit"), [(2, 200), (3, 300), (4, 400), (5, 500), (6, 600)])
def test_the_default_limit(players: int, limit: int) -> None:
    """3.6 After 100 turns a player, of all seats together, the game is over; one turn less and it is not."""
    rules = f"classic,players={players}"
    assert GameConfig.parse(rules).turn_limit == limit
    before = stuck(rules, turn=limit - 2)
    do(before, "pass")
    assert (before.is_over, before.turn) == (False, limit - 1)
    do(before, "pass")
    assert (before.is_over, before.turn) == (True, limit)


@pytest.mark.parametrize("limit", [1, 2, 7])
def test_passes_count(limit: int) -> None:
    """3.6 The limit can be set, passes count as turns, and nobody acting at all does not keep the game going."""
    state = stuck(f"classic,players=3,turn_limit={limit}")
    for _ in range(limit):
        assert not state.is_over
        do(state, "pass")
    assert state.is_over
    assert state.turn == limit


@pytest.mark.parametrize("limit", ["0", "-1", "x", "100001"])
def test_a_limit_of_no_turns_is_refused(limit: str) -> None:
    """3.6 A limit is a whole number of turns, at least one."""
    with pytest.raises(ConfigError, match="turn_limit"):
        GameConfig.parse(f"classic,players=3,turn_limit={limit}")


def test_redesigning_for_ever_ends() -> None:
    """3.6 Two players who only move a tile in and out of the city are stopped after 200 turns."""
    state = position(
        "classic,players=2",
        market=MARKET,
        display=DISPLAY,
        cities=[{(1, 0): "tower-12"}, {(1, 0): "tower-11"}],
    )
    for _ in range(50):
        do(state, "remove tower-12", "remove tower-11", "build tower-12 at 1,0", "build tower-11 at 1,0")
    assert state.is_over
    assert state.turn == 200


def test_the_last_turn_ends_in_full() -> None:
    """3.6 At the limit market and display are refilled and a scoring is held; then every filled slot is given out."""
    state = position(
        "classic,players=3,turn_limit=30",
        turn=29,
        market=[None, *MARKET[1:]],
        display=DISPLAY,
        hands=[[], ["denar-1"], ["florin-9"]],
        cities=[{}, {(1, 0): "tower-12"}],
        deck=["scoring-1", "florin-1"],
        bag=["garden-12-S", "garden-11"],
    )
    events = do(state, "take ducat-3")
    assert [str(event) for event in events if event.kind in ("filled", "scoring card", "drawn")] == [
        "slot 1 gets garden-12-S",
        "scoring card 1 comes up",
        "the display gets florin-1",
    ]
    assert [(event.slot, event.seat) for event in events if event.kind == "awarded"] == [
        (1, 1),
        (2, -1),
        (3, 0),
        (4, 2),
    ]
    assert state.observe(None).scorings == (1,)
    assert (state.seat, state.decision) == (1, "place")
    do(state, "reserve garden-12-S", "reserve chambers-10", "reserve arcades-9")
    assert state.is_over
    assert state.observe(None).scorings == (1, 3)
    assert state.observe(None).bag_size == 1


def test_the_last_turn_gives_dirk_his_tiles() -> None:
    """3.6 What follows a scoring (11.3) belongs to the end of the turn: Dirk still gets his six."""
    state = position(
        "classic,players=2,turn_limit=30",
        turn=29,
        market=MARKET,
        display=DISPLAY,
        deck=["scoring-1", "florin-1"],
    )
    do(state, "take ducat-3")
    assert len(state.observe(None).dirk or ()) == 6


def vizier(turn: int, hands: Sequence[Sequence[str]] = ((), ("denar-8",), ("dirham-9",))) -> State:
    """A game of 30 turns in which seats 1 and 2 could pay exactly out of turn."""
    return position(
        "classic+vizier,players=3,turn_limit=30", turn=turn, market=MARKET, display=DISPLAY, hands=hands
    )


def test_no_window_after_the_limit() -> None:
    """3.6 After the last turn there is no vizier window; after any other there is."""
    state = vizier(28)
    do(state, "take ducat-3")
    assert (state.seat, state.decision) == (1, "favour")
    last = vizier(29)
    do(last, "take ducat-3")
    assert (last.decision, last.seat) == ("place", 1)
    assert refused(last, "favour 1 with 8") == "3.4"
    assert names(last.observe(1).seats[1].aside) == ["pavilion-8"]


def test_no_window_even_for_tiles_that_stay() -> None:
    """3.6 A tile that stays in the market, since two have equal money for it, cannot be bought out of turn either."""
    tied = [[], ["denar-8"], ["denar-8"]]
    state = vizier(28, tied)
    do(state, "take ducat-3")
    assert (state.seat, state.decision) == (1, "favour")
    last = vizier(29, tied)
    do(last, "take ducat-3")
    assert (last.decision, last.seat) == ("place", 0)
    do(last, "reserve arcades-9")
    assert last.is_over
    assert names(last.observe(None).market) == ["pavilion-8", "seraglio-9", "", "chambers-10"]


def test_a_vizier_move_is_no_turn() -> None:
    """3.6 A vizier move does not count: turn 30 is still played after it."""
    state = vizier(28)
    do(state, "take ducat-3")
    assert state.turn == 29
    do(state, "favour 1 with 8", "reserve pavilion-8")
    assert state.turn == 29
    do(state, "decline")
    assert (state.seat, state.decision) == (1, "act")
    do(state, "take dirham-2")
    assert state.turn == 30
    assert state.decision == "place"
