"""Do the falconers follow rule 15? Buying falcons, the corners where they stand, losing and scoring them."""

import pytest

from arena.rules import Action, GameConfig, State, new_game
from tests.rules.positions import CityPlan, do, hand, names, position, refused, row, texts
from tests.rules.views import seen_falconers

BLACK = [
    "falcon-black-pavilion-seraglio",
    "falcon-black-seraglio-tower",
    "falcon-black-arcades-tower",
    "falcon-black-arcades-garden",
    "falcon-black-chambers-garden",
]
WHITE = [
    "falcon-white-seraglio-arcades",
    "falcon-white-pavilion-arcades",
    "falcon-white-pavilion-chambers",
    "falcon-white-chambers-tower",
    "falcon-white-garden-tower",
]
BROWN = [
    "falcon-brown-arcades-chambers",
    "falcon-brown-seraglio-chambers",
    "falcon-brown-seraglio-garden",
    "falcon-brown-pavilion-garden",
    "falcon-brown-pavilion-tower",
]
GARDEN_TOWER = WHITE[4]
MARKET = ("pavilion-2-NEW", "seraglio-3-ESW", "arcades-4-NES", "chambers-5-NSW")
NINES = ("denar-9", "dirham-9", "ducat-9", "florin-9")
RULES = "classic+falconers,players=3"

# Fountain, garden, tower and pavilion meet at corner (0,0).
ONE_CORNER = {(1, 0): "garden-10", (0, 1): "tower-11", (1, 1): "pavilion-8"}
# At corners (1,0) to (5,0) the kinds of the five black falcons meet, in their order.
FIVE_CORNERS = {
    (1, 0): "pavilion-8",
    (2, 0): "seraglio-9",
    (3, 0): "tower-11",
    (4, 0): "arcades-9",
    (5, 0): "garden-10",
    (6, 0): "chambers-10",
    (1, 1): "pavilion-6-N",
    (2, 1): "arcades-8-N",
    (3, 1): "garden-10-N",
    (4, 1): "tower-11-N",
    (5, 1): "arcades-10",
    (6, 1): "tower-12",
}


def hunting(
    city: CityPlan = ONE_CORNER,
    cards: tuple[str, ...] = ("denar-3", "florin-9"),
    *,
    rules: str = RULES,
    extra: bool = False,
) -> State:
    """Seat 0 acts with this city and these cards."""
    return position(
        rules,
        market=MARKET,
        display=NINES,
        cities=(city, ONE_CORNER),
        hands=(cards, ["ducat-1"]),
        extra=extra,
    )


def standing(state: State) -> object:
    """Every falcon in a city as name, seat and corner, as everybody sees them."""
    return seen_falconers(state.observe(None)).falcons


def test_15_1_fifteen_falcons_open_to_all() -> None:
    """15.1: five each of black, brown and white, each with two kinds, all in the supply at the start."""
    state = new_game(GameConfig.parse("classic+falconers,players=4"), seed=2)
    for viewer in (0, 1, 2, 3, None):
        supply = seen_falconers(state.observe(viewer)).supply
        assert isinstance(supply, tuple)
        assert sorted(supply) == sorted(BLACK + BROWN + WHITE)
        assert seen_falconers(state.observe(viewer)).falcons == ()
    assert len({frozenset(name.split("-")[2:]) for name in BLACK + BROWN + WHITE}) == 15


def test_15_1_a_falcon_sold_is_not_in_the_supply() -> None:
    """15.1: once bought it is gone for everybody, until it comes back."""
    state = hunting()
    do(state, f"falcon {GARDEN_TOWER} at 0,0 for denar-3")
    supply = seen_falconers(state.observe(None)).supply
    assert isinstance(supply, tuple)
    assert len(supply) == 14
    assert GARDEN_TOWER not in supply
    assert refused(state, f"falcon {GARDEN_TOWER} at 0,0 for ducat-1") == "15.1"


