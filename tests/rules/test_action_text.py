"""Has every action one canonical text that parses back, and does a wrong text say what is wrong with it?"""

import pickle
from itertools import combinations
from random import Random

import pytest

from arena.rules import Action, ActionError, GameConfig, new_game

MODULES = ("vizier", "camps", "bazaars", "falconers", "medina")
SUBSETS = [subset for size in range(6) for subset in combinations(MODULES, size)]
BAZAAR = "bazaar-dirham-seraglio-arcades-garden"
FALCON = "falcon-white-garden-tower"
DECISIONS_A_GAME = 150
# The builder's taste: without it cities stay small and falcons rare.
EAGER = {"buy": 9, "favour": 9, "place": 9, "build": 9, "falcon": 9, "take": 5}

CANONICAL = [
    "take denar-2",
    "take denar-2+florin-3",
    "take denar-1+denar-1+dirham-1+florin-1",
    "buy 2 with 4+6",
    "buy 4 with 9+9+9",
    f"buy {BAZAAR} with 4+6",
    "build tower-9-NE at -1,2",
    "build camp-8-NE at 127,-127",
    "remove tower-9-NE",
    "exchange medina-10 at 0,-1",
    "pass",
    "place pavilion-8 at -1,2",
    "reserve medina-5-NW",
    "give camp-4-N",
    "wake",
    "favour 1 with 1+1+1",
    f"favour {BAZAAR} with 9",
    "decline",
    f"falcon {FALCON} at -3,0 for denar-3",
    "done",
]


@pytest.mark.parametrize("text", CANONICAL)
def test_a_canonical_text_is_written_as_it_was_read(text: str) -> None:
    """Equal texts are equal actions with equal hashes, here and in another process."""
    action = Action.parse(text)
    assert str(action) == text
    assert repr(action) == f"Action.parse({text!r})"
    assert Action.parse(text) == action
    assert hash(Action.parse(text)) == hash(action)
    assert pickle.loads(pickle.dumps(action)) == action
    assert Action(int(action.code)) == action
    assert action != text


def test_different_texts_are_different_actions() -> None:
    """No two of them share a number."""
    assert len({Action.parse(text) for text in CANONICAL}) == len(CANONICAL)


@pytest.mark.parametrize("modules", SUBSETS)
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_every_legal_action_parses_back(players: int, modules: tuple[str, ...]) -> None:
    """In a game of every configuration each legal action has a text of its own that parses back to it."""
    rng = Random(str((players, modules)))
    state = new_game(GameConfig("classic", modules, players), seed=players)
    for _ in range(DECISIONS_A_GAME):
        actions = state.legal_actions()
        written = [str(action) for action in actions]
        assert len(set(written)) == len(written)
        assert [Action.parse(text) for text in written] == actions
        state.apply(rng.choices(actions, [EAGER.get(action.verb, 1) for action in actions])[0])
        if state.is_over:
            break


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("take florin-3+denar-2", "take denar-2+florin-3"),
        ("take denar-3+denar-1", "take denar-1+denar-3"),
        ("buy 2 with 6+4", "buy 2 with 4+6"),
        (f"favour {BAZAAR} with 3+1+2", f"favour {BAZAAR} with 1+2+3"),
    ],
)
def test_cards_in_another_order_are_the_same_action(text: str, canonical: str) -> None:
    """Cards are written by currency and then by value; read in any order they mean the same."""
    assert Action.parse(text) == Action.parse(canonical)
    assert str(Action.parse(text)) == canonical


