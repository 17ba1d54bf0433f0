"""How does a game begin? (rule 2, and 11.1, 11.2 for two players)"""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from arena.rules import turn
from arena.rules.chance import Rng, seed_bytes
from arena.rules.city import new_city
from arena.rules.components import CARDS, tiles_of
from arena.rules.config import GameConfig
from arena.rules.event import DEALT, STARTS, Event
from arena.rules.modules import new_modules
from arena.rules.money import VALUES, empty_pile, pile_of, pile_size, purse_total
from arena.rules.state import Player, State, blank_state

COPIES: Final = 3  # 1.2
ENOUGH: Final = 20  # 2.2
PILES: Final = 5  # 2.6
SCORING_CARDS: Final = 2


def new_game(config: GameConfig, seed: int | bytes) -> State:
    """A game at its first decision. The same seed and rules give the same tiles and the same money (2.7)."""
    key = seed_bytes(seed)
    players = [Player(empty_pile(), new_city(), vec[i64](), vec[i64](), 0) for _ in range(config.players)]
    state = blank_state(config, new_modules(config), players, key)
    state.bag = Rng(key, "tiles").shuffled(all_tiles(config))
    state.deck = Rng(key, "money").shuffled(all_cards(config))
    if config.players == 2:
        turn.give_dirk(state, turn.DIRK_DRAW)
    turn.refill_market(state)
    _deal(state)
    starter = start_seat([player.hand for player in state.players])
    state.record(Event(STARTS, starter))
    turn.fill_display(state)
    state.deck = with_scoring_cards(state.deck[state.deck_next :], Rng(key, "scoring"))
    state.deck_next = 0
    turn.start_turn(state, starter)
    return state


def all_tiles(config: GameConfig) -> vec[i64]:
    """The tiles of a game: the buildings and those of its modules (2.1)."""
    tiles = vec[i64]()
    groups = ["building", *(module.group for module in new_modules(config) if module.group)]
    for group in groups:
        for tile in tiles_of(group):
            tiles = append(tiles, tile.id)
    return tiles


def copies(config: GameConfig) -> int:
    """How many there are of each money card (1.2, 11.1)."""
    return COPIES - 1 if config.players == 2 else COPIES


def all_cards(config: GameConfig) -> vec[i64]:
    """The money cards of a game."""
    cards = vec[i64]()
    for _ in range(copies(config)):
        for card in CARDS:
            cards = append(cards, card.id)
    return cards


def _deal(state: State) -> None:
    """Each seat gets cards until they total 20 or more (2.2)."""
    closed = state.config.deal == "closed"
    for seat, player in enumerate(state.players):
        cards = vec[i64]()
        total: i64 = 0
        while total < ENOUGH:
            card = state.deck[state.deck_next]
            state.deck_next += 1
            cards = append(cards, card)
            total += card % VALUES + 1
        player.hand = pile_of(cards)
        dealt = tuple([int(card) for card in cards])
        state.record(Event(DEALT, seat, cards=dealt, number=len(dealt), private=closed))


def start_seat(hands: list[vec[i64]]) -> int:
    """Who starts: fewest cards, then least money, then lowest seat (2.4)."""
    order = [(int(pile_size(hand)), sum(int(purse_total(purse)) for purse in hand)) for hand in hands]
    return order.index(min(order))


def pile_sizes(cards: int) -> list[int]:
    """The sizes of the five piles, the larger ones first (2.6)."""
    return [(cards + PILES - 1 - i) // PILES for i in range(PILES)]


def with_scoring_cards(cards: vec[i64], rng: Rng) -> vec[i64]:
    """The deck with scoring card 1 shuffled into the second pile and card 2 into the fourth (2.6)."""
    sizes = pile_sizes(len(cards))
    first = sizes[0] + int(rng.below(sizes[1] + 1))
    second = sum(sizes[:3]) + int(rng.below(sizes[3] + 1))
    deck = vec[i64]()
    for i, card in enumerate(cards):
        if i == first:
            deck = append(deck, turn.SCORING_CARD_1)
        if i == second:
            deck = append(deck, turn.SCORING_CARD_1 + 1)
        deck = append(deck, card)
    return deck
