"""Is docs/greedy.md enough to write greedy from? The policy once more, from that page alone, with names and plain sets."""

from itertools import combinations

from arena.rules import CURRENCIES, KINDS, TILES, Action, Observation, Tile
from tests.rules.views import by_name

SIDES = "NESW"
STEPS = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}
Square = tuple[int, int]
City = dict[Square, Tile]
TILE = {tile.name: tile for tile in TILES}
PALACE_VERBS = {
    *("scout", "choose", "teller", "exchanger", "architect", "mason", "paver", "captain"),
    *("pay", "end", "post", "wall"),
}


def turned(side: str, by: int) -> str:
    return SIDES[(SIDES.index(side) + by) % 4]


def beside(square: Square, side: str) -> Square:
    return square[0] + STEPS[side][0], square[1] + STEPS[side][1]


def solid(city: City, square: Square) -> bool:
    return square in city and city[square].group != "camp"


def neighbour_side(city: City, square: Square, side: str, by: int) -> tuple[Square, str]:
    """The outline side after (by = 1) or before (by = -1) another one."""
    a = beside(square, turned(side, by))
    b = beside(a, side)
    if not solid(city, a):
        return square, turned(side, by)
    return (b, turned(side, -by)) if solid(city, b) else (a, side)


def wall(city: City) -> int:
    longest = 0
    for square, tile in city.items():
        for side in tile.walls:
            if solid(city, square) and not solid(city, beside(square, side)):
                at, face = neighbour_side(city, square, side, -1)
                if face in city[at].walls:
                    continue
                length, at, face = 0, square, side
                while face in city[at].walls:
                    length += 1
                    at, face = neighbour_side(city, at, face, 1)
                longest = max(longest, length)
    return longest


def camps(city: City) -> int:
    points = 0
    for square, tile in city.items():
        for side in tile.walls if tile.group == "camp" else "":
            at = beside(square, side)
            while solid(city, at):
                points += 1
                at = beside(at, side)
    return points


def bazaars(city: City) -> int:
    points = 0
    for (x, y), tile in city.items():
        around = [city[x + i, y + j].kind for i in (-1, 0, 1) for j in (-1, 0, 1) if (x + i, y + j) in city]
        found = [kind for kind in around if kind in tile.kinds]
        points += len(found) * len(set(found))
    return points


def seems_to_fit(city: City, square: Square, tile: Tile) -> bool:
    joins = False
    for side in SIDES:
        other = city.get(beside(square, side))
        if other is None:
            continue
        mine, theirs = side in tile.walls, turned(side, 2) in other.walls
        number = [tile.group, other.group].count("camp")
        if mine != theirs or (number == 1 and not mine) or (number == 2 and mine):
            return False
        joins = joins or (number == 0 and not mine) or (number == 1 and tile.group == "camp")
    return joins


def kind_of(tile: Tile) -> int | None:
    if tile.group == "medina":
        return 6
    return KINDS.index(tile.kind) if tile.kind else None


