"""What does an action look like to a learner? A row of numbers for each action of the list."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64

from arena.encoding.fields import Field, flag
from arena.encoding.page import Page
from arena.rules import State
from arena.rules.engine import (
    CARD_BITS,
    CARD_LIST,
    CARD_MASK,
    CARDS_MASK,
    CARDS_SHIFT,
    NAME,
    NAMED_AT_FOR,
    NUMBER,
    NUMBER_PAID_FOR,
    SHAPE_OF,
    SLOT_PAID,
    TILE_ALONE,
    TILE_AT,
    TILE_NUMBER_FOR,
    TILE_PAID,
    TILE_SIDE,
    VALUES,
    card_of,
    currency_of,
    fee_of,
    number_of,
    purse_of,
    purse_size,
    purse_total,
    side_of,
    slot_of,
    tile_of,
    verb_of,
    x_of,
    y_of,
)

ACTION_FIELDS: Final = [
    Field("verb", 1, 0, 63, "what is done, by the number of its verb"),
    Field("tile", 1, 0, 255, "the tile concerned, as on the plane of a city; 0 if there is none"),
    Field("kind", 1, 0, 6, "1 + its kind; 0 if it has none"),
    Field("walls", 1, 0, 4, "how many of its sides have a wall"),
    flag("square", "it names a square"),
    Field("x", 1, -127, 127, "the column of that square; the fountain's is 0"),
    Field("y", 1, -127, 127, "its row; north is above 0"),
    Field("number", 1, 0, 7, "the slot, set or field that it names, from 1; 0 if none"),
    Field("side", 1, 0, 4, "1 + the side that it names (N, E, S, W)"),
    Field("name", 1, 0, 15, "1 + the falcon, or 1 + the kind of a half-building"),
    Field("cards", 1, 0, 108, "cards taken or paid"),
    Field("money", 1, 0, 600, "their value"),
    Field("price", 1, 0, 13, "the price of what is bought from the market or beside it"),
    flag("exact", "that price is paid exactly"),
    Field("currencies", 4, -140, 31, "value taken (above 0) or paid (below 0), by currency"),
]
VERB: Final = 0
TILE: Final = 1
KIND: Final = 2
WALLS: Final = 3
SQUARE: Final = 4
X: Final = 5
Y: Final = 6
NAMED_NUMBER: Final = 7
SIDE: Final = 8
NAMED: Final = 9
CARDS: Final = 10
MONEY: Final = 11
PRICE: Final = 12
EXACT: Final = 13
FIRST_CURRENCY: Final = 14
FEATURES: Final = 18


def write_actions(state: State, page: Page, codes: vec[i64], first: i64, count: i64) -> None:
    """Write the features of `count` actions of a list, from index `first` on, into the row of the page's game."""
    values = page.values
    at = page.actions_at
    i: i64
    k: i64
    for i in range(count):
        for k in range(FEATURES):
            values[at + k] = 0
        _write(state, page, codes[first + i], at)
        at += FEATURES


def _write(state: State, page: Page, code: i64, at: i64) -> None:
    values = page.values
    verb = verb_of(code)
    shape = SHAPE_OF[verb]
    values[at + VERB] = i16(verb)
    if shape == TILE_AT:
        _tile(state, page, tile_of(code), at)
        _square(page, code, at)
    elif shape == CARD_LIST:
        rest = (code >> CARDS_SHIFT) & CARDS_MASK
        while rest:
            card = (rest & CARD_MASK) - 1
            rest >>= CARD_BITS
            _money(page, at, card // VALUES, 1, card % VALUES + 1, 1)
    elif shape == SLOT_PAID:
        slot = slot_of(code)
        values[at + NAMED_NUMBER] = i16(slot + 1)
        _purchase(state, page, code, at, state.market[slot])
    elif shape == TILE_ALONE:
        _tile(state, page, tile_of(code), at)
    elif shape == TILE_PAID:
        _purchase(state, page, code, at, tile_of(code))
    else:
        _write_rare(state, page, code, at, shape)


def _write_rare(state: State, page: Page, code: i64, at: i64, shape: i64) -> None:
    """The same for what only some modules have."""
    values = page.values
    if shape == NUMBER or shape == NUMBER_PAID_FOR or shape == TILE_NUMBER_FOR:
        values[at + NAMED_NUMBER] = i16(number_of(code))
    if shape == TILE_SIDE or shape == TILE_NUMBER_FOR:
        _tile(state, page, tile_of(code), at)
    if shape == TILE_SIDE:
        values[at + SIDE] = i16(side_of(code) + 1)
    elif shape == NAME or shape == NAMED_AT_FOR:
        values[at + NAMED] = i16(tile_of(code) + 1)
    if shape == NAMED_AT_FOR:
        _square(page, code, at)
    if shape == NAMED_AT_FOR or shape == TILE_NUMBER_FOR:
        _pay_card(page, at, card_of(code))
    elif shape == NUMBER_PAID_FOR:
        purse = purse_of(code)
        _money(page, at, currency_of(code), purse_size(purse), purse_total(purse), -1)
        _pay_card(page, at, fee_of(code))


def _tile(state: State, page: Page, tile: i64, at: i64) -> None:
    values = page.values
    values[at + TILE] = i16(page.mark_of(tile))
    values[at + KIND] = i16(state.book.kind[tile] + 1)
    marks = state.book.marks[tile]
    values[at + WALLS] = i16((marks & 1) + ((marks >> 1) & 1) + ((marks >> 2) & 1) + ((marks >> 3) & 1))


def _square(page: Page, code: i64, at: i64) -> None:
    values = page.values
    values[at + SQUARE] = 1
    values[at + X] = i16(x_of(code))
    values[at + Y] = i16(y_of(code))


def _purchase(state: State, page: Page, code: i64, at: i64, tile: i64) -> None:
    if tile >= 0:
        _tile(state, page, tile, at)
    currency = currency_of(code)
    purse = purse_of(code)
    total = purse_total(purse)
    beside = state.market[currency]
    if beside >= 0:
        price = state.book.price[beside]
        page.values[at + PRICE] = i16(price)
        page.values[at + EXACT] = 1 if total == price else 0
    _money(page, at, currency, purse_size(purse), total, -1)


def _pay_card(page: Page, at: i64, card: i64) -> None:
    _money(page, at, card // VALUES, 1, card % VALUES + 1, -1)


def _money(page: Page, at: i64, currency: i64, cards: i64, value: i64, sign: i64) -> None:
    values = page.values
    values[at + CARDS] += i16(cards)
    values[at + MONEY] += i16(value)
    values[at + FIRST_CURRENCY + currency] += i16(sign * value)
