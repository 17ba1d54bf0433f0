"""Which cards can pay for what? Purses, payments and takes (rules 4 and 5).

The cards of one currency are a *purse*: two bits for each value 1 to 9, since there are three copies at most (1.2). Tables are
looked up with its ten low bits, the values 1 to 5, and with the eight above them.
A hand, the discard and a payment are purses, so paying is a subtraction. A *pile* is four purses, one a currency.
"""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from arena.rules.bits import BYTE, BYTE_MASK, bit
from arena.rules.compact import PAYMENT_SHIFT

VALUES: Final = 9
COPIES_BITS: Final = 2
COPIES_MASK: Final = 3
FULL_PURSE: Final = 0x3FFFF
LOW_VALUES: Final = 5
HIGH_VALUES: Final = VALUES - LOW_VALUES
LOW_BITS: Final = COPIES_BITS * LOW_VALUES
LOW_MASK: Final = 0x3FF
TAKE_LIMIT: Final = 5  # 4.1
HIGHEST_SUM: Final = 31  # no tile costs as much
SUMS_MASK: Final = (1 << HIGHEST_SUM + 1) - 1
PRICE_BITS: Final = 5
KEPT_PAYMENTS: Final = 1024  # a power of two


def copies_in(purse: i64, n: i64) -> i64:
    """How many cards of value n + 1 a purse holds."""
    return (purse >> (COPIES_BITS * n)) & COPIES_MASK


def _totals(values: int, first: int) -> vec[i64]:
    table = vec[i64]()
    for purse in range(bit(COPIES_BITS * values)):
        table = append(table, sum([int(copies_in(purse, i)) * (first + i) for i in range(values)]))
    return table


def _counts(values: int) -> vec[i64]:
    table = vec[i64]()
    for purse in range(bit(COPIES_BITS * values)):
        table = append(table, sum([int(copies_in(purse, i)) for i in range(values)]))
    return table


def _sums(purse: int, first: int) -> int:
    """Bit n: some cards of a purse, whose lowest value is `first`, total n; for n up to HIGHEST_SUM."""
    reachable = 1
    value = first
    while purse:
        for _copy in range(purse & COPIES_MASK):
            reachable |= reachable << value
        purse >>= COPIES_BITS
        value += 1
    return reachable & SUMS_MASK


def _high_sums() -> vec[i64]:
    table = vec[i64]()
    for purse in range(bit(COPIES_BITS * HIGH_VALUES)):
        table = append(table, _sums(int(purse), LOW_VALUES + 1))
    return table


def _low_sums_reversed() -> vec[i64]:
    """Bit HIGHEST_SUM - n: some cards total n."""
    table = vec[i64]()
    for purse in range(bit(LOW_BITS)):
        sums = _sums(int(purse), 1)
        table = append(table, sum((sums >> n & 1) << (HIGHEST_SUM - n) for n in range(HIGHEST_SUM + 1)))
    return table


_LOW: Final = _totals(LOW_VALUES, 1)
_HIGH: Final = _totals(HIGH_VALUES, LOW_VALUES + 1)
_COUNT: Final = _counts(LOW_VALUES)
_HIGH_MAKES: Final = _high_sums()
_LOW_LACKS: Final = _low_sums_reversed()


def empty_pile() -> vec[i64]:
    """No cards at all."""
    return vec[i64]([0, 0, 0, 0])


def purse_total(purse: i64) -> i64:
    """What the cards of a purse are worth together."""
    return _LOW[purse & LOW_MASK] + _HIGH[purse >> LOW_BITS]


def purse_size(purse: i64) -> i64:
    """How many cards a purse holds."""
    return _COUNT[purse & LOW_MASK] + _COUNT[purse >> LOW_BITS]


def pile_size(pile: vec[i64]) -> i64:
    """How many cards a pile holds."""
    return purse_size(pile[0]) + purse_size(pile[1]) + purse_size(pile[2]) + purse_size(pile[3])


def card_bit(card: i64) -> i64:
    """One card as a purse of its currency (card // 9)."""
    return bit(COPIES_BITS * (card % VALUES))


def holds(purse: i64, part: i64) -> bool:
    """Whether a purse contains every card of another."""
    while part:
        if (part & COPIES_MASK) > (purse & COPIES_MASK):
            return False
        part >>= COPIES_BITS
        purse >>= COPIES_BITS
    return True


