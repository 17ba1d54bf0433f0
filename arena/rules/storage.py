"""How is a state stored as bytes? A versioned and checked form of everything in it, secrets included.

Whole numbers are written in groups of seven bits, least first, after a fold that makes small negative ones small.
The last eight bytes are a digest of the rest, so damage is noticed; then the box is counted: every tile and every card must be there once.
"""

from hashlib import sha256
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from arena.rules.action import FIRST_MODULE_VERB, Action, is_action
from arena.rules.cells import tile_on
from arena.rules.city import City, new_city
from arena.rules.components import FINGERPRINT, FOUNTAIN, TILES, TileBook
from arena.rules.config import GameConfig
from arena.rules.deck import SCORING_CARD_1
from arena.rules.event import KINDS_OF_EVENT, Event
from arena.rules.modules import new_modules
from arena.rules.money import FULL_PURSE, pile_cards
from arena.rules.scoring import Sheet
from arena.rules.setup import all_cards, all_tiles
from arena.rules.state import Player, State, blank_state
from arena.rules.steps import is_step, step_kind

_FORM: Final = b"alhambra-state-2 "
MAGIC: Final = _FORM + FINGERPRINT.encode() + b"\n"
DIGEST_SIZE: Final = 8
LONGEST: Final = 2**20
GROUP_BITS: Final = 7
GROUP_MASK: Final = 0x7F
GOES_ON: Final = 0x80  # in the byte of a group that is not the last


class StateError(ValueError):
    """Bytes that are no state; the text says why."""


def state_bytes(state: State) -> bytes:
    """Everything in a state."""
    out = _Writer()
    out.text(state.config.text)
    out.raw(state.key)
    for number in (state.deck_next, state.reshuffles, state.bag_next, state.turn):
        out.number(int(number))
    for numbers in (
        state.market,
        state.display,
        state.deck,
        state.bag,
        state.discard,
        state.dirk,
        state.pending(),
    ):
        out.numbers(numbers)
    for player in state.players:
        _write_player(out, player)
    for module in state.modules:
        out.numbers(module.facts())
        if module.hides:
            out.numbers(module.secrets())
    out.number(len(state.sheets))
    for sheet in state.sheets:
        out.number(int(sheet.scoring))
        out.numbers(sheet.points)
        out.number(len(sheet.names))
        for name in sheet.names:
            out.text(name)
    out.number(int(state.log_size) if state.recording else -1)
    for event in state.log[: state.log_size]:
        _write_event(out, event)
    body = MAGIC + bytes(out.data)
    return body + sha256(body).digest()[:DIGEST_SIZE]


def read_state(data: bytes) -> State:
    """The state that gave these bytes."""
    body = data[:-DIGEST_SIZE]
    if not body.startswith(MAGIC):
        if body.startswith(_FORM):
            tables = body[len(_FORM) : len(MAGIC) - 1].decode("ascii", "replace")
            raise StateError(
                f"this state was saved under other component tables: {tables}, and here they are {FINGERPRINT}"
            )
        raise StateError("these bytes do not begin like a state of this version")
    if sha256(body).digest()[:DIGEST_SIZE] != data[-DIGEST_SIZE:]:
        raise StateError("these bytes are damaged: their digest does not match")
    try:
        source = _Reader(body, len(MAGIC))
        state = _read_fields(source)
    except (IndexError, KeyError, OverflowError, UnicodeDecodeError) as error:
        raise StateError(f"these bytes make no state: {error}") from None
    except ValueError as error:
        raise StateError(f"these bytes make no state: {error}") from None
    if source.at != len(body):
        raise StateError("there are bytes left over after the state")
    _count_the_box(state)
    return state


class _Writer:
    def __init__(self) -> None:
        self.data = bytearray()

    def number(self, value: int) -> None:
        folded = value * 2 if value >= 0 else -value * 2 - 1
        while folded > GROUP_MASK:
            self.data.append(folded & GROUP_MASK | GOES_ON)
            folded >>= GROUP_BITS
        self.data.append(folded)

    def numbers(self, values: vec[i64]) -> None:
        self.number(len(values))
        for value in values:
            self.number(int(value))

    def raw(self, value: bytes) -> None:
        self.number(len(value))
        self.data += value

    def text(self, value: str) -> None:
        self.raw(value.encode("utf-8"))


