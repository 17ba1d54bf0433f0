"""How is a game written into arrays for one viewer? From what that viewer may know alone (docs/encoding.md)."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from arena.encoding.action_features import write_actions
from arena.encoding.known_hands import KnownHands
from arena.encoding.layout import DISCARD, DISPLAY, OTHERS, OWN_HAND, UNSEEN, Layout
from arena.encoding.page import FOUNTAIN_MARK, Page
from arena.rules import Determinizer, Event, Observation, Rng, State
from arena.rules.engine import (
    ACT,
    END_TURN,
    FOUNTAIN,
    NEXT_TURN,
    PLACING,
    VALUES,
    ActionCodes,
    City,
    card_bit,
    decision_kinds,
    empty_pile,
    longest_wall,
    pile_size,
    step_detail,
    step_kind,
    step_seat,
    tile_on,
)

MARKET: Final = 1  # the column of the first slot
NOT_ASKED: Final = -1
KINDS_OF_TILES: Final = 6
PLACES_OF_A_SEAT: Final = 3
STEP_KINDS: Final = 64
FOUNTAIN_ID: Final[i64] = FOUNTAIN.id


class Encoder:
    """Writes games into the rows of its page."""

    def __init__(self, layout: Layout, games: int = 1) -> None:
        self.layout: Final = layout
        self.page: Final = Page(layout.sizes(), games, layout.printed())
        self.players: Final[i64] = layout.config.players
        self.planes: Final[i64] = len(layout.planes)
        self.limit: Final[i64] = layout.limit
        self.asked_kinds: Final[i64] = len(layout.decisions)
        self.first_place: Final[i64] = layout.field("tiles", "city 0").start
        self.closed: Final = layout.config.deal == "closed"
        self.turn_limit: Final[i64] = layout.config.turn_limit
        self._decision: Final = _decision_numbers(layout)
        self._codes: Final = ActionCodes()

    def write(self, state: State, viewer: i64, known: KnownHands, game: i64) -> None:
        """Write a game as a seat sees it, with the actions if that seat is asked."""
        page = self.page
        page.turn_to(game)
        self._cards(state, viewer, known)
        self._table(state, viewer)
        self._seats(state, viewer)
        index: i64
        for index in range(len(state.plugs)):
            self.layout.modules[index].write(state, index, viewer, page, self.layout.columns[index])
        page.card_rest(UNSEEN)

    def _cards(self, state: State, viewer: i64, known: KnownHands) -> None:
        page = self.page
        page.card_row(OWN_HAND, state.players[viewer].hand, 0)
        page.card_row(DISPLAY, _pile(state.display), 0)
        page.card_row(DISCARD, state.discard, 0)
        i: i64
        for i in range(1, self.players):
            seat = (viewer + i) % self.players
            if self.closed:
                page.card_row(OTHERS + i - 1, known.purses, 4 * seat)
            else:
                page.card_row(OTHERS + i - 1, state.players[seat].hand, 0)

    def _table(self, state: State, viewer: i64) -> None:
        page = self.page
        asked: i64 = NOT_ASKED
        decision: i64 = -1
        decider: i64 = -1
        on_turn: i64 = -1
        detail: i64 = 0
        if state.depth > 0:
            true_step = state.top()
            step = true_step
            owner = state.owner_of(step_kind(step))
            if owner is not None:
                step = owner.seen_step(state, step, int(viewer))
            decision = self._decision[step_kind(step)]
            if step == true_step:
                asked = step_seat(step)
                decider = (asked - viewer + self.players) % self.players
            if step_kind(step) == ACT or step_kind(step) == PLACING:
                detail = step_detail(step)
            bottom = state.bottom()
            if step_kind(bottom) == END_TURN or step_kind(bottom) == NEXT_TURN:
                on_turn = (step_seat(bottom) - viewer + self.players) % self.players
            page.one_of(self.asked_kinds, decision)
            page.number(1 if asked == viewer else 0)
            page.one_of(self.players, decider)
            page.one_of(self.players, on_turn)
            page.number(1 if step_kind(step) == ACT and detail == 1 else 0)
            page.number(1 if step_kind(step) == PLACING and detail == 1 else 0)
        else:
            page.one_of(self.asked_kinds + 1 + 2 * self.players + 2, -1)
        page.number(viewer)
        page.number(state.turn)
        page.number(self.turn_limit - state.turn)
        page.number(len(state.deck) - state.deck_next)
        page.number(len(state.bag) - state.bag_next)
        page.number(pile_size(state.discard))
        held = page.at
        page.one_of(3, -1)
        for scoring in state.scorings:
            page.values[held + scoring - 1] = 1
        page.number(self._offer(state) if asked == viewer else self._offer_nothing())
        slot: i64
        for slot in range(4):
            if state.market[slot] >= 0:
                page.place(state.market[slot], MARKET + slot)

    def _offer(self, state: State) -> i64:
        """Write the actions, thinned evenly if they are more than the limit; returns how many there are."""
        page = self.page
        codes = self._codes
        state.legal_codes(codes)
        items = codes.items
        count = codes.count
        limit = self.limit
        offered = count if count <= limit else limit
        at = page.game * limit
        kept = page.codes
        i: i64
        for i in range(offered):
            kept[at + i] = items[i] if count <= limit else items[_thinned(i, count, limit)]
        page.offer(offered)
        write_actions(state, page, kept, at, offered)
        return count

    def _offer_nothing(self) -> i64:
        self.page.offer(0)
        return 0

    def _seats(self, state: State, viewer: i64) -> None:
        """The numbers come field by field, and in each field seat by seat."""
        page = self.page
        players = self.players
        start = page.at
        page.at = start + (6 + KINDS_OF_TILES) * players
        values = page.values
        i: i64
        kind: i64
        for i in range(players):
            player = state.players[(viewer + i) % players]
            city = player.city
            outside = self._city(city, i)
            column = self.first_place + PLACES_OF_A_SEAT * i
            for tile in player.reserve:
                page.place(tile, column + 1)
            for tile in player.aside:
                page.place(tile, column + 2)
            rest = page.at
            page.at = start + i
            page.number(player.score)
            page.at = start + players + i
            page.number(pile_size(player.hand))
            page.at = start + 2 * players + i
            page.number(len(city.spots))
            page.at = start + 3 * players + i
            page.number(outside)
            page.at = start + 4 * players + i
            page.number(longest_wall(city))
            page.at = start + 5 * players + i
            page.number(len(player.reserve))
            page.at = start + 6 * players + KINDS_OF_TILES * i
            for kind in range(KINDS_OF_TILES):
                page.number(city.count_of(kind))
            page.at = rest
        if players == 2:
            first = page.at
            page.one_of(KINDS_OF_TILES, -1)
            for tile in state.dirk:
                page.place(tile, self.first_place - 1)
                kind = state.book.kind[tile]
                if kind >= 0:
                    values[first + kind] += 1

    def _city(self, city: City, relative: i64) -> i64:
        """Write the tiles of a city; returns how many lie beyond the window."""
        page = self.page
        plane = relative * self.planes
        column = self.first_place + PLACES_OF_A_SEAT * relative
        cells = city.cells
        page.outside = 0
        for spot in city.spots:
            tile = tile_on(cells[spot])
            if tile == FOUNTAIN_ID:
                page.square(plane, 0, 0, FOUNTAIN_MARK)
            else:
                page.place(tile, column)
                page.square(plane, city.x_of(spot), city.y_of(spot), page.mark_of(tile))
        return page.outside


def write_observation(
    encoder: Encoder, observation: Observation, history: list[Event], game: int = 0
) -> None:
    """Write what a seat sees and saw, as a bot gets it; the true state is not needed.

    One of the states that the seat cannot tell from the true one is written. They all give the same numbers.
    """
    if observation.viewer is None:
        raise ValueError("a spectator has no hand to encode")
    if observation.config.text != encoder.layout.config.text:
        raise ValueError(
            f"the layout is for {encoder.layout.config}, the observation of {observation.config}"
        )
    state = Determinizer(observation, history, recording=False).sample(Rng(0))
    known = KnownHands(observation.config.players)
    known.read(history)
    encoder.write(state, observation.viewer, known, game)


def _pile(cards: vec[i64]) -> vec[i64]:
    """Open cards as purses."""
    pile = empty_pile()
    for card in cards:
        pile[card // VALUES] += card_bit(card)
    return pile


def _thinned(i: i64, count: i64, limit: i64) -> i64:
    """Which action of a long list has number i in the short one: the first, the last and evenly spread ones between."""
    return 0 if limit == 1 else i * (count - 1) // (limit - 1)


def _decision_numbers(layout: Layout) -> vec[i64]:
    """By kind of step: the number of its decision in this game, or -1."""
    numbers = vec[i64]([-1] * STEP_KINDS)
    for kind, name in decision_kinds().items():
        if name in layout.decisions:
            numbers[kind] = layout.decisions.index(name)
    return numbers
