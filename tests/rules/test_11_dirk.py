"""What is different with two players (rule 11)?"""

from collections import Counter
from typing import Any

import pytest

from arena.rules import CARDS, TILES, GameConfig, Rng, State, new_game
from arena.rules.money import pile_cards
from tests.rules.positions import after_scoring, do, kinds_of, names, plan, position, refused, row, texts
from tests.rules.views import seen_bazaars, seen_vizier

MARKET = ["pavilion-8", "seraglio-9", "arcades-9", "chambers-10"]
DISPLAY = ["denar-1", "dirham-2", "ducat-3", "florin-4"]
BAZAAR = "bazaar-denar-pavilion-seraglio-arcades"


def two(rules: str = "classic,players=2", **more: Any) -> State:
    """A game of two, seat 0 to play."""
    return position(rules, **{"market": MARKET, "display": DISPLAY, **more})


def dirk(state: State) -> list[str]:
    """Dirk's tiles."""
    return names(state.observe(None).dirk or ())


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_72_cards(seed: int) -> None:
    """11.1 One copy of each money card is removed: two of each, 72 in all, and the two scoring cards."""
    state = new_game(GameConfig("classic", (), 2), seed)
    cards = [*state.display, *state.deck[state.deck_next :]]
    for player in state.players:
        cards += list(pile_cards(player.hand))
    counts = Counter(CARDS[card].name for card in cards if card < 36)
    assert counts == {
        f"{currency}-{value}": 2
        for currency in ("denar", "dirham", "ducat", "florin")
        for value in range(1, 10)
    }
    assert counts.total() == 72
    assert len(cards) == 74


@pytest.mark.parametrize(
    "modules", ["", "+camps", "+bazaars", "+medina", "+vizier+camps+bazaars+falconers+medina"]
)
def test_six_tiles_before_the_market_is_filled(modules: str) -> None:
    """11.2 Dirk gets 6 tiles from the bag before the market is filled, whatever they are, in the open."""
    state = new_game(GameConfig.parse(f"classic{modules},players=2"), 5)
    events = [event for event in state.history(None) if event.kind in ("dirk", "filled", "laid beside")]
    assert kinds_of(events)[:6] == ["dirk"] * 6
    assert "dirk" not in kinds_of(events)[6:]
    drawn = sorted(TILES[event.tile].name for event in events[:6])
    for viewer in (0, 1, None):
        assert sorted(names(state.observe(viewer).dirk or ())) == drawn


def test_the_bag_after_the_set_up() -> None:
    """11.2 Of the 54 tiles Dirk has 6 and the market 4, so 44 are left."""
    state = new_game(GameConfig("classic", (), 2), 5)
    assert (len(dirk(state)), state.observe(None).bag_size) == (6, 44)


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_no_dirk_with_more(players: int) -> None:
    """11.2 Dirk is there with two players only."""
    state = new_game(GameConfig("classic", (), players), 5)
    assert state.observe(None).dirk is None
    assert "dirk" not in kinds_of(state.history(None))


def test_no_turn_no_city_no_wall() -> None:
    """11.2 Dirk has no turn, no city and no wall, though his tiles have walls."""
    state = two(dirk=["tower-7-NEW", "tower-8-NES"], deck=["denar-9", "scoring-1"])
    assert len(state.observe(None).seats) == 2
    do(state, "take denar-1")
    assert state.seat == 1
    do(state, "take dirham-2")
    assert state.seat == 0
    assert row(state, "wall") == (0, 0, 0)
    assert row(state, "tower") == (0, 0, 6)


def test_all_he_draws_is_his() -> None:
    """11.2 Camps, medinas and bazaars drawn for him count among the six; a bazaar is not laid beside the market."""
    drawn = [BAZAAR, "camp-8-NE", "medina-10", "tower-12", "tower-11", "garden-10"]
    state = two(
        "classic+camps+bazaars+medina,players=2",
        bag=[*drawn, "garden-11"],
        deck=["scoring-1"],
        dirk=["garden-12-S"],
    )
    do(state, "take denar-1")
    assert sorted(dirk(state)) == sorted(["garden-12-S", *drawn])
    assert seen_bazaars(state.observe(None)).offered == ()
    assert state.observe(None).bag_size == 1


