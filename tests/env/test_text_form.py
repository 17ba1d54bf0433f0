"""Can a language model play? A position as text, a list, and a sentence for every wrong answer."""

import pytest

from arena.env import text_form
from arena.rules import GameConfig, State, new_game


@pytest.fixture
def state() -> State:
    return new_game(GameConfig.parse("classic,players=2"), 4)


def test_a_position_is_told_to_the_seat_alone(state: State) -> None:
    told = text_form.describe(state.observe(0), state.history(0))
    assert told.startswith("Alhambra, classic,players=2. You are seat 0.")
    assert "asked to act" in told
    assert "Latest events:\n- " in told
    closed = new_game(GameConfig.parse("classic,players=2,deal=closed"), 4)
    hidden = closed.observe(1).seats[1].hand
    assert hidden
    own = text_form.describe(closed.observe(1), closed.history(1))
    other = text_form.describe(closed.observe(0), closed.history(0))
    assert own != other


def test_the_list_is_numbered_and_its_numbers_can_be_answered(state: State) -> None:
    lines = text_form.legal(state).splitlines()
    assert len(lines) == len(state.legal_actions())
    for number, action in enumerate(state.legal_actions()):
        assert lines[number] == f"{number}: {action}"
        for answer in (
            str(number),
            f"I think so:\n#{number}.",
            lines[number],
            f"`{action}`",
            f"**{action}**\n",
        ):
            assert text_form.parse(state, answer).action == action, answer


def test_what_is_wrong_is_said(state: State) -> None:
    most = len(state.legal_actions()) - 1
    for answer, said in (
        ("", "The answer is empty"),
        ("999", f"There is no action 999; the list goes from 0 to {most}."),
        ("castle kingside", "'castle kingside' is no action: "),
        ("pass", "pass is refused: "),
        ("buy 1 with 9+9+9", "is refused: "),
    ):
        found = text_form.parse(state, answer)
        assert found.action is None
        assert said in found.feedback


def test_a_game_can_be_played_by_text_alone(state: State) -> None:
    while not state.is_over:
        action = text_form.parse(state, text_form.legal(state).splitlines()[-1]).action
        assert action is not None
        state.apply(action)
    assert text_form.parse(state, "0").feedback == "The game is over; no action is asked for."
    assert "The game is over." in text_form.describe(state.observe(0))
