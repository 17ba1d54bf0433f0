"""How long is the longest wall? By laying out the outline side by side and following it (9.4, 13.5)."""

from .views import City, Square, around

Side = tuple[Square, str]
Point = tuple[int, int]


def longest_wall(city: City) -> int:
    """The segments of the longest unbroken run of outer wall (9.4)."""
    runs = wall_runs(city)
    return max((len(run) for run in runs), default=0)


def wall_runs(city: City) -> list[set[Side]]:
    """All runs: the walled outline sides that hang together by following each other."""
    sides = outline(city)
    meeting = sides_by_end_point(sides)
    loose = {side for side in sides if side[1] in city[side[0]].walls}
    runs: list[set[Side]] = []
    while loose:
        start = loose.pop()
        run = {start}
        ends = [start]
        while ends:
            for follower in followers(ends.pop(), meeting):
                if follower in loose:
                    loose.discard(follower)
                    run.add(follower)
                    ends.append(follower)
        runs.append(run)
    return runs


def outline(city: City) -> list[Side]:
    """Every side between a tile and an empty square; a square with a camp is empty here (9.4, 13.5)."""
    houses = {square for square, tile in city.items() if tile.group != "camp"}
    return [(square, side) for square in houses for side, _, there in around(square) if there not in houses]


def end_points(side: Side) -> tuple[Point, Point]:
    """The two ends of a side; square (x, y) has its south-west corner at point (x, y)."""
    (x, y), letter = side
    if letter == "N":
        return (x, y + 1), (x + 1, y + 1)
    if letter == "E":
        return (x + 1, y), (x + 1, y + 1)
    if letter == "S":
        return (x, y), (x + 1, y)
    return (x, y), (x, y + 1)


def sides_by_end_point(sides: list[Side]) -> dict[Point, list[Side]]:
    """Which of the sides meet at each point."""
    meeting: dict[Point, list[Side]] = {}
    for side in sides:
        for point in end_points(side):
            meeting.setdefault(point, []).append(side)
    return meeting


def followers(side: Side, meeting: dict[Point, list[Side]]) -> list[Side]:
    """The two sides that follow this one: they share an end point with it, and its tile where four meet."""
    found = []
    for point in end_points(side):
        others = [other for other in meeting[point] if other != side]
        if len(others) == 3:
            others = [other for other in others if other[0] == side[0]]
        assert len(others) == 1, f"{side} is followed by {others} at {point}"
        found += others
    return found
