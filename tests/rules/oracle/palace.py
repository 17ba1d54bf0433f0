"""What is legal in the second edition, and what does it score? From the clauses of 17, everything tried.

All that is read is the observation; tiles are written down again with their pieces and wall pieces, so that the other oracles can be
asked about them.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from .actions import legal_texts
from .majorities import PAID, majority_points, scoring_rows
from .views import (
    CURRENCIES,
    KINDS,
    HandObservation,
    HandPlaced,
    HandSeat,
    HandTile,
    TileView,
    city_of,
    shown,
)
from .walls import wall_runs

SIDES = "NESW"


@dataclass(frozen=True)
class Seen:
    """An observation with its tiles as they lie on the table."""

    obs: HandObservation
    extras: Mapping[str, Any]
    scores: tuple[int, ...]
    scorings: tuple[int, ...]


def seen_through(observation: Any) -> Seen:
    """Write an observation down again."""
    extras = shown(observation)

    def dressed(tile: Any) -> HandTile:
        walls = tile.walls + "".join(side for name, side in extras["wall_pieces"] if name == tile.name)
        kind = extras["pieces"].get(tile.name, "")
        return HandTile(tile.name, tile.group, kind, tile.price, walls, tile.currency, tile.kinds)

    seats = tuple(
        HandSeat(
            seat.hand,
            tuple(HandPlaced(dressed(one.tile), one.x, one.y) for one in seat.city),
            tuple(dressed(tile) for tile in seat.reserve),
            tuple(dressed(tile) for tile in seat.aside),
        )
        for seat in observation.seats
    )
    obs = HandObservation(
        seats,
        observation.decision,
        observation.decider,
        observation.extra,
        observation.final,
        tuple(None if tile is None else dressed(tile) for tile in observation.market),
        observation.display,
        None if observation.dirk is None else tuple(dressed(tile) for tile in observation.dirk),
        {"bazaars": extras.get("bazaars", ())},
    )
    preview = [None if tile is None else dressed(tile) for tile in extras["preview"]]
    return Seen(
        obs,
        {**extras, "preview": preview},
        tuple(seat.score for seat in observation.seats),
        observation.scorings,
    )


def palace_texts(observation: Any, moving: str = "") -> set[str]:
    """The canonical legal actions; `moving` is the post of the guard that the captain moves, if he was used just now."""
    seen = seen_through(observation)
    decision = seen.obs.decision
    if decision == "choose":
        return {f"choose {number}" for number in seen.extras["sets"]}
    if decision == "pay":
        return {f"pay {post}" for post in own_guards(seen) if post != moving}
    if decision == "post":
        return {f"post {post}" for post in own_walls(seen) if post not in own_guards(seen)}
    if decision == "wall":
        tiles = [tile for tile in own(seen).aside if tile.group != "camp"]
        return {f"wall {tile.name} {side}" for tile in tiles for side in SIDES if side not in tile.walls}
    if decision == "ability":
        return {"end"} | set(aids(seen))
    texts = legal_texts(seen.obs)
    if decision == "place":
        walled = {name for name, _ in seen.extras["wall_pieces"]}
        kept = {tile.name for tile in own(seen).aside if tile.group == "plaza" or tile.name in walled}
        return texts - {f"give {name}" for name in kept}
    bought = set(changed_purchases(seen))
    return (texts - {"pass"} if bought else texts) | bought | set(aids(seen))


def own(seen: Seen) -> HandSeat:
    """The seat that decides."""
    assert seen.obs.decider is not None
    seat = seen.obs.seats[seen.obs.decider]
    assert isinstance(seat, HandSeat)
    return seat


def own_tiles(seen: Seen) -> list[TileView]:
    """Tiles of city and reserve; camps have no walls, only bastions."""
    tiles = [one.tile for one in own(seen).city] + list(own(seen).reserve)
    return [tile for tile in tiles if tile.group != "camp"]


def own_guards(seen: Seen) -> list[str]:
    """17.10: where guards that can be paid stand."""
    standing = seen.extras["guards"]
    return [f"{tile.name} {side}" for tile in own_tiles(seen) for side in standing.get(tile.name, "")]


def own_walls(seen: Seen) -> list[str]:
    """17.11, captain: where a guard could stand."""
    return [f"{tile.name} {side}" for tile in own_tiles(seen) for side in tile.walls]


def ready(seen: Seen, *names: str) -> bool:
    """17.6, 17.9: in play and not used, each of them."""
    return all(
        name in seen.extras["abilities"] and name not in seen.extras["abilities_used"] for name in names
    )


def affordable(seen: Seen, costs: Sequence[int]) -> bool:
    """17.10: abilities paid one after the other, in guards or, with none left, in points."""
    assert seen.obs.decider is not None
    guards = len(own_guards(seen))
    points = seen.scores[seen.obs.decider]
    each = 3 if 2 in seen.scorings else 2 if 1 in seen.scorings else 1
    for cost in costs:
        if guards >= cost:
            guards -= cost
        elif guards > 0 or points < cost * each:
            return False
        else:
            points -= cost * each
    return True


def aids(seen: Seen) -> Iterator[str]:
    """17.11: what stands for itself."""
    extras = seen.extras
    aside = own(seen).aside
    hand = own(seen).hand
    assert hand is not None
    if affordable(seen, [1]):
        if (
            ready(seen, "mason")
            and extras["wall_pieces_left"]
            and any(tile.group != "camp" for tile in aside)
        ):
            yield "mason"
        if ready(seen, "paver") and extras["plazas_left"]:
            yield "paver"
        for one in seen.obs.display if ready(seen, "teller") else ():
            yield f"teller {one.name}"
        for tile in aside if ready(seen, "exchanger") else ():
            for slot, other in enumerate(seen.obs.market):
                if tile.kind and other is not None and other.kind:
                    for one in hand:
                        if one.currency == CURRENCIES[slot]:
                            yield f"exchanger {tile.name} {slot + 1} for {one.name}"
    if ready(seen, "captain") and len(own_guards(seen)) > 1:
        for post in own_guards(seen):
            yield f"captain {post}"
    if ready(seen, "architect") and affordable(seen, [2]):
        for kind in KINDS:
            if kind not in extras["half_buildings"]:
                yield f"architect {kind}"


def changed_purchases(seen: Seen) -> Iterator[str]:
    """17.11: haggler, gambler, both, and the scout."""
    hand = own(seen).hand
    assert hand is not None
    gambling = sum(seen.extras["pieces_left"].values()) > 0
    for slot, tile in enumerate(seen.obs.market):
        values = sorted(one.value for one in hand if one.currency == CURRENCIES[slot])
        for paid in subsets(values) if tile is not None else ():
            assert tile is not None
            over = sum(paid) - tile.price
            if over < 0 or over >= min(paid):
                continue
            base = f"buy {slot + 1} with {'+'.join(map(str, paid))} using"
            if over and ready(seen, "haggler") and affordable(seen, [1]):
                yield f"{base} haggler"
            if tile.kind and gambling and ready(seen, "gambler") and affordable(seen, [1]):
                yield f"{base} gambler"
                if over and ready(seen, "haggler") and affordable(seen, [1, 1]):
                    yield f"{base} haggler+gambler"
    if ready(seen, "scout") and affordable(seen, [1]):
        yield from scouting(seen)


def scouting(seen: Seen) -> Iterator[str]:
    """17.11: exactly, in any one currency, and any one card besides."""
    hand = own(seen).hand
    assert hand is not None
    for field, tile in enumerate(seen.extras["preview"]):
        for currency in CURRENCIES if tile is not None else ():
            cards = [i for i, one in enumerate(hand) if one.currency == currency]
            for some in [some for size in range(1, len(cards) + 1) for some in combinations(cards, size)]:
                if sum(hand[i].value for i in some) == tile.price:
                    price = "+".join(hand[i].name for i in some)
                    for i, fee in enumerate(hand):
                        if i not in some:
                            yield f"scout {field + 1} with {price} for {fee.name}"


def subsets(values: Sequence[int]) -> set[tuple[int, ...]]:
    """Every choice of some of these."""
    return {some for size in range(1, len(values) + 1) for some in combinations(values, size)}


def palace_rows(
    observation: Any, scoring: int, modules: Collection[str], dirk: Sequence[str] | None
) -> dict[str, tuple[int, ...]]:
    """17.5, 17.11, 17.13: the rows of a scoring, with strips, half-buildings and guards."""
    seen = seen_through(observation)
    his = None
    if dirk is not None:
        assert seen.obs.dirk is not None
        his = [tile for tile in seen.obs.dirk if tile.name in dirk]
    rows = scoring_rows(seen.obs, scoring, modules, his)
    owned = [[one.tile for one in seat.city] for seat in seen.obs.seats] + (
        [] if his is None else [list(his)]
    )
    for kind in KINDS:
        counts = [2 * len([tile for tile in tiles if tile.kind == kind]) for tiles in owned]
        if kind in seen.extras["half_buildings"]:
            counts[seen.extras["half_buildings"][kind]] += 1
        strips = seen.extras["strips"]
        row = kind if not strips else list(PAID)[strips[scoring - 1].index(kind)]
        rows[kind] = majority_points(row, scoring, counts)
    nothing = () if dirk is None else (0,)
    guards = [guard_points(seen, seat) if scoring == 3 else 0 for seat in range(len(seen.obs.seats))]
    return {**rows, "guards": (*guards, *nothing)}


def guard_points(seen: Seen, seat: int) -> int:
    """17.8, 17.13: guards on the longest run times the number of the stand with the rightmost guard."""
    stand, left = 0, seen.extras["guards_on_stands"]
    while left > 0:
        stand += 1
        left = left - seen.extras["stands"][stand - 1] if stand < 8 else 0
    city = city_of(seen.obs.seats[seat].city)
    standing = [
        (
            len(run),
            len([1 for square, side in run if side in seen.extras["guards"].get(city[square].name, "")]),
        )
        for run in wall_runs(city)
    ]
    return max(standing, default=(0, 0))[1] * stand
