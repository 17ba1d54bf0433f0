"""What does a compact action hold? A verb and its parts, in one number.

    bits  0-5    verb
    bits  6-13   tile (or another thing with a name), bits 14-21 and 22-29 its square x + 128, y + 128;
                 for TILE_SIDE bits 14-15 hold the side; for CARD_LIST bits 6-29 hold four cards of six bits each, id + 1, ascending
    bits 30-32   a number from 1 on: the market slot, or what the verb counts
    bits 33-50   payment: a purse (money.py)
    bits 51-52   currency of that payment; for a single card (..._FOR) bits 33-38 hold its id
    bits 53-58   for a payment and a single card (NUMBER_PAID_FOR) the id of that card

Verbs come in blocks of eight, and so do steps (steps.py): a module owns whole blocks.
"""

from typing import Final

VERB_MASK: Final = 0x3F
TILE_SHIFT: Final = 6
X_SHIFT: Final = 14
Y_SHIFT: Final = 22
CARDS_SHIFT: Final = 6
CARDS_MASK: Final = 0xFFFFFF
CARD_BITS: Final = 6  # of each card in a list
CARD_MASK: Final = 0x3F
ORIGIN: Final = 128  # stands for column 0, and for row 0
ONE_UP_AND_RIGHT: Final = 1 << X_SHIFT | 1 << Y_SHIFT
NUMBER_SHIFT: Final = 30
NUMBER_MASK: Final = 7
PAYMENT_SHIFT: Final = 33
PURSE_MASK: Final = 0x3FFFF
CURRENCY_SHIFT: Final = 51
CURRENCY_MASK: Final = 3
FEE_SHIFT: Final = 53
SIDE_MASK: Final = 3
BLOCK_SHIFT: Final = 3
