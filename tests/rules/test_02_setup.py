"""Does a game begin as rule 2 says?"""

from collections import Counter
from collections.abc import Callable
from random import Random

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from arena.rules import CARDS, TILES, Action, Event, GameConfig, Rng, State, new_game
from arena.rules.deck import pile_sizes, with_scoring_cards
from arena.rules.money import pile_of
from arena.rules.setup import start_seat
from tests.rules.positions import CARD_IDS, kinds_of, names

SEEDS = range(60)
MAX_DECISIONS = 2_000


def game(players: int, seed: int | bytes, options: str = "") -> State:
    """A game of the base rules."""
    return new_game(GameConfig.parse(f"classic,players={players}{options}"), seed)


def dealt(state: State, viewer: int | None = None) -> list[Event]:
    """What a viewer saw of the deal."""
    return [event for event in state.history(viewer) if event.kind == "dealt"]


def values(event: Event) -> list[int]:
    """The values of the cards dealt, in order."""
    return [CARDS[card].value for card in event.cards]


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_four_tiles_in_the_market(players: int) -> None:
    """2.1 Four tiles are drawn into slots 1, 2, 3, 4, in this order; the rest stays in the bag (Dirk has six of two)."""
    state = game(players, 3)
    filled = [event for event in state.history(None) if event.kind == "filled"]
    assert [event.slot for event in filled] == [1, 2, 3, 4]
    assert names(state.observe(None).market) == [TILES[event.tile].name for event in filled]
    assert state.observe(None).bag_size == (44 if players == 2 else 50)


def test_tiles_lie_in_random_order() -> None:
    """2.1 Any of the 54 tiles may come first, and any may be at the bottom of the bag."""
    first: set[int] = set()
    last: set[int] = set()
    for seed in range(700):
        state = game(3, seed)
        first.add(int(state.market[0]))
        last.add(int(state.bag[len(state.bag) - 1]))
    assert len(first) == 54
    assert len(last) == 54


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_the_deal_stops_at_20(players: int) -> None:
    """2.2 Each seat in order gets cards one at a time until they total 20 or more, so 20 to 28; then takes them in hand."""
    for seed in SEEDS:
        state = game(players, seed)
        deal = dealt(state)
        assert [event.seat for event in deal] == list(range(players))
        for event in deal:
            assert 20 <= sum(values(event)) <= 28
            assert sum(values(event)[:-1]) < 20
            cards = state.observe(event.seat).seats[event.seat].hand
            assert sorted(names(cards or ())) == sorted(CARDS[card].name for card in event.cards)


def test_the_deal_reaches_both_20_and_28() -> None:
    """2.2 Every total from 20 to 28 happens, and none other."""
    totals = {sum(values(event)) for seed in range(400) for event in dealt(game(6, seed))}
    assert totals == {20, 21, 22, 23, 24, 25, 26, 27, 28}


def test_hands_are_secret() -> None:
    """2.2 Once in hand, the cards are their owner's secret: others and spectators see only the count."""
    state = game(3, 5)
    for viewer in (0, 1, 2, None):
        seats = state.observe(viewer).seats
        for seat, event in enumerate(dealt(state)):
            assert seats[seat].hand_size == len(event.cards)
            assert (seats[seat].hand is not None) == (seat == viewer)


@pytest.mark.parametrize("players", [2, 4])
def test_an_open_deal_is_seen_by_all(players: int) -> None:
    """2.3 With deal = "open", the default, everyone sees the cards dealt before they go into the hand."""
    assert GameConfig.parse("classic,players=2").deal == "open"
    state = game(players, 5, ",deal=open")
    for viewer in (*range(players), None):
        assert dealt(state, viewer) == dealt(state, 0)
        assert all(len(event.cards) == event.number > 0 for event in dealt(state, viewer))


@pytest.mark.parametrize("players", [2, 4])
def test_a_closed_deal_is_seen_by_its_owner(players: int) -> None:
    """2.3 With deal = "closed" only the owner sees the cards dealt; everyone else sees how many they are."""
    opened = dealt(game(players, 5))
    state = game(players, 5, ",deal=closed")
    for viewer in (*range(players), None):
        for event in dealt(state, viewer):
            assert event.cards == (opened[event.seat].cards if event.seat == viewer else ())
            assert event.number == len(opened[event.seat].cards)


