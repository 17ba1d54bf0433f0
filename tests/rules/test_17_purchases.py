"""The abilities that change a purchase, and the architect: haggler, gambler, exchanger, scout (17.11)."""

from arena.rules import Action
from arena.rules.scoring import filled_sheet
from tests.rules.palace import palace, palace_of
from tests.rules.positions import do, hand, names, refused, texts
from tests.rules.views import seen_palace

FOUR = ["floor-9-a", "floor-9-b", "floor-10-a", "floor-10-b"]
KINDS = {"floor-9-a": "garden", "floor-9-b": "tower", "floor-10-a": "pavilion", "floor-10-b": "garden"}


def test_the_haggler_makes_an_overpaid_purchase_exact() -> None:
    """17.11, 3.2: paid 11 for 9, and still one more action; an exact purchase is no case for him."""
    state = palace(market=FOUR, pieces=KINDS, hands=[["denar-5", "denar-6"]], display=["ducat-1"])
    assert "buy 1 with 5+6 using haggler" in texts(state)
    do(state, "buy 1 with 5+6 using haggler")
    assert state.decision == "act"
    assert state.observe(0).extra
    assert state.scores()[0] == 4
    exact = palace(market=FOUR, pieces=KINDS, hands=[["denar-9"]], display=["ducat-1"])
    assert refused(exact, "buy 1 with 9 using haggler") == "17.11"
    assert "buy 1 with 9 using haggler" not in texts(exact)


def test_the_haggler_takes_payments_that_are_not_minimal() -> None:
    """17.11, 5.1: any set of cards worth more than the price; too little is too little."""
    state = palace(market=FOUR, pieces=KINDS, hands=[["denar-5", "denar-6", "denar-1"]], display=["ducat-1"])
    assert refused(state, "buy 1 with 1+5+6 using haggler") == ""
    assert "buy 1 with 1+5+6 using haggler" not in texts(state)
    assert refused(state, "buy 1 with 5 using haggler") == "5.1"


def test_without_the_haggler_an_overpaid_purchase_ends_the_actions() -> None:
    """17.11, 3.2: the same purchase without him."""
    state = palace(market=FOUR, pieces=KINDS, hands=[["denar-5", "denar-6"]], display=["ducat-1"])
    do(state, "buy 1 with 5+6")
    assert state.decision == "place"


def test_the_haggler_does_not_help_with_a_bazaar() -> None:
    """17.11: a bazaar is paid exactly, and there is no such action for it."""
    bazaar = "bazaar-denar-pavilion-seraglio-arcades"
    state = palace(
        "red-palace+bazaars,players=3",
        market=FOUR,
        pieces=KINDS,
        hands=[["denar-5", "denar-6"]],
        display=["ducat-1"],
    )
    state.modules[1].lay_beside(next(i for i in range(80) if names([_tile(i)]) == [bazaar]))
    assert refused(state, f"buy {bazaar} with 5+6") == "5.3"


def _tile(number: int):  # type: ignore[no-untyped-def]
    from arena.rules import TILES  # noqa: PLC0415

    return TILES[number]


def test_the_gambler_draws_another_piece() -> None:
    """17.11: after paying a piece is drawn, then the old one goes into the bag."""
    state = palace(market=FOUR, pieces=KINDS, draws=["arcades"], hands=[["denar-9"]], display=["ducat-1"])
    before = len(palace_of(state).bag)
    do(state, "buy 1 with 9 using gambler")
    pieces = seen_palace(state.observe(None)).pieces
    assert isinstance(pieces, dict)
    assert pieces["floor-9-a"] == "arcades"
    assert len(palace_of(state).secrets()) == before
    left = seen_palace(state.observe(None)).pieces_left
    assert isinstance(left, dict)
    assert (left["garden"], left["arcades"]) == (8, 8)
    assert state.decision == "act"
    assert state.observe(0).extra


def test_the_old_piece_can_come_back_but_not_at_once() -> None:
    """17.11: it is drawn before the old one is in the bag, and lies anywhere in it afterwards."""
    positions = set()
    for seed in range(25):
        state = palace(
            market=FOUR,
            pieces=KINDS,
            draws=["arcades", "arcades", "arcades", "arcades"],
            hands=[["denar-9"]],
            display=["ducat-1"],
        )
        palace_of(state).bag = palace_of(state).bag[:4]
        state.key = bytes([seed])
        do(state, "buy 1 with 9 using gambler")
        assert [int(kind) for kind in palace_of(state).bag].count(4) == 1
        positions.add([int(kind) for kind in palace_of(state).bag].index(4))
    assert positions == {0, 1, 2, 3}


