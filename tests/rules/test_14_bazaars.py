"""Do the bazaars follow rule 14? The offer beside the market, their price, and what they score."""

import pytest

from arena.rules import TILES, GameConfig, State, new_game
from tests.rules.positions import (
    TILE_IDS,
    CityPlan,
    after_scoring,
    do,
    names,
    plan,
    position,
    refused,
    row,
    texts,
)
from tests.rules.views import seen_bazaars

BAZAARS = [
    "bazaar-denar-pavilion-seraglio-arcades",
    "bazaar-denar-chambers-garden-tower",
    "bazaar-dirham-seraglio-arcades-garden",
    "bazaar-dirham-pavilion-chambers-tower",
    "bazaar-ducat-pavilion-arcades-chambers",
    "bazaar-ducat-seraglio-garden-tower",
    "bazaar-florin-pavilion-seraglio-garden",
    "bazaar-florin-arcades-chambers-tower",
]
DIRHAM = BAZAARS[2]
CHAMBERS_GARDEN_TOWER = BAZAARS[1]
RULES = "classic+bazaars+medina+camps,players=3"
# Slots 1 to 4 cost 2 denar, 10 dirham, 4 ducat and 5 florin.
MARKET = ("pavilion-2-NEW", "garden-10", "arcades-4-NES", "chambers-5-NSW")
NINES = ("denar-9", "dirham-9", "ducat-9", "florin-9")


def offer(state: State) -> list[str]:
    """The bazaars that lie beside the market."""
    tiles = seen_bazaars(state.observe(None)).offered
    assert isinstance(tiles, tuple)
    return names(tiles)


def offering(*bazaars: str, hand: list[str], market: tuple[str | None, ...] = MARKET) -> State:
    """Seat 0 acts with this hand while these bazaars are on offer."""
    return position(
        RULES,
        market=market,
        display=NINES,
        hands=(hand,),
        facts={"bazaars": sorted(TILE_IDS[name] for name in bazaars)},
        bag=("tower-11", "tower-12", "garden-11", "chambers-10", "chambers-11"),
    )


def test_14_1_eight_bazaars_without_walls() -> None:
    """14.1: each has a currency, two a currency, three kinds, and no wall."""
    tiles = [tile for tile in TILES if tile.group == "bazaar"]
    assert names(tiles) == BAZAARS
    assert [tile.currency for tile in tiles] == [
        "denar", "denar", "dirham", "dirham", "ducat", "ducat", "florin", "florin",
    ]  # fmt: skip
    assert {tile.walls for tile in tiles} == {""}
    assert {len(set(tile.kinds)) for tile in tiles} == {3}


def test_14_1_bazaars_are_part_of_the_bag() -> None:
    """14.1: 54 + 8 tiles in bag, market and offer together."""
    state = new_game(GameConfig.parse("classic+bazaars,players=3"), seed=1)
    assert state.observe(None).bag_size + 4 + len(offer(state)) == 62


def test_14_1_at_set_up_too_no_bazaar_stays_in_a_slot() -> None:
    """14.1: drawn for the first market, a bazaar lies beside it and the next tile fills the slot."""
    laid = 0
    for seed in range(40):
        state = new_game(GameConfig.parse("classic+bazaars,players=3"), seed)
        groups = {TILES[TILE_IDS[name]].group for name in names(state.observe(None).market)}
        assert groups == {"building"}
        events = [event for event in state.history(None) if event.kind == "laid beside"]
        assert sorted(TILES[event.tile].name for event in events) == sorted(offer(state))
        laid += len(events)
    assert laid > 0


