"""Where in the deck are the scoring cards? (rule 2.6)"""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from arena.rules.chance import Rng

PILES: Final = 5
SCORING_CARD_1: Final = 36  # the ids of the scoring cards follow those of the money


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
            deck = append(deck, SCORING_CARD_1)
        if i == second:
            deck = append(deck, SCORING_CARD_1 + 1)
        deck = append(deck, card)
    return deck
