"""What might the hidden state be? Full states that a seat cannot tell from the real one.

Made from what the seat sees and saw, and from nothing else. With `deal = open` a perfect memory knows every hand, and
only the order of deck and bag is guessed; with `deal = closed` the others' deals are guessed too (deals.py).
"""

from typing import Final

from librt.vecs import append, extend, vec
from mypy_extensions import i64

from arena.rules.card_memory import CardMemory, cards_left, listed
from arena.rules.chance import Rng
from arena.rules.city import City, new_city
from arena.rules.components import FOUNTAIN, Card, TileBook
from arena.rules.deals import DealError, Deals
from arena.rules.deck import SCORING_CARD_1, pile_sizes
from arena.rules.event import DEALT, SCORED, Event
from arena.rules.modules import new_modules
from arena.rules.money import empty_pile, pile_of
from arena.rules.scoring import Sheet
from arena.rules.setup import all_cards, all_tiles
from arena.rules.state import Player, State, blank_state
from arena.rules.steps import OPENING, step_kind
from arena.rules.storage import tiles_in
from arena.rules.turn import DISPLAY_SIZE, settle
from arena.rules.view import Observation, SeatView

TRIES: Final = 1000
SCORING_CARDS: Final = 2  # 1.3
NOWHERE: Final = -1


def determinize(observation: Observation, history: list[Event], rng: Rng) -> State:
    """A random full state with this observation and history; ValueError if the two do not fit together."""
    return Determinizer(observation, history).sample(rng)


class Determinizer:
    """Makes any number of such states, with or without a history; what does not change between them is worked out once."""

    def __init__(self, observation: Observation, history: list[Event], recording: bool = True) -> None:
        self.observation = observation
        self.history = history
        memory = CardMemory(observation.config, history)
        self.memory = memory
        self._frame = _public_state(observation, history, memory)
        if not recording:
            self._frame.forget_history()
        self._tiles = _tiles_left(self._frame)
        if len(self._tiles) != observation.bag_size:
            raise ValueError(
                f"the bag should hold {observation.bag_size} tiles, {len(self._tiles)} are unseen"
            )
        piles = [pile_of(_card_ids(observation.discard)), pile_of(_card_ids(observation.display))]
        for hand in memory.hands:
            piles.append(hand.hand_after(hand.certain()))
        for module in self._frame.modules:
            piles.append(pile_of(module.cards_kept()))
        pool = cards_left(all_cards(observation.config), piles)
        self._known_deck: vec[i64] = vec[i64]()
        if memory.reshuffles > 0:
            self._known_deck = listed(memory.deck)
            pool = cards_left(pool, [pile_of(self._known_deck)])
        self._deals = Deals(memory, pool)
        self._moved = [hand.moved() for hand in memory.hands]
        self._first_position: vec[i64] = vec[i64]()
        self._last_position: vec[i64] = vec[i64]()
        self._find_scoring_cards()
        # Until a game is opened the scoring cards are not in the deck (2.6).
        self._opened = not any(step_kind(step) == OPENING for step in observation.pending)
        self._check_sizes()
        self._window_hidden = observation.decision is not None and observation.decider is None

    def _check_sizes(self) -> None:
        """Deck and hands must be as large as they look, and the viewer's own hand as remembered."""
        deck = len(self._known_deck)
        if self.memory.reshuffles == 0:
            missing = 2 - len([scoring for scoring in self.observation.scorings if scoring < 3])
            deck = len(self._deals.deck()) + (missing if self._opened else 0)
        if deck != self.observation.deck_size:
            raise ValueError(f"the deck should hold {self.observation.deck_size} cards, {deck} are unseen")
        for seat, seen in enumerate(self.observation.seats):
            hand = self.memory.hands[seat]
            remembered = sum([int(change) for change in hand.change]) + int(hand.dealt_size)
            if remembered != seen.hand_size:
                raise ValueError(
                    f"seat {seat} holds {seen.hand_size} cards, the history tells of {remembered}"
                )
            if seen.hand is not None and list(pile_of(_card_ids(seen.hand))) != list(
                hand.hand_after(hand.dealt)
            ):
                raise ValueError("the viewer's hand is not what the history tells")

    def sample(self, rng: Rng) -> State:
        """One state, independent of the earlier ones as far as the walk over deals makes it so."""
        for _ in range(TRIES):
            self._deals.walk(rng)
            state = self._filled(rng)
            # Somebody is asked in a window that the viewer does not know of: that seat must be able to pay exactly.
            if (
                not self._window_hidden
                or state.observe(self.observation.viewer).key() == self.observation.key()
            ):
                return state
        raise DealError("no deal was found that fits the open window")

    def _filled(self, rng: Rng) -> State:
        state = self._frame.clone()
        seat: i64
        for seat in range(len(state.players)):
            hand = pile_of(self._deals.dealt(seat))
            moved = self._moved[seat]
            currency: i64
            for currency in range(4):
                hand[currency] += moved[currency]
            state.players[seat].hand = hand
        state.key = rng.key()
        state.bag = rng.shuffled(self._tiles)
        for module in state.modules:
            if module.hides:
                module.guess_secrets(rng)
        if self.memory.reshuffles > 0:
            state.deck = rng.shuffled(self._known_deck)
        elif not self._opened:
            state.deck = self._deals.deck()
        else:
            state.deck = self._deck_with_scoring_cards(rng)
        if state.recording:
            self._fill_in_deals(state)
        settle(state)
        return state

    def _find_scoring_cards(self) -> None:
        """A scoring card not yet seen lies somewhere in the undrawn part of its pile (2.6): its first and last position in the deck."""
        start = len(all_cards(self.observation.config)) - DISPLAY_SIZE
        start -= sum([int(hand.dealt_size) for hand in self.memory.hands])
        sizes = pile_sizes(start)
        drawn = start + SCORING_CARDS - self.observation.deck_size
        for scoring, top, size in ((1, sizes[0], sizes[1]), (2, sum(sizes[:3]) + 1, sizes[3])):
            seen = scoring in self.observation.scorings
            self._first_position = append(self._first_position, NOWHERE if seen else max(top, drawn) - drawn)
            self._last_position = append(self._last_position, NOWHERE if seen else top + size - drawn)

    def _deck_with_scoring_cards(self, rng: Rng) -> vec[i64]:
        """The hidden cards that nobody was dealt, with the scoring cards among them."""
        money = self._deals.deck()
        first = _between(rng, self._first_position[0], self._last_position[0])
        second = _between(rng, self._first_position[1], self._last_position[1])
        deck = vec[i64]([0] * self.observation.deck_size)
        used: i64 = 0
        i: i64
        for i in range(len(deck)):
            if i == first:
                deck[i] = SCORING_CARD_1
            elif i == second:
                deck[i] = SCORING_CARD_1 + 1
            else:
                deck[i] = money[used]
                used += 1
        return deck

    def _fill_in_deals(self, state: State) -> None:
        log: list[Event] = []
        for event in self.history:
            if event.kind == DEALT and not event.cards:
                dealt = tuple([int(card) for card in self._deals.dealt(event.seat)])
                log.append(Event(DEALT, event.seat, cards=dealt, number=len(dealt), private=True))
            else:
                log.append(event)
        state.log = log
        state.log_size = len(log)