def test_14_1_a_bazaar_drawn_for_a_slot_lies_beside_the_market() -> None:
    """14.1: two bazaars and a tower are drawn for slot 1: the tower is in the slot, the bazaars beside it."""
    state = position(
        RULES,
        market=MARKET,
        display=NINES,
        hands=(["denar-3"],),
        bag=(DIRHAM, BAZAARS[7], "tower-11", "tower-12"),
    )
    events = do(state, "buy 1 with 3", "reserve pavilion-2-NEW")
    assert names(state.observe(None).market) == ["tower-11", *MARKET[1:]]
    assert offer(state) == [DIRHAM, BAZAARS[7]]
    assert state.observe(None).bag_size == 1
    drawn = [str(event) for event in events if event.kind in ("laid beside", "filled")]
    assert drawn == [
        "bazaar-dirham-seraglio-arcades-garden is laid beside the market",
        "bazaar-florin-arcades-chambers-tower is laid beside the market",
        "slot 1 gets tower-11",
    ]


def test_14_1_any_number_may_lie_there() -> None:
    """14.1: all eight are drawn one after the other for one slot."""
    state = position(RULES, market=MARKET, display=NINES, hands=(["denar-3"],), bag=(*BAZAARS, "tower-11"))
    do(state, "buy 1 with 3", "reserve pavilion-2-NEW")
    assert offer(state) == BAZAARS
    assert names(state.observe(None).market)[0] == "tower-11"
    assert state.decision == "act"


def test_14_1_the_game_ends_if_the_bag_runs_out_on_a_bazaar() -> None:
    """14.1, 9.3b: the last tile of the bag is a bazaar, slot 1 stays empty, the game ends."""
    state = position(RULES, market=MARKET, display=NINES, hands=(["denar-3"],), bag=(DIRHAM,))
    do(state, "buy 1 with 3", "reserve pavilion-2-NEW")
    assert state.is_over
    assert names(state.observe(None).market) == ["", *MARKET[1:]]
    assert offer(state) == [DIRHAM]
    assert [sheet.scoring for sheet in state.score_sheet()] == [3]


def test_14_2_it_costs_what_the_tile_in_its_currencys_slot_costs() -> None:
    """14.2: the garden in slot 2 costs 10 dirham, so does the bazaar: 1+9 and 2+8 pay, 2+9, 9 and 3+8 do not."""
    state = offering(DIRHAM, hand=["dirham-1", "dirham-2", "dirham-8", "dirham-9"])
    bazaar = [text for text in texts(state) if "bazaar" in text]
    assert sorted(bazaar) == [f"buy {DIRHAM} with 1+9", f"buy {DIRHAM} with 2+8"]
    assert refused(state, f"buy {DIRHAM} with 1+9") == ""
    assert refused(state, f"buy {DIRHAM} with 2+9") == "5.3"
    assert refused(state, f"buy {DIRHAM} with 1+2+8") == "5.3"
    assert refused(state, f"buy {DIRHAM} with 9") == "5.1"
    assert refused(state, f"buy {DIRHAM} with 3+7") == "5.1"


def test_14_2_other_currencies_do_not_pay() -> None:
    """14.2: 10 in denar, ducat and florin buys no dirham bazaar."""
    state = offering(DIRHAM, hand=["denar-1", "denar-9", "ducat-1", "ducat-9", "florin-1", "florin-9"])
    assert [text for text in texts(state) if "bazaar" in text] == []
    assert refused(state, f"buy {DIRHAM} with 1+9") == "5.1"


@pytest.mark.parametrize(("tile", "price"), [("camp-6-S", 6), ("medina-4-NE", 4), ("seraglio-5-SW", 5)])
def test_14_2_camp_and_medina_set_the_price_too(tile: str, price: int) -> None:
    """14.2: whatever tile is in the slot gives the price: camp 6, medina 4, building 5."""
    state = offering(DIRHAM, hand=["dirham-4", "dirham-5", "dirham-6"], market=(MARKET[0], tile, *MARKET[2:]))
    bazaar = [text for text in texts(state) if "bazaar" in text]
    assert bazaar == [f"buy {DIRHAM} with {price}"]