def test_the_gambler_needs_a_piece_and_a_bag() -> None:
    """17.11: not with an empty bag, nor for a tile that carries none."""
    empty = palace(market=FOUR, pieces=KINDS, draws=[], hands=[["denar-9"]], display=["ducat-1"])
    assert refused(empty, "buy 1 with 9 using gambler") == "17.11"
    medina = palace(
        "red-palace+medina,players=3",
        market=["medina-4-NE", *FOUR[1:]],
        pieces=KINDS,
        hands=[["denar-4"]],
        display=["ducat-1"],
    )
    assert refused(medina, "buy 1 with 4 using gambler") == "17.11"
    assert "buy 1 with 4 using gambler" not in texts(medina)


def test_haggler_and_gambler_together() -> None:
    """17.9, 17.10, 17.11: each is used once; who has one guard pays it for the first and points for the second."""
    state = palace(
        market=FOUR,
        pieces=KINDS,
        draws=["arcades"],
        hands=[["denar-5", "denar-6"]],
        reserves=[["floor-6-N"]],
        guards={"floor-6-N": "N"},
        display=["ducat-1"],
    )
    do(state, "buy 1 with 5+6 using haggler+gambler")
    assert state.scores()[0] == 4
    assert palace_of(state).stood == 1
    assert state.decision == "act"
    assert state.observe(0).extra
    assert seen_palace(state.observe(None)).abilities_used == ("haggler", "gambler")


def test_the_guard_is_chosen_before_the_piece_is_drawn() -> None:
    """17.11: payment comes first, so nobody knows the piece while paying."""
    state = palace(
        market=FOUR,
        pieces=KINDS,
        draws=["arcades"],
        hands=[["denar-9"]],
        reserves=[["floor-4-NES"]],
        guards={"floor-4-NES": "NS"},
        display=["ducat-1"],
    )
    do(state, "buy 1 with 9 using gambler")
    assert state.decision == "pay"
    pieces = seen_palace(state.observe(None)).pieces
    assert isinstance(pieces, dict)
    assert pieces["floor-9-a"] == "garden"
    do(state, "pay floor-4-NES N")
    pieces = seen_palace(state.observe(None)).pieces
    assert isinstance(pieces, dict)
    assert pieces["floor-9-a"] == "arcades"


def test_the_exchanger_swaps_two_pieces() -> None:
    """17.11: a tile bought this turn and one of the market, for a card in that slot's currency."""
    state = palace(
        abilities=["exchanger"],
        market=FOUR,
        pieces=KINDS,
        hands=[["denar-9", "dirham-3", "ducat-2"]],
        display=["ducat-1"],
    )
    assert refused(state, "exchanger floor-9-a 2 for dirham-3") == "17.11"  # nothing is bought yet
    do(state, "buy 1 with 9")
    assert [text for text in texts(state) if text.startswith("exchanger")] == [
        "exchanger floor-9-a 2 for dirham-3",
        "exchanger floor-9-a 3 for ducat-2",
    ]
    assert refused(state, "exchanger floor-9-a 2 for ducat-2") == "17.11"
    assert refused(state, "exchanger floor-9-a 1 for denar-9") == "17.11"
    do(state, "exchanger floor-9-a 2 for dirham-3")
    pieces = seen_palace(state.observe(None)).pieces
    assert isinstance(pieces, dict)
    assert (pieces["floor-9-a"], pieces["floor-9-b"]) == ("tower", "garden")
    assert hand(state, 0) == ["ducat-2"]
    assert names(state.observe(None).discard) == ["denar-9", "dirham-3"]


def test_both_tiles_must_carry_a_piece() -> None:
    """17.11: a plaza or a medina has none to swap."""
    state = palace(
        "red-palace+medina,players=3",
        abilities=["exchanger"],
        market=["medina-4-NE", "floor-9-b", None, None],
        pieces=KINDS,
        aside=[["plaza-1", "floor-8"]],
        plazas_left=5,
        hands=[["denar-9", "dirham-3"]],
        display=["ducat-1"],
    )
    assert not any(text.startswith("exchanger") for text in texts(state))
    assert refused(state, "exchanger plaza-1 2 for dirham-3") == "17.11"
    assert refused(state, "exchanger floor-8 1 for denar-9") == "17.11"


