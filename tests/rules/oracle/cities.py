"""Is a whole city legal? By brute force: look at every side, walk, flood."""

from collections.abc import Callable

from .views import City, Square, TileView, around


def violated(city: City) -> str | None:
    """The first clause that this whole city breaks, or None."""
    for clause, broken in CLAUSES:
        if broken(city):
            return clause
    return None


def violations(city: City) -> set[str]:
    """Every clause that this whole city breaks; without the fountain no other is looked at."""
    return {"6.4"} if fountain_moved(city) else {clause for clause, broken in CLAUSES if broken(city)}


def with_tile(city: City, tile: TileView, square: Square) -> dict[Square, TileView]:
    """The city after this tile has been put on this square, whatever lay there."""
    return {**city, square: tile}


def without(city: City, square: Square) -> dict[Square, TileView]:
    """The city after the tile on this square has been taken out."""
    return {where: tile for where, tile in city.items() if where != square}


def placing_violated(city: City, tile: TileView, square: Square) -> str | None:
    """A clause broken by placing this tile here (7.1, 6.1), or None."""
    if square in city:
        return "8.6"
    if touching(city, square) == 0:
        return "8.4"
    return violated(with_tile(city, tile, square))


def placing_violations(city: City, tile: TileView, square: Square) -> set[str]:
    """Every clause broken by placing this tile here."""
    return {"8.6"} if square in city else violations(with_tile(city, tile, square))


def squares_near(city: City, margin: int = 2) -> list[Square]:
    """All squares of the smallest rectangle round the city, and of a margin about it."""
    xs = [x for x, _ in city]
    ys = [y for _, y in city]
    return [
        (x, y)
        for y in range(min(ys) - margin, max(ys) + margin + 1)
        for x in range(min(xs) - margin, max(xs) + margin + 1)
    ]


def fountain_moved(city: City) -> bool:
    """6.4: the start tile is not where it was laid."""
    return (0, 0) not in city or city[0, 0].group != "fountain"


def sides_differ(city: City) -> bool:
    """8.2: a walled side touches an open one, camps left out."""
    for square, tile in city.items():
        for side, facing, there in around(square):
            if there not in city or tile.group == "camp" or city[there].group == "camp":
                continue
            if (side in tile.walls) != (facing in city[there].walls):
                return True
    return False


def not_on_foot(city: City) -> bool:
    """8.3: some tile that is no camp cannot be reached from the fountain across open sides."""
    reached = {square for square, tile in city.items() if tile.group == "fountain"}
    walkers = list(reached)
    while walkers:
        square = walkers.pop()
        for side, facing, there in around(square):
            if there not in city or there in reached or city[there].group == "camp":
                continue
            if side not in city[square].walls and facing not in city[there].walls:
                reached.add(there)
                walkers.append(there)
    return any(tile.group != "camp" and square not in reached for square, tile in city.items())


def standing_alone(city: City) -> bool:
    """8.4: some tile shares no side with another."""
    return any(touching(city, square) == 0 for square in city if square != (0, 0))


def touching(city: City, square: Square) -> int:
    """How many tiles share a side with this square."""
    return len([there for _, _, there in around(square) if there in city])


def has_hole(city: City) -> bool:
    """8.5: the flood from outside does not reach every empty square."""
    land = [square for square in squares_near(city, margin=1) if square not in city]
    dry = set(land[1:])
    flood = land[:1]
    while flood:
        for _, _, there in around(flood.pop()):
            if there in dry:
                dry.remove(there)
                flood.append(there)
    return len(dry) > 0


def camp_misplaced(city: City) -> bool:
    """13.2: some camp breaks the rule for camps."""
    return any(tile.group == "camp" and not camp_fits(city, square) for square, tile in city.items())


def camp_fits(city: City, square: Square) -> bool:
    """13.2 for one camp: bastion to wall, plain side to plain side, and at least one bastion on a wall."""
    joined = False
    for side, facing, there in around(square):
        if there not in city:
            continue
        bastion = side in city[square].walls
        met = facing in city[there].walls
        if city[there].group == "camp":
            if bastion or met:
                return False
        elif bastion and met:
            joined = True
        else:
            return False
    return joined


CLAUSES: tuple[tuple[str, Callable[[City], bool]], ...] = (
    ("6.4", fountain_moved),
    ("8.2", sides_differ),
    ("13.2", camp_misplaced),
    ("8.3", not_on_foot),
    ("8.4", standing_alone),
    ("8.5", has_hole),
)
