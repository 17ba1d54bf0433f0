"""What happens to actions that are none or not now? A refusal or one clear error, and a state that stays as it was."""

import re
from functools import cache

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from arena.rules import Action, ActionError, IllegalAction, Refusal, State
from tests.rules.positions import TILE_IDS, do, position

EVERYTHING = "classic+vizier+camps+bazaars+falconers+medina,players=2"
BAZAAR = "bazaar-dirham-seraglio-arcades-garden"
FALCON = "falcon-white-garden-tower"
DECISIONS = ("act", "place", "favour", "falcon", "over")

# Garden, tower, pavilion and fountain meet at (0,0).
ONE_CORNER = {(1, 0): "garden-10", (0, 1): "tower-11", (1, 1): "pavilion-8", (-1, 1): "chambers-10"}
TWO_CORNERS = {**ONE_CORNER, (2, 0): "chambers-11", (2, 1): "tower-12"}

# One text of every shape, with the decision that it answers.
ANSWERS = {
    "take denar-9": "act",
    "buy 1 with 2": "act",
    f"buy {BAZAAR} with 3": "act",
    "build garden-11 at 2,0": "act",
    "remove chambers-10": "act",
    "exchange garden-11 at 1,0": "act",
    "pass": "act",
    "wake": "act",
    "place pavilion-2-NEW at 0,-1": "place",
    "reserve pavilion-2-NEW": "place",
    "give pavilion-2-NEW": "place",
    "favour 2 with 3": "favour",
    f"favour {BAZAAR} with 3": "favour",
    "decline": "favour",
    "done": "falcon",
}


def game(decision: str) -> State:
    """A game of two with all modules in which this decision is due; "over": in which none is."""
    return _game(decision).clone()


@cache
def _game(decision: str) -> State:
    state = position(
        EVERYTHING,
        market=("pavilion-2-NEW", "seraglio-3-ESW", "arcades-4-NES", "chambers-5-NSW"),
        display=("denar-9", "dirham-1", "ducat-1", "florin-4"),
        hands=(["denar-2", "denar-3", "florin-7", "florin-8"], ["dirham-3"]),
        cities=(TWO_CORNERS if decision == "falcon" else ONE_CORNER,),
        reserves=(["garden-11", "camp-7-W"],),
        facts={"bazaars": [TILE_IDS[BAZAAR]]},
        bag=() if decision == "over" else None,
    )
    steps = {
        "act": (),
        "place": ("buy 1 with 2", "take denar-9"),
        "favour": ("take denar-9",),
        "falcon": (f"falcon {FALCON} at 0,0 for denar-2",),
        "over": ("buy 1 with 3", "reserve pavilion-2-NEW"),
    }
    do(state, *steps[decision])
    while decision == "over" and not state.is_over:
        state.apply(state.legal_actions()[-1])
    assert state.decision == (None if decision == "over" else decision)
    return state


def refused_unchanged(state: State, action: Action) -> Refusal:
    """An action is refused by `check` and by `apply`, and neither leaves a trace."""
    before = state.to_bytes()
    refusal = state.check(action)
    assert refusal is not None
    assert refusal.reason
    assert re.fullmatch(r"\d+\.\d+b?", refusal.rule)
    assert str(refusal) == f"{refusal.reason} (rule {refusal.rule})"
    with pytest.raises(IllegalAction) as caught:
        state.apply(action)
    assert str(caught.value.refusal) == str(refusal)
    assert caught.value.action == action
    assert state.to_bytes() == before
    return refusal


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("take denar-8", "4.1"),
        ("take denar-9+denar-9", "4.1"),
        ("take denar-9+dirham-1", "4.1"),
        ("take dirham-1+ducat-1+florin-4", "4.1"),
        ("buy 1 with 1", "5.1"),
        ("buy 1 with 9", "5.1"),
        ("buy 1 with 2+2", "5.1"),
        ("buy 2 with 3", "5.1"),
        ("buy 3 with 9", "5.1"),
        (f"buy {BAZAAR} with 3", "5.1"),
        ("buy bazaar-denar-chambers-garden-tower with 2", "14.2"),
        ("build tower-12 at 2,0", "6.1"),
        ("build garden-11 at 1,0", "8.6"),
        ("build garden-11 at 3,3", "8.4"),
        ("build camp-7-W at 2,0", "13.2"),
        ("remove garden-11", "6.2"),
        ("remove fountain", "6.4"),
        ("remove tower-11", "8.3"),
        ("exchange tower-12 at 1,0", "6.3"),
        ("exchange garden-11 at 5,5", "6.3"),
        ("exchange garden-11 at 0,0", "6.4"),
        ("exchange camp-7-W at 1,0", "13.2"),
        ("pass", "3.5"),
        ("wake", "12.4"),
        (f"falcon {FALCON} at 3,3 for denar-2", "15.3"),
        (f"falcon {FALCON} at 0,0 for denar-9", "15.2"),
        ("falcon falcon-black-pavilion-seraglio at 0,0 for denar-2", "15.3"),
    ],
)
def test_illegal_actions_are_refused_by_their_rule(text: str, rule: str) -> None:
    """Each is an action that another position would allow, or not even that."""
    state = game("act")
    assert refused_unchanged(state, Action.parse(text)).rule == rule


