"""What does each row of a scoring pay? By sorting and counting, one seat after the other."""

from collections.abc import Collection, Sequence

from .views import KINDS, City, ObservationView, Square, TileView, city_of, falcons_of, next_square
from .walls import longest_wall

PAID: dict[str, dict[int, tuple[int, ...]]] = {
    "pavilion": {1: (1,), 2: (8, 1), 3: (16, 8, 1)},
    "seraglio": {1: (2,), 2: (9, 2), 3: (17, 9, 2)},
    "arcades": {1: (3,), 2: (10, 3), 3: (18, 10, 3)},
    "chambers": {1: (4,), 2: (11, 4), 3: (19, 11, 4)},
    "garden": {1: (5,), 2: (12, 5), 3: (20, 12, 5)},
    "tower": {1: (6,), 2: (13, 6), 3: (21, 13, 6)},
}
MEDINA_LOSSES = {1: (3,), 2: (6, 3), 3: (9, 6, 3)}
FALCON_POINTS = (0, 2, 6, 12, 20, 30)


def scoring_rows(
    obs: ObservationView, scoring: int, modules: Collection[str], dirk: Sequence[TileView] | None
) -> dict[str, tuple[int, ...]]:
    """The rows of this scoring for the cities as they lie, and for Dirk, last, with the tiles given here."""
    cities = [city_of(seat.city) for seat in obs.seats]
    owned = [list(city.values()) for city in cities]
    nothing: tuple[int, ...] = ()
    if dirk is not None:
        owned.append(list(dirk))
        nothing = (0,)
    rows: dict[str, tuple[int, ...]] = {"wall": tuple(longest_wall(city) for city in cities) + nothing}
    for kind in KINDS:
        counts = [len([tile for tile in tiles if tile.kind == kind]) for tiles in owned]
        rows[kind] = majority_points(kind, scoring, counts)
    if "camps" in modules:
        rows["camps"] = tuple(camp_points(city) for city in cities) + nothing
    if "bazaars" in modules:
        rows["bazaars"] = tuple(bazaar_points(city) if scoring == 3 else 0 for city in cities) + nothing
    if "falconers" in modules:
        names = [[name for name, _ in falcons_of(obs, seat)] for seat in range(len(cities))]
        rows["falconers"] = tuple(falcon_points(seat) for seat in names) + nothing
    if "medina" in modules:
        prices = [[tile.price for tile in tiles if tile.group == "medina"] for tiles in owned]
        rows["medina"] = medina_points(scoring, prices)
    return rows


def majority_points(kind: str, scoring: int, counts: Sequence[int]) -> tuple[int, ...]:
    """The points for one kind (9.5, 9.6): sort, find the ranks of each count, share what they pay."""
    paid = PAID[kind][scoring]
    ranking = sorted(counts, reverse=True)
    points = []
    for count in counts:
        ranks = [rank for rank, other in enumerate(ranking) if other == count]
        total = sum(paid[rank] for rank in ranks if rank < len(paid))
        points.append(total // len(ranks) if count > 0 else 0)
    return tuple(points)


def medina_points(scoring: int, prices: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """The losses for the fewest medinas (16.2 to 16.5), from the prices of those that each holds."""
    losses = MEDINA_LOSSES[scoring]
    points = [0] * len(prices)
    some = sorted(
        (seat for seat in range(len(prices)) if prices[seat]),
        key=lambda seat: (len(prices[seat]), max(prices[seat])),
    )
    none = [seat for seat in range(len(prices)) if not prices[seat]]
    for seat, loss in zip(some, losses_of_the_others(losses, len(none)), strict=False):
        points[seat] -= loss
    for seat in none:
        points[seat] -= loss_of_one_without(losses, len(none)) + scoring
    return tuple(points)


def losses_of_the_others(losses: tuple[int, ...], without: int) -> tuple[int, ...]:
    """The losses left for those with medinas, fewest first, when so many have none (16.4)."""
    if without == 0:
        return losses
    if without == 1:
        return losses[1:]
    return losses[2:] if without == 2 else ()


def loss_of_one_without(losses: tuple[int, ...], without: int) -> int:
    """The share of each of those with no medina, rounded up (16.4)."""
    if without == 1:
        return losses[0]
    shared = losses[:2] if without == 2 else losses
    return -(-sum(shared) // without)


def camp_points(city: City) -> int:
    """One point for each tile, camps apart, in the unbroken line before each arrow (13.4)."""
    points = 0
    for square, camp in city.items():
        if camp.group != "camp":
            continue
        for arrow in camp.walls:
            there = next_square(square, arrow)
            while there in city and city[there].group != "camp":
                points += 1
                there = next_square(there, arrow)
    return points


def bazaar_points(city: City) -> int:
    """Matching buildings times matching kinds on the eight squares round each bazaar (14.4)."""
    points = 0
    for square, bazaar in city.items():
        if bazaar.group == "bazaar":
            around = [city[there].kind for there in eight_around(square) if there in city]
            matching = [kind for kind in around if kind in bazaar.kinds]
            points += len(matching) * len(set(matching))
    return points


def eight_around(square: Square) -> list[Square]:
    """The squares that touch this one by a side or a corner."""
    x, y = square
    return [(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]


def falcon_points(names: Sequence[str]) -> int:
    """2, 6, 12, 20 or 30 points for the falcons of each colour (15.5)."""
    colours = [name.split("-")[1] for name in names]
    return sum(FALCON_POINTS[colours.count(colour)] for colour in set(colours))