class _Reader:
    def __init__(self, data: bytes, at: int) -> None:
        self.data = data
        self.at = at

    def number(self) -> int:
        folded = 0
        shift = 0
        while True:
            byte = self.data[self.at]
            self.at += 1
            folded |= (byte & GROUP_MASK) << shift
            shift += GROUP_BITS
            if byte < GOES_ON:
                break
            if shift > 63:
                raise ValueError("a number is too long")
        return folded // 2 if folded % 2 == 0 else -((folded + 1) // 2)

    def size(self) -> int:
        size = self.number()
        if not 0 <= size <= min(LONGEST, len(self.data) - self.at):
            raise ValueError(f"a list of {size} does not fit")
        return size

    def numbers(self) -> vec[i64]:
        values = vec[i64]()
        for _ in range(self.size()):
            values = append(values, self.number())
        return values

    def raw(self) -> bytes:
        size = self.size()
        self.at += size
        return self.data[self.at - size : self.at]

    def text(self) -> str:
        return self.raw().decode("utf-8")


def _write_player(out: _Writer, player: Player) -> None:
    out.numbers(player.hand)
    out.numbers(player.reserve)
    out.numbers(player.aside)
    out.number(int(player.score))
    city = player.city
    out.number(len(city.spots) - 1)
    for spot in city.spots:
        tile = tile_on(city.cells[spot])
        if tile != FOUNTAIN.id:
            out.number(int(tile))
            out.number(int(city.x_of(spot)))
            out.number(int(city.y_of(spot)))


def _read_player(source: _Reader) -> tuple[Player, list[int]]:
    """A player whose city is still empty, and its tiles: number, column and row of each."""
    hand = source.numbers()
    reserve = source.numbers()
    aside = source.numbers()
    score = source.number()
    plan = [source.number() for _ in range(3 * source.size())]
    return Player(hand, new_city(), reserve, aside, score), plan


def _lay_out(book: TileBook, city: City, plan: list[int]) -> None:
    for i in range(0, len(plan), 3):
        tile, x, y = plan[i : i + 3]
        known = 0 <= tile < len(TILES) and tile != FOUNTAIN.id
        if not known or max(abs(x), abs(y)) > len(TILES) or city.tile_at(x, y) >= 0:
            raise ValueError("a tile stands where none can")
        city.put(book, tile, x, y)


def _read_fields(source: _Reader) -> State:
    config = GameConfig.parse(source.text())
    key = source.raw()
    state = blank_state(config, new_modules(config), [], key)
    state.deck_next = source.number()
    state.reshuffles = source.number()
    state.bag_next = source.number()
    state.set_turn(source.number())
    state.market = source.numbers()
    state.display = source.numbers()
    state.deck = source.numbers()
    state.bag = source.numbers()
    state.discard = source.numbers()
    state.dirk = source.numbers()
    state.set_pending(source.numbers())
    seats = [_read_player(source) for _ in range(config.players)]
    state.players = [player for player, _ in seats]
    for module in state.modules:
        if not module.restore(source.numbers()) or (
            module.hides and not module.restore_secrets(source.numbers())
        ):
            raise ValueError(f"module {module.name} cannot be so")
        state.book = module.altered(state.book)
    for player, plan in seats:
        _lay_out(state.book, player.city, plan)
    state.sheets = [_read_sheet(source) for _ in range(source.size())]
    state.scorings = [int(sheet.scoring) for sheet in state.sheets]
    events = source.number()
    state.recording = events >= 0
    state.log = [_read_event(source) for _ in range(max(events, 0))]
    state.log_size = len(state.log)
    return state


