"""Does the Vizier's favour follow rules 12.4 to 12.6? Waking, the end of the game, and Dirk."""

import pytest

from arena.rules import State
from tests.rules.positions import do, position, refused, row, texts
from tests.rules.test_12_vizier import MARKET, NINES, PLAIN
from tests.rules.views import seen_vizier

ASLEEP = {"vizier": [0, 1, 1]}


def test_12_4_an_asleep_vizier_is_woken_by_an_action() -> None:
    """12.4: it is one of the actions of a turn and ends the action phase."""
    state = position("classic+vizier,players=3", market=MARKET, display=NINES, facts=ASLEEP, bag=PLAIN)
    assert "wake" in texts(state)
    do(state, "wake")
    assert seen_vizier(state.observe(None)).awake == (True, True, True)
    assert (state.seat, state.decision, state.turn) == (1, "act", 1)


def test_12_4_an_awake_vizier_cannot_be_woken() -> None:
    """12.4: only while one's own is asleep; another seat's sleep does not matter."""
    state = position(
        "classic+vizier,players=3", seat=1, market=MARKET, display=NINES, facts=ASLEEP, bag=PLAIN
    )
    assert "wake" not in texts(state)
    assert refused(state, "wake") == "12.4"


def test_12_4_wake_as_an_extra_action() -> None:
    """12.4: after an exact purchase the vizier can be woken; then the tile bought is placed."""
    state = position(
        "classic+vizier,players=3",
        market=MARKET,
        display=NINES,
        hands=(["denar-2"],),
        facts=ASLEEP,
        bag=PLAIN,
    )
    do(state, "buy 1 with 2")
    assert state.observe(0).extra
    assert "wake" in texts(state)
    do(state, "wake")
    assert (state.seat, state.decision) == (0, "place")
    assert refused(state, "wake") != ""
    do(state, "reserve pavilion-2-NEW")
    assert (state.seat, state.decision) == (1, "act")


def test_12_4_a_woken_vizier_can_be_used_in_the_next_window() -> None:
    """12.4, 12.3: whoever woke it is asked at the end of that very turn, last of all."""
    state = position(
        "classic+vizier,players=3",
        market=MARKET,
        display=NINES,
        hands=(["denar-2"], ["dirham-3"], []),
        facts=ASLEEP,
        bag=PLAIN,
    )
    do(state, "wake")
    assert state.seat == 1
    do(state, "decline")
    assert (state.seat, texts(state)) == (0, ["favour 1 with 2", "decline"])


def test_12_4_asleep_means_not_asked_until_woken() -> None:
    """12.4: a vizier used once stays asleep through the following windows."""
    state = position(
        "classic+vizier,players=3",
        market=MARKET,
        display=NINES,
        hands=([], ["dirham-3", "florin-5"], []),
        bag=PLAIN,
    )
    do(state, "take denar-9", "favour 2 with 3", "reserve seraglio-3-ESW", "take dirham-9")
    assert (state.seat, state.decision) == (2, "act")
    do(state, "take ducat-9")
    assert (state.seat, state.decision) == (0, "act")


def test_12_4_wake_is_an_action_so_nobody_passes_who_can_wake() -> None:
    """12.4, 3.5: with no card anywhere the only legal action is to wake the vizier."""
    state = position("classic+vizier,players=3", market=MARKET, no_deck=True, facts=ASLEEP, bag=PLAIN)
    assert texts(state) == ["wake"]
    assert refused(state, "pass") == "3.5"


def test_12_4_no_waking_without_the_module() -> None:
    """12.4: in a game without viziers there is nothing to wake."""
    state = position("classic,players=3", market=MARKET, display=NINES, bag=PLAIN)
    assert "wake" not in texts(state)
    assert refused(state, "wake") == "3.1"