def test_the_scout_buys_from_the_preview() -> None:
    """17.11: paid exactly in any one currency, and any one card more; it grants another action (3.2)."""
    state = palace(
        market=FOUR,
        pieces=KINDS,
        preview=["floor-6-N", "floor-8", None],
        hands=[["denar-6", "florin-2", "florin-6"]],
        display=["ducat-1"],
    )
    offered = [text for text in texts(state) if text.startswith("scout")]
    assert offered == [
        "scout 1 with denar-6 for florin-2",
        "scout 1 with denar-6 for florin-6",
        "scout 1 with florin-6 for denar-6",
        "scout 1 with florin-6 for florin-2",
        "scout 2 with florin-2+florin-6 for denar-6",
    ]
    assert refused(state, "scout 2 with denar-6 for florin-2") == "5.1"
    assert refused(state, "scout 3 with denar-6 for florin-2") == "17.11"
    assert refused(state, "scout 1 with denar-6 for denar-6") == "17.11"
    do(state, "scout 2 with florin-2+florin-6 for denar-6")
    assert hand(state, 0) == []
    assert names(state.observe(None).seats[0].aside) == ["floor-8"]
    assert state.decision == "act"
    assert state.observe(0).extra


def test_a_preview_building_is_never_overpaid() -> None:
    """17.11: not by the scout alone, and the haggler does not change that."""
    state = palace(market=FOUR, preview=["floor-6-N", None, None], hands=[["denar-7", "florin-2"]])
    assert refused(state, "scout 1 with denar-7 for florin-2") == "5.3"


def test_a_half_building_breaks_the_tie() -> None:
    """17.11: the book's example: two with two gardens each; the one with the half-building gets the points of scoring 1."""
    gardens = ["floor-8", "floor-9-a", "floor-9-b", "floor-10-a"]
    state = palace(
        "red-palace,players=3,classic_scoring=true",
        pieces=dict.fromkeys(gardens, "garden"),
        cities=[{(1, 0): gardens[0], (2, 0): gardens[1]}, {(1, 0): gardens[2], (2, 0): gardens[3]}],
        halves={"garden": 0},
    )
    assert filled_sheet(state, 1).published().rows["garden"] == (5, 0, 0)


def test_a_half_building_alone_takes_a_place() -> None:
    """17.11: ½ is more than nothing and less than one."""
    state = palace(
        "red-palace,players=3,classic_scoring=true",
        pieces={"floor-8": "garden"},
        cities=[{(1, 0): "floor-8"}],
        halves={"garden": 1, "tower": 2},
    )
    rows = filled_sheet(state, 2).published().rows
    assert rows["garden"] == (12, 5, 0)
    assert rows["tower"] == (0, 0, 13)


def test_the_architect_costs_two_guards() -> None:
    """17.11, 17.10: both are chosen; the half-building stands on no square."""
    state = palace(
        abilities=["architect"],
        market=FOUR,
        display=["ducat-1"],
        reserves=[["floor-4-NES", "floor-6-N"]],
        guards={"floor-4-NES": "NS", "floor-6-N": "N"},
    )
    do(state, "architect garden", "pay floor-6-N N")
    assert texts(state) == ["pay floor-4-NES N", "pay floor-4-NES S"]
    do(state, "pay floor-4-NES S")
    assert palace_of(state).stood == 2
    assert seen_palace(state.observe(None)).half_buildings == {"garden": 0}
    assert len(state.observe(None).seats[0].city) == 1
    assert refused(state, "architect tower") == "17.9"


def test_the_text_says_which_ability_is_used() -> None:
    """17.11: the action names the ability, and reads back as it was written."""
    for text in (
        "buy 2 with 4+6 using haggler",
        "buy 2 with 4+6 using gambler",
        "buy 2 with 4+6 using haggler+gambler",
        "exchanger floor-9-a 2 for dirham-3",
        "scout 3 with florin-2+florin-6 for denar-6",
        "teller ducat-9",
        "captain floor-6-N N",
        "architect garden",
        "wall plaza-1 E",
        "choose 6",
    ):
        assert str(Action.parse(text)) == text