@pytest.mark.parametrize("text", [*ANSWERS, f"falcon {FALCON} at 0,0 for denar-2"])
@pytest.mark.parametrize("decision", DECISIONS)
def test_actions_of_another_decision_are_refused(decision: str, text: str) -> None:
    """The refusal names the decision that is due; once the game is over it says so."""
    answers = ("act", "falcon") if text.startswith("falcon") else (ANSWERS[text],)
    if decision in answers:
        return
    refusal = refused_unchanged(game(decision), Action.parse(text))
    if decision == "over":
        assert refusal.rule == "10.3"
    else:
        assert repr(decision) in refusal.reason


@pytest.mark.parametrize("x", [-127, -64, -9, 9, 64, 127])
@pytest.mark.parametrize("y", [-127, -9, 0, 9, 127])
def test_squares_far_away(x: int, y: int) -> None:
    """A square without neighbours is refused by 8.4, 6.3 or 15.3, however far it is."""
    acting, placing = game("act"), game("place")
    assert refused_unchanged(acting, Action.parse(f"build garden-11 at {x},{y}")).rule == "8.4"
    assert refused_unchanged(acting, Action.parse(f"build camp-7-W at {x},{y}")).rule == "8.4"
    assert refused_unchanged(acting, Action.parse(f"exchange garden-11 at {x},{y}")).rule == "6.3"
    assert refused_unchanged(acting, Action.parse(f"falcon {FALCON} at {x},{y} for denar-2")).rule == "15.3"
    assert refused_unchanged(placing, Action.parse(f"place pavilion-2-NEW at {x},{y}")).rule == "8.4"


@pytest.mark.parametrize("square", ["128,0", "0,-128", "1000000,0", "0,99999999999999999999", "-128,-128"])
def test_squares_that_cannot_be_written(square: str) -> None:
    """Farther than 127 from the fountain there is no square, in any text."""
    for text in ("build garden-11 at {}", "place tower-11 at {}", f"falcon {FALCON} at {{}} for denar-2"):
        with pytest.raises(ActionError, match="square"):
            Action.parse(text.format(square))


@pytest.mark.parametrize("slot", ["-1", "0", "5", "6", "99", "1.0", "+1", "01", "x", "", "²", "٣"])
def test_slots_that_are_none(slot: str) -> None:
    """Slots are 1 to 4; anything else is no action, for a purchase and for a special move."""
    for verb in ("buy", "favour"):
        with pytest.raises(ActionError):
            Action.parse(f"{verb} {slot} with 2")


@pytest.mark.parametrize("decision", ["act", "favour"])
@pytest.mark.parametrize("cards", ["1", "3+3", "9+9+9", "1+2+3+4+5+6+7+8+9"])
def test_payments_with_cards_not_held(decision: str, cards: str) -> None:
    """Nobody pays with cards that are not in the hand: 5.1."""
    state = game(decision)
    verb = "buy" if decision == "act" else "favour"
    for what in ("1", "2", "3", BAZAAR):
        assert refused_unchanged(state, Action.parse(f"{verb} {what} with {cards}")).rule == "5.1"