def test_15_2_any_one_card_buys_a_falcon() -> None:
    """15.2: three falcons fit the corner and two cards can pay: six actions; the card goes to the discard."""
    state = hunting()
    falcons = [text for text in texts(state) if text.startswith("falcon")]
    assert sorted(falcons) == sorted(
        f"falcon {name} at 0,0 for {card}"
        for name in (GARDEN_TOWER, "falcon-brown-pavilion-garden", "falcon-brown-pavilion-tower")
        for card in ("denar-3", "florin-9")
    )
    do(state, f"falcon {GARDEN_TOWER} at 0,0 for florin-9")
    assert hand(state, 0) == ["denar-3"]
    assert names(state.observe(None).discard) == ["florin-9"]
    assert standing(state) == ((GARDEN_TOWER, 0, 0, 0),)


def test_15_2_several_in_one_action() -> None:
    """15.2: falcon after falcon is bought and placed, until the player is done."""
    state = hunting(FIVE_CORNERS, ("denar-1", "denar-1", "florin-2"))
    do(state, f"falcon {BLACK[0]} at 1,0 for denar-1")
    assert (state.seat, state.decision) == (0, "falcon")
    assert texts(state)[-1] == "done"
    do(state, f"falcon {BLACK[2]} at 3,0 for florin-2")
    assert (state.seat, state.decision) == (0, "falcon")
    do(state, "done")
    assert (state.seat, state.decision, state.turn) == (1, "act", 1)
    assert standing(state) == ((BLACK[0], 0, 1, 0), (BLACK[2], 0, 3, 0))
    assert hand(state, 0) == ["denar-1"]


def test_15_2_the_action_ends_by_itself_when_no_more_can_be_bought() -> None:
    """15.2: without another card, or without another corner, the turn is over."""
    no_card = hunting(FIVE_CORNERS, ("denar-1",))
    do(no_card, f"falcon {BLACK[0]} at 1,0 for denar-1")
    assert (no_card.seat, no_card.decision) == (1, "act")
    no_corner = hunting()
    do(no_corner, f"falcon {GARDEN_TOWER} at 0,0 for denar-3")
    assert (no_corner.seat, no_corner.decision) == (1, "act")


def test_15_2_the_only_action_of_the_turn() -> None:
    """15.2: after the first falcon no money is taken, no tile bought, nothing redesigned."""
    state = hunting(FIVE_CORNERS, ("denar-2", "denar-2"))
    do(state, f"falcon {BLACK[0]} at 1,0 for denar-2")
    assert {text.split(" ")[0] for text in texts(state)} == {"falcon", "done"}
    for text in ("take denar-9", "buy 1 with 2", "remove tower-12", "pass"):
        refusal = state.check(Action.parse(text))
        assert refusal is not None
        assert "decision 'falcon'" in refusal.reason


def test_15_2_never_after_an_exact_payment() -> None:
    """15.2: an extra action cannot be spent on falcons."""
    state = hunting(ONE_CORNER, ("denar-2", "denar-3"))
    do(state, "buy 1 with 2")
    assert state.observe(0).extra
    assert [text for text in texts(state) if text.startswith("falcon")] == []
    assert refused(state, f"falcon {GARDEN_TOWER} at 0,0 for denar-3") == "15.2"


def test_15_2_done_needs_a_first_falcon() -> None:
    """15.2: one or more: nobody is done before the first."""
    state = hunting()
    assert "done" not in texts(state)
    assert refused(state, "done") != ""


def test_15_2_the_card_must_be_held() -> None:
    """15.2: a card of the display, or of another hand, pays no falcon; without cards there is none to buy."""
    state = hunting()
    assert refused(state, f"falcon {GARDEN_TOWER} at 0,0 for denar-9") == "15.2"
    assert refused(state, f"falcon {GARDEN_TOWER} at 0,0 for ducat-1") == "15.2"
    assert [text for text in texts(hunting(cards=())) if text.startswith("falcon")] == []


