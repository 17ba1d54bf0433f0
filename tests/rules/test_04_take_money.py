"""Which cards may be taken from the display (rule 4)?"""

import pytest

from arena.rules import ActionError
from tests.rules.positions import do, hand, names, position, refused, texts


def takes(*display: str) -> set[str]:
    """All takes offered for a display, without the word."""
    return {
        text.removeprefix("take ") for text in texts(position(display=display)) if text.startswith("take ")
    }


def test_the_rulebooks_display() -> None:
    """4.1 The books' example of 2, 3, 7 and 9: both cards on the left, or any one of the four."""
    assert takes("denar-2", "dirham-3", "ducat-7", "florin-9") == {
        "denar-2",
        "dirham-3",
        "denar-2+dirham-3",
        "ducat-7",
        "florin-9",
    }


@pytest.mark.parametrize("value", [1, 2, 3, 4, 5, 6, 7, 8, 9])
@pytest.mark.parametrize("currency", ["denar", "dirham", "ducat", "florin"])
def test_one_card_of_any_value(currency: str, value: int) -> None:
    """4.1 One card may be taken, whatever its value and currency; it goes into the hand."""
    card = f"{currency}-{value}"
    state = position(display=[card], hands=[["denar-9"]])
    do(state, f"take {card}")
    assert sorted(hand(state, 0)) == sorted(["denar-9", card])


@pytest.mark.parametrize(
    "cards",
    [
        "denar-1+denar-1",
        "denar-1+denar-1+denar-1+dirham-2",
        "denar-1+dirham-1+ducat-1+florin-1",
        "ducat-1+ducat-4",
        "denar-2+florin-3",
        "denar-1+dirham-2+ducat-2",
        "denar-1+dirham-1+florin-3",
    ],
)
def test_several_that_total_5_or_less(cards: str) -> None:
    """4.1 Several cards may be taken if they total 5 or less, of one currency or of any."""
    state = position(display=cards.split("+"))
    assert f"take {cards}" in texts(state)
    do(state, f"take {cards}")
    assert hand(state, 0) == cards.split("+")


@pytest.mark.parametrize(
    "cards",
    [
        "denar-1+dirham-5",
        "denar-3+dirham-3",
        "denar-1+dirham-2+ducat-3",
        "denar-1+dirham-1+ducat-1+florin-3",
        "denar-9+dirham-9",
    ],
)
def test_several_that_total_more_are_refused(cards: str) -> None:
    """4.1 Several cards worth 6 or more may not be taken together, in any currencies."""
    state = position(display=cards.split("+"))
    assert refused(state, f"take {cards}") == "4.1"
    assert f"take {cards}" not in texts(state)


def test_only_cards_of_the_display() -> None:
    """4.1 Cards that are not in the display, or not so often, cannot be taken."""
    state = position(display=["denar-1", "dirham-2"], hands=[["ducat-1"]], discard=["florin-1"])
    for cards in ("florin-1", "ducat-1", "denar-1+florin-1", "denar-1+denar-1"):
        assert refused(state, f"take {cards}") == "4.1"


def test_every_choice_is_offered_once() -> None:
    """4.1 Equal cards give one choice each: of 1, 1, 2 and 9 there are three single cards and three sets."""
    display = ["denar-1", "denar-1", "dirham-2", "florin-9"]
    assert takes(*display) == {
        "denar-1",
        "dirham-2",
        "florin-9",
        "denar-1+denar-1",
        "denar-1+dirham-2",
        "denar-1+denar-1+dirham-2",
    }
    assert len(texts(position(display=display))) == 6


def test_what_is_left_stays_in_the_display() -> None:
    """4.1 Only the cards taken leave the display; nothing goes to the discard."""
    state = position(
        display=["denar-1", "dirham-2", "ducat-7"], no_deck=True, market=["tower-11", "tower-12", None, None]
    )
    do(state, "take denar-1+dirham-2")
    assert names(state.observe(0).display) == ["ducat-7"]
    assert state.observe(0).discard == ()


@pytest.mark.parametrize(
    "text", ["take", "take ", "take denar-0", "take denar-10", "take denar-1+", "take 5"]
)
def test_nothing_cannot_be_taken(text: str) -> None:
    """4.1 A take names at least one card, and only cards that exist."""
    with pytest.raises(ActionError):
        do(position(display=["denar-1"]), text)