@pytest.mark.parametrize(
    "module", ["wake", "decline", "favour 1 with 2", f"falcon {FALCON} at 0,0 for denar-2", "done"]
)
def test_actions_of_modules_that_are_not_in_the_game(module: str) -> None:
    """They are refused by 3.1, not by an error."""
    state = position("classic,players=3", display=("denar-9",), hands=(["denar-2"],))
    assert refused_unchanged(state, Action.parse(module)).rule == "3.1"


@pytest.mark.parametrize("decision", DECISIONS)
@given(code=st.integers(min_value=-(2**63), max_value=2**63 - 1))
@example(code=0)
@example(code=-1)
@example(code=63)
@example(code=2**63 - 1)
@example(code=-(2**63))
@settings(max_examples=150)
def test_numbers_that_are_no_action(decision: str, code: int) -> None:
    """A number is refused unless it is just the number of an action's text; then that action is meant."""
    assert_refused_or_meant(game(decision), code)


@pytest.mark.parametrize("decision", DECISIONS[:-1])
@given(pick=st.integers(0, 10_000), bits=st.lists(st.integers(0, 62), min_size=1, max_size=3))
@settings(max_examples=150)
def test_numbers_that_are_almost_an_action(decision: str, pick: int, bits: list[int]) -> None:
    """A legal action with a few bits flipped is refused, or is another action in full."""
    state = game(decision)
    actions = state.legal_actions()
    code = int(actions[pick % len(actions)].code)
    for bit in bits:
        code ^= 1 << bit
    assert_refused_or_meant(state, code)


def assert_refused_or_meant(state: State, code: int) -> None:
    """Never anything but a refusal, or the action that the text of the number says."""
    action = Action(code)
    if state.check(action) is None:
        assert Action.parse(str(action)) == action
    else:
        refused_unchanged(state, action)


@given(code=st.integers(min_value=2**63) | st.integers(max_value=-(2**63) - 1))
@example(code=2**63)
@example(code=2**70 + 6)
@example(code=-(2**64) + 6)
@settings(max_examples=50)
def test_numbers_beyond_64_bits(code: int) -> None:
    """They cannot be made into an action, or are refused like other numbers that are none."""
    try:
        action = Action(code)
    except (OverflowError, ValueError):
        return
    refused_unchanged(game("act"), action)


WORDS = st.sampled_from(
    "take buy build remove exchange pass place reserve give wake favour decline falcon done with at for "
    "1 2 4 5 -1 0 4+6 2+2 9+9+9+9 denar-2 denar-9 florin-0 denar-1+dirham-1 tower-9-NE fountain pavilion-2-NEW "
    f"camp-7-W {BAZAAR} {FALCON} 1,0 0,0 -3,7 1,2,3 127,-127 500,0".split()
)


@pytest.mark.parametrize("decision", DECISIONS)
@given(text=st.one_of(st.text(max_size=40), st.lists(WORDS, min_size=1, max_size=6).map(" ".join)))
@example(text="")
@example(text=" ")
@example(text="buy 1 with ")
@settings(max_examples=100)
def test_nonsense_texts(decision: str, text: str) -> None:
    """A text is an ActionError or an action, and an action is legal or refused."""
    try:
        action = Action.parse(text)
    except ActionError:
        return
    assert Action.parse(str(action)) == action
    assert_refused_or_meant(game(decision), int(action.code))


@pytest.mark.parametrize("seat", [-1, 2, 3, 99])
def test_seats_that_nobody_sits_at(seat: int) -> None:
    """What a seat sees and saw can be asked only of seats that there are."""
    state = game("act")
    with pytest.raises(ValueError, match=str(seat)):
        state.observe(seat)
    with pytest.raises(ValueError, match=str(seat)):
        state.history(seat)


def test_refusals_do_not_depend_on_earlier_ones() -> None:
    """A hundred refused actions later the game goes on as if nothing had been asked."""
    asked, fresh = game("act"), game("act")
    for text in ANSWERS:
        action = Action.parse(text)
        if asked.check(action) is not None:
            for _ in range(10):
                refused_unchanged(asked, action)
    assert [str(action) for action in asked.legal_actions()] == [
        str(action) for action in fresh.legal_actions()
    ]
    do(asked, "take denar-9")
    do(fresh, "take denar-9")
    assert asked.to_bytes() == fresh.to_bytes()