def test_14_2_not_while_the_slot_is_empty() -> None:
    """14.2: once the garden of slot 2 is bought this turn the dirham bazaar has no price; a ducat one has."""
    state = offering(DIRHAM, BAZAARS[4], hand=["dirham-1", "dirham-9", "dirham-1", "dirham-9", "ducat-4"])
    do(state, "buy 2 with 1+9")
    assert refused(state, f"buy {DIRHAM} with 1+9") == "14.2"
    assert [text for text in texts(state) if "bazaar" in text] == [f"buy {BAZAARS[4]} with 4"]


def test_14_2_only_a_bazaar_on_offer() -> None:
    """14.2: one that lies in the bag, or has been bought, is not sold; nor is any without the module."""
    state = offering(DIRHAM, hand=["dirham-1", "dirham-9", "dirham-1", "dirham-9"])
    assert refused(state, f"buy {BAZAARS[3]} with 1+9") == "14.2"
    do(state, f"buy {DIRHAM} with 1+9")
    assert refused(state, f"buy {DIRHAM} with 1+9") == "14.2"
    plain = position("classic,players=3", market=MARKET, hands=(["dirham-1", "dirham-9"],))
    assert refused(plain, f"buy {DIRHAM} with 1+9") == "14.2"


def test_14_2_it_is_paid_and_set_aside_and_grants_an_action() -> None:
    """14.2, 5.2, 3.2: the cards are in the discard, the garden is still in slot 2, an extra action follows."""
    state = offering(DIRHAM, hand=["dirham-1", "dirham-9"])
    do(state, f"buy {DIRHAM} with 1+9")
    seen = state.observe(0)
    assert names(seen.discard) == ["dirham-1", "dirham-9"]
    assert names(seen.market) == list(MARKET)
    assert offer(state) == []
    assert names(seen.seats[0].aside) == [DIRHAM]
    assert (seen.decider, seen.decision, seen.extra) == (0, "act", True)
    assert refused(state, f"build {DIRHAM} at 1,0") == "6.1"
    do(state, "take denar-9")
    assert (state.seat, state.decision) == (0, "place")
    do(state, f"place {DIRHAM} at 1,0")
    assert plan(state, 0) == {(1, 0): DIRHAM}
    assert state.seat == 1


def test_14_2_eight_bazaars_and_four_slots_in_one_turn() -> None:
    """14.2, 3.2: there is no limit on extra actions: twelve exact purchases, then the last action."""
    hand = ["denar-2"] * 3 + ["dirham-3"] * 3 + ["ducat-4"] * 3 + ["florin-5"] * 3
    state = offering(*BAZAARS, hand=hand, market=("pavilion-2-NEW", "seraglio-3-ESW", *MARKET[2:]))
    prices = {"denar": 2, "dirham": 3, "ducat": 4, "florin": 5}
    for bazaar in BAZAARS:
        do(state, f"buy {bazaar} with {prices[bazaar.split('-')[1]]}")
    do(state, "buy 1 with 2", "buy 2 with 3", "buy 3 with 4", "buy 4 with 5")
    assert state.observe(0).extra
    assert len(state.observe(0).seats[0].aside) == 12
    assert names(state.observe(0).market) == ["", "", "", ""]


def test_14_3_built_like_a_building_without_walls() -> None:
    """14.3, 8.2: beside the fountain it may stand, against a wall it may not."""
    state = position(RULES, cities=({(1, 0): "tower-13-E"},), aside=([DIRHAM],), placing=True)
    assert refused(state, f"place {DIRHAM} at 1,1") == ""
    assert refused(state, f"place {DIRHAM} at 2,0") == "8.2"
    assert refused(state, f"place {DIRHAM} at 5,5") == "8.4"
    assert refused(state, f"reserve {DIRHAM}") == ""