@pytest.mark.parametrize("number", [1, 2, 3])
def test_camps_and_bazaars_score_him_nothing(number: int) -> None:
    """11.2 His camps and bazaars score nothing in any scoring."""
    state = after_scoring(
        number, [], "classic+camps+bazaars,players=2", dirk=["camp-8-NE", "camp-4-N", BAZAAR, "pavilion-8"]
    )
    assert row(state, "camps") == (0, 0, 0)
    assert row(state, "bazaars") == (0, 0, 0)
    assert row(state, "pavilion") == (0, 0, {1: 1, 2: 8, 3: 16}[number])


def test_no_vizier_and_no_falcons() -> None:
    """11.2 There are two viziers, none of them Dirk's, and falcons score for their owner alone."""
    state = two(
        "classic+vizier+falconers,players=2",
        cities=[{(1, 0): "garden-10", (0, 1): "tower-12", (1, 1): "garden-11"}],
        hands=[["denar-9"]],
        display=DISPLAY[:3],
        deck=["scoring-1"],
        dirk=["tower-11", "garden-12-S"],
    )
    assert seen_vizier(state.observe(None)).awake == (True, True)
    do(state, "falcon falcon-white-garden-tower at 0,0 for denar-9")
    assert row(state, "falconers") == (2, 0, 0)


def test_six_more_after_scoring_1() -> None:
    """11.3 After scoring 1 he gets 6 more; they do not count in it."""
    towers = ["tower-12", "tower-11", "tower-13-E", "tower-10-W", "tower-11-N", "tower-11-S"]
    state = two(deck=["scoring-1"], bag=[*towers, "garden-10"], dirk=["garden-11"])
    events = do(state, "take denar-1")
    kinds = kinds_of(events)
    assert kinds[-6:] == ["dirk"] * 6
    assert "dirk" not in kinds[:-6]
    assert sorted(dirk(state)) == sorted(["garden-11", *towers])
    assert row(state, "tower") == (0, 0, 0)
    assert row(state, "garden") == (0, 0, 5)
    assert state.observe(None).bag_size == 1


@pytest.mark.parametrize("left", [0, 1, 5, 6])
def test_fewer_if_the_bag_holds_fewer(left: int) -> None:
    """11.3 If the bag holds fewer than six he gets them all, and the game goes on while the market is full."""
    bag = ["tower-12", "tower-11", "tower-13-E", "tower-10-W", "tower-11-N", "tower-11-S"][:left]
    state = two(deck=["scoring-1"], bag=bag)
    do(state, "take denar-1")
    assert sorted(dirk(state)) == sorted(bag)
    assert (state.observe(None).bag_size, state.seat, state.decision) == (0, 1, "act")


@pytest.mark.parametrize(
    ("left", "his"), [(0, 0), (1, 0), (2, 0), (3, 1), (5, 1), (6, 2), (8, 2), (9, 3), (20, 6), (26, 8)]
)
def test_a_third_after_scoring_2(left: int, his: int) -> None:
    """11.3 After scoring 2 he gets a third of the tiles left in the bag, rounded down: of one or two none."""
    bag = [
        tile.name for tile in TILES if tile.kind in ("garden", "tower", "arcades") and tile.name not in MARKET
    ][:left]
    state = two(deck=["scoring-2"], bag=bag)
    do(state, "take denar-1")
    assert sorted(dirk(state)) == sorted(bag[:his])
    assert state.observe(None).bag_size == left - his


def test_the_bag_is_counted_after_the_market_is_refilled() -> None:
    """11.3 Nine tiles in the bag, one goes to the market: a third of eight is two."""
    bag = [tile.name for tile in TILES if tile.kind == "tower"][:9]
    state = two(deck=["scoring-2"], bag=bag, hands=[["dirham-9"]])
    do(state, "buy 2 with 9", "take denar-1", "reserve seraglio-9")
    assert names(state.observe(None).market)[1] == bag[0]
    assert sorted(dirk(state)) == sorted(bag[1:3])
    assert state.observe(None).bag_size == 6