def test_a_closed_deal_changes_nothing_else() -> None:
    """2.3 Market, display, hands, starter and what can be done are the same, deal open or closed."""
    for seed in range(20):
        opened = game(3, seed)
        closed = game(3, seed, ",deal=closed")
        assert closed.seat == opened.seat
        assert closed.legal_actions() == opened.legal_actions()
        assert [list(player.hand) for player in closed.players] == [
            list(player.hand) for player in opened.players
        ]
        assert list(closed.deck) == list(opened.deck)
        assert list(closed.bag) == list(opened.bag)


@pytest.mark.parametrize(
    ("hands", "starter"),
    [
        ([[9, 9, 9], [9, 9, 8], [9, 9, 9, 1]], 1),
        ([[5, 5, 5, 5], [9, 9, 9], [7, 7, 5, 1]], 1),
        ([[9, 9, 9, 1], [9, 9, 2], [9, 8, 3], [9, 9, 2, 8]], 1),
        ([[9, 9, 2], [9, 9, 2], [8, 8, 4]], 0),
        ([[9, 9, 9], [9, 9, 3], [8, 8, 5], [7, 7, 7]], 1),
    ],
)
def test_who_starts(hands: list[list[int]], starter: int) -> None:
    """2.4 The fewest cards start, even if worth more; then the least money; then the lowest seat."""
    currencies = ["denar", "dirham", "ducat", "florin"]
    piles = [
        pile_of(vec[i64]([CARD_IDS[f"{currencies[i % 4]}-{value}"] for i, value in enumerate(hand)]))
        for hand in hands
    ]
    assert start_seat(piles) == starter


def test_the_starter_is_the_first_to_act() -> None:
    """2.4 In dealt games the player with fewest cards, then least money, then the lowest seat has the first turn."""
    decided_by: Counter[str] = Counter()
    for players in (2, 3, 4, 5, 6):
        for seed in SEEDS:
            state = game(players, seed)
            hands = [values(event) for event in dealt(state)]
            fewest = [seat for seat in range(players) if len(hands[seat]) == min(map(len, hands))]
            poorest = [
                seat for seat in fewest if sum(hands[seat]) == min(sum(hands[other]) for other in fewest)
            ]
            assert state.seat == poorest[0]
            assert [event.seat for event in state.history(None) if event.kind == "starts"] == [poorest[0]]
            decided_by["cards" if len(fewest) == 1 else "money" if len(poorest) == 1 else "seat"] += 1
    assert min(decided_by["cards"], decided_by["money"], decided_by["seat"]) > 0


@pytest.mark.parametrize("players", [2, 3, 6])
def test_four_cards_in_the_display(players: int) -> None:
    """2.5 Four cards are drawn into the display, after the deal and without a scoring card."""
    for seed in SEEDS:
        state = game(players, seed)
        kinds = kinds_of(state.history(None))
        assert kinds.count("drawn") == 4
        assert kinds[-4:] == ["drawn"] * 4
        assert len(state.observe(None).display) == 4


@pytest.mark.parametrize(
    ("cards", "piles"),
    [
        (59, [12, 12, 12, 12, 11]),
        (60, [12, 12, 12, 12, 12]),
        (91, [19, 18, 18, 18, 18]),
        (87, [18, 18, 17, 17, 17]),
        (83, [17, 17, 17, 16, 16]),
    ],
)
def test_five_piles(cards: int, piles: list[int]) -> None:
    """2.6 The rest of the deck is cut into five piles whose sizes differ by at most one, the larger ones first."""
    assert pile_sizes(cards) == piles


@pytest.mark.parametrize(
    ("cards", "positions_of_1", "positions_of_2"),
    [
        (59, range(12, 25), range(37, 50)),
        (87, range(18, 37), range(54, 72)),
        (83, range(17, 35), range(52, 69)),
    ],
)
def test_scoring_cards_lie_anywhere_in_piles_2_and_4(
    cards: int, positions_of_1: range, positions_of_2: range
) -> None:
    """2.6 Scoring card 1 lies anywhere in pile 2, also first or last in it, card 2 in pile 4; the money keeps its order."""
    money = [i % 36 for i in range(cards)]
    positions: tuple[set[int], set[int]] = (set(), set())
    for seed in range(400):
        deck = [int(card) for card in with_scoring_cards(vec[i64](money), Rng(seed))]
        assert [card for card in deck if card < 36] == money
        for number in (1, 2):
            positions[number - 1].add(deck.index(CARD_IDS[f"scoring-{number}"]))
    assert positions == (set(positions_of_1), set(positions_of_2))


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_scoring_cards_of_a_game_lie_in_their_piles(players: int) -> None:
    """2.6 In every game pile 1 is on top without a scoring card, and piles 3 and 5 have none either."""
    for seed in SEEDS:
        state = game(players, seed)
        deck = [int(card) for card in state.deck[state.deck_next :]]
        money = len(deck) - 2
        size, larger = divmod(money, 5)
        ends = [(i + 1) * size + min(i + 1, larger) for i in range(5)]
        assert ends[0] <= deck.index(CARD_IDS["scoring-1"]) <= ends[1]
        assert ends[2] + 1 <= deck.index(CARD_IDS["scoring-2"]) <= ends[3] + 1
        in_hands = sum(len(event.cards) for event in dealt(state))
        assert money == (72 if players == 2 else 108) - 4 - in_hands


