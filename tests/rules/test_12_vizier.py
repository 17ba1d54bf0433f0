"""Does the Vizier's favour follow rules 12.1 and 12.2? Awake and asleep, and the special move."""

import pytest

from arena.rules import TILES, GameConfig, State, new_game
from tests.rules.positions import TILE_IDS, do, position, refused, texts
from tests.rules.views import seen_bazaars, seen_vizier

# Slots 1 to 4 cost 2 denar, 3 dirham, 4 ducat and 5 florin.
MARKET = ("pavilion-2-NEW", "seraglio-3-ESW", "arcades-4-NES", "chambers-5-NSW")
NINES = ("denar-9", "dirham-9", "ducat-9", "florin-9")
PLAIN = ("garden-10", "garden-11", "tower-11", "tower-12", "chambers-10", "chambers-11")
BAZAAR = "bazaar-dirham-seraglio-arcades-garden"


def awake(state: State) -> tuple[bool, ...]:
    """Who has an awake vizier, as everybody sees it."""
    seen = seen_vizier(state.observe(None)).awake
    assert isinstance(seen, tuple)
    return seen


def market(state: State) -> list[str | None]:
    """The names of the tiles in slots 1 to 4."""
    return [None if tile is None else tile.name for tile in state.observe(None).market]


def asked(state: State) -> list[int]:
    """Everyone declines: the seats in the order in which they are asked."""
    seats = []
    while state.decision == "favour":
        seats.append(state.seat)
        do(state, "decline")
    return seats


def four(on_turn: int = 0, bag: tuple[str, ...] = PLAIN, rules: str = "") -> State:
    """Four seats of which each can pay exactly for one slot: seat 0 for slot 1, up to seat 3 for slot 4."""
    return position(
        "classic+vizier,players=4" + rules,
        seat=on_turn,
        market=MARKET,
        display=NINES,
        hands=(["denar-2"], ["dirham-3"], ["ducat-4"], ["florin-5"]),
        bag=bag,
    )


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_12_1_every_vizier_is_awake_at_the_start(players: int) -> None:
    """12.1: each player has a vizier, awake at the start; without the module there is none."""
    state = new_game(GameConfig.parse(f"classic+vizier,players={players}"), seed=5)
    assert awake(state) == (True,) * players
    assert new_game(GameConfig.parse(f"classic,players={players}"), seed=5).observe(None).vizier is None


def test_12_2_the_window_opens_when_everything_of_the_turn_is_over() -> None:
    """12.2: placing, refills and scoring 1 come first; the tile that filled the slot can be bought."""
    state = position(
        "classic+vizier,players=3",
        market=MARKET,
        display=NINES[:3],
        hands=(["denar-3"], ["denar-8"], []),
        deck=("scoring-1", "dirham-1", "dirham-2"),
        bag=("pavilion-8", *PLAIN),
    )
    do(state, "buy 1 with 3")
    assert (state.seat, state.decision) == (0, "place")
    assert [sheet.scoring for sheet in state.score_sheet()] == []
    do(state, "place pavilion-2-NEW at 0,1")
    assert (state.seat, state.decision) == (1, "favour")
    assert [sheet.scoring for sheet in state.score_sheet()] == [1]
    assert state.scores() == [4, 0, 0]  # a wall of 3 and the only pavilion
    assert market(state) == ["pavilion-8", *MARKET[1:]]
    assert len(state.observe(None).display) == 4
    assert texts(state) == ["favour 1 with 8", "decline"]


def test_12_2_there_is_no_window_before_the_first_turn() -> None:
    """12.2: the window comes after a turn, so the first decision of a game is an action."""
    for seed in range(10):
        assert new_game(GameConfig.parse("classic+vizier,players=3"), seed).decision == "act"


def test_12_2_a_special_move_buys_and_places_one_tile() -> None:
    """12.2: paid with exactly 3 dirham, placed at once; the vizier sleeps, the cards are in the discard, the slot is filled."""
    state = four()
    do(state, "take denar-9")
    assert texts(state) == ["favour 2 with 3", "decline"]
    do(state, "favour 2 with 3")
    assert (state.seat, state.decision) == (1, "place")
    assert awake(state) == (True, False, True, True)
    assert market(state) == ["pavilion-2-NEW", None, "arcades-4-NES", "chambers-5-NSW"]
    do(state, "place seraglio-3-ESW at 0,-1")
    seat = state.observe(1).seats[1]
    assert [(tile.tile.name, tile.x, tile.y) for tile in seat.city] == [
        ("seraglio-3-ESW", 0, -1),
        ("fountain", 0, 0),
    ]
    assert seat.hand == ()
    assert [card.name for card in state.observe(None).discard] == ["dirham-3"]
    assert market(state) == ["pavilion-2-NEW", "garden-10", "arcades-4-NES", "chambers-5-NSW"]


def test_12_2_the_tile_may_go_to_the_reserve() -> None:
    """12.2: it is placed as in 7, so the reserve is allowed and the rules of 8 hold."""
    state = four()
    do(state, "take denar-9", "favour 2 with 3")
    assert refused(state, "place seraglio-3-ESW at 1,0") == "8.2"
    do(state, "reserve seraglio-3-ESW")
    assert [tile.name for tile in state.observe(None).seats[1].reserve] == ["seraglio-3-ESW"]