def _read_sheet(source: _Reader) -> Sheet:
    scoring = source.number()
    points = source.numbers()
    names = [source.text() for _ in range(source.size())]
    if not 1 <= scoring <= 3 or not names or len(points) % len(names):
        raise ValueError("a score sheet cannot be so")
    return Sheet(scoring, names, len(points) // len(names), points)


def _write_event(out: _Writer, event: Event) -> None:
    out.number(KINDS_OF_EVENT.index(event.kind))
    out.number(event.seat)
    out.number(-1 if event.action is None else int(event.action.code))
    out.number(event.slot)
    out.number(event.tile)
    out.number(event.number)
    out.number(1 if event.private else 0)
    out.text(event.name)
    for numbers in (event.cards, event.points):
        out.number(len(numbers))
        for number in numbers:
            out.number(number)


def _read_event(source: _Reader) -> Event:
    kind = KINDS_OF_EVENT[source.number()]
    seat = source.number()
    code = source.number()
    if code != -1 and not is_action(code):
        raise ValueError("an event names no action")
    action = None if code == -1 else Action(code)
    slot = source.number()
    tile = source.number()
    number = source.number()
    private = source.number() == 1
    name = source.text()
    cards = tuple([source.number() for _ in range(source.size())])
    points = tuple([source.number() for _ in range(source.size())])
    if not -1 <= tile < len(TILES) or any(not 0 <= card < SCORING_CARD_1 for card in cards):
        raise ValueError("an event names no tile or no card")
    return Event(kind, seat, action, slot, tile, cards, number, name, points, private)


def _count_the_box(state: State) -> None:
    """Every card and tile of the game must be there once, and the rest within bounds."""
    seats = len(state.players)
    if (
        len(state.market) != 4
        or not 0 <= state.deck_next <= len(state.deck)
        or not 0 <= state.bag_next <= len(state.bag)
    ):
        raise StateError("market, deck or bag cannot be so")
    if state.turn < 0 or state.reshuffles < 0:
        raise StateError("a number of turns or reshuffles cannot be so")
    deck = [int(card) for card in state.deck[state.deck_next :]]
    if any(not 0 <= card <= SCORING_CARD_1 + 1 for card in (*deck, *state.display)):
        raise StateError("there is no such card")
    if deck.count(SCORING_CARD_1) > 1 or deck.count(SCORING_CARD_1 + 1) > 1:
        raise StateError("a scoring card is in the deck twice")
    if not all(is_step(step, seats) and _owner_knows(state, step) for step in state.pending()):
        raise StateError("a pending step cannot be so")
    piles = [state.discard, *(player.hand for player in state.players)]
    if any(len(pile) != 4 or any(not 0 <= purse <= FULL_PURSE for purse in pile) for pile in piles):
        raise StateError("a pile of cards cannot be so")
    cards = [int(card) for card in state.display]
    cards += [card for card in deck if card < SCORING_CARD_1]
    for module in state.modules:
        cards += [int(card) for card in module.cards_kept()]
    for pile in piles:
        cards += [int(card) for card in pile_cards(pile)]
    if sorted(cards) != sorted(int(card) for card in all_cards(state.config)):
        raise StateError("the money cards are not complete")
    if sorted(tiles_in(state)) != sorted(int(tile) for tile in all_tiles(state.config)):
        raise StateError("the tiles are not complete")


def _owner_knows(state: State, step: i64) -> bool:
    """Whether a step is the core's own, or one that its module allows."""
    kind = step_kind(step)
    if kind < FIRST_MODULE_VERB:
        return True
    owner = state.owner_of(kind)
    return owner is not None and owner.step_fits(state, step)


def tiles_in(state: State) -> list[int]:
    """Every tile of a game, wherever it is, the fountains left out."""
    lists = [state.market, state.dirk, state.bag[state.bag_next :]]
    lists += [module.tiles_kept() for module in state.modules]
    tiles: list[int] = []
    for player in state.players:
        lists += [player.reserve, player.aside]
        tiles += [int(tile_on(player.city.cells[spot])) for spot in player.city.spots]
    for held in lists:
        tiles += [int(tile) for tile in held if tile >= 0]
    return [tile for tile in tiles if tile != FOUNTAIN.id]