def test_14_3_redesigned_like_a_building() -> None:
    """14.3: built from the reserve, taken out, and exchanged for a tile that fits."""
    reserved = position(RULES, reserves=([DIRHAM],))
    do(reserved, f"build {DIRHAM} at 0,-1")
    assert plan(reserved, 0) == {(0, -1): DIRHAM}
    city = {(1, 0): DIRHAM, (2, 0): "garden-10"}
    state = position(RULES, cities=(city,), reserves=(["tower-11", "tower-10-W"],))
    assert refused(state, f"remove {DIRHAM}") == "8.3"
    assert refused(state, "exchange tower-10-W at 1,0") == "8.2"
    do(state, "exchange tower-11 at 1,0")
    assert names(state.observe(None).seats[0].reserve) == ["tower-10-W", DIRHAM]
    alone = position(RULES, cities=({(1, 0): DIRHAM},))
    do(alone, f"remove {DIRHAM}")
    assert names(alone.observe(None).seats[0].reserve) == [DIRHAM]


def test_14_3_it_is_of_no_kind() -> None:
    """14.3: three bazaars win no majority, whatever kinds they show."""
    city = {(1, 0): BAZAARS[0], (-1, 0): BAZAARS[1], (0, 1): BAZAARS[2]}
    assert after_scoring(3, [city], "classic+bazaars,players=3").scores() == [0, 0, 0]


# Six tiles round the bazaar at (2,1): four match, of its three kinds.
FOUR_OF_THREE = {
    (1, 0): "pavilion-8",
    (2, 0): "garden-10",
    (3, 0): "seraglio-9",
    (1, 1): "chambers-10",
    (3, 1): "chambers-11",
    (2, 2): "tower-11",
    (2, 1): CHAMBERS_GARDEN_TOWER,
}


def test_14_4_the_worked_example() -> None:
    """14.4: 4 buildings × 3 kinds = 12; without the tower 3 × 2 = 6."""
    assert row(after_scoring(3, [FOUR_OF_THREE], RULES), "bazaars") == (12, 0, 0)
    without_tower = {square: name for square, name in FOUR_OF_THREE.items() if name != "tower-11"}
    assert row(after_scoring(3, [without_tower], RULES), "bazaars") == (6, 0, 0)


@pytest.mark.parametrize("scoring", [1, 2])
def test_14_4_only_in_scoring_3(scoring: int) -> None:
    """14.4: scorings 1 and 2 pay nothing for the same city."""
    assert row(after_scoring(scoring, [FOUR_OF_THREE], RULES), "bazaars") == (0, 0, 0)


def test_14_4_eight_squares_of_three_kinds_are_the_most() -> None:
    """14.4: all eight squares around match: 8 × 3 = 24."""
    city = {
        **FOUR_OF_THREE,
        (1, 0): "garden-11",
        (3, 0): "tower-12",
        (1, 2): "garden-8-NW",
        (3, 2): "chambers-7-NE",
    }
    assert row(after_scoring(3, [city], RULES), "bazaars") == (24, 0, 0)


def test_14_4_walls_do_not_matter() -> None:
    """14.4: tower-11-N and garden-12-S have a wall between them; with tower-11 that is 3 × 2 = 6."""
    city = {
        (1, 0): "pavilion-8",
        (1, 1): "tower-11-N",
        (1, 2): "garden-12-S",
        (2, 2): "tower-11",
        (2, 1): CHAMBERS_GARDEN_TOWER,
    }
    assert row(after_scoring(3, [city], RULES), "bazaars") == (6, 0, 0)


