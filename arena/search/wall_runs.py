"""Which runs of wall would a tile join, on a given square or on its best one? (rule 9.4)

What a run goes on with beyond an empty square does not depend on the tile that is laid there, but for the rare case that it leads back to
this tile. So it is walked once for each square, and every tile that is looked at adds its own walls in between.
"""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from arena.rules.engine import (
    ADDED,
    ASKS_SHIFT,
    BACK,
    BYTE,
    CLOCKWISE,
    ON_FOOT,
    City,
    byte_at,
    denied_asks,
    laid,
    run_with,
    sides_built,
    walls_beyond,
)

LEADS_BACK: Final = -1
STAMP_SHIFT: Final = 32  # above what is known stands how often the city had changed then
LOW: Final = (1 << STAMP_SHIFT) - 1
# A chain of walls: two bits for its first side, two for its last, three for its length.
CHAIN_BITS: Final = 7
LAST_SHIFT: Final = 2
LENGTH_SHIFT: Final = 4
SIDE_MASK: Final = 3
LENGTH_MASK: Final = 7
SPARE: Final = 24  # for the sites of a city that grows


def _chain_table() -> vec[i64]:
    """For the outer walls of a tile: its one or two chains of walls that follow each other.

    All four can never be outer walls: on one side at least the tile joins the city.
    """
    table = vec[i64]()
    for outer in range(16):
        chains = 0
        for first in range(4):
            if outer >> first & 1 and not outer >> (first + 3) % 4 & 1:
                length = 1
                while length < 4 and outer >> (first + length) % 4 & 1:
                    length += 1
                last = (first + length - 1) % 4
                chains = chains << CHAIN_BITS | length << LENGTH_SHIFT | last << LAST_SHIFT | first
        table = append(table, chains)
    return table


_CHAINS: Final = _chain_table()


def best_run(city: City, marks: i64) -> i64:
    """The longest run that a tile on foot with these walls could be part of; -1 if it fits nowhere."""
    if len(city.runs) == 0:
        city.runs = vec[i64]([0] * 16)
    best = city.runs[marks]
    if best >> STAMP_SHIFT == city.changes:
        return (best & LOW) - 1
    best = -1
    sites = city.surveyed_sites()
    items = sites.items
    denied = denied_asks(marks) << ASKS_SHIFT
    i: i64
    for i in range(sites.count):
        if items[i] & denied == 0:
            run = _run_on(city, i, city.index_of(items[i]), marks)
            if run > best:
                best = run
    city.runs[marks] = (city.changes << STAMP_SHIFT) + best + 1
    return best


def run_at(city: City, index: i64, marks: i64) -> i64:
    """The longest run that a tile on foot with these walls would be part of on an empty cell where it fits; 0 if it is in none."""
    if marks == 0:
        return 0
    sites = city.surveyed_sites()
    items = sites.items
    square = city.square_code(index)
    first: i64 = 0
    last = sites.count - 1
    while first < last:
        middle = (first + last) >> 1
        if items[middle] & ADDED < square:
            first = middle + 1
        else:
            last = middle
    return _run_on(city, first, index, marks)


def _run_on(city: City, site: i64, index: i64, marks: i64) -> i64:
    """The same for a site of the city, which has this cell."""
    if marks == 0:
        return 0
    if len(city.beyond) <= 2 * site + 1:
        city.beyond = vec[i64]([0] * (2 * city.sites.count + SPARE))
    after = city.beyond[2 * site]
    if after >> STAMP_SHIFT != city.changes:
        after = _walk(city, site, index)
    before = city.beyond[2 * site + 1]
    if before == LEADS_BACK:
        return run_with(city, index, marks)
    chains = _CHAINS[marks & ~sides_built(city.cells[index])]
    best: i64 = 0
    while chains:
        run = (chains >> LENGTH_SHIFT) & LENGTH_MASK
        run += byte_at(before, chains & SIDE_MASK)
        run += byte_at(after, (chains >> LAST_SHIFT) & SIDE_MASK)
        if run > best:
            best = run
        chains >>= CHAIN_BITS
    return best


def _walk(city: City, site: i64, index: i64) -> i64:
    """Note how many walls follow each free side of an empty cell after which a tile stands, clockwise and the other way round.

    Returns those clockwise. A byte for each side: a city of 100 tiles that hang together has no more than 202 sides.
    """
    cells = city.cells
    span = city.span
    empty = cells[index]
    built = sides_built(empty)
    after: i64 = 0
    before: i64 = 0
    cells[index] = empty | laid(0, 0, ON_FOOT)
    side: i64
    for side in range(4):
        if not (built >> side) & 1:
            if (built >> ((side + 1) & 3)) & 1:
                walls = walls_beyond(cells, span, index * 4 + side, CLOCKWISE)
                if walls < 0:
                    before = LEADS_BACK
                    break
                after |= walls << (BYTE * side)
            if (built >> ((side + 3) & 3)) & 1:
                before |= walls_beyond(cells, span, index * 4 + side, BACK) << (BYTE * side)
    cells[index] = empty
    after |= city.changes << STAMP_SHIFT
    city.beyond[2 * site] = after
    city.beyond[2 * site + 1] = before
    return after
