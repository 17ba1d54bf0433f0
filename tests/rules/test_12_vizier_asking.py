"""Does the Vizier's favour follow rule 12.3? Who is asked, in which order, and who learns of it."""

import pytest

from arena.rules import Action, IllegalAction, State
from tests.rules.positions import do, position, texts
from tests.rules.test_12_vizier import MARKET, NINES, PLAIN, asked, awake, four


@pytest.mark.parametrize(
    ("on_turn", "order"), [(0, [1, 2, 3, 0]), (1, [2, 3, 0, 1]), (2, [3, 0, 1, 2]), (3, [0, 1, 2, 3])]
)
def test_12_3_asked_in_turn_order_the_one_who_played_last(on_turn: int, order: list[int]) -> None:
    """12.3: from the player due next on; when nobody wants to, that player plays."""
    state = four(on_turn)
    do(state, f"take {NINES[on_turn]}")
    assert asked(state) == order
    assert (state.seat, state.decision) == (order[0], "act")
    assert not state.observe(order[0]).extra


def test_12_3_after_a_special_move_refusals_are_forgotten() -> None:
    """12.3: seats 1 and 2 refuse, seat 3 buys; then seats 1, 2 and 0 are asked, seat 3 is asleep."""
    state = four()
    do(state, "take denar-9", "decline", "decline", "favour 4 with 5", "reserve chambers-5-NSW")
    assert asked(state) == [1, 2, 0]
    assert (state.seat, state.decision) == (1, "act")


def test_12_3_each_special_move_starts_the_asking_anew() -> None:
    """12.3: three special moves in one window, the last by the player who just played."""
    state = four()
    do(state, "take denar-9", "decline", "favour 3 with 4", "reserve arcades-4-NES")
    do(state, "favour 2 with 3", "reserve seraglio-3-ESW")
    assert state.seat == 3
    do(state, "decline", "favour 1 with 2", "reserve pavilion-2-NEW")
    assert asked(state) == [3]
    assert awake(state) == (False, False, False, True)
    assert (state.seat, state.decision) == (1, "act")


def test_12_3_who_cannot_pay_exactly_is_not_asked() -> None:
    """12.3: seat 1 has 4 dirham for a price of 3, seat 2 has 3 denar for a price of 2; seat 3 is asleep."""
    state = position(
        "classic+vizier,players=4",
        market=MARKET,
        display=NINES,
        hands=(["denar-1", "denar-1"], ["dirham-4"], ["denar-3", "dirham-1", "ducat-3"], ["florin-5"]),
        facts={"vizier": [1, 1, 1, 0]},
        bag=PLAIN,
    )
    do(state, "take florin-9")
    assert asked(state) == [0]
    assert (state.seat, state.decision) == (1, "act")


def test_12_3_a_new_tile_can_make_somebody_able_to_pay() -> None:
    """12.3: seat 1 cannot pay anything at first, and is asked when a special move brings a tile of 8 into slot 3."""
    state = position(
        "classic+vizier,players=3",
        market=MARKET,
        display=NINES,
        hands=([], ["ducat-8"], ["ducat-4"]),
        bag=("pavilion-8", *PLAIN),
    )
    do(state, "take florin-9")
    assert state.seat == 2
    do(state, "favour 3 with 4", "reserve arcades-4-NES")
    assert (state.seat, texts(state)) == (1, ["favour 3 with 8", "decline"])


def test_12_3_at_the_end_the_player_due_next_places_first() -> None:
    """12.3, 10.2: seat 1 played and seat 3 ended the game; the tiles given out are placed by seats 2, 3, 0, 1."""
    state = position(
        "classic+vizier,players=4",
        seat=1,
        market=MARKET,
        display=NINES,
        hands=(["dirham-9"], [], ["ducat-9"], ["florin-5", "florin-1"]),
        bag=(),
    )
    do(state, "take denar-9", "favour 4 with 5", "reserve chambers-5-NSW")
    order = []
    while not state.is_over:
        order.append(state.seat)
        state.apply(state.legal_actions()[0])
    assert order == [2, 0, 1]