class Page:
    """One decision."""

    def __init__(self, observation: Observation) -> None:
        assert observation.viewer is not None
        self.seen = observation
        self.seat = observation.viewer
        self.palace = by_name(observation) if observation.palace is not None else None
        own = observation.seats[self.seat]
        self.city: City = {(placed.x, placed.y): self.dressed(placed.tile) for placed in own.city}
        self.market = [None if tile is None else self.dressed(tile) for tile in observation.market]
        assert own.hand is not None
        self.hand = [(card.currency, card.value) for card in own.hand]
        self.held = len(observation.scorings)
        self.coin = min(9, observation.bag_size // 2)
        self.tiles = [[self.dressed(placed.tile) for placed in seat.city] for seat in observation.seats]
        if observation.dirk is not None:
            self.tiles.append([self.dressed(tile) for tile in observation.dirk])

    def dressed(self, tile: Tile) -> Tile:
        """A tile with its piece and its wall pieces; the same object for the same tile."""
        if self.palace is None:
            return tile
        kind = self.palace["pieces"].get(tile.name, "")
        walls = tile.walls + "".join(side for name, side in self.palace["wall_pieces"] if name == tile.name)
        return Tile(
            tile.id,
            tile.group,
            tile.name,
            tile.price,
            walls,
            tile.join,
            kind,
            tile.currency,
            tile.kinds,
            tile.towers,
        )

    def count(self, seat: int, kind: int) -> int:
        return sum(kind_of(tile) == kind for tile in self.tiles[seat])

    def standing(self, seat: int, kind: int, number: int) -> int:
        """Tiles in halves."""
        halves = {} if self.palace is None else self.palace["half_buildings"]
        return 2 * number + (kind < 6 and halves.get(KINDS[kind]) == seat)

    def row(self, scoring: int, kind: int) -> int:
        if self.palace is None or not self.palace["strips"]:
            return kind
        return int(self.palace["strips"][scoring - 1].index(KINDS[kind]))

    def points(self, kind: int, number: int, half: int = 0) -> int:
        others = [
            self.standing(seat, kind, self.count(seat, kind))
            for seat in range(len(self.tiles))
            if seat != self.seat
        ]
        number = self.standing(self.seat, kind, number) + half
        total = 0
        for scoring in range(self.held + 1, 4):
            if kind == 6:
                fewer = sum(other < number for other in others)
                total -= 3 * max(scoring - fewer, 0) + (scoring if number == 0 else 0)
            elif number > 0:
                above = sum(other > number for other in others)
                tied = 1 + others.count(number)
                ranks = range(above, min(above + tied, scoring))
                total += (
                    sum(
                        self.row(scoring, kind) + (1 if p == scoring - 1 else 8 * (scoring - 1 - p))
                        for p in ranks
                    )
                    // tied
                )
        return total

    def kind_gain(self, tile: Tile, less: int) -> int:
        kind = kind_of(tile)
        if kind is None:
            return 0
        own = self.count(self.seat, kind) - less
        return 8 * (self.points(kind, own + 1) - self.points(kind, max(own - 1, 0)))

    def city_value(self, city: City) -> int:
        return 16 * ((wall(city) + camps(city)) * (3 - self.held) + bazaars(city))

    def change(self, city: City) -> int:
        return self.city_value(city) - self.city_value(self.city)

    def gain(self, tile: Tile) -> int:
        frontier = {beside(square, side) for square in self.city for side in SIDES} - self.city.keys()
        sites = [square for square in frontier if seems_to_fit(self.city, square, tile)]
        kind_gain = self.kind_gain(tile, 0)
        return max([0] + [kind_gain + self.change(self.city | {square: tile}) for square in sites])

    def ready(self, hand: list[tuple[str, int]]) -> int:
        value = 0
        for currency, tile in zip(CURRENCIES, self.market, strict=True):
            if tile is not None:
                cards = [worth for card, worth in hand if card == currency]
                # A price is 13 at most, so no exact payment has more cards than 13.
                exact = any(
                    sum(some) == tile.price
                    for size in range(1, min(len(cards), 13) + 1)
                    for some in combinations(cards, size)
                )
                gain = self.gain(tile)
                value += gain if exact else gain * min(sum(cards), tile.price) // (4 * tile.price)
        return value

    def value(self, action: Action) -> int:
        cards = [(name.split("-")[0], int(name.split("-")[1])) for name in action.cards]
        paid = sum(worth for _, worth in cards)
        money = 6 * len(cards) + self.coin * paid
        verb = action.verb
        if (verb == "buy" and action.ending) or verb in PALACE_VERBS:
            return self.ability(action, cards)
        if verb == "take":
            return self.ready(self.hand + cards) - self.ready(self.hand) + money
        if verb in ("buy", "favour"):
            beside_it = self.market[CURRENCIES.index(cards[0][0])]
            assert beside_it is not None
            value = self.bought(self.dressed(TILE[action.tile]) if action.tile else beside_it, cards)
            return value + 100 if verb == "buy" and paid == beside_it.price else value
        if verb == "falcon":
            standing = by_name(self.seen)["falcons"]
            assert isinstance(standing, tuple)
            colour = action.tile.split("-")[1]
            owned = len(
                [1 for name, seat, _, _ in standing if (seat, name.split("-")[1]) == (self.seat, colour)]
            )
            return 16 * 2 * (owned + 1) * (3 - self.held) - money
        if verb in ("place", "build", "remove", "exchange"):
            return self.built(action)
        assert verb in ("reserve", "give", "wake", "decline", "done", "pass")
        return 0

    def bought(self, tile: Tile, cards: list[tuple[str, int]]) -> int:
        guards = 24 * len(tile.towers) if self.palace is not None else 0
        return self.gain(tile) + guards - sum(6 + self.coin * worth for _, worth in cards)

    def cost(self, number: int) -> int:
        assert self.palace is not None
        own = self.seen.seats[self.seat]
        mine = {placed.tile.name for placed in own.city} | {tile.name for tile in own.reserve}
        owned = sum(len(sides) for name, sides in self.palace["guards"].items() if name in mine)
        paid = min(number, owned)
        return paid * 24 + (number - paid) * 16 * (self.held + 1)

    def ability(self, action: Action, cards: list[tuple[str, int]]) -> int:
        """The table of the Red Palace."""
        assert self.palace is not None
        verb = action.verb
        if verb == "buy":
            tile = self.market[action.slot - 1]
            assert tile is not None
            value = self.bought(tile, cards)
            if action.ending == "using gambler":
                exact = sum(worth for _, worth in cards) == tile.price
                return value + (100 if exact else 0) - self.cost(1)
            return value + 100 - self.cost(1 if action.ending == "using haggler" else 2)
        if verb == "scout":
            fee = [(action.fee.split("-")[0], int(action.fee.split("-")[1]))]
            tile = self.dressed(self.palace["preview"][action.number - 1])
            return self.bought(tile, cards) + 100 - 6 - self.coin * fee[0][1] - self.cost(1)
        if verb in ("choose", "teller"):
            if verb == "choose":
                cards = [(card.currency, card.value) for card in self.palace["sets"][action.number]]
            money = sum(6 + self.coin * worth for _, worth in cards)
            value = self.ready(self.hand + cards) - self.ready(self.hand) + money
            return value if verb == "choose" else value - self.cost(1)
        if verb == "exchanger":
            other = self.market[action.slot - 1]
            assert other is not None
            swapped = self.kind_gain(other, 0) - self.kind_gain(self.dressed(TILE[action.tile]), 0)
            return swapped - 6 - self.coin * cards[0][1] - self.cost(1)
        if verb == "architect":
            kind = KINDS.index(action.tile)
            own = self.count(self.seat, kind)
            return 16 * (self.points(kind, own, 1) - self.points(kind, own)) - self.cost(2)
        if verb == "pay":
            return int(action.tile in [tile.name for tile in self.seen.seats[self.seat].reserve])
        return -self.cost(1) if verb in ("mason", "paver", "captain") else 0

    def built(self, action: Action) -> int:
        tile = self.dressed(TILE[action.tile])
        if action.verb == "remove":
            left = {square: other for square, other in self.city.items() if other.id != tile.id}
            return self.change(left) - self.kind_gain(tile, 1)
        assert action.square is not None
        value = self.change(self.city | {action.square: tile})
        if action.verb != "exchange":
            return value + self.kind_gain(tile, 0)
        old = self.city[action.square]
        if kind_of(old) == kind_of(tile):
            return value
        return value + self.kind_gain(tile, 0) - self.kind_gain(old, 1)
