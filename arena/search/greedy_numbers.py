"""What is each thing worth to the greedy policy? The numbers of docs/greedy.md."""

from typing import Final

KIND_POINT: Final = 8  # half a point: the gain of a kind looks at two tiles
CITY_POINT: Final = 16  # a point for wall, camps, bazaars or falcons
COIN: Final = 9  # money worth 1,
TILES_PER_COIN: Final = 2  # but no more than one for each two tiles in the bag
CARD: Final = 6  # a money card, whatever its value
EXTRA: Final = 100  # an extra action (3.2)
INEXACT: Final = 4  # a tile that cannot be paid exactly yet has a quarter of its gain
GUARD: Final = 24  # a guard
GUARD_POINT: Final = 16  # a point that is paid instead of it

SCORINGS: Final = 3
COUNTED: Final = 7  # kinds that are counted: the six of buildings, and medinas