def card_held(pile: vec[i64], card: i64) -> bool:
    """Whether a pile contains a card."""
    return copies_in(pile[card // VALUES], card % VALUES) > 0


def pile_cards(pile: vec[i64]) -> vec[i64]:
    """The ids of all cards of a pile, in order."""
    cards = vec[i64]()
    currency: i64
    for currency in range(4):
        purse = pile[currency]
        card = currency * VALUES
        while purse:
            copies = purse & COPIES_MASK
            while copies > 0:
                cards = append(cards, card)
                copies -= 1
            purse >>= COPIES_BITS
            card += 1
    return cards


def pile_of(cards: vec[i64]) -> vec[i64]:
    """The pile of these cards."""
    result = empty_pile()
    for card in cards:
        result[card // VALUES] += card_bit(card)
    return result


def minimal_payments(purse: i64, price: i64) -> vec[i64]:
    """Every payment of which no card can be left out (5.1), as choices of an action (codes.py).

    Cards are chosen from high to low and the choice ends as soon as the price is reached: what is paid before the last,
    smallest card is always too little, so exactly the minimal payments come up, each once.
    """
    if purse_total(purse) < price:
        return _NO_PAYMENTS
    return _payments(purse, price, 0)


def exact_payments(purse: i64, price: i64) -> vec[i64]:
    """Every payment that totals the price (5.3), as choices of an action."""
    if not can_pay_exactly(purse, price):
        return _NO_PAYMENTS
    return _payments(purse, price, 1)


class Payments:
    """The payments of one price from one purse."""

    def __init__(self, key: i64, choices: vec[i64]) -> None:
        self.key: Final = key
        self.choices: Final = choices


_NO_PAYMENTS: Final = vec[i64]()
# The same purses meet the same prices again and again, so payments are kept, each where its key says.
_KEPT: Final = [Payments(-1, _NO_PAYMENTS) for _ in range(KEPT_PAYMENTS)]


def _payments(purse: i64, price: i64, exact: i64) -> vec[i64]:
    key = (((purse << PRICE_BITS) | price) << 1) | exact
    slot = (key ^ (key >> 7) ^ (key >> 14)) & (KEPT_PAYMENTS - 1)
    kept = _KEPT[slot]
    if kept.key != key:
        found = _pay(vec[i64](), purse, purse_total(purse), VALUES, price, 0, exact == 1)
        kept = Payments(key, found)
        _KEPT[slot] = kept
    return kept.choices


def _pay(found: vec[i64], rest: i64, total: i64, highest: i64, due: i64, paid: i64, exact: bool) -> vec[i64]:
    """Go on to pay what is due with the rest of a purse, which holds nothing above the highest value and is worth the total."""
    value = highest
    position = COPIES_BITS * (highest - 1)
    card = bit(position)
    while value > 0 and total >= due:
        copies = rest >> position
        if copies:
            if value < due:
                found = _pay(found, rest - card, total - value, value, due - value, paid + card, exact)
            elif value == due or not exact:
                found = append(found, (paid + card) << PAYMENT_SHIFT)
            rest &= card - 1
            total -= copies * value
        value -= 1
        position -= COPIES_BITS
        card >>= COPIES_BITS
    return found


def can_pay_exactly(purse: i64, price: i64) -> bool:
    """Whether some cards of the purse total the price, which is at most HIGHEST_SUM (5.3)."""
    # Bit n: the low cards make what is missing to the price beside n; then the high cards must make n.
    missing = _LOW_LACKS[purse & LOW_MASK] >> (HIGHEST_SUM - price)
    return price > 0 and missing & _HIGH_MAKES[purse >> LOW_BITS] != 0


def can_pay_any(pile: vec[i64], prices: i64) -> bool:
    """Whether a pile can pay exactly one of four prices, each in the currency of its byte, 0 for none."""
    low_lacks = _LOW_LACKS
    high_makes = _HIGH_MAKES
    currency: i64
    for currency in range(4):
        purse = pile[currency]
        price = prices & BYTE_MASK
        prices >>= BYTE
        missing = low_lacks[purse & LOW_MASK] >> (HIGHEST_SUM - price)
        if missing & high_makes[purse >> LOW_BITS] and price > 0:
            return True
    return False
