"""Is everything in the box that rule 1 names?"""

from collections import Counter

import pytest

from arena.rules import CARDS, TILES, ActionError, ConfigError, GameConfig, State, Tile, new_game
from arena.rules.money import pile_cards
from tests.rules.positions import (
    CARD_IDS,
    after_scoring,
    do,
    hand,
    names,
    position,
    refused,
    texts,
)

BUILDINGS = [tile for tile in TILES if tile.group == "building"]
CURRENCIES = ["denar", "dirham", "ducat", "florin"]


def every_tile(state: State) -> list[str]:
    """All tiles of a game that has just begun."""
    ids = [*state.market, *state.bag[state.bag_next :], *state.dirk]
    return [TILES[tile].name for tile in ids]


def every_card(state: State) -> list[int]:
    """All cards of a game that has just begun, scoring cards included."""
    cards = [*state.display, *state.deck[state.deck_next :]]
    for player in state.players:
        cards += list(pile_cards(player.hand))
    return [int(card) for card in cards]


@pytest.mark.parametrize(
    ("kind", "number", "cheapest", "dearest"),
    [
        ("pavilion", 7, 2, 8),
        ("seraglio", 7, 3, 9),
        ("arcades", 9, 4, 10),
        ("chambers", 9, 5, 11),
        ("garden", 11, 6, 12),
        ("tower", 11, 7, 13),
    ],
)
def test_number_and_prices_of_a_kind(kind: str, number: int, cheapest: int, dearest: int) -> None:
    """1.1 Each kind has its number of tiles, and every price from its cheapest to its dearest."""
    prices = [tile.price for tile in BUILDINGS if tile.kind == kind]
    assert len(prices) == number
    assert set(prices) == set(range(cheapest, dearest + 1))


def test_54_buildings_that_differ() -> None:
    """1.1 There are 54 building tiles, no two alike, their prices 421 in all."""
    assert len(BUILDINGS) == 54
    assert len({tile.name for tile in BUILDINGS}) == 54
    assert len({(tile.kind, tile.price, tile.walls) for tile in BUILDINGS}) == 54
    assert sum(tile.price for tile in BUILDINGS) == 421


def test_walls_of_the_buildings() -> None:
    """1.1 A tile has 0 to 3 walled sides: 10 have none, and there are 80 segments, 20 on each side."""
    shapes = Counter(tile.walls for tile in BUILDINGS)
    single = dict.fromkeys(["N", "E", "S", "W"], 4)
    corner = dict.fromkeys(["NE", "ES", "SW", "NW"], 5)
    three = dict.fromkeys(["NES", "ESW", "NSW", "NEW"], 2)
    assert shapes == {"": 10, **single, **corner, **three}
    assert Counter("".join(tile.walls for tile in BUILDINGS)) == {"N": 20, "E": 20, "S": 20, "W": 20}


@pytest.mark.parametrize(
    "tile",
    [
        ("tower-13-E", "tower", 13, "E"),
        ("pavilion-2-NEW", "pavilion", 2, "NEW"),
        ("garden-12-S", "garden", 12, "S"),
        ("arcades-6-SW", "arcades", 6, "SW"),
        ("chambers-11", "chambers", 11, ""),
        ("seraglio-3-ESW", "seraglio", 3, "ESW"),
    ],
)
def test_a_tile_says_kind_price_and_walls(tile: tuple[str, str, int, str]) -> None:
    """1.1 The name of a tile gives its kind, its price and its walled sides."""
    found = [known for known in BUILDINGS if known.name == tile[0]]
    assert [(t.name, t.kind, t.price, t.walls) for t in found] == [tile]


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_every_game_has_all_54_tiles(players: int) -> None:
    """1.1 A game of the base rules is played with the 54 buildings, each once, and nothing else."""
    state = new_game(GameConfig("classic", (), players), 1)
    assert sorted(every_tile(state)) == sorted(tile.name for tile in BUILDINGS)


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_108_money_cards(players: int) -> None:
    """1.2 There are 108 money cards: four currencies, values 1 to 9, three copies of each."""
    wanted = {f"{currency}-{value}": 3 for currency in CURRENCIES for value in range(1, 10)}
    state = new_game(GameConfig("classic", (), players), 1)
    found = Counter(CARDS[card].name for card in every_card(state) if card < 36)
    assert found == wanted
    assert found.total() == 108