@pytest.mark.parametrize(
    "rules", ["classic,players=3", "classic+vizier+camps+bazaars+falconers+medina,players=2"]
)
def test_same_seed_same_game(rules: str) -> None:
    """2.7 The same seed, rules and decisions give the same game, to the last byte and the last reshuffle."""
    config = GameConfig.parse(rules)
    one, two = new_game(config, 11), new_game(config, 11)
    chance = Random(4)
    while not one.is_over:
        assert one.to_bytes() == two.to_bytes()
        action = chance.choice(one.legal_actions())
        assert one.apply(action) == two.apply(action)
    assert one.to_bytes() == two.to_bytes()


def test_other_seed_other_game() -> None:
    """2.7 All randomness comes from the seed: another one gives other tiles and other money."""
    assert len({bytes(game(3, seed).bag) for seed in range(50)}) == 50
    assert len({bytes(game(3, seed).deck) for seed in range(50)}) == 50
    assert game(3, b"a seed of bytes").to_bytes() == game(3, b"a seed of bytes").to_bytes()
    assert game(3, b"a seed of bytes").to_bytes() != game(3, b"another seed").to_bytes()


def test_the_same_game_on_every_machine() -> None:
    """2.7 Seed 7 with three players, worked out once by hand from SHA-256, xoshiro128++ and the order of the data."""
    state = game(3, 7)
    assert names(state.observe(None).market) == ["tower-13-E", "pavilion-5-NW", "garden-9-E", "pavilion-4-ES"]
    assert [names([CARDS[card] for card in event.cards]) for event in dealt(state)] == [
        ["denar-2", "ducat-1", "ducat-5", "ducat-3", "dirham-6", "florin-4"],
        ["dirham-7", "florin-2", "dirham-1", "florin-2", "denar-7", "denar-4"],
        ["ducat-3", "ducat-9", "denar-8"],
    ]
    assert names(state.observe(None).display) == ["denar-5", "denar-9", "dirham-5", "dirham-9"]
    assert state.seat == 2


def draws(state: State, choose: Callable[[list[Action]], Action]) -> tuple[list[int], list[int]]:
    """The tiles in the order of drawing, and the cards up to the first reshuffle, of a game played to its end."""
    tiles: list[int] = []
    cards: list[int] = []
    reshuffled = False
    for _ in range(MAX_DECISIONS):
        if state.is_over:
            break
        for event in state.apply(choose(state.legal_actions())):
            if event.kind in ("filled", "laid beside", "dirk"):
                tiles.append(event.tile)
            reshuffled = reshuffled or event.kind == "reshuffled"
            if not reshuffled and event.kind == "drawn":
                cards.append(event.cards[0])
            if not reshuffled and event.kind == "scoring card":
                cards.append(-event.number)
    return tiles, cards


@pytest.mark.parametrize(
    "rules",
    ["classic,players=2", "classic,players=3", "classic,players=6", "classic+vizier+bazaars,players=4"],
)
def test_other_play_sees_the_same_order(rules: str) -> None:
    """2.7 With one seed, tiles, money and scoring cards come in the same order however the players decide."""
    config = GameConfig.parse(rules)
    tiles, cards = draws(new_game(config, 9), Random(1).choice)
    other_tiles, other_cards = draws(new_game(config, 9), Random(2).choice)
    seen = min(len(tiles), len(other_tiles))
    assert seen > 30
    assert tiles[:seen] == other_tiles[:seen]
    drawn = min(len(cards), len(other_cards))
    assert drawn > 30
    assert cards[:drawn] == other_cards[:drawn]