def test_12_2_it_is_not_a_turn_and_grants_no_action() -> None:
    """12.2: after an exact payment out of turn nobody gets an extra action, and the turns stay counted at 1."""
    state = four()
    do(state, "take denar-9")
    assert state.turn == 1
    do(state, "favour 2 with 3", "reserve seraglio-3-ESW")
    assert state.turn == 1
    assert asked(state) == [2, 3, 0]
    assert (state.seat, state.decision, state.turn) == (1, "act", 1)
    assert not state.observe(1).extra


def test_12_2_special_moves_do_not_count_against_the_turn_limit() -> None:
    """12.2, 3.6: with turn_limit=2 two turns are played, with a special move between them."""
    state = four(rules=",turn_limit=2")
    do(state, "take denar-9", "favour 2 with 3", "reserve seraglio-3-ESW", "decline", "decline", "decline")
    assert (state.seat, state.decision) == (1, "act")
    do(state, "take dirham-9")
    assert state.turn == 2
    assert state.decision != "favour"


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("favour 1 with 3", "5.3"),
        ("favour 1 with 2+3", "5.3"),
        ("favour 1 with 1", "5.1"),
        ("favour 1 with 1+1", "5.1"),
        ("favour 2 with 3", "5.1"),
        ("favour bazaar-denar-chambers-garden-tower with 2", "14.2"),
    ],
)
def test_12_2_only_exact_payments_of_cards_held(text: str, rule: str) -> None:
    """12.2: 3 or 5 for a price of 2 is too much, 1 is too little, and cards not held pay nothing."""
    state = position(
        "classic+vizier,players=3",
        market=MARKET,
        display=NINES,
        hands=([], ["denar-1", "denar-2", "denar-3"], []),
        bag=PLAIN,
    )
    do(state, "take denar-9")
    assert texts(state) == ["favour 1 with 2", "decline"]
    assert refused(state, text) == rule


def test_12_2_the_market_alone_is_refilled() -> None:
    """12.2: the display stays short even if the payment makes a discard to draw from."""
    state = position(
        "classic+vizier,players=3",
        market=MARKET,
        display=("denar-9",),
        hands=([], ["dirham-3"], []),
        no_deck=True,
        bag=PLAIN,
    )
    do(state, "take denar-9", "favour 2 with 3", "reserve seraglio-3-ESW")
    assert market(state)[1] == "garden-10"
    assert state.observe(None).display == ()
    assert [card.name for card in state.observe(None).discard] == ["dirham-3"]


def test_12_2_a_slot_that_stays_empty_ends_the_game_at_once() -> None:
    """12.2: with an empty bag the special move ends the game: nobody else is asked, slots are given out, scoring 3."""
    state = four(bag=())
    do(state, "take denar-9", "decline", "favour 3 with 4")
    assert (state.seat, state.decision) == (2, "place")
    events = do(state, "place arcades-4-NES at 1,0")
    awarded = [(event.slot, event.seat) for event in events if event.kind == "awarded"]
    assert awarded == [(1, 0), (2, 1), (4, 3)]
    assert (state.seat, state.decision) == (1, "place")
    do(state, "reserve seraglio-3-ESW", "reserve chambers-5-NSW", "reserve pavilion-2-NEW")
    assert state.is_over
    assert [sheet.scoring for sheet in state.score_sheet()] == [3]
    assert state.scores() == [0, 0, 21, 0]  # the only arcades and a wall of 3


def test_12_2_the_last_tile_of_the_bag_does_not_end_it() -> None:
    """12.2, 9.3b: one tile in the bag fills the slot, and the window goes on."""
    state = four(bag=("garden-10",))
    do(state, "take denar-9", "favour 2 with 3", "reserve seraglio-3-ESW")
    assert market(state)[1] == "garden-10"
    assert (state.seat, state.decision) == (2, "favour")


def test_12_2_a_bazaar_on_offer_can_be_bought_so() -> None:
    """12.2, 14.5: the bazaar costs exactly the 3 dirham of slot 2; the market stays as it is and no action is granted."""
    state = position(
        "classic+vizier+bazaars,players=3",
        market=MARKET,
        display=NINES,
        hands=([], ["dirham-1", "dirham-2", "dirham-4"], []),
        facts={"bazaars": [TILE_IDS[BAZAAR]]},
        bag=PLAIN,
    )
    do(state, "take denar-9")
    assert texts(state) == ["favour 2 with 1+2", f"favour {BAZAAR} with 1+2", "decline"]
    assert refused(state, f"favour {BAZAAR} with 4") == "5.3"
    assert refused(state, f"buy {BAZAAR} with 1+2") != ""
    do(state, f"favour {BAZAAR} with 1+2", f"place {BAZAAR} at 1,0")
    assert market(state) == list(MARKET)
    assert seen_bazaars(state.observe(None)).offered == ()
    assert awake(state) == (True, False, True)
    assert (state.seat, state.decision, state.observe(1).extra) == (1, "act", False)


def test_12_2_a_bazaar_drawn_in_the_refill_lies_beside_the_market() -> None:
    """12.2, 14.1: the refill after a special move is 9.1, bazaars and all."""
    state = position(
        "classic+vizier+bazaars,players=3",
        market=MARKET,
        display=NINES,
        hands=([], ["dirham-3"], []),
        bag=(BAZAAR, "garden-10"),
    )
    do(state, "take denar-9", "favour 2 with 3", "reserve seraglio-3-ESW")
    assert market(state)[1] == "garden-10"
    assert seen_bazaars(state.observe(None)).offered == (TILES[TILE_IDS[BAZAAR]],)