def test_both_scorings_at_once() -> None:
    """11.3 If both cards come up at once: scoring 1, six tiles, scoring 2 with them, then a third of the rest."""
    towers = [tile.name for tile in TILES if tile.kind == "tower"]
    state = two(deck=["scoring-1", "scoring-2"], bag=[*towers[:6], *towers[6:11], "garden-10", "garden-11"])
    do(state, "take denar-1")
    assert row(state, "tower", 0) == (0, 0, 0)
    assert row(state, "tower", 1) == (0, 0, 13)
    assert len(dirk(state)) == 6 + 2
    assert state.observe(None).bag_size == 5


def test_none_after_scoring_3() -> None:
    """11.3 After scoring 3 he gets none, and none in turns without a scoring."""
    state = two()
    do(state, "take denar-1")
    assert dirk(state) == []
    limited = two("classic,players=2,turn_limit=1", no_deck=True, market=[*MARKET])
    do(limited, "take denar-1", "reserve pavilion-8")
    assert limited.is_over
    assert dirk(limited) == []
    assert limited.observe(None).bag_size > 6


def test_dirk_takes_places_and_points() -> None:
    """11.4 In the majorities Dirk takes places and their points like a player, and shares ties."""
    one_tower = [{(0, 1): "tower-12"}]
    assert row(
        after_scoring(1, one_tower, "classic,players=2", dirk=["tower-11", "tower-13-E"]), "tower"
    ) == (0, 0, 6)
    assert row(after_scoring(1, one_tower, "classic,players=2", dirk=["tower-11"]), "tower") == (3, 0, 3)
    assert row(
        after_scoring(2, one_tower, "classic,players=2", dirk=["tower-11", "tower-13-E"]), "tower"
    ) == (6, 0, 13)
    assert row(after_scoring(2, one_tower, "classic,players=2", dirk=["tower-11"]), "tower") == (9, 0, 9)
    both = [{(0, 1): "tower-12"}, {(0, 1): "tower-10-W", (1, 0): "tower-11-N"}]
    third = after_scoring(3, both, "classic,players=2", dirk=["tower-11", "tower-13-E", "tower-11-S"])
    assert row(third, "tower") == (6, 13, 21)


def test_dirk_cannot_win() -> None:
    """11.4 Whatever his points, the winner is one of the two; his are on the sheet alone."""
    his = [tile.name for tile in TILES if tile.group == "building" and tile.name != "pavilion-8"][:30]
    state = after_scoring(3, [{(0, 1): "tower-12"}], "classic,players=2", dirk=his)
    assert state.score_sheet()[0].totals()[2] > 60
    assert state.scores() == [21, 0]
    assert state.ranks() == [1, 2]


def test_a_gift_is_his_at_once() -> None:
    """11.5 A tile given to Dirk when it is placed is his at once and counts in the scoring of the same turn."""
    state = two(hands=[["denar-8"]], deck=["scoring-1"], bag=["tower-12"])
    do(state, "buy 1 with 8", "take denar-1")
    assert "give pavilion-8" in texts(state)
    do(state, "give pavilion-8")
    assert dirk(state) == ["pavilion-8"]
    assert row(state, "pavilion") == (0, 0, 1)


def test_some_to_dirk_and_some_not() -> None:
    """11.5 Each tile bought is given or kept by itself, while it is placed and not before."""
    state = two(hands=[["denar-8", "dirham-9"]])
    do(state, "buy 1 with 8", "buy 2 with 9")
    assert refused(state, "give pavilion-8") == "3.4"
    do(state, "take denar-1", "give seraglio-9", "place pavilion-8 at 0,1")
    assert dirk(state) == ["seraglio-9"]
    assert plan(state, 0) == {(0, 1): "pavilion-8"}


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_whole_game_of_two(seed: int) -> None:
    """11.3 In whole games Dirk holds 6, then 6 more, then a third of the bag, besides what he was given."""
    state = new_game(GameConfig("classic", (), 2), seed)
    rng = Rng(seed)
    expected = 6
    while not state.is_over:
        actions = state.legal_actions()
        bag = state.observe(None).bag_size
        events = state.apply(actions[int(rng.below(len(actions)))])
        bag -= kinds_of(events).count("filled")
        expected += sum(1 for event in events if str(event.action).startswith("give"))
        for number in [event.number for event in events if event.kind == "scoring card"]:
            extra = min(6, bag) if number == 1 else bag // 3
            expected += extra
            bag -= extra
        assert len(dirk(state)) == expected