@pytest.mark.parametrize(
    ("around", "points"),
    [
        ({}, 0),
        ({(0, 1): "tower-11"}, 1),
        ({(2, 0): "tower-11", (2, 1): "tower-12"}, 2),
        ({(2, 0): "tower-11", (2, 1): "garden-10"}, 4),
        ({(2, 0): "pavilion-8", (2, 1): "seraglio-9"}, 0),
        ({(2, 0): "pavilion-8", (3, 0): "tower-11"}, 0),
        ({(2, 0): "medina-10", (1, 1): BAZAARS[5]}, 0),
        ({(1, 1): "tower-13-E", (2, 1): "camp-7-W"}, 1),
    ],
)
def test_14_4_buildings_of_its_kinds_around_it(around: CityPlan, points: int) -> None:
    """14.4: one tower 1 × 1; two towers 2 × 1; tower and garden 2 × 2; other kinds, the fountain, medinas, bazaars, camps
    and tiles farther away add nothing.
    """
    city = {(1, 0): CHAMBERS_GARDEN_TOWER, **around}
    assert row(after_scoring(3, [city], RULES), "bazaars") == (points, 0, 0)


def test_14_4_a_building_counts_for_several_bazaars() -> None:
    """14.4: one garden beside two bazaars that show it is 1 + 1."""
    city = {(1, 0): DIRHAM, (1, 1): CHAMBERS_GARDEN_TOWER, (2, 0): "garden-10"}
    assert row(after_scoring(3, [city], RULES), "bazaars") == (2, 0, 0)


def test_14_4_only_bazaars_in_the_city() -> None:
    """14.4: a bazaar in reserve scores nothing, and neighbours in reserve do not count."""
    city = {(1, 0): "tower-11"}
    state = after_scoring(
        3, [city, {(1, 0): DIRHAM}], RULES, reserves=([CHAMBERS_GARDEN_TOWER], ["garden-10"])
    )
    assert row(state, "bazaars") == (0, 0, 0)


def test_14_5_bazaars_left_over_are_not_given_out() -> None:
    """14.5: seat 1 has all the dirham and gets the garden of slot 2, not the bazaar."""
    state = position(
        RULES,
        market=(None, "garden-10", None, None),
        display=NINES,
        hands=([], ["dirham-8"], []),
        facts={"bazaars": [TILE_IDS[DIRHAM]]},
        bag=(),
    )
    do(state, "take denar-9")
    assert texts(state)[-1] == "reserve garden-10"
    assert names(state.observe(None).seats[1].aside) == ["garden-10"]
    do(state, "reserve garden-10")
    assert state.is_over
    assert offer(state) == [DIRHAM]


def test_14_5_the_viziers_favour_can_buy_one() -> None:
    """14.5, 12.2: for exactly the 10 dirham of slot 2."""
    state = position(
        "classic+vizier+bazaars,players=3",
        market=MARKET,
        display=NINES,
        hands=([], ["dirham-1", "dirham-9"], []),
        facts={"bazaars": [TILE_IDS[DIRHAM]]},
    )
    do(state, "take denar-9", f"favour {DIRHAM} with 1+9", f"reserve {DIRHAM}")
    assert names(state.observe(None).seats[1].reserve) == [DIRHAM]


def test_14_5_drawn_for_dirk_they_are_his() -> None:
    """14.5, 11.3: of the six tiles he draws after scoring 1 two are bazaars; they are his and not on offer."""
    drawn = (DIRHAM, "tower-11", "tower-12", BAZAARS[0], "chambers-10", "garden-11")
    state = position(
        "classic+bazaars,players=2",
        market=MARKET,
        display=NINES,
        deck=("scoring-1",),
        bag=(*drawn, "pavilion-8"),
    )
    do(state, "take denar-9")
    assert set(names(state.observe(None).dirk or ())) == set(drawn)
    assert offer(state) == []
    assert state.observe(None).bag_size == 1


def test_14_5_dirks_bazaars_are_worth_nothing() -> None:
    """14.5, 11.2: with garden, tower and chambers beside them in his pile, still 0."""
    dirk = (CHAMBERS_GARDEN_TOWER, "garden-10", "tower-11", "chambers-10")
    state = after_scoring(3, [{}], "classic+bazaars,players=2", dirk=dirk)
    assert row(state, "bazaars") == (0, 0, 0)
