"""How long is the longest outer wall? (rules 9.4, 13.5)

The outline is walked clockwise round the city, side by side. A side is a cell times four plus its number (cells.py).
Squares taken by camps count as empty.
"""

from typing import Final

from librt.vecs import append, extend, vec
from mypy_extensions import i64

from arena.rules.bits import bit
from arena.rules.cells import (
    ALL_SIDES,
    OPEN_ASKED_SHIFT,
    PLAIN_ASKED_SHIFT,
    SIDE_BITS,
    SIDE_MASK,
    WALL_ASKED_SHIFT,
    has_wall,
    is_on_foot,
    join_of,
    laid,
    walls_of,
)
from arena.rules.city import City
from arena.rules.components import ON_FOOT
from arena.rules.values import contains

CLOCKWISE: Final = 1
BACK: Final = 3  # as a number of quarters of a turn


def longest_wall(city: City) -> i64:
    """Segments of the longest unbroken run of outer wall (9.4)."""
    if city.wall < 0:
        if city.wall_before >= 0:
            # The newest tile covered no wall, and two others cannot meet at its corner: the square between them would have been
            # cut off from its own (8.5).
            city.wall = max(city.wall_before, _run_of(city, city.newest))
        else:
            city.wall = _longest_run(city)
    return city.wall


def run_with(city: City, index: i64, marks: i64) -> i64:
    """The longest run that a tile on foot with these walls would be part of on an empty cell; 0 if it is in none."""
    cells = city.cells
    empty = cells[index]
    cells[index] = empty | laid(0, marks, ON_FOOT)
    run = _run_of(city, index)
    cells[index] = empty
    return run


def sides_built(cell: i64) -> i64:
    """The sides of a cell across which there is a tile on foot, as bits: by what it asks (squares.py), which camps do otherwise."""
    wall = cell >> WALL_ASKED_SHIFT
    return ((wall & ~(cell >> PLAIN_ASKED_SHIFT)) | ((cell >> OPEN_ASKED_SHIFT) & ~wall)) & ALL_SIDES


def walls_beyond(cells: vec[i64], span: i64, side: i64, turn: i64) -> i64:
    """How many walls follow the side of a tile that is none; -1 if they lead back to this tile."""
    index = side >> SIDE_BITS
    length: i64 = 0
    side = _next(cells, span, side, turn)
    while has_wall(cells[side >> SIDE_BITS], side & SIDE_MASK):
        length += 1
        side = _next(cells, span, side, turn)
    if side >> SIDE_BITS == index:
        return -1
    return length


def runs(city: City) -> list[vec[i64]]:
    """Every run of outer wall as its sides (9.4)."""
    walls = _outer_walls(city)
    found: list[vec[i64]] = []
    walked = vec[i64]()
    for start in walls:
        if not _is_wall(city, _next(city.cells, city.span, start, BACK)):
            run = _sides_from(city, start)
            found.append(run)
            walked = extend(walked, run)
    for start in walls:  # what is left are loops walled all round
        if not contains(walked, start):
            run = _sides_from(city, start)
            found.append(run)
            walked = extend(walked, run)
    return found


def longest_run(city: City) -> vec[i64]:
    """The sides of the longest run of outer wall, in order; of equal ones the first (9.4)."""
    best = vec[i64]()
    for run in runs(city):
        if len(run) > len(best):
            best = run
    return best


def _sides_from(city: City, start: i64) -> vec[i64]:
    sides = vec[i64]([start])
    side = _next(city.cells, city.span, start, CLOCKWISE)
    while side != start and _is_wall(city, side):
        sides = append(sides, side)
        side = _next(city.cells, city.span, side, CLOCKWISE)
    return sides


def _longest_run(city: City) -> i64:
    cells = city.cells
    span = city.span
    best: i64 = 0
    walls: i64 = 0
    counted: i64 = 0
    for spot in city.spots:
        outer = _outer_sides(cells[spot])
        side: i64 = 0
        while outer >> side:
            if (outer >> side) & 1:
                walls += 1
                start = spot * 4 + side
                if not _is_wall(city, _next(cells, span, start, BACK)):
                    length = 1 + _walls_on(cells, span, start, CLOCKWISE)
                    counted += length
                    if length > best:
                        best = length
            side += 1
    if counted < walls:
        best = max(best, _longest_loop(city, _outer_walls(city)))
    return best


def _outer_walls(city: City) -> vec[i64]:
    walls = vec[i64]()
    for spot in city.spots:
        outer = _outer_sides(city.cells[spot])
        side: i64
        for side in range(4):
            if (outer >> side) & 1:
                walls = append(walls, spot * 4 + side)
    return walls


def _outer_sides(cell: i64) -> i64:
    """The walls of a tile beyond which nothing is built, as bits."""
    if join_of(cell) != ON_FOOT:
        return 0
    return walls_of(cell) & ~sides_built(cell)


def _run_of(city: City, index: i64) -> i64:
    """The longest run that a tile is part of."""
    outer = _outer_sides(city.cells[index])
    best: i64 = 0
    side: i64
    for side in range(4):
        # Walls of the same tile that follow each other are in one run, and the first of them stands for all.
        if (outer >> side) & 1 and (outer == ALL_SIDES or not (outer >> ((side + 3) & 3)) & 1):
            best = max(best, _run_through(city, index * 4 + side))
    return best


def _run_through(city: City, wall: i64) -> i64:
    """The length of the run that a wall belongs to."""
    after = _walls_on(city.cells, city.span, wall, CLOCKWISE)
    if after < 0:
        return -after
    return 1 + after + _walls_on(city.cells, city.span, wall, BACK)


def _walls_on(cells: vec[i64], span: i64, wall: i64, turn: i64) -> i64:
    """How many walls follow a wall; minus the length of the loop if they lead back to it."""
    length: i64 = 0
    side = _next(cells, span, wall, turn)
    while has_wall(cells[side >> SIDE_BITS], side & SIDE_MASK):
        length += 1
        if side == wall:
            return -length
        side = _next(cells, span, side, turn)
    return length


def _longest_loop(city: City, walls: vec[i64]) -> i64:
    """The longest loop that is walled all round."""
    best: i64 = 0
    walked = vec[i64]()
    for start in walls:
        if contains(walked, start):
            continue
        side = start
        length: i64 = 0
        while _is_wall(city, side) and (length == 0 or side != start):
            walked = append(walked, side)
            length += 1
            side = _next(city.cells, city.span, side, CLOCKWISE)
        if side == start and length > best:
            best = length
    return best


def _is_wall(city: City, side: i64) -> bool:
    return has_wall(city.cells[side >> SIDE_BITS], side & SIDE_MASK)


def _next(cells: vec[i64], span: i64, side: i64, turn: i64) -> i64:
    """The side that follows clockwise, or the other way round; where four meet, the one of the same tile."""
    one: i64 = 1
    width = bit(span)
    index = side >> SIDE_BITS
    face = side & SIDE_MASK
    turned = (face + turn) & 3
    step = width if turned & 1 == 0 else one
    ahead = index - step if turned & 2 else index + step
    if not is_on_foot(cells[ahead]):
        return index * 4 + turned
    step = width if face & 1 == 0 else one
    across = ahead - step if face & 2 else ahead + step
    if not is_on_foot(cells[across]):
        return ahead * 4 + face
    return across * 4 + ((face - turn) & 3)
