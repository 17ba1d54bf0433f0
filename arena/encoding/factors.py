"""The factored form of an action: its parts as whole numbers below fixed sizes, and back again.

The first six factors are verb, tile (or another thing with a name), column + 128, row + 128, number (for an action with a side:
the side + 1) and currency. Then come the copies paid of the values 1 to 9, a single card beside the payment (its number + 1) and
up to four cards taken (their numbers + 1). Parts that an action does not have are 0.
"""

from collections.abc import Sequence
from typing import Final

from mypy_extensions import i64

from arena.rules import Action
from arena.rules.engine import (
    CARD_LIST,
    COPIES_BITS,
    CURRENCY_SHIFT,
    FEE_SHIFT,
    NAME,
    NAMED_AT_FOR,
    NUMBER_PAID_FOR,
    NUMBER_SHIFT,
    ORIGIN,
    PAYMENT_SHIFT,
    SHAPE_OF,
    SLOT_PAID,
    TILE_ALONE,
    TILE_AT,
    TILE_NUMBER_FOR,
    TILE_PAID,
    TILE_SHIFT,
    TILE_SIDE,
    VALUES,
    X_SHIFT,
    Y_SHIFT,
    card_of,
    cards_code,
    copies_in,
    currency_of,
    fee_of,
    is_action,
    listed_cards,
    number_of,
    purse_of,
    side_of,
    tile_of,
    verb_of,
    x_of,
    y_of,
)

TAKEN: Final = 4
FACTOR_NAMES: Final[tuple[str, ...]] = (
    "verb",
    "tile",
    "column",
    "row",
    "number",
    "currency",
    *[f"paid {value}" for value in range(1, VALUES + 1)],
    "card",
    *[f"taken {i}" for i in range(1, TAKEN + 1)],
)
FACTOR_SIZES: Final[tuple[int, ...]] = (64, 256, 256, 256, 8, 4, *[4] * VALUES, 37, *[37] * TAKEN)
_VERB: Final = 0
_TILE: Final = 1
_COLUMN: Final = 2
_ROW: Final = 3
_NUMBER: Final = 4
_CURRENCY: Final = 5
_PAID: Final = 6
_CARD: Final = 15
_TAKEN: Final = 16

_WITH_TILE: Final = (TILE_PAID, TILE_AT, TILE_ALONE, TILE_SIDE, NAME, NAMED_AT_FOR, TILE_NUMBER_FOR)
_WITH_SQUARE: Final = (TILE_AT, NAMED_AT_FOR)
_WITH_PAYMENT: Final = (SLOT_PAID, TILE_PAID, NUMBER_PAID_FOR)
_WITH_CARD: Final = (NAMED_AT_FOR, TILE_NUMBER_FOR)


def factors_of(action: Action) -> list[int]:
    """The factors of an action, one for each of FACTOR_SIZES."""
    code = action.code
    shape = int(SHAPE_OF[verb_of(code)])
    factors = [0] * len(FACTOR_SIZES)
    factors[_VERB] = int(verb_of(code))
    if shape == CARD_LIST:
        for i, card in enumerate(listed_cards(code)):
            factors[_TAKEN + i] = card + 1
        return factors
    if shape in _WITH_TILE:
        factors[_TILE] = int(tile_of(code))
    if shape in _WITH_SQUARE:
        factors[_COLUMN] = int(x_of(code)) + ORIGIN
        factors[_ROW] = int(y_of(code)) + ORIGIN
    factors[_NUMBER] = int(side_of(code)) + 1 if shape == TILE_SIDE else int(number_of(code))
    if shape in _WITH_PAYMENT:
        factors[_CURRENCY] = int(currency_of(code))
        for value in range(VALUES):
            factors[_PAID + value] = int(copies_in(purse_of(code), value))
    if shape == NUMBER_PAID_FOR:
        factors[_CARD] = int(fee_of(code)) + 1
    elif shape in _WITH_CARD:
        factors[_CARD] = int(card_of(code)) + 1
    return factors


def action_of(factors: Sequence[int]) -> Action:
    """The action with these factors; ValueError if there is none. Whether it is legal now is another question."""
    if len(factors) != len(FACTOR_SIZES):
        raise ValueError(f"an action has {len(FACTOR_SIZES)} factors, not {len(factors)}")
    for name, size, factor in zip(FACTOR_NAMES, FACTOR_SIZES, factors, strict=True):
        if not 0 <= factor < size:
            raise ValueError(f"{name}: {factor} is not from 0 to {size - 1}")
    code = _code(factors)
    if not is_action(int(code)) or factors_of(Action(int(code))) != [int(factor) for factor in factors]:
        raise ValueError(f"no action has the factors {[int(factor) for factor in factors]}")
    return Action(int(code))


def _code(factors: Sequence[int]) -> i64:
    """The parts in the order of a compact action; `action_of` sees whether they belong together."""
    verb: i64 = factors[_VERB]
    shape = int(SHAPE_OF[verb])
    if shape == CARD_LIST:
        return cards_code(verb, [card - 1 for card in factors[_TAKEN : _TAKEN + TAKEN] if card])
    code = int(verb)
    if shape in _WITH_TILE:
        code |= factors[_TILE] << TILE_SHIFT
    if shape in _WITH_SQUARE:
        code |= factors[_COLUMN] << X_SHIFT | factors[_ROW] << Y_SHIFT
    if shape == TILE_SIDE:
        code |= max(factors[_NUMBER] - 1, 0) << X_SHIFT
    else:
        code |= factors[_NUMBER] << NUMBER_SHIFT
    if shape in _WITH_PAYMENT:
        code |= factors[_CURRENCY] << CURRENCY_SHIFT
        for value in range(VALUES):
            code |= factors[_PAID + value] << (PAYMENT_SHIFT + COPIES_BITS * value)
    if shape == NUMBER_PAID_FOR:
        code |= max(factors[_CARD] - 1, 0) << FEE_SHIFT
    elif shape in _WITH_CARD:
        code |= max(factors[_CARD] - 1, 0) << PAYMENT_SHIFT
    return code
