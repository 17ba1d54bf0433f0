"""How does a game start? (rule 2, and 11.1, 11.2 for two players)"""

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
from arena.rules.money import empty_pile, pile_of, pile_size, purse_total
from arena.rules.state import Player, State, blank_state
from arena.rules.steps import NEXT_TURN, OPENING, step_of

COPIES: Final = 3  # 1.2


def new_game(config: GameConfig, seed: int | bytes) -> State:
    """A game at its first decision. The same seed and rules give the same tiles and the same money (2.7)."""
    key = seed_bytes(seed)
    players = [Player(empty_pile(), new_city(), vec[i64](), vec[i64](), 0) for _ in range(config.players)]
    state = blank_state(config, new_modules(config), players, key)
    for module in state.modules:
        module.set_up(state)
    state.bag = Rng(key, "tiles").shuffled(_bag(state))
    state.deck = Rng(key, "money").shuffled(all_cards(config))
    if config.players == 2:
        turn.give_dirk(state, turn.DIRK_DRAW)
    turn.refill_market(state)
    if not any(module.deal(state) for module in state.modules):
        _deal(state)
    turn.settle(state)
    return state


def all_tiles(config: GameConfig) -> vec[i64]:
    """The tiles of a game: the buildings and those of its modules (2.1)."""
    modules = new_modules(config)
    groups = [] if any(module.replaces_buildings for module in modules) else ["building"]
    for module in modules:
        groups += module.groups
    tiles = vec[i64]()
    for group in groups:
        for tile in tiles_of(group):
            tiles = append(tiles, tile.id)
    return tiles


def _bag(state: State) -> vec[i64]:
    """All tiles but those that a module keeps (2.1)."""
    kept: set[int] = set()
    for module in state.modules:
        kept.update([int(tile) for tile in module.tiles_kept()])
    return vec[i64]([tile for tile in all_tiles(state.config) if int(tile) not in kept])


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
    """Each seat gets its cards, and the first turn is given away (2.2, 2.4)."""
    closed = state.config.deal == "closed"
    for seat, player in enumerate(state.players):
        cards = turn.draw_hand(state)
        player.hand = pile_of(cards)
        dealt = tuple([int(card) for card in cards])
        state.record(Event(DEALT, seat, cards=dealt, number=len(dealt), private=closed))
    starter = start_seat([player.hand for player in state.players])
    state.record(Event(STARTS, starter))
    state.push(step_of(NEXT_TURN, starter, 0))
    state.push(step_of(OPENING, 0, 0))


def start_seat(hands: list[vec[i64]]) -> int:
    """Who starts: fewest cards, then least money, then lowest seat (2.4)."""
    order = [(int(pile_size(hand)), sum(int(purse_total(purse)) for purse in hand)) for hand in hands]
    return order.index(min(order))
