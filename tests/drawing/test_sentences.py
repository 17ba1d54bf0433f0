"""Do sentences say what happens, in the words of the rulebook?"""

import pytest

from arena.drawing.phrases import paid_words, spoken, square_words
from arena.drawing.sentences import action_sentence, result_sentence, table_words
from arena.rules import Action, GameConfig, new_game


@pytest.mark.parametrize(
    ("x", "y", "words"),
    [
        (0, 1, "north of the fountain"),
        (-1, 0, "west of the fountain"),
        (2, -1, "two east, one south of the fountain"),
        (0, -3, "three south of the fountain"),
    ],
)
def test_squares_are_counted_from_the_fountain(x: int, y: int, words: str) -> None:
    assert square_words(x, y) == words


def test_payments_say_whether_they_are_exact() -> None:
    assert paid_words(["dirham-4", "dirham-5"], 9) == "9 dirham (4 + 5, exact)"
    assert paid_words(["florin-8", "florin-6"], 9) == "14 florin (8 + 6, 5 too much)"
    assert paid_words(["denar-7"], 7) == "7 denar (exact)"


def test_a_sentence_is_said_of_others_and_to_you() -> None:
    assert spoken("<can> do nothing and <pass>", you=False) == "can do nothing and passes"
    assert spoken("<can> do nothing and <pass>", you=True) == "can do nothing and pass"
    state = new_game(GameConfig.parse("classic,players=2"), 3)
    card = state.observe(None).display[0].name
    currency, value = card.split("-")
    take = Action.parse(f"take {card}")
    words = table_words(state.observe(None))
    assert action_sentence(words, 0, take) == f"takes {value} {currency}"
    assert action_sentence(words, 0, take, you=True) == f"take {value} {currency}"


@pytest.mark.parametrize(
    ("scores", "you", "sentence"),
    [
        ((132, 111), None, "ann wins, 132 to 111."),
        ((132, 111), 0, "You won 132 to 111."),
        ((132, 111), 1, "You lost 111 to 132."),
        ((90, 90), 0, "You share the win with 90 points."),
        ((90, 90), None, "ann and bob share the win, 90."),
        ((90, 70, 80), None, "ann wins, 90 – 80 – 70."),
        ((90, 70, 80), 1, "You are third with 70 points; ann won with 90."),
    ],
)
def test_the_result_is_a_sentence(scores: tuple[int, ...], you: int | None, sentence: str) -> None:
    names = ["ann", "bob", "cem"][: len(scores)]
    ranks = [1 + sum(other > score for other in scores) for score in scores]
    assert result_sentence(names, scores, ranks, you) == sentence