def test_the_parts_of_an_action() -> None:
    """Verb, tile, square, slot and cards can be asked for by name; what an action lacks is empty."""
    buy = Action.parse("buy 2 with 4+6")
    assert (buy.verb, buy.tile, buy.square, buy.slot) == ("buy", "", None, 2)
    assert buy.cards == ["dirham-4", "dirham-6"]
    bazaar = Action.parse(f"favour {BAZAAR} with 4")
    assert (bazaar.verb, bazaar.tile, bazaar.slot, bazaar.cards) == ("favour", BAZAAR, 0, ["dirham-4"])
    falcon = Action.parse(f"falcon {FALCON} at -3,7 for florin-9")
    assert (falcon.tile, falcon.square, falcon.cards) == (FALCON, (-3, 7), ["florin-9"])
    take = Action.parse("take denar-2+florin-3")
    assert (take.verb, take.tile, take.square, take.slot) == ("take", "", None, 0)
    assert take.cards == ["denar-2", "florin-3"]
    place = Action.parse("place tower-9-NE at -1,2")
    assert (place.verb, place.tile, place.square, place.cards) == ("place", "tower-9-NE", (-1, 2), [])
    done = Action.parse("done")
    assert (done.verb, done.tile, done.square, done.slot, done.cards) == ("done", "", None, 0, [])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", ["''", "take", "buy", "falcon", "decline"]),
        ("steal denar-3", ["'steal'", "take", "buy", "build", "remove", "exchange", "pass"]),
        ("Take denar-3", ["'Take'", "take"]),
        (" take denar-3", ["''", "take"]),
        ("take", ["'take'", '"take CARD+CARD"']),
        ("take  denar-3", ["take  denar-3", '"take CARD+CARD"']),
        ("take denar-3 ", ["take denar-3 ", '"take CARD+CARD"']),
        ("take denar-3, florin-2", ["denar-3, florin-2", '"take CARD+CARD"']),
        ("take denar-0", ["'denar-0'"]),
        ("take denar-10", ["'denar-10'"]),
        ("take euro-3", ["'euro-3'"]),
        ("take denar-3+", ["''"]),
        ("take denar-1+denar-1+denar-1+dirham-1+dirham-1", ["four", "5"]),
        ("buy 2", ["'buy 2'", '"buy SLOT with VALUE+VALUE"', '"buy TILE with VALUE+VALUE"']),
        ("buy 2 for 4+6", ["'buy 2 for 4+6'", '"buy SLOT with VALUE+VALUE"']),
        ("buy 0 with 4", ["slot 0", "1 to 4"]),
        ("buy 5 with 4", ["slot 5", "1 to 4"]),
        ("buy -1 with 4", ["'-1'"]),
        ("buy 2 with 0", ["'0'", "1 to 9"]),
        ("buy 2 with 10", ["'10'", "1 to 9"]),
        ("buy 2 with four", ["'four'", "1 to 9"]),
        ("buy 2 with 4++6", ["''", "1 to 9"]),
        ("buy 2 with -4", ["'-4'", "1 to 9"]),
        ("buy 2 with dirham-4", ["'dirham-4'", "1 to 9"]),
        ("buy 2 with 4+4+4+4", ["4+4+4+4", "three"]),
        ("buy tower-9-NE with 9", ["tower-9-NE", "slot"]),
        ("favour camp-4-N with 4", ["camp-4-N", "slot"]),
        ("build tower-9-NE", ["'build tower-9-NE'", '"build TILE at X,Y"']),
        ("build tower-9-XX at 1,0", ["'tower-9-XX'"]),
        ("build tower-9-EN at 1,0", ["'tower-9-EN'"]),
        ("build tower-9-NE at 1", ["'1'", "X,Y"]),
        ("build tower-9-NE at 1,0,0", ["'1,0,0'", "X,Y"]),
        ("build tower-9-NE at 1.5,0", ["'1.5,0'", "X,Y"]),
        ("build tower-9-NE at -0,1", ["'-0,1'", "X,Y"]),
        ("build tower-9-NE at +1,1", ["'+1,1'", "X,Y"]),
        ("build tower-9-NE at 01,1", ["'01,1'", "X,Y"]),
        ("build tower-9-NE at (1,0)", ["'(1,0)'", "X,Y"]),
        ("build tower-9-NE at 128,0", ["128,0", "127"]),
        ("remove tower-9-NE at 1,0", ["'remove tower-9-NE at 1,0'", '"remove TILE"']),
        ("remove castle", ["'castle'"]),
        ("pass please", ["'pass please'", '"pass"']),
        ("falcon falcon-red-garden-tower at 0,0 for denar-3", ["'falcon-red-garden-tower'"]),
        (f"falcon {FALCON} at 0,0", [FALCON, '"falcon NAME at X,Y for CARD"']),
        (f"falcon {FALCON} at 0,0 for denar-0", ["'denar-0'"]),
        (f"falcon {FALCON} at here for denar-3", ["'here'", "X,Y"]),
        ("decline 2", ["'decline 2'", '"decline"']),
    ],
)
def test_a_wrong_text_says_what_is_wrong(text: str, said: list[str]) -> None:
    """The error is one line; it quotes the word that is wrong and says what it may be."""
    with pytest.raises(ActionError) as caught:
        Action.parse(text)
    message = str(caught.value)
    assert "\n" not in message
    for part in said:
        assert part in message