def test_15_2_falcons_belong_to_their_module() -> None:
    """15.2: without the falconers there is no such action."""
    state = hunting(rules="classic,players=3")
    assert [text for text in texts(state) if text.startswith("falcon")] == []
    assert refused(state, f"falcon {GARDEN_TOWER} at 0,0 for denar-3") == "3.1"


def test_15_3_both_kinds_must_be_among_the_four() -> None:
    """15.3: garden, tower and pavilion meet; the fountain adds no kind, so twelve of the falcons do not fit."""
    state = hunting()
    for name in BLACK + WHITE + BROWN:
        fits = name in (GARDEN_TOWER, "falcon-brown-pavilion-garden", "falcon-brown-pavilion-tower")
        assert refused(state, f"falcon {name} at 0,0 for denar-3") == ("" if fits else "15.3")


@pytest.mark.parametrize("missing", [(1, 0), (0, 1), (1, 1)])
def test_15_3_four_tiles_must_meet(missing: tuple[int, int]) -> None:
    """15.3: with one square of the four empty there is no corner for any falcon."""
    city = {square: name for square, name in ONE_CORNER.items() if square != missing}
    state = hunting(city)
    for name in BLACK + WHITE + BROWN:
        assert refused(state, f"falcon {name} at 0,0 for denar-3") == "15.3"


@pytest.mark.parametrize("corner", ["1,0", "0,1", "-1,-1", "-1,0", "5,5", "127,127", "-127,-127"])
def test_15_3_not_at_any_other_corner(corner: str) -> None:
    """15.3: at the edge of the city and far away from it no four tiles meet."""
    assert refused(hunting(), f"falcon {GARDEN_TOWER} at {corner} for denar-3") == "15.3"


@pytest.mark.parametrize(
    ("third", "rules"),
    [
        ("medina-10", "classic+falconers+medina,players=3"),
        ("bazaar-denar-pavilion-seraglio-arcades", "classic+falconers+bazaars,players=3"),
        ("seraglio-9", RULES),
    ],
)
def test_15_3_medinas_and_bazaars_are_tiles_without_kind(third: str, rules: str) -> None:
    """15.3: garden and tower meet a medina or bazaar and the fountain: garden-tower fits, pavilion-garden does not."""
    state = hunting({**ONE_CORNER, (1, 1): third}, rules=rules)
    assert refused(state, f"falcon {GARDEN_TOWER} at 0,0 for denar-3") == ""
    assert refused(state, "falcon falcon-brown-pavilion-garden at 0,0 for denar-3") == "15.3"


def test_15_3_a_camp_is_none_of_the_four() -> None:
    """15.3: tower, garden and seraglio meet a camp at corner (1,0): no falcon may stand there."""
    city = {(1, 0): "tower-13-E", (1, 1): "garden-10", (2, 1): "seraglio-8-S", (2, 0): "camp-11-NW"}
    state = hunting(city, rules="classic+falconers+camps,players=3")
    assert refused(state, f"falcon {GARDEN_TOWER} at 1,0 for denar-3") == "15.3"
    assert [text for text in texts(state) if text.startswith("falcon")] == []


def test_15_3_walls_between_the_four_do_not_matter() -> None:
    """15.3: tower-13-E and garden-10-W have a wall between them and meet at (1,0) with two chambers."""
    city = {(1, 0): "tower-13-E", (2, 0): "garden-10-W", (1, 1): "chambers-10", (2, 1): "chambers-11"}
    assert refused(hunting(city), f"falcon {GARDEN_TOWER} at 1,0 for denar-3") == ""


def test_15_3_one_falcon_a_corner() -> None:
    """15.3: a second falcon whose kinds are there too is refused; the same corner of another city is free."""
    state = hunting()
    do(state, "falcon falcon-brown-pavilion-garden at 0,0 for denar-3")
    do(state, f"falcon {GARDEN_TOWER} at 0,0 for ducat-1")
    assert standing(state) == ((GARDEN_TOWER, 1, 0, 0), ("falcon-brown-pavilion-garden", 0, 0, 0))
    do(state, "take denar-9")
    assert state.seat == 0
    assert refused(state, "falcon falcon-brown-pavilion-tower at 0,0 for florin-9") == "15.3"
    assert [text for text in texts(state) if text.startswith("falcon")] == []