def _between(rng: Rng, first: i64, last: i64) -> i64:
    """A random position from the first to the last; NOWHERE if there is none."""
    return NOWHERE if first < 0 else first + rng.below(last - first + 1)


def _public_state(observation: Observation, history: list[Event], memory: CardMemory) -> State:
    """The state as far as it is public."""
    config = observation.config
    state = blank_state(config, new_modules(config), [], b"")
    for module, seen in zip(state.modules, observation.modules, strict=True):
        if not module.restore(vec[i64](seen.facts)):
            raise ValueError(f"module {module.name} cannot be so")
        state.book = module.altered(state.book)
    state.players = [_player(state.book, seat) for seat in observation.seats]
    state.set_turn(observation.turn)
    state.reshuffles = memory.reshuffles
    state.market = vec[i64]([-1 if tile is None else tile.id for tile in observation.market])
    state.display = _card_ids(observation.display)
    state.discard = pile_of(_card_ids(observation.discard))
    state.dirk = vec[i64]([tile.id for tile in observation.dirk or ()])
    state.set_pending(vec[i64](observation.pending))
    state.scorings = list(observation.scorings)
    state.sheets = _sheets(history)
    return state


def _player(book: TileBook, seen: SeatView) -> Player:
    city: City = new_city()
    for placed in seen.city:
        if placed.tile.id != FOUNTAIN.id:
            city.put(book, placed.tile.id, placed.x, placed.y)
    reserve = vec[i64]([tile.id for tile in seen.reserve])
    aside = vec[i64]([tile.id for tile in seen.aside])
    return Player(empty_pile(), city, reserve, aside, seen.score)


def _sheets(history: list[Event]) -> list[Sheet]:
    sheets: list[Sheet] = []
    for event in history:
        if event.kind == SCORED:
            if not sheets or sheets[-1].scoring != event.number:
                sheets.append(Sheet(event.number, [], len(event.points), vec[i64]()))
            sheets[-1].names.append(event.name)
            sheets[-1].points = extend(sheets[-1].points, event.points)
    return sheets


def _tiles_left(state: State) -> vec[i64]:
    seen = set(tiles_in(state))
    left = vec[i64]()
    for tile in all_tiles(state.config):
        if int(tile) not in seen:
            left = append(left, tile)
    return left


def _card_ids(cards: tuple[Card, ...]) -> vec[i64]:
    return vec[i64]([card.id for card in cards])
