"""How many tiles of a group has each? Those in the cities, and Dirk's."""

from arena.rules import Observation


def held(seen: Observation, group: str, dirk: bool) -> list[float]:
    """By seat, then Dirk's in a game of two: his own if they count, else none."""
    counts: list[float] = [sum(placed.tile.group == group for placed in seat.city) for seat in seen.seats]
    if seen.dirk is not None:
        counts.append(sum(tile.group == group for tile in seen.dirk) if dirk else 0)
    return counts