def test_15_3_only_in_the_own_city() -> None:
    """15.3: seat 0 has no corner, though seat 1 has one."""
    assert refused(hunting({}), f"falcon {GARDEN_TOWER} at 0,0 for denar-3") == "15.3"


def with_falcons(city: CityPlan, reserve: list[str], *falcons: tuple[str, str]) -> State:
    """Seat 0's next turn, with these falcons in its city."""
    state = position(
        RULES,
        market=MARKET,
        display=("denar-1", "dirham-1", "ducat-1", "florin-1"),
        cities=(city, ONE_CORNER),
        hands=(["denar-9"] * len(falcons), ["dirham-9"]),
        reserves=(reserve,),
    )
    do(state, *(f"falcon {name} at {corner} for denar-9" for name, corner in falcons))
    do(state, f"falcon {GARDEN_TOWER} at 0,0 for dirham-9", "take florin-1")
    assert (state.seat, state.decision) == (0, "act")
    return state


def test_15_4_a_tile_removed_sends_its_falcons_back() -> None:
    """15.4: arcades-8-N at (2,1) is at corners (1,0) and (2,0): both falcons go back, the one at (3,0) stays."""
    falcons = [(BLACK[0], "1,0"), (BLACK[1], "2,0"), (BLACK[2], "3,0")]
    state = with_falcons(FIVE_CORNERS, [], *falcons)
    events = do(state, "remove arcades-8-N")
    assert standing(state) == ((BLACK[2], 0, 3, 0), (GARDEN_TOWER, 1, 0, 0))
    returned = [(event.seat, event.name) for event in events if event.kind == "returned"]
    assert sorted(returned) == [(0, BLACK[0]), (0, BLACK[1])]
    assert refused(state, f"falcon {BLACK[0]} at 0,0 for dirham-9") != "15.1"


@pytest.mark.parametrize("square", ["1,0", "0,1", "1,1"])
def test_15_4_each_of_the_four_tiles_counts(square: str) -> None:
    """15.4: exchanging any of the three tiles round the corner beside the fountain sends the falcon back."""
    brown = "falcon-brown-pavilion-garden"
    state = with_falcons(ONE_CORNER, ["seraglio-9"], (brown, "0,0"))
    do(state, f"exchange seraglio-9 at {square}")
    assert standing(state) == ((GARDEN_TOWER, 1, 0, 0),)


def test_15_4_even_when_exchanged_for_the_same_kind() -> None:
    """15.4: garden-11 for garden-10: the corner still shows both kinds, and the falcon is gone all the same."""
    state = with_falcons(ONE_CORNER, ["garden-11"], ("falcon-brown-pavilion-garden", "0,0"))
    do(state, "exchange garden-11 at 1,0")
    assert standing(state) == ((GARDEN_TOWER, 1, 0, 0),)


def test_15_4_tiles_elsewhere_do_not_matter() -> None:
    """15.4: a tile that touches none of its corners may go, and a new one may come beside it."""
    state = with_falcons(FIVE_CORNERS, ["garden-11"], (BLACK[0], "1,0"))
    before = standing(state)
    built, removed = state.clone(), state.clone()
    do(built, "build garden-11 at 1,-1")
    do(removed, "remove tower-12")
    assert standing(built) == standing(removed) == before


