"""Do the engine and the oracle agree on which tiles fit where, and on the longest wall, in cities grown at random?"""

from collections.abc import Iterable, Sequence
from random import Random

import pytest

from arena.rules.city import NO_SQUARE, City, new_city
from arena.rules.components import BOOK, TILES, Tile, tile_named
from arena.rules.wall import longest_wall as engine_wall
from tests.conftest import share

from .cities import placing_violated, squares_near, violated, with_tile, without
from .grown import Step, carry_out, growth, yard
from .views import FOUNTAIN, Square, TileView
from .walls import longest_wall

BUILDINGS = [tile for tile in TILES if tile.group in ("building", "medina", "bazaar")]
CAMPS = [tile for tile in TILES if tile.group == "camp"]


class Twin:
    """One city kept twice, as the engine has it and as a plain dictionary."""

    def __init__(self, pool: Sequence[Tile]) -> None:
        self.engine: City = new_city()
        self.plain: dict[Square, TileView] = {(0, 0): FOUNTAIN}
        self.pool = pool
        self.spare: list[TileView] = list(pool)

    def carry_out(self, step: Step) -> None:
        """The same step in both."""
        verb, tile, (x, y) = step
        carry_out(step, self.plain, self.spare)
        if verb == "put":
            self.engine.put(BOOK, tile_named(tile.name).id, x, y)
        elif verb == "take":
            self.engine.take(BOOK, self.engine.index(x, y))
        else:
            self.engine.swap(BOOK, tile_named(tile.name).id, self.engine.index(x, y))

    def engine_fits(self, tile: TileView, square: Square) -> bool:
        """Whether the engine lets the tile be laid here."""
        index, known = self.engine.index(*square), tile_named(tile.name).id
        return index != NO_SQUARE and bool(self.engine.fits(index, BOOK.marks[known], BOOK.join[known]))

    def engine_fits_instead(self, tile: TileView, square: Square) -> bool:
        """Whether the engine lets the tile take the place of the one that lies here."""
        index, known = self.engine.index(*square), tile_named(tile.name).id
        return square != (0, 0) and bool(self.engine.fits_instead(index, BOOK.marks[known], BOOK.join[known]))


def compare(twin: Twin, rng: Random) -> None:
    """One random tile on every square near and in some places, every tile taken out, and the wall."""
    tile = rng.choice(twin.pool)
    names = {square: tile.name for square, tile in twin.plain.items()}
    for square in squares_near(twin.plain):
        legal = placing_violated(twin.plain, tile, square)
        assert twin.engine_fits(tile, square) == (legal is None), (
            f"{tile.name} at {square}: {legal} in {names}"
        )
    for square in rng.sample(sorted(twin.plain), min(4, len(twin.plain))):
        clause = violated(with_tile(twin.plain, tile, square))
        assert twin.engine_fits_instead(tile, square) == (clause is None), (
            f"{tile.name} for {square}: {clause} in {names}"
        )
    removable = {(twin.engine.x_of(index), twin.engine.y_of(index)) for index in twin.engine.removable()}
    expected = {square for square in twin.plain if violated(without(twin.plain, square)) is None}
    assert removable == expected, names
    assert engine_wall(twin.engine) == longest_wall(twin.plain), names


def compare_along(rng: Random, pool: Sequence[Tile], steps: Iterable[Step]) -> None:
    """Compare engine and oracle after each of these steps."""
    twin = Twin(pool)
    for step in steps:
        twin.carry_out(step)
        compare(twin, rng)


@pytest.mark.parametrize("seed", range(share(40)))
def test_8_and_9_4_cities_of_buildings(seed: int) -> None:
    """8.2 to 8.6, 6.2 to 6.4, 9.4: 40 steps without camps, each position compared."""
    rng = Random(f"buildings {seed}")
    compare_along(rng, BUILDINGS, growth(rng, BUILDINGS, 40))


@pytest.mark.parametrize("seed", range(share(40)))
def test_13_cities_with_camps(seed: int) -> None:
    """13.2, 13.3, 13.5: 40 steps with camps, each position compared."""
    rng = Random(f"camps {seed}")
    few = CAMPS + rng.sample(BUILDINGS, 40)
    compare_along(rng, few, growth(rng, few, 40))


@pytest.mark.parametrize("seed", range(share(40)))
def test_13_5_cities_with_a_yard(seed: int) -> None:
    """13.5, 9.4: a yard full of camps, often with a corner where four outline sides meet, then random steps."""
    rng = Random(f"yard {seed}")
    pool = CAMPS + BUILDINGS
    compare_along(rng, pool, growth(rng, pool, 20, start=yard(rng, pool)))
