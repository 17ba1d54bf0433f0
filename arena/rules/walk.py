"""Which tiles may leave a city? Those on which no other depends (rules 6.2, 8.3, 8.5, 13.2)."""

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64, u8

if TYPE_CHECKING:
    from arena.rules.city import City

NEEDED: Final = 128  # above every time of a walk, since no city has so many tiles
NO_PARENT: Final = -1


def loose_cells(city: "City") -> vec[i64]:
    """The cells whose tile can go, ascending; never the fountain's (6.4)."""
    walk = _Walk(city)
    fountain = city.index(0, 0)
    walk.visit(fountain, NO_PARENT)
    found: i64 = 0
    loose = city.spots[:]
    for spot in city.spots:
        if spot != fountain and walk.seen[spot] < NEEDED and not city.opens_hole(spot):
            if not city.camps or not city.holds_up_camp(spot):
                loose[found] = spot
                found += 1
    return loose[:found]


class _Walk:
    """A walk on foot from the fountain (8.3)."""

    def __init__(self, city: "City") -> None:
        one: i64 = 1
        self.city = city
        # By cell: when it was first reached, and NEEDED if a tile beyond it is reached only through it.
        self.seen: vec[u8] = vec[u8]([0] * (one << (2 * city.span)))
        self.clock: i64 = 0

    def visit(self, index: i64, parent: i64) -> i64:
        """Walk on from a cell; returns the earliest cell that can be reached from here or beyond, by its time."""
        self.clock += 1
        now = self.clock
        seen = self.seen
        seen[index] = u8(now)
        earliest = now
        doors = (self.city.cells[index] >> 20) & 15
        for side in range(4):
            if (doors >> side) & 1:
                beside = self.city.neighbour(index, side)
                time = i64(seen[beside] & (NEEDED - 1))
                if time == 0:
                    time = self.visit(beside, index)
                    if time >= now:
                        seen[index] |= NEEDED
                if beside != parent and time < earliest:
                    earliest = time
        return earliest
