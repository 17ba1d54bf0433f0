"""How much does each feature count in the heuristic? Greedy's weights, and those that won most games.

benchmarks/heuristic.py makes the second list. All weights are sixteenths: of a point, or as a share of something.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

# Positions in a list of weights.
NEXT: Final = 0  # points of a kind in the next scoring, and in the two after it
WALL: Final = 3  # a point of wall now, for each scoring to come, by scorings held
COIN: Final = 6  # money worth 1, by scorings held
BAG_COIN: Final = 9  # but no more than this for each tile in the bag
CARD: Final = 10  # a money card, whatever its value
EXTRA: Final = 11  # an extra action (3.2), by scorings held
NEAR: Final = 14  # share of its gain that a tile has while it cannot be paid exactly
READY: Final = 15  # share of its gain that a tile has when it can
KEPT: Final = 16  # share of its gain that a tile has in the reserve
COVERED: Final = 17  # cost of a wall that comes to lie inside, for each scoring to come
DENIED: Final = 18  # share of what a tile is worth to the next seat
SAME: Final = 19  # a card for each coin of its currency in the hand, up to MANY
MEDINA: Final = 20  # a medina, for each scoring to come
CAMP: Final = 21  # a camp on offer, for each scoring to come
BAZAAR: Final = 22  # a bazaar
WEIGHTS: Final = 23
SIXTEENTHS: Final = 4  # a product with a weight is shifted right this far
MANY: Final = 12

_GREEDY: Final = (8, 8, 8, 16, 16, 16, 9, 9, 9, 8, 6, 100, 100, 100, 4, 16, 5, 8, 0, 0, 48, 48, 128)
_TUNED: Final = (6, 6, -1, 13, 12, 16, 11, 14, 10, 5, 11, 336, 121, 124, 3, 14, 1, -5, 3, 2, 20, 16, 96)
GREEDY: Final = vec[i64](_GREEDY)
TUNED: Final = vec[i64](_TUNED)