def rich(rules: str, bag: tuple[str, ...], market: tuple[str | None, ...] = MARKET) -> State:
    """Everybody could pay exactly for slots 2 to 4."""
    hand = ["dirham-3", "ducat-4", "florin-5"]
    return position(rules, market=market, display=NINES, hands=(hand, hand, hand), bag=bag)


def test_12_5_no_window_once_the_game_has_ended() -> None:
    """12.5: slot 1 cannot be filled, so the game is over and nobody is asked; equal money leaves the tiles there."""
    state = rich("classic+vizier,players=3", (), (None, *MARKET[1:]))
    do(state, "take denar-9")
    assert state.is_over
    assert [sheet.scoring for sheet in state.score_sheet()] == [3]


def test_12_5_no_window_while_the_last_tiles_are_placed() -> None:
    """12.5: in 10 the only decisions are placings, and no tile given out can be bought by anybody."""
    state = rich("classic+vizier,players=3", (), (None, *MARKET[1:]))
    do(state, "take dirham-9")
    assert (state.seat, state.decision) == (0, "place")
    assert refused(state, "favour 3 with 4") != ""
    assert refused(state, "decline") != ""
    do(state, "reserve seraglio-3-ESW")
    assert state.is_over


def test_12_5_no_window_after_the_turn_limit() -> None:
    """12.5, 3.6: the last turn is followed by 10 at once."""
    state = rich("classic+vizier,players=3,turn_limit=1", PLAIN)
    do(state, "take denar-9")
    assert (state.seat, state.decision) == (0, "place")  # 9 denar are the most, so slot 1 is given out
    do(state, "reserve pavilion-2-NEW")
    assert state.is_over


@pytest.mark.parametrize("facts", [[1, 1, 1], [0, 0, 0], [0, 1, 0]])
def test_12_5_awake_or_asleep_is_worth_nothing(facts: list[int]) -> None:
    """12.5: the last scoring is the same whoever is awake, and has no row for it."""
    state = position(
        "classic+vizier,players=3",
        display=NINES,
        cities=({(0, 1): "tower-7-NEW"},),
        facts={"vizier": facts},
        bag=(),
    )
    do(state, "take denar-9")
    assert state.is_over
    assert state.scores() == [24, 0, 0]  # 21 for the tower, 3 for its wall
    assert "vizier" not in state.score_sheet()[-1].rows


def test_12_6_a_tile_bought_so_may_go_to_dirk() -> None:
    """12.6: with two players the tile of a special move is given to Dirk and counts for him."""
    state = position(
        "classic+vizier,players=2",
        market=MARKET,
        display=NINES,
        hands=([], ["dirham-3"]),
        dirk=("tower-13-E",),
        bag=PLAIN,
    )
    do(state, "take denar-9", "favour 2 with 3")
    assert "give seraglio-3-ESW" in texts(state)
    do(state, "give seraglio-3-ESW")
    dirk = state.observe(None).dirk
    assert dirk is not None
    assert [tile.name for tile in dirk] == ["seraglio-3-ESW", "tower-13-E"]


def test_12_6_it_counts_for_dirk_even_if_the_game_ends_with_it() -> None:
    """12.6, 11.4: the last special move gives Dirk the only seraglio: 17 points for him in scoring 3."""
    state = position(
        "classic+vizier,players=2", market=MARKET, display=NINES, hands=([], ["dirham-3"]), bag=()
    )
    do(state, "take denar-9", "favour 2 with 3", "give seraglio-3-ESW", "reserve pavilion-2-NEW")
    assert state.is_over
    assert row(state, "seraglio") == (0, 0, 17)


def test_12_6_not_with_three_players() -> None:
    """12.6, 7.2: there is no Dirk to give it to."""
    state = position(
        "classic+vizier,players=3", market=MARKET, display=NINES, hands=([], ["dirham-3"], []), bag=PLAIN
    )
    do(state, "take denar-9", "favour 2 with 3")
    assert refused(state, "give seraglio-3-ESW") == "7.2"