def test_12_3_the_special_move_answers_only_its_window() -> None:
    """12.3: no favour and no decline on a turn, no other action in a window, no purchase of the old kind."""
    state = four()
    for text in ("favour 1 with 2", "decline"):
        refusal = state.check(Action.parse(text))
        assert refusal is not None
        assert "decision 'act'" in refusal.reason
    do(state, "take denar-9")
    for text in ("take dirham-9", "buy 2 with 3", "pass", "wake", "reserve seraglio-3-ESW"):
        refusal = state.check(Action.parse(text))
        assert refusal is not None
        assert "decision 'favour'" in refusal.reason
        with pytest.raises(IllegalAction):
            do(state, text)


def two_truths() -> tuple[State, State]:
    """Positions that differ only in a card of seat 2: with ducat-4 it can pay exactly, with ducat-5 it cannot."""
    able, unable = (
        position(
            "classic+vizier,players=3,deal=closed",
            market=MARKET,
            display=NINES,
            hands=([], [], [card]),
            bag=PLAIN,
        )
        for card in ("ducat-4", "ducat-5")
    )
    do(able, "take denar-9")
    do(unable, "take denar-9")
    return able, unable


def test_12_3_nobody_else_learns_who_is_asked() -> None:
    """12.3: while seat 2 is asked the others see an open window and no name; only seat 2 sees that it decides."""
    state, _ = two_truths()
    assert (state.seat, state.decision) == (2, "favour")
    assert state.observe(2).decider == 2
    for viewer in (0, 1, None):
        seen = state.observe(viewer)
        assert (seen.decision, seen.decider, seen.on_turn) == ("favour", None, 1)


def test_12_3_who_is_asked_second_looks_like_who_is_asked_first() -> None:
    """12.3: seat 3 cannot tell whether seat 1 or seat 2 is being asked; seat 1 knows what it declined."""
    state = four()
    do(state, "take denar-9")
    before = [state.observe(viewer).to_bytes() for viewer in (3, 0, None)]
    history = state.history(3)
    do(state, "decline")
    assert state.seat == 2
    assert [state.observe(viewer).to_bytes() for viewer in (3, 0, None)] == before
    assert state.history(3) == history
    assert str(state.history(1)[-1]) == "seat 1: decline"


def test_12_3_a_seat_knows_whether_it_has_been_asked() -> None:
    """12.3: seat 2 sees the same open window before it is asked and after it declined, but knows which it is."""
    state = four()
    do(state, "take denar-9")
    before = state.observe(2)
    do(state, "decline", "decline")
    after = state.observe(2)
    assert (before.decision, before.decider) == (after.decision, after.decider) == ("favour", None)
    assert before != after


def test_12_3_a_decline_is_seen_by_nobody_else() -> None:
    """12.3: after a decline the others see and remember what they would if seat 2 had not been asked."""
    able, unable = two_truths()
    do(able, "decline")
    assert (able.seat, able.decision) == (unable.seat, unable.decision) == (1, "act")
    for viewer in (0, 1, None):
        assert able.observe(viewer).to_bytes() == unable.observe(viewer).to_bytes()
        assert able.history(viewer) == unable.history(viewer)
    assert [str(event) for event in able.history(2) if event.private] == ["seat 2: decline"]
    assert [event for event in unable.history(2) if event.private] == []


def test_12_3_a_special_move_is_seen_by_all() -> None:
    """12.3: what is bought is public, and so is who placed it."""
    state = four()
    do(state, "take denar-9", "favour 2 with 3")
    for viewer in (0, 1, 2, 3, None):
        assert str(state.history(viewer)[-1]) == "seat 1: favour 2 with 3"
        assert (state.observe(viewer).decision, state.observe(viewer).decider) == ("place", 1)
