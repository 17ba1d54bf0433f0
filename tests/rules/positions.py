"""How is a position laid out for a test? By names; whatever is not named lies in the bag or in the deck."""

from collections.abc import Iterable, Mapping, Sequence

from librt.vecs import vec
from mypy_extensions import i64

from arena.rules import TILES, Action, Card, Event, GameConfig, State, Tile, new_game
from arena.rules.city import City, new_city
from arena.rules.components import BOOK, CARDS
from arena.rules.money import pile_of
from arena.rules.setup import all_cards, all_tiles
from arena.rules.steps import ACT, END_TURN, PLACING, step_of
from arena.rules.storage import tiles_in

TILE_IDS = {tile.name: tile.id for tile in TILES}
CARD_IDS = {card.name: card.id for card in CARDS} | {"scoring-1": 36, "scoring-2": 37}

CityPlan = Mapping[tuple[int, int], str]


def city_of(plan: CityPlan) -> City:
    """A city with these tiles by square, whether or not the rules would allow it."""
    city = new_city()
    for (x, y), name in plan.items():
        city.put(BOOK, TILE_IDS[name], x, y)
    return city


def position(
    rules: str = "classic,players=3",
    *,
    seat: int = 0,
    market: Sequence[str | None] = (None, None, None, None),
    display: Sequence[str] = (),
    hands: Sequence[Sequence[str]] = (),
    cities: Sequence[CityPlan] = (),
    reserves: Sequence[Sequence[str]] = (),
    aside: Sequence[Sequence[str]] = (),
    scores: Sequence[int] = (),
    deck: Sequence[str] = (),
    no_deck: bool = False,
    discard: Sequence[str] = (),
    bag: Sequence[str] | None = None,
    dirk: Sequence[str] = (),
    turn: int = 0,
    facts: Mapping[str, Sequence[int]] | None = None,
    placing: bool = False,
    extra: bool = False,
) -> State:
    """A position in which `seat` has to act (or, with `placing`, to place).

    `deck` is what is drawn next ("scoring-1" and "scoring-2" are the scoring cards); all other cards follow, unless
    `no_deck`: then they are in nobody's hands and the game is short of them. `bag` is what is drawn next; None means that all
    other tiles follow in order, a list means that there are just these.
    """
    config = GameConfig.parse(rules)
    state = new_game(config, 0)
    state.market = vec[i64]([-1 if name is None else TILE_IDS[name] for name in market])
    state.display = _cards(sorted(display, key=lambda name: CARD_IDS[name]))
    state.discard = pile_of(_cards(discard))
    state.dirk = _tiles(dirk)
    for i, player in enumerate(state.players):
        player.hand = pile_of(_cards(hands[i] if i < len(hands) else ()))
        player.city = city_of(cities[i] if i < len(cities) else {})
        player.reserve = _tiles(reserves[i] if i < len(reserves) else ())
        player.aside = _tiles(aside[i] if i < len(aside) else ())
        player.score = scores[i] if i < len(scores) else 0
    _set_facts(state, facts or {})
    _fill_bag(state, config, bag)
    _fill_deck(state, config, deck, no_deck)
    state.set_turn(turn)
    steps = [step_of(END_TURN, seat, 0), step_of(PLACING, seat, 0)]
    if not placing:
        steps.append(step_of(ACT, seat, 1 if extra else 0))
    state.set_pending(vec[i64](steps))
    state.log = []
    state.log_size = 0
    return state


def do(state: State, *texts: str) -> list[Event]:
    """Do actions given by their texts; returns all events."""
    events: list[Event] = []
    for text in texts:
        events += state.apply(Action.parse(text))
    return events


def texts(state: State) -> list[str]:
    """The legal actions as texts."""
    return [str(action) for action in state.legal_actions()]


def refused(state: State, text: str) -> str:
    """The number of the rule that refuses an action; "" if it is legal."""
    refusal = state.check(Action.parse(text))
    return "" if refusal is None else refusal.rule


def row(state: State, name: str, scoring: int = -1) -> tuple[int, ...]:
    """A row of the score sheet of a scoring held (by its index in the list; the last one if not said)."""
    return state.score_sheet()[scoring].rows[name]


def after_scoring(
    number: int,
    cities: Sequence[CityPlan],
    rules: str = "classic,players=4",
    reserves: Sequence[Sequence[str]] = (),
    dirk: Sequence[str] = (),
) -> State:
    """The game just after scoring 1, 2 or 3 of these cities: its card came up, or the bag did not fill the market."""
    state = position(
        rules,
        display=["denar-1", "denar-2", "denar-3", "denar-4"],
        cities=cities,
        reserves=reserves,
        deck=[] if number == 3 else [f"scoring-{number}"],
        bag=[] if number == 3 else None,
        dirk=dirk,
    )
    do(state, "take denar-1")
    return state


def names(things: Iterable[Tile | Card | None]) -> list[str]:
    """The names of tiles or cards; "" for an empty slot."""
    return ["" if thing is None else thing.name for thing in things]


def hand(state: State, seat: int) -> list[str]:
    """The cards in a hand, by name."""
    return names(state.observe(seat).seats[seat].hand or ())


def plan(state: State, seat: int) -> dict[tuple[int, int], str]:
    """The tiles of a city by square, without the fountain."""
    placed = state.observe(None).seats[seat].city
    return {(tile.x, tile.y): tile.tile.name for tile in placed if tile.tile.name != "fountain"}


def kinds_of(events: Iterable[Event]) -> list[str]:
    """What kinds of things happened, in order."""
    return [event.kind for event in events]


def _set_facts(state: State, facts: Mapping[str, Sequence[int]]) -> None:
    for module in state.modules:
        if module.name in facts:
            assert module.restore(vec[i64](facts[module.name]))
        elif module.name == "bazaars":
            assert module.restore(vec[i64]())


def _fill_bag(state: State, config: GameConfig, bag: Sequence[str] | None) -> None:
    names = list(bag or ())
    if bag is None:
        state.bag = vec[i64]()
        state.bag_next = 0
        seen = set(tiles_in(state))
        names = [TILES[tile].name for tile in all_tiles(config) if int(tile) not in seen]
    state.bag = vec[i64]([TILE_IDS[name] for name in names])
    state.bag_next = 0


def _fill_deck(state: State, config: GameConfig, deck: Sequence[str], no_deck: bool) -> None:
    left = [int(card) for card in all_cards(config)]
    used = [int(card) for card in state.display] + [CARD_IDS[name] for name in deck]
    for pile in (state.discard, *(player.hand for player in state.players)):
        for card in range(36):
            used += [card] * (int(pile[card // 9]) >> 2 * (card % 9) & 3)
    for card in used:
        if card < 36:
            left.remove(card)
    state.deck = vec[i64]([CARD_IDS[name] for name in deck] + ([] if no_deck else left))
    state.deck_next = 0


def _cards(names: Sequence[str]) -> vec[i64]:
    return vec[i64]([CARD_IDS[name] for name in names])


def _tiles(names: Sequence[str]) -> vec[i64]:
    return vec[i64](sorted(TILE_IDS[name] for name in names))