def test_a_card_says_currency_and_value() -> None:
    """1.2 The name of a card gives its currency and its value."""
    assert [(card.currency, card.value) for card in CARDS if card.name == "ducat-7"] == [("ducat", 7)]
    assert len(CARDS) == 36


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_two_scoring_cards(players: int) -> None:
    """1.3 The deck has two scoring cards, number 1 once and number 2 once."""
    state = new_game(GameConfig("classic", (), players), 1)
    scoring = sorted(card for card in every_card(state) if card >= 36)
    assert scoring == [CARD_IDS["scoring-1"], CARD_IDS["scoring-2"]]


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_each_player_begins_with_the_fountain(players: int) -> None:
    """1.4 Two to six can play; each begins with the lion fountain alone, and no points."""
    state = new_game(GameConfig.parse(f"classic,players={players}"), 1)
    seats = state.observe(None).seats
    assert len(seats) == players
    for seat in seats:
        assert [(placed.tile.name, placed.x, placed.y) for placed in seat.city] == [("fountain", 0, 0)]
        assert seat.reserve == ()
        assert seat.score == 0


@pytest.mark.parametrize("players", [0, 1, 7, 12])
def test_other_numbers_of_players_are_refused(players: int) -> None:
    """1.4 One player or seven make no game."""
    with pytest.raises(ConfigError, match=r"players: .* is not from 2 to 6"):
        GameConfig.parse(f"classic,players={players}")


def test_the_fountain_has_no_wall_and_no_kind() -> None:
    """1.4 The fountain has no walled side: an open tile fits on all four, a wall on none. It counts for no kind."""
    fountain: Tile = next(tile for tile in TILES if tile.group == "fountain")
    assert (fountain.name, fountain.walls, fountain.kind) == ("fountain", "", "")
    state = position(reserves=[["tower-11", "tower-11-N", "tower-11-S", "tower-13-E", "tower-10-W"]])
    for square in ("0,1", "1,0", "0,-1", "-1,0"):
        assert refused(state, f"build tower-11 at {square}") == ""
    for text in ("tower-11-S at 0,1", "tower-10-W at 1,0", "tower-11-N at 0,-1", "tower-13-E at -1,0"):
        assert refused(state, f"build {text}") == "8.2"
    scored = after_scoring(1, [])
    assert all(points == (0, 0, 0, 0) for points in scored.score_sheet()[0].rows.values())


@pytest.mark.parametrize(("slot", "currency"), [(1, "denar"), (2, "dirham"), (3, "ducat"), (4, "florin")])
def test_the_currency_of_a_slot(slot: int, currency: str) -> None:
    """1.5 Slots 1 to 4 sell in denar, dirham, ducat and florin, whatever tile lies there."""
    towers = ["tower-9-ES", "tower-9-NE", "tower-9-NW", "garden-9-E"]
    all_nines = [f"{name}-9" for name in CURRENCIES]
    state = position(market=towers, hands=[all_nines])
    assert [text for text in texts(state) if text.startswith("buy")] == [
        f"buy {i} with 9" for i in (1, 2, 3, 4)
    ]
    do(state, f"buy {slot} with 9")
    assert hand(state, 0) == [card for card in all_nines if card != f"{currency}-9"]
    assert names(state.observe(0).discard) == [f"{currency}-9"]
    poor = position(market=towers, hands=[[f"{name}-9" for name in CURRENCIES if name != currency]])
    assert refused(poor, f"buy {slot} with 9") == "5.1"


@pytest.mark.parametrize("slot", ["0", "5", "-1", "9999999999"])
def test_there_is_no_other_slot(slot: str) -> None:
    """1.5 The market has slots 1 to 4 and no other."""
    with pytest.raises(ActionError):
        do(position(), f"buy {slot} with 9")
