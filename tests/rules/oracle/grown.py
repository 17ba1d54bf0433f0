"""What do random cities look like? They grow by legal steps, as the oracle judges them.

A tile is likelier to go where it touches several others, so that cities get bays, walls inside and nearly closed
rings. Yards filled with camps (13.5) hardly ever come about by chance, so `yard` lays one out on purpose.
"""

from collections.abc import Iterator, Sequence
from random import Random

from .cities import placing_violated, touching, violated, with_tile, without
from .views import FOUNTAIN, City, Square, TileView, around

Step = tuple[str, TileView, Square]
"""What was done, `put`, `take` or `swap`, with which tile, on which square."""


def growth(rng: Random, pool: Sequence[TileView], steps: int, start: Sequence[Step] = ()) -> Iterator[Step]:
    """Random legal steps from the fountain, after the steps to start with."""
    city: dict[Square, TileView] = {(0, 0): FOUNTAIN}
    spare = list(pool)
    for step in start:
        carry_out(step, city, spare)
        yield step
    while steps > 0:
        chosen = random_step(rng, city, spare)
        if chosen is not None:
            steps -= 1
            carry_out(chosen, city, spare)
            yield chosen


def carry_out(step: Step, city: dict[Square, TileView], spare: list[TileView]) -> None:
    """Change the city, and the tiles not in it, by one step."""
    verb, tile, square = step
    if verb != "put":
        spare.append(city.pop(square))
    if verb != "take":
        spare.remove(tile)
        city[square] = tile


def random_step(rng: Random, city: City, spare: Sequence[TileView]) -> Step | None:
    """Mostly a tile put, now and then one taken out or exchanged; None if nothing was found."""
    verb = rng.choices(("put", "take", "swap"), (8, 1, 1))[0] if spare else "take"
    for _ in range(20):
        if verb == "put":
            tile = rng.choice(spare)
            squares = [square for square in frontier(city) if placing_violated(city, tile, square) is None]
            if squares:
                crowded = [4 ** touching(city, square) for square in squares]
                return verb, tile, rng.choices(squares, crowded)[0]
            continue
        square = rng.choice(list(city))
        tile = city[square] if verb == "take" else rng.choice(spare)
        after = without(city, square) if verb == "take" else with_tile(city, tile, square)
        if violated(after) is None:
            return verb, tile, square
    return None


def frontier(city: City) -> list[Square]:
    """The empty squares that share a side with the city."""
    return sorted({there for square in city for _, _, there in around(square)} - set(city))


def yard(rng: Random, pool: Sequence[TileView]) -> list[Step]:
    """Steps that end with a ring of tiles round a yard full of camps, whole or with a corner left out."""
    while True:
        plan = yard_plan(rng, pool)
        steps = legal_order(rng, plan) if plan else None
        if steps:
            return steps


def yard_plan(rng: Random, pool: Sequence[TileView]) -> dict[Square, TileView] | None:
    """Which tile lies where in such a city, if the pool has them; the fountain is a corner of the ring."""
    width, height = rng.choice([(2, 2), (2, 3), (3, 2)])
    flip_x, flip_y = rng.choice([1, -1]), rng.choice([1, -1])
    camps = {(flip_x * x, flip_y * y) for x in range(1, width + 1) for y in range(1, height + 1)}
    block = [(flip_x * x, flip_y * y) for x in range(width + 2) for y in range(height + 2)]
    far_x, far_y = flip_x * (width + 1), flip_y * (height + 1)
    missing = rng.choice([None, (far_x, 0), (0, far_y), (far_x, far_y)])
    ring = {square for square in block if square not in camps and square != missing}
    plan: dict[Square, TileView] = {(0, 0): FOUNTAIN}
    for square in block:
        if square in plan or square == missing:
            continue
        own, other = (camps, ring) if square in camps else (ring, camps)
        fitting = [
            tile
            for tile in pool
            if (tile.group == "camp") == (square in camps)
            and all(side not in tile.walls for side, _, there in around(square) if there in own)
            and all(side in tile.walls for side, _, there in around(square) if there in other)
            and tile not in plan.values()
        ]
        if not fitting:
            return None
        plan[square] = rng.choice(fitting)
    return plan


def legal_order(rng: Random, plan: dict[Square, TileView]) -> list[Step] | None:
    """An order in which the tiles of a plan can be put one by one; None if the tries lead nowhere."""
    city: dict[Square, TileView] = {(0, 0): FOUNTAIN}
    waiting = [(square, tile) for square, tile in plan.items() if square not in city]
    rng.shuffle(waiting)
    steps: list[Step] = []
    while waiting:
        legal = [one for one in waiting if placing_violated(city, one[1], one[0]) is None]
        if not legal:
            return None
        square, tile = legal[0]
        city[square] = tile
        waiting.remove(legal[0])
        steps.append(("put", tile, square))
    return steps