def test_15_4_a_returned_falcon_can_be_bought_by_anybody() -> None:
    """15.4: seat 1 buys the falcon that seat 0 lost."""
    brown = "falcon-brown-pavilion-garden"
    state = position(
        RULES,
        market=MARKET,
        display=NINES,
        cities=(ONE_CORNER, {**ONE_CORNER, (1, 1): "pavilion-6-N"}),
        hands=(["denar-9"], ["dirham-9"]),
        reserves=(["garden-11"],),
    )
    do(
        state,
        f"falcon {brown} at 0,0 for denar-9",
        "take denar-9",
        "take dirham-9",
        "exchange garden-11 at 1,0",
    )
    assert (state.seat, standing(state)) == (1, ())
    do(state, f"falcon {brown} at 0,0 for denar-9")
    assert standing(state) == ((brown, 1, 0, 0),)


def test_15_4_falcons_are_neither_moved_nor_reserved() -> None:
    """15.4: no action moves a falcon; a falcon that stands cannot be bought to stand elsewhere."""
    state = with_falcons(FIVE_CORNERS, [], (BLACK[0], "1,0"))
    assert [text for text in texts(state) if "falcon-" in text] == []
    state = hunting(FIVE_CORNERS, ("denar-1", "denar-1"))
    do(state, f"falcon {BLACK[0]} at 1,0 for denar-1")
    assert refused(state, f"falcon {BLACK[0]} at 1,0 for denar-1") == "15.1"


def after_hunt(scoring: int, *falcons: tuple[str, str], rules: str = RULES) -> State:
    """The game after this scoring, which came right after seat 0 bought these falcons."""
    state = position(
        rules,
        display=NINES[:3],
        cities=(FIVE_CORNERS,),
        hands=(["denar-1", "dirham-1", "ducat-1", "florin-1", "denar-2"],),
        deck=[] if scoring == 3 else [f"scoring-{scoring}"],
        bag=[] if scoring == 3 else None,
    )
    cards = ("denar-1", "dirham-1", "ducat-1", "florin-1", "denar-2")
    for (name, corner), card in zip(falcons, cards, strict=False):
        do(state, f"falcon {name} at {corner} for {card}")
    if state.decision == "falcon":
        do(state, "done")
    return state


@pytest.mark.parametrize("scoring", [1, 2, 3])
@pytest.mark.parametrize(("count", "points"), [(1, 2), (2, 6), (3, 12), (4, 20), (5, 30)])
def test_15_5_points_for_one_colour(scoring: int, count: int, points: int) -> None:
    """15.5: 1 → 2, 2 → 6, 3 → 12, 4 → 20, 5 → 30, in every scoring."""
    corners = ("1,0", "2,0", "3,0", "4,0", "5,0")
    state = after_hunt(scoring, *list(zip(BLACK, corners, strict=True))[:count])
    assert row(state, "falconers") == (points, 0, 0)


def test_15_5_each_colour_by_itself() -> None:
    """15.5: two black (6), one white (2) and one brown (2) are 10, not the 20 of four alike."""
    falcons = [
        (BLACK[0], "1,0"),
        (BLACK[1], "2,0"),
        (GARDEN_TOWER, "4,0"),
        ("falcon-brown-arcades-chambers", "5,0"),
    ]
    assert row(after_hunt(1, *falcons), "falconers") == (10, 0, 0)


def test_15_5_dirk_has_no_falcons() -> None:
    """15.5, 11.2: with two players his column stays at 0."""
    state = after_hunt(1, (BLACK[0], "1,0"), rules="classic+falconers,players=2")
    assert row(state, "falconers") == (2, 0, 0)


def test_15_5_a_falcon_sent_back_scores_nothing() -> None:
    """15.5, 15.4: a falcon that went back to the supply is not scored when scoring 1 comes up."""
    state = position(
        RULES,
        market=MARKET,
        display=NINES,
        deck=["florin-2", "florin-3", "florin-4", "scoring-1"],
        cities=(ONE_CORNER,),
        hands=(["denar-9"],),
        reserves=(["garden-11"],),
    )
    do(state, "falcon falcon-brown-pavilion-garden at 0,0 for denar-9", "take denar-9", "take dirham-9")
    do(state, "exchange garden-11 at 1,0", "take ducat-9", "take florin-9")
    assert row(state, "falconers") == (0, 0, 0)
